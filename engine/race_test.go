package engine_test

import (
	"context"
	"errors"
	"math/big"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"farbank/engine"
	"farbank/lang"
	"farbank/model"
)

// A runner is an engine for tests of races.
type runner struct {
	name  string
	solve func(ctx context.Context, q engine.Question) (*engine.Answer, error)
	moves bool // it takes problems with moves
	asked atomic.Bool
	ended atomic.Bool
}

func (r *runner) Name() string  { return r.name }
func (r *runner) About() string { return "" }
func (r *runner) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: r.moves, Find: true, Objective: true, Kinds: []engine.Kind{engine.Shortest, engine.Any}, Wants: []engine.Want{engine.One, engine.Count}}
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

// digit returns a problem whose optimal value is 9.
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

// endless works until it is stopped, and returns best.
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

// TestRaceTogether checks that a plan of one engine and a bound of another make a proof.
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

// TestRaceLimit checks that the better plan is returned after a limit, with the reason.
func TestRaceLimit(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer cancel()
	a, err := race(t, ctx, engine.Question{}, &runner{name: "a", solve: endless(taking(5))}, &runner{name: "b", solve: endless(taking(7))})
	if err != nil || a.Status != engine.Feasible || a.Best.Cost != 7 || !strings.Contains(a.Reason, "time limit") {
		t.Fatalf("%+v, %v", a, err)
	}
}

// TestRaceRefused checks races in which only one engine, or none, can take the question.
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

// TestRaceJudged checks that an invalid plan is reported as a bug.
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

// TestRaceMemory checks that the limit is divided, except for the default limit.
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

