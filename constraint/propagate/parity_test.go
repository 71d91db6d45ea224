package propagate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"farbank/constraint/kernel"
	"farbank/internal/testing/long"
)

// randomParities returns parities over atoms of n variables; at makes the atoms.
func randomParities(r *rand.Rand, rows, n int, at func(x int) Atom) []XOR {
	list := make([]XOR, rows)
	for i := range list {
		list[i].Odd = r.IntN(2) == 0
		for range 1 + r.IntN(n) {
			a := at(r.IntN(n))
			if r.IntN(4) == 0 {
				a = a.Not()
			}
			list[i].Atoms = append(list[i].Atoms, a)
		}
	}
	return list
}

// TestParity compares single parities and systems with an enumeration, over variables with more than two values too.
func TestParity(t *testing.T) {
	tries(t, 300, func(r *rand.Rand) testCase {
		n := 2 + r.IntN(6)
		d := make([][]int64, n)
		for i := range d {
			d[i] = domain(r, 0, 1)
			if n < 5 {
				d[i] = domain(r, 0, 3)
			}
		}
		rows, alone := 1+r.IntN(4), r.IntN(3)
		seed := r.Uint64()
		make := func(x func(i int) Atom) []XOR {
			q := rand.New(rand.NewPCG(seed, 1))
			return randomParities(q, rows, n, x)
		}
		bound := func(x []Var) func(i int) Atom {
			q := rand.New(rand.NewPCG(seed, 2))
			return func(i int) Atom {
				lo := min(d[i][0]+1, d[i][len(d[i])-1])
				return x[i].AtLeast(lo + q.Int64N(d[i][len(d[i])-1]-lo+1))
			}
		}
		return plain(fmt.Sprintf("parity %d %d", alone, seed), d, func(s *solver, x []Var) error {
			list := make(bound(x))
			if alone > 0 {
				for _, e := range list {
					Parity(s, e)
				}
			}
			if alone < 2 {
				addParities(s, list, false)
			}
			return nil
		}, func(v []int64) bool {
			x := []Var{}
			for i := range v {
				x = append(x, Var(i+1))
			}
			for _, e := range make(bound(x)) {
				odd := false
				for _, a := range e.Atoms {
					w := v[a.View.Var()-1]
					if a.View&1 != 0 {
						w = -w
					}
					odd = odd != (w >= a.Value)
				}
				if odd != e.Odd {
					return false
				}
			}
			return true
		})
	})
}

// TestParityIsComplete checks at each decision that the system has inferred every value that an enumeration does.
func TestParityIsComplete(t *testing.T) {
	n := 100
	if long.Enabled() {
		n *= 20
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		s := kernel.New(kernel.Options{})
		width := 3 + r.IntN(7)
		xs := make([]Var, width)
		for i := range xs {
			xs[i] = s.NewBool()
		}
		list := randomParities(r, 2+r.IntN(5), width, func(i int) Atom { return xs[i].AtLeast(1) })
		for i := range list {
			list[i] = list[i].Simplified(s)
		}
		addParities(s, list, false)
		s.Choose(func(s *kernel.Solver) (Atom, bool) {
			can := make([][2]bool, width)
			for set := range 1 << width {
				if fits(s, xs, list, set) {
					for i := range xs {
						can[i][set>>i&1] = true
					}
				}
			}
			for i, x := range xs {
				if !s.Fixed(x) && !(can[i][0] && can[i][1]) {
					t.Fatalf("seed %d: x%d is not inferred", seed, i)
				}
			}
			x := xs[r.IntN(width)]
			return x.AtLeast(1), !s.Fixed(x)
		})
		want := 0
		for set := range 1 << width {
			want += b2i(fits(s, xs, list, set))
		}
		got := 0
		for {
			status, err := s.Next(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if status == kernel.Exhausted {
				break
			}
			got++
		}
		if got != want {
			t.Fatalf("seed %d: %d solutions, not %d", seed, got, want)
		}
	}
}

// fits reports whether a set of variables that are 1 is within the bounds and satisfies all parities.
func fits(s *kernel.Solver, xs []Var, list []XOR, set int) bool {
	at := map[Var]int64{}
	for i, x := range xs {
		v := int64(set >> i & 1)
		if v < s.Min(x) || v > s.Max(x) {
			return false
		}
		at[x] = v
	}
	for _, e := range list {
		odd := false
		for _, a := range e.Atoms {
			v := at[a.View.Var()]
			if a.View&1 != 0 {
				v = -v
			}
			odd = odd != (v >= a.Value)
		}
		if odd != e.Odd {
			return false
		}
	}
	return true
}
