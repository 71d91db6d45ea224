package pddl

import (
	"maps"
	"slices"

	"farbank/planning/temporal"
)

// Happenings interfere by what their conditions and effects mention, as in VAL, also where a part of
// them never holds and is not in the ground task. The mentions of a happening are what it reads and
// writes beside what its conditions and effects in the task have: facts and, after them, numbers of
// the task, and numbers below 0 for what the task does not have.
type mentions struct {
	w   *directWriter
	env []int32

	reads, writes  map[int]bool // writes: numbers that are assigned
	shifts         map[int]bool // increased or decreased
	gives, removes map[int]bool // facts
}

func (w *directWriter) mentionsOf(a *instance, slots int) *mentions {
	m := &mentions{w, make([]int32, max(len(a.args), a.schema.slots, slots)), map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}}
	copy(m.env, a.args)
	return m
}

func (m *mentions) list(of map[int]bool) []int { return slices.Sorted(maps.Keys(of)) }

// mention adds to the beginning or the end of an action what it mentions.
func (w *directWriter) mention(s *temporal.Snap, a *instance) {
	slots := a.schema.pre.highest()
	for i := range a.schema.effects {
		slots = max(slots, a.schema.effects[i].when.highest())
	}
	for i := range a.schema.numbers {
		slots = max(slots, a.schema.numbers[i].when.highest())
	}
	m := w.mentionsOf(a, slots)
	m.condition(a.schema.pre, false)
	for _, e := range a.raw.effects {
		if w.at[e.atom] < 0 {
			m.sets(e.not)[w.named(w.g.text(e.atom))] = true
		}
	}
	for i := range a.schema.effects {
		if e := &a.schema.effects[i]; e.when.op != isTrue {
			w.g.each(e.all, m.env, func() {
				m.condition(e.when, true)
				m.sets(e.not)[m.fact(e.pred, e.terms)] = true
			})
		}
	}
	for i := range a.schema.numbers {
		if e := &a.schema.numbers[i]; e.when.op != isTrue || e.fn.assigns && !e.fn.kept() {
			w.g.each(e.all, m.env, func() {
				m.condition(e.when, true)
				m.number(e.value)
				to := m.writes
				if e.how == increase || e.how == decrease {
					to = m.shifts
				}
				to[m.fluent(e.fn, e.terms)] = true
			})
		}
	}
	s.Reads, s.Writes, s.Shifts = m.list(m.reads), m.list(m.writes), m.list(m.shifts)
	s.Gives, s.Removals = m.list(m.gives), m.list(m.removes)
}

// sets returns the facts that are made true, or false.
func (m *mentions) sets(not bool) map[int]bool {
	if not {
		return m.removes
	}
	return m.gives
}

// condition adds what a condition reads. Of conjunctions the task has all, but for facts that do not
// change, which matter where an effect concerns them; parts says that it is no conjunction.
func (m *mentions) condition(f *formula, parts bool) {
	switch f.op {
	case isAll, isAny:
		m.w.g.each(f.all, m.env, func() { m.condition(f.args[0], true) })
		return
	case isAtom:
		if parts || m.w.fixed[f.pred] {
			m.reads[m.fact(f.pred, f.terms)] = true
		}
	case isCompare:
		if parts {
			m.number(f.sides[0])
			m.number(f.sides[1])
		}
	}
	for _, x := range f.args {
		m.condition(x, parts || f.op != isAnd)
	}
}

// number adds the numbers that an expression reads.
func (m *mentions) number(n *number) {
	switch n.op {
	case length: // it was read at the start
		return
	case fluent:
		m.reads[m.fluent(n.fn, n.terms)] = true
	}
	for _, a := range n.args {
		m.number(a)
	}
}

func (m *mentions) fact(pred int, terms []int32) int {
	args := make([]int32, len(terms))
	for i, t := range terms {
		args[i] = value(t, m.env)
	}
	n := m.w.g.fact(pred, args)
	if int(n) < len(m.w.at) && m.w.at[n] >= 0 {
		return m.w.at[n]
	}
	return m.w.named(m.w.g.text(n))
}

func (m *mentions) fluent(fn *function, terms []int32) int {
	name := m.w.g.d.fluent(fn, terms, m.env)
	if k, ok := m.w.g.fluentAt[name]; ok {
		return len(m.w.x.Task.Facts) + int(k)
	}
	return m.w.named(name)
}

// named returns the number of what the task does not have.
func (w *directWriter) named(name string) int {
	k, met := w.other[name]
	if !met {
		k = -1 - len(w.other)
		w.other[name] = k
	}
	return k
}
