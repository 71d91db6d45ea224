package planning

import (
	"context"
	"slices"
)

// maxMergedEffects is the maximum number of effects, axioms and alternatives that a merge makes of a single
// condition that a truth value is false.
const maxMergedEffects = 64

// A merger replaces each mutex group by one variable.
type merger struct {
	task, out *Task
	group     []int // by variable: its group, or -1
	value     []int // by variable: its value in the variable of the group
	number    []int // by variable: its new number, or that of the variable of its group
	none      []int // by group: the value for the case that no member is true, or -1 if one always is
	size      []int // by group: the number of values
}

// MergeGroups returns a task with one variable for each mutex group of truth values, and, by operator of the result,
// its number in t. Operators that never apply are left out. It returns t itself if there is no group worth merging.
func (t *Task) MergeGroups(ctx context.Context) (*Task, []int) {
	out, operators, _ := t.mergeGroups(ctx, maxGroupWork)
	return out, operators
}

// mergeGroups is like MergeGroups with a limit on the number of effects examined. It also reports whether that sufficed.
func (t *Task) mergeGroups(ctx context.Context, work int) (out *Task, operators []int, complete bool) {
	all := make([]int, len(t.Operators))
	for i := range all {
		all[i] = i
	}
	groups, complete := mutexGroups(ctx, t, work)
	groups = slices.DeleteFunc(groups, func(g []int) bool { return len(g) < 3 })
	if len(groups) == 0 {
		return t, all, complete
	}
	m := newMerger(t, groups)
	operators, ok := m.merge()
	if !ok {
		return t, all, complete
	}
	return m.out, operators, complete
}

func newMerger(t *Task, groups [][]int) *merger {
	n := len(t.Variables)
	m := &merger{task: t, out: &Task{}, group: make([]int, n), value: make([]int, n), number: make([]int, n), none: make([]int, len(groups)), size: make([]int, len(groups))}
	for v := range m.group {
		m.group[v] = -1
	}
	for g, members := range groups {
		for k, v := range members {
			m.group[v], m.value[v] = g, k
		}
		m.size[g], m.none[g] = len(members), -1
	}
	for g, members := range groups {
		if !m.always(g, members) {
			m.none[g] = len(members)
			m.size[g]++
		}
	}
	made := make([]int, len(groups))
	for v, old := range t.Variables {
		g := m.group[v]
		switch {
		case g < 0:
			m.number[v] = m.add(old, t.Init[v])
			continue
		case m.value[v] == 0:
			made[g] = m.add(m.variable(groups[g], g))
		}
		m.number[v] = made[g]
	}
	return m
}

func (m *merger) add(v Variable, init int) int {
	m.out.Variables, m.out.Init = append(m.out.Variables, v), append(m.out.Init, init)
	return len(m.out.Variables) - 1
}

// variable returns the variable of a group and its initial value.
func (m *merger) variable(members []int, g int) (Variable, int) {
	v := Variable{Name: m.task.Variables[members[0]].Name + "...", Size: m.size[g]}
	init := m.none[g]
	for k, u := range members {
		v.Values = append(v.Values, m.task.Variables[u].Name)
		if m.task.Init[u] == 1 {
			init = k
		}
	}
	if m.none[g] >= 0 {
		v.Values = append(v.Values, "none")
	}
	return v, init
}

// always reports whether a member of a group is true in each reachable state: one is true initially, and
// each operator that makes one false makes another true.
func (m *merger) always(g int, members []int) bool {
	if !slices.ContainsFunc(members, func(v int) bool { return m.task.Init[v] == 1 }) {
		return false
	}
	for i := range m.task.Operators {
		o := &m.task.Operators[i]
		removes := false
		for _, e := range o.Effects {
			removes = removes || m.group[e.Var] == g && e.Value == 0
		}
		if removes && !m.adds(o, g) {
			return false
		}
	}
	return true
}

// adds reports whether an operator makes a member of a group true unconditionally.
func (m *merger) adds(o *Operator, g int) bool {
	return slices.ContainsFunc(o.Effects, func(e Effect) bool { return m.group[e.Var] == g && e.Value == 1 && len(e.When) == 0 })
}

