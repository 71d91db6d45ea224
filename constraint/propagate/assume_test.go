package propagate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/constraint/kernel"
)

// TestAssume solves repeatedly under assumptions and checks answers and cores by enumeration.
func TestAssume(t *testing.T) {
	cores := 0
	for seed := range 300 {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		s := kernel.New(kernel.Options{})
		s.Hurry(1 + int64(r.IntN(3)))
		d := domains(r, 4, -2, 2)
		x := make([]Var, len(d))
		for i := range d {
			d[i] = []int64{-2, -1, 0, 1, 2}
			x[i] = s.NewVar(-2, 2)
		}
		type row struct {
			coefs []int64
			limit int64
			equal bool
		}
		var rows []row
		for range 2 + r.IntN(3) {
			coefs, limit := randomTerms(r, 4)
			rows = append(rows, row{coefs, limit, r.IntN(3) == 0})
		}
		for _, w := range rows {
			post := LinearLE
			if w.equal {
				post = LinearNE
			}
			if err := post(s, kernel.True, w.limit, termsOf(w.coefs, x)...); err != nil {
				t.Fatal(err)
			}
		}
		possible := func(atoms []Atom) bool {
			found := false
			each(d, func(v []int64) {
				ok := true
				for _, w := range rows {
					n := sum(w.coefs, v)
					ok = ok && (w.equal && n != w.limit || !w.equal && n <= w.limit)
				}
				for _, a := range atoms {
					i := slices.Index(x, a.View.Var())
					ok = ok && (1-2*int64(a.View&1))*v[i] >= a.Value
				}
				found = found || ok
			})
			return found
		}
		for range 5 {
			var assume []Atom
			for range 1 + r.IntN(4) {
				y := x[r.IntN(4)]
				if v := r.Int64N(5) - 2; r.IntN(2) == 0 {
					assume = append(assume, y.AtLeast(v))
				} else {
					assume = append(assume, y.AtMost(v))
				}
			}
			s.Restart()
			status, err := s.Next(t.Context(), assume...)
			if err != nil {
				t.Fatal(err)
			}
			if want := possible(assume); want != (status == kernel.Solution) {
				t.Fatalf("seed %d: %v with %v", seed, status, assume)
			}
			if status == kernel.Solution {
				for _, a := range assume {
					if !s.Holds(a) {
						t.Fatalf("seed %d: %v does not hold", seed, a)
					}
				}
				continue
			}
			core := s.Core()
			for _, a := range core {
				if !slices.Contains(assume, a) {
					t.Fatalf("seed %d: %v is in the core but was not assumed", seed, a)
				}
			}
			if possible(core) {
				t.Fatalf("seed %d: %v is not a core of %v", seed, core, assume)
			}
			cores++
		}
	}
	if cores < 100 {
		t.Errorf("%d cores", cores)
	}
}
