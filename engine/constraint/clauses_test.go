package constraint

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank/engine"
	"farbank/engine/search"
	"farbank/lang"
	"farbank/model"
)

// TestOnlyClauses compares problems in clausal form, which go to the SAT solver, with the engine
// search.
func TestOnlyClauses(t *testing.T) {
	some, none := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		var text strings.Builder
		text.WriteString("type V = 1..12\nfind x[V]: bool\n")
		for range 40 + r.IntN(24) {
			parts := make([]string, 3)
			for i := range parts {
				parts[i] = fmt.Sprintf("%sx[%d]", []string{"", "not "}[r.IntN(2)], 1+r.IntN(12))
			}
			fmt.Fprintln(&text, "require", strings.Join(parts, " or "))
		}
		p, err := lang.Parse("clauses.far", text.String(), lang.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var found [2]bool
		for i, e := range []engine.Engine{search.New(), New()} {
			a, err := e.Solve(t.Context(), p, engine.Question{Workers: 1}, func(model.Plan) bool { return true })
			if err != nil || a.Status != engine.Solved && a.Status != engine.None {
				t.Fatal(a, err)
			}
			found[i] = a.Best != nil
			if found[i] {
				if _, _, err := p.Verify(*a.Best); err != nil {
					t.Fatal(err)
				}
			}
		}
		switch {
		case found[0] != found[1]:
			t.Fatalf("solvable: %v\n%s", found, text.String())
		case found[0]:
			some++
		default:
			none++
		}
	}
	if some < 10 || none < 10 {
		t.Error(some, none)
	}
}
