package planning

import (
	"context"
	"time"
)

// IDAStar finds a plan of least cost with little memory: a depth-first search for plans whose cost plus
// estimate is at most a bound, which increases (Korf 1985), with a transposition table (Reinefeld and
// Marsland 1994). It never undoes an operator at once. The heuristic must be admissible.
func IDAStar(ctx context.Context, s *Space, h Heuristic, o Options) (*Result, error) {
	d := newDeepening(s, h, o)
	return toEnd(ctx, d).checked()
}

// A deepening is an IDA* search that runs in time slices. It increases the bound; a round searches within it.
type deepening struct {
	work
	h      Heuristic
	inner  round
	fast   bool // inner is for special tasks: it generates millions of states a second
	bound  int64
	least  int64 // known lower bound of the cost of a plan
	begun  bool
	budget int64 // maximum cost of a plan that the caller asks for
}

// A round is a depth-first search within a bound that runs in time slices.
type round interface {
	begin(bound, left int64) // left is the estimate at the start
	work(tries int) standing
	found() (plan []int, cost int64)
	counts() roundCounts
}

// A roundCounts holds the work of all rounds.
type roundCounts struct {
	expanded, generated, evaluated int64
	memory                         int64 // bytes of its tables
	next                           int64 // least sum of cost and estimate beyond the bound
}

// A standing is the state of a round.
type standing uint8

const (
	underWay standing = iota
	roundOver
	goalFound
)

func newDeepening(s *Space, h Heuristic, o Options) *deepening {
	d := &deepening{work: newWork(s, "IDA*", o), h: h, budget: Infinite}
	parts, _ := h.(*Additive)
	d.fast = true
	if run := newBlankRun(s, parts); run != nil {
		d.inner = run
	} else if t, ok := h.(*Permutation); ok {
		d.inner = newPermutationRun(t)
	} else {
		d.inner, d.fast = newPathRun(s, h, o.Memory), false
	}
	if o.Below > 0 {
		d.budget = o.Below - 1
	}
	return d
}

// tighten excludes plans that cost below or more.
func (d *deepening) tighten(below int64) { d.budget = min(d.budget, below-1) }

// tries returns the number of operators to try between two looks at the limits.
func (d *deepening) tries() int {
	if d.fast {
		return 1 << 14
	}
	return 1 << 10
}

// run searches for about the time slice. It returns nil if the search is not finished.
func (d *deepening) run(ctx context.Context, slice time.Duration) *Result {
	end := time.Now().Add(slice)
	if !d.begun {
		d.begun = true
		d.o.announce(d.name)
		if r := d.first(); r != nil {
			return r
		}
	}
	for {
		done := d.inner.work(d.tries())
		n := d.inner.counts()
		d.stats.Expanded, d.stats.Generated, d.stats.Evaluated, d.stats.Memory = n.expanded, n.generated, n.evaluated, n.memory
		switch done {
		case goalFound:
			plan, cost := d.inner.found()
			return d.end(Result{Status: Solved, Plan: plan, Cost: cost, Bound: cost})
		case roundOver:
			if n.next == Infinite || n.next > d.budget {
				return d.end(Result{Status: Infeasible, Bound: min(n.next, d.budget)})
			}
			d.round(n.next)
		}
		if err := d.check(ctx, d.bound, 0); err != nil {
			return d.end(Result{Status: Unknown, Bound: d.bound, Reason: err})
		}
		if time.Now().After(end) {
			return nil
		}
	}
}

func (d *deepening) end(r Result) *Result { return d.result(d.h, r) }

// first evaluates the start and begins the first round.
func (d *deepening) first() *Result {
	e := d.h.Estimate(d.space.begin)
	d.stats.Initial = e
	if e == Infinite {
		return d.end(Result{Status: Infeasible, Bound: Infinite})
	}
	if d.space.isGoal(d.space.begin) {
		return d.end(Result{Status: Solved, Plan: []int{}})
	}
	if e > d.budget {
		return d.end(Result{Status: Infeasible, Bound: e})
	}
	d.round(max(e, d.least))
	return nil
}

// round starts a round with a new bound.
func (d *deepening) round(bound int64) {
	d.bound = bound
	d.stats.Rounds++
	d.inner.begin(bound, d.stats.Initial)
}
