package planning

import (
	"context"
	"slices"
)

// Mutexes holds invariants of the reachable states of a task: pairs of facts that never hold together. They
// are computed by h^2, the reachability of pairs (Haslum and Geffner 2000; as a fixpoint over bitsets,
// Alcázar and Torralba 2015).
type Mutexes struct {
	task    *Task
	offset  []int
	reach   []bitset // by fact: the facts that may hold with it, including itself
	implied [][]Fact // by operator, then by axiom: facts that hold when it applies, other than its preconditions
	dead    []bool   // by operator: it never applies
	goal    []Fact   // facts that hold in goal states, other than the goal
	noGoal  bool     // no reachable state is a goal
}

// maxMutexWork is the maximum number of words processed.
const maxMutexWork = 2_000_000_000

// FindMutexes returns the mutexes of a valid task. It reports false if that takes too much memory or time,
// or if ctx ends.
func FindMutexes(ctx context.Context, t *Task) (*Mutexes, bool) {
	m := findMutexes(ctx, t, usualRoom/4)
	return m, m != nil
}

// findMutexes is like FindMutexes but uses at most room bytes. It returns nil where FindMutexes reports
// false.
func findMutexes(ctx context.Context, t *Task, room int64) *Mutexes {
	t = t.relaxed()
	m := &Mutexes{task: t, offset: make([]int, len(t.Variables)+1)}
	for v := range t.Variables {
		m.offset[v+1] = m.offset[v] + t.Variables[v].Size
	}
	n := m.facts()
	if int64(n)*int64(n)/8 > room {
		return nil
	}
	f := newPairFinder(m)
	if !f.run(ctx) {
		return nil
	}
	m.conclude(ctx)
	return m
}

func (m *Mutexes) facts() int        { return m.offset[len(m.offset)-1] }
func (m *Mutexes) number(f Fact) int { return m.offset[f.Var] + f.Value }

// Mutex reports whether no reachable state contains both facts.
func (m *Mutexes) Mutex(a, b Fact) bool { return !m.reach[m.number(a)].has(m.number(b)) }

// Reachable reports whether a reachable state may contain a fact.
func (m *Mutexes) Reachable(f Fact) bool { return !m.Mutex(f, f) }

// with returns the facts that may hold in states that satisfy a condition, or nil if no reachable state
// does.
func (m *Mutexes) with(all []Fact, some [][]Fact) bitset {
	set := m.reachable()
	if !m.restrict(set, all, some) {
		return nil
	}
	return set
}

// reachable returns the facts of reachable states.
func (m *Mutexes) reachable() bitset {
	set := newBitset(m.facts())
	for f := range m.reach {
		if m.reach[f].has(f) {
			set.add(f)
		}
	}
	return set
}

// restrict intersects set with the facts that may hold in states that satisfy a condition. It returns false
// if no reachable state does.
func (m *Mutexes) restrict(set bitset, all []Fact, some [][]Fact) bool {
	for _, f := range all {
		set.meet(m.reach[m.number(f)])
	}
	for _, f := range all {
		if !set.has(m.number(f)) {
			return false
		}
	}
	for _, list := range some {
		if !slices.ContainsFunc(list, func(f Fact) bool { return set.has(m.number(f)) }) {
			return false
		}
	}
	return true
}

// conclude computes the facts that preconditions and goals imply. If ctx ends or that takes too long, it
// leaves out those of the remaining operators.
func (m *Mutexes) conclude(ctx context.Context) {
	m.implied, m.dead = make([][]Fact, len(m.task.Operators)), make([]bool, len(m.task.Operators))
	reachable := m.reachable()
	set := newBitset(m.facts())
	m.goal, m.noGoal = m.implies(m.task.Goal, m.task.GoalSome)
	work := 0
	for i := range m.task.Operators {
		o := &m.task.Operators[i]
		copy(set, reachable)
		m.implied[i], m.dead[i] = m.impliedBy(set, o.Pre, o.Some)
		if work += len(set)*(len(o.Pre)+1) + len(m.task.Variables); work > maxMutexWork || i%256 == 0 && ctx.Err() != nil {
			return
		}
	}
}

// implies returns the facts that a condition implies; never reports that it never holds.
func (m *Mutexes) implies(all []Fact, some [][]Fact) (more []Fact, never bool) {
	return m.impliedBy(m.reachable(), all, some)
}

