package planning

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// swap returns the exchange of two variables, whose values the map of the first to the second permutes.
func swap(u, v int, becomes []uint16) symmetry {
	back := make([]uint16, len(becomes))
	for x, y := range becomes {
		back[y] = uint16(x)
	}
	return symmetry{{u, v, back}, {v, u, becomes}}
}

// TestConjugated checks that exchanges with one variable become those of all pairs, so that minimizing by them sorts.
func TestConjugated(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	same := []uint16{0, 1, 2, 3}
	list := conjugated([]symmetry{swap(0, 1, same), swap(0, 2, same), swap(0, 3, same), swap(0, 4, same)})
	if len(list) != 10 {
		t.Fatalf("%d exchanges", len(list))
	}
	o := &orbits{Symmetries: &Symmetries{list: list}, state: make(State, 5), scratch: make(State, 5)}
	for range 200 {
		for i := range o.state {
			o.state[i] = uint16(r.IntN(4))
		}
		want := slices.Sorted(slices.Values(o.state))
		if o.minimize(); !slices.Equal(o.state, want) {
			t.Fatalf("%v is not %v", o.state, want)
		}
	}
	turned := []uint16{1, 2, 3, 0}
	list = conjugated([]symmetry{swap(0, 1, turned), swap(1, 2, same)})
	if len(list) != 3 {
		t.Fatalf("%d exchanges", len(list))
	}
	o = &orbits{Symmetries: &Symmetries{list: list}, state: make(State, 3), scratch: make(State, 3)}
	met := map[[3]uint16]bool{}
	for i := range 64 {
		o.state[0], o.state[1], o.state[2] = uint16(i&3), uint16(i>>2&3), uint16(i>>4)
		o.minimize()
		met[[3]uint16(o.state)] = true
	}
	if len(met) != 20 { // multisets of three of four values
		t.Errorf("%d orbits", len(met))
	}
}
