package propagate

import (
	"testing"

	"farbank/constraint/kernel"
)

// A watchedHall counts.
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

// TestHallRests: of long lists Hall intervals are looked at now and then while nothing comes of them, and
// again each time when something did; what is found is right all the same.
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
