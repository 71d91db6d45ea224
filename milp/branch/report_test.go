package branch

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank/milp/made"
	"farbank/milp/problem"
)

// TestLogOfNothing checks that the log prints a missing bound as a hyphen.
func TestLogOfNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	problems := []*problem.Problem{made.Queens(6), made.Cover(20, 40, 1), made.Knapsack(30, 1)}
	for range 100 {
		problems = append(problems, made.Random(r, made.Shape{Columns: 6, Rows: 5, Free: true, Fractions: true}))
	}
	lines := 0
	for _, p := range problems {
		for _, o := range []Options{{}, {NoPresolve: true, NoCuts: true}} {
			var log bytes.Buffer
			o.Log = &log
			if _, err := Solve(t.Context(), p, o); err != nil {
				t.Fatal(err)
			}
			lines += strings.Count(log.String(), "\n")
			if strings.Contains(log.String(), "Inf") || strings.Contains(log.String(), "NaN") {
				t.Fatalf("%s", log.String())
			}
		}
	}
	if lines < 100 {
		t.Errorf("%d lines of logs", lines)
	}
}
