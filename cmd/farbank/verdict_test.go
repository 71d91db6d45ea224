package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
)

// unsolvable returns the published examples without a plan, and small problems without a start
// state.
func unsolvable(t *testing.T) map[string]*farbank.Problem {
	t.Helper()
	text, err := os.ReadFile("../../examples/answers.json")
	if err != nil {
		t.Fatal(err)
	}
	var answers []struct {
		Example, Status, Data string
		Params                map[string]string
	}
	if err := json.Unmarshal(text, &answers); err != nil {
		t.Fatal(err)
	}
	list := map[string]*farbank.Problem{}
	for _, a := range answers {
		if a.Status != "none" || a.Data != "" {
			continue
		}
		var opts []farbank.Option
		for name, value := range a.Params {
			opts = append(opts, farbank.WithParam(name, value))
		}
		p, err := farbank.Load(a.Example, opts...)
		if err != nil {
			t.Fatal(err)
		}
		if p.Others() { // its verdicts are those of strategies: see the script foes
			continue
		}
		list[fmt.Sprint(a.Example, " ", a.Params)] = p
	}
	for _, src := range []string{
		"find x: 0..3\nrequire x > 3\nstate n: 0..3 = x\nmove up { n += 1 }\ngoal n == 3\n",
		"find x: 0..3\nstate n: 0..3 = x\nmove up { n += 1 }\nnever n <= 3\ngoal n == 3\n",
		"state n: 0..3 = 0\nmove up { n += 2 }\ngoal n == 3\n",
		"state n: 0..9 = 0\nmove up cost n + 1 { require n < 5\n n += 1 }\nmove down cost 2 { n -= 1 }\ngoal n == 7\n",
		"state n: 0..2 = 0\nmove stay { require n > 0\n n = 0 }\ngoal n == 2\n",
	} {
		p, err := farbank.Parse("small.far", src)
		if err != nil {
			t.Fatal(err)
		}
		list[src] = p
	}
	return list
}

// TestNoPlanExists checks that the reasons of every engine are true.
func TestNoPlanExists(t *testing.T) {
	asked := map[string]int{}
	problems, spaces := unsolvable(t), map[*farbank.Problem]*farbank.Space{}
	for name, p := range problems {
		for _, plans := range []engine.Kind{farbank.Shortest, farbank.Simple, farbank.Any} {
			for _, e := range farbank.Engines {
				q := farbank.Question{Plans: plans}
				if e.Can(p, q) != nil {
					continue
				}
				slow := len(p.Schemas) > 0 && p.File != "small.far"
				ctx, cancel := context.WithCancel(t.Context())
				if slow { // some engines search many turns or all paths before they stop
					ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
				}
				a, err := farbank.SolveWith(ctx, e, p, q, nil)
				cancel()
				if err != nil {
					t.Fatal(err)
				}
				if slow && a.Status == farbank.Unknown {
					continue
				}
				if a.Status != farbank.None {
					t.Errorf("%s, %s: %v %s", name, e.Name(), a.Status, a.Reason)
					continue
				}
				asked[e.Name()]++
				text := (&solution{p: p, q: q}).none(a)
				if why := untrue(t, spaces, p, text); why != "" {
					t.Errorf("%s, %s, %s: %s (%s)", name, e.Name(), plans, text, why)
				}
			}
		}
	}
	for name, p := range problems {
		for _, strategy := range engine.Strategies {
			q := farbank.Question{Strategy: strategy, Symmetry: true}
			if farbank.Engines[0].Can(p, q) != nil {
				continue
			}
			a, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, q, nil)
			if err != nil || a.Status != farbank.None {
				t.Errorf("%s, %s: %v %+v", name, strategy, err, a)
				continue
			}
			if why := untrue(t, spaces, p, (&solution{p: p, q: q}).none(a)); why != "" {
				t.Errorf("%s, %s: %s", name, strategy, why)
			}
		}
	}
	for _, e := range farbank.Engines {
		if asked[e.Name()] == 0 && !e.Capabilities().Others {
			t.Errorf("%s was asked nothing", e.Name())
		}
	}
}

// untrue compares the reason with the space of the problem, which is kept in spaces.
func untrue(t *testing.T, spaces map[*farbank.Problem]*farbank.Space, p *farbank.Problem, text string) string {
	if len(p.Schemas) == 0 {
		if text != "No solution exists: everything was searched." {
			return "there are no moves"
		}
		return ""
	}
	space := spaces[p]
	if space == nil {
		var err error
		if space, err = farbank.Explore(t.Context(), p, farbank.Question{}); err != nil {
			t.Fatal(err)
		}
		spaces[p] = space
	}
	begins := !strings.Contains(text, "no state to begin in")
	switch {
	case begins != (space.Starts > 0):
		return fmt.Sprintf("there are %d starts", space.Starts)
	case strings.Contains(text, "the one safe state") && space.States != 1,
		strings.Contains(text, "safe states that can be reached") && !strings.Contains(text, "all "+grouped(space.States)+" safe"):
		return fmt.Sprintf("there are %d states", space.States)
	}
	return ""
}
