package propagate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"farbank/constraint/kernel"
)

func TestDiffn(t *testing.T) {
	tries(t, 400, func(r *rand.Rand) testCase {
		n := 2 + r.IntN(2)
		strict, many := r.IntN(2) == 0, r.IntN(2) == 0
		var d [][]int64
		for range n {
			size := [][]int64{{r.Int64N(3)}, {r.Int64N(3)}}
			if n == 2 {
				size[r.IntN(2)] = domain(r, 0, 2)
			}
			d = append(append(d, domain(r, 0, 3), domain(r, 0, 3)), size...)
		}
		return plain(fmt.Sprint("diffn ", strict, many), d, func(s *solver, x []Var) error {
			var boxes []Box
			for i := 0; i < len(x); i += 4 {
				boxes = append(boxes, Box{x[i : i+2], x[i+2 : i+4]})
			}
			if many {
				postOverlaps(s, strict, boxes)
				return nil
			}
			return Diffn(s, strict, boxes...)
		}, func(v []int64) bool {
			for i := 0; i < len(v); i += 4 {
				for j := 0; j < i; j += 4 {
					a, b := v[i:i+4], v[j:j+4]
					apart := a[0]+a[2] <= b[0] || b[0]+b[2] <= a[0] || a[1]+a[3] <= b[1] || b[1]+b[3] <= a[1]
					if !strict {
						apart = apart || a[2] == 0 || a[3] == 0 || b[2] == 0 || b[3] == 0
					}
					if !apart {
						return false
					}
				}
			}
			return true
		})
	})
}

// TestDiffnFar has coordinates too large for the implied cumulatives.
func TestDiffnFar(t *testing.T) {
	s := kernel.New(kernel.Options{})
	var boxes []Box
	for range 3 {
		boxes = append(boxes, Box{[]Var{s.NewVar(0, 2*latest), s.NewVar(0, 2*latest)}, []Var{s.NewVar(2, 2), s.NewVar(3, 3)}})
	}
	if err := Diffn(s, true, boxes...); err != nil {
		t.Fatal(err)
	}
	if status, err := s.Next(t.Context()); status != kernel.Solution {
		t.Error(status, err)
	}
}
