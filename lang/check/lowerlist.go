package check

import (
	"farbank/lang/syntax"
	"farbank/model"
)

// lowerList is [a, b, ...] as the array type that the list was found to have.
func (c *checker) lowerList(e *syntax.ListExpr) value {
	t := c.types[e]
	v := value{kind: vArray, index: finites(t.index)}
	for _, x := range e.Elems {
		p := c.lower(x)
		switch {
		case p.kind == vBad:
			return badValue
		case len(t.index) > 1:
			v.parts = append(v.parts, p.parts...)
		default:
			v.parts = append(v.parts, p)
		}
	}
	return v
}

// lowerMap is {k: v, ...}: every index must have its value, once.
func (c *checker) lowerMap(e *syntax.MapExpr) value {
	t := c.types[e]
	v := value{kind: vArray, index: finites(t.index)}
	v.parts = make([]value, count(v.index))
	given := make([]bool, len(v.parts))
	dims := dimsOf(v.index)
	for i, k := range e.Keys {
		kv, p := c.lower(k), c.lower(e.Values[i])
		if kv.kind == vBad || p.kind == vBad {
			return badValue
		}
		n := int64(1)
		part := []value{p}
		if !isTupleKey(k, t) && len(t.index) > 1 {
			n, part = count(v.index[1:]), p.parts
		}
		off, fixed, inside := offset(dims, kv.leaves())
		if !fixed || !inside {
			c.errorf(k, "%s is not a constant value of %s", c.text(k), t.index[0].plain())
			return badValue
		}
		for j := range n {
			if given[off+j] {
				c.errorf(k, "the key %s stands twice", c.text(k))
				return badValue
			}
			given[off+j], v.parts[off+j] = true, part[j]
		}
	}
	for i, ok := range given {
		if !ok {
			c.errorf(e, "there is no value for %s", indexName(v.index, int64(i)))
			return badValue
		}
	}
	return v
}

// indexName is the index at an offset of an array, as written.
func indexName(index []*model.Type, off int64) string {
	name := ""
	for i := len(index) - 1; i >= 0; i-- {
		n, _ := index[i].Size()
		one := index[i].Format(index[i].Nth(off % n))
		if name != "" {
			one += ", " + name
		}
		name = one
		off /= n
	}
	return name
}

// lowerSet is {a, b, ...}.
func (c *checker) lowerSet(e *syntax.SetExpr) value {
	var vs []value
	var conds []*model.Expr
	for _, x := range e.Elems {
		v := c.lower(x)
		if v.kind == vBad {
			return badValue
		}
		vs = append(vs, v)
		conds = append(conds, c.b.Truth(true))
	}
	c.at(e)
	return c.collect(c.types[e].elem(), vs, conds)
}

// collect is the set of those values whose conditions hold, all of static type t.
func (c *checker) collect(t *ty, vs []value, conds []*model.Expr) value {
	set := value{kind: vSet}
	for _, v := range vs {
		m := spanned(v, t)
		if m == nil {
			return value{kind: vSet, def: c.b.Truth(false)}
		}
		if set.elem == nil {
			set.elem = m
		} else {
			set.elem = hull(set.elem, m)
		}
	}
	if set.elem == nil {
		return set
	}
	n, ok := set.elem.Size()
	if !ok || n > maxElements || n*int64(len(vs)) > c.opts.Limit {
		c.tooLarge()
	}
	members := make([][]*model.Expr, n)
	var defs []*model.Expr
	for k, v := range vs {
		leaves := v.leaves()
		if d := c.defined(leaves...); d != nil {
			defs = append(defs, c.b.Or(c.b.Not(conds[k]), d))
		}
		if v.fixed() {
			i := set.elem.Ordinal(v.constLeaves())
			members[i] = append(members[i], conds[k])
			continue
		}
		for i := range members {
			c.step()
			eq := conds[k]
			for j, x := range set.elem.Nth(int64(i)) {
				eq = c.b.And(eq, c.b.Eq(leaves[j], c.leafConst(set.elem.LeafTypes()[j], x)))
			}
			members[i] = append(members[i], eq)
		}
	}
	set.in = make([]*model.Expr, n)
	for i := range members {
		set.in[i] = c.b.Or(members[i]...)
	}
	if defs != nil {
		set.def = c.b.And(defs...)
	}
	return set
}

