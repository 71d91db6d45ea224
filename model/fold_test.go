package model_test

import (
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/generated"
	"farbank/internal/testing/oracle"
	"farbank/model"
)

// TestFolding compares the builder with the evaluator: substituting the values of all or some
// cells must fold an expression to its value in the state.
func TestFolding(t *testing.T) {
	for seed := range 600 {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		p, src := oracle.Problem(uint64(seed), generated.Options{Without: oracle.Wide})
		state := make(model.State, len(p.Cells))
		for i, c := range p.Cells {
			state[i] = c.Lo + r.Int64N(c.Hi-c.Lo+1)
		}
		for _, e := range expressions(p) {
			checkFolding(t, r, p, e, state)
		}
		if t.Failed() {
			t.Fatalf("seed %d, state %v\n%s", seed, state, src)
		}
	}
}

// expressions returns expressions over cells alone.
func expressions(p *model.Problem) []*model.Expr {
	var all []*model.Expr
	for _, rules := range [][]model.Rule{p.Safety, p.Goal} {
		for _, rule := range rules {
			rule.Cond.Walk(func(e *model.Expr) { all = append(all, e) })
		}
	}
	for _, m := range p.Moves {
		all = append(all, m.Cost)
		for _, st := range m.Body {
			if st.Kind == model.Let {
				return all // the other expressions may use locals
			}
			all = append(all, st.Value)
		}
	}
	return all
}

func checkFolding(t *testing.T, r *rand.Rand, p *model.Problem, e *model.Expr, state model.State) {
	t.Helper()
	want, defined, err := p.Eval(e, state)
	if err != nil {
		return
	}
	for _, some := range []int{1, 2} {
		b := model.NewBuilder()
		folded := b.Rewrite(e, func(i int) *model.Expr {
			c := p.Cells[i]
			if r.IntN(some) == 0 {
				if c.Type.Kind == model.Bool {
					return b.Truth(state[i] != 0)
				}
				return b.Const(state[i])
			}
			return b.Cell(i, c.Lo, c.Hi, c.Type.Kind == model.Bool)
		})
		got, ok, _ := p.Eval(folded, state)
		if got != want && defined || ok != defined {
			t.Errorf("%s folds to %s: %d %v, want %d %v", e.Op, folded.Op, got, ok, want, defined)
		}
		if some == 1 && !folded.IsConst() && folded.Op != model.Undefined && !folded.Wide {
			t.Errorf("%s is not folded: %s", e.Op, folded.Op)
		}
		if ok && (got < folded.Lo || got > folded.Hi) {
			t.Errorf("%s: %d is not in its bounds %d..%d", folded.Op, got, folded.Lo, folded.Hi)
		}
		if !ok && !folded.Partial {
			t.Errorf("%s has no value but is not partial", folded.Op)
		}
	}
}
