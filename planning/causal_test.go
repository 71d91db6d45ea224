package planning

import (
	"slices"
	"testing"
)

// TestCausalGraph compares causal graphs with their definition.
func TestCausalGraph(t *testing.T) {
	for seed, task := range randomTasks(300, 100) {
		g := NewCausalGraph(task)
		for v := range task.Variables {
			for u := range task.Variables {
				looks, with := false, false
				in := func(f Fact) bool { return f.Var == u }
				for _, o := range task.Operators {
					changes := slices.ContainsFunc(o.Effects, func(e Effect) bool { return e.Var == v })
					looks = looks || changes && (slices.ContainsFunc(o.Pre, in) || slices.ContainsFunc(slices.Concat(o.Some...), in))
					with = with || changes && slices.ContainsFunc(o.Effects, func(e Effect) bool { return e.Var == u })
					looks = looks || slices.ContainsFunc(o.Effects, func(e Effect) bool { return e.Var == v && slices.ContainsFunc(e.When, in) })
				}
				for _, a := range task.Axioms {
					looks = looks || a.Var == v && slices.ContainsFunc(a.When, in)
				}
				if u != v && (slices.Contains(g.Looks[v], u) != looks || slices.Contains(g.With[v], u) != with) {
					t.Fatalf("seed %d: variables %d and %d: %v, %v", seed, v, u, g.Looks[v], g.With[v])
				}
			}
		}
	}
}
