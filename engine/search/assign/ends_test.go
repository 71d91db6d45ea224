package assign_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"farbank"
	"farbank/internal/testing/long"
	"farbank/lang/syntax"
	"farbank/model"
)

// TestEndsOfNumbers checks that bounds near the limits of 64 bits lose no solution. There are
// enough unknowns that the values of a constraint are not enumerated.
func TestEndsOfNumbers(t *testing.T) {
	n := 500
	if long.Enabled() {
		n = 10_000
	}
	asked := 0
	for seed := range n {
		p, src := atEnds(t, rand.New(rand.NewPCG(uint64(seed), 13)))
		want, ok := solutions(t, p)
		if !ok { // overflow
			continue
		}
		asked++
		q := farbank.Question{Plans: farbank.Simple}
		if p.Goals != nil {
			q.Plans = farbank.Shortest
		}
		got, err := farbank.CountPlans(context.Background(), p, q)
		if err != nil || got.Int64() != int64(want) {
			t.Fatalf("seed %d: %v %v, want %d\n%s", seed, got, err, want, src)
		}
	}
	if asked < n/10 {
		t.Errorf("only %d of %d problems were compared", asked, n)
	}
}

// solutions enumerates the assignments and returns the number of valid ones, or of optimal ones. ok
// is false on overflow.
func solutions(t *testing.T, p *model.Problem) (n int, ok bool) {
	plan := model.Plan{Find: make([]int64, p.NumFind)}
	best := int64(0)
	var try func(cell int) bool
	try = func(cell int) bool {
		if cell < p.NumFind {
			for v := range p.Cells[cell].Values() {
				if plan.Find[cell] = v; !try(cell + 1) {
					return false
				}
			}
			return true
		}
		_, cost, err := p.Verify(plan)
		var over *model.OverflowError
		var invalid *model.PlanError
		switch {
		case errors.As(err, &over):
			return false
		case errors.As(err, &invalid):
			return true
		case err != nil:
			t.Fatal(err)
		case p.Goals == nil || n > 0 && cost == best:
			n++
		case n == 0 || (cost > best) == p.Goals.Maximize:
			n, best = 1, cost
		}
		return true
	}
	ok = try(0)
	return n, ok
}

// atEnds returns a random problem with six unknowns, some of them near the limits of 64 bits.
func atEnds(t *testing.T, r *rand.Rand) (*model.Problem, string) {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	const most, least = "9223372036854775807", "-9223372036854775808"
	src := ""
	for _, v := range "abcdef" {
		src += fmt.Sprintf("find %c: %s\n", v, pick("-1..0", "0..1", "-1..1", "1..2", least+".."+least+" + 1", "-9223372036854775807..-9223372036854775806", most+" - 1.."+most, most+" - 2.."+most+" - 1"))
	}
	var number func(depth int) string
	number = func(depth int) string {
		if depth == 0 {
			return pick("a", "b", "c", "d", "e", "f", "a", "b", "c", "d", "e", "f", "2", "-1", most)
		}
		x, y := number(depth-1), number(depth-1)
		return pick("("+x+" + "+y+")", "("+x+" + "+y+")", "("+x+" - "+y+")", "("+x+" - "+y+")", "("+x+" * "+y+")", "("+x+" / "+y+")", "("+x+" % "+y+")",
			"(-"+x+")", "abs("+x+")", "max("+x+", "+y+")", "min("+x+", "+y+")", "(if "+x+" < "+y+" then "+y+" else "+x+")")
	}
	for range 1 + r.IntN(2) {
		src += fmt.Sprintf("require %s %s %s\n", number(2+r.IntN(2)), pick("==", "!=", "<", "<="), pick(number(1), number(2), most, least, most+" - 1", "-1", "0"))
	}
	if r.IntN(3) == 0 {
		src += pick("minimize ", "maximize ") + number(2) + "\n"
	}
	p, err := farbank.Parse("ends.far", src)
	var overflows syntax.ErrorList
	if errors.As(err, &overflows) { // of constants
		return atEnds(t, r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p, src
}
