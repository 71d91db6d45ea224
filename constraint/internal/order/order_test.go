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

// TestQueue compares a queue with a plain list.
func TestQueue(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var q Queue
	const n = 9
	q.Grow(n)
	list := make([]uint32, n)
	for i := range list {
		list[i] = uint32(i)
	}
	assigned := map[uint32]bool{}
	for step := range 20_000 {
		v := uint32(r.IntN(n))
		switch r.IntN(4) {
		case 0:
			q.Bump(v, assigned[v])
			list = append(slices.DeleteFunc(list, func(w uint32) bool { return w == v }), v)
		case 1:
			assigned[v] = true
		case 2:
			delete(assigned, v)
			q.Free(v)
		}
		want, found := uint32(0), false
		for _, w := range list {
			if !assigned[w] {
				want, found = w, true
			}
		}
		got, ok := q.Last(func(v uint32) bool { return assigned[v] })
		if ok != found || ok && got != want {
			t.Fatalf("step %d: %d, %v, not %d, %v", step, got, ok, want, found)
		}
	}
}
