package cut

import (
	"math"
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp/internal/program"
	"farbank/milp/internal/propagate"
	"farbank/milp/internal/reference"
	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// loop separates cuts of one kind for a problem, and keeps all. It returns the separator, or nil if
// the relaxation is infeasible.
func loop(t *testing.T, p *problem.Problem, only func(*Separator)) (s *Separator, bound float64) {
	t.Helper()
	g := program.New(p)
	conflicts := propagate.NewConflictGraph(g)
	conflicts.Read(g)
	lp := simplex.New(g.Cost, g.Lo, g.Hi, g.Rows)
	if lp.Solve(t.Context()) != simplex.Optimal {
		return nil, 0
	}
	s = NewSeparator(g, lp, conflicts, g.Lo, g.Hi)
	s.only = only
	bound, _ = s.Loop(t.Context(), lp.Iterations, lp.Objective()+g.Offset, math.Inf(1))
	return s, bound
}

// TestCutsKeepSolutions adds cuts of each kind and checks that they cut off no solution.
func TestCutsKeepSolutions(t *testing.T) {
	kinds := map[string]func(*Separator){
		"all": nil, "mixed": (*Separator).mixed, "covers": (*Separator).covers, "cliques": (*Separator).cliqueCuts, "gomory": (*Separator).gomory,
	}
	for name, only := range kinds {
		t.Run(name, func(t *testing.T) {
			total := 0
			for seed := range uint64(80) {
				p := reference.Knapsacks(rand.New(rand.NewPCG(seed, 11)))
				s, bound := loop(t, p, only)
				if s == nil {
					continue
				}
				own := len(p.Rows)
				for _, x := range reference.Solutions(p) {
					if v := s.p.Value(x); v < bound-1e-6 {
						t.Fatalf("seed %d: bound %v, and %v costs %v", seed, bound, x, v)
					}
					for i, row := range s.rows {
						if sum := value(row, x); sum > row.Upper+1e-6 || sum < row.Lower-1e-6 {
							t.Fatalf("seed %d: row %d of %d (cut: %v) loses %v: %+v\n%+v", seed, i, len(s.rows), i >= own, x, row, p)
						}
					}
				}
				total += len(s.rows) - own
			}
			if total == 0 {
				t.Error("no cuts")
			}
		})
	}
}

func value(row simplex.Row, x []float64) float64 {
	sum := 0.0
	for k, j := range row.Index {
		sum += row.Value[k] * x[j]
	}
	return sum
}

// fixedCharge returns a program with continuous columns that binaries switch on.
func fixedCharge(r *rand.Rand) *problem.Problem {
	p := &problem.Problem{}
	demand := problem.Row{Lower: float64(10 + r.IntN(20)), Upper: math.Inf(1)}
	for k := range 6 {
		x, y := 2*k, 2*k+1
		most := float64(4 + r.IntN(9))
		p.Columns = append(p.Columns, problem.Column{Upper: math.Inf(1), Cost: 1 + r.Float64()}, problem.Column{Upper: 1, Integer: true, Cost: float64(5 + r.IntN(30))})
		p.Rows = append(p.Rows, problem.Row{Lower: math.Inf(-1), Terms: []problem.Term{{Column: x, Coefficient: 1}, {Column: y, Coefficient: -most}}})
		demand.Terms = append(demand.Terms, problem.Term{Column: x, Coefficient: 1})
	}
	p.Rows = append(p.Rows, demand)
	return p
}

// TestCutsOfContinuous checks that cuts of programs with continuous columns raise the bound, but
// not above the optimum.
func TestCutsOfContinuous(t *testing.T) {
	raised := 0
	for seed := range uint64(60) {
		p := fixedCharge(rand.New(rand.NewPCG(seed, 5)))
		without, first := loop(t, p, func(*Separator) {})
		with, bound := loop(t, p, nil)
		status, optimum, _ := reference.Solve(p)
		if without == nil || with == nil || status != problem.Optimal {
			continue
		}
		best, _ := optimum.Float64()
		if bound > best+1e-5*(1+math.Abs(best)) {
			t.Errorf("seed %d: bound %v above the optimum %v", seed, bound, best)
		}
		if bound > first+1e-6 {
			raised++
		}
	}
	if raised < 20 {
		t.Errorf("only %d bounds were raised", raised)
	}
}

// network returns a program of flows on arcs that integer columns open, with a net demand at each node.
func network(r *rand.Rand) *problem.Problem {
	p := &problem.Problem{}
	nodes, arcs := 3+r.IntN(3), 5+r.IntN(4)
	supply := 0.0
	for range nodes {
		d := float64(r.IntN(4))
		supply += d
		p.Rows = append(p.Rows, problem.Row{Lower: d, Upper: d})
	}
	p.Rows[0].Lower -= supply
	p.Rows[0].Upper -= supply
	capacity := []float64{2, 5, 3049}[r.IntN(3)]
	for k := range arcs {
		from, to := r.IntN(k%nodes+1), k%nodes
		if from == to {
			from = (to + 1) % nodes
		}
		x, y := 2*k, 2*k+1
		flow := problem.Column{Upper: math.Inf(1), Cost: float64(r.IntN(3))}
		if r.IntN(3) == 0 {
			flow.Upper = float64(1 + r.IntN(10))
		}
		p.Columns = append(p.Columns, flow, problem.Column{Upper: float64(1 + 2*r.IntN(2)), Integer: true, Cost: float64(1 + r.IntN(9))})
		p.Rows[from].Terms = append(p.Rows[from].Terms, problem.Term{Column: x, Coefficient: -1})
		p.Rows[to].Terms = append(p.Rows[to].Terms, problem.Term{Column: x, Coefficient: 1})
		bound := problem.Row{Lower: math.Inf(-1), Terms: []problem.Term{{Column: x, Coefficient: 1}, {Column: y, Coefficient: -capacity}}}
		if r.IntN(4) == 0 { // a flow from the start
			bound.Upper = float64(r.IntN(3))
		}
		p.Rows = append(p.Rows, bound)
	}
	return p
}

// TestCutsOfNetworks checks cuts from variable bounds with binaries and with other integer columns.
func TestCutsOfNetworks(t *testing.T) {
	raised, feasible := 0, 0
	for seed := range uint64(long.Of(40, 2000)) {
		p := network(rand.New(rand.NewPCG(seed, 6)))
		without, first := loop(t, p, func(*Separator) {})
		status, optimum, _ := reference.Solve(p)
		if without == nil || status != problem.Optimal {
			continue
		}
		feasible++
		with, bound := loop(t, p, nil)
		best, _ := optimum.Float64()
		if with == nil || bound > best+1e-5*(1+math.Abs(best)) {
			t.Errorf("seed %d: bound %v above the optimum %v", seed, bound, best)
		}
		if bound > first+1e-6 {
			raised++
		}
	}
	if raised < feasible/2 || feasible < 5 {
		t.Errorf("only %d of %d bounds were raised", raised, feasible)
	}
}
