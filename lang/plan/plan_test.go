package plan_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank"
	"farbank/lang/plan"
	"farbank/model"
	"farbank/show/render"
)

func load(tb testing.TB, name string, opts ...farbank.Option) *farbank.Problem {
	tb.Helper()
	p, err := farbank.Load(name, opts...)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// text writes a plan like solve.
func text(tb testing.TB, p *farbank.Problem, pl farbank.Plan) string {
	tb.Helper()
	steps, _, err := p.Verify(pl)
	if err != nil {
		tb.Fatal(err)
	}
	var b strings.Builder
	if err := render.Plan(&b, p, steps); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// TestRoundTrip reads every plan of some examples back from both formats.
func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"wolf", "husbands", "hanoi", "queens", "bridge", "rollout", "knapsack", "sudoku", "sokoban", "blocks", "roster", "evacuation"} {
		t.Run(name, func(t *testing.T) {
			p := load(t, name)
			n := 0
			for pl, err := range farbank.Plans(context.Background(), p, farbank.Question{Limit: 50}) {
				if err != nil {
					t.Fatal(err)
				}
				n++
				back, err := plan.Read(p, "x.plan", text(t, p, pl))
				if err != nil || len(back) != 1 || back[0].Err != nil {
					t.Fatalf("%v %+v", err, back)
				}
				if fmt.Sprint(back[0].Plan.Find, back[0].Plan.Moves) != fmt.Sprint(pl.Find, pl.Moves) {
					t.Fatalf("read back as %v", back[0].Plan)
				}
			}
			if n == 0 {
				t.Error("no plans")
			}
		})
	}
}

// TestMutations changes plans at random. A plan that is no simple plan of the problem must be
// rejected with a step and a reason.
func TestMutations(t *testing.T) {
	for _, name := range []string{"wolf", "husbands"} {
		p := load(t, name)
		var texts []string
		for pl, err := range farbank.Plans(context.Background(), p, farbank.Question{}) {
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text(t, p, pl))
		}
		r := rand.New(rand.NewPCG(3, 4))
		rejected := 0
		for tries := 0; rejected < 500 && tries < 100_000; tries++ {
			lines := strings.Split(strings.TrimSpace(texts[r.IntN(len(texts))]), "\n")
			lines = mutate(r, p, lines)
			if valid(p, lines) {
				continue // another simple plan, or a walk that reaches the goal
			}
			rejected++
			_, _, err := farbank.Verify(p, strings.Join(lines, "\n"))
			var bad *model.PlanError
			if !errors.As(err, &bad) {
				t.Fatalf("%q: %v", lines, err)
			}
			if bad.Step < 1 || bad.Step > len(lines)+1 || bad.Error() == "" || len(bad.Rules) == 0 && bad.Why == "" {
				t.Fatalf("%q: rejected without a step or a reason: %+v", lines, bad)
			}
		}
		if rejected < 500 {
			t.Errorf("%s: only %d mutations", name, rejected)
		}
	}
}

// mutate changes one thing in a plan.
func mutate(r *rand.Rand, p *farbank.Problem, lines []string) []string {
	lines = append([]string(nil), lines...)
	i := r.IntN(len(lines))
	other := p.Moves[r.IntN(len(p.Moves))].String()
	switch r.IntN(5) {
	case 0:
		return append(lines[:i], lines[i+1:]...)
	case 1:
		lines[i] = other
	case 2:
		return append(lines[:i], append([]string{other}, lines[i:]...)...)
	case 3:
		j := r.IntN(len(lines))
		lines[i], lines[j] = lines[j], lines[i]
	case 4:
		return lines[:i]
	}
	return lines
}

// valid runs the moves named by lines, independently of Verify.
func valid(p *farbank.Problem, lines []string) bool {
	s, _, _ := p.Begin(nil)
	for _, line := range lines {
		var next model.State
		for _, m := range p.Moves {
			if m.String() == line {
				out, _ := p.Apply(m, s)
				next = out.Next
			}
		}
		if next == nil {
			return false
		}
		if ok, _ := p.Safe(next); !ok {
			return false
		}
		s = next
	}
	ok, _ := p.AtGoal(s)
	return ok
}

func TestWrongPlans(t *testing.T) {
	tests := []struct{ name, problem, text, want string }{
		{"unknown move", "wolf", "swim(goat)", "swim"},
		{"unknown member", "wolf", "cross(goot)", "goot"},
		{"too many arguments", "wolf", "cross(goat, wolf)", "cross"},
		{"no closing", "wolf", "cross(goat", "1:"},
		{"not a call", "wolf", "3 + 4", "1:"},
		{"JSON cut", "wolf", `{"plan": [`, "JSON"},
		{"JSON of something else", "wolf", `{"plan": 3}`, "plan"},
		{"JSON unknown move", "wolf", `{"plan": [{"move": "swim", "args": ["goat"]}]}`, "swim"},
		{"missing value", "queens", "row[1] = 1", "row"},
		{"value out of range", "queens", "row[1] = 99", "99"},
		{"unknown variable", "queens", "col[1] = 1", "col"},
		{"index out of range", "queens", "row[0] = 1", "row"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := farbank.Verify(load(t, tt.problem), tt.text)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v does not say %q", err, tt.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	var problems []*farbank.Problem
	for _, name := range []string{"wolf", "husbands", "queens", "evacuation", "roster"} {
		p := load(f, name)
		problems = append(problems, p)
		a, err := farbank.Solve(context.Background(), p, farbank.Question{})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text(f, p, *a.Best))
	}
	f.Add(`{"plan": [{"move": "cross", "args": ["goat"]}]}`)
	f.Add(`{"find": {"row": {"1": 3}}, "plan": []}`)
	f.Add(`{"plan": [{"move": "cross", "args": [[["wife", 2], ["husband", 1]]]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range problems {
			readings, err := plan.Read(p, "x.plan", text)
			if err != nil {
				continue
			}
			for _, r := range readings {
				if r.Err == nil {
					_, _, _ = p.Verify(r.Plan)
				}
			}
		}
	})
}
