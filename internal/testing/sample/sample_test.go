package sample

import (
	"testing"

	"farbank"
	"farbank/exchange"
)

// TestProblems checks the answers of the problems with an engine.
func TestProblems(t *testing.T) {
	for _, s := range Problems {
		a, err := farbank.Solve(t.Context(), Parse(t, s.Source), farbank.Question{})
		if err != nil || a.Best == nil || a.Best.Cost != s.Best || len(a.Best.Moves) != s.Moves {
			t.Errorf("%s: %+v, %v", s.Name, a, err)
		}
	}
}

func TestLoad(t *testing.T) {
	if p := Load(t, "hanoi", "discs", "2"); Export(t, p, "json", exchange.Options{}) == "" {
		t.Error("nothing is written")
	}
	Same(t, "coin.json", Export(t, Parse(t, "state up: bool = false\nmove turn { up = not up }\ngoal up\n"), "json", exchange.Options{}))
}
