package planning

import "sync"

// loosened is a task without axioms that allows all that t does, at the same cost, and more: derived variables are
// ordinary ones, which an operator for each axiom sets at no cost, and another sets back to the default value. After
// an operator of t the values that have changed can be put right one by one, in the order of the layers; what
// estimates promise of the loosened task they promise of t.
//
// A variable is set back where none of its axioms holds. Of axioms that ask for variables that need this one in turn
// that is not demanded: of values that led to each other none would be the first to go.
//
// The operators of t come first, then those of the axioms. What t says of mutexes of derived variables is left out:
// on the way from one state to the next it may not hold.
func (t *Task) loosened() *Task {
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

// mostFailing bounds the facts that say when axioms fail.
const mostFailing = 1 << 20

// failing tells of each derived variable when its axioms fail, as disjunctions, or that one never does.
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
		case facts <= mostFailing:
			fails[a.Var] = append(fails[a.Var], t.notAll(a.When, count))
		}
	}
	return fails, never
}

// notAll is the facts of which one holds where not all of some do, as many as are told.
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

// A looseView keeps the space of the loosened task, once it was asked for.
type looseView struct {
	once  sync.Once
	space *Space
}

// view is the space that estimates are made in: that of the loosened task, where something is derived. Its states
// are those of s, and its first operators too. It knows the mutexes that s has when it is asked for first: they are
// to be set before.
func (s *Space) view() *Space {
	if s.derive == nil {
		return s
	}
	s.loose.once.Do(func() {
		v := newSpace(s.Task.loosened()) // it is as valid as the task
		v.Mutexes, v.room, v.real = s.Mutexes, s.room, len(s.ops)
		s.loose.space = v
	})
	return s.loose.space
}