// impliedBy is like implies. It changes set, which holds the facts of reachable states.
func (m *Mutexes) impliedBy(set bitset, all []Fact, some [][]Fact) (more []Fact, never bool) {
	if !m.restrict(set, all, some) {
		return nil, true
	}
	for v := range m.task.Variables {
		value, count := set.only(m.offset[v], m.offset[v+1])
		switch {
		case count == 0:
			return nil, true
		case count == 1 && m.task.Variables[v].Size > 1 && !slices.ContainsFunc(all, func(f Fact) bool { return f.Var == v }):
			more = append(more, Fact{v, value - m.offset[v]})
		}
	}
	return more, false
}

// Same reports whether each value of one variable determines the value of the other and vice versa.
func (m *Mutexes) Same(u, v int) bool {
	return m.follows(u, v) && m.follows(v, u)
}

// follows reports whether each value of u determines the value of v.
func (m *Mutexes) follows(v, u int) bool {
	for x := range m.task.Variables[u].Size {
		n := 0
		for y := range m.task.Variables[v].Size {
			if !m.Mutex(Fact{u, x}, Fact{v, y}) {
				n++
			}
		}
		if n > 1 {
			return false
		}
	}
	return true
}

// A pairFinder computes the fixpoint.
type pairFinder struct {
	*Mutexes
	apart  []bitset // pairs that are mutex according to the task; nil if none
	parts  [][]part // by operator
	covers [][]int  // by operator: the variables that it always sets
	asks   [][]int  // by fact: the operators with it in a condition
	always []int    // operators without preconditions
	queued []bool
	many   int // number of queued operators
	queue  []int
	set    bitset // scratch
	frame  bitset // the facts that may hold before a part of an operator
	next   bitset // and after it
	work   int64
}

// A part holds the effects of an operator with the same condition.
type part struct {
	when, effects []Fact
	asks, adds    []int // the numbers of both
}

func newPairFinder(m *Mutexes) *pairFinder {
	t, n := m.task, m.facts()
	f := &pairFinder{Mutexes: m, parts: make([][]part, len(t.Operators)), covers: make([][]int, len(t.Operators)), asks: make([][]int, n),
		queued: make([]bool, len(t.Operators)), set: newBitset(n), frame: newBitset(n), next: newBitset(n)}
	m.reach = make([]bitset, n)
	for i := range m.reach {
		m.reach[i] = newBitset(n)
	}
	f.part()
	for i := range t.Operators {
		f.operator(i)
	}
	for i, x := range t.Init {
		for j, y := range t.Init {
			m.reach[m.offset[i]+x].add(m.offset[j] + y)
		}
	}
	return f
}

// part reads the mutexes of the task.
func (f *pairFinder) part() {
	if len(f.task.Mutexes) == 0 {
		return
	}
	f.apart = make([]bitset, f.facts())
	for _, g := range f.task.Mutexes {
		for _, a := range g {
			for _, b := range g {
				if a == b || a.Var == b.Var {
					continue
				}
				i := f.number(a)
				if f.apart[i] == nil {
					f.apart[i] = newBitset(f.facts())
				}
				f.apart[i].add(f.number(b))
			}
		}
	}
}

// operator splits an operator into parts.
func (f *pairFinder) operator(i int) {
	o := &f.task.Operators[i]
	asked := slices.Clone(o.Pre)
	for _, list := range o.Some {
		asked = append(asked, list...)
	}
	for _, e := range o.Effects {
		k := slices.IndexFunc(f.parts[i], func(p part) bool { return slices.Equal(p.when, e.When) })
		if k < 0 {
			k = len(f.parts[i])
			f.parts[i] = append(f.parts[i], part{when: e.When})
			for _, a := range e.When {
				f.parts[i][k].asks = append(f.parts[i][k].asks, f.number(a))
			}
			asked = append(asked, e.When...)
		}
		f.parts[i][k].effects = append(f.parts[i][k].effects, e.Fact)
		f.parts[i][k].adds = append(f.parts[i][k].adds, f.number(e.Fact))
		if f.sure(o, e.Var) && !slices.Contains(f.covers[i], e.Var) {
			f.covers[i] = append(f.covers[i], e.Var)
		}
	}
	for _, a := range asked {
		n := f.number(a)
		if l := f.asks[n]; len(l) == 0 || l[len(l)-1] != i {
			f.asks[n] = append(f.asks[n], i)
		}
	}
	if len(o.Pre) == 0 {
		f.always = append(f.always, i)
	}
	f.push(i)
}

