package sat

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farbank/internal/testing/peer"
)

// TestAgainstMinisat compares answers with Minisat on formulas too large for the reference search.
func TestAgainstMinisat(t *testing.T) {
	program, err := exec.LookPath("minisat")
	if err != nil {
		peer.Missing(t, "minisat is not installed")
	}
	name := filepath.Join(t.TempDir(), "f.cnf")
	answers := map[bool]int{}
	for seed := range 60 {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		n := 60 + r.IntN(90)
		clauses := randomClauses(r, n, int(float64(n)*(3.9+r.Float64())))
		if seed%3 == 0 { // structured: equivalences of pairs, and longer clauses
			for v := 1; v+1 < n; v += 2 {
				clauses = append(clauses, []int{-v, v + 1, 1 + r.IntN(n)}, []int{v, -v - 1, -1 - r.IntN(n)})
			}
		}
		var text strings.Builder
		fmt.Fprintf(&text, "p cnf %d %d\n", n, len(clauses))
		for _, c := range clauses {
			fmt.Fprintln(&text, strings.Trim(fmt.Sprint(c), "[]"), 0)
		}
		if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		run := exec.Command(program, "-verb=0", name)
		_ = run.Run()
		code := run.ProcessState.ExitCode()
		if code != 10 && code != 20 {
			t.Fatalf("minisat ended with %d", code)
		}
		s := New(Options{})
		impatient(s)
		addAll(t, s, clauses)
		got := solve(t, s) == Satisfiable
		if got != (code == 10) || got && !holds(s, clauses) {
			t.Fatalf("seed %d: satisfiable is %v, but minisat ended with %d", seed, got, code)
		}
		answers[got]++
	}
	if len(answers) < 2 {
		t.Error(answers)
	}
}
