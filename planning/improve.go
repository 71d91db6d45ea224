package planning

import (
	"context"
	"slices"
	"time"
)

// better looks for any plan, and goes on to cheaper ones until one is proven: searches that improve on a plan and
// searches that prove have turns.
func (p *Prepared) better(ctx context.Context, o SolveOptions) *Result {
	first := p.soon(ctx, o)
	if first.Plan == nil {
		return first
	}
	return p.cheapest(ctx, o, first)
}

// improve looks for plans that are cheaper than one.
func (p *Prepared) improve(ctx context.Context, o SolveOptions, first *Result) *Result {
	best := *first
	inner := o.Options
	inner.Improved = func(plan []int, cost int64) {
		best.Plan, best.Cost = plan, cost
		if o.Improved != nil {
			o.Improved(slices.Clone(plan), cost)
		}
	}
	inner.Improved(slices.Clone(first.Plan), first.Cost)
	m := newImproving(ctx, p, first.Cost, inner)
	r := m.run(ctx, time.Hour)
	for r == nil {
		r = m.run(ctx, time.Hour)
	}
	if best.Status, best.Err = Feasible, r.Err; r.Status == None {
		best.Status, best.Bound = Solved, best.Cost
	}
	best.Stats.Expanded += r.Stats.Expanded
	return &best
}

// lighter are the weights, each for one plan; with the last the search goes on.
var lighter = []int64{5, 3, 2, 1}

// An improving search is weighted A* with lower weights again and again, by FF and by projections, from one plan to
// cheaper ones (restarting: Richter, Thayer and Ruml 2010). It can be stopped and taken up again.
type improving struct {
	p     *Prepared
	o     Options
	pairs *Partition // nil: there are none
	below int64      // the cost of the best plan
	level int        // of lighter
	list  []*lazy    // at work with this weight
	stats Stats      // of those before
}

func newImproving(ctx context.Context, p *Prepared, below int64, o Options) *improving {
	return &improving{p: p, o: o, below: below, pairs: NewPartition(ctx, p.Space, 100*time.Millisecond), stats: Stats{Search: "weighted A*, restarting"}}
}

// run searches for about so long; the result is nil if it is not done by then, and None if no plan is cheaper.
func (m *improving) run(ctx context.Context, slice time.Duration) *Result {
	end := time.Now().Add(slice)
	for m.below > 0 {
		if len(m.list) == 0 {
			m.begin()
		}
		for k := 0; k < len(m.list); k++ {
			l := m.list[k]
			l.within(m.o.Memory / int64(len(m.list)))
			r := l.run(ctx, max(time.Millisecond, time.Until(end)/time.Duration(len(m.list)-k)))
			switch {
			case r == nil:
			case r.Plan != nil:
				m.found(r)
			case r.Status == None:
				return m.over(None, nil)
			case r.Err != ErrMemory || len(m.list) == 1 && m.level == len(lighter)-1:
				return m.over(Stopped, r.Err)
			default:
				m.drop(k)
				k--
			}
		}
		if time.Now().After(end) {
			return nil
		}
	}
	return m.over(None, nil)
}

// begin begins with a weight.
func (m *improving) begin() {
	o := m.o
	o.Improved, o.Below = nil, m.below
	m.list = []*lazy{newLazy(m.p.Space, lighter[m.level], o, NewFF(m.p.Space, 0))}
	if m.pairs != nil {
		m.list = append(m.list, newLazy(m.p.Space, lighter[m.level], o, m.pairs))
	}
}

// found tells of a plan, and goes on to cheaper ones.
func (m *improving) found(r *Result) {
	m.tighten(r.Cost)
	m.o.Improved(r.Plan, r.Cost)
	if m.level < len(lighter)-1 {
		m.release()
		m.level++
	}
}

// drop ends one search that has used its memory; after the last the next weight begins.
func (m *improving) drop(k int) {
	m.stats.add(m.list[k].stats)
	m.list = slices.Delete(m.list, k, k+1)
	if len(m.list) == 0 {
		m.level++
	}
}

// tighten says that only plans that cost less matter from now on.
func (m *improving) tighten(below int64) {
	m.below = min(m.below, below)
	for _, l := range m.list {
		l.below = m.below
	}
}

// within is a new bound of memory.
func (m *improving) within(memory int64) { m.o.Memory = memory }

// release lets go of the searches at work.
func (m *improving) release() {
	for _, l := range m.list {
		m.stats.add(l.stats)
	}
	m.list = nil
}

// known is what the searches have come to; the estimate of an inadmissible heuristic is not told.
func (m *improving) known() Stats {
	s := m.stats
	s.Stored, s.Memory = 0, 0
	for _, l := range m.list {
		s.add(l.stats)
	}
	return s
}

func (m *improving) over(st Status, err error) *Result {
	r := &Result{Status: st, Err: err, Stats: m.known()}
	if st == None {
		r.Bound = m.below
	}
	return r
}

// add adds what another search has come to.
func (s *Stats) add(t Stats) {
	s.Expanded += t.Expanded
	s.Evaluated += t.Evaluated
	s.Generated += t.Generated
	s.Reopened += t.Reopened
	s.Stored += t.Stored
	s.Memory += t.Memory
}
