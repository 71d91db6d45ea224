package planning

import (
	"context"
	"math"
	"testing"
	"time"

	"farbank/milp/simplex"
)

// linear solves linear programs by the simplex method.
func linear(ctx context.Context, p *LinearProgram) []float64 {
	cost := make([]float64, len(p.Gain))
	for i, g := range p.Gain {
		cost[i] = -g
	}
	rows := make([]simplex.Row, len(p.Rows))
	for i, r := range p.Rows {
		rows[i] = simplex.Row{Lower: math.Inf(-1), Upper: r.Max, Index: r.Index, Value: r.Value}
	}
	s := simplex.New(cost, p.Lower, p.Upper, rows)
	if s.Solve(ctx) != simplex.Optimal {
		return nil
	}
	out := make([]float64, len(cost))
	s.Values(out)
	return out
}

// TestPotentialByWrongNumbers checks that the heuristic is admissible even if the solver returns wrong
// numbers.
func TestPotentialByWrongNumbers(t *testing.T) {
	wrong := func(_ context.Context, p *LinearProgram) []float64 {
		list := linear(t.Context(), p)
		for i := range list {
			list[i] += float64(i%3) - 0.9
		}
		return list
	}
	kept := 0
	for seed := range seeds(200) {
		s := prepared(t, randomTask(seed))
		plain := explorePlainly(s.Task, 400)
		h := orNil(NewPotential(t.Context(), s, wrong, 10*time.Millisecond))
		if plain == nil || h == nil {
			continue
		}
		kept++
		for i, st := range plain.states {
			if e := h.Estimate(stateOf(st)); e > plain.left[i] {
				t.Fatalf("seed %d: estimate %d, but the least cost is %d", seed, e, plain.left[i])
			}
		}
	}
	t.Log(kept)
}
