package milp

import "strconv"

// Loop is a loop over turns, written out; see [Model.Loop].
type Loop struct {
	States [][]Expr // before the first turn, and after each
	Active []Truth  // whether the loop runs in each turn
	Count  Expr     // the number of turns in which it runs
}

// Last gives the state after the last turn.
func (l *Loop) Last() []Expr { return l.States[len(l.States)-1] }

// Turn is one turn of a loop that is being written out.
type Turn struct {
	Model  *Model
	Index  int    // from 0
	State  []Expr // before the turn
	Active Truth  // whether the loop runs in this turn
}

// Name gives a name with the turn in it, such as move(3).
func (t *Turn) Name(name string) string { return name + "(" + strconv.Itoa(t.Index) + ")" }

// Require makes the conditions hold if the loop runs in this turn.
func (t *Turn) Require(cs ...Condition) { t.Model.When(t.Active, cs...) }

// Loop writes a loop out that runs a number of turns from 0 to the given one, which
// the solver chooses: it runs in the first Count turns and is idle in all later ones, in
// which the state stays. The body gives the state after a turn.
//
// An entry of that state which is a variable that the body has made is the new state
// itself, and when idle it is kept equal to the old one; what the body adds about it holds
// in idle turns too, unless by [Turn.Require]. Of any other entry it is
// [Model.IfThenElse] of Active, the entry, and the old one.
func (m *Model) Loop(turns int, start []Expr, body func(t *Turn) []Expr) *Loop {
	l := &Loop{States: [][]Expr{start}}
	o := m.operation("loop", start...)
	o.name = "loop"
	if body == nil {
		o.fail("there is no body")
	}
	before := True
	for i := range turns {
		if o.err != nil {
			break
		}
		active := m.Binary(m.fresh("active(" + strconv.Itoa(i) + ")"))
		o.atMost(active.Expr, before.Expr)
		old, known := l.Last(), len(m.columns)
		next := body(&Turn{Model: m, Index: i, State: old, Active: active})
		if len(next) != len(old) {
			o.fail("turn %d gives %d values, not %d", i, len(next), len(old))
			break
		}
		state := make([]Expr, len(next))
		for k, e := range next {
			if x, ok := e.single(); ok && x >= known {
				m.When(active.Not(), e.Equal(old[k]))
				state[k] = e
			} else {
				state[k] = m.IfThenElse(active, e, old[k])
			}
		}
		l.States, l.Active = append(l.States, state), append(l.Active, active)
		before = active
	}
	l.Count = o.done(Sum(l.Active...))
	return l
}
