package simplex

import (
	"math"
	"testing"

	"farbank/milp/lu"
)

// TestLongWays checks that the primal ratio test finds the blocking variable if its distance is so
// large that the tolerance is lost in it. Otherwise it would call the program unbounded.
func TestLongWays(t *testing.T) {
	for _, far := range []float64{1e8, 1e10, 3e13, 1e15, 7e17, 1e29} {
		for _, alpha := range []float64{1, 3, 0.1, 7e-3, 1.0 / 3, 49} {
			s := &Solver{lo: []float64{0, 0, 0}, hi: []float64{inf, inf, inf}, x: []float64{far, 2 * far, 3 * far}, head: []int32{0, 1, 2}}
			s.col = &lu.Vector{}
			s.col.Resize(3)
			for i := range int32(3) {
				s.col.Add(i, alpha)
			}
			for _, bland := range []bool{false, true} {
				if r, step := s.primalRatio(1, bland); r != 0 || math.Abs(step*alpha-far) > 1e-9*far {
					t.Errorf("distance %g, entry %g: position %d blocks after %g", far, alpha, r, step)
				}
			}
		}
	}
}

// TestWildBasis checks that a basis with an unreliable reduced cost proves nothing: neither a
// pivot nor infeasibility.
func TestWildBasis(t *testing.T) {
	// x + y >= 3 within [0, 1]: infeasible, whatever the costs.
	s := New([]float64{1, 1}, []float64{0, 0}, []float64{1, 1}, []Row{{Lower: 3, Upper: inf, Index: []int32{0, 1}, Value: []float64{1, 1}}})
	s.settle()
	s.factorise()
	s.computePrimals()
	s.d[0] = 1e13
	if got := s.dualStep(0); got != stepBad {
		t.Errorf("a reduced cost of 1e13: step %d, want one that is not reliable", got)
	}
	if st := s.Solve(t.Context()); st != Infeasible {
		t.Errorf("with its own costs: %d, want infeasible", st)
	}
}
