package planning

import (
	"context"
	"time"
)

// IDAStar finds a plan of least cost in little memory: depth first within a bound on cost
// and estimate that grows (Korf 1985), with a table of states that failed within what was
// left for them (Reinefeld and Marsland 1994). A move is never undone at once. The
// heuristic must be admissible.
func IDAStar(ctx context.Context, s *Space, h Heuristic, o Options) *Result {
	d := newDeepening(s, h, o)
	for {
		if r := d.run(ctx, time.Hour); r != nil {
			return r
		}
	}
}

// failed is a state that leads to no goal for so much; the table keeps the last of a place.
type failed struct {
	hash   uint64
	budget int64
}

const (
	fewFailed  = 1 << 8
	mostFailed = 1 << 22 // places of the table
)

// A deepening is a search that can be stopped and taken up again: it keeps its path.
type deepening struct {
	work
	h      Heuristic
	parts  *Additive // h, if it is one
	inner  rounds    // what does the work, if there is something that does it faster; nil: there is not
	table  []failed
	path   []rung
	depth  int
	bound  int64
	least  int64 // no plan costs less, as is known from elsewhere
	next   int64 // least cost and estimate met beyond the bound
	begun  bool
	budget int64 // bound of the cost that is asked for
}

// Rounds is a search within a bound that can be stopped and taken up again.
type rounds interface {
	begin(bound, left int64) // the estimate at the start
	work(tries int) standing
	found() (plan []int, cost int64)
	told() (expanded, generated, next int64) // next: the least cost and estimate met beyond the bound
}

// A rung is a state on the path with the operators not tried yet.
type rung struct {
	state  State
	packed []uint64
	hash   uint64
	cost   int64
	parts  []int32 // of an additive heuristic
	ops    []int32
	op     int32 // that led here
}

func newDeepening(s *Space, h Heuristic, o Options) *deepening {
	d := &deepening{work: newWork(s, "IDA*", o), h: h, table: make([]failed, fewFailed), budget: Infinite}
	d.parts, _ = h.(*Additive)
	if run := newHubRun(s, d.parts); run != nil {
		d.inner = run
	}
	if t, ok := h.(*Turning); ok {
		d.inner = newTurnRun(t)
	}
	if o.Below > 0 {
		d.budget = o.Below - 1
	}
	return d
}

// tighten says that only plans that cost less matter from now on.
func (d *deepening) tighten(below int64) { d.budget = min(d.budget, below-1) }

// rung is the place of a depth.
func (d *deepening) rung(i int) *rung {
	if i == len(d.path) {
		r := rung{state: make(State, len(d.space.fields)), packed: make([]uint64, d.space.words)}
		if d.parts != nil {
			r.parts = make([]int32, len(d.parts.tables))
		}
		d.path = append(d.path, r)
	}
	return &d.path[i]
}

// run searches for about so long; the result is nil if it is not done by then.
func (d *deepening) run(ctx context.Context, slice time.Duration) *Result {
	end := time.Now().Add(slice)
	if !d.begun {
		d.begun = true
		d.o.tell(d.name)
		if r := d.first(); r != nil {
			return r
		}
	}
	if d.inner != nil {
		return d.runInner(ctx, end)
	}
	for steps := 1; ; steps++ {
		if steps&0xfff == 0 {
			if err := d.check(ctx, d.bound, 0); err != nil {
				return d.end(Result{Status: Stopped, Bound: d.bound, Err: err})
			}
			if time.Now().After(end) {
				return nil
			}
			d.grow()
		}
		if d.depth >= 0 {
			if r := d.step(); r != nil {
				return r
			}
			continue
		}
		if d.next == Infinite || d.next > d.budget {
			return d.end(Result{Status: None, Bound: min(d.next, d.budget)})
		}
		d.round(d.next)
	}
}

// runInner is run where another search does the work.
func (d *deepening) runInner(ctx context.Context, end time.Time) *Result {
	for {
		done := d.inner.work(1 << 14)
		d.stats.Expanded, d.stats.Generated, d.next = d.inner.told()
		d.stats.Evaluated = d.stats.Generated
		switch done {
		case goalFound:
			plan, cost := d.inner.found()
			return d.end(Result{Status: Solved, Plan: plan, Cost: cost, Bound: cost})
		case roundOver:
			if d.next == Infinite || d.next > d.budget {
				return d.end(Result{Status: None, Bound: min(d.next, d.budget)})
			}
			d.round(d.next)
		}
		if err := d.check(ctx, d.bound, 0); err != nil {
			return d.end(Result{Status: Stopped, Bound: d.bound, Err: err})
		}
		if time.Now().After(end) {
			return nil
		}
	}
}

