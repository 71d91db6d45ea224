package farbank

import (
	"context"
	"io"
	"time"

	"farbank/engine"
	"farbank/study/certificate"
)

// aloneFor is the time for which states are searched before tables are tried as well. Tables are
// shorter, but take as long to check.
const aloneFor = 2 * time.Second

// atLeastFor is the minimum time to wait for tables if the states did not fit in memory; it is longer if
// that took longer.
const atLeastFor = 10 * time.Second

// A proven is the result of Prove.
type proven struct {
	answer *Answer
	c      *Certificate
	err    error
}

// proveEither lists states and, after a moment, searches for tables of lower bounds at the same time. It
// returns the first certificate.
func proveEither(ctx context.Context, p *Problem, q Question) (*Answer, *Certificate, error) {
	if q.Memory > 0 {
		q.Memory = max(1, q.Memory/2)
	}
	ctx = engine.Lasting(ctx)
	begun := time.Now()
	inner, lose := context.WithCancelCause(ctx)
	defer lose(engine.ErrLost)
	states, tables := make(chan proven, 1), make(chan proven, 1)
	go func() {
		defer close(states)
		a, c, err := proveByStates(inner, p, q)
		states <- proven{a, c, err}
	}()
	go func() {
		defer close(tables)
		select {
		case <-time.After(aloneFor):
			quiet := q
			quiet.Progress = nil // only the search of states reports progress
			tables <- proveByTables(inner, p, quiet)
		case <-inner.Done():
			tables <- proven{}
		}
	}()
	var r proven
	select {
	case r = <-states:
		if r.c == nil && r.err == nil && ctx.Err() == nil { // the memory was too small; tables need little
			select {
			case t := <-tables:
				if t.c != nil {
					r = t
				}
			case <-time.After(max(atLeastFor, time.Since(begun))):
			}
		}
	case t := <-tables:
		if t.c == nil {
			r = <-states
			break
		}
		r = t
	}
	lose(engine.ErrLost)       // keep nothing of a search that is no longer needed
	for late := range states { // both have ended
		if late.c != nil && late.c.Release != nil {
			late.c.Release()
		}
	}
	for range tables {
	}
	return r.answer, r.c, r.err
}

// certifyByTables is Certify with the option ByTables.
func certifyByTables(ctx context.Context, p *Problem, q Question, w io.Writer) (*Answer, *Certificate, error) {
	if err := engine.Askable(p, q); err != nil {
		return nil, nil, err
	}
	if err := certificate.Possible(p, certificate.Least, 0); err != nil {
		return nil, nil, err
	}
	r := proveByTables(engine.Lasting(ctx), p, q)
	switch {
	case r.c == nil || r.err != nil:
		return r.answer, nil, r.err
	case w == nil:
		return r.answer, r.c, nil
	}
	return r.answer, r.c, WriteCertificate(w, p, r.c)
}

// proveByTables asks the engine planning and searches for tables that prove its answer.
func proveByTables(ctx context.Context, p *Problem, q Question) proven {
	i := indexOf(Engines, "planning")
	if i < 0 {
		return proven{}
	}
	q = Question{Workers: q.Workers, Memory: q.Memory, Progress: q.Progress}
	a, err := Engines.Solve(ctx, Engines[i], p, q, nil)
	if err != nil {
		return proven{err: err}
	}
	claim, plan := certificate.None, Plan{}
	switch {
	case a.Status == Solved && a.Best != nil:
		claim, plan = certificate.Least, *a.Best
	case a.Status != None:
		return proven{answer: a}
	}
	c, err := certificate.Propose(ctx, p, claim, plan)
	return proven{a, c, err}
}

func indexOf(r engine.Registry, name string) int {
	for i, e := range r {
		if e.Name() == name {
			return i
		}
	}
	return -1
}
