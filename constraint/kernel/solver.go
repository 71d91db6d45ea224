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

// A Propagator is a constraint that infers bounds.
type Propagator interface {
	// Propagate raises views. It returns false after a conflict: a Set that returned false, or Fail.
	Propagate(s *Solver) bool
	// Explain explains an atom that was set with [Data]: it calls s.Why with atoms that held before at and imply the
	// atom. The atom may be weaker than the one that was set.
	Explain(s *Solver, a Atom, data uint64, at int32)
}

// A Reason identifies the explanation of an atom.
type Reason struct {
	kind int32 // a propagator from 0, or one of the constants below
	data uint64
}

const (
	decided   = -1
	byClause  = -2
	byAtoms   = -3
	byChannel = -4
)

// Data returns a reason that propagator id computes later, in Explain.
func Data(id int32, data uint64) Reason { return Reason{id, data} }

// An event is the rise of a view.
type event struct {
	value, old int64
	reason     Reason
	view       View
	before     int32 // the previous event of the view; -1: none
	level      int32
}

// A wake is an entry of the watch list of a view. The propagator is not woken while unless is false.
type wake struct {
	id     int32
	data   int32 // argument of Note; -1: wake the propagator
	unless Atom
}

// A Noter is a propagator that is notified of events during propagation. It wakes itself if it has work to do. The
// events may have been undone when it runs.
type Noter interface {
	Note(s *Solver, data int32)
}

// A Solver holds variables, clauses and propagators. See [New].
type Solver struct {
	options Options
	refuted bool

	bounds []int64 // by view
	last   []int32 // by view: its last event; -1: none
	trail  []event
	limits []int32 // by level: its first index in trail
	head   int
	atoms  []Atom // reasons given as atoms
	marks  []int  // by level: length of atoms at its begin

	wakes    [][]wake  // by view
	holes    [][]wake  // by variable: propagators that watch holes
	ladders  []ladder  // by variable: its literals x >= v
	equals   []ladder  // by variable: its equality variables x = v
	removed  []int32   // by variable: number of its equality variables that are 0
	owners   []owner   // by variable: what it represents, if it is an equality variable
	weights  []int64   // by variable: number of conflicts that it took part in
	wanted   []Var     // variables to fix last, in order
	cursor   int       // the first of wanted that may not be fixed
	cursors  []int     // by level
	brancher []Chooser // the requested search

	arena       clause.Arena
	irredundant []ref
	learned     []ref
	watches     [][]watch
	vals        []int8
	meaning     []Atom // by literal variable: the atom of its positive literal
	saved       []int8 // by literal variable: its last value in a free search, 1 or -1
	target      []int8 // by literal variable: its value in the longest trail without a conflict; 0: none
	longest     int    // length of that trail
	heap        order.Heap
	free        []uint32 // unused literal variables

	propagators []Propagator
	priority    []uint8
	queued      []bool
	sizes       []int32 // number of watches
	queues      [4][]int32
	heads       [4]int // by queue: the next index
	final       int32  // 1 + the propagator that runs at fixpoints; 0: none
	finalAt     int    // length of the trail when it last ran

	running  int32 // the propagator that is running
	ctx      context.Context
	halt     error // the error that ended propagation early
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
	Memory int64 // approximate limit of memory in bytes; 0: no limit
	// Audit, if not nil, is called with each explanation of a propagator: because implies follows, which is False for a
	// conflict. It is for tests.
	Audit func(propagator int32, because []Atom, follows Atom)
	// Trace, if not nil, receives every step.
	Trace Trace
}

// Stats counts the work done so far.
type Stats struct {
	Conflicts, Decisions, Propagations, Restarts, Solutions int64
	Learned, Deleted                                        int64 // clauses
	Work                                                    int64 // about the number of watches, bounds and terms that were visited
	Literals, Variables, Propagators                        int
}

// An owner states that an equality variable is 1 if and only if x = value.
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

// NewVar returns a new variable with values from lo to hi, which must lie within ±MaxValue.
func (s *Solver) NewVar(lo, hi int64) Var {
	x := Var(len(s.ladders))
	s.bounds = append(s.bounds, lo, -hi)
	s.last = append(s.last, -1, -1)
	s.wakes = append(s.wakes, nil, nil)
	s.holes = append(s.holes, nil)
	s.ladders = append(s.ladders, ladder{})
	s.equals = append(s.equals, ladder{})
	s.removed = append(s.removed, 0)
	s.owners = append(s.owners, owner{-1, 0})
	s.weights = append(s.weights, 0)
	s.wanted = append(s.wanted, x)
	s.viewStamp = append(s.viewStamp, 0, 0)
	s.viewAt = append(s.viewAt, 0, 0)
	if s.options.Trace != nil {
		s.options.Trace.Variable(x, lo, hi)
	}
	if lo > hi {
		s.refuted = true
	}
	return x
}

