package sample

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"farbank"
	"farbank/exchange"
	"farbank/internal/testing/peer"
	"farbank/study/compare"
)

// Options returns the options for exporting a problem: its horizon and optimal cost.
func (s *Problem) Options() exchange.Options {
	return exchange.Options{Horizon: s.Moves, Best: &s.Best}
}

// Written compares the exports of all problems in a language, including refusals, with golden
// files.
func Written(t *testing.T, l *exchange.Language) {
	t.Helper()
	for i := range Problems {
		s := &Problems[i]
		var b bytes.Buffer
		err := l.Write(t.Context(), Parse(t, s.Source), s.Options(), &b)
		var refused *exchange.Refusal
		switch {
		case errors.As(err, &refused):
			Same(t, s.Name+".refused", err.Error()+"\n")
		case err != nil:
			t.Errorf("%s: %v", s.Name, err)
		default:
			Same(t, s.Name+"."+l.File, b.String())
		}
	}
}

// Agrees solves problems with a program that reads a language, if it is installed, and compares its
// answers with ours. Without names it solves all problems.
func Agrees(t *testing.T, name string, problems ...string) {
	t.Helper()
	for _, other := range compare.Peers {
		if other.Name != name {
			continue
		}
		if other.Program() == "" {
			peer.Missing(t, name+" is not installed")
		}
		for i := range Problems {
			s := &Problems[i]
			if len(problems) > 0 && !slices.Contains(problems, s.Name) {
				continue
			}
			r, err := compare.Run(t.Context(), Parse(t, s.Source), farbank.Question{}, farbank.Engines[:1], compare.Options{Peers: []*compare.Peer{other}, Horizon: s.Moves})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range r.Disagreements {
				t.Errorf("%s: %s", s.Name, d)
			}
		}
		return
	}
	t.Fatalf("there is no peer %q", name)
}