func (d *deepening) end(r Result) *Result { return d.result(d.h, r) }

// first begins at the start.
func (d *deepening) first() *Result {
	r := d.rung(0)
	copy(r.state, d.space.begin)
	d.space.pack(r.state, r.packed)
	r.op = -1
	e := d.h.Estimate(r.state)
	if d.parts != nil {
		d.parts.fill(r.state, r.parts)
	}
	d.stats.Initial = e
	if e == Infinite {
		return d.end(Result{Status: None, Bound: Infinite})
	}
	if d.space.isGoal(r.state) {
		return d.end(Result{Status: Solved, Plan: []int{}})
	}
	if e > d.budget {
		return d.end(Result{Status: None, Bound: e})
	}
	d.round(max(e, d.least))
	return nil
}

// round begins again with another bound.
func (d *deepening) round(bound int64) {
	d.bound, d.next, d.depth = bound, Infinite, 0
	d.stats.Rounds++
	if d.inner != nil {
		d.inner.begin(bound, d.stats.Initial)
		return
	}
	d.grow()
	r := d.rung(0)
	r.hash = hash(r.packed)
	r.ops = d.space.applicable(r.state, r.ops[:0])
	d.stats.Expanded++
}

// grow makes the table as large as the search could have used so far.
func (d *deepening) grow() {
	n := len(d.table)
	for n < mostFailed && int64(n) < d.stats.Expanded && (d.o.Memory == 0 || int64(n)*32 <= d.o.Memory) {
		n *= 2
	}
	if n > len(d.table) {
		old := d.table
		d.table = make([]failed, n)
		for _, f := range old {
			d.table[f.hash&uint64(n-1)] = f
		}
		d.stats.Memory = int64(n) * 16
	}
}

// step tries the next operator of the last state on the path, or leaves that.
func (d *deepening) step() *Result {
	d.rung(d.depth + 1)
	r, n := &d.path[d.depth], &d.path[d.depth+1]
	if len(r.ops) == 0 {
		d.leave(r)
		return nil
	}
	op := r.ops[len(r.ops)-1]
	r.ops = r.ops[:len(r.ops)-1]
	d.space.apply(int(op), r.state, n.state, r.packed, n.packed)
	d.stats.Generated++
	n.cost, n.op = r.cost+d.space.ops[op].cost, op
	if d.depth > 0 && equal(n.packed, d.path[d.depth-1].packed) {
		return nil
	}
	left := d.estimate(r, n, op)
	if left == Infinite {
		return nil
	}
	if f := n.cost + left; f > d.bound {
		d.next = min(d.next, f)
		return nil
	}
	if d.space.isGoal(n.state) {
		plan := []int{}
		for _, x := range d.path[1 : d.depth+2] {
			plan = append(plan, int(x.op))
		}
		return d.end(Result{Status: Solved, Plan: plan, Cost: n.cost, Bound: n.cost})
	}
	n.hash = 0
	if d.space.least > 0 && d.bound-n.cost-left < 1 { // without cost, ways among such states are many
		d.enter(r, n)
		return nil
	}
	n.hash = hash(n.packed)
	if e := d.table[n.hash&uint64(len(d.table)-1)]; e.hash == n.hash && e.budget >= d.bound-n.cost {
		return nil
	}
	d.enter(r, n)
	return nil
}

// enter goes on from a state, unless it is on the path already.
func (d *deepening) enter(r, n *rung) {
	if n.cost == r.cost { // only steps without cost can lead round in a circle within the bound for ever
		for i := range d.path[:d.depth+1] {
			if equal(d.path[i].packed, n.packed) {
				return
			}
		}
	}
	d.stats.Expanded++
	n.ops = d.space.applicable(n.state, n.ops[:0])
	d.depth++
	d.note(n)
}

// note notes that a state fails, already when the search goes on from it: what comes back to it may fail, since
// there is no plan from there that is not one from the state as well. If it does not fail, the search is over.
func (d *deepening) note(r *rung) {
	if r.hash != 0 {
		d.table[r.hash&uint64(len(d.table)-1)] = failed{r.hash, d.bound - r.cost}
	}
}

// leave goes back; the note may have been written over.
func (d *deepening) leave(r *rung) {
	d.note(r)
	d.depth--
}

// estimate asks the heuristic, an additive one only for what the operator changes.
func (d *deepening) estimate(r, n *rung, op int32) int64 {
	d.stats.Evaluated++
	if d.parts == nil {
		return d.h.Estimate(n.state)
	}
	return d.parts.change(n.state, r.parts, n.parts, op)
}
