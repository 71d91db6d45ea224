package planning

import (
	"fmt"
	"slices"
)

// An Inverse is the inverse of an array that is always a permutation: for each value, the variable that
// holds its index in the array. Heuristics know different things about the two representations (dual
// representations: Felner, Zahavi, Schaeffer and Holte 2005).
type Inverse struct {
	Array   []int
	Inverse []int // by value: a variable, or -1 if the array never has the value
}

// Inverses returns t with the inverse of each array that every operator keeps a permutation, or t itself if
// there is no such array. The new variables are functions of the others, so states do not become larger.
func (t *Task) Inverses(m *Mutexes) *Task {
	out, derived := t, t.derived()
	for _, a := range t.Arrays {
		if len(a) < 2 || derived != nil && slices.ContainsFunc(a, func(v int) bool { return derived[v] }) || !t.permutation(a) {
			continue
		}
		v := &inverter{t: t, m: m, array: a, place: map[int]int{}}
		for k, x := range a {
			v.place[x] = k
		}
		if v.kept() {
			if out == t {
				out = t.copied()
			}
			v.extend(out)
		}
	}
	return out
}

// permutation reports whether the initial values of the variables of an array are distinct.
func (t *Task) permutation(array []int) bool {
	seen := map[int]bool{}
	for _, v := range array {
		if x := t.Init[v]; seen[x] {
			return false
		}
		seen[t.Init[v]] = true
	}
	return true
}

// copied returns a copy whose operators and variables can be changed.
func (t *Task) copied() *Task {
	c := *t
	c.Variables, c.Init, c.Goal = slices.Clone(t.Variables), slices.Clone(t.Init), slices.Clone(t.Goal)
	c.Operators = slices.Clone(t.Operators)
	for i := range c.Operators {
		c.Operators[i].Effects = slices.Clone(c.Operators[i].Effects)
	}
	return &c
}

type inverter struct {
	t     *Task
	m     *Mutexes
	array []int
	place map[int]int // index of a variable in the array
}

// kept reports whether every operator keeps the array a permutation.
func (v *inverter) kept() bool {
	for i := range v.t.Operators {
		if !v.keeps(i) {
			return false
		}
	}
	return true
}

// keeps reports whether an operator keeps the array a permutation: it permutes known values among the
// variables it sets, or moves the values of variables to each other.
func (v *inverter) keeps(i int) bool {
	o := &v.t.Operators[i]
	known := map[int]int{}
	for _, f := range o.Pre {
		known[f.Var] = f.Value
	}
	if v.m != nil {
		for _, f := range v.m.implied[i] {
			known[f.Var] = f.Value
		}
	}
	var before, after, set []int
	from := map[int]int{}   // by variable: the variable whose value it gets
	values := map[int]int{} // by variable: the number of values that it gets so
	for _, e := range o.Effects {
		if _, in := v.place[e.Var]; !in {
			continue
		}
		if len(e.When) == 0 {
			was, ok := known[e.Var]
			if !ok || slices.Contains(set, e.Var) {
				return false
			}
			set, before, after = append(set, e.Var), append(before, was), append(after, e.Value)
			continue
		}
		w := e.When[0]
		_, in := v.place[w.Var]
		if u, ok := from[e.Var]; len(e.When) != 1 || !in || w.Value != e.Value || ok && u != w.Var {
			return false
		}
		from[e.Var] = w.Var
		values[e.Var]++
	}
	slices.Sort(before)
	slices.Sort(after)
	return slices.Equal(before, after) && v.exchange(from, values, set)
}

// exchange reports whether variables exchange their values: each gets all values of another, and none is
// copied twice.
func (v *inverter) exchange(from, values map[int]int, set []int) bool {
	sources := map[int]bool{}
	for to, u := range from {
		if _, moved := from[u]; !moved || sources[u] || slices.Contains(set, to) || values[to] < len(v.array) {
			return false
		}
		sources[u] = true
	}
	return true
}

// extend adds the inverse to a task.
func (v *inverter) extend(t *Task) {
	most := 0
	for _, x := range v.array {
		most = max(most, t.Variables[x].Size)
	}
	inverse := Inverse{Array: v.array, Inverse: make([]int, most)}
	for x := range inverse.Inverse {
		inverse.Inverse[x] = -1
	}
	order := make([]int, len(v.array)) // indexes sorted by value, so that the numbering of variables does not depend on the initial state
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(j, k int) int { return t.Init[v.array[j]] - t.Init[v.array[k]] })
	for _, k := range order {
		a := v.array[k]
		x := t.Init[a]
		inverse.Inverse[x] = len(t.Variables)
		t.Variables = append(t.Variables, Variable{Name: fmt.Sprintf("place of %s", valueName(&t.Variables[a], x)), Size: len(v.array)})
		t.Init = append(t.Init, k)
	}
	for i := range t.Operators {
		o := &t.Operators[i]
		o.Effects = append(o.Effects, inverse.second(o.Effects)...)
	}
	for _, f := range v.t.Goal {
		k, in := v.place[f.Var]
		if !in || inverse.Inverse[f.Value] < 0 {
			continue
		}
		u := inverse.Inverse[f.Value]
		if !slices.ContainsFunc(t.Goal, func(g Fact) bool { return g.Var == u }) { // two elements with the same value are never reached anyway
			t.Goal = append(t.Goal, Fact{u, k})
		}
	}
	t.inverses = append(slices.Clone(t.inverses), inverse)
}

func valueName(v *Variable, x int) string {
	if v.Values != nil {
		return v.Values[x]
	}
	return fmt.Sprint(x)
}
