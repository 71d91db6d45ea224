package planning

import "sync"

// relaxed returns a task without axioms that allows everything that t does, at the same cost, and more.
// Derived variables become ordinary ones. For each axiom an operator sets its variable at cost 0, and
// another operator sets it back to the default value. After an operator of t, the values that changed can
// be corrected one by one, in the order of the layers. So a heuristic that is admissible for the relaxed
// task is admissible for t.
//
// A variable can be set back if none of its axioms holds. Axioms with variables that depend on this one are
// not tested, since values that support each other could never be set back.
//
// The operators of t come first, then those of the axioms. Mutexes of derived variables are dropped: they
// may not hold between two states of t.
func (t *Task) relaxed() *Task {
	if len(t.Axioms) == 0 {
		return t
	}
	l, _ := t.layers()
	out := *t
	out.Axioms, out.Init, out.Mutexes = nil, t.Derive(t.Init), nil
	out.Operators = t.Operators[:len(t.Operators):len(t.Operators)]
	for i := range t.Axioms {
		a := &t.Axioms[i]
		out.Operators = append(out.Operators, Operator{Name: "derive " + t.String(a.Fact), Pre: a.When, Effects: []Effect{{Fact: a.Fact}}})
	}
	fails, never := t.failing(l)
	for v, layer := range l.layer {
		if layer >= 0 && !never[v] {
			f := Fact{v, t.Init[v]}
			out.Operators = append(out.Operators, Operator{Name: "derive " + t.String(f), Some: fails[v], Effects: []Effect{{Fact: f}}})
		}
	}
	for _, group := range t.Mutexes {
		var list []Fact
		for _, f := range group {
			if l.layer[f.Var] < 0 {
				list = append(list, f)
			}
		}
		out.Mutexes = append(out.Mutexes, list)
	}
	return &out
}

// maxFailing is the maximum number of facts in the conditions that axioms fail.
const maxFailing = 1 << 20

// failing returns, for each derived variable, disjunctions that hold if its axioms fail, and whether an
// axiom never fails.
func (t *Task) failing(l *layering) (fails [][][]Fact, never []bool) {
	fails, never = make([][][]Fact, len(t.Variables)), make([]bool, len(t.Variables))
	facts := 0
axioms:
	for i := range t.Axioms {
		a := &t.Axioms[i]
		count := 0
		for _, f := range a.When {
			if l.layer[f.Var] >= 0 && l.part[f.Var] == l.part[a.Var] {
				continue axioms
			}
			count += t.Variables[f.Var].Size - 1
		}
		facts += count
		switch {
		case count == 0:
			never[a.Var] = true
		case facts <= maxFailing:
			fails[a.Var] = append(fails[a.Var], t.notAll(a.When, count))
		}
	}
	return fails, never
}

// notAll returns the disjunction that not all of some facts hold; count is its length.
func (t *Task) notAll(all []Fact, count int) []Fact {
	list := make([]Fact, 0, count)
	for _, f := range all {
		for x := range t.Variables[f.Var].Size {
			if x != f.Value {
				list = append(list, Fact{f.Var, x})
			}
		}
	}
	return list
}

// A relaxedView caches the space of the relaxed task.
type relaxedView struct {
	once  sync.Once
	space *Space
}

// view returns the space in which estimates are computed: that of the relaxed task if there are axioms,
// else s. Its states and its first operators are those of s. It uses the mutexes that s has at the first
// call, so these must be set before.
func (s *Space) view() *Space {
	if s.derive == nil {
		return s
	}
	s.relaxedView.once.Do(func() {
		v := newSpace(s.Task.relaxed()) // the relaxed task of a valid task is valid
		v.Mutexes, v.room, v.real = s.Mutexes, s.room, len(s.ops)
		s.relaxedView.space = v
	})
	return s.relaxedView.space
}