// sure reports whether an operator always sets a variable: by an unconditional effect, or for each value of
// another variable.
func (f *pairFinder) sure(o *Operator, v int) bool {
	values := map[int]map[int]bool{}
	for _, e := range o.Effects {
		switch {
		case e.Var != v || len(e.When) > 1:
		case len(e.When) == 0:
			return true
		default:
			w := e.When[0]
			if values[w.Var] == nil {
				values[w.Var] = map[int]bool{}
			}
			values[w.Var][w.Value] = true
			if len(values[w.Var]) == f.task.Variables[w.Var].Size {
				return true
			}
		}
	}
	return false
}

func (f *pairFinder) push(i int) {
	if !f.queued[i] {
		f.queued[i] = true
		f.many++
		f.queue = append(f.queue, i)
	}
}

// run computes the fixpoint. It reports false if it takes too long or ctx ends.
func (f *pairFinder) run(ctx context.Context) bool {
	for len(f.queue) > 0 {
		list := f.queue
		f.queue = nil
		for _, i := range list {
			f.queued[i] = false
			f.many--
			f.perform(i)
			if f.work > maxMutexWork || ctx.Err() != nil {
				return false
			}
		}
	}
	return true
}

// together intersects set with the facts that may hold with all of some facts. It returns false if these
// never hold together.
func (f *pairFinder) together(set bitset, all []Fact) bool {
	for _, a := range all {
		set.meet(f.reach[f.number(a)])
	}
	f.work += int64(len(set) * (len(all) + 1))
	return !slices.ContainsFunc(all, func(a Fact) bool { return !set.has(f.number(a)) })
}

// perform adds the pairs that an operator reaches.
func (f *pairFinder) perform(i int) {
	o := &f.task.Operators[i]
	for k := range f.set {
		f.set[k] = ^uint64(0)
	}
	if n := f.facts() & 63; n != 0 {
		f.set[len(f.set)-1] = 1<<n - 1
	}
	if !f.together(f.set, o.Pre) {
		return
	}
	if len(o.Pre) == 0 {
		for a := range f.reach {
			if !f.reach[a].has(a) {
				f.set.remove(a)
			}
		}
	}
	for _, list := range o.Some {
		if !slices.ContainsFunc(list, func(a Fact) bool { return f.set.has(f.number(a)) }) {
			return
		}
	}
	for k := range f.parts[i] {
		f.effects(i, k)
	}
}

// effects adds the pairs that one part of an operator reaches.
func (f *pairFinder) effects(i, k int) {
	p := &f.parts[i][k]
	copy(f.frame, f.set)
	if len(p.when) > 0 && !f.together(f.frame, p.when) {
		return
	}
	copy(f.next, f.frame)
	for _, v := range f.covers[i] {
		for n := f.offset[v]; n < f.offset[v+1]; n++ {
			f.next.remove(n)
		}
	}
other:
	for j := range f.parts[i] {
		other := &f.parts[i][j]
		for _, n := range other.asks {
			if !f.frame.has(n) {
				continue other
			}
		}
		for _, n := range other.adds {
			f.next.add(n)
		}
	}
	for _, e := range p.effects {
		f.pair(e)
	}
}

// pair records that a fact may hold with those of next, except for other values of its variable.
func (f *pairFinder) pair(e Fact) {
	n := f.number(e)
	row := f.reach[n]
	f.work += int64(len(row))
	first, last := f.offset[e.Var], f.offset[e.Var+1]
	changed := false
	for w := range row {
		fresh := f.next[w] &^ row[w]
		if f.apart != nil && f.apart[n] != nil {
			fresh &^= f.apart[n][w]
		}
		if fresh == 0 {
			continue
		}
		for b := w << 6; fresh != 0; b, fresh = b+1, fresh>>1 {
			if fresh&1 == 0 || b >= first && b < last && b != n {
				continue
			}
			row.add(b)
			f.reach[b].add(n)
			changed = true
			f.wake(b)
		}
	}
	if changed {
		f.wake(n)
		for _, i := range f.always {
			f.push(i)
		}
	}
}

// wake queues the operators with a fact in a condition. If all operators are queued already, it returns at
// once, which is common if most operators have most facts in conditions.
func (f *pairFinder) wake(fact int) {
	if f.many == len(f.queued) {
		return
	}
	f.work += int64(len(f.asks[fact]))
	for _, i := range f.asks[fact] {
		f.push(i)
	}
}
