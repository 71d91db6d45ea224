package kernel

import (
	"context"
	"iter"

	"farbank/constraint/internal/clause"
	"farbank/constraint/internal/order"
)

type (
	lit = clause.Lit
	ref = clause.Ref
)

// A Propagator is a constraint that draws conclusions.
type Propagator interface {
	// Propagate raises sides. It returns false after a contradiction: a Set that returned false,
	// or Fail.
	Propagate(s *Solver) bool
	// Explain says why an atom was set with [Data]: it calls s.Why with atoms that held before at,
	// and from which the atom follows. The atom may be weaker than what was set.
	Explain(s *Solver, a Atom, data uint64, at int32)
}

// A Reason says why an atom was set.
type Reason struct {
	kind int32 // a propagator from 0, or one of those below
	data uint64
}

const (
	decided   = -1
	byClause  = -2
	byAtoms   = -3
	byChannel = -4
)

// Data is a reason that a propagator tells later, by Explain.
func Data(id int32, data uint64) Reason { return Reason{id, data} }

// An event is the rise of a side.
type event struct {
	value, old int64
	reason     Reason
	side       Side
	before     int32 // the event of the same side before it, -1: none
	level      int32
}

// A wake is a propagator to be woken, unless an atom is false.
type wake struct {
	id     int32
	data   int32 // for Note, -1: the propagator is just woken
	unless Atom
}

// A Noter is a propagator that is told what happened while propagation goes on; it wakes itself
// where there is something to do. What was noted may have been undone when it runs.
type Noter interface {
	Note(s *Solver, data int32)
}

// A Solver holds variables, clauses and propagators. See [New].
type Solver struct {
	options Options
	refuted bool

	bounds []int64 // by side
	last   []int32 // by side: its last event, -1: none
	trail  []event
	limits []int32 // by level: where it begins in trail
	head   int
	atoms  []Atom // reasons that were given as atoms
	marks  []int  // by level: how many there are of those

	wakes    [][]wake  // by side
	holes    [][]wake  // by variable: woken by holes
	ladders  []ladder  // by variable: literals x >= v
	equals   []ladder  // by variable: variables that say x = v
	owners   []owner   // by variable: what it says, if it is one of those
	weights  []int64   // by variable: how often it was part of a contradiction
	wanted   []Var     // variables to be given values last, in order
	cursor   int       // how many of them have values
	cursors  []int     // by level
	brancher []Chooser // the search that was asked for

	arena       clause.Arena
	irredundant []ref
	learned     []ref
	watches     [][]watch
	vals        []int8
	meaning     []Atom // by variable of clauses: what it says
	saved       []int8 // by variable of clauses: what it was last in a free search, 1 or -1
	target      []int8 // and what it was in the longest trail without a contradiction, 0: nothing
	longest     int    // how long that was
	heap        order.Heap
	free        []uint32 // variables of clauses not in use

	propagators []Propagator
	priority    []uint8
	queued      []bool
	queues      [4][]int32
	heads       [4]int // of queues: what comes next

	running  int32 // the propagator that runs
	ctx      context.Context
	halt     error // why propagation stopped early
	conflict []Atom
	why      []Atom

	analysis
	search
	tracing
	sharing
	stats Stats
}

// Options are the settings of a [Solver].
type Options struct {
	Memory int64 // the most bytes to use, about; 0: no limit
	// Audit, if not nil, is called with each explanation of a propagator: the atom follows from the
	// others; False for a contradiction. For tests.
	Audit func(propagator int32, because []Atom, follows Atom)
	// Trace, if not nil, is told of every step.
	Trace Trace
}

// Stats are what the work came to so far.
type Stats struct {
	Conflicts, Decisions, Propagations, Restarts, Solutions int64
	Learned, Deleted                                        int64 // clauses
	Literals, Variables, Propagators                        int
}

// An owner says of a variable that it is 1 where another has a value.
type owner struct {
	x     Var
	value int64
}

// New returns a solver without constraints.
func New(o Options) *Solver {
	s := &Solver{options: o}
	s.search.init()
	s.NewVar(0, 0)
	return s
}

// NewVar makes a variable with values from lo to hi, which are at most MaxValue in size.
func (s *Solver) NewVar(lo, hi int64) Var {
	x := Var(len(s.ladders))
	s.bounds = append(s.bounds, lo, -hi)
	s.last = append(s.last, -1, -1)
	s.wakes = append(s.wakes, nil, nil)
	s.holes = append(s.holes, nil)
	s.ladders = append(s.ladders, ladder{})
	s.equals = append(s.equals, ladder{})
	s.owners = append(s.owners, owner{-1, 0})
	s.weights = append(s.weights, 0)
	s.wanted = append(s.wanted, x)
	s.sideStamp = append(s.sideStamp, 0, 0)
	s.sideAt = append(s.sideAt, 0, 0)
	if s.options.Trace != nil {
		s.options.Trace.Variable(x, lo, hi)
	}
	if lo > hi {
		s.refuted = true
	}
	return x
}

