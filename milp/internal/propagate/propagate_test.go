package propagate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/milp/internal/program"
	"farbank/milp/internal/reference"
	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// within reports whether a point is within the bounds of a domain.
func within(d *Domain, x []float64) bool {
	for j, v := range x {
		if v < d.Lo[j] || v > d.Hi[j] {
			return false
		}
	}
	return true
}

func prepare(p *problem.Problem) (*program.Program, *ConflictGraph, *Domain) {
	g := program.New(p)
	l := NewConflictGraph(g)
	l.Read(g)
	d := NewDomain(g, l)
	for i := range g.Rows {
		d.TouchRow(int32(i))
	}
	return g, l, d
}

// TestKeepsSolutions probes and fixes columns one by one. It checks that no compatible solution is
// lost, and that Back restores the bounds.
func TestKeepsSolutions(t *testing.T) {
	tightened := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := reference.Knapsacks(r)
		all := reference.Solutions(p)
		_, l, d := prepare(p)
		ok := d.Propagate() && l.Probe(t.Context(), d, 1_000_000)
		for _, x := range all {
			if !ok || !within(d, x) {
				t.Fatalf("seed %d: %v is lost at the root\n%+v", seed, x, p)
			}
		}
		if !ok {
			continue
		}
		mark, lo, hi := d.Mark(), slices.Clone(d.Lo), slices.Clone(d.Hi)
		for _, j := range r.Perm(len(p.Columns))[:3] {
			v := float64(r.IntN(2))
			all = slices.DeleteFunc(all, func(x []float64) bool { return x[j] != v })
			d.SetLower(int32(j), v)
			d.SetUpper(int32(j), v)
			if ok = d.Propagate(); !ok {
				break
			}
		}
		for _, x := range all {
			if !ok || !within(d, x) {
				t.Fatalf("seed %d: %v is lost\n%+v", seed, x, p)
			}
		}
		tightened += d.Mark() - mark
		if d.Back(mark); d.Failed || !slices.Equal(d.Lo, lo) || !slices.Equal(d.Hi, hi) {
			t.Fatalf("seed %d: the way back does not lead back", seed)
		}
	}
	if tightened < 600 {
		t.Errorf("only %d bounds changed", tightened)
	}
}

// TestWiderRows checks that replacing rows by larger cliques keeps the solutions.
func TestWiderRows(t *testing.T) {
	wider := 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := pairs(r)
		g, l, _ := prepare(p)
		before := len(g.Rows)
		l.WidenRows(g)
		if len(g.Rows) < before {
			wider++
		}
		all := reference.Solutions(p)
		count := 0
		for bits := range 1 << len(p.Columns) {
			x := make([]float64, len(p.Columns))
			for j := range x {
				x[j] = float64(bits >> j & 1)
			}
			if !slices.ContainsFunc(g.Rows, func(row simplex.Row) bool { return violates(row, x) }) {
				count++
			}
		}
		if count != len(all) {
			t.Fatalf("seed %d: %d solutions, %d before", seed, count, len(all))
		}
	}
	if wider == 0 {
		t.Error("no rows were joined")
	}
}

func violates(row simplex.Row, x []float64) bool {
	sum := 0.0
	for k, j := range row.Index {
		sum += row.Value[k] * x[j]
	}
	return sum > row.Upper+1e-9 || sum < row.Lower-1e-9
}

// pairs returns a program of binaries in which many pairs of literals exclude each other.
func pairs(r *rand.Rand) *problem.Problem {
	p := &problem.Problem{}
	for range 7 {
		p.Columns = append(p.Columns, problem.Column{Upper: 1, Integer: true})
	}
	for i := range p.Columns {
		for j := range i {
			row := problem.Row{Lower: math.Inf(-1), Upper: 1, Terms: []problem.Term{{Column: i, Coefficient: 1}, {Column: j, Coefficient: 1}}}
			switch r.IntN(5) {
			case 0, 1, 2:
				p.Rows = append(p.Rows, row)
			case 3:
				row.Terms[0].Coefficient, row.Upper = -1, 0
				p.Rows = append(p.Rows, row)
			}
		}
	}
	return p
}

// TestContinuous checks that bounds of continuous columns from rows leave some room, and that
// columns that tighten each other terminate.
func TestContinuous(t *testing.T) {
	inf := math.Inf(1)
	column := problem.Column{Upper: 100}
	term := func(j int, a float64) problem.Term { return problem.Term{Column: j, Coefficient: a} }
	p := &problem.Problem{Columns: []problem.Column{column, column, {Upper: inf}}, Rows: []problem.Row{
		{Lower: -inf, Upper: 0, Terms: []problem.Term{term(0, 1), term(1, -0.5)}},
		{Lower: -inf, Upper: 0, Terms: []problem.Term{term(1, 1), term(0, -1)}},
		{Lower: -inf, Upper: 12, Terms: []problem.Term{term(2, 3)}},
	}}
	_, _, d := prepare(p)
	if !d.Propagate() {
		t.Fatal("no solution")
	}
	if d.Hi[2] < 4 || d.Hi[2] > 4.001 {
		t.Errorf("a column is at most %v, not 4", d.Hi[2])
	}
	if d.Hi[0] < 0 || d.Hi[0] > 50.1 {
		t.Errorf("a column is at most %v", d.Hi[0])
	}
	d.SetLower(2, 5)
	if !d.Failed || d.Propagate() {
		t.Error("a bound beyond the other is no failure")
	}
}

// TestManySmallSteps checks that two integer columns that push each other up by one do not do so
// through their whole domain.
func TestManySmallSteps(t *testing.T) {
	p := &problem.Problem{
		Columns: []problem.Column{{Lower: 0, Upper: 1e12, Integer: true}, {Lower: 0, Upper: 1e12, Integer: true}, {Lower: 0, Upper: 1, Integer: true}},
		Rows: []problem.Row{
			{Lower: 1, Upper: math.Inf(1), Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 1, Coefficient: -1}}},
			{Lower: 0, Upper: math.Inf(1), Terms: []problem.Term{{Column: 1, Coefficient: 1}, {Column: 0, Coefficient: -1}, {Column: 2, Coefficient: 1}}},
		},
	}
	_, _, d := prepare(p)
	d.SetUpper(2, 0)
	d.Propagate()
	if d.Work > 1e5 {
		t.Errorf("%d terms were visited", d.Work)
	}
}
