package planning

import (
	"testing"

	"farbank/engine"
	"farbank/lang"
	"farbank/model"
	"farbank/planning"
)

// doors is a problem in which a robot opens and closes the doors of a ring of rooms and goes through open
// ones. Room 1 must always be reachable.
const doors = `
puzzle "doors"
param n: 3..9 = 5
state door[1..n]: bool = true // between a room and the next one
state room: 1..n = 1
def next(a: 1..n, b: 1..n) = b == a + 1 or a == n and b == 1
def joined(a: 1..n, b: 1..n) = door[a] and next(a, b) or door[b] and next(b, a)
def reach(a: 1..n, b: 1..n) = a == b or any c: 1..n { joined(a, c) and reach(c, b) }
move shut(k: 1..n) {
  require door[k]
  door[k] = false
}
move go(to: 1..n) {
  require joined(room, to)
  room = to
}
always reach(room, 1)
goal not reach(1, 3) and room == 5
`

// TestDerivedSafety checks that all searches respect safety rules with recursive definitions.
func TestDerivedSafety(t *testing.T) {
	p, err := lang.Parse("doors.far", doors, lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Derived) == 0 {
		t.Fatal("nothing is derived")
	}
	for _, how := range allOptions {
		if count, axioms := compare(t, "doors", p, 5, how); (count < 20 || axioms == 0) && how.fewWays == 0 { // otherwise the task is refused
			t.Errorf("%d states, %d axioms", count, axioms)
		}
	}
	for _, q := range []engine.Question{{}, {Strategy: engine.IDAStar}, {Plans: engine.Any}, {Plans: engine.Any, Improve: true}} {
		a, err := New().Solve(t.Context(), p, q, func(model.Plan) bool { return true })
		if err != nil || a.Best == nil {
			t.Fatal(a, err)
		}
		if _, cost, err := p.Verify(*a.Best); err != nil || cost != a.Best.Cost || (q.Plans != engine.Any || q.Improve) && cost != 3 {
			t.Errorf("%+v: %v, %v", q, a.Best, err)
		}
	}
	a, err := New().Solve(t.Context(), p, engine.Question{Strategy: engine.Bidirectional}, func(model.Plan) bool { return true })
	if err != nil || a.Reason != planning.ErrDerived.Error() {
		t.Errorf("%+v, %v", a, err)
	}
}
