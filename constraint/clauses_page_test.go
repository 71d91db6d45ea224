//go:build page

package constraint

import "testing"

// TestClausesOfPage holds that models of nothing but clauses are answered without the solver for them, by one worker and by two.
func TestClausesOfPage(t *testing.T) {
	for workers := range 3 {
		m := Model{Workers: workers}
		x, y := m.Bool("x"), m.Bool("y")
		m.Add(Or(x, y))
		m.Add(Or(x.Not(), y.Not()))
		m.Add(Or(x, y.Not()))
		if a, err := m.Solve(t.Context()); err != nil || a.Status != Feasible || !a.True(x) || a.True(y) {
			t.Errorf("%d workers: %v %v", workers, a.Status, err)
		}
		m.Add(Or(x.Not(), y))
		if a, err := m.Solve(t.Context()); err != nil || a.Status != Infeasible {
			t.Errorf("%d workers, without a solution: %v %v", workers, a.Status, err)
		}
	}
}
