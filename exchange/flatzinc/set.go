package flatzinc

import (
	"slices"

	"farbank/constraint"
)

// member returns the condition that an integer argument is in a set.
func (a args) member(i int, s set) condition {
	v := a.value(i, 'i', "an integer")
	if v.isNum {
		return s.has(v.n)
	}
	if n := len(s.elems); n > 0 && s.elems[n-1]-s.elems[0] == int64(n-1) && !slices.ContainsFunc(s.in, func(p boolean) bool { return p != constraint.True }) {
		return constraint.And(v.e.AtLeast(s.elems[0]), v.e.AtMost(s.elems[n-1]))
	}
	var any []condition
	for k, e := range s.elems {
		if s.in[k] == constraint.True {
			any = append(any, v.e.Is(e))
		} else {
			any = append(any, constraint.And(v.e.Is(e), s.in[k]))
		}
	}
	return constraint.Or(any...)
}

// universe returns all possible members of some sets.
func universe(sets ...set) []int64 {
	var all []int64
	for _, s := range sets {
		all = append(all, s.elems...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (a args) setsEqual(s, t set) condition {
	var all []condition
	for _, v := range universe(s, t) {
		all = append(all, iff(s.has(v), t.has(v)))
	}
	return constraint.And(all...)
}

func subset(s, t set) condition {
	var all []condition
	for i, v := range s.elems {
		all = append(all, constraint.Or(s.in[i].Not(), t.has(v)))
	}
	return constraint.And(all...)
}

// setBefore returns the condition that the sorted members of s are lexicographically less than
// those of t, or that they are equal and equal holds. At the first difference v, the set
// without v is less only if it has no greater members.
func (a args) setBefore(s, t set, equal boolean) condition {
	before, someS, someT := equal, constraint.True.Not(), constraint.True.Not()
	all := universe(s, t)
	for i := len(all) - 1; i >= 0; i-- {
		p, q := s.has(all[i]), t.has(all[i])
		before = a.m.Truth(constraint.Or(
			constraint.And(p, q, before), constraint.And(p.Not(), q.Not(), before),
			constraint.And(p, q.Not(), someT), constraint.And(p.Not(), q, someS.Not())))
		someS, someT = a.m.Truth(constraint.Or(p, someS)), a.m.Truth(constraint.Or(q, someT))
	}
	return before
}

// card returns the cardinality of a set.
func (a args) card(i int) constraint.Linear { return constraint.Sum(a.set(i).in...) }

// pointwise constrains a third set to be f of two sets, member by member.
func (a args) pointwise(f func(p, q boolean) condition) {
	s, t, u := a.set(0), a.set(1), a.set(2)
	for _, v := range universe(s, t, u) {
		a.m.Reify(u.has(v), f(s.has(v), t.has(v)))
	}
}

// setElement constrains a set to be an element of an array of sets.
func (a args) setElement() {
	list, z := a.sets(1), a.set(2)
	i := a.sum(0)
	a.m.Add(i.AtLeast(1))
	a.m.Add(i.AtMost(int64(len(list))))
	for k, s := range list {
		a.m.When(i.Is(int64(k)+1), a.setsEqual(s, z))
	}
}