// spanned is the least type that a scalar or tuple value lies in, nil if it has no
// value.
func spanned(v value, t *ty) *model.Type {
	if v.kind == vTuple {
		m := &model.Type{Kind: model.Tuple}
		for i, p := range v.parts {
			e := spanned(p, t.elems[i])
			if e == nil {
				return nil
			}
			m.Elems = append(m.Elems, e)
		}
		return m
	}
	if v.e.Op == model.Undefined {
		return nil
	}
	if t.kind == kInt {
		return &model.Type{Kind: model.Int, Lo: v.e.Lo, Hi: v.e.Hi}
	}
	return t.m
}

// each binds the names of binders to all their values in turn and calls f with the
// condition under which the choice counts. Choices that cannot count are left out.
func (c *checker) each(bs []*syntax.Binder, where syntax.Expr, cond *model.Expr, f func(cond *model.Expr)) {
	if len(bs) == 0 {
		c.eachWhere(where, cond, f)
		return
	}
	c.eachName(bs[0], bs[0].Names, cond, func(cond *model.Expr) {
		c.each(bs[1:], where, cond, f)
	})
}

func (c *checker) eachWhere(where syntax.Expr, cond *model.Expr, f func(cond *model.Expr)) {
	if where != nil {
		v := c.lower(where)
		if v.kind == vBad {
			return
		}
		cond = c.b.And(cond, v.e)
	}
	if !cond.IsFalse() {
		f(cond)
	}
}

func (c *checker) eachName(b *syntax.Binder, names []*syntax.Ident, cond *model.Expr, f func(cond *model.Expr)) {
	if len(names) == 0 {
		f(cond)
		return
	}
	o := c.uses[names[0]]
	c.eachChoice(b.Domain, func(v value, in *model.Expr) {
		c.step()
		o.val = v
		if cond := c.b.And(cond, in); !cond.IsFalse() {
			c.eachName(b, names[1:], cond, f)
		}
	})
}

// eachChoice calls f for every value that a domain may have, with the condition
// that it has it.
func (c *checker) eachChoice(domain syntax.Expr, f func(v value, in *model.Expr)) {
	if s, ok := domain.(*syntax.SetType); ok {
		c.eachSubset(c.types[s].elem().elem().finite(), f)
		return
	}
	if t := c.types[domain]; c.isTypeExpr(domain) && t.kind == kSet && t.elem().finite() != nil {
		c.eachOfType(t.elem().finite(), f)
		return
	}
	s := c.lower(domain)
	if s.kind != vSet {
		return
	}
	for i, in := range s.in {
		if in.IsFalse() {
			continue
		}
		if s.def != nil {
			in = c.b.And(in, s.def)
		}
		f(c.fixedValue(s.elem, s.elem.Nth(int64(i))), in)
	}
}

// isTypeExpr reports whether a domain is a type, by what its names were found to
// mean.
func (c *checker) isTypeExpr(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.isTypeExpr(e.X)
	case *syntax.Ident:
		o := c.uses[e]
		return o == nil || o.kind == objEnum || o.kind == objType
	case *syntax.BinaryExpr:
		return e.Op == syntax.Range && c.types[e].elem().m != nil
	}
	return false
}

func (c *checker) eachOfType(t *model.Type, f func(v value, in *model.Expr)) {
	n, ok := t.Size()
	if !ok || n > c.opts.Limit {
		c.tooLarge()
	}
	yes := c.b.Truth(true)
	for i := range n {
		f(c.fixedValue(t, t.Nth(i)), yes)
	}
}

func (c *checker) eachSubset(elem *model.Type, f func(v value, in *model.Expr)) {
	n, _ := elem.Size()
	if n > 40 {
		c.tooLarge()
	}
	for bits := range int64(1) << n {
		c.step()
		v := c.emptySet(elem)
		for i := range v.in {
			v.in[i] = c.b.Truth(bits>>i&1 == 1)
		}
		f(v, c.b.Truth(true))
	}
}

