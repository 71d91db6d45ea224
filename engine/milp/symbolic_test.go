package milp

import (
	"context"
	"errors"
	"slices"
	"testing"

	"farbank/engine"
	"farbank/engine/search"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/oracle"
	"farbank/model"
	"farbank/model/native"
)

// TestSymbolicCases checks that plans have the same length as those of search if effects are
// expressions instead of cases by value.
func TestSymbolicCases(t *testing.T) {
	const longest = 3
	looked := map[bool]int{}
	for seed := uint64(0); looked[true] < 20; seed++ {
		p, src := oracle.Problem(seed, generated.Options{States: 60, Moves: generated.Always, Find: generated.Never, Without: slices.Concat(oracle.Costs, oracle.Wide, oracle.Staged)})
		found := ask(t, search.New().Solve, p, engine.Question{Plans: engine.Shortest})
		solvable := found.Best != nil && len(found.Best.Moves) <= longest
		if found.Best != nil && len(found.Best.Moves) == 0 || !solvable && looked[false] > looked[true] {
			continue
		}
		pl, err := newPlanner(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		pl.cases, err = pl.casesWithin(0)
		if errors.Is(err, native.ErrUnfit) || len(pl.cases) == 0 || len(pl.cases) > 60 {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		s := &solver{ctx: t.Context(), p: p, q: engine.Question{Bounded: true, Length: longest}, a: &engine.Answer{}, planner: pl}
		if err := s.solve(); err != nil {
			t.Fatal(err)
		}
		if solvable != (s.a.Best != nil) || solvable && found.Best.Cost != s.a.Best.Cost {
			t.Errorf("search: %v, here %v %v\n%s", found.Status, s.a.Status, s.a.Best, src)
		}
		looked[solvable]++
	}
}

type solve = func(context.Context, *model.Problem, engine.Question, func(model.Plan) bool) (*engine.Answer, error)

func ask(t *testing.T, f solve, p *model.Problem, q engine.Question) *engine.Answer {
	a, err := f(t.Context(), p, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
