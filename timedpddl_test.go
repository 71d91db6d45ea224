package farbank_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/exchange"
	pddlfiles "farbank/exchange/pddl"
)

// TestTimedExport writes problems in which moves take time as durative actions, reads these back,
// and compares the makespan with the enumerated one.
func TestTimedExport(t *testing.T) {
	written, reached := 0, 0
	for seed := range uint64(300) {
		c := drawTimed(seed)
		if !c.safe(c.begin()) || !slices.ContainsFunc(c.moves, func(m timedMove) bool { return m.takes >= 0 }) {
			continue
		}
		time, _, ok := c.best()
		src := c.source()
		p, err := farbank.Parse("timed.far", src)
		if err != nil {
			t.Fatal(seed, err, src)
		}
		var text strings.Builder
		var refused *exchange.Refusal
		if err := farbank.Export(t.Context(), p, "pddl", farbank.ExportOptions{}, &text); errors.As(err, &refused) && refused.Pos.Line > 0 {
			continue
		} else if err != nil {
			t.Fatal(seed, err, src)
		}
		written++
		domain, problem := pddlfiles.Split([]byte(text.String()))
		q, err := farbank.ParsePDDL("d.pddl", string(domain), "p.pddl", string(problem))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, src, text.String())
		}
		a, err := farbank.Solve(t.Context(), q, farbank.Question{})
		switch {
		case err != nil:
			t.Fatal(seed, err)
		case !ok && a.Best == nil && a.Status == farbank.None:
		case !ok || a.Best == nil:
			t.Errorf("seed %d: %v, want a plan: %v\n%s\n%s", seed, a.Status, ok, src, text.String())
		default:
			reached++
			if q.Unit > 0 && a.Best.Cost != int64(time) {
				t.Errorf("seed %d: time %d, want %d\n%s\n%s", seed, a.Best.Cost, time, src, text.String())
			}
		}
	}
	if written < 120 || reached < 15 {
		t.Errorf("%d written, %d with a plan", written, reached)
	}
}
