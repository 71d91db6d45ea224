package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"farbank/engine"
	"farbank/lang"
	"farbank/model"
)

// TestRangeError checks that the shortest way to leave a range is reported with its place.
func TestRangeError(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		moves  int
		cell   string
		says   string
	}{
		"up":        {"puzzle \"p\" strict\nstate n: 0..3 = 2\nmove up { n += 1 }\ngoal n == 3\n", 1, "n", "t.far:3:"},
		"at once":   {"puzzle \"p\" strict\nstate n: 0..3 = 3\nmove up { n += 1 }\ngoal n == 3\n", 0, "n", "at the start: n += 1"},
		"a part":    {"puzzle \"p\" strict\nstate n[1..2]: 0..3 = [0, 3]\nstate i: 1..2 = 1\nmove next { i = 2 }\nmove up { n[i] += 1 }\ngoal i == 2\n", 1, "n[2]", "after next(): n[i] += 1"},
		"otherwise": {"puzzle \"p\" strict\nstate n: 0..3 = 3\nstate b: bool = false\nmove on { b = true }\nmove up { if b { n += 1 } else { n = 0 } }\ngoal b\n", 1, "n", "after on()"},
		"far":       {"puzzle \"p\" strict\nstate n: 0..30 = 0\nmove up { n += 1 }\ngoal n == 30\n", 30, "n", "and 10 moves more"},
		"unknowns":  {"puzzle \"p\" strict\nenum A { a, b }\nfind k[A]: 1..2\nfind z: bool\nstate n: 0..3 = 0\nmove up { n += k[a] }\nrequire k[a] == 2 and k[b] == 1 and z\ngoal n == 2\n", 1, "n", "by up(), after up(), with k = [2, 1], z = true: n += k[a]"},
		"safely":    {"puzzle \"p\" strict\nstate n: 0..3 = 0\nmove up { require n < 3\n n += 1 }\ngoal n == 3\n", -1, "", ""},
		"never":     {"puzzle \"p\" strict\nstate n: 0..3 = 0\nmove up { n += 1 }\nnever n == 2\ngoal n == 1\n", -1, "", ""},
	} {
		p := problem(t, c.source)
		a, err := engine.Registry{plain{}}.Solve(t.Context(), nil, p, engine.Question{}, nil)
		var left *engine.RangeError
		switch {
		case c.moves < 0:
			if err != nil || a.Status != engine.Solved {
				t.Errorf("%s: %v %+v", name, err, a)
			}
		case !errors.As(err, &left) || len(left.Plan.Moves) != c.moves || left.Cell != c.cell || !strings.Contains(err.Error(), c.says):
			t.Errorf("%s: %v", name, err)
		}
		if space, err := (engine.Registry{plain{}, explorer{}}).Explore(t.Context(), p, engine.Question{}); (c.moves < 0) != (err == nil && space.Complete) {
			t.Errorf("%s: exploring gives %v", name, err)
		}
	}
}

// TestRangesUnknown checks the answer if it is unknown whether a range can be left.
func TestRangesUnknown(t *testing.T) {
	p := problem(t, "puzzle \"p\" strict\nstate n: 0..3 = 2\nmove up { n += 1 }\ngoal n == 3\n")
	e := short{change: func(a *engine.Answer) { *a = engine.Answer{Status: engine.Unknown, Reason: "enough"} }}
	a, err := engine.Registry{e}.Solve(t.Context(), nil, p, engine.Question{}, nil)
	if err != nil || a.Status != engine.Unknown || a.Reason != "whether a range can be left: enough" {
		t.Errorf("%v %+v", err, a)
	}
	space, err := engine.Registry{e, explorer{}}.Explore(t.Context(), p, engine.Question{})
	if err != nil || space.Complete || !strings.Contains(space.Reason, "whether a range can be left") {
		t.Errorf("%v %+v", err, space)
	}
}

// An explorer is an engine with fixed results of Explore and Prove.
type explorer struct{ plain }

func (explorer) Explore(context.Context, *model.Problem, engine.Question) (*engine.Space, error) {
	return &engine.Space{Complete: true, States: 7}, nil
}

func (explorer) Prove(_ context.Context, p *model.Problem, q engine.Question) (*engine.Proof, error) {
	return &engine.Proof{Answer: &engine.Answer{Status: engine.Solved, Best: &model.Plan{Moves: []int{0}, Cost: int64(q.Horizon)}}}, nil
}

// TestExploreAndProve checks that the first engine that can is asked, and that its plan is judged.
func TestExploreAndProve(t *testing.T) {
	p := problem(t, "state n: 0..3 = 2\nmove up { n += 1 }\ngoal n == 3\n")
	r := engine.Registry{plain{}, explorer{}}
	if space, err := r.Explore(t.Context(), p, engine.Question{}); err != nil || space.States != 7 {
		t.Error(err)
	}
	if proof, err := r.Prove(t.Context(), p, engine.Question{Horizon: 1}); err != nil || proof.Answer.Best.Cost != 1 {
		t.Error(err)
	}
	var bug *engine.BugError
	if _, err := r.Prove(t.Context(), p, engine.Question{Horizon: 2}); !errors.As(err, &bug) {
		t.Errorf("a plan of a wrong cost: %v", err)
	}
}

