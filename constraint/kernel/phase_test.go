package kernel

import "testing"

func TestPhaseOfTheBestSolution(t *testing.T) {
	s := New(Options{})
	x, y := s.NewVar(0, 9), s.NewVar(0, 9)
	s.Choose(func(s *Solver) (Atom, bool) {
		for i, v := range []Var{x, y} {
			if !s.Fixed(v) {
				return v.AtLeast(int64(4 + i)), s.Min(v) < int64(4+i)
			}
		}
		return Atom{}, false
	})
	if status, err := s.Next(t.Context()); status != Solution || err != nil {
		t.Fatal(status, err)
	}
	bx, by := s.Min(x), s.Min(y)
	early := s.literal(x.AtLeast(3))
	if got := s.phase(early.Var()); s.atomOf(got) != x.AtMost(2) {
		t.Errorf("before a solution is improved on, %v is tried", s.atomOf(got))
	}
	s.Improve(x.AtMost(8))
	for v := int64(1); v <= 8; v++ {
		for _, c := range []struct {
			x     Var
			value int64
		}{{x, bx}, {y, by}} {
			p := s.literal(c.x.AtLeast(v))
			if got, want := s.phase(p.Var()) == p, c.value >= v; got != want {
				t.Errorf("the value was %d, of >= %d is tried %v", c.value, v, got)
			}
			is := s.literal(s.Equal(c.x, v))
			if got, want := s.phase(is.Var()) == is, c.value == v; got != want {
				t.Errorf("the value was %d, of == %d is tried %v", c.value, v, got)
			}
		}
	}
}

// TestPhaseOfTheLongestTrail checks that the free search tries the values of its longest trail without a conflict.
// Shorter trails and trails of the requested search do not count.
func TestPhaseOfTheLongestTrail(t *testing.T) {
	s := New(Options{})
	x, y := s.NewVar(0, 9), s.NewVar(0, 9)
	high, low := s.literal(x.AtLeast(7)), s.literal(y.AtLeast(2))
	fail := func(atoms ...Atom) {
		for _, a := range atoms {
			s.decide(a)
		}
		s.backtrack(0)
	}
	check := func(what string, want ...lit) {
		t.Helper()
		for _, p := range want {
			if got := s.phase(p.Var()); got != p {
				t.Errorf("%s: %v is tried", what, s.atomOf(got))
			}
		}
	}
	fail(x.AtLeast(8), y.AtLeast(4), x.AtLeast(9))
	check("the requested search", high^1, low^1)
	s.freely = true
	fail(x.AtLeast(8), y.AtLeast(4), x.AtLeast(9))
	check("the longest trail", high, low)
	fail(x.AtMost(3), y.AtMost(1))
	check("a shorter trail", high, low)
}
