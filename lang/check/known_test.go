package check_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"farbank/examples"
	"farbank/lang/check"
	"farbank/lang/syntax"
)

// TestKnownOfBrokenFiles breaks every example at random and checks that Known returns an Info
// and does not panic.
func TestKnownOfBrokenFiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	signs := []string{"", "(", ")", "{", "}", "[", "]", "\"", "\n", " ", ".", ",", ":", "=", "let ", "move ", "1", "..", "->", "for x in ", "x"}
	for _, name := range examples.Names() {
		whole, _ := examples.Source(name)
		if len(whole) > 4000 {
			continue
		}
		for range 30 {
			source := whole
			for range 1 + rng.IntN(4) {
				from := rng.IntN(len(source))
				to := min(len(source), from+rng.IntN(20))
				source = strings.ToValidUTF8(source[:from]+signs[rng.IntN(len(signs))]+source[to:], "")
			}
			f, _ := syntax.Parse(name, source)
			if info, _ := check.Known(f, check.Options{Limit: 100_000}); info == nil {
				t.Fatalf("nothing is known of\n%s", source)
			}
		}
	}
}
