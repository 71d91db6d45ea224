package planning

import (
	"context"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"
	"time"

	"farbank/planning/internal/bdd"
	"farbank/solver"
)

// Symbolic finds a plan of least cost by symbolic bidirectional uniform-cost search: sets of states are binary decision
// diagrams, and all states of the same cost are expanded together, from the start and from the goals (Torralba,
// Alcázar, Kissmann and Edelkamp 2017). It supports all tasks. The search of each step is in the direction that is
// expected to be less work. Backwards, states that contradict [Space.Mutexes] are left out.
//
// At a limit or an interrupt, Result.Bound is a proven lower bound. In Result.Stats, Stored is the number of nodes of
// diagrams, Rounds the number of expanded sets, and Expanded the number of their states, or MaxInt64 if it is greater.
// Options.Symmetries and Options.Checkpoints have no effect.
func Symbolic(ctx context.Context, s *Space, o Options) (*Result, error) {
	y := newSymbolic(s, o)
	defer y.close()
	return toEnd(ctx, y).checked()
}

const symbolicName = "symbolic"

// Limits of relations and of constraints in nodes, and units of work.
const (
	maxRelation   = 20_000
	maxConstraint = 20_000
	mergeWork     = 10_000_000 // for merging relations
	firstWork     = 200_000    // for a step
	firstCollect  = 1 << 19    // nodes in use at the first collection
)

// errClosed ends a search whose component was closed.
var errClosed = errors.New("the search was closed")

// A symbolic search runs as a coroutine, so that a time slice can end in the middle of an operation.
type symbolic struct {
	space       *Space
	o           Options
	m           *bdd.Manager
	e           *encoding
	relations   []relation // sorted by cost
	free        int        // number of relations of cost 0
	constraints []bdd.Ref
	least       int64 // least cost of an operator

	sides     [2]*side // forward, backward
	bound     int64    // no plan costs less
	below     int64    // only plans with a lower cost count
	meeting   *meeting // where the best plan meets, if it is not built yet
	plan      []int    // the best plan, or nil
	collectAt int

	stats    Stats
	reported time.Time

	// The coroutine.
	ctx    context.Context
	until  time.Time
	yield  func(struct{}) bool
	resume func() (struct{}, bool)
	stop   func()
	out    *Result
}

// A side is the search in one direction. States of a cost are in a list of rounds: those of round k+1 are reached by
// operators of cost 0 from those of round k.
type side struct {
	back     bool
	open     map[int64]bdd.Ref
	closed   bdd.Ref // all states in rounds
	rounds   map[int64][]bdd.Ref
	step     *expansion
	estimate int64 // expected work of the next step
	off      bool  // it is too expensive
}

// An expansion is a step of a side: the states of a cost are expanded with one relation after the other.
type expansion struct {
	cost    int64
	rounds  []bdd.Ref
	all     bdd.Ref   // union of the rounds
	closed  bool      // the rounds are complete
	next    int       // relation
	partial []bdd.Ref // unions of images of the relations of a cost
	of      int64     // that cost
	base    int       // the first relation of that cost
	begun   int64     // work at the begin
}

// A meeting is a state that both sides have reached, with the costs.
type meeting struct {
	state State
	cost  [2]int64
}

func newSymbolic(s *Space, o Options) *symbolic {
	y := &symbolic{space: s, o: o, m: bdd.New(o.Memory), below: Infinite, least: s.least, collectAt: firstCollect, reported: time.Now()}
	if o.Below > 0 {
		y.below = o.Below
	}
	y.stats.Search = symbolicName
	y.m.Tick = y.tick
	y.resume, y.stop = iter.Pull(func(yield func(struct{}) bool) {
		y.yield = yield
		y.out = y.search()
	})
	return y
}

// run searches for about the time slice. It returns nil if the search is not finished.
func (y *symbolic) run(ctx context.Context, slice time.Duration) *Result {
	y.ctx, y.until = ctx, time.Now().Add(slice)
	if _, more := y.resume(); more {
		return nil
	}
	return y.out
}

// tick ends a time slice. It returns why the search must stop, or nil.
func (y *symbolic) tick() error {
	for {
		if y.ctx.Err() != nil {
			return context.Cause(y.ctx)
		}
		if y.o.Progress != nil && time.Since(y.reported) > 200*time.Millisecond {
			y.reported = time.Now()
			y.o.Progress(Progress{symbolicName, y.stats.Expanded, int64(y.m.Used()), y.bound, y.m.Bytes()})
		}
		y.stats.Memory = max(y.stats.Memory, y.m.Bytes())
		if time.Now().Before(y.until) {
			return nil
		}
		if !y.yield(struct{}{}) {
			return errClosed
		}
	}
}

