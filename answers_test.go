package farbank_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/examples"
	"farbank/internal/testing/long"

	"github.com/google/go-cmp/cmp"
)

// TestAnswers asks every engine every question of examples/answers.json that it can take.
func TestAnswers(t *testing.T) {
	cases, err := examples.Answers()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Slow && !long.Enabled() {
			continue
		}
		t.Run(caseName(c), func(t *testing.T) {
			t.Parallel()
			p := loadCase(t, c)
			if c.Ask == "space" {
				checkSpace(t, c, p)
				return
			}
			q := question(t, c)
			asked := 0
			for _, e := range farbank.Engines {
				if engine.Can(t.Context(), e, p, q) == nil {
					asked++
					checkAnswer(t, c, e, p, q)
				}
			}
			if asked == 0 {
				t.Error("no engine can take it")
			}
		})
	}
}

func caseName(c examples.Case) string {
	parts := []string{c.Example, c.Data, c.Plans, c.Ask}
	for _, k := range slices.Sorted(maps.Keys(c.Params)) {
		parts = append(parts, k+"="+c.Params[k])
	}
	if c.Moves > 0 {
		parts = append(parts, fmt.Sprint(c.Moves))
	}
	if c.FreeEnd {
		parts = append(parts, "free")
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return strings.ReplaceAll(strings.Join(parts, "_"), " ", "")
}

func loadCase(t *testing.T, c examples.Case) *farbank.Problem {
	t.Helper()
	src, ok := examples.Source(c.Example)
	if !ok {
		t.Fatalf("there is no example %s", c.Example)
	}
	var opts []farbank.Option
	for k, v := range c.Params {
		opts = append(opts, farbank.WithParam(k, v))
	}
	if c.Data != "" {
		data, ok := examples.Data(c.Data)
		if !ok {
			t.Fatalf("there is no data set %s", c.Data)
		}
		opts = append(opts, farbank.WithData(c.Data, data))
	}
	p, err := farbank.Parse(c.Example+".far", src, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func question(t *testing.T, c examples.Case) farbank.Question {
	t.Helper()
	q := farbank.Question{Length: c.Moves, Bounded: c.Moves > 0, FreeEnd: c.FreeEnd, Symmetry: true}
	if c.Plans != "" {
		kind, err := engine.ParseKind(c.Plans)
		if err != nil {
			t.Fatal(err)
		}
		q.Plans = kind
	}
	switch c.Ask {
	case "all":
		q.Want = farbank.All
	case "count":
		q.Want = farbank.Count
	}
	return q
}

func checkAnswer(t *testing.T, c examples.Case, e farbank.Engine, p *farbank.Problem, q farbank.Question) {
	t.Helper()
	seen := map[string]bool{}
	has := e.Name() == c.Engine || c.Engine == "" && e == farbank.Engines[0] // it must answer
	patience := 5 * time.Minute
	if !has { // other engines may list what the first one counts
		patience = 250 * time.Millisecond
		if long.Enabled() {
			patience = 10 * time.Second
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	a, err := farbank.SolveWith(ctx, e, p, q, func(plan farbank.Plan) bool {
		seen[fmt.Sprint(plan.Find, plan.Moves)] = true
		return true
	})
	if err != nil {
		t.Fatalf("%s: %v", e.Name(), err)
	}
	if ctx.Err() != nil && !has && (a.Status == farbank.Unknown || a.Status == farbank.Feasible) {
		return
	}
	if a.Status == farbank.Unsupported && e != farbank.Engines[0] && !has { // it discovered this while solving
		return
	}
	want := c.Status
	if want == "" {
		want = "solved"
	}
	if a.Status.String() != want {
		t.Fatalf("%s: %s (%s), want %s", e.Name(), a.Status, a.Reason, want)
	}
	if p.Others() {
		checkOthers(t, c, a)
		return
	}
	if c.Cost != nil && a.Best == nil || c.Cost != nil && a.Best.Cost != *c.Cost {
		t.Errorf("%s: best %v, want cost %d", e.Name(), a.Best, *c.Cost)
	}
	if c.Length != nil && len(a.Best.Moves) != *c.Length {
		t.Errorf("%s: %d moves, want %d", e.Name(), len(a.Best.Moves), *c.Length)
	}
	if c.Count != "" && q.Want == farbank.Count && a.Count.String() != c.Count {
		t.Errorf("%s: %v plans, want %s", e.Name(), a.Count, c.Count)
	}
	if c.Count != "" && q.Want == farbank.All && fmt.Sprint(len(seen)) != c.Count {
		t.Errorf("%s: %d different plans, want %s", e.Name(), len(seen), c.Count)
	}
	if e == farbank.Engines[0] && c.Find != nil {
		if diff := cmp.Diff(c.Find, a.Best.Find); diff != "" {
			t.Errorf("%s: values found: %s", e.Name(), diff)
		}
	}
}

// checkOthers checks the value of a strategy; cost is that in the worst case.
func checkOthers(t *testing.T, c examples.Case, a *farbank.Answer) {
	t.Helper()
	o := a.Others
	if o == nil {
		o = &engine.Others{}
	}
	if c.Cost != nil && (o.Cost == nil || *o.Cost != *c.Cost) {
		t.Errorf("the cost in the worst case is not %d", *c.Cost)
	}
	if c.Probability != "" && (o.Probability == nil || o.Probability.String() != c.Probability) {
		t.Errorf("the probability is %v, not %s", o.Probability, c.Probability)
	}
	if c.Expected != "" && (o.Expected == nil || o.Expected.String() != c.Expected) {
		t.Errorf("the expected cost is %v, not %s", o.Expected, c.Expected)
	}
}

func checkSpace(t *testing.T, c examples.Case, p *farbank.Problem) {
	t.Helper()
	s, err := farbank.Explore(context.Background(), p, farbank.Question{})
	if err != nil {
		t.Fatal(err)
	}
	if !s.Complete || c.States != nil && s.States != *c.States {
		t.Errorf("%d states (complete: %v), want %d", s.States, s.Complete, *c.States)
	}
	if c.Depth != nil && len(s.Layers)-1 != *c.Depth {
		t.Errorf("depth %d, want %d", len(s.Layers)-1, *c.Depth)
	}
	if c.Layers != nil {
		if diff := cmp.Diff(c.Layers, s.Layers); diff != "" {
			t.Error(diff)
		}
	}
}

// TestAnswersExist checks that every example has a published answer.
func TestAnswersExist(t *testing.T) {
	cases, _ := examples.Answers()
	has := map[string]bool{}
	for _, c := range cases {
		has[c.Example] = true
	}
	for _, name := range examples.Names() {
		if !has[name] {
			t.Errorf("%s has no answer in answers.json", name)
		}
	}
}
