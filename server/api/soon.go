package api

import (
	"bytes"
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"farbank"
	"farbank/server/ask"
	"farbank/server/worker"
)

// places limits the questions that are answered at once. A question that exceeds its time leaves
// its place to others and becomes a stray. The number of strays is limited; beyond it they keep
// their places. Without a free place, questions become jobs, whose processes can be killed.
type places struct {
	free   chan struct{}
	strays *atomic.Int64
}

func newPlaces(n int) places { return places{make(chan struct{}, n), new(atomic.Int64)} }

// take waits for a place until ctx ends. It reports whether it got one.
func (p places) take(ctx context.Context) bool {
	select {
	case p.free <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// watch returns a function that frees the place. If it is not called within the duration after, the
// place is freed then, and stray is called.
func (p places) watch(after time.Duration, stray func()) (leave func()) {
	var mu sync.Mutex
	left, strays := false, false
	watch := time.AfterFunc(after, func() {
		mu.Lock()
		defer mu.Unlock()
		if left {
			return
		}
		if p.strays.Add(1) > int64(cap(p.free)) {
			p.strays.Add(-1)
			return
		}
		left, strays = true, true
		<-p.free
		stray()
	})
	return func() {
		watch.Stop()
		mu.Lock()
		defer mu.Unlock()
		if strays {
			p.strays.Add(-1)
		}
		if !left {
			left = true
			<-p.free
		}
	}
}

// A result is the outcome of a question.
type result struct {
	doc   any
	err   error
	plans *gathered
}

// takePlace waits for a place, for at most five times the time that a question may hold one.
func (s *Server) takePlace(ctx context.Context) bool {
	patient, cancel := context.WithTimeout(ctx, 5*s.Soon)
	defer cancel()
	return s.soon.take(patient)
}

// atOnce answers a short question. It returns nil if the question takes too long.
func (s *Server) atOnce(ctx context.Context, who client, r *ask.Request, digest string) ([]byte, error) {
	if !s.takePlace(ctx) {
		return nil, ctx.Err()
	}
	short, cancel := context.WithTimeout(ctx, s.Soon)
	defer cancel()
	traced, span := s.Tracer.Start(short, "answer "+r.Do)
	defer span.End()
	q := *r
	q.Timeout, q.Memory, q.Share, q.Workers = 0, 0, sharedMemory, 1
	done := make(chan result, 1)
	leave := s.soon.watch(2*s.Soon+time.Second, func() { s.Log.Warn("a question exceeds its time limit", "do", r.Do, "digest", digest) })
	go func() {
		defer leave()
		done <- s.work(traced, &q)
	}()
	var got result
	select {
	case got = <-done:
	case <-short.Done(): // it may be in code that cannot be interrupted
		return nil, ctx.Err()
	}
	switch {
	case short.Err() != nil || got.plans.full:
		return nil, ctx.Err()
	case got.err != nil:
		return nil, s.fault(worker.NewError(got.err))
	}
	b, err := worker.Marshal(got.doc)
	if err != nil {
		return nil, err
	}
	if !final(b) && bytes.Contains(b, []byte("the memory limit was reached")) {
		return nil, nil // a job may take more
	}
	b = got.plans.into(b)
	s.figures.answers.WithLabelValues("at once").Inc()
	if final(b) {
		if err := s.Store.Keep(ctx, who.name, digest, b); err != nil {
			s.Log.Error("an answer was not stored", "error", err)
		}
	}
	return b, nil
}

// work answers a question. It converts a panic to an error, since it would end the server.
func (s *Server) work(ctx context.Context, r *ask.Request) (got result) {
	got.plans = &gathered{most: s.Output}
	defer func() {
		if p := recover(); p != nil {
			got.err = &farbank.BugError{Err: fmt.Errorf("%v\n%s", p, debug.Stack())}
		}
	}()
	got.doc, got.err = s.answer(ctx, r, got.plans.tell)
	return got
}

// gathered collects the plans that are found before the answer.
type gathered struct {
	plans bytes.Buffer
	most  int64
	full  bool
}

func (g *gathered) tell(e ask.Event) {
	if e.Plan == nil || g.full {
		return
	}
	b, err := worker.Marshal(e.Plan)
	if err != nil || int64(g.plans.Len()+len(b)) > g.most {
		g.full = true
		return
	}
	if g.plans.Len() > 0 {
		g.plans.WriteByte(',')
	}
	g.plans.Write(b)
}

// into inserts the plans into the answer.
func (g *gathered) into(answer []byte) []byte {
	if g.plans.Len() == 0 || len(answer) < 2 {
		return answer
	}
	out := append([]byte(`{"plans":[`), g.plans.Bytes()...)
	out = append(out, ']')
	if len(answer) > 2 {
		out = append(out, ',')
	}
	return append(out, answer[1:]...)
}