// TestRaceCount checks that the first exact count wins, and that the largest is returned after a limit.
func TestRaceCount(t *testing.T) {
	counted := func(n int64, exact bool) func(context.Context, engine.Question) (*engine.Answer, error) {
		return func(ctx context.Context, q engine.Question) (*engine.Answer, error) {
			if !exact {
				<-ctx.Done()
				return &engine.Answer{Status: engine.Unknown, Reason: "enough", Count: big.NewInt(n)}, nil
			}
			return &engine.Answer{Status: engine.Solved, Count: big.NewInt(n)}, nil
		}
	}
	q := engine.Question{Want: engine.Count}
	a, err := race(t, t.Context(), q, &runner{name: "a", solve: counted(3, false)}, &runner{name: "b", solve: counted(7, true)})
	if err != nil || a.Status != engine.Solved || a.Count.Int64() != 7 || a.Stats.Engine != "b" {
		t.Errorf("%+v, %v", a, err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer stop()
	a, err = race(t, ctx, q, &runner{name: "a", solve: counted(3, false)}, &runner{name: "b", solve: counted(5, false)})
	if err != nil || a.Status != engine.Feasible || a.Count.Int64() != 5 {
		t.Errorf("%+v, %v", a, err)
	}
}

// A lister is an engine for tests of races that lists values of the unknown.
type lister struct {
	*runner
	values []int64
	stuck  bool // after the values it waits for the end of its context
}

func (l *lister) Can(*model.Problem, engine.Question) error { return nil }

func (l *lister) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	a := &engine.Answer{Stats: engine.Stats{Engine: l.name}}
	for _, x := range l.values {
		plan := *taking(x)
		if a.Best == nil {
			a.Best = &plan
		}
		if a.Given++; !yield(plan) || q.Limit > 0 && a.Given >= q.Limit {
			return a, nil
		}
	}
	if l.stuck {
		<-ctx.Done()
		a.Halt("enough")
	}
	return a, nil
}

// TestRaceList checks that each plan is passed on once, those of the first engine first.
func TestRaceList(t *testing.T) { synctest.Test(t, raceList) }

func raceList(t *testing.T) {
	for _, test := range []struct {
		first, second []int64
		limit         int
		stuck         bool
		want          string
		status        engine.Status
	}{
		{[]int64{1, 2}, []int64{3, 2, 1}, 0, false, "1 2 3", engine.Solved},
		{[]int64{1, 2}, []int64{3, 2, 1, 0}, 3, false, "1 2 3", engine.Solved},
		{[]int64{1, 2}, []int64{4, 5}, 0, true, "1 2 4 5", engine.Feasible},
		{nil, nil, 0, true, "", engine.Unknown},
	} {
		limit := 20 * time.Second
		if test.stuck {
			limit = 5 * time.Second // the second engine does not wait for a first one that is silent for long
		}
		ctx, stop := context.WithTimeout(t.Context(), limit)
		r := engine.Registry{&lister{&runner{name: "first"}, test.first, true}, &lister{&runner{name: "second"}, test.second, test.stuck}}
		var got []string
		a, err := r.Solve(ctx, nil, digit(t), engine.Question{Want: engine.All, Plans: engine.Any, Limit: test.limit}, func(plan model.Plan) bool {
			got = append(got, strconv.FormatInt(plan.Find[0], 10))
			return true
		})
		stop()
		if err != nil || strings.Join(got, " ") != test.want || a.Given != len(got) || a.Status != test.status {
			t.Errorf("%v %v: %v, %+v, %v", test.first, test.second, got, a, err)
		}
	}
}

// TestRaceStopped checks that a race ends when the caller wants no more plans.
func TestRaceStopped(t *testing.T) {
	r := engine.Registry{&lister{&runner{name: "first"}, []int64{1, 2, 3}, true}, &lister{&runner{name: "second"}, nil, true}}
	a, err := r.Solve(t.Context(), nil, digit(t), engine.Question{Want: engine.All, Plans: engine.Any}, func(model.Plan) bool { return false })
	if err != nil || a.Given != 1 || a.Status != engine.Solved {
		t.Errorf("%+v, %v", a, err)
	}
}

// An ordered is a runner with control strategies.
type ordered struct{ *runner }

func (ordered) Can(*model.Problem, engine.Question) error { return nil }

// TestStrategyAlone checks that a question for a strategy is asked of one engine.
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

// TestRaceOverflow checks that an overflow is returned only if no engine has another answer.
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

// TestRaceStuck checks that an engine that does not end delays the answer only briefly.
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

// TestRaceAllStuck checks the answer after an interrupt where no engine ends in time.
func TestRaceAllStuck(t *testing.T) {
	release := make(chan bool)
	defer close(release)
	stuck := func(_ context.Context, q engine.Question) (*engine.Answer, error) {
		q.Shared.Offer(*taking(5))
		<-release
		return &engine.Answer{Status: engine.Unknown, Reason: "late"}, nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	a, err := race(t, ctx, engine.Question{}, &runner{name: "a", solve: stuck}, &runner{name: "b", solve: stuck})
	if err != nil || a.Status != engine.Feasible || a.Best == nil || a.Best.Cost != 5 || a.Reason != "it was interrupted" {
		t.Errorf("%+v, %v", a, err)
	}
}

// A reporting runner reports progress until its context ends, and counts its reports.
type reporting struct {
	name  string
	leads bool
	count atomic.Int64
}

func (r *reporting) Name() string                               { return r.name }
func (r *reporting) About() string                              { return "" }
func (r *reporting) Capabilities() engine.Capabilities          { return engine.Capabilities{} }
func (r *reporting) Can(*model.Problem, engine.Question) error  { return nil }
func (r *reporting) Races(*model.Problem, engine.Question) bool { return true }
func (r *reporting) Leads(*model.Problem, engine.Question) bool { return r.leads }
func (r *reporting) Solve(ctx context.Context, _ *model.Problem, q engine.Question, _ func(model.Plan) bool) (*engine.Answer, error) {
	for ctx.Err() == nil {
		q.Progress(engine.Progress{})
		r.count.Add(1)
		time.Sleep(time.Millisecond)
	}
	return &engine.Answer{Status: engine.Unknown, Reason: "it was interrupted", Stats: engine.Stats{Engine: r.name}}, nil
}

// TestTurns checks that engines that share a processor wait for each other, and the leading one does not.
func TestTurns(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	a, b, c := &reporting{name: "a"}, &reporting{name: "b", leads: true}, &reporting{name: "c"}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if _, err := (engine.Registry{a, b, c}).Solve(ctx, nil, digit(t), engine.Question{}, nil); err != nil {
		t.Fatal(err)
	}
	if x, y, z := a.count.Load(), b.count.Load(), c.count.Load(); x == 0 || z == 0 || y <= max(x, z) {
		t.Errorf("%d, %d and %d reports: the second engine should have the most", x, y, z)
	}
}

// TestRaceSlow checks that an exhaustive search which is too slow waits for the others, and goes on if they have no answer.
func TestRaceSlow(t *testing.T) {
	t.Parallel() // it takes two seconds of processor time
	var reports atomic.Int64
	slow := func(ctx context.Context, q engine.Question) (*engine.Answer, error) {
		for until := time.Now().Add(2 * time.Minute); time.Now().Before(until) && reports.Load() >= 0; reports.Add(1) {
			for begun := time.Now(); time.Since(begun) < 10*time.Millisecond; {
			}
			q.Progress(engine.Progress{States: 100})
		}
		return &engine.Answer{Status: engine.None}, nil
	}
	other := func(ctx context.Context, q engine.Question) (*engine.Answer, error) {
		for last := int64(-1); ctx.Err() == nil; time.Sleep(time.Second) {
			if n := reports.Load(); n > 0 && n == last {
				break // it waits
			} else {
				last = n
			}
		}
		reports.Store(-1 << 40) // it would end at once
		return &engine.Answer{Status: engine.Unknown, Reason: "enough"}, nil
	}
	a, err := engine.Registry{}.Race(t.Context(), []engine.Engine{&exhaustive{runner{name: "slow", moves: true, solve: slow}}, &runner{name: "other", moves: true, solve: other}}, moving(t), engine.Question{}, nil)
	if err != nil || a.Stats.Engine != "slow" || a.Status != engine.None {
		t.Errorf("%+v, %v", a, err)
	}
}

type exhaustive struct{ runner }

func (*exhaustive) Exhausts() bool { return true }

// moving returns a problem with moves.
func moving(t *testing.T) *model.Problem {
	t.Helper()
	p, err := lang.Parse("moving.far", "state x: 0..9 = 0\nmove up() {\n    x += 1\n}\ngoal x == 9\n", lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
