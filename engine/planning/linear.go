package planning

import (
	"context"
	"math"

	"farbank/milp/simplex"
	"farbank/planning"
)

// linear solves a linear program of a heuristic by the simplex method. It returns nil if it finds no
// optimum.
func linear(ctx context.Context, p *planning.LinearProgram) []float64 {
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
	numbers := make([]float64, len(cost))
	s.Values(numbers)
	return numbers
}
