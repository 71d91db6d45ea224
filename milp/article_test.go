package milp_test

import (
	"testing"

	"farbank/milp"
	"farbank/milp/problem"
)

// article returns the program of the article on the wolf, the goat and the cabbage, with the given
// number of turns. Each turn constrains the state before it: nothing is eaten there, and a boat can
// make the change from the state before that. The goal constrains the state before the last turn,
// as in the article, or the one after it.
func article(turns int, after bool) (*milp.Model, *milp.Loop) {
	const farmer, wolf, cabbage, goat = 0, 1, 2, 3
	m := milp.NewModel("article")
	var last []milp.Expr
	loop := m.Loop(turns, milp.Constants(0, 0, 0, 0), func(t *milp.Turn) []milp.Expr {
		now := t.State
		if last != nil {
			hash := milp.Dot([]float64{8, 4, 2, 1}, now)
			m.Add(hash.NotIn(2+1, 4+1, 4+2+1, 8, 8+2, 8+4))
			var right, left []milp.Condition
			for i := range now {
				right = append(right, now[i].GreaterEqual(last[i]))
				left = append(left, now[i].LessEqual(last[i]))
			}
			m.Add(milp.Sum(now...).Minus(milp.Sum(last...)).Between(-2, 2))
			m.Add(milp.Or(milp.And(right...), milp.And(left...)))
		}
		last = now
		return []milp.Expr{milp.Constant(1).Minus(now[farmer]), m.Binary("").Expr, m.Binary("").Expr, m.Binary("").Expr}
	})
	end := loop.States[turns-1]
	if after {
		end = loop.States[turns]
	}
	m.Add(milp.Sum(end[farmer], end[wolf], end[cabbage], end[goat]).Is(4))
	m.Minimize(loop.Count)
	return m, loop
}

// TestArticle checks that the article's program finds the plan of seven crossings. The program does
// not constrain the last crossing, which goes unnoticed with sixteen turns, of which the last ones
// are idle.
func TestArticle(t *testing.T) {
	for _, c := range []struct {
		turns     int
		after     bool
		three     bool // three things are to cross at once in the last turn
		crossings int  // -1: there is no plan
	}{
		{16, false, false, 7}, {8, false, false, 7}, {7, false, false, -1},
		{16, true, false, 7}, {7, true, false, 7}, {7, true, true, 7}, {3, true, true, 3},
	} {
		m, loop := article(c.turns, c.after)
		if c.three {
			m.Add(milp.Sum(loop.States[c.turns]...).Minus(milp.Sum(loop.States[c.turns-1]...)).Is(3))
		}
		s, err := m.Solve(t.Context())
		switch {
		case err != nil:
			t.Fatal(err)
		case s.Status == problem.Infeasible && c.crossings < 0:
		case s.Status != problem.Optimal || s.Int(loop.Count) != c.crossings:
			t.Errorf("%+v: %v, %d crossings", c, s.Status, s.Int(loop.Count))
		}
	}
}
