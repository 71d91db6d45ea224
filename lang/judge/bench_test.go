package judge_test

import (
	"testing"

	"farbank/lang/check"
	"farbank/model"
)

// BenchmarkVerify judges a plan of 1,000 moves, with a rule that takes 10,000 choices a state.
func BenchmarkVerify(b *testing.B) {
	c, err := newPair("bench.far", `puzzle "many choices"
state a[1..100]: 0..9 = 0
move up(k: 1..100) { a[k] = (a[k] + 1) % 10 }
always all i, j: 1..100 { a[i] + a[j] <= 18 }
`, check.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var moves []*model.Move
	for i := range 1_000 {
		moves = append(moves, c.p.Moves[i%100])
	}
	for b.Loop() {
		if _, _, err := c.j.Verify(nil, moves, false); err != nil {
			b.Fatal(err)
		}
	}
}