func (m *merger) merge() (operators []int, ok bool) {
	t := m.task
	for i := range t.Operators {
		o, applies, ok := m.operator(&t.Operators[i])
		if !ok {
			return nil, false
		}
		if applies {
			m.out.Operators = append(m.out.Operators, o)
			operators = append(operators, i)
		}
	}
	c, possible := m.condition(t.Goal, t.GoalSome)
	if !possible {
		return nil, false // the search proves it as well
	}
	m.out.Goal, m.out.GoalSome = c.all, c.some
	for _, a := range t.Axioms {
		whens, ok := m.cases(a.When, nil)
		if !ok {
			return nil, false
		}
		for _, when := range whens {
			m.out.Axioms = append(m.out.Axioms, Axiom{when, Fact{m.number[a.Var], a.Value}})
		}
	}
	m.mutexes()
	m.arrays()
	return operators, true
}

// fact returns the new form of a fact whose variable is in no group or has the value 1.
func (m *merger) fact(f Fact) Fact {
	if m.group[f.Var] >= 0 {
		return Fact{m.number[f.Var], m.value[f.Var]}
	}
	return Fact{m.number[f.Var], f.Value}
}

// negative reports whether a fact says that a member of a group is false.
func (m *merger) negative(f Fact) bool { return m.group[f.Var] >= 0 && f.Value == 0 }

// others returns the values of a member's group but that of the member.
func (m *merger) others(f Fact) []Fact {
	var list []Fact
	for x := range m.size[m.group[f.Var]] {
		if x != m.value[f.Var] {
			list = append(list, Fact{m.number[f.Var], x})
		}
	}
	return list
}

// A merged is a condition of the new task.
type merged struct {
	all  []Fact
	some [][]Fact
}

// value returns the value that a condition demands of a variable, or -1.
func (c *merged) value(v int) int {
	for _, f := range c.all {
		if f.Var == v {
			return f.Value
		}
	}
	return -1
}

// condition returns the new form of a condition; possible is false if it never holds.
func (m *merger) condition(all []Fact, some [][]Fact) (c merged, possible bool) {
	for _, f := range all {
		if m.negative(f) {
			continue
		}
		n := m.fact(f)
		switch c.value(n.Var) {
		case -1:
			c.all = append(c.all, n)
		case n.Value:
		default:
			return c, false
		}
	}
	left := map[int][]Fact{} // by new variable: the values that negative facts leave
	var order []int
	for _, f := range all {
		if !m.negative(f) {
			continue
		}
		v := m.number[f.Var]
		if x := c.value(v); x >= 0 {
			if x == m.value[f.Var] {
				return c, false
			}
			continue
		}
		if left[v] == nil {
			left[v] = m.others(f)
			order = append(order, v)
			continue
		}
		left[v] = slices.DeleteFunc(left[v], func(g Fact) bool { return g.Value == m.value[f.Var] })
	}
	for _, v := range order {
		switch len(left[v]) {
		case 0:
			return c, false
		case 1:
			c.all = append(c.all, left[v][0])
		default:
			c.some = append(c.some, left[v])
		}
	}
	for _, list := range some {
		if !m.alternatives(&c, list) {
			return c, false
		}
	}
	return c, true
}

// alternatives adds a disjunction to a condition, and reports whether it may hold.
func (m *merger) alternatives(c *merged, list []Fact) bool {
	var out []Fact
	add := func(f Fact) bool { // reports whether the disjunction holds by c already
		switch x := c.value(f.Var); {
		case x == f.Value:
			return true
		case x < 0 && !slices.Contains(out, f):
			out = append(out, f)
		}
		return false
	}
	for _, f := range list {
		facts := []Fact{m.fact(f)}
		if m.negative(f) {
			facts = m.others(f)
		}
		if slices.ContainsFunc(facts, add) {
			return true
		}
	}
	for _, f := range out { // the disjunction always holds if it has all values of a variable
		n := 0
		for _, g := range out {
			if g.Var == f.Var {
				n++
			}
		}
		if n == m.out.Variables[f.Var].Size {
			return true
		}
	}
	switch len(out) {
	case 0:
		return false
	case 1:
		c.all = append(c.all, out[0])
	default:
		c.some = append(c.some, out)
	}
	return true
}