// NewBool makes a variable of 0 and 1.
func (s *Solver) NewBool() Var { return s.NewVar(0, 1) }

// Stats tells what the work came to so far.
func (s *Solver) Stats() Stats {
	st := s.stats
	st.Literals, st.Variables, st.Propagators = len(s.meaning)-len(s.free), len(s.ladders), len(s.propagators)
	return st
}

// Refuted reports whether there is no solution whatever is assumed.
func (s *Solver) Refuted() bool { return s.refuted }

// Weight is how often a variable was part of a contradiction.
func (s *Solver) Weight(x Var) int64 { return s.weights[x] }

// Min and Max are the bounds of a variable at present.
func (s *Solver) Min(x Var) int64 { return s.bounds[2*x] }

// Max is the greatest value of a variable at present.
func (s *Solver) Max(x Var) int64 { return -s.bounds[2*x+1] }

// Fixed reports whether a variable has one value.
func (s *Solver) Fixed(x Var) bool { return s.bounds[2*x] == -s.bounds[2*x+1] }

// Bound is what a side is at least.
func (s *Solver) Bound(side Side) int64 { return s.bounds[side] }

// Holds reports whether an atom is known to hold.
func (s *Solver) Holds(a Atom) bool { return s.bounds[a.Side] >= a.Value }

// Fails reports whether an atom is known not to hold.
func (s *Solver) Fails(a Atom) bool { return -s.bounds[a.Side^1] < a.Value }

// Has reports whether a variable can have a value, by its bounds and holes.
func (s *Solver) Has(x Var, v int64) bool {
	if v < s.Min(x) || v > s.Max(x) {
		return false
	}
	e, ok := s.equals[x].find(v)
	return !ok || s.bounds[2*e+1] != 0 // not known to be 0
}

// Level is how many decisions were made.
func (s *Solver) Level() int { return len(s.limits) }

// Now is the present place in the trail, for what explains at once what it will say later.
func (s *Solver) Now() int32 { return int32(len(s.trail)) }

// BoundAt is what a side was at least before a place in the trail.
func (s *Solver) BoundAt(side Side, at int32) int64 {
	v := s.bounds[side]
	for e := s.last[side]; e >= at; e = s.trail[e].before {
		v = s.trail[e].old
	}
	return v
}

// HeldAt reports whether an atom held before a place in the trail.
func (s *Solver) HeldAt(a Atom, at int32) bool { return s.BoundAt(a.Side, at) >= a.Value }

// AddPropagator adds a constraint, of a priority from 0 (cheap, runs first) to 3, and gives its
// number. It runs once when propagation begins.
func (s *Solver) AddPropagator(p Propagator, priority int) int32 {
	id := int32(len(s.propagators))
	s.propagators = append(s.propagators, p)
	s.priority = append(s.priority, uint8(priority))
	s.queued = append(s.queued, false)
	if s.options.Trace != nil {
		s.options.Trace.Propagator(id, p)
	}
	s.Wake(id)
	return id
}

// Watch has a propagator woken when a side rises.
func (s *Solver) Watch(id int32, side Side) { s.WatchUnless(id, side, True) }

// WatchUnless has a propagator woken when a side rises, but not while an atom is false.
func (s *Solver) WatchUnless(id int32, side Side, unless Atom) {
	s.wakes[side] = append(s.wakes[side], wake{id, -1, unless})
}

// WatchNote has a propagator, a Noter, told with data, not negative, when a side rises.
func (s *Solver) WatchNote(id int32, side Side, data int32) {
	s.wakes[side] = append(s.wakes[side], wake{id, data, True})
}

// WatchBoth has a propagator woken when either bound of a variable changes.
func (s *Solver) WatchBoth(id int32, x Var) {
	s.Watch(id, x.Lower())
	s.Watch(id, x.Upper())
}

// WatchHoles has a propagator woken when a value is taken out of the middle of a domain too.
func (s *Solver) WatchHoles(id int32, x Var) {
	s.WatchBoth(id, x)
	s.holes[x] = append(s.holes[x], wake{id, -1, True})
}

// Woken are the propagators that are woken, or told, when a side rises.
func (s *Solver) Woken(side Side) iter.Seq[Propagator] {
	return func(yield func(Propagator) bool) {
		for _, w := range s.wakes[side] {
			if !yield(s.propagators[w.id]) {
				return
			}
		}
	}
}

// Bounded reports whether a clause says something of a bound of a variable.
func (s *Solver) Bounded(x Var) bool { return len(s.ladders[x].values) > 0 }

// Wake puts a propagator into its queue.
func (s *Solver) Wake(id int32) {
	if !s.queued[id] {
		s.queued[id] = true
		q := &s.queues[s.priority[id]]
		*q = append(*q, id)
	}
}

// Why adds to an explanation.
func (s *Solver) Why(a Atom) { s.why = append(s.why, a) }

