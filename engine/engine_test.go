package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"farbank/engine"
	"farbank/lang"
	"farbank/model"
)

func problem(t *testing.T, source string) *model.Problem {
	t.Helper()
	p, err := lang.Parse("t.far", source, lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestNames checks that every name can be parsed, and nothing else can.
func TestNames(t *testing.T) {
	for i, name := range engine.Kinds() {
		if k, err := engine.ParseKind(name); err != nil || int(k) != i || k.String() != name {
			t.Errorf("%s: %v %v", name, k, err)
		}
	}
	for _, name := range engine.StrategyNames() {
		if s, err := engine.ParseStrategy(name); err != nil || s.String() != name {
			t.Errorf("%s: %v %v", name, s, err)
		}
	}
	for _, name := range append([]string{""}, engine.Preferences...) {
		if _, err := engine.ParsePreference(name); err != nil {
			t.Error(err)
		}
	}
	_, kind := engine.ParseKind("best")
	_, strategy := engine.ParseStrategy("luck")
	_, preference := engine.ParsePreference("red")
	for _, err := range []error{kind, strategy, preference} {
		if err == nil || !strings.Contains(err.Error(), " is ") {
			t.Error(err)
		}
	}
	got := fmt.Sprint(engine.Solved, engine.Feasible, engine.None, engine.NoneWithinBound, engine.Unknown, engine.Unsupported, engine.Status(99), engine.One, engine.All, engine.Count)
	if want := "solved feasible none none-within-bound unknown unsupported Status(99) one all count"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestValidate checks that invalid questions are reported with the field.
func TestValidate(t *testing.T) {
	for field, q := range map[string]engine.Question{
		"Plans": {Plans: 99}, "Want": {Want: 99}, "Prefer": {Prefer: 99}, "Strategy": {Strategy: 99}, "Length": {Length: -1},
		"Limit": {Limit: -1}, "Horizon": {Horizon: -1}, "Memory": {Memory: -1}, "Workers": {Workers: -1},
	} {
		var wrong *engine.QuestionError
		if err := q.Validate(); !errors.As(err, &wrong) || wrong.Field != field || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
		var none context.Context // a nil context
		if _, err := (engine.Registry{}).Solve(none, nil, digit(t), q, nil); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", field, err)
		}
	}
	if err := (engine.Question{Workers: engine.MaxWorkers + 1}).Validate(); err == nil {
		t.Error("MaxWorkers+1 workers are accepted")
	}
	if err := engine.Askable(nil, engine.Question{}); !errors.Is(err, engine.ErrNoProblem) {
		t.Error(err)
	}
}

// TestCapabilities checks that everything that an engine cannot do is refused.
func TestCapabilities(t *testing.T) {
	moves := problem(t, "state n: 0..3 = 0\nmove up { require n < 3\n n += 1 }\ngoal n == 3\n")
	all := engine.Capabilities{Moves: true, Find: true, Objective: true, Prefer: true, Strategy: []engine.Strategy{engine.BreadthFirst},
		Kinds: []engine.Kind{engine.Shortest, engine.Any}, Wants: []engine.Want{engine.One}}
	cases := []struct {
		c    engine.Capabilities
		p    *model.Problem
		q    engine.Question
		want string
	}{
		{engine.Capabilities{}, moves, engine.Question{}, "moves"},
		{engine.Capabilities{}, digit(t), engine.Question{}, "unknowns"},
		{engine.Capabilities{Find: true}, digit(t), engine.Question{}, "objective"},
		{engine.Capabilities{Moves: true}, moves, engine.Question{Prefer: engine.FewestSwitches}, "prefer"},
		{all, moves, engine.Question{Prefer: engine.FewestSwitches, Plans: engine.Any}, "a preference goes with"},
		{engine.Capabilities{Moves: true}, moves, engine.Question{Strategy: engine.BreadthFirst}, "no strategies"},
		{all, digit(t), engine.Question{Strategy: engine.BreadthFirst}, "no moves"},
		{all, moves, engine.Question{Strategy: engine.IDAStar}, "yet"},
		{all, moves, engine.Question{Strategy: engine.BreadthFirst, Want: engine.Count}, "a strategy goes with"},
		{all, moves, engine.Question{Plans: engine.Ends}, "last states"},
		{all, moves, engine.Question{Plans: engine.Walks}, "no walks plans"},
		{all, moves, engine.Question{Want: engine.Count}, "cannot give count"},
		{all, moves, engine.Question{Workers: -1}, "Workers"},
		{all, moves, engine.Question{Strategy: engine.BreadthFirst}, ""},
	}
	for _, c := range cases {
		err := engine.CheckCapabilities("x", c.c, c.p, c.q)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// TestRegistry checks that engines are found by name, and that the first that can is asked.
func TestRegistry(t *testing.T) {
	r := engine.Registry{&runner{name: "a", solve: solved(9)}, &runner{name: "b", solve: solved(9)}}
	if e, err := r.Find("b"); err != nil || e.Name() != "b" || fmt.Sprint(r.Names()) != "[a b]" {
		t.Error(e, err)
	}
	if _, err := r.Find("c"); err == nil || !strings.Contains(err.Error(), "auto, a, b") {
		t.Error(err)
	}
	if e, err := r.Choose(digit(t), engine.Question{}); err != nil || e.Name() != "a" {
		t.Error(e, err)
	}
	a, err := r.Solve(t.Context(), nil, digit(t), engine.Question{Plans: engine.Walks}, nil)
	if err != nil || a.Status != engine.Unsupported || a.Reason == "" {
		t.Error(a, err)
	}
	if a, err = (engine.Registry{}).Solve(t.Context(), nil, digit(t), engine.Question{}, nil); err != nil || a.Status != engine.Unsupported {
		t.Error(a, err)
	}
	if _, err := r.Explore(t.Context(), digit(t), engine.Question{}); err == nil {
		t.Error("nobody explores")
	}
	if _, err := r.Prove(t.Context(), digit(t), engine.Question{}); err == nil {
		t.Error("nobody proves")
	}
	for _, f := range []func() error{
		func() error { _, err := r.Explore(t.Context(), nil, engine.Question{}); return err },
		func() error { _, err := r.Prove(t.Context(), nil, engine.Question{}); return err },
	} {
		if err := f(); !errors.Is(err, engine.ErrNoProblem) {
			t.Error(err)
		}
	}
}

// TestBug checks that an invalid plan is never returned, and that the error names the engine.
func TestBug(t *testing.T) {
	for name, plan := range map[string]*model.Plan{"value": taking(12), "cost": {Find: []int64{3}, Cost: 4}} {
		e := &runner{name: "liar", solve: func(context.Context, engine.Question) (*engine.Answer, error) {
			return &engine.Answer{Status: engine.Solved, Best: plan}, nil
		}}
		_, err := engine.Registry{e}.Solve(t.Context(), e, digit(t), engine.Question{}, nil)
		var bug *engine.BugError
		if !errors.As(err, &bug) || bug.Engine != "liar" || !strings.Contains(err.Error(), "liar") || errors.Unwrap(bug) == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (&engine.BugError{Err: errors.New("x")}); err.Error() != "x" {
		t.Error(err)
	}
}

// TestShared checks that better plans and bounds are kept, and that a nil *Shared accepts everything.
func TestShared(t *testing.T) {
	var nobody *engine.Shared
	nobody.Offer(*taking(3))
	nobody.Prove(3)
	if _, ok := nobody.Best(); ok || nobody.Bound() != nil {
		t.Error("a nil *Shared has a plan or a bound")
	}
	s := &engine.Shared{}
	for _, x := range []int64{7, 5, 6} {
		s.Offer(*taking(x))
	}
	for _, b := range []int64{1, 3, 2} {
		s.Prove(b)
	}
	if best, ok := s.Best(); !ok || best.Cost != 5 || *s.Bound() != 3 {
		t.Error(best, s.Bound())
	}
}

// TestSwitches checks that the mover is the first argument, or else the move.
func TestSwitches(t *testing.T) {
	p := problem(t, `enum Who { ann, bob }
state n: 0..9 = 0
move step(w: Who) { n += 1 }
move rest { n += 1 }
goal n == 3
`)
	if got := engine.Mover(p.Moves[0]); got != "Who ann" {
		t.Error(got)
	}
	if got := engine.Mover(p.Moves[2]); got != "rest" {
		t.Error(got)
	}
	if n := engine.Switches(p, model.Plan{Moves: []int{0, 0, 1, 2, 2}}); n != 2 {
		t.Error(n)
	}
}

// TestLimits checks that a context ends with the time, the memory or its caller, with the cause.
func TestLimits(t *testing.T) {
	l := &engine.Limits{Time: time.Millisecond}
	ctx, stop := l.Begin(t.Context())
	<-ctx.Done()
	if why := engine.Stopped(ctx, ctx.Err()); !strings.Contains(why, "time") || l.Share() != 0 {
		t.Error(why)
	}
	stop()
	parent, cancel := context.WithCancel(t.Context())
	ctx, stop = (&engine.Limits{}).Begin(parent)
	cancel()
	<-ctx.Done()
	if why := engine.Stopped(ctx, ctx.Err()); !strings.Contains(why, "interrupted") {
		t.Error(why)
	}
	stop()
	if why := engine.Stopped(t.Context(), engine.ErrMemory); !strings.Contains(why, "memory") {
		t.Error(why)
	}
	if why := engine.Stopped(t.Context(), errors.New("else")); why != "" {
		t.Error(why)
	}
}

// TestMemoryLimit checks that the work ends when the process uses too much memory, and is abandoned if it
// continues.
func TestMemoryLimit(t *testing.T) {
	over := make(chan error, 1)
	l := &engine.Limits{Memory: 1 << 20, Overrun: func(cause error) { over <- cause }}
	ctx, stop := l.Begin(t.Context())
	defer stop()
	if n := l.Share(); n < 1 || n > 1<<20 {
		t.Error(n)
	}
	var held [][]byte
	for ctx.Err() == nil && len(held) < 256 {
		block := make([]byte, 1<<20)
		for i := range block {
			block[i] = byte(i)
		}
		held = append(held, block)
		time.Sleep(time.Millisecond)
	}
	if !errors.Is(context.Cause(ctx), engine.ErrMemory) {
		t.Fatalf("%v with %d MiB", context.Cause(ctx), len(held))
	}
	if cause := <-over; !errors.Is(cause, engine.ErrMemory) {
		t.Error(cause)
	}
	if len(held) == 0 {
		t.Error("nothing was held")
	}
}

// TestEnded checks that limits record whether they ended any work, and whether memory did.
func TestEnded(t *testing.T) {
	for _, c := range []struct {
		err           error
		ended, memory bool
	}{{nil, false, false}, {errors.New("else"), false, false}, {context.Canceled, true, false}, {engine.ErrMemory, true, true}} {
		l := &engine.Limits{}
		ctx, stop := l.Begin(t.Context())
		inner, cancel := context.WithCancel(ctx)
		engine.Stopped(inner, c.err)
		if l.Ended() != c.ended || l.MemoryReached() != c.memory {
			t.Errorf("%v: %v %v", c.err, l.Ended(), l.MemoryReached())
		}
		cancel()
		stop()
	}
}
