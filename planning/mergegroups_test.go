package planning

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// truthValues returns a task with a truth value for each value of the variables that are not derived, most of which
// form mutex groups. Conditions may also ask that a value is not taken.
func truthValues(t *Task, seed uint64) *Task {
	r := rand.New(rand.NewPCG(seed, 23))
	out := &Task{}
	derived := t.derived()
	first := make([]int, len(t.Variables))
	split := make([]bool, len(t.Variables))
	for v, x := range t.Variables {
		first[v] = len(out.Variables)
		split[v] = (derived == nil || !derived[v]) && r.IntN(5) > 0
		if !split[v] {
			out.Variables, out.Init = append(out.Variables, x), append(out.Init, t.Init[v])
			continue
		}
		var array []int
		for k := range x.Size {
			array = append(array, len(out.Variables))
			out.Variables = append(out.Variables, Variable{Name: fmt.Sprint(x.Name, ".", k), Size: 2})
			init := 0
			if t.Init[v] == k {
				init = 1
			}
			out.Init = append(out.Init, init)
		}
		if r.IntN(2) == 0 {
			out.Arrays = append(out.Arrays, array)
		}
	}
	fact := func(f Fact) Fact {
		if !split[f.Var] {
			return Fact{first[f.Var], f.Value}
		}
		if t.Variables[f.Var].Size > 2 && r.IntN(6) == 0 { // another value is not taken
			return Fact{first[f.Var] + (f.Value+1)%t.Variables[f.Var].Size, 0}
		}
		return Fact{first[f.Var] + f.Value, 1}
	}
	facts := func(list []Fact) []Fact {
		var out []Fact
		for _, f := range list {
			out = append(out, fact(f))
		}
		return out
	}
	lists := func(all [][]Fact) [][]Fact {
		var out [][]Fact
		for _, list := range all {
			out = append(out, facts(list))
		}
		return out
	}
	for _, o := range t.Operators {
		n := Operator{Name: o.Name, Cost: o.Cost, Pre: facts(o.Pre), Some: lists(o.Some)}
		loose := r.IntN(8) == 0 // does not keep the groups
		for _, e := range o.Effects {
			when := facts(e.When)
			if split[e.Var] && !loose {
				given := slices.IndexFunc(o.Pre, func(f Fact) bool { return f.Var == e.Var })
				for k := range t.Variables[e.Var].Size {
					f := Fact{first[e.Var] + k, 1}
					if k != e.Value && (given < 0 || !slices.Contains(n.Pre, Fact{first[e.Var] + o.Pre[given].Value, 1}) || o.Pre[given].Value == k) {
						f.Value = 0
						n.Effects = append(n.Effects, Effect{when, f})
					}
				}
			}
			if split[e.Var] {
				n.Effects = append(n.Effects, Effect{when, Fact{first[e.Var] + e.Value, 1}})
			} else {
				n.Effects = append(n.Effects, Effect{when, Fact{first[e.Var], e.Value}})
			}
		}
		out.Operators = append(out.Operators, n)
	}
	for _, a := range t.Axioms {
		out.Axioms = append(out.Axioms, Axiom{facts(a.When), Fact{first[a.Var], a.Value}})
	}
	out.Goal, out.GoalSome = facts(t.Goal), lists(t.GoalSome)
	return out
}

// TestMergeGroups checks that at most one member of a group is true in each reachable state, and that a merged task
// has the same states and the same least cost.
func TestMergeGroups(t *testing.T) {
	found, merged, negative := 0, 0, 0
	for seed, original := range randomTasks(600, 200) {
		task := truthValues(original, seed)
		if err := task.Validate(); err != nil {
			continue // an axiom that depends on itself
		}
		plain := explorePlainly(task, 3000)
		if plain == nil {
			continue
		}
		for _, g := range MutexGroups(t.Context(), task) {
			found++
			for _, s := range plain.states {
				n := 0
				for _, v := range g {
					n += s[v]
				}
				if n > 1 {
					t.Fatalf("seed %d: group %v has %d members in %v", seed, g, n, s)
				}
			}
		}
		small, operators := task.MergeGroups(t.Context())
		if small == task {
			continue
		}
		merged++
		if err := small.Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(operators) != len(small.Operators) {
			t.Fatalf("seed %d: %d numbers for %d operators", seed, len(operators), len(small.Operators))
		}
		for i := range small.Operators {
			if len(small.Operators[i].Some) > len(task.Operators[operators[i]].Some) {
				negative++
			}
		}
		other := explorePlainly(small, 3000)
		if other == nil || len(other.states) != len(plain.states) || other.left[0] != plain.left[0] {
			t.Fatalf("seed %d: %d states, least cost %d; merged %d, %d", seed, len(plain.states), plain.left[0], len(other.states), other.left[0])
		}
	}
	if found < 200 || merged < 80 || negative < 8 {
		t.Errorf("%d groups, %d tasks merged, %d operators with a negated member", found, merged, negative)
	}
}
