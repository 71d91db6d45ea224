package constraint

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestSmall compares comparisons of up to four Bools, unconditional, conditional and reified, with enumeration.
func TestSmall(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		var m Model
		n := 1 + r.IntN(maxSmall)
		xs, ws := make([]Expr, n), make([]int64, n)
		for i := range xs {
			xs[i], ws[i] = m.Bool(fmt.Sprint(i)), r.Int64N(7)-3
		}
		limit := r.Int64N(9) - 4
		sum := Dot(ws, xs...)
		kind, how := r.IntN(3), r.IntN(3)
		c := []Condition{sum.AtMost(limit), sum.Is(limit), sum.IsNot(limit)}[kind]
		b := m.Bool("b")
		switch how {
		case 0:
			m.Add(c)
		case 1:
			m.When(b, c)
		default:
			m.Reify(b, c)
		}
		got := 0
		for _, err := range m.Solutions(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			got++
		}
		want := 0
		for v := range 1 << (n + 1) {
			total := int64(0)
			for i, w := range ws {
				total += w * int64(v>>i&1)
			}
			holds := []bool{total <= limit, total == limit, total != limit}[kind]
			reified := v>>n&1 == 1
			if how == 0 && holds || how == 1 && (!reified || holds) || how == 2 && reified == holds {
				want++
			}
		}
		if got != want {
			t.Fatalf("%v %v %d: %d solutions, not %d", ws, []string{"<=", "=", "!="}[kind], limit, got, want)
		}
	}
}
