package plan

import (
	"strings"
	"testing"
)

// TestStep splits lines of PDDL plans, and refuses similar lines.
func TestStep(t *testing.T) {
	for line, want := range map[string]string{
		"(move a b)":           "move a b",
		"( move  a )":          "move a",
		"0.000: (move a)[1]":   "move a",
		"3 : (move) [1.00]":    "move",
		"move a":               "",
		"(move (a))":           "",
		"(move a":              "",
		"()":                   "",
		"3 (move a)":           "",
		": (move a)":           "",
		"x: (move a)":          "",
		"(move a) [1":          "",
		"(move a) []":          "",
		"(move a) x":           "",
		"(move a) (move a)":    "",
		"0.0: 1.0: (move a)":   "",
		"0.0: (move a) [1][2]": "",
	} {
		words, ok := step(line)
		if got := strings.Join(words, " "); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v", line, got, ok)
		}
	}
}
