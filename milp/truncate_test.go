package milp_test

import (
	"math"
	"testing"

	"farbank/milp"
)

// TestTruncation checks rounding towards zero and the unrounded quotient, as docs/milp.md builds
// them.
func TestTruncation(t *testing.T) {
	for v := -3.5; v <= 3.5; v += 0.25 {
		m := milp.NewModel("truncate")
		e := m.Continuous("e", -4, 4)
		m.Add(e.Is(v))
		towards := m.IfThenElse(e.AtLeast(0), m.Floor(e), m.Ceil(e))
		s, err := m.Solve(t.Context())
		if err != nil || s.Value(towards) != math.Trunc(v) || s.Value(m.Floor(e)) != math.Floor(v) || s.Value(m.Ceil(e)) != math.Ceil(v) {
			t.Errorf("%v: %v, truncated %v, floor %v, ceil %v", v, err, s.Value(towards), s.Value(m.Floor(e)), s.Value(m.Ceil(e)))
		}
	}
	for v := -7; v <= 7; v++ {
		m := milp.NewModel("exact")
		e := m.Integer("e", -9, 9)
		m.Add(e.Is(float64(v)), e.MultipleOf(3))
		s, err := m.Solve(t.Context())
		if err != nil || s.Found() != (v%3 == 0) || s.Found() && math.Abs(s.Value(e.Times(1.0/3))-float64(v/3)) > 1e-9 {
			t.Errorf("%d: %v %v", v, err, s.Status)
		}
	}
}
