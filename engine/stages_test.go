package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"farbank/engine"
	"farbank/model"
)

// ways has three paths to its goal: three steps of cost 3; mud and two steps of cost 4; a step and a jump of
// cost 8.
const ways = `state at: 0..3 = 0
state dirty: bool = false
move step { at += 1 }
move mud cost 2 { require at == 0
 at = 1
 dirty = true }
move jump cost 7 { require at == 1
 at = 3 }
goal at == 3
`

func names(p *model.Problem, plan *model.Plan) string {
	if plan == nil {
		return "none"
	}
	var list []string
	for _, m := range plan.Moves {
		list = append(list, strings.TrimSuffix(p.Moves[m].String(), "()"))
	}
	return strings.Join(list, " ")
}

// TestObjectives checks the best plan by several objectives in order.
func TestObjectives(t *testing.T) {
	for _, c := range []struct {
		more, plan string
		value      int64 // reported value
	}{
		{"", "step step step", 3},
		{"minimize steps", "step jump", 2},
		{"minimize cost", "step step step", 3},
		{"minimize cost + 9 * steps", "step jump", 26},
		{"maximize (if dirty then 5 else 1)", "mud step step", 5},
		{"maximize (if dirty then 5 else 1) then minimize steps", "mud jump", 5},
		{"minimize cost then minimize steps", "step step step", 3},
		{"minimize steps then maximize (if dirty then 1 else 0)", "mud jump", 2},
		{"prefer \"mud\" weight 3: at == 0 or dirty", "mud step step", 4},
		{"prefer \"dry\": not dirty\nminimize steps", "step jump", 2},
		{"prefer \"dry\": not dirty\nprefer \"more\" weight 2: at == 0 or dirty\nminimize steps", "mud jump", 2},
		{"minimize 3 / (if dirty then 1 else 0)", "mud step step", 3}, // the value of other plans is undefined
	} {
		p := problem(t, ways+c.more+"\n")
		a, err := engine.Registry{plain{}}.Solve(t.Context(), nil, p, engine.Question{}, nil)
		if err != nil || a.Status != engine.Solved || a.Best.Cost != c.value || names(p, a.Best) != c.plan {
			t.Errorf("%q: %v %+v %s", c.more, err, a, names(p, a.Best))
			continue
		}
		if a, err = engine.Ask(t.Context(), plain{}, p, engine.Question{}, nil); err != nil || a.Best.Cost != c.value || names(p, a.Best) != c.plan {
			t.Errorf("%q, one asked: %v %+v", c.more, err, a)
		}
	}
}

