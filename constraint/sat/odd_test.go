package sat

import (
	"slices"
	"testing"
)

// TestAssumedOften: literals may be assumed more often than there are variables.
func TestAssumedOften(t *testing.T) {
	s := New(Options{})
	addAll(t, s, [][]int{{1, 2, 3}, {-2, 4}, {-2, -4}, {-3, 4, 2}, {-3, -4, 5}, {-3, -4, -5}})
	assume := slices.Repeat([]int{-6}, 50)
	if got := solve(t, s, assume...); got != Satisfiable || !s.Value(1) || s.Value(6) {
		t.Errorf("%v", got)
	}
	if got := solve(t, s, append(assume, -1)...); got != Unsatisfiable || !slices.Equal(s.Core(), []int{-1}) {
		t.Errorf("%v, core %v", got, s.Core())
	}
	if got := solve(t, s, append(assume, 6)...); got != Unsatisfiable || len(s.Core()) != 2 {
		t.Errorf("%v, core %v", got, s.Core())
	}
}
