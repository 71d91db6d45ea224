package farbank_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/model"
)

// TestTimedCases compares all engines with the answers to small problems in which moves take time
// that testdata/timed/cases.py enumerated, in another language and by other code.
func TestTimedCases(t *testing.T) {
	b, err := os.ReadFile("testdata/timed/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Source, Time string
		None               bool
		Cost, Count        int64
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			p, err := farbank.Parse("case.far", c.Source)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range append([]farbank.Engine{nil}, farbank.Engines...) {
				name, patience := "any", time.Minute
				if e != nil {
					if name = e.Name(); name != "search" && name != "planning" {
						patience = 50 * time.Millisecond
					}
				}
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				a, err := farbank.SolveWith(ctx, e, p, farbank.Question{Workers: 1}, nil)
				cancel()
				switch {
				case err != nil:
					t.Fatalf("%s: %v", name, err)
				case patience < time.Minute && a.Status != farbank.Solved && a.Status != farbank.None:
				case c.None && a.Status == farbank.None:
				case a.Status != farbank.Solved || c.None:
					t.Errorf("%s: %s (%s), want none: %t", name, a.Status, a.Reason, c.None)
				default:
					steps, _, err := p.Verify(*a.Best)
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					spent := model.SpentBy(steps)
					if time := model.Decimal(spent.Time, p.TimeDigits); time != c.Time || spent.Cost != c.Cost {
						t.Errorf("%s: time %s, cost %d, want %s and %d", name, time, spent.Cost, c.Time, c.Cost)
					}
				}
			}
			if c.None {
				return
			}
			got, err := farbank.CountPlans(t.Context(), p, farbank.Question{Workers: 1})
			if err != nil || got.Int64() != c.Count {
				t.Errorf("%v sets of beginnings (%v), want %d", got, err, c.Count)
			}
		})
	}
}

// TestStrictTimed checks that --strict reports requirements of ends that fail and values that an end
// moves out of their range, and the times of the moves before.
func TestStrictTimed(t *testing.T) {
	for source, want := range map[string]string{
		"state x: 0..1 = 0\nmove go() takes 2 { end { x += 1 } }\ngoal x == 1\n":                                                       "strict.far:3:27: x would leave 0..1 by end go(), after 0: go(), 2: go(): x += 1",
		"state x: 0..9 = 0\nmove go() takes 2.5 { require x < 9\n end { require x < 1\n x += 1 } }\ngoal x == 1\n":                     "strict.far:4:8: end go() fails when the move is over: it needs x < 1, after 0: go(), 2.5: go()",
		"state x: 0..9 = 0\nmove go() takes 2 { require x == 0\n x = 1\n end { if x == 1 { require x < 1 }\n x = 2 } }\ngoal x == 2\n": "strict.far:5:20: end go() fails when the move is over: it needs x < 1, after 0: go()",
		"state x: 0..9 = 0\nmove go() takes 2 { require x < 2\n end { require x < 2\n x += 1 } }\ngoal x == 2\n":                       "",
	} {
		p, err := farbank.Parse("strict.far", "puzzle \"p\" strict\n"+source)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if _, err := farbank.Solve(t.Context(), p, farbank.Question{Workers: 1}); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s\n%q, want %q", source, got, want)
		}
	}
}

// TestNeverBegins checks that the end of a move that never begins, and waiting, have no warnings.
func TestNeverBegins(t *testing.T) {
	p, err := farbank.Parse("never.far", "state x: 0..9 = 0\nmove go() takes 4 / (x - x) { x += 1\n end { } }\ngoal x == 1\n")
	if err != nil {
		t.Fatal(err)
	}
	if list := engine.Inapplicable(t.Context(), p); len(list) != 1 || list[0].Pos.Line != 2 {
		t.Errorf("%v", list)
	}
}

// TestWideTime checks that a time that does not fit is an error with a place.
func TestWideTime(t *testing.T) {
	p, err := farbank.Parse("wide.far", "puzzle \"Wide\"\nstate a: bool = false\nmove go() takes 9223372036854775807 {\n    require not a\n    end { a = true }\n}\ngoal a\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = farbank.Solve(t.Context(), p, farbank.Question{}); err == nil || err.Error() != "wide.far:3:6: the value does not fit 64 bits" {
		t.Errorf("%v", err)
	}
}
