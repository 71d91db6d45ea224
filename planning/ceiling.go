package planning

import (
	"context"
	"slices"
	"time"
)

// A ceiling looks for any plan beside optimal searches, and then for cheaper ones. The cost of its best plan is an upper
// bound: optimal searches prune by it, and it may be proven optimal already. After a limit there is a plan to return.
type ceiling struct {
	ctx   context.Context
	p     *Prepared
	o     Options
	first *lazy      // nil after the first plan
	after *improving // then
	past  Stats      // of first
	below int64      // cost of the best plan of any search
}

func newCeiling(ctx context.Context, p *Prepared, o Options) *ceiling {
	quiet := o
	quiet.OnSolution = nil
	return &ceiling{ctx: ctx, p: p, o: o, below: Infinite, first: newLazy(p.Space, 0, quiet, p.guides()...)}
}

// run searches for about the time slice. It returns nil if the search is not finished, and Infeasible if there is no
// cheaper plan.
func (x *ceiling) run(ctx context.Context, slice time.Duration) *Result {
	if x.first == nil {
		return x.after.run(ctx, slice)
	}
	r := x.first.run(ctx, slice)
	if r == nil || r.Plan == nil {
		return r
	}
	x.past = x.first.known()
	x.first.release()
	x.first, x.after = nil, newImproving(x.ctx, x.p, min(r.Cost, x.below), x.o)
	if r.Cost < x.below {
		x.o.OnSolution(slices.Clone(r.Plan), r.Cost)
	}
	return nil
}

func (x *ceiling) known() Stats {
	if x.first != nil {
		s := x.first.known()
		s.Initial = 0 // not admissible
		return s
	}
	s := x.after.known()
	s.Expanded += x.past.Expanded
	s.Evaluated += x.past.Evaluated
	s.Generated += x.past.Generated
	return s
}

// tighten excludes plans that cost below or more. The greedy search is complete only without such a limit: it does not
// reopen states that are reached at less cost later.
func (x *ceiling) tighten(below int64) {
	if x.below = min(x.below, below); x.first == nil {
		x.after.tighten(below)
	}
}

func (x *ceiling) within(memory int64) {
	if x.first != nil {
		x.first.within(memory)
	} else {
		x.after.within(memory)
	}
}

func (x *ceiling) release() {
	if x.first != nil {
		x.first.release()
	} else {
		x.after.release()
	}
}
