package farbank_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/internal/testing/long"
	"farbank/lang"
	"farbank/model"
)

// undefined returns the text of a random problem whose conditions may have no value: an index may lie outside of its
// array, a divisor may be 0 and no element may fulfil `the`.
func undefined(r *rand.Rand) string {
	text := "find a: 0..3\nfind b: 0..3\nfind c: 0..3\nfind x[1..3]: bool\nfind y[0..2]: 0..2\n"
	number := func() string {
		return []string{"a", "b", "c", "y[a]", "y[b - 1]", "a / b", "c % a", "(the i: 1..3 where x[i])", "y[y[c]]", "min(i: 1..3 where x[i] -> i)", "abs(a - b)", "b + y[1]"}[r.IntN(12)]
	}
	truth := func() string {
		return []string{"x[a]", "x[b]", "x[c + 1]", "x[1]", "x[y[2] + 1]", number() + " == " + number(), number() + " < " + number(), "x[" + number() + "]"}[r.IntN(8)]
	}
	for range 1 + r.IntN(3) {
		text += "require " + []string{
			fmt.Sprintf("%s or %s", truth(), truth()), fmt.Sprintf("%s and %s or %s", truth(), truth(), truth()), fmt.Sprintf("not (%s) or %s", truth(), truth()),
			fmt.Sprintf("(%s) == (%s)", truth(), truth()), fmt.Sprintf("(if %s then %s else %s) != %s", truth(), number(), number(), number()),
			fmt.Sprintf("%s implies (%s or %s)", truth(), truth(), truth()), fmt.Sprintf("count(i: 1..3 where x[i] or %s) >= 2", truth()),
			fmt.Sprintf("not (%s and (%s or %s))", truth(), truth(), truth()), "any i: 1..3 { x[i] and " + truth() + " }",
		}[r.IntN(9)] + "\n"
	}
	return text
}

// TestUndefinedCounts compares the counts of all engines with those of enumeration where conditions may have no value.
func TestUndefinedCounts(t *testing.T) {
	t.Parallel()
	count := 30
	if long.Enabled() {
		count = 20_000
	}
	q := farbank.Question{Want: engine.Count}
	for seed := range uint64(count) {
		text := undefined(rand.New(rand.NewPCG(seed, 9)))
		p, err := lang.Parse("test.far", text, lang.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want := big.NewInt(enumerated(p))
		for _, e := range farbank.Engines {
			if e.Name() == "fold" && seed%16 > 0 || engine.Can(t.Context(), e, p, q) != nil {
				continue
			}
			a, err := farbank.SolveWith(t.Context(), e, p, q, nil)
			if err != nil || a.Count == nil || a.Count.Cmp(want) != 0 {
				t.Fatalf("seed %d, %s: %+v %v, want %d\n%s", seed, e.Name(), a, err, want, text)
			}
		}
	}
}

// enumerated returns the number of assignments of the unknowns that fulfil all requirements.
func enumerated(p *model.Problem) (n int64) {
	find := make([]int64, p.NumFind)
	for i := range find {
		find[i] = p.Cells[i].Lo
	}
	for {
		if broken, err := p.Required(find); err == nil && len(broken) == 0 {
			n++
		}
		i := len(find) - 1
		for ; i >= 0 && find[i] == p.Cells[i].Hi; i-- {
			find[i] = p.Cells[i].Lo
		}
		if i < 0 {
			return n
		}
		find[i]++
	}
}
