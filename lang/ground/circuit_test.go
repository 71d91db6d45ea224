package ground_test

import (
	"testing"

	"farbank/lang/ground"
	"farbank/model"
)

// TestCircuitSelf checks that circuit adds for each index the condition that it does not
// succeed itself, which bounds propagation uses.
func TestCircuitSelf(t *testing.T) {
	for source, want := range map[string]int{
		"enum C { a, b, c }\nfind next[C]: C\nrequire circuit(next)\n":                                       3,
		"type T = {1, 3, 7}\nfind next[T]: T\nrequire circuit(next)\n":                                       4, // and the second element is not the first one
		"find next[0..0]: 0..0\nrequire circuit(next)\n":                                                     0,
		"state next[i: 2..5]: 2..5 = 2\nmove m(i: 2..5) { next[i] = 3 }\nrequire true\ngoal circuit(next)\n": 4,
	} {
		p, _ := problem(t, source, ground.Options{})
		rules := p.Require
		if len(p.Goal) > 0 {
			rules = p.Goal
		}
		alone := 0
		for _, c := range rules[len(rules)-1].Cond.Args {
			cells := 0
			c.Cells(func(int) { cells++ })
			if (c.Op == model.Ne || c.Op == model.Not) && cells == 1 {
				alone++
			}
		}
		if alone != want {
			t.Errorf("%d conditions of one element, want %d:\n%s", alone, want, source)
		}
	}
}
