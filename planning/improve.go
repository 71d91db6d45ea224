package planning

import (
	"context"
	"slices"
	"time"
)

// anytime finds any plan first and then improves it until it is proven optimal: searches that improve a plan
// alternate with optimal searches.
func (p *Prepared) anytime(ctx context.Context, o SolveOptions) *Result {
	first := p.firstPlan(ctx, o)
	if first.Plan == nil {
		return first
	}
	return p.optimal(ctx, o, first)
}

// improve searches for plans cheaper than first.
func (p *Prepared) improve(ctx context.Context, o SolveOptions, first *Result) *Result {
	best := *first
	inner := o.Options
	inner.OnSolution = func(plan []int, cost int64) {
		best.Plan, best.Cost = plan, cost
		if o.OnSolution != nil {
			o.OnSolution(slices.Clone(plan), cost)
		}
	}
	inner.OnSolution(slices.Clone(first.Plan), first.Cost)
	m := newImproving(ctx, p, first.Cost, inner)
	r := m.run(ctx, time.Hour)
	for r == nil {
		r = m.run(ctx, time.Hour)
	}
	if best.Status, best.Reason = Feasible, r.Reason; r.Status == Infeasible {
		best.Status, best.Bound = Solved, best.Cost
	}
	best.Stats.Expanded += r.Stats.Expanded
	return &best
}

// lighter are the weights. Each is used until a plan is found, the last one until the end.
var lighter = []int64{5, 3, 2, 1}

// An improving is anytime search by restarting weighted A* with decreasing weights (Richter, Thayer and
// Ruml 2010), with FF and with projections as heuristics. It runs in time slices.
type improving struct {
	p     *Prepared
	o     Options
	pairs *Partition // nil if the task is too large for projections
	below int64      // cost of the best plan
	level int        // index of the weight in lighter
	list  []*lazy    // the searches with this weight
	stats Stats      // counts of completed searches
}

func newImproving(ctx context.Context, p *Prepared, below int64, o Options) *improving {
	pairs, _ := NewPartition(ctx, p.Space, 100*time.Millisecond)
	return &improving{p: p, o: o, below: below, pairs: pairs, stats: Stats{Search: "weighted A*, restarting"}}
}

// run searches for about the time slice. It returns nil if the search is not finished, and Infeasible if
// there is no cheaper plan.
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
			case r.Status == Infeasible:
				return m.over(Infeasible, nil)
			case r.Reason != ErrMemory || len(m.list) == 1 && m.level == len(lighter)-1:
				return m.over(Unknown, r.Reason)
			default:
				m.drop(k)
				k--
			}
		}
		if time.Now().After(end) {
			return nil
		}
	}
	return m.over(Infeasible, nil)
}

// begin starts the searches with the current weight.
func (m *improving) begin() {
	o := m.o
	o.OnSolution, o.Below = nil, m.below
	m.list = []*lazy{newLazy(m.p.Space, lighter[m.level], o, NewFF(m.p.Space, 0))}
	if m.pairs != nil {
		m.list = append(m.list, newLazy(m.p.Space, lighter[m.level], o, m.pairs))
	}
}

// found reports a plan and continues with the next weight.
func (m *improving) found(r *Result) {
	m.tighten(r.Cost)
	m.o.OnSolution(r.Plan, r.Cost)
	if m.level < len(lighter)-1 {
		m.release()
		m.level++
	}
}

// drop ends a search that has used its memory. After the last one the next weight starts.
func (m *improving) drop(k int) {
	m.stats.add(m.list[k].stats)
	m.list = slices.Delete(m.list, k, k+1)
	if len(m.list) == 0 {
		m.level++
	}
}

// tighten excludes plans that cost below or more.
func (m *improving) tighten(below int64) {
	m.below = min(m.below, below)
	for _, l := range m.list {
		l.below = m.below
	}
}

// within sets the memory limit.
func (m *improving) within(memory int64) { m.o.Memory = memory }

// release ends the current searches.
func (m *improving) release() {
	for _, l := range m.list {
		m.stats.add(l.stats)
	}
	m.list = nil
}

// known returns the combined counts of all searches. It omits the initial estimate, which may be
// inadmissible.
func (m *improving) known() Stats {
	s := m.stats
	s.Stored, s.Memory = 0, 0
	for _, l := range m.list {
		s.add(l.stats)
	}
	return s
}

func (m *improving) over(st Status, err error) *Result {
	r := &Result{Status: st, Reason: err, Stats: m.known()}
	if st == Infeasible {
		r.Bound = m.below
	}
	return r
}

// add adds the counts of t.
func (s *Stats) add(t Stats) {
	s.Expanded += t.Expanded
	s.Evaluated += t.Evaluated
	s.Generated += t.Generated
	s.Reopened += t.Reopened
	s.Stored += t.Stored
	s.Memory += t.Memory
}