// TestStageQuestions checks all plans, their number, a bound on moves, any plan, and a free end.
func TestStageQuestions(t *testing.T) {
	p := problem(t, ways+"minimize steps\n")
	both := []string{"mud jump", "step jump"}
	for _, c := range []struct {
		q     engine.Question
		want  string
		plans []string
	}{
		{engine.Question{Want: engine.All}, "solved", both},
		{engine.Question{Want: engine.All, Limit: 1}, "solved", both},
		{engine.Question{Want: engine.Count}, "solved 2", nil},
		{engine.Question{Bounded: true, Length: 2}, "solved", nil},
		{engine.Question{Bounded: true, Length: 1}, "none-within-bound", nil},
		{engine.Question{Bounded: true, Length: 1, Want: engine.Count}, "solved 0", nil},
		{engine.Question{FreeEnd: true}, "solved", nil},
		{engine.Question{Plans: engine.Simple, Want: engine.Count}, "solved 4", nil},
		{engine.Question{Plans: engine.Walks, Length: 3, Want: engine.All}, "solved", []string{"mud step step", "step step step"}},
		{engine.Question{Plans: engine.Any}, "solved", nil},
	} {
		var got []string
		a, err := engine.Registry{plain{}}.Solve(t.Context(), nil, p, c.q, func(plan model.Plan) bool {
			got = append(got, names(p, &plan))
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		text := a.Status.String()
		if a.Count != nil {
			text += " " + a.Count.String()
		}
		slices.Sort(got)
		if text != c.want || !slices.Equal(got, c.plans) {
			t.Errorf("%+v: %s %v", c.q, text, got)
		}
	}
	n := 0
	if _, err := (engine.Registry{plain{}}).Solve(t.Context(), nil, p, engine.Question{Want: engine.All}, func(model.Plan) bool { n++; return false }); err != nil || n != 1 {
		t.Error(err, n)
	}
}

// TestStagesRefused checks the refusals of objectives that cannot be combined.
func TestStagesRefused(t *testing.T) {
	const far = "state far: 0..4611686018427387000 = 0\n"
	for name, c := range map[string]struct {
		source string
		q      engine.Question
		says   string
	}{
		"all that may be free": {"state a: 0..2 = 0\nmove m cost 0 { a += 1 }\nprefer a < 2\ngoal a == 1\n", engine.Question{Want: engine.All}, "soft rules and moves that may cost nothing"},
		"too large":            {far + "state a: 0..2 = 0\nmove m { a += 1 }\nminimize steps then minimize far\n", engine.Question{}, "too large"},
		"wide":                 {far + "state a: 0..2 = 0\nmove m { a += 1 }\nminimize 3 * far\n", engine.Question{}, "64 bits"},
		"without a bound":      {ways + "minimize steps then minimize cost\n", engine.Question{}, "without a bound"},
	} {
		p := problem(t, c.source)
		a, err := engine.Registry{plain{}}.Solve(t.Context(), nil, p, c.q, nil)
		if err != nil || a.Status != engine.Unsupported || !strings.Contains(a.Reason, c.says) {
			t.Errorf("%s: %v %+v", name, err, a)
		}
	}
	p := problem(t, ways+"minimize steps\n")
	var refused *engine.Refusal
	if err := engine.Can(t.Context(), &runner{name: "still"}, p, engine.Question{}); !errors.As(err, &refused) || refused.Engine != "still" {
		t.Error(err)
	}
	if err := engine.Can(t.Context(), plain{}, p, engine.Question{}); err != nil {
		t.Error(err)
	}
	if err := (plain{}).Can(p, engine.Question{}); !errors.As(err, &refused) || !strings.Contains(err.Error(), "in stages") {
		t.Error(err)
	}
	var wrong *engine.QuestionError
	if err := engine.Can(t.Context(), plain{}, p, engine.Question{Limit: -1}); !errors.As(err, &wrong) {
		t.Error(err)
	}
	if pr, err := (engine.Registry{plain{}}).Prove(t.Context(), p, engine.Question{}); err != nil || pr.Answer.Status != engine.Unsupported {
		t.Error(err)
	}
}

// A short is a plain engine whose answers are changed.
type short struct {
	plain
	change func(a *engine.Answer)
}

func (s short) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	a, err := s.plain.Solve(ctx, p, q, yield)
	if a != nil {
		s.change(a)
	}
	return a, err
}

// TestStagesEndEarly checks that a stage that ends early ends the question, and that a bound belongs to the
// reported value.
func TestStagesEndEarly(t *testing.T) {
	early := short{change: func(a *engine.Answer) { a.Halt("enough") }}
	for more, moves := range map[string]int{"minimize steps\n": 2, "minimize steps then maximize at\n": 2, "prefer at < 3\n": 3} {
		p := problem(t, ways+more)
		a, err := engine.Registry{early}.Solve(t.Context(), early, p, engine.Question{}, nil)
		if err != nil || a.Status != engine.Feasible || a.Reason != "enough" || len(a.Best.Moves) != moves {
			t.Errorf("%q: %v %+v", more, err, a)
		}
	}
	halted := short{change: func(a *engine.Answer) {
		a.Bound = new(int64)
		a.Halt("enough")
	}}
	for more, want := range map[string]string{"minimize steps then maximize at\n": "the first objective is", "prefer at < 3\nminimize cost\n": "the weight of the violated soft rules is"} {
		p := problem(t, ways+more)
		a, err := engine.Registry{halted}.Solve(t.Context(), halted, p, engine.Question{}, nil)
		if err != nil || (a.Bound == nil) != (len(p.Soft) > 0) || len(a.Stats.Notes) != 1 || !strings.HasPrefix(a.Stats.Notes[0], want) {
			t.Errorf("%q: %v %+v", more, err, a)
		}
	}
	for more, want := range map[string]string{"minimize steps\n": "1", "maximize 10 - steps\n": "9", "minimize steps then maximize at\n": "none", "prefer at < 3\n": "none"} {
		p := problem(t, ways+more)
		bounded := short{change: func(a *engine.Answer) {
			if a.Best != nil {
				least := a.Best.Cost - 1
				a.Bound = &least
			}
		}}
		a, err := engine.Registry{bounded}.Solve(t.Context(), bounded, p, engine.Question{}, nil)
		got := "none"
		if err == nil && a.Bound != nil {
			got = fmt.Sprint(*a.Bound)
		}
		if err != nil || got != want {
			t.Errorf("%q: %v, the bound is %s, not %s", more, err, got, want)
		}
	}
}

// TestStagesBug checks that an invalid plan of a stage is reported as a bug of the engine.
func TestStagesBug(t *testing.T) {
	p := problem(t, ways+"minimize steps\n")
	lying := short{change: func(a *engine.Answer) {
		if a.Best != nil {
			a.Best.Moves = a.Best.Moves[1:]
		}
	}}
	_, err := engine.Registry{lying}.Solve(t.Context(), lying, p, engine.Question{}, nil)
	var bug *engine.BugError
	if !errors.As(err, &bug) || bug.Engine != "plain" {
		t.Error(err)
	}
	lying.change = func(a *engine.Answer) { a.Best.Cost++ }
	if _, err = (engine.Registry{lying}).Solve(t.Context(), lying, p, engine.Question{}, nil); !errors.As(err, &bug) {
		t.Error(err)
	}
}
