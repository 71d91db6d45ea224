package planning_test

import (
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/planning"
	"farbank/lang"
)

func load(t *testing.T, name string) *farbank.Problem {
	t.Helper()
	p, err := farbank.Load("example:" + name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestStrategies checks that every search finds the least cost and adds a note about its heuristic.
func TestStrategies(t *testing.T) {
	for name, cost := range map[string]int64{"wolf": 7, "tiles": 30, "bridge": 17, "failover": -1} {
		p := load(t, name)
		if cost < 0 {
			a, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			cost = a.Best.Cost
		}
		for _, s := range []engine.Strategy{engine.DefaultStrategy, engine.UniformCost, engine.AStar, engine.IDAStar, engine.Greedy, engine.Beam, engine.Width} {
			a, err := farbank.SolveWith(t.Context(), planning.New(), p, farbank.Question{Strategy: s}, nil)
			if err != nil || a.Best == nil {
				t.Fatalf("%s, %s: %+v, %v", name, s, a, err)
			}
			if s == engine.Greedy || s == engine.Beam || s == engine.Width {
				if a.Status != engine.Feasible || a.Reason == "" {
					t.Errorf("%s, %s: %s %q", name, s, a.Status, a.Reason)
				}
			} else if a.Status != engine.Solved || a.Best.Cost != cost || a.Bound == nil || *a.Bound != cost {
				t.Errorf("%s, %s: %s, cost %d, bound %v; want %d", name, s, a.Status, a.Best.Cost, a.Bound, cost)
			}
			if len(a.Stats.Notes) == 0 || !strings.Contains(a.Stats.Notes[0], "expanded") {
				t.Errorf("%s, %s: notes %q", name, s, a.Stats.Notes)
			}
		}
	}
}

// TestNoPlan checks that unsolvable problems are proven so.
func TestNoPlan(t *testing.T) {
	p, err := farbank.Load("example:husbands", farbank.WithParam("couples", "4"))
	if err != nil {
		t.Fatal(err)
	}
	for _, plans := range []engine.Kind{engine.Shortest, engine.Any} {
		a, err := farbank.SolveWith(t.Context(), planning.New(), p, farbank.Question{Plans: plans}, nil)
		if err != nil || a.Status != engine.None {
			t.Errorf("%s: %+v, %v", plans, a, err)
		}
	}
}

// TestOneState checks the reason if a single state was expanded.
func TestOneState(t *testing.T) {
	p, err := lang.Parse("one.far", `state x: 0..3 = 0
state y: 0..3 = 0
def r(i: 0..3) = i == x or any j: 0..3 { j == i - 1 and r(j) }
move up() { x += 1 }
move down() { require y > 0
    y -= 1 }
goal r(0) and y == 2`, lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := farbank.SolveWith(t.Context(), planning.New(), p, farbank.Question{}, nil)
	if err != nil || a.Status != engine.None || !strings.HasPrefix(a.Reason, "1 state was expanded") {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestRefusals checks the reasons for refusing problems that are not planning tasks.
func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"find x: 0..3\nrequire x > 1\n":                             "unknowns",
		"state n: 0..100000 = 0\nmove up { n += 1 }\ngoal n == 3\n": "more than 65535 values",
		"state a[1..9]: 0..9 = 0\nmove up(i: 1..9) { require sum(j: 1..9 -> a[j] * a[j]) % 7 != 3\n a[i] += 1 }\ngoal a[1] == 3\n": "",
	} {
		p, err := farbank.Parse("x.far", text)
		if err != nil {
			t.Fatal(err)
		}
		err = planning.New().Can(p, farbank.Question{})
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if a, err := farbank.Solve(t.Context(), p, farbank.Question{}); err != nil || a.Status != engine.Solved {
			t.Errorf("%q: %+v, %v", text, a, err)
		}
	}
	if err := planning.New().Can(load(t, "wolf"), farbank.Question{Length: 3, Bounded: true}); err == nil {
		t.Error("a bound on the length was accepted")
	}
}

// TestGoalByCases checks a goal that fails in too many cases. It is reached by its cases, and the plan
// contains no extra steps.
func TestGoalByCases(t *testing.T) {
	const source = `puzzle "Rows of lamps"
type Lamp = 0..3
type Row = 0..9
state on[r: Row, l: Lamp]: bool = false
state dark: bool = false
move press(r: Row, l: Lamp) { on[r, l] = not on[r, l] }
move cover() { dark = true }
goal any r: Row { all l: Lamp { on[r, l] } and r != 3 }
goal any r: Row { on[r, 0] and on[r, 1] and on[r, 2] or dark and on[r, 3] }
`
	p, err := lang.Parse("lamps.far", source, lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []farbank.Question{{}, {Strategy: engine.AStar}, {Strategy: engine.IDAStar}, {Plans: engine.Any}} {
		a, err := farbank.SolveWith(t.Context(), planning.New(), p, q, nil)
		if err != nil || a.Status != engine.Solved || a.Best == nil {
			t.Fatalf("%s: %+v, %v", q.Strategy, a, err)
		}
		_, cost, err := p.Verify(*a.Best)
		if err != nil || cost != a.Best.Cost || q.Plans != engine.Any && cost != 4 || int(cost) != len(a.Best.Moves) {
			t.Errorf("%s: %v costs %d, reported %d: %v", q.Strategy, a.Best.Moves, cost, a.Best.Cost, err)
		}
	}
}
