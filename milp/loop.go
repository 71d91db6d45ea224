package milp

import "strconv"

// A Loop is an unrolled loop; see [Model.Loop].
type Loop struct {
	States [][]Expr // before the first turn, and after each
	Active []Truth  // whether the loop runs in each turn
	Count  Expr     // the number of turns in which it runs
}

// Last returns the state after the last turn.
func (l *Loop) Last() []Expr { return l.States[len(l.States)-1] }

// A Turn is one turn of an unrolled loop.
type Turn struct {
	Model  *Model
	Index  int    // from 0
	State  []Expr // before the turn
	Active Truth  // whether the loop runs in this turn
}

// Name returns the name with the turn, such as move(3).
func (t *Turn) Name(name string) string { return name + "(" + strconv.Itoa(t.Index) + ")" }

// Require posts the conditions if the loop runs in this turn.
func (t *Turn) Require(cs ...Condition) { t.Model.When(t.Active, cs...) }

// Loop unrolls a loop of at most the given number of turns; the solver chooses the number. The loop
// runs in the first Count turns. In all later ones it is idle and the state does not change. The
// body returns the state after a turn.
//
// If an entry of that state is a variable that the body created, it is the new state itself, and
// equals the old state in idle turns. What the body posts about it holds in idle turns too, unless
// it is posted by [Turn.Require]. Any other entry becomes the [Model.IfThenElse] of Active, the
// entry and the old state.
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
