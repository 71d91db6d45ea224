package propagate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestLex(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(5)
		d := domains(r, n, 0, 3)
		k := r.IntN(n + 1)
		orEqual := r.IntN(2) == 0
		return plain(fmt.Sprint("lex ", k, orEqual), d, func(s *solver, x []Var) error { return Lex(s, orEqual, x[:k], x[k:]) }, func(v []int64) bool {
			c := slices.Compare(v[:k], v[k:])
			return c < 0 || orEqual && c == 0
		})
	})
}
