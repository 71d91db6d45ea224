package constraint_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank"
	"farbank/engine/constraint"
	"farbank/internal/testing/long"
)

// ordered returns a random problem of things in an order, with an objective over neighbours.
func ordered(r *rand.Rand) string {
	n, lo := 3+r.IntN(4), []int{-2, 0, 1, 2, 100}[r.IntN(5)]
	rows := make([]string, n)
	for i := range rows {
		rows[i] = numbers(r, n, -9, 20)
	}
	text := fmt.Sprintf("type T = %d..%d\nconst d[T, T]: -99..99 = [%s]\nconst w[T]: -99..99 = %s\nfind order[1..%d]: T\n",
		lo, lo+n-1, strings.Join(rows, ", "), numbers(r, n, -9, 9), n)
	text += []string{"require distinct(order)\n", fmt.Sprintf("require all i, j: 1..%d where i < j { order[i] != order[j] }\n", n)}[r.IntN(2)]
	if r.IntN(3) == 0 {
		text += fmt.Sprintf("require order[%d] %s %d\n", 1+r.IntN(n), []string{"==", "!=", ">="}[r.IntN(3)], lo+r.IntN(n))
	}
	if r.IntN(4) == 0 {
		text += fmt.Sprintf("require all i: 2..%d { d[order[i - 1], order[i]] > %d }\n", n, -9+r.IntN(7))
	}
	if r.IntN(3) == 0 {
		return text + byTurn(r, n, lo)
	}
	between := []string{"d[order[i], order[i + 1]]", "d[order[i + 1], order[i]]", "(order[i] * 7 + order[i + 1] * 3) % 11", "abs(order[i] - order[i + 1])",
		"d[order[i], order[i + 1]] * i", "d[order[i], order[i + 1]] + w[order[i]]", "max(w[order[i]], w[order[i + 1]])"}[r.IntN(7)]
	objective := fmt.Sprintf("sum(i: 1..%d -> %s)", n-1, between)
	if r.IntN(2) == 0 {
		objective += " + " + strings.NewReplacer("i + 1", "1", "[i]", fmt.Sprintf("[%d]", n), "* i", "").Replace(between)
	}
	for _, more := range []string{"w[order[1]]", fmt.Sprintf("w[order[%d]]", n), "2 * order[2]", "d[order[1], order[3]]", "w[order[1]] * w[order[2]] * w[order[3]]"} {
		if r.IntN(5) == 0 {
			objective += []string{" + ", " - "}[r.IntN(2)] + more
		}
	}
	return text + []string{"minimize ", "maximize "}[r.IntN(2)] + objective
}

// byTurn returns an objective of the things with the places order[1], order[2] and so on.
func byTurn(r *rand.Rand, n, lo int) string {
	follows := []string{"order[b] == order[a] + 1", fmt.Sprintf("order[b] == order[a] + 1 or order[a] == %d and order[b] == %d", lo+n-1, lo), "order[a] == order[b] + 1",
		"abs(order[a] - order[b]) == 1", "order[b] == order[a] + 2", "order[b] > order[a]"}[r.IntN(6)]
	next := []string{"order[b] == order[a] + 1", "order[a] - order[b] == 1", "order[b] != order[a] + 1", "order[a] + 1 == order[b]"}[r.IntN(4)]
	text := ""
	switch r.IntN(4) {
	case 0: // the conditions depend on who follows whom, and so use successors
		text = fmt.Sprintf("require all a, b: 1..%d where a != b { %s implies d[%d + a, %d + b] %s %d }\n", n, next, lo-1, lo-1, []string{"<", ">"}[r.IntN(2)], r.IntN(25)-5)
	case 1:
		n := min(n, 4)
		text = fmt.Sprintf("find at[1..%d]: 0..%d\nrequire all a, b: 1..%d where a != b { %s implies at[b] >= at[a] + 1 }\n", n, n-1, n, next)
	}
	text += fmt.Sprintf("minimize sum(a, b: 1..%d where a != b and (%s) -> d[%d + a, %d + b])", n, follows, lo-1, lo-1)
	if r.IntN(2) == 0 {
		text = strings.Replace(text, "minimize", "maximize", 1)
	}
	for _, at := range []int{lo, lo + n - 1, lo + 1} {
		if r.IntN(3) == 0 {
			text += fmt.Sprintf(" + sum(a: 1..%d where order[a] == %d -> w[%d + a])", n, at, lo-1)
		}
	}
	return text
}

// TestTours compares the best values of sums over neighbours and the numbers of best solutions with search, and checks proofs
// of them.
func TestTours(t *testing.T) {
	n := 60
	if long.Enabled() {
		n *= 150
	}
	none := 0
	for seed := range uint64(n) {
		text := ordered(rand.New(rand.NewPCG(seed, 33)))
		p := parse(t, text)
		if agreed(t, seed, text, p).Best == nil {
			none++
		}
		q := farbank.Question{Want: farbank.Count}
		got, err := farbank.SolveWith(t.Context(), constraint.New(), p, q, nil)
		if err != nil {
			t.Fatalf("%d: %s:\n%v", seed, text, err)
		}
		if all, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, q, nil); err != nil || all.Count == nil || got.Count == nil || all.Count.Cmp(got.Count) != 0 {
			t.Fatalf("%d: %s:\n%+v, want %+v %v", seed, text, got, all, err)
		}
	}
	if none > n/2 {
		t.Error(none, "problems have no solution")
	}
}
