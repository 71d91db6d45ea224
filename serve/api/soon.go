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
	"farbank/serve/ask"
	"farbank/serve/trace"
	"farbank/serve/worker"
)

// places are for questions that are worked on at once. One that does not end when it should
// leaves its place to others and strays, but only so many do: then there are fewer places, or
// none, and questions become jobs, which are processes that can be ended.
type places struct {
	free   chan struct{}
	strays *atomic.Int64
}

func newPlaces(n int) places { return places{make(chan struct{}, n), new(atomic.Int64)} }

// take waits for a place until ctx ends, and reports whether there was one.
func (p places) take(ctx context.Context) bool {
	select {
	case p.free <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// watch gives a place back when the function is called that it returns, or, where that takes
// too long, before: then stray is called.
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

// A result is what working on a question came to.
type result struct {
	doc   any
	err   error
	plans *gathered
}

// takePlace waits for a place, for a few times as long as it is held.
func (s *Server) takePlace(ctx context.Context) bool {
	patient, cancel := context.WithTimeout(ctx, 5*s.Soon)
	defer cancel()
	return s.soon.take(patient)
}

// atOnce answers what is answered within a moment; nil: it is not.
func (s *Server) atOnce(ctx context.Context, who client, r *ask.Request, digest string) ([]byte, error) {
	if !s.takePlace(ctx) {
		return nil, ctx.Err()
	}
	short, cancel := context.WithTimeout(ctx, s.Soon)
	defer cancel()
	told, span := s.Tracer.Start(short, "answer "+r.Do, trace.Internal)
	defer span.End()
	q := *r
	q.Timeout, q.Memory, q.Share, q.Workers = 0, 0, sharedMemory, 1
	done := make(chan result, 1)
	leave := s.soon.watch(2*s.Soon+time.Second, func() { s.Log.Warn("a question goes on after its time", "do", r.Do, "digest", digest) })
	go func() {
		defer leave()
		done <- s.work(told, &q)
	}()
	var got result
	select {
	case got = <-done:
	case <-short.Done(): // it may be at something that cannot be stopped
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
			s.Log.Error("an answer was not kept", "error", err)
		}
	}
	return b, nil
}

// work works on a question. A panic is an error here: it would end the server.
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

// gathered are the plans that come before an answer.
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

// into puts the plans into the answer.
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