// NewBool returns a new variable with values 0 and 1.
func (s *Solver) NewBool() Var { return s.NewVar(0, 1) }

// Stats returns the statistics so far.
func (s *Solver) Stats() Stats {
	st := s.stats
	st.Literals, st.Variables, st.Propagators = len(s.meaning)-len(s.free), len(s.ladders), len(s.propagators)
	return st
}

// Refuted reports whether there is no solution, whatever the assumptions.
func (s *Solver) Refuted() bool { return s.refuted }

// Weight returns the number of conflicts that x took part in.
func (s *Solver) Weight(x Var) int64 { return s.weights[x] }

// Min returns the current lower bound of x.
func (s *Solver) Min(x Var) int64 { return s.bounds[2*x] }

// Max returns the current upper bound of x.
func (s *Solver) Max(x Var) int64 { return -s.bounds[2*x+1] }

// Fixed reports whether x has a single value.
func (s *Solver) Fixed(x Var) bool { return s.bounds[2*x] == -s.bounds[2*x+1] }

// Bound returns the current lower bound of a view.
func (s *Solver) Bound(view View) int64 { return s.bounds[view] }

// Holds reports whether a is known to be true.
func (s *Solver) Holds(a Atom) bool { return s.bounds[a.View] >= a.Value }

// Fails reports whether a is known to be false.
func (s *Solver) Fails(a Atom) bool { return -s.bounds[a.View^1] < a.Value }

// Has reports whether x can have the value v.
func (s *Solver) Has(x Var, v int64) bool {
	if v < s.Min(x) || v > s.Max(x) {
		return false
	}
	e, ok := s.equals[x].find(v)
	return !ok || s.bounds[2*e+1] != 0 // not known to be 0
}

// Level returns the number of open decision levels.
func (s *Solver) Level() int { return len(s.limits) }

// Now returns the current length of the trail, for explaining an inference at once.
func (s *Solver) Now() int32 { return int32(len(s.trail)) }

// BoundAt returns the lower bound of a view before the event at.
func (s *Solver) BoundAt(view View, at int32) int64 {
	v := s.bounds[view]
	for e := s.last[view]; e >= at; e = s.trail[e].before {
		v = s.trail[e].old
	}
	return v
}

// HeldAt reports whether a held before the event at.
func (s *Solver) HeldAt(a Atom, at int32) bool { return s.BoundAt(a.View, at) >= a.Value }

// AddPropagator adds a constraint with a priority from 0 (cheap, runs first) to 3 and returns its number. The
// propagator runs once when propagation begins.
func (s *Solver) AddPropagator(p Propagator, priority int) int32 {
	id := int32(len(s.propagators))
	s.propagators = append(s.propagators, p)
	s.priority = append(s.priority, uint8(priority))
	s.queued = append(s.queued, false)
	s.sizes = append(s.sizes, 0)
	if s.options.Trace != nil {
		s.options.Trace.Propagator(id, p)
	}
	s.Wake(id)
	return id
}

// Watch makes a rise of view wake propagator id.
func (s *Solver) Watch(id int32, view View) { s.WatchUnless(id, view, True) }

// WatchUnless makes a rise of view wake propagator id, except while unless is false.
func (s *Solver) WatchUnless(id int32, view View, unless Atom) {
	s.wakes[view] = append(s.wakes[view], wake{id, -1, unless})
	s.sizes[id]++
}

// WatchNote makes a rise of view call Note of propagator id, a Noter, with data, which must not be negative.
func (s *Solver) WatchNote(id int32, view View, data int32) {
	s.wakes[view] = append(s.wakes[view], wake{id, data, True})
}

// WatchBoth makes a change of either bound of x wake propagator id.
func (s *Solver) WatchBoth(id int32, x Var) {
	s.Watch(id, x.Lower())
	s.Watch(id, x.Upper())
}

// WatchHoles makes any removal of a value of x wake propagator id.
func (s *Solver) WatchHoles(id int32, x Var) {
	s.WatchBoth(id, x)
	s.holes[x] = append(s.holes[x], wake{id, -1, True})
}

// Woken returns the propagators that a rise of view wakes or notifies.
func (s *Solver) Woken(view View) iter.Seq[Propagator] {
	return func(yield func(Propagator) bool) {
		for _, w := range s.wakes[view] {
			if !yield(s.propagators[w.id]) {
				return
			}
		}
	}
}

