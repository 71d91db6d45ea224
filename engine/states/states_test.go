package states_test

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"farbank/engine"
	"farbank/engine/states"
	"farbank/graph"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/oracle"
	"farbank/internal/testing/sample"
	"farbank/model"
)

// successors returns the successors of a state by the interpreter, one move at a time.
func successors(t *testing.T, p *model.Problem, s model.State) (next []model.State, label []int, cost []int64) {
	t.Helper()
	for n, m := range p.Moves {
		out, err := p.Apply(m, s)
		if err != nil {
			t.Fatal(err)
		}
		if out.Next == nil {
			continue
		}
		if ok, err := p.Safe(out.Next); err != nil {
			t.Fatal(err)
		} else if ok {
			next, label, cost = append(next, out.Next), append(label, n), append(cost, out.Cost)
		}
	}
	return next, label, cost
}

// walkAll follows all moves and compares them with the interpreter. It returns the number of
// states.
func walkAll(t *testing.T, p *model.Problem) int {
	t.Helper()
	w := states.NewWalker(states.New(t.Context(), p, false), 0)
	defer w.Close()
	found := map[int]model.State{}
	for _, n := range w.Roots() {
		plan, err := w.PlanOf(n)
		if err != nil {
			t.Fatal(err)
		}
		s, ok, err := p.Begin(plan.Find)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		found[n.At] = s
	}
	for at := 0; at < w.Len() && at < 3000; at++ {
		next, label, cost := successors(t, p, found[at])
		moves := w.From(at)
		if len(moves) != len(next) {
			t.Fatalf("%d moves from %v, want %d", len(moves), found[at], len(next))
		}
		for k, m := range moves {
			if int(m.Label) != label[k] || m.Cost != cost[k] || found[m.To] != nil && !slices.Equal(found[m.To], next[k]) {
				t.Fatalf("%+v from %v, want %v by %d for %d", m, found[at], next[k], label[k], cost[k])
			}
			found[m.To] = next[k]
		}
		if goal, err := p.AtGoal(found[at]); err != nil || goal != w.Goal(at) {
			t.Fatalf("%v: a goal %v, want %v (%v)", found[at], w.Goal(at), goal, err)
		}
	}
	if w.Err != nil {
		t.Fatal(w.Err)
	}
	return w.Len()
}

// TestWalker compares moves and goals of random problems with the interpreter.
func TestWalker(t *testing.T) {
	for seed := range uint64(60) {
		p, _ := oracle.Problem(seed, generated.Options{States: 60, Moves: generated.Always, Without: oracle.Wide})
		walkAll(t, p)
	}
}

// TestCompiled counts the states of spaces that are large enough to be compiled.
func TestCompiled(t *testing.T) {
	for discs, want := range map[string]int{"4": 81, "7": 2187} {
		if n := walkAll(t, sample.Load(t, "hanoi", "discs", discs)); n != want {
			t.Errorf("%s discs: %d states, want %d", discs, n, want)
		}
	}
}

// TestSeen checks that a node knows the states of its walk, and that its plan is valid.
func TestSeen(t *testing.T) {
	p := sample.Load(t, "wolf")
	w := states.NewWalker(states.New(t.Context(), p, true), 0)
	root := w.Roots()[0]
	if root.Seen() || !w.Goal(root.At) {
		t.Error("the start")
	}
	for _, n := range w.Next(root) {
		for _, back := range w.Next(&n) {
			if back.At == root.At != back.Seen() {
				t.Error("a repeated state is not seen")
			}
			plan, err := w.PlanOf(&back)
			if err != nil || len(plan.Moves) != 2 {
				t.Fatal(plan, err)
			}
			if _, _, err := p.VerifyWalk(plan); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestMemory checks that a walker ends at its memory limit.
func TestMemory(t *testing.T) {
	w := states.NewWalker(states.New(t.Context(), sample.Load(t, "hanoi"), false), 500)
	w.Roots()
	for at := 0; at < w.Len() && w.Err == nil; at++ {
		w.From(at)
	}
	if !errors.Is(w.Err, graph.ErrMemory) || w.From(0) != nil {
		t.Error(w.Err)
	}
}

// TestEnded checks that a space ends with its context.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := states.New(ctx, sample.Load(t, "wolf"), false)
	var start []uint64
	if err := s.Starts(func(w []uint64) error { start = slices.Clone(w); return nil }); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := s.Expand(start, &graph.Successors{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestSymmetry checks that the representatives stand for all states of the full space, that the
// numbers of shortest paths are equal, and that the plans are valid.
func TestSymmetry(t *testing.T) {
	tried := 0
	for _, params := range [][]string{{"husbands", "couples", "5", "seats", "3"}, {"husbands", "couples", "4", "seats", "3", "bachelors", "2"}, {"failover"}} {
		name := params[0]
		p := sample.Load(t, name, params[1:]...)
		full, folded := states.New(t.Context(), p, false), states.New(t.Context(), p, false)
		folded.Symmetry = states.Interchangeable(t.Context(), p, folded.Layout)
		if folded.Symmetry == nil {
			continue
		}
		tried++
		if folded.Symmetry.String() == "" {
			t.Error(name)
		}
		all, err := graph.Reach(t.Context(), full, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		some, err := graph.Reach(t.Context(), folded, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		n := new(big.Int)
		for i := range some.Len() {
			n.Add(n, folded.Symmetry.Stands(some.Store.State(i)))
		}
		if n.Int64() != int64(all.Len()) || some.Len() >= all.Len() {
			t.Errorf("%s: %d states represent %s, want %d", name, some.Len(), n, all.Len())
		}
		x, err := graph.UniformCost(t.Context(), full, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		y, err := graph.UniformCost(t.Context(), folded, graph.Options{})
		if err != nil || x.Status != y.Status || x.Cost != y.Cost {
			t.Fatalf("%s: %v %d, want %v %d (%v)", name, y.Status, y.Cost, x.Status, x.Cost, err)
		}
		path, err := y.Path(y.Goal)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := folded.Plan(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, cost, err := p.Verify(plan); err != nil || cost != x.Cost {
			t.Errorf("%s: %v, cost %d", name, err, cost)
		}
	}
	if tried < 2 {
		t.Errorf("only %d have a symmetry", tried)
	}
}

// TestWhichSymmetry checks the questions that use a symmetry: one shortest plan, and the number of
// plans.
func TestWhichSymmetry(t *testing.T) {
	p := sample.Load(t, "husbands", "couples", "5", "seats", "3")
	l := model.NewLayout(p)
	for _, test := range []struct {
		q    engine.Question
		want bool
	}{
		{engine.Question{}, false}, {engine.Question{Symmetry: true}, true}, {engine.Question{Symmetry: true, Want: engine.Count}, true},
		{engine.Question{Symmetry: true, Want: engine.All}, false}, {engine.Question{Symmetry: true, Plans: engine.Simple}, false},
	} {
		if got := states.FindSymmetry(t.Context(), p, test.q, l) != nil; got != test.want {
			t.Errorf("%+v: %v", test.q, got)
		}
	}
}

// TestFork checks that forks of a space give the same successors.
func TestFork(t *testing.T) {
	p := sample.Load(t, "tiles")
	for workers := 1; workers <= 3; workers++ {
		s := states.New(t.Context(), p, false)
		sh, err := graph.Explore(t.Context(), s, graph.Options{Workers: workers})
		if err != nil || sh.States != 181440 || s.Note == "" {
			t.Errorf("%d workers: %+v %q %v", workers, sh, s.Note, err)
		}
		s.Close()
	}
}
