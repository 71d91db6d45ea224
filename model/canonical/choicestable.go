package canonical

import (
	"slices"

	"farbank/model"
)

// A subset is a set of choices.
type subset struct {
	all  bool
	list []int // ascending
}

func (s subset) meet(t subset) subset {
	switch {
	case s.all:
		return t
	case t.all:
		return s
	}
	return subset{list: slices.DeleteFunc(slices.Clone(s.list), func(k int) bool { return !slices.Contains(t.list, k) })}
}

// functionOf returns the choices of which an expression is a function, each alone.
func (c *choices) functionOf(e *model.Expr) subset {
	return c.among.Of(e, func(e *model.Expr) subset {
		switch e.Op {
		case model.Const, model.Undefined:
			return subset{all: true}
		case model.Cell, model.Local, model.At:
			return subset{list: c.of[e]}
		}
		s := subset{all: true}
		for _, a := range e.Args {
			s = s.meet(c.functionOf(a))
		}
		for _, k := range c.of[e] {
			if !s.all && !slices.Contains(s.list, k) {
				s.list = append(slices.Clone(s.list), k)
			}
		}
		return s
	})
}

// table returns the values of an expression by literal of a choice, or nil if it is not a function of one. A value is
// a constant or Undefined.
func (c *choices) table(e *model.Expr) (*choice, []*model.Expr) {
	s := c.functionOf(e)
	if s.all || len(s.list) == 0 {
		return nil, nil
	}
	one := c.list[s.list[0]]
	if t, ok := c.tables[e]; ok {
		return one, t
	}
	c.tables[e] = nil
	if c.values += len(one.literals); c.values > maxValues {
		return nil, nil
	}
	t := make([]*model.Expr, len(one.literals))
	for i, at := range one.at {
		if t[i] = at.Apply(e); !t[i].IsConst() && t[i].Op != model.Undefined {
			return one, nil
		}
	}
	c.tables[e] = t
	return one, t
}

// replace returns what an expression becomes, or nil if only its operands do.
func (c *choices) replace(e *model.Expr) *model.Expr {
	if e.IsConst() || e.Op == model.Undefined || c.b.Len() > maxNodes {
		return nil
	}
	if r, ok := c.done[e]; ok {
		return r
	}
	r := c.replacement(e)
	c.done[e] = r
	return r
}

func (c *choices) replacement(e *model.Expr) *model.Expr {
	if c.of[e] != nil {
		return e
	}
	one, t := c.table(e)
	switch {
	case t != nil && e.Bool:
		return c.smaller(e, c.where(one, t, func(v *model.Expr) bool { return v.Value != 0 }))
	case (e.Op == model.Eq || e.Op == model.Ne) && !e.Args[0].Bool && !e.Args[1].Bool:
		return c.compare(e)
	}
	return nil
}

// smaller returns r, or e if it has fewer nodes.
func (c *choices) smaller(e, r *model.Expr) *model.Expr {
	if r.Size > e.Size {
		return nil
	}
	return r
}

// where returns the condition that the literal that holds has a value for which holds.
func (c *choices) where(one *choice, t []*model.Expr, holds func(*model.Expr) bool) *model.Expr {
	var yes, no []*model.Expr
	ofNone := false // the condition holds if none of the literals does
	for i, l := range one.literals {
		switch ok := t[i].Op != model.Undefined && holds(t[i]); {
		case l == nil:
			ofNone = ok
		case ok:
			yes = append(yes, l)
		default:
			no = append(no, l)
		}
	}
	if exact := one.literals[len(one.literals)-1] != nil; ofNone || exact && len(no) < len(yes) {
		return c.b.Not(c.b.Or(no...))
	}
	return c.b.Or(yes...)
}

// compare returns an equality or inequality of two values as conditions on each value, or nil.
func (c *choices) compare(e *model.Expr) *model.Expr {
	one, s := c.table(e.Args[0])
	other, t := c.table(e.Args[1])
	if s == nil || t == nil {
		return nil
	}
	var values []int64
	for _, v := range slices.Concat(s, t) {
		if v.Op != model.Undefined && !slices.Contains(values, v.Value) {
			if values = append(values, v.Value); len(values) > maxCompared {
				return nil
			}
		}
	}
	slices.Sort(values)
	defined := func(*model.Expr) bool { return true }
	parts := []*model.Expr{c.where(one, s, defined), c.where(other, t, defined)}
	for _, n := range values {
		has := func(v *model.Expr) bool { return v.Value == n }
		x, y := c.where(one, s, has), c.where(other, t, has)
		if e.Op == model.Eq {
			parts = append(parts, c.b.Eq(x, y))
		} else {
			parts = append(parts, c.b.Or(c.b.Not(x), c.b.Not(y)))
		}
	}
	return c.b.And(parts...)
}
