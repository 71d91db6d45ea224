//go:build page

package constraint

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestNoProofs holds that a program without proofs takes none, and says so where one is asked for.
func TestNoProofs(t *testing.T) {
	m := Model{Proof: io.Discard}
	x := m.Int("x", 0, 5)
	m.Add(x.AtLeast(6))
	if _, err := m.Solve(t.Context()); !errors.Is(err, errNoProofs) {
		t.Errorf("a proof is asked for: %v", err)
	}
	if _, err := m.CheckProof(t.Context(), Claim{Infeasible: true}, strings.NewReader(""), "p"); !errors.Is(err, errNoProofs) {
		t.Errorf("a proof is checked: %v", err)
	}
	if _, _, err := m.CheckBound(t.Context(), x, false, strings.NewReader(""), "p"); !errors.Is(err, errNoProofs) {
		t.Errorf("a bound is checked: %v", err)
	}
}
