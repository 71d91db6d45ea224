package clips_test

import (
	"strings"
	"testing"

	"farbank/exchange/clips"
	"farbank/exchange/writing"
	"farbank/internal/testing/sample"
	"farbank/rules"
)

// TestRun runs the output: it must print a plan of optimal length.
func TestRun(t *testing.T) {
	for i := range sample.Problems {
		s := &sample.Problems[i]
		p := sample.Parse(t, s.Source)
		if s.Moves == 0 {
			continue
		}
		var out strings.Builder
		env := rules.New(rules.Options{Out: &out})
		if err := env.Load(strings.NewReader(sample.Export(t, p, "clips", s.Options())), "t.clp"); err != nil {
			t.Fatal(err)
		}
		env.Reset()
		if _, err := env.Run(t.Context(), -1); err != nil {
			t.Fatal(err)
		}
		moves := 0
		for line := range strings.Lines(out.String()) {
			for _, m := range p.Moves {
				if strings.Contains(line, m.String()) {
					moves++
				}
			}
		}
		if moves != s.Moves {
			t.Errorf("%s: %d moves, want %d in\n%s", s.Name, moves, s.Moves, out.String())
		}
	}
}

// TestRefused checks that a problem without moves, and one with too many starts, are refused.
func TestRefused(t *testing.T) {
	for source, want := range map[string]string{
		"find x: 0..3\nrequire x > 1\n": "no moves",
		"find x: 0..3000000\nstate n: 0..3 = 0\nmove go { n = 1 }\ngoal n == 1 and x == 5\n": "possible states",
	} {
		err := clips.Language.Write(t.Context(), sample.Parse(t, source), writing.Options{}, &strings.Builder{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", source, err)
		}
	}
}
