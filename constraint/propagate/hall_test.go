package propagate

import (
	"testing"

	"farbank/constraint/kernel"
)

// A watchedHall counts the runs that propagate and those that are skipped.
type watchedHall struct {
	hall
	rested, looked int
}

func (h *watchedHall) Propagate(s *solver) bool {
	if idle := h.idle + 1; idle > patience && idle%rarely != 0 {
		h.rested++
	} else {
		h.looked++
	}
	return h.hall.Propagate(s)
}

// TestHallRests checks that long lists skip most runs while Hall intervals have no effect, and that the solution is
// correct.
func TestHallRests(t *testing.T) {
	const n = 80
	s := kernel.New(kernel.Options{})
	xs := make([]Var, n)
	up, down := make([]Offset, n), make([]Offset, n)
	for i := range xs {
		xs[i] = s.NewVar(0, n-1)
		up[i], down[i] = Offset{xs[i], int64(i)}, Offset{xs[i], -int64(i)}
	}
	var watched []*watchedHall
	for _, list := range [][]Offset{Offsets(xs...), up, down} {
		distinct(s, list, nil)
		h := &watchedHall{hall: hall{list: list}}
		id := s.AddPropagator(h, 3)
		for _, x := range xs {
			s.WatchBoth(id, x)
		}
		watched = append(watched, h)
	}
	status, err := s.Next(t.Context())
	if err != nil || status != kernel.Solution {
		t.Fatal(status, err)
	}
	for i, x := range xs {
		for j, y := range xs[:i] {
			if a, b := s.Min(x), s.Min(y); a == b || a+int64(i) == b+int64(j) || a-int64(i) == b-int64(j) {
				t.Fatalf("queens %d and %d", i, j)
			}
		}
	}
	for _, h := range watched {
		if h.rested == 0 || h.looked < patience {
			t.Errorf("rested %d times, looked %d times", h.rested, h.looked)
		}
	}
}

// TestHallAlone checks that alone is false if another constraint uses the bounds.
func TestHallAlone(t *testing.T) {
	for what, add := range map[string]func(s *solver, x []Var){
		"":        func(*solver, []Var) {},
		"element": func(s *solver, x []Var) { _ = Element(s, x[0], []int64{0, 3, 1, 4, 5}, s.NewVar(0, 5)) },
		"sum":     func(s *solver, x []Var) { _ = LinearLE(s, kernel.True, 3, Term{1, x[0]}, Term{1, x[1]}) },
		"another": func(s *solver, x []Var) { AllDifferent(s, Offsets(x[1], x[2], s.NewVar(0, 4))...) },
		"clause":  func(s *solver, x []Var) { s.AddClause(x[0].AtLeast(2), s.NewBool().AtLeast(1)) },
	} {
		s := kernel.New(kernel.Options{})
		x := []Var{s.NewVar(1, 2), s.NewVar(1, 2), s.NewVar(1, 4)}
		h := &hall{list: Offsets(x...)}
		add(s, x)
		if got, want := h.alone(s), what == "" || what == "element"; got != want {
			t.Errorf("with %q: %v", what, got)
		}
	}
}
