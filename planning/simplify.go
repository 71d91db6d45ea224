package planning

import "slices"

// Simplify returns a task without irrelevant parts: operators that never apply or change nothing relevant,
// and variables that are constant or irrelevant. It also returns, by operator of the result, its number in
// t. A plan of the result, renumbered, is a plan of t of the same cost, and the least costs are equal.
// Values keep their numbers. m may be nil.
func (t *Task) Simplify(m *Mutexes) (*Task, []int) {
	keep := NewCausalGraph(t).Relevant(t)
	for v := range keep {
		keep[v] = keep[v] && t.changes(m, v)
	}
	s := &simplifier{t: t, m: m, number: make([]int, len(t.Variables)), known: map[sharedList]simpleList{}, out: &Task{}}
	for v := range t.Variables {
		s.number[v] = -1
		if keep[v] {
			s.number[v] = len(s.out.Variables)
			s.out.Variables = append(s.out.Variables, t.Variables[v])
			s.out.Init = append(s.out.Init, t.Init[v])
		}
	}
	var operators []int
	for i := range t.Operators {
		if m != nil && m.dead[i] {
			continue
		}
		if o, ok := s.operator(&t.Operators[i]); ok {
			s.out.Operators = append(s.out.Operators, o)
			operators = append(operators, i)
		}
	}
	s.rest()
	s.axioms()
	return s.out, operators
}

// changes reports whether a variable may ever change.
func (t *Task) changes(m *Mutexes, v int) bool {
	for i := range t.Operators {
		if m != nil && m.dead[i] {
			continue
		}
		if slices.ContainsFunc(t.Operators[i].Effects, func(e Effect) bool { return e.Var == v && e.Value != t.Init[v] }) {
			return true
		}
	}
	for i := range t.Axioms {
		if t.Axioms[i].Var == v && (m == nil || !m.dead[len(t.Operators)+i]) {
			return true
		}
	}
	return false
}

type simplifier struct {
	t      *Task
	m      *Mutexes
	number []int // by variable: its number in the new task, or -1
	known  map[sharedList]simpleList
	out    *Task
}

// facts translates facts. It returns false if a fact of a removed variable does not hold.
func (s *simplifier) facts(list []Fact) ([]Fact, bool) {
	var out []Fact
	for _, f := range list {
		if n := s.number[f.Var]; n >= 0 {
			out = append(out, Fact{n, f.Value})
		} else if s.t.Init[f.Var] != f.Value {
			return nil, false
		}
	}
	return out, true
}

// A simpleList is a simplified disjunction; facts is nil if it always holds.
type simpleList struct {
	facts []Fact
	never bool
}

// some simplifies disjunctions, each of which is typically shared by many operators.
func (s *simplifier) some(lists [][]Fact) ([][]Fact, bool) {
	var out [][]Fact
	for _, list := range lists {
		at := sharedList{&list[0], len(list)}
		l, ok := s.known[at]
		if !ok {
			l = s.simple(list)
			s.known[at] = l
		}
		switch {
		case l.never:
			return nil, false
		case l.facts != nil:
			out = append(out, l.facts)
		}
	}
	return out, true
}

func (s *simplifier) simple(list []Fact) simpleList {
	var left []Fact
	for _, f := range list {
		n := s.number[f.Var]
		switch {
		case n < 0 && s.t.Init[f.Var] == f.Value:
			return simpleList{}
		case n >= 0 && (s.m == nil || s.m.Reachable(f)):
			left = append(left, Fact{n, f.Value})
		}
	}
	return simpleList{left, len(left) == 0}
}

// operator translates an operator. It returns false if the operator is not needed.
func (s *simplifier) operator(o *Operator) (Operator, bool) {
	out := Operator{Name: o.Name, Cost: o.Cost}
	pre, ok := s.facts(o.Pre)
	some, ok2 := s.some(o.Some)
	if !ok || !ok2 {
		return out, false
	}
	out.Pre, out.Some = pre, some
	slices.SortFunc(out.Pre, func(a, b Fact) int { return a.Var - b.Var })
	once := map[int]int{}
	for _, e := range o.Effects {
		once[e.Var]++
	}
	for _, e := range o.Effects {
		when, ok := s.facts(e.When)
		n := s.number[e.Var]
		if !ok || n < 0 || once[e.Var] == 1 && (slices.Contains(o.Pre, e.Fact) || slices.Contains(e.When, e.Fact)) {
			continue
		}
		out.Effects = append(out.Effects, Effect{when, Fact{n, e.Value}})
	}
	return out, len(out.Effects) > 0
}

// axioms translates the axioms that may hold.
func (s *simplifier) axioms() {
	for i := range s.t.Axioms {
		a := &s.t.Axioms[i]
		n := s.number[a.Var]
		if n < 0 || s.m != nil && s.m.dead[len(s.t.Operators)+i] {
			continue
		}
		if when, ok := s.facts(a.When); ok {
			s.out.Axioms = append(s.out.Axioms, Axiom{when, Fact{n, a.Value}})
		}
	}
}

// rest translates the goal, the mutex groups and the arrays.
func (s *simplifier) rest() {
	var ok, ok2 bool
	s.out.Goal, ok = s.facts(s.t.Goal)
	s.out.GoalSome, ok2 = s.some(s.t.GoalSome)
	if !ok || !ok2 || s.m != nil && s.m.noGoal {
		s.impossible()
	}
	for _, g := range s.t.Mutexes {
		var list []Fact
		for _, f := range g {
			if n := s.number[f.Var]; n >= 0 {
				list = append(list, Fact{n, f.Value})
			}
		}
		s.out.Mutexes = append(s.out.Mutexes, list)
	}
	for _, a := range s.t.Arrays {
		var list []int
		for _, v := range a {
			if n := s.number[v]; n >= 0 {
				list = append(list, n)
			}
		}
		s.out.Arrays = append(s.out.Arrays, list)
	}
}

// impossible replaces the goal by one that is never reached.
func (s *simplifier) impossible() {
	s.out.Variables = append(s.out.Variables, Variable{Name: "impossible", Size: 2})
	s.out.Init = append(s.out.Init, 0)
	s.out.Goal, s.out.GoalSome = []Fact{{len(s.out.Variables) - 1, 1}}, nil
	s.out.Operators = nil
}
