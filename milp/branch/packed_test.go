package branch_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"farbank/milp/branch"
	"farbank/milp/internal/reference"
	"farbank/milp/problem"
)

// split returns a small market split (Cornuejols and Dawande 1998), whose tree has hundreds of nodes.
func split(r *rand.Rand) *problem.Problem {
	p := &problem.Problem{}
	const binaries = 14
	for range binaries {
		p.Columns = append(p.Columns, column(0, 1, 0, true))
	}
	for range 2 {
		var a []float64
		sum := 0.0
		for range binaries {
			a = append(a, float64(r.IntN(100)))
			sum += a[len(a)-1]
		}
		p.Columns = append(p.Columns, column(0, inf, 1, false), column(0, inf, 1, false))
		line := row(math.Floor(sum/2), math.Floor(sum/2), a...)
		n := len(p.Columns)
		line.Terms = append(line.Terms, problem.Term{Column: n - 2, Coefficient: 1}, problem.Term{Column: n - 1, Coefficient: -1})
		p.Rows = append(p.Rows, line)
	}
	return p
}

// TestPacked packs almost all open nodes, in memory and in a file.
func TestPacked(t *testing.T) {
	dir := t.TempDir()
	nodes := int64(0)
	for seed := range rounds(20, 2000) {
		p := split(rand.New(rand.NewPCG(seed, 95)))
		o := branch.Options{NoPresolve: true, NoCuts: true, NoDives: true}
		want, err := branch.Solve(t.Context(), p, o)
		if err != nil || want.Status != problem.Optimal {
			t.Fatal(want.Status, err)
		}
		o.Workers = 1 + int(seed%2)
		if o.Disk = dir; seed%5 == 0 {
			o.Disk = dir + "/missing" // the nodes stay in memory
		} else if seed%5 == 1 {
			o.Disk = ""
		}
		old := branch.SetPackFrom(2000)
		s, err := branch.Solve(t.Context(), p, o)
		branch.SetPackFrom(old)
		if err != nil || s.Status != problem.Optimal || math.Abs(s.Objective-want.Objective) > 1e-6 || math.Abs(s.Bound-want.Bound) > 1e-6 {
			t.Fatalf("seed %d: %v %v %v, want %v", seed, s.Status, s.Objective, err, want.Objective)
		}
		nodes += s.Nodes
	}
	if nodes < 1000 {
		t.Errorf("%d nodes in all are too few to pack", nodes)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("%d files remain, %v", len(files), err)
	}
}

// TestPackedSize searches a tree whose open nodes exceed the memory unless they are packed.
func TestPackedSize(t *testing.T) {
	p := hard()
	o := branch.Options{Nodes: 3000, NoCuts: true, Memory: 400_000}
	s, err := branch.Solve(t.Context(), p, o)
	if err != nil || s.Nodes < 3000 {
		t.Errorf("%d nodes, %v, %v", s.Nodes, s.Reason, err)
	}
}

// TestBranching chooses the columns to branch on at random.
func TestBranching(t *testing.T) {
	calls := 0
	for seed := range rounds(200, 20000) {
		r := rand.New(rand.NewPCG(seed, 96))
		p := reference.Random(r, true, seed%5 == 0)
		if seed%3 == 0 {
			p = reference.Knapsacks(r)
		}
		check(t, seed, p, branch.Options{NoCuts: seed%2 == 0, NoDives: seed%2 == 0, Branch: func(values []float64, candidates []int) (int, bool) {
			calls++
			if len(values) != len(p.Columns) {
				t.Fatalf("%d values", len(values))
			}
			for _, j := range candidates {
				if v := values[j]; !p.Columns[j].Integer || math.Abs(v-math.Round(v)) < 1e-7 {
					t.Fatalf("seed %d: column %d with the value %v is no candidate", seed, j, v)
				}
			}
			if r.IntN(4) == 0 {
				return -1, false
			}
			return candidates[r.IntN(len(candidates))], r.IntN(2) == 0
		}})
	}
	if calls < 30 {
		t.Errorf("only %d calls", calls)
	}
}

// TestWrongBranching returns a column that is no candidate.
func TestWrongBranching(t *testing.T) {
	p := hard()
	_, err := branch.Solve(t.Context(), p, branch.Options{Nodes: 100, NoDives: true, Branch: func([]float64, []int) (int, bool) { return len(p.Columns), true }})
	if err == nil {
		t.Error("no error")
	}
}

// TestInOrder compares several objectives with an enumeration of all solutions.
func TestInOrder(t *testing.T) {
	for seed := range rounds(400, 20000) {
		r := rand.New(rand.NewPCG(seed, 97))
		p := reference.Knapsacks(r)
		for range 1 + r.IntN(2) {
			d := problem.Objective{Offset: float64(r.IntN(3))}
			for j := range p.Columns {
				if r.IntN(2) == 0 {
					d.Terms = append(d.Terms, problem.Term{Column: j, Coefficient: float64(r.IntN(7) - 3)})
				}
			}
			switch r.IntN(4) {
			case 0:
				d.Absolute = float64(1 + r.IntN(4))
			case 1:
				d.Relative = 0.25
			}
			p.Then = append(p.Then, d)
		}
		want := best(p)
		o := variants[seed%uint64(len(variants))]
		o.Solutions = int(seed % 4)
		s, err := branch.SolveObjectives(t.Context(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range s.Pool {
			if v := value(p, one.Values); one.Objective != v || len(one.Then) != len(p.Then) || one.Then[0] != p.Then[0].Value(one.Values) {
				t.Fatalf("seed %d: one of several solutions has the objectives %v and %v, not %v", seed, one.Objective, one.Then, v)
			}
		}
		if want == nil {
			if s.Status != problem.Infeasible {
				t.Fatalf("seed %d: %v, want infeasible", seed, s.Status)
			}
			continue
		}
		if s.Status != problem.Optimal || len(s.Then) != len(p.Then) {
			t.Fatalf("seed %d: %v, %v", seed, s.Status, s.Reason)
		}
		// Objectives before the last may take any value within the tolerance.
		if last := len(want) - 1; s.Then[last-1] != want[last] {
			t.Fatalf("seed %d: %v, want %v\n%+v", seed, s.Then, want, p)
		}
	}
}

// best returns the optima of the objectives, each among the solutions that those before it leave.
func best(p *problem.Problem) []float64 {
	list := reference.Solutions(p)
	var out []float64
	first := problem.Objective{}
	for j, c := range p.Columns {
		first.Terms = append(first.Terms, problem.Term{Column: j, Coefficient: c.Cost})
	}
	all := append([]problem.Objective{first}, p.Then...)
	for k := range all {
		if len(list) == 0 {
			return nil
		}
		top := math.Inf(-1)
		for _, x := range list {
			top = max(top, all[k].Value(x))
		}
		out = append(out, top)
		slack := 0.0
		if k+1 < len(all) {
			slack = max(all[k+1].Absolute, all[k+1].Relative*math.Abs(top))
		}
		var rest [][]float64
		for _, x := range list {
			if all[k].Value(x) >= top-slack-1e-9 {
				rest = append(rest, x)
			}
		}
		list = rest
	}
	return out
}
