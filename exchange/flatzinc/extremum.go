package flatzinc

import "farbank/constraint"

// firstTrue constrains z to be the index, counted from first, of the first condition of a list
// that holds; at least one must.
func (a args) firstTrue(first int64, list []condition, z constraint.Linear) {
	n := int64(len(list))
	a.m.Add(z.AtLeast(first))
	a.m.Add(z.AtMost(first + n - 1))
	for k, p := range list {
		at := first + int64(k)
		a.m.When(z.Is(at), p)
		a.m.When(p, z.AtMost(at))
	}
}

// argExtreme constrains z to be the index of the first maximum or minimum of integers.
func (a args) argExtreme(greatest bool) {
	xs, z := a.ints(1), a.sum(2)
	if len(xs) == 0 {
		a.fail("the largest or least of no variables")
	}
	lo, hi := a.m.Bounds(xs[0])
	for _, x := range xs {
		l, h := a.m.Bounds(x)
		lo, hi = min(lo, l), max(hi, h)
	}
	extreme := a.m.Int("", lo, hi)
	if greatest {
		a.m.MaxEquality(extreme, xs...)
	} else {
		a.m.MinEquality(extreme, xs...)
	}
	list := make([]condition, len(xs))
	for k, x := range xs {
		if greatest {
			list[k] = a.m.Truth(extreme.LessEqual(x))
		} else {
			list[k] = a.m.Truth(x.LessEqual(extreme))
		}
	}
	a.firstTrue(a.number(0), list, z)
}

// argExtremeBool is like argExtreme for Booleans. If all are equal, z is the index of the first
// one.
func (a args) argExtremeBool(greatest bool) {
	ps, z := a.bools(1), a.sum(2)
	if len(ps) == 0 {
		a.fail("the largest or least of no variables")
	}
	var list, none []condition
	for _, p := range ps {
		if !greatest {
			p = p.Not()
		}
		list, none = append(list, p), append(none, p.Not())
	}
	list[0] = a.m.Truth(constraint.Or(list[0], constraint.And(none...)))
	a.firstTrue(a.number(0), list, z)
}
