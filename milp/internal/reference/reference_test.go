package reference

import (
	"math/rand/v2"
	"testing"

	"farbank/milp/problem"
)

// holds reports whether values satisfy bounds and rows, exactly.
func holds(p *problem.Problem, x []float64) bool {
	for j, c := range p.Columns {
		if x[j] < c.Lower || x[j] > c.Upper {
			return false
		}
	}
	for _, r := range p.Rows {
		sum := 0.0
		for _, t := range r.Terms {
			sum += t.Coefficient * x[t.Column]
		}
		if sum < r.Lower || sum > r.Upper {
			return false
		}
	}
	return true
}

// TestAgainstPoints checks that no integral point in a box is better than the optimum, and that a
// problem with such a point is not infeasible.
func TestAgainstPoints(t *testing.T) {
	seen := map[problem.Status]int{}
	for seed := range uint64(200) {
		p := Random(rand.New(rand.NewPCG(seed, 3)), true, false)
		status, value, values := Solve(p)
		seen[status]++
		if status == problem.Optimal {
			x := make([]float64, len(values))
			sum := p.Offset
			for j, v := range values {
				x[j], _ = v.Float64()
				sum += p.Columns[j].Cost * x[j]
			}
			if v, _ := value.Float64(); v != sum && v-sum > 1e-9 {
				t.Fatalf("seed %d: %v, and the values give %v", seed, v, sum)
			}
		}
		if len(p.Columns) > 4 {
			continue
		}
		x := make([]float64, len(p.Columns))
		var try func(j int)
		try = func(j int) {
			if j < len(x) {
				for v := -4; v <= 4; v++ {
					x[j] = float64(v)
					try(j + 1)
				}
				return
			}
			if !holds(p, x) {
				return
			}
			if status == problem.Infeasible {
				t.Fatalf("seed %d: infeasible, but %v\n%+v", seed, x, p)
			}
			if status != problem.Optimal {
				return
			}
			sum := p.Offset
			for k, c := range p.Columns {
				sum += c.Cost * x[k]
			}
			if best, _ := value.Float64(); p.Maximize && sum > best+1e-9 || !p.Maximize && sum < best-1e-9 {
				t.Fatalf("seed %d: %v is better than %v\n%+v", seed, sum, best, p)
			}
		}
		try(0)
	}
	if seen[problem.Optimal] < 20 || seen[problem.Infeasible] < 5 {
		t.Error(seen)
	}
}

// TestLinear checks the vertex of a triangle, an infeasible and an unbounded program.
func TestLinear(t *testing.T) {
	p := &problem.Problem{Maximize: true, Columns: []problem.Column{{Cost: 1, Upper: 10}, {Cost: 2, Upper: 10}},
		Rows: []problem.Row{{Lower: -problem.Infinity, Upper: 4, Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 1, Coefficient: 3}}}}}
	status, value, x := Linear(p, []float64{0, 0}, []float64{10, 10})
	if got, _ := value.Float64(); status != problem.Optimal || got != 4 || x[0].String() != "4/1" {
		t.Error(status, value, x)
	}
	if status, _, _ := Linear(p, []float64{5, 0}, []float64{10, 10}); status != problem.Infeasible {
		t.Error(status)
	}
	p.Rows = nil
	if status, _, _ := Linear(p, []float64{0, 0}, []float64{10, problem.Infinity}); status != problem.Unbounded {
		t.Error(status)
	}
}
