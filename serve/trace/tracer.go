package trace

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// A Tracer sends spans to a collector.
type Tracer struct {
	address  string
	headers  http.Header
	client   *http.Client
	compress bool
	share    float64 // of traces that are told
	byParent bool    // who asked decides that
	each     time.Duration
	resource resourceDocument
	scope    scopeDocument
	log      *slog.Logger

	queue   chan spanDocument
	dropped atomic.Int64
	done    chan struct{} // it is to end
	left    chan struct{} // it has ended
	once    sync.Once
}

const (
	mostWaiting = 2048 // spans, before some are dropped
	mostAtOnce  = 512  // spans of a batch
	attempts    = 4    // to send a batch
)

// tell puts a span into the queue, if there is room: nobody waits for the collector.
func (t *Tracer) tell(s spanDocument) {
	select {
	case t.queue <- s:
	default:
		t.dropped.Add(1)
	}
}

// Close sends what waits, and ends the tracer.
func (t *Tracer) Close(ctx context.Context) {
	if t == nil {
		return
	}
	t.once.Do(func() { close(t.done) })
	select {
	case <-t.left:
	case <-ctx.Done():
	}
}

// work sends batches, when they are full or some time has gone by.
func (t *Tracer) work() {
	defer close(t.left)
	tick := time.NewTicker(t.each)
	defer tick.Stop()
	var batch []spanDocument
	send := func() {
		if n := t.dropped.Swap(0); n > 0 {
			t.log.Warn("spans were dropped: the collector is too slow", "spans", n)
		}
		if len(batch) == 0 {
			return
		}
		if err := t.send(batch); err != nil {
			t.log.Warn("spans were not sent", "spans", len(batch), "error", err)
		}
		batch = batch[:0]
	}
	for {
		select {
		case s := <-t.queue:
			if batch = append(batch, s); len(batch) >= mostAtOnce {
				send()
			}
		case <-tick.C:
			send()
		case <-t.done:
			for {
				select {
				case s := <-t.queue:
					if batch = append(batch, s); len(batch) >= mostAtOnce {
						send()
					}
					continue
				default:
				}
				send()
				return
			}
		}
	}
}

// send sends a batch; where the collector asks for it, again.
func (t *Tracer) send(batch []spanDocument) error {
	body, err := json.Marshal(exportDocument{[]resourceSpans{{t.resource, []scopeSpans{{t.scope, batch}}}}})
	if err != nil {
		return err
	}
	if t.compress {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write(body)
		w.Close()
		body = b.Bytes()
	}
	wait := 250 * time.Millisecond
	for k := 1; ; k++ {
		again, after, err := t.post(body)
		if err == nil || !again || k == attempts {
			return err
		}
		select {
		case <-time.After(max(wait, after)):
		case <-t.done: // one attempt more
			k = attempts - 1
		}
		wait *= 2
	}
}

// post sends a body, and says whether and when to send it again.
func (t *Tracer) post(body []byte) (again bool, after time.Duration, err error) {
	r, err := http.NewRequest(http.MethodPost, t.address, bytes.NewReader(body))
	if err != nil {
		return false, 0, err
	}
	r.Header = t.headers.Clone()
	r.Header.Set("Content-Type", "application/json")
	if t.compress {
		r.Header.Set("Content-Encoding", "gzip")
	}
	resp, err := t.client.Do(r)
	if err != nil {
		return true, 0, err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
	switch resp.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
		return false, 0, nil
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		again = true
	}
	if n, e := strconv.Atoi(resp.Header.Get("Retry-After")); e == nil && n > 0 {
		after = time.Duration(min(n, 30)) * time.Second
	}
	return again, after, fmt.Errorf("the collector answers %s", resp.Status)
}
