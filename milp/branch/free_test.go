package branch_test

import (
	"strings"
	"testing"

	"farbank/milp/branch"
	"farbank/milp/file"
	"farbank/milp/problem"
)

// TestFreeIntegers solves programs with integer columns without a lower bound. The objectives of the first are not
// counted from such a bound; a dive in the second goes on without an iteration of the simplex method.
func TestFreeIntegers(t *testing.T) {
	for text, want := range map[string]float64{
		`Minimize
 5 x0 - 2 x1 + 2 x2 - 3 x3
Subject To
 a: 3 x0 - 2 x1 + 4 x2 - 3 x3 - x4 >= -6
 b: 3 x0 - 2 x1 + 4 x2 - 3 x3 - x4 <= -3
 c: x1 - 2 x3 - 4 x4 <= -4
Bounds
 -2.5 <= x1 <= 5
 -inf <= x2 <= 1
 x3 <= 1
Generals
 x0 x1 x2 x3 x4
End
`: -6,
		`Maximize
 - 2 x0 - x1 + 2 x3
Subject To
 a: - 3 x0 + x1 + 3 x3 >= 2
 b: - 3 x0 + x1 + 3 x3 <= 5
 c: 2 x1 + 4 x2 - 3 x3 <= 4
Bounds
 x1 <= 5
 -inf <= x2 <= 6
Generals
 x0 x1 x2 x3
End
`: 2,
	} {
		p, err := file.Decode(strings.NewReader(text), "test.lp", file.LP)
		if err != nil {
			t.Fatal(err)
		}
		s, err := branch.Solve(t.Context(), p, branch.Options{})
		if err != nil || s.Status != problem.Optimal || s.Objective != want {
			t.Errorf("%v %v, want %v (%v)\n%s", s.Status, s.Objective, want, err, text)
		}
	}
}
