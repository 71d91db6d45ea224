package fold_test

import (
	"fmt"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/fold"
	"farbank/model"
)

func parse(t *testing.T, src string) *farbank.Problem {
	t.Helper()
	p, err := farbank.Parse("t.far", src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ask returns the status, the number of plans and the cost of the best one.
func ask(t *testing.T, p *farbank.Problem, q farbank.Question) string {
	t.Helper()
	a, err := farbank.SolveWith(t.Context(), fold.New(), p, q, func(model.Plan) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	text := a.Status.String()
	if q.Want == farbank.All {
		text += fmt.Sprint(" ", a.Given)
	}
	if a.Count != nil {
		text += " " + a.Count.String()
	}
	if a.Best != nil {
		text += fmt.Sprint(" cost ", a.Best.Cost)
	}
	return text
}

// TestQueensPlaced has too many states to list the ways through them; reachable states are
// folded once each.
func TestQueensPlaced(t *testing.T) {
	const eight, six = "8", "6"
	for _, tt := range []struct {
		n    string
		q    farbank.Question
		want string
	}{
		{eight, farbank.Question{Want: farbank.Count}, "solved 3709440 cost 8"},
		{eight, farbank.Question{Plans: farbank.Ends, Want: farbank.Count}, "solved 92"},
		{six, farbank.Question{Plans: farbank.Simple, Want: farbank.Count}, "solved 2880"},
		{six, farbank.Question{Plans: farbank.Walks, Length: 6, Bounded: true, Want: farbank.Count}, "solved 2880"},
		{six, farbank.Question{Plans: farbank.Ends, Want: farbank.All}, "solved 4 cost 6"},
		{six, farbank.Question{Want: farbank.All, Limit: 10}, "solved 10 cost 6"},
		{six, farbank.Question{Plans: farbank.Simple, Length: 5, Bounded: true, Want: farbank.All}, "none-within-bound 0"},
	} {
		p, err := farbank.Load("queens-place", farbank.WithParam("n", tt.n))
		if err != nil {
			t.Fatal(err)
		}
		if got := ask(t, p, tt.q); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.q, got, tt.want)
		}
	}
}

// TestStatesThatComeAgain has moves that form cycles, cost nothing or never end.
func TestStatesThatComeAgain(t *testing.T) {
	ring := parse(t, "state x: 0..9 = 0\nmove on { x = (x + 1) % 10 }\nmove back { x = (x + 9) % 10 }\ngoal x == 5\n")
	free := parse(t, "state x: 0..5 = 0\nmove on cost 1 { x += 1 }\nmove jump cost 0 { require x < 2\n x = 1 - x }\nmove back cost 0 { x -= 1 }\ngoal x == 5\n")
	large := parse(t, "state x: 0..999 = 0\nmove on { x = (x + 1) % 1000 }\nmove back { x = (x + 999) % 1000 }\ngoal x == 500\n")
	for _, tt := range []struct {
		p    *farbank.Problem
		q    farbank.Question
		want string
	}{
		{ring, farbank.Question{Want: farbank.Count}, "solved 2 cost 5"},
		{ring, farbank.Question{Plans: farbank.Simple, Want: farbank.Count}, "solved 2"},
		{ring, farbank.Question{Plans: farbank.Walks, Length: 7, Bounded: true, Want: farbank.Count}, "solved 14"},
		{free, farbank.Question{Want: farbank.Count}, "solved 1 cost 4"},
		{free, farbank.Question{Want: farbank.All, Length: 9, Bounded: true}, "solved 1 cost 4"},
		{free, farbank.Question{Want: farbank.Count, Length: 9, Bounded: true}, "solved 1 cost 4"},
		{large, farbank.Question{Want: farbank.All}, "solved 2 cost 500"},
		{large, farbank.Question{Plans: farbank.Simple, Want: farbank.Count}, "unsupported"},
		{large, farbank.Question{Plans: farbank.Simple, Want: farbank.Count, Length: 20, Bounded: true}, "solved 0"},
		{large, farbank.Question{Plans: farbank.Ends, Want: farbank.Count, FreeEnd: true}, "solved 1"},
	} {
		if got := ask(t, tt.p, tt.q); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.q, got, tt.want)
		}
	}
}

// TestDeepAndLarge checks that a tree that is too deep is refused and that one that is too
// large stops at the memory limit.
func TestDeepAndLarge(t *testing.T) {
	deep := parse(t, "state x: 0..600000 = 0\nmove on { x += 1 }\ngoal x == 600000\n")
	if got, want := ask(t, deep, farbank.Question{Plans: farbank.Simple, Want: farbank.All}), "unsupported 0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, q := range []farbank.Question{{}, {Want: farbank.Count}, {Plans: farbank.Ends}, {Plans: farbank.Walks, Length: 1 << 40, Bounded: true, Want: farbank.Count}} {
		q.Memory = 1 << 20
		a, err := farbank.SolveWith(t.Context(), fold.New(), deep, q, nil)
		if err != nil || a.Status != farbank.Unknown || a.Reason != engine.Stopped(t.Context(), engine.ErrMemory) {
			t.Errorf("%+v: %+v %v", q, a, err)
		}
	}
}
