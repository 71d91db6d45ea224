package constraint_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/constraint"
)

// TestFirst checks that each engine returns the lexicographically first solution, or refuses.
func TestFirst(t *testing.T) {
	for seed := range uint64(80) {
		text := symmetric(rand.New(rand.NewPCG(seed, 19)))
		p := parse(t, text)
		var want []int64
		n := 0
		all, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{Want: farbank.All}, func(plan farbank.Plan) bool {
			if want == nil || slices.Compare(plan.Find, want) < 0 {
				want = plan.Find
			}
			n++
			return n < 300
		})
		if err != nil {
			t.Fatal(err)
		}
		if n == 300 { // too many to list
			continue
		}
		for _, e := range farbank.Engines {
			q := farbank.Question{First: engine.Lexicographic, Symmetry: true}
			var refused *engine.Refusal
			err := engine.Can(t.Context(), e, p, q)
			if gives := e.Name() == "search" || e.Name() == constraint.New().Name(); gives != (err == nil) || !gives && !errors.As(err, &refused) {
				t.Fatalf("%s: %v", e.Name(), err)
			}
			if err != nil {
				continue
			}
			a, err := farbank.SolveWith(t.Context(), e, p, q, nil)
			if err != nil || (a.Best == nil) != (want == nil) || want == nil && a.Status != all.Status || want != nil && (a.Status != farbank.Solved || !slices.Equal(a.Best.Find, want)) {
				t.Errorf("%s of\n%s: %+v %v, want %v", e.Name(), text, a, err, want)
			}
		}
	}
}

// TestFirstRefused checks the refusals of this order.
func TestFirstRefused(t *testing.T) {
	for text, q := range map[string]farbank.Question{
		"state n: 0..3 = 0\nmove up { n += 1 }\ngoal n == 3":                                 {First: engine.Lexicographic},
		"find x: 0..3\nrequire x > 1":                                                        {First: engine.Lexicographic, Want: farbank.Count},
		"find x: 0..3\nfind y: 0..3\nrequire x + y > 1\nminimize x + y\nthen maximize y":     {First: engine.Lexicographic},
		"find x: 0..3\nstate n: 0..3 = x\nmove up { require n < 3\n n += 1 }\ngoal n == 3\n": {First: engine.Lexicographic},
	} {
		p := parse(t, text)
		for _, e := range append(slices.Clone(farbank.Engines), nil) {
			var a *farbank.Answer
			var err error
			if e == nil {
				a, err = farbank.Solve(t.Context(), p, q)
			} else {
				a, err = farbank.SolveWith(t.Context(), e, p, q, nil)
			}
			if err != nil || a.Status != farbank.Unsupported {
				t.Errorf("%s: %+v %v", text, a, err)
			}
		}
	}
}
