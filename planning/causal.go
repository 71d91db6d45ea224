package planning

import "slices"

// CausalGraph holds the dependencies of each variable: the variables that its operators, effects or axioms
// test, and the variables that change together with it (Knoblock 1994, Helmert 2006).
type CausalGraph struct {
	Looks [][]int // by variable: the variables tested when it changes, ascending
	With  [][]int // by variable: the variables that change with it, ascending
}

// NewCausalGraph returns the causal graph of a task.
func NewCausalGraph(t *Task) *CausalGraph {
	n := len(t.Variables)
	looks, with := make([]map[int]bool, n), make([]map[int]bool, n)
	for v := range n {
		looks[v], with[v] = map[int]bool{}, map[int]bool{}
	}
	for i := range t.Operators {
		o := &t.Operators[i]
		var changed []int
		for _, e := range o.Effects {
			changed = append(changed, e.Var)
			for _, f := range e.When {
				looks[e.Var][f.Var] = true
			}
		}
		common, changed := unique(variables(o.Pre, o.Some)), unique(changed)
		for _, v := range changed {
			for _, u := range common {
				looks[v][u] = true
			}
			for _, u := range changed {
				with[v][u] = true
			}
		}
	}
	for i := range t.Axioms {
		a := &t.Axioms[i]
		for _, u := range variables(a.When, nil) {
			looks[a.Var][u] = true
		}
	}
	g := &CausalGraph{make([][]int, n), make([][]int, n)}
	for v := range n {
		g.Looks[v], g.With[v] = others(looks[v], v), others(with[v], v)
	}
	return g
}

func unique(list []int) []int {
	slices.Sort(list)
	return slices.Compact(list)
}

func variables(all []Fact, some [][]Fact) []int {
	var list []int
	for _, f := range all {
		list = append(list, f.Var)
	}
	for _, l := range some {
		list = append(list, variables(l, nil)...)
	}
	return list
}

func others(set map[int]bool, v int) []int {
	var list []int
	for u := range set {
		if u != v {
			list = append(list, u)
		}
	}
	slices.Sort(list)
	return list
}

// Relevant reports for each variable whether it can affect the goal.
func (g *CausalGraph) Relevant(t *Task) []bool {
	relevant := make([]bool, len(t.Variables))
	open := variables(t.Goal, t.GoalSome)
	for len(open) > 0 {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		if !relevant[v] {
			relevant[v] = true
			open = append(open, g.Looks[v]...)
		}
	}
	return relevant
}