// Because is a reason: all atoms hold at present.
func (s *Solver) Because(atoms ...Atom) Reason {
	s.atoms = append(s.atoms, Atom{Side: Side(s.running)}) // whose reason it is
	begin := len(s.atoms)
	s.atoms = append(s.atoms, atoms...)
	return Reason{byAtoms, uint64(begin)<<32 | uint64(len(atoms))}
}

// Fail says that atoms which all hold cannot hold together. It returns false.
func (s *Solver) Fail(atoms ...Atom) bool {
	s.audit(False, atoms)
	s.conflict = append(s.conflict[:0], atoms...)
	s.fromFail()
	return false
}

// Set makes an atom hold. It returns false if that contradicts the other bound.
func (s *Solver) Set(a Atom, r Reason) bool {
	if s.bounds[a.Side] >= a.Value {
		return true
	}
	if s.options.Audit != nil {
		s.auditReason(a, r)
	}
	limit := -s.bounds[a.Side^1]
	if a.Value > limit {
		s.why = s.why[:0]
		s.explain(r, Atom{a.Side, limit + 1}, s.Now())
		s.conflict = append(append(s.conflict[:0], s.why...), Atom{a.Side ^ 1, -limit})
		s.fromReason(r, Atom{a.Side, limit + 1})
		return false
	}
	s.push(a, r)
	return true
}

// push makes an atom hold that can.
func (s *Solver) push(a Atom, r Reason) {
	if s.options.Trace != nil && len(s.limits) == 0 && r.kind != decided {
		s.options.Trace.Root(s.hint(r, a))
	}
	old := s.bounds[a.Side]
	s.trail = append(s.trail, event{a.Value, old, r, a.Side, s.last[a.Side], int32(len(s.limits))})
	s.last[a.Side] = int32(len(s.trail) - 1)
	s.bounds[a.Side] = a.Value
	if l := &s.ladders[a.Side>>1]; len(l.values) > 0 {
		i, j := l.crossed(a.Side, old, a.Value)
		for _, v := range l.of[i:j] {
			p := 2*v + uint32(a.Side&1)
			s.vals[p], s.vals[p^1] = 1, -1
		}
	}
}

// backtrack undoes all levels above one.
func (s *Solver) backtrack(level int) {
	if len(s.limits) <= level {
		return
	}
	s.keepLongest()
	begin := int(s.limits[level])
	for i := len(s.trail) - 1; i >= begin; i-- {
		e := &s.trail[i]
		s.bounds[e.side] = e.old
		s.last[e.side] = e.before
		l := &s.ladders[e.side>>1]
		if len(l.values) == 0 {
			continue
		}
		i, j := l.crossed(e.side, e.old, e.value)
		for _, v := range l.of[i:j] {
			if s.freely { // what was asked for would have its order become everybody's
				s.saved[v] = 1 - int8(e.side&1)<<1
			}
			s.vals[2*v], s.vals[2*v+1] = 0, 0
			if s.heap.Activity[v] > 0 {
				s.heap.Insert(v)
			}
		}
	}
	s.trail = s.trail[:begin]
	s.limits = s.limits[:level]
	s.atoms = s.atoms[:s.marks[level]]
	s.marks = s.marks[:level]
	s.cursor = s.cursors[level]
	s.cursors = s.cursors[:level]
	s.head = begin
	s.clearQueues()
}

func (s *Solver) clearQueues() {
	for i, q := range s.queues {
		for _, id := range q[s.heads[i]:] {
			s.queued[id] = false
		}
		s.queues[i], s.heads[i] = q[:0], 0
	}
}

// decide opens a level with an atom that is not known.
func (s *Solver) decide(a Atom) {
	s.limits = append(s.limits, int32(len(s.trail)))
	s.marks = append(s.marks, len(s.atoms))
	s.cursors = append(s.cursors, s.cursor)
	s.push(a, Reason{kind: decided})
}

// openLevel opens a level without a decision.
func (s *Solver) openLevel() {
	s.limits = append(s.limits, int32(len(s.trail)))
	s.marks = append(s.marks, len(s.atoms))
	s.cursors = append(s.cursors, s.cursor)
}

// settle propagates at level 0 and makes all that is known there known for good. It reports
// whether there is no contradiction.
func (s *Solver) settle() bool {
	if s.refuted {
		return false
	}
	if !s.propagate() {
		s.refuted = true
		s.traceEnd(s.tracing.origin)
		return false
	}
	s.forget()
	return true
}

// forget makes what is known at level 0 known for good: it needs no reasons.
func (s *Solver) forget() {
	for i := range s.trail {
		s.last[s.trail[i].side] = -1
	}
	s.trail, s.atoms, s.head = s.trail[:0], s.atoms[:0], 0
}

// used is about how many bytes everything takes.
func (s *Solver) used() int64 {
	clauses := int64(len(s.irredundant) + len(s.learned))
	return int64(cap(s.arena.Words))*4 + clauses*40 + int64(len(s.meaning))*160 + int64(len(s.ladders))*400 + int64(cap(s.trail))*64 + int64(cap(s.atoms))*16
}

// Running is the number of the propagator that runs.
func (s *Solver) Running() int32 { return s.running }