// cases returns conjunctions one of which holds where all of when do, given the condition of an operator; ok is false
// if they are too many.
func (m *merger) cases(when []Fact, given *merged) (list [][]Fact, ok bool) {
	c, possible := m.condition(when, nil)
	if !possible {
		return nil, true
	}
	list = [][]Fact{nil}
	extend := func(facts []Fact) {
		var next [][]Fact
		for _, base := range list {
			for _, f := range facts {
				next = append(next, append(slices.Clone(base), f))
			}
		}
		list = next
	}
	for _, f := range c.all {
		if given != nil {
			switch given.value(f.Var) {
			case f.Value:
				continue
			case -1:
			default:
				return nil, true
			}
		}
		extend([]Fact{f})
	}
	for _, facts := range c.some {
		if given != nil {
			if x := given.value(facts[0].Var); x >= 0 {
				if !slices.Contains(facts, Fact{facts[0].Var, x}) {
					return nil, true
				}
				continue
			}
		}
		if len(list)*len(facts) > maxMergedEffects {
			return nil, false
		}
		extend(facts)
	}
	return list, true
}

// operator returns the new form of an operator and whether it ever applies; ok is false if it has too many effects.
func (m *merger) operator(o *Operator) (out Operator, applies, ok bool) {
	c, possible := m.condition(o.Pre, o.Some)
	if !possible {
		return out, false, true
	}
	out = Operator{Name: o.Name, Cost: o.Cost, Pre: c.all, Some: c.some}
	for k, e := range o.Effects { // first what makes members false, then the rest
		if !m.negative(e.Fact) {
			continue
		}
		if m.late(o, k) {
			return out, false, false
		}
		if m.adds(o, m.group[e.Var]) {
			continue
		}
		member := Fact{m.number[e.Var], m.value[e.Var]}
		switch x := c.value(member.Var); {
		case x >= 0 && x != member.Value:
			continue
		case x < 0 && !slices.Contains(e.When, Fact{e.Var, 1}):
			e.When = append(slices.Clone(e.When), Fact{e.Var, 1})
		}
		e.Fact = Fact{member.Var, m.none[m.group[e.Var]]}
		if !m.effect(&out, e, &c) {
			return out, false, false
		}
	}
	for _, e := range o.Effects {
		if m.negative(e.Fact) {
			continue
		}
		e.Fact = m.fact(e.Fact)
		if !m.effect(&out, e, &c) {
			return out, false, false
		}
	}
	return out, true, true
}

// late reports whether an effect that makes a member false comes after one that makes it true.
func (m *merger) late(o *Operator, k int) bool {
	return slices.ContainsFunc(o.Effects[:k], func(e Effect) bool { return e.Var == o.Effects[k].Var && e.Value == 1 })
}

// effect adds an effect with the condition of the old task and the fact of the new one.
func (m *merger) effect(out *Operator, e Effect, c *merged) bool {
	whens, ok := m.cases(e.When, c)
	for _, when := range whens {
		out.Effects = append(out.Effects, Effect{when, e.Fact})
	}
	return ok
}

// mutexes translates the mutex groups of the task.
func (m *merger) mutexes() {
	for _, g := range m.task.Mutexes {
		var facts []Fact
		for _, f := range g {
			if !m.negative(f) {
				facts = append(facts, m.fact(f))
			}
		}
		if len(facts) > 1 {
			m.out.Mutexes = append(m.out.Mutexes, facts)
		}
	}
}

// arrays translates the arrays, without variables that are in groups.
func (m *merger) arrays() {
	for _, a := range m.task.Arrays {
		var list []int
		for _, v := range a {
			if m.group[v] < 0 {
				list = append(list, m.number[v])
			}
		}
		if len(list) > 1 {
			m.out.Arrays = append(m.out.Arrays, list)
		}
	}
}
