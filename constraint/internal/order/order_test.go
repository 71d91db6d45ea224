package order

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestHeapGivesByActivity(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var h Heap
		n := 1 + r.IntN(40)
		h.Grow(n)
		var in []uint32
		for v := range n {
			if r.IntN(3) > 0 {
				h.Insert(uint32(v))
				in = append(in, uint32(v))
			}
		}
		for range 3 * n {
			h.Bump(uint32(r.IntN(n)))
			h.Decay(0.9)
		}
		slices.SortFunc(in, func(a, b uint32) int {
			if h.before(a, b) {
				return -1
			}
			return 1
		})
		for _, want := range in {
			if got := h.Pop(); got != want || h.Has(got) {
				t.Fatalf("got %d, want %d of %v", got, want, in)
			}
		}
		if h.Len() != 0 {
			t.Fatalf("%d are left", h.Len())
		}
	}
}

func TestLuby(t *testing.T) {
	for i, want := range []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8} {
		if got := Luby(int64(i)); got != want {
			t.Errorf("term %d: %d, not %d", i, got, want)
		}
	}
}

func TestAverageOfOneValue(t *testing.T) {
	a := Average{Rate: 0.01}
	a.Add(7)
	if v := a.Value(); v < 6.999 || v > 7.001 {
		t.Errorf("%v", v)
	}
}
