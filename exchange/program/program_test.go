package program_test

import (
	"strings"
	"testing"

	"farbank/exchange/program"
	"farbank/exchange/writing"
	"farbank/internal/testing/sample"
	"farbank/milp/branch"
	"farbank/milp/file"
	"farbank/milp/problem"
)

// TestSolved reads both formats and solves them.
func TestSolved(t *testing.T) {
	for i := range sample.Problems {
		s := &sample.Problems[i]
		p := sample.Parse(t, s.Source)
		for language, format := range map[string]file.Format{"lp": file.LP, "mps": file.MPS} {
			var b strings.Builder
			l := map[string]*writing.Language{"lp": program.LP, "mps": program.MPS}[language]
			if err := l.Write(t.Context(), p, s.Options(), &b); err != nil {
				if s.Name == "numbers" && strings.Contains(err.Error(), "t.far:") {
					continue
				}
				t.Fatalf("%s: %v", s.Name, err)
			}
			mip, err := file.Decode(strings.NewReader(b.String()), "t", format)
			if err != nil {
				t.Fatal(err)
			}
			a, err := branch.Solve(t.Context(), mip, branch.Options{})
			if err != nil || a.Status != problem.Optimal || a.Objective != float64(s.Best) {
				t.Errorf("%s in %s: %v %v, want %d (%v)", s.Name, language, a.Status, a.Objective, s.Best, err)
			}
		}
	}
}

// TestRefused checks that a problem without a linear form is refused with a position.
func TestRefused(t *testing.T) {
	p := sample.Parse(t, "find x: 0..9223372036854775807\nfind y: 0..9223372036854775807\nrequire x * y == 12\n")
	for _, l := range []*writing.Language{program.LP, program.MPS} {
		err := l.Write(t.Context(), p, writing.Options{}, &strings.Builder{})
		if err == nil || !strings.HasPrefix(err.Error(), "t.far:1:") {
			t.Error(err)
		}
	}
}
