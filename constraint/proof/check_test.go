package proof

import (
	"strings"
	"testing"
)

// TestRepeated checks clauses with two bounds of a variable in the same direction.
func TestRepeated(t *testing.T) {
	s := &Statement{Variables: []Interval{{0, 0}, {0, 3}, {0, 3}},
		Clauses: [][]Atom{{AtLeast(1, 3), AtLeast(1, 2), AtLeast(1, 3)}, {AtMost(1, 1), AtMost(1, 0)}}}
	text := s.Header() + "\nr c1\nr c2\n"
	if _, err := Check(t.Context(), s, nil, strings.NewReader(text), "p"); err != nil {
		t.Error(err)
	}
	s.Clauses[1] = []Atom{AtMost(1, 2)}
	if _, err := Check(t.Context(), s, nil, strings.NewReader(s.Header()+"\nr c1\nr c2\n"), "p"); err == nil {
		t.Error("x >= 2 or x >= 3 was simplified to x >= 3")
	}
}
