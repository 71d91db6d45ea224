package api

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"farbank/server/ask"
	"farbank/server/jobs"
	"farbank/server/worker"
	"farbank/show/render"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Work takes jobs from the queue and executes them until ctx ends. It then returns unfinished jobs
// to the queue.
func (s *Server) Work(ctx context.Context) {
	var wg sync.WaitGroup
	for range s.Jobs {
		wg.Go(func() { s.workOn(ctx) })
	}
	wg.Go(func() { s.tidy(ctx) })
	wg.Wait()
}

// lookEach is the interval between queries for jobs that other servers submitted.
const lookEach = 500 * time.Millisecond

func (s *Server) workOn(ctx context.Context) {
	for ctx.Err() == nil {
		j, err := s.Store.Claim(ctx, s.owner)
		switch {
		case err == nil:
			s.do(ctx, j)
			continue
		case !errors.Is(err, jobs.ErrNotFound) && ctx.Err() == nil:
			s.Log.Error("querying the queue", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-s.wake:
		case <-time.After(lookEach):
		}
	}
}

// tidy returns jobs of dead servers to the queue and deletes old ones.
func (s *Server) tidy(ctx context.Context) {
	for k := 0; ctx.Err() == nil; k++ {
		n, err := s.Store.Recover(ctx, s.Silent, s.Attempts)
		if n > 0 {
			s.Log.Warn("jobs of a dead server were returned to the queue", "jobs", n)
		}
		if err == nil && k%1000 == 0 {
			err = s.Store.Forget(ctx, time.Now().Add(-s.Keep))
		}
		if err != nil && ctx.Err() == nil {
			s.Log.Error("cleaning the queue", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(s.Silent / 4):
		}
	}
}

// do executes a job in a process of its own.
func (s *Server) do(ctx context.Context, j *jobs.Job) {
	traced, span := s.Tracer.Start(withParent(ctx, j.Trace), "job", trace.WithSpanKind(trace.SpanKindConsumer))
	defer span.End()
	span.SetAttributes(attribute.String("farbank.job.id", j.ID), attribute.Int("farbank.job.attempt", j.Attempts))
	work, cancel := context.WithCancelCause(traced)
	defer cancel(nil)
	p := &pulse{s: s, j: j, lost: func() { cancel(jobs.ErrLost) }}
	stop := p.beat(work)
	o := worker.Order{Time: s.Longest, Memory: s.Memory, Output: s.Output}
	g := &gathered{most: s.Output}
	answer, err := json.RawMessage(nil), json.Unmarshal(j.Request, &o.Request)
	if err == nil {
		span.SetName("job " + o.Request.Do)
		answer, err = s.Host.Answer(work, o, func(e ask.Event) { g.tell(e); p.tell(e) })
	}
	stop()
	last, end := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer end()
	if work.Err() != nil {
		span.SetAttributes(attribute.String("farbank.job.state", "taken away"))
		if ctx.Err() != nil { // the server shuts down: another continues
			s.Store.Release(last, j.ID, s.owner) // if this fails, the job returns when this server is silent
		}
		s.ring(j.ID)
		return
	}
	state, doc := s.outcome(answer, err)
	span.SetAttributes(attribute.String("farbank.job.state", state))
	if state == jobs.Failed {
		span.SetStatus(codes.Error, "the job failed")
	}
	if state == jobs.Done {
		doc = g.into(doc)
	}
	if err := s.Store.Finish(last, j.ID, s.owner, state, doc); err != nil {
		s.Log.Error("a job could not be finished", "job", j.ID, "error", err)
	} else if state == jobs.Done && final(doc) && !limited(j) {
		s.Store.Keep(last, j.Client, j.Digest, doc)
	}
	s.figures.jobs.WithLabelValues(state).Inc()
	s.figures.answers.WithLabelValues("job").Inc()
	s.ring(j.ID)
}

// outcome returns the final state of a job and its document.
func (s *Server) outcome(answer json.RawMessage, err error) (state string, doc []byte) {
	var limit *worker.LimitError
	var failed *worker.ErrorDocument
	switch {
	case err == nil:
		return jobs.Done, answer
	case errors.As(err, &limit):
		doc, _ = worker.Marshal(&render.Document{Status: "unknown", Reason: limit.Reason})
		return jobs.Done, doc
	case !errors.As(err, &failed):
		s.Log.Error("a worker", "error", err)
		failed = worker.NewError(errors.New("the worker failed"))
	}
	doc, _ = worker.Marshal(failed)
	return jobs.Failed, doc
}

// A pulse sends signs of life for a job, and notices if it was taken over or canceled.
type pulse struct {
	s    *Server
	j    *jobs.Job
	lost func()

	mu       sync.Mutex
	progress []byte
}

func (p *pulse) tell(e ask.Event) {
	if e.Progress == nil {
		return
	}
	b, err := json.Marshal(e.Progress)
	if err != nil {
		return
	}
	p.mu.Lock()
	p.progress = b
	p.mu.Unlock()
}

// beat sends signs of life until the returned function is called.
func (p *pulse) beat(ctx context.Context) (stop func()) {
	done := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		each := min(time.Second/2, p.s.Silent/4)
		for {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-time.After(each):
			}
			p.mu.Lock()
			b := p.progress
			p.mu.Unlock()
			if err := p.s.Store.Alive(ctx, p.j.ID, p.s.owner, b); errors.Is(err, jobs.ErrLost) {
				p.lost()
				return
			}
		}
	}()
	return func() { close(done); <-ended }
}
