package farbank_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"farbank"
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