// TestInapplicable checks the statement reported for each inapplicable move.
func TestInapplicable(t *testing.T) {
	for name, c := range map[string]struct{ move, says string }{
		"a condition":     {"move x { require n > 1\n require n < 1 }", "it needs n < 1 (line 5)"},
		"never true":      {"move x { require 2 * n == 3 }", "it needs 2 * n == 3 (line 4)"},
		"a range":         {"move x { n += k }", "n would leave 0..3 by n += k (line 4)"},
		"a cost":          {"move x cost n - k - 1 { n = n }", "its cost is undefined or negative"},
		"a rule":          {"move x { n = 0\n bad = true }", "it would break never"},
		"an index":        {"move x { a[n + 3] = 1 }", "outside its range"},
		"it is made":      {"move x { require n == 3 }", ""},
		"what lies ahead": {"move x { require n == k + 1 }\nmove y { require n == 2 }", "it needs n == k + 1 (line 4)"},
	} {
		source := "state n: 0..3 = 1\nstate bad: bool = false\nmove up { n += 1 }\n" + c.move + "\nstate k: 0..3 = 3\nstate a[1..3]: 0..1 = 0\nnever bad\ngoal n == 3\n"
		p := problem(t, source)
		var list []string
		for _, w := range engine.Inapplicable(t.Context(), p) {
			if w.Kind != model.WarnNeverApplies || w.Pos.Line != 4 {
				t.Errorf("%s: %+v", name, w)
			}
			list = append(list, w.Msg)
		}
		text := strings.Join(list, "; ")
		if c.says == "" && text != "" || !strings.Contains(text, c.says) || len(list) > 1 {
			t.Errorf("%s: %q, want %q; %v", name, text, c.says, p.Warnings)
		}
	}
	one := problem(t, "state n: 0..3 = 0\nmove x { require n == 1 }\ngoal n == 3\n")
	if list := engine.Inapplicable(t.Context(), one); len(list) != 1 || !strings.Contains(list[0].Msg, "not in the one state") {
		t.Error(list)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if list := engine.Inapplicable(ctx, one); list != nil {
		t.Error("an interrupted exploration returns warnings", list)
	}
	if list := engine.Inapplicable(t.Context(), digit(t)); list != nil {
		t.Error(list)
	}
	many := problem(t, "state n: 0..30000 = 0\nmove up { n += 1 }\nmove x { require n == 40000 }\ngoal n == 3\n")
	if list := engine.Inapplicable(t.Context(), many); list != nil {
		t.Error("the exploration was not complete:", list)
	}
}

// A patient is an engine whose Can takes time.
type patient struct{ *runner }

func (patient) CanContext(ctx context.Context, _ *model.Problem, _ engine.Question) error {
	<-ctx.Done()
	return ctx.Err()
}

// TestCanContext checks that the end of the context during Can is not a refusal.
func TestCanContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := patient{&runner{name: "patient", solve: solved(9)}}
	a, err := engine.Registry{e}.Solve(ctx, e, digit(t), engine.Question{}, nil)
	if err != nil || a.Status != engine.Unknown || a.Reason != "it was interrupted" {
		t.Errorf("%v %+v", err, a)
	}
}

// TestCounted checks that an incomplete count is a lower bound, and that 0 proves nothing.
func TestCounted(t *testing.T) {
	p, err := lang.Parse("t.far", "find x: 0..9\n", lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := engine.Registry{plain{}}.Solve(t.Context(), nil, p, engine.Question{Want: engine.Count}, nil)
	if err != nil || whole.Count.Int64() != 10 {
		t.Fatal(err, whole)
	}
	for count, want := range map[int64]engine.Status{10: engine.Feasible, 0: engine.Unknown} {
		e := short{change: func(a *engine.Answer) { a.Count.SetInt64(count); a.Halt("enough") }}
		a, err := engine.Registry{e}.Solve(t.Context(), e, p, engine.Question{Want: engine.Count}, nil)
		if err != nil || a.Status != want || (a.Count == nil) != (count == 0) {
			t.Errorf("%d: %v %+v", count, err, a)
		}
	}
}

// TestRaceProgress checks that progress reports of a race combine what the engines know.
func TestRaceProgress(t *testing.T) {
	working := func(ctx context.Context, q engine.Question) (*engine.Answer, error) {
		q.Shared.Offer(*taking(7))
		q.Progress(engine.Progress{Phase: "looking"})
		q.Shared.Prove(9)
		q.Progress(engine.Progress{Phase: "looking"})
		return solved(9)(ctx, q)
	}
	var reports []engine.Progress
	a, err := race(t, t.Context(), engine.Question{Progress: func(p engine.Progress) { reports = append(reports, p) }}, &runner{name: "a", solve: working}, &runner{name: "b", solve: solved(9)})
	if err != nil || a.Status != engine.Solved || len(reports) != 2 {
		t.Fatalf("%v %+v %v", err, a, reports)
	}
	if p := reports[0]; p.Engine != "a" || p.Best == nil || *p.Best != 7 || p.Bound != nil {
		t.Errorf("%+v", p)
	}
	if p := reports[1]; p.Bound == nil || *p.Bound != 9 {
		t.Errorf("%+v", p)
	}
}

// TestRaceQuestions checks the questions that a race refuses.
func TestRaceQuestions(t *testing.T) {
	var wrong *engine.QuestionError
	if _, err := (engine.Registry{}).Race(t.Context(), nil, digit(t), engine.Question{}, nil); err == nil {
		t.Error(err)
	}
	if _, err := (engine.Registry{}).Race(t.Context(), []engine.Engine{plain{}}, digit(t), engine.Question{Want: 9}, nil); !errors.As(err, &wrong) {
		t.Error(err)
	}
	if _, err := (engine.Registry{}).Race(t.Context(), []engine.Engine{plain{}}, nil, engine.Question{}, nil); !errors.Is(err, engine.ErrNoProblem) {
		t.Error(err)
	}
}
