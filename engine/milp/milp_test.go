package milp_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"farbank"
	"farbank/engine/milp"
	"farbank/milp/branch"
	"farbank/milp/problem"
)

// TestHorizon checks that one program with more turns than needed finds a shortest plan, with the
// idle turns at the end.
func TestHorizon(t *testing.T) {
	for _, c := range []struct {
		name    string
		horizon int
		cost    int64
		status  farbank.Status
	}{{"wolf", 16, 7, farbank.Solved}, {"wolf", 7, 7, farbank.Solved}, {"wolf", 6, 0, farbank.NoneWithinBound},
		{"jugs", 9, 6, farbank.Solved}, {"bridge", 5, 17, farbank.Feasible}, {"bridge", 17, 17, farbank.Solved}} {
		p, err := farbank.Load(c.name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := farbank.SolveWith(context.Background(), milp.New(), p, farbank.Question{Horizon: c.horizon}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if a.Status != c.status || a.Best != nil && a.Best.Cost != c.cost {
			t.Errorf("%s, %d turns: %s (%s), plan %v", c.name, c.horizon, a.Status, a.Reason, a.Best)
		}
	}
}

// TestProgram checks that the exported program has the optimum of the problem.
func TestProgram(t *testing.T) {
	for name, want := range map[string]float64{"wolf": 7, "knapsack": 15, "bridge": 17} {
		p, err := farbank.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := farbank.Solve(context.Background(), p, farbank.Question{})
		if err != nil {
			t.Fatal(err)
		}
		want = float64(a.Best.Cost)
		m, err := milp.NewProgram(t.Context(), p, 9)
		if err != nil {
			t.Fatal(err)
		}
		s, err := branch.Solve(context.Background(), m.Problem, branch.Options{})
		if err != nil || s.Status != problem.Optimal {
			t.Fatalf("%s: %s, %v", name, s.Status, err)
		}
		if _, cost, err := p.Verify(m.Plan(s)); err != nil || float64(cost) != want {
			t.Errorf("%s: cost %v (%v), wanted %v", name, cost, err, want)
		}
	}
}

// TestInterrupted checks that a running solve ends with its context.
func TestInterrupted(t *testing.T) {
	p, err := farbank.Load("warehouse")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	a, err := farbank.SolveWith(ctx, milp.New(), p, farbank.Question{}, nil)
	if err != nil || a.Status != farbank.Unknown || a.Bound == nil {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestCopies checks moves that copy cells with too many combinations of values to enumerate.
func TestCopies(t *testing.T) {
	for _, c := range []struct {
		name, param, value string
		cost               int64
	}{{"pancakes", "n", "5", 5}, {"pancakes", "stack", "[3, 1, 5, 4, 2]", 5}, {"tiles", "start", "[1, 2, 3, 4, 5, 6, 0, 7, 8]", 2}, {"tiles", "start", "[1, 2, 3, 0, 5, 6, 4, 7, 8]", 3}} {
		p, err := farbank.Load(c.name, farbank.WithParam(c.param, c.value))
		if err != nil {
			t.Fatal(err)
		}
		a, err := farbank.SolveWith(t.Context(), milp.New(), p, farbank.Question{}, nil)
		if err != nil || a.Status != farbank.Solved || a.Best.Cost != c.cost {
			t.Errorf("%s, %s = %s: %+v, %v", c.name, c.param, c.value, a, err)
		}
	}
}

// TestProgramEnds checks that the translation of a large program ends with its context.
func TestProgramEnds(t *testing.T) {
	p, err := farbank.Load("klotski")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := milp.NewProgram(ctx, p, 200); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}