// Bounded reports whether some clause contains a bound literal of x.
func (s *Solver) Bounded(x Var) bool { return len(s.ladders[x].values) > 0 }

// Wake puts a propagator into its queue.
func (s *Solver) Wake(id int32) {
	if !s.queued[id] {
		s.queued[id] = true
		q := &s.queues[s.priority[id]]
		*q = append(*q, id)
	}
}

// Why adds an atom to the explanation being computed.
func (s *Solver) Why(a Atom) { s.why = append(s.why, a) }

// Because returns the reason that all the atoms hold now.
func (s *Solver) Because(atoms ...Atom) Reason {
	s.atoms = append(s.atoms, Atom{View: View(s.running)}) // the propagator that gives the reason
	begin := len(s.atoms)
	s.atoms = append(s.atoms, atoms...)
	return Reason{byAtoms, uint64(begin)<<32 | uint64(len(atoms))}
}

// Fail reports a conflict: the atoms all hold and are inconsistent. It returns false.
func (s *Solver) Fail(atoms ...Atom) bool {
	s.audit(False, atoms)
	s.conflict = append(s.conflict[:0], atoms...)
	s.fromFail()
	return false
}

// Set makes a hold. It returns false on a conflict with the opposite bound.
func (s *Solver) Set(a Atom, r Reason) bool {
	if s.bounds[a.View] >= a.Value {
		return true
	}
	if s.options.Audit != nil {
		s.auditReason(a, r)
	}
	limit := -s.bounds[a.View^1]
	if a.Value > limit {
		s.why = s.why[:0]
		s.explain(r, Atom{a.View, limit + 1}, s.Now())
		s.conflict = append(append(s.conflict[:0], s.why...), Atom{a.View ^ 1, -limit})
		s.fromReason(r, Atom{a.View, limit + 1})
		return false
	}
	s.push(a, r)
	return true
}

// push makes a hold; a must be undecided.
func (s *Solver) push(a Atom, r Reason) {
	if s.options.Trace != nil && len(s.limits) == 0 && r.kind != decided {
		s.options.Trace.Root(s.hint(r, a))
	}
	old := s.bounds[a.View]
	s.trail = append(s.trail, event{a.Value, old, r, a.View, s.last[a.View], int32(len(s.limits))})
	s.last[a.View] = int32(len(s.trail) - 1)
	s.bounds[a.View] = a.Value
	l := &s.ladders[a.View>>1]
	if l.owner != 0 && a.View&1 != 0 {
		s.removed[l.owner]++
	}
	if len(l.values) > 0 {
		i, j := l.crossed(a.View, old, a.Value)
		for _, v := range l.of[i:j] {
			p := 2*v + uint32(a.View&1)
			s.vals[p], s.vals[p^1] = 1, -1
		}
	}
}

// backtrack undoes all levels above level.
func (s *Solver) backtrack(level int) {
	if len(s.limits) <= level {
		return
	}
	s.keepLongest()
	begin := int(s.limits[level])
	for i := len(s.trail) - 1; i >= begin; i-- {
		e := &s.trail[i]
		s.bounds[e.view] = e.old
		s.last[e.view] = e.before
		l := &s.ladders[e.view>>1]
		if l.owner != 0 && e.view&1 != 0 {
			s.removed[l.owner]--
		}
		if len(l.values) == 0 {
			continue
		}
		i, j := l.crossed(e.view, e.old, e.value)
		for _, v := range l.of[i:j] {
			if s.freely { // a requested search must not change the phases of the free one
				s.saved[v] = 1 - int8(e.view&1)<<1
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

// decide opens a level with the undecided atom a.
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

// settle propagates at level 0 and makes the result permanent. It returns false on a conflict.
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

// forget makes the bounds of level 0 permanent: they need no reasons.
func (s *Solver) forget() {
	for i := range s.trail {
		s.last[s.trail[i].view] = -1
	}
	if s.finalAt == len(s.trail) {
		s.finalAt = 0
	}
	s.trail, s.atoms, s.head = s.trail[:0], s.atoms[:0], 0
}

// Used estimates the memory in use, in bytes.
func (s *Solver) Used() int64 {
	clauses := int64(len(s.irredundant) + len(s.learned))
	return int64(cap(s.arena.Words))*4 + clauses*40 + int64(len(s.meaning))*160 + int64(len(s.ladders))*400 + int64(cap(s.trail))*64 + int64(cap(s.atoms))*16
}

// Running returns the number of the propagator that is running.
func (s *Solver) Running() int32 { return s.running }
