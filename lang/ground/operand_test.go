package ground_test

import (
	"testing"

	"farbank/lang/ground"
)

// TestOperands compares conditions in which a comparison uses few of the names with the judge.
func TestOperands(t *testing.T) {
	for _, goal := range []string{
		"all a, b: N { x[a] == 1 or x[b] == 2 }",
		"all a: N { let v = x[a] in all b: N { v != x[b] or a == b } }",
		"any a, b, c: N where a != c { x[a] != 1 and x[c] - x[b] == a }",
		"all a: N { (any b: N { x[b] == a }) or (any b: N { x[b] == a + 1 }) }",
		"all a, b, k: N where a != b { (x[a] != k and k < x[a + 1]) or x[b] != k }",
		"all a, b: N { same(a, b) or same(b, 1) or x[c] == b }",
	} {
		source := `
type N = 1..4
const c = 2
state x[N]: N = 1
def same(a: N, b: N) = x[a] == x[b]
move put(n: N, v: N) { x[n] = v }
goal ` + goal + "\n"
		p, j := problem(t, source, ground.Options{})
		if against(t, p, j); t.Failed() {
			t.Fatal(goal)
		}
	}
}