// close ends the coroutine.
func (y *symbolic) close() { y.stop() }

func (y *symbolic) known() Stats {
	s := y.stats
	if y.m != nil {
		s.Stored = int64(y.m.Used())
	}
	return s
}

func (y *symbolic) within(memory int64) { y.m.SetLimit(memory) }

// release releases the diagrams after the end of the search.
func (y *symbolic) release() {
	y.stop()
	y.stats.Stored = int64(y.m.Used())
	y.m = nil
	y.e, y.sides, y.relations, y.constraints = nil, [2]*side{}, nil, nil
}

// tighten excludes plans that cost below or more.
func (y *symbolic) tighten(below int64) {
	if below < y.below {
		y.below, y.plan, y.meeting = below, nil, nil
	}
}

// end returns the result.
func (y *symbolic) end(err error) *Result {
	y.bound = min(y.bound, y.below)
	r := &Result{Bound: y.bound, Reason: err, Stats: y.known()}
	if y.plan != nil {
		r.Plan, r.Cost, r.Status = y.plan, y.below, Feasible
	}
	switch {
	case err != nil:
	case r.Plan != nil:
		r.Status = Solved
	default:
		r.Status = Infeasible
	}
	return r
}

// search runs the whole search.
func (y *symbolic) search() *Result {
	if err := y.tick(); err != nil {
		return y.end(err)
	}
	if err := y.m.Try(0, y.prepare); err != nil {
		return y.end(err)
	}
	if err := y.merge(); err != nil {
		return y.end(err)
	}
	for {
		if err := y.m.Try(0, y.build); err != nil {
			return y.end(err)
		}
		y.bound = max(y.bound, y.proved())
		if y.bound >= y.below && y.meeting == nil {
			y.bound = y.below
			return y.end(nil)
		}
		if err := y.advance(); err != nil {
			return y.end(err)
		}
	}
}

// first returns the least cost of states that are not expanded, or Infinite.
func (d *side) first() int64 {
	least := int64(Infinite)
	if d.step != nil {
		least = d.step.cost
	}
	for cost := range d.open {
		least = min(least, cost)
	}
	return least
}

// proved returns a lower bound of the cost of plans that are not found yet. Let f and b be the least costs of states
// that are not expanded forwards and backwards. On a cheaper plan than the best one, the first state of cost f or more
// comes before the last state from which the rest costs b or more, since both sides would have generated it otherwise.
func (y *symbolic) proved() int64 {
	f, b := y.sides[0].first(), y.sides[1].first()
	if f == Infinite || b == Infinite {
		return Infinite
	}
	return f + b + y.least
}

// advance works on the step of one side, and completes it unless it is more work than expected.
func (y *symbolic) advance() error {
	d, other := y.sides[0], y.sides[1]
	if !other.off && other.estimate < d.estimate {
		d, other = other, d
	}
	budget := int64(0)
	if !other.off {
		budget = max(firstWork, 2*other.estimate, 2*d.estimate)
	}
	if y.meeting != nil { // build needs the rounds
		budget = 0
		if other.unfinished() {
			d = other
		}
	}
	err := y.m.Try(budget, func() { y.expand(d) })
	switch {
	case errors.Is(err, bdd.ErrWork):
		d.estimate, err = 2*max(budget, d.estimate), nil
	case errors.Is(err, solver.ErrMemory):
		before := y.m.Used()
		if y.collect(); y.m.Used() < before*3/4 {
			err = nil
		} else if d.back && !d.off {
			d.off, err = true, nil // the other side may need less
		}
	}
	return err
}

// unfinished reports whether a step has not reached all states by operators of cost 0 yet.
func (d *side) unfinished() bool { return d.step != nil && !d.step.closed }

