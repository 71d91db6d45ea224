package engine_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"farbank/engine"
	"farbank/lang"
	"farbank/model"
)

// A runner is an engine made for a race.
type runner struct {
	name  string
	solve func(ctx context.Context, q engine.Question) (*engine.Answer, error)
	asked atomic.Bool
	ended atomic.Bool
}

func (r *runner) Name() string  { return r.name }
func (r *runner) About() string { return "" }
func (r *runner) Capabilities() engine.Capabilities {
	return engine.Capabilities{Find: true, Objective: true, Kinds: []engine.Kind{engine.Shortest, engine.Any}, Wants: []engine.Want{engine.One, engine.Count}}
}
func (r *runner) Can(p *model.Problem, q engine.Question) error {
	return engine.CheckCapabilities(r.name, r.Capabilities(), p, q)
}
func (r *runner) Races(*model.Problem, engine.Question) bool { return true }
func (r *runner) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	r.asked.Store(true)
	defer r.ended.Store(true)
	a, err := r.solve(ctx, q)
	if a != nil {
		a.Stats.Engine = r.name
	}
	return a, err
}

// digit is a problem whose best value is 9.
func digit(t *testing.T) *model.Problem {
	t.Helper()
	p, err := lang.Parse("digit.far", "find x: 0..9\nmaximize x\n", lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func taking(x int64) *model.Plan { return &model.Plan{Find: []int64{x}, Cost: x} }

func solved(x int64) func(context.Context, engine.Question) (*engine.Answer, error) {
	return func(context.Context, engine.Question) (*engine.Answer, error) {
		return &engine.Answer{Status: engine.Solved, Best: taking(x)}, nil
	}
}

// endless works until it is stopped, and says what it has.
func endless(best *model.Plan) func(context.Context, engine.Question) (*engine.Answer, error) {
	return func(ctx context.Context, q engine.Question) (*engine.Answer, error) {
		if best != nil {
			q.Shared.Offer(*best)
		}
		<-ctx.Done()
		a := &engine.Answer{Best: best}
		_, err := a.Stop(ctx, ctx.Err())
		return a, err
	}
}

func race(t *testing.T, ctx context.Context, q engine.Question, engines ...*runner) (*engine.Answer, error) {
	t.Helper()
	var r engine.Registry
	for _, e := range engines {
		r = append(r, e)
	}
	return r.Solve(ctx, nil, digit(t), q, nil)
}

func TestRaceWinner(t *testing.T) {
	slow, quick := &runner{name: "slow", solve: endless(nil)}, &runner{name: "quick", solve: solved(9)}
	a, err := race(t, t.Context(), engine.Question{}, slow, quick)
	if err != nil || a.Status != engine.Solved || a.Best.Cost != 9 || a.Stats.Engine != "quick" {
		t.Fatalf("%+v, %v", a, err)
	}
	if !slow.ended.Load() {
		t.Error("the loser goes on")
	}
	if notes := strings.Join(a.Stats.Notes, " "); !strings.Contains(notes, "slow") {
		t.Errorf("the notes are %q", notes)
	}
}

func TestRaceAtOnce(t *testing.T) {
	first, second := &runner{name: "first", solve: solved(9)}, &runner{name: "second", solve: solved(9)}
	a, err := race(t, t.Context(), engine.Question{}, first, second)
	if err != nil || a.Stats.Engine != "first" || len(a.Stats.Notes) > 0 {
		t.Fatalf("%+v, %v", a, err)
	}
	if second.asked.Load() {
		t.Error("the second was asked although the first answered at once")
	}
}

// TestRaceTogether: one has the plan, another the bound, and neither could prove it alone.
func TestRaceTogether(t *testing.T) {
	bounding := func(ctx context.Context, q engine.Question) (*engine.Answer, error) {
		q.Shared.Prove(11)
		q.Shared.Prove(9)
		return endless(nil)(ctx, q)
	}
	a, err := race(t, t.Context(), engine.Question{}, &runner{name: "a", solve: endless(taking(9))}, &runner{name: "b", solve: bounding})
	if err != nil || a.Status != engine.Solved || a.Best.Cost != 9 || a.Bound == nil || *a.Bound != 9 || a.Reason != "" {
		t.Fatalf("%+v, %v", a, err)
	}
}

// TestRaceLimit: the better plan is given, and why it is not proven.
func TestRaceLimit(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer cancel()
	a, err := race(t, ctx, engine.Question{}, &runner{name: "a", solve: endless(taking(5))}, &runner{name: "b", solve: endless(taking(7))})
	if err != nil || a.Status != engine.Feasible || a.Best.Cost != 7 || !strings.Contains(a.Reason, "time limit") {
		t.Fatalf("%+v, %v", a, err)
	}
}

// TestRaceRefused: where nobody else can, the first is left alone; where nobody can, it says so.
func TestRaceRefused(t *testing.T) {
	refusing := func(context.Context, engine.Question) (*engine.Answer, error) {
		return &engine.Answer{Status: engine.Unsupported, Reason: "too large"}, nil
	}
	a, err := race(t, t.Context(), engine.Question{}, &runner{name: "a", solve: refusing}, &runner{name: "b", solve: solved(9)})
	if err != nil || a.Status != engine.Solved {
		t.Fatalf("%+v, %v", a, err)
	}
	a, err = race(t, t.Context(), engine.Question{}, &runner{name: "a", solve: refusing}, &runner{name: "b", solve: refusing})
	if err != nil || a.Status != engine.Unsupported || a.Reason != "too large" {
		t.Fatalf("%+v, %v", a, err)
	}
}

// TestRaceJudged: a plan that is offered but not valid is a mistake of ours.
func TestRaceJudged(t *testing.T) {
	lying := func(ctx context.Context, q engine.Question) (*engine.Answer, error) {
		q.Shared.Offer(model.Plan{Find: []int64{11}, Cost: 11})
		q.Shared.Prove(11)
		return endless(nil)(ctx, q)
	}
	_, err := race(t, t.Context(), engine.Question{}, &runner{name: "a", solve: lying}, &runner{name: "b", solve: endless(nil)})
	var bug *engine.BugError
	if !errors.As(err, &bug) {
		t.Errorf("%v", err)
	}
}

// TestRaceMemory: the limit is divided, but for one that nobody asked for.
func TestRaceMemory(t *testing.T) {
	var first, second int64
	memory := func(n *int64) func(context.Context, engine.Question) (*engine.Answer, error) {
		return func(_ context.Context, q engine.Question) (*engine.Answer, error) {
			*n = q.Memory
			return &engine.Answer{Status: engine.Unknown, Reason: "enough"}, nil
		}
	}
	a, err := race(t, t.Context(), engine.Question{Memory: 1000}, &runner{name: "a", solve: memory(&first)}, &runner{name: "b", solve: memory(&second)})
	if err != nil || a.Status != engine.Unknown || a.Reason != "enough" || first != 750 || second != 250 {
		t.Errorf("%+v, %v, %d and %d bytes", a, err, first, second)
	}
	limits := engine.Limits{Undivided: true}
	ctx, stop := limits.Begin(t.Context())
	defer stop()
	a, err = race(t, ctx, engine.Question{Memory: 1000}, &runner{name: "a", solve: memory(&first)}, &runner{name: "b", solve: memory(&second)})
	if err != nil || a.Status != engine.Unknown || first != 1000 || second != 1000 {
		t.Errorf("%+v, %v, %d and %d bytes", a, err, first, second)
	}
}

// TestRaceNot: numbers and lists are one engine's.
func TestRaceNot(t *testing.T) {
	counting := func(context.Context, engine.Question) (*engine.Answer, error) {
		time.Sleep(120 * time.Millisecond)
		return &engine.Answer{Status: engine.Unknown, Reason: "enough"}, nil
	}
	second := &runner{name: "b", solve: solved(9)}
	a, err := race(t, t.Context(), engine.Question{Want: engine.Count}, &runner{name: "a", solve: counting}, second)
	if err != nil || a.Status != engine.Unknown || second.asked.Load() {
		t.Errorf("%+v, %v", a, err)
	}
}

// An ordered runner has control strategies.
type ordered struct{ *runner }

func (ordered) Can(*model.Problem, engine.Question) error { return nil }

// TestStrategyAlone: where a strategy is asked for nobody is asked beside the engine that has it.
func TestStrategyAlone(t *testing.T) {
	for strategy, memory := range map[engine.Strategy]int64{engine.DepthFirst: 1000, engine.DefaultStrategy: 750} {
		got := int64(0)
		first := ordered{&runner{name: "first", solve: func(ctx context.Context, q engine.Question) (*engine.Answer, error) {
			got = q.Memory
			return solved(9)(ctx, q)
		}}}
		r := engine.Registry{first, &runner{name: "second", solve: solved(9)}}
		if _, err := r.Solve(t.Context(), nil, digit(t), engine.Question{Strategy: strategy, Memory: 1000}, nil); err != nil || got != memory {
			t.Errorf("%s: %v, %d bytes, want %d", strategy, err, got, memory)
		}
	}
}

// TestRaceOverflow: an overflow is the answer only if nobody has another.
func TestRaceOverflow(t *testing.T) {
	wide := func(context.Context, engine.Question) (*engine.Answer, error) {
		return nil, &model.OverflowError{File: "digit.far"}
	}
	a, err := race(t, t.Context(), engine.Question{}, &runner{name: "a", solve: wide}, &runner{name: "b", solve: solved(9)})
	if err != nil || a.Status != engine.Solved {
		t.Errorf("%+v, %v", a, err)
	}
	var overflow *model.OverflowError
	if a, err := race(t, t.Context(), engine.Question{}, &runner{name: "a", solve: wide}, &runner{name: "b", solve: wide}); !errors.As(err, &overflow) {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestRaceStuck: an engine that does not end holds nobody back for long.
func TestRaceStuck(t *testing.T) {
	release := make(chan bool)
	defer close(release)
	stuck := func(context.Context, engine.Question) (*engine.Answer, error) {
		<-release
		return &engine.Answer{Status: engine.Unknown, Reason: "late"}, nil
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	a, err := race(t, ctx, engine.Question{}, &runner{name: "a", solve: endless(taking(5))}, &runner{name: "b", solve: stuck})
	if err != nil || a.Status != engine.Feasible || a.Best.Cost != 5 {
		t.Errorf("%+v, %v", a, err)
	}
}