func (c *checker) lowerComprehension(e *syntax.Comprehension) value {
	yes := c.b.Truth(true)
	var vs []value
	var conds []*model.Expr
	failed := false
	c.each(e.Binders, e.Where, yes, func(cond *model.Expr) {
		v := c.bodyValue(e)
		failed = failed || v.kind == vBad
		vs, conds = append(vs, v), append(conds, cond)
	})
	if failed {
		return badValue
	}
	c.at(e)
	switch e.Kind {
	case syntax.Array:
		return c.arrayOf(e, vs)
	case syntax.Set:
		return c.collect(c.types[e].elem(), vs, conds)
	case syntax.Distinct:
		return scalar(c.allDistinct(vs, conds))
	}
	return scalar(c.fold(e.Kind, vs, conds))
}

// bodyValue is what a comprehension takes from the present choice.
func (c *checker) bodyValue(e *syntax.Comprehension) value {
	switch {
	case e.Body != nil:
		return c.lower(e.Body)
	case e.Kind == syntax.Count:
		return scalar(c.b.Const(1))
	}
	names := boundNames(e.Binders)
	if len(names) == 1 {
		return c.uses[names[0]].val
	}
	v := value{kind: vTuple}
	for _, id := range names {
		v.parts = append(v.parts, c.uses[id].val)
	}
	return v
}

func (c *checker) arrayOf(e *syntax.Comprehension, vs []value) value {
	t := c.types[e]
	return value{kind: vArray, index: finites(t.index), parts: vs}
}

// fold combines the values whose conditions hold.
func (c *checker) fold(k syntax.ComprehensionKind, vs []value, conds []*model.Expr) *model.Expr {
	args := make([]*model.Expr, len(vs))
	for i, v := range vs {
		switch k {
		case syntax.All:
			args[i] = c.b.Or(c.b.Not(conds[i]), v.e)
		case syntax.Any:
			args[i] = c.b.And(conds[i], v.e)
		case syntax.Count:
			args[i] = conds[i]
		case syntax.Sum:
			args[i] = c.b.If(conds[i], v.e, c.b.Const(0))
		}
	}
	switch k {
	case syntax.All:
		return c.b.And(args...)
	case syntax.Any:
		return c.b.Or(args...)
	case syntax.Count, syntax.Sum:
		return c.b.Sum(args...)
	}
	return c.extreme(k == syntax.Max, vs, conds)
}

// extreme is the least or the greatest of the values whose conditions hold,
// undefined if none does. A value that does not count is replaced by one that
// cannot win.
func (c *checker) extreme(greatest bool, vs []value, conds []*model.Expr) *model.Expr {
	if len(vs) == 0 {
		return c.b.Undefined()
	}
	least, loser := c.b.Least, vs[0].e.Hi
	for _, v := range vs {
		loser = max(loser, v.e.Hi)
	}
	if greatest {
		least, loser = c.b.Greatest, vs[0].e.Lo
		for _, v := range vs {
			loser = min(loser, v.e.Lo)
		}
	}
	args := make([]*model.Expr, len(vs))
	for i, v := range vs {
		args[i] = c.b.If(conds[i], v.e, c.b.Const(loser))
	}
	return c.b.If(c.b.Or(conds...), least(args...), c.b.Undefined())
}

// allDistinct holds where no two of the values that count are equal.
func (c *checker) allDistinct(vs []value, conds []*model.Expr) *model.Expr {
	plain := true
	es := make([]*model.Expr, len(vs))
	for i, v := range vs {
		es[i] = v.e
		plain = plain && v.kind == vScalar && conds[i].IsTrue()
	}
	if plain {
		return c.b.Distinct(es)
	}
	var all []*model.Expr
	for i, v := range vs {
		for j := range i {
			c.step()
			all = append(all, c.b.Or(c.b.Not(conds[i]), c.b.Not(conds[j]), c.differ(v, vs[j])))
		}
		for _, d := range c.wellDefined(v) {
			all = append(all, c.b.Or(c.b.Not(conds[i]), d))
		}
	}
	return c.b.And(all...)
}