// expand works on the step of a side until it is complete. If an operation panics, the step can be continued: the
// fields change only after the operations.
func (y *symbolic) expand(d *side) {
	m := y.m
	for d.step == nil {
		cost := d.first()
		if cost == Infinite {
			return
		}
		set := m.And(d.open[cost], d.closed.Not())
		delete(d.open, cost)
		if set != bdd.False {
			d.step = &expansion{cost: cost, rounds: []bdd.Ref{set}, all: set, begun: m.Work()}
		}
	}
	x := d.step
	for !x.closed {
		y.round(d, x)
		if y.meeting != nil && x.closed {
			return
		}
	}
	for {
		end := x.next == len(y.relations)
		if len(x.partial) > 0 && (end || y.relations[x.next].cost != x.of) {
			y.join(x)
			y.insert(d, x.partial[0], x.cost+x.of)
			x.partial = nil
		} else if end {
			break
		}
		y.image(d, x, x.all)
		y.tidy()
	}
	y.stats.Rounds++
	if n := m.Count(x.all, y.e.bits); n < float64(math.MaxInt64-y.stats.Expanded) {
		y.stats.Expanded += int64(n)
	} else {
		y.stats.Expanded = math.MaxInt64
	}
	d.estimate = m.Work() - x.begun
	d.step = nil
}

// image adds the states that the next relation leads to from a set, if there is a next relation.
func (y *symbolic) image(d *side, x *expansion, set bdd.Ref) {
	if x.next == len(y.relations) {
		return
	}
	r := &y.relations[x.next]
	var to bdd.Ref
	if d.back {
		to = y.m.Preimage(set, r.t, r.set)
	} else {
		to = y.m.Image(set, r.t, r.set)
	}
	if len(x.partial) == 0 {
		x.base = x.next
	}
	x.partial = append(x.partial, to)
	x.of = r.cost
	x.next++
	// Unions of equal numbers of sets, as in a binary counter.
	for n := x.next - x.base; n&1 == 0 && len(x.partial) > 1; n >>= 1 {
		y.unite(x)
	}
}

// unite replaces the last two partial results by their union.
func (y *symbolic) unite(x *expansion) {
	k := len(x.partial) - 2
	u := y.m.Or(x.partial[k], x.partial[k+1])
	x.partial = append(x.partial[:k], u)
}

// join replaces all partial results by their union.
func (y *symbolic) join(x *expansion) {
	for len(x.partial) > 1 {
		y.unite(x)
	}
}

// round applies the operators of cost 0 to the last round.
func (y *symbolic) round(d *side, x *expansion) {
	m := y.m
	for x.next < y.free {
		y.image(d, x, x.rounds[len(x.rounds)-1])
		y.tidy()
	}
	y.join(x)
	fresh := bdd.False
	if len(x.partial) > 0 {
		fresh = y.real(d, m.And(x.partial[0], m.Or(d.closed, x.all).Not()))
	}
	if fresh == bdd.False {
		closed := m.Or(d.closed, x.all)
		d.closed, d.rounds[x.cost] = closed, x.rounds
		x.closed, x.partial = true, nil
		return
	}
	all := m.Or(x.all, fresh)
	y.meet(d, fresh, x.cost)
	x.rounds, x.all, x.next, x.partial = append(x.rounds, fresh), all, 0, nil
}

// real removes states that cannot be reached from the start, as far as the constraints show.
func (y *symbolic) real(d *side, set bdd.Ref) bdd.Ref {
	if d.back {
		for _, c := range y.constraints {
			set = y.m.And(set, c)
		}
	}
	return set
}

// insert opens generated states.
func (y *symbolic) insert(d *side, set bdd.Ref, cost int64) {
	set = y.real(d, set)
	if set == bdd.False || cost >= y.below {
		return
	}
	y.meet(d, set, cost)
	if old, ok := d.open[cost]; ok {
		set = y.m.Or(old, set)
	}
	d.open[cost] = set
}

// meet records the best plan through states that a side has reached at a cost.
func (y *symbolic) meet(d *side, set bdd.Ref, cost int64) {
	other := y.sides[0]
	if !d.back {
		other = y.sides[1]
	}
	sets := map[int64][]bdd.Ref{}
	for c, open := range other.open {
		sets[c] = append(sets[c], open)
	}
	if x := other.step; x != nil && !x.closed {
		sets[x.cost] = append(sets[x.cost], x.all)
	}
	if y.m.Meets(set, other.closed) {
		for c, list := range other.rounds {
			sets[c] = append(sets[c], list...)
		}
	}
	for _, c := range slices.Sorted(maps.Keys(sets)) {
		if cost+c >= y.below {
			return
		}
		for _, r := range sets[c] {
			if !y.m.Meets(set, r) {
				continue
			}
			state := y.e.state(y.m.Pick(y.m.And(set, r)))
			if cost+c >= y.below {
				return // tighten was called between two time slices
			}
			y.below = cost + c
			y.meeting, y.plan = &meeting{state, [2]int64{cost, c}}, nil
			if d.back {
				y.meeting.cost = [2]int64{c, cost}
			}
			return
		}
	}
}
