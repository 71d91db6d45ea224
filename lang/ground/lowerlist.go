package ground

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// lowerList evaluates [a, b, ...] as an array of its checked type.
func (g *grounder) lowerList(e *syntax.ListExpr) value {
	t := g.info.Types[e]
	v := value{kind: vArray, index: finites(t.Index)}
	for _, x := range e.Elems {
		p := g.lower(x)
		switch {
		case p.kind == vBad:
			return badValue
		case len(t.Index) > 1:
			v.parts = append(v.parts, p.parts...)
		default:
			v.parts = append(v.parts, p)
		}
	}
	return g.whole(v)
}

// lowerMap evaluates {k: v, ...}: every index must have one value.
func (g *grounder) lowerMap(e *syntax.MapExpr) value {
	t := g.info.Types[e]
	v := value{kind: vArray, index: finites(t.Index)}
	v.parts = make([]value, count(v.index))
	given := make([]bool, len(v.parts))
	dims := dimsOf(v.index)
	for i, k := range e.Keys {
		kv, p := g.lower(k), g.lower(e.Values[i])
		if kv.kind == vBad || p.kind == vBad {
			return badValue
		}
		n := int64(1)
		part := []value{p}
		if !types.IsTupleKey(k, t) && len(t.Index) > 1 {
			n, part = count(v.index[1:]), p.parts
		}
		off, fixed, inside := offset(dims, g.indices(v.index, kv.leaves()))
		if !fixed || !inside {
			g.Errorf(k, "%s is not a constant value of %s", g.Text(k), t.Index[0].Plain())
			return badValue
		}
		for j := range n {
			if given[off+j] {
				g.Errorf(k, "the key %s stands twice", g.Text(k))
				return badValue
			}
			given[off+j], v.parts[off+j] = true, part[j]
		}
	}
	for i, ok := range given {
		if !ok {
			g.Errorf(e, "there is no value for %s", indexName(v.index, int64(i))).Hint =
				"a map has every index; with x[i: T] = if i == ... then ... else ... the others need not be named"
			return badValue
		}
	}
	return g.whole(v)
}

// indexName returns the index at an offset of an array, in the syntax of the language.
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

// lowerSet evaluates {a, b, ...}.
func (g *grounder) lowerSet(e *syntax.SetExpr) value {
	var vs []value
	var conds []*model.Expr
	for _, x := range e.Elems {
		v := g.lower(x)
		if v.kind == vBad {
			return badValue
		}
		vs = append(vs, v)
		conds = append(conds, g.b.Truth(true))
	}
	g.at(e)
	return g.collect(g.info.Types[e].Elem(), vs, conds)
}

// collect returns the set of the values of static type t whose conditions hold.
func (g *grounder) collect(t *types.Type, vs []value, conds []*model.Expr) value {
	set := value{kind: vSet}
	var defs []*model.Expr
	for k, v := range vs {
		m := spanned(v, t)
		if m != nil && m.Decimals() && m.Digits < 0 {
			g.Errorf(g.last, "the digits of a member of this set are not known").Hint = "round(e, 0.1) has one digit"
			return badValue
		}
		if m == nil {
			defs = append(defs, g.b.Not(conds[k]))
			continue
		}
		if set.elem == nil {
			set.elem = m
		} else {
			set.elem = hull(set.elem, m)
		}
	}
	if set.elem == nil {
		if defs != nil {
			set.def = g.b.And(defs...)
		}
		return set
	}
	n := g.places(set.elem)
	open := int64(0) // values that are not constant: each is compared with all members
	for _, v := range vs {
		if !v.fixed() {
			open++
		}
	}
	if open > 0 && n > g.opts.Limit/open {
		g.tooLarge(g.opts.Limit)
	}
	members := make([][]*model.Expr, n)
	for k, v := range vs {
		if spanned(v, t) == nil {
			continue
		}
		v, exact := g.asType(v, set.elem)
		leaves := v.leaves()
		for _, d := range append(exact, g.wellDefined(v)...) {
			defs = append(defs, g.b.Or(g.b.Not(conds[k]), d))
		}
		if v.fixed() {
			i := set.elem.Ordinal(v.constLeaves())
			members[i] = append(members[i], conds[k])
			continue
		}
		for i := range members {
			g.step()
			eq := conds[k]
			for j, x := range set.elem.Nth(int64(i)) {
				eq = g.b.And(eq, g.b.Eq(leaves[j], g.leafConst(set.elem.LeafTypes()[j], x)))
			}
			members[i] = append(members[i], eq)
		}
	}
	set.in = make([]*model.Expr, n)
	for i := range members {
		set.in[i] = g.b.Or(members[i]...)
	}
	if defs != nil {
		set.def = g.b.And(defs...)
	}
	return set
}

// spanned returns the smallest type of a scalar or tuple value, or nil if it is undefined.
func spanned(v value, t *types.Type) *model.Type {
	if v.kind == vTuple {
		m := &model.Type{Kind: model.Tuple}
		for i, p := range v.parts {
			e := spanned(p, t.Elems[i])
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
	if t.Kind == types.Int {
		if v.den != nil {
			digits, ok := digitsOf(v)
			if !ok {
				return model.Fraction
			}
			by := model.Power(digits) / v.den.Value
			return &model.Type{Kind: model.Int, Lo: multiplied(v.e.Lo, by), Hi: multiplied(v.e.Hi, by), Digits: digits}
		}
		return &model.Type{Kind: model.Int, Lo: v.e.Lo, Hi: v.e.Hi}
	}
	return unlisted(t.Model)
}

// each calls f for every choice of the names of binders, with the condition under which it
// counts. Choices that never count are omitted. It returns the conditions under which the
// domains are defined; if one fails, the comprehension is undefined.
func (g *grounder) each(bs []*syntax.Binder, where syntax.Expr, cond *model.Expr, f func(cond *model.Expr)) (defs []*model.Expr) {
	ch := &choice{g: g, where: where, f: f}
	ch.binders(bs, cond)
	return ch.defs
}

// A choice is the state of an enumeration of binders.
type choice struct {
	g     *grounder
	where syntax.Expr
	f     func(cond *model.Expr)
	defs  []*model.Expr
	open  bool // the condition is known not to be a number that depends only on the choice
}

func (ch *choice) binders(bs []*syntax.Binder, cond *model.Expr) {
	if len(bs) == 0 {
		ch.choose(cond)
		return
	}
	ch.names(bs, bs[0].Names, cond)
}

func (ch *choice) choose(cond *model.Expr) {
	if n, ok := ch.fixed(); ok {
		if n == 0 {
			return
		}
	} else if ch.where != nil {
		v := ch.g.lower(ch.where)
		if v.kind == vBad {
			return
		}
		cond = ch.g.b.And(cond, v.e)
	}
	if !cond.IsFalse() {
		ch.f(cond)
	}
}

// fixed returns the value of the condition if it depends only on the choice.
func (ch *choice) fixed() (n int64, ok bool) {
	if ch.where == nil || ch.open {
		return 0, false
	}
	steps := ch.g.steps
	if n, ok = ch.g.fixedNumber(ch.where); !ok {
		ch.open, ch.g.steps = true, steps
	}
	return n, ok
}

func (ch *choice) names(bs []*syntax.Binder, names []*syntax.Ident, cond *model.Expr) {
	if len(names) == 0 {
		ch.binders(bs[1:], cond)
		return
	}
	g, o := ch.g, ch.g.info.Uses[names[0]]
	def := g.eachChoice(bs[0].Domain, func(v value, in *model.Expr) {
		g.step()
		g.values[o.ID] = v
		if cond := g.b.And(cond, in); !cond.IsFalse() {
			ch.names(bs, names[1:], cond)
		}
	})
	if def != nil {
		ch.defs = append(ch.defs, g.b.Or(g.b.Not(cond), def))
	}
}

// eachChoice calls f for every possible value of a domain, with the condition that the domain
// has it. It returns the condition that the domain is defined, or nil if it always is.
func (g *grounder) eachChoice(domain syntax.Expr, f func(v value, in *model.Expr)) *model.Expr {
	if s, ok := domain.(*syntax.SetType); ok {
		g.eachSubset(g.info.Types[s].Elem().Elem().Finite(), f)
		return nil
	}
	if t := g.info.Types[domain]; g.isTypeExpr(domain) && t.Kind == types.Set && t.Elem().Finite() != nil {
		g.eachOfType(t.Elem().Finite(), f)
		return nil
	}
	s := g.lower(domain)
	if s.kind != vSet {
		return nil
	}
	for i, in := range s.in {
		if in = g.b.And(in, g.orTrue(s.def)); !in.IsFalse() {
			f(g.fixedValue(s.elem, s.elem.Nth(int64(i))), in)
		}
	}
	return s.def
}

// isTypeExpr reports whether a domain is a type, by its resolved names.
func (g *grounder) isTypeExpr(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return g.isTypeExpr(e.X)
	case *syntax.Ident:
		o := g.info.Uses[e]
		return o == nil || o.Kind == types.EnumName || o.Kind == types.TypeName
	case *syntax.BinaryExpr:
		if t := g.info.Types[e]; e.Op == syntax.Or && t != nil && t.Kind == types.Set { // the type T or none
			return true
		}
		return e.Op == syntax.Range && g.info.Types[e].Elem().Model != nil
	}
	return false
}

func (g *grounder) eachOfType(t *model.Type, f func(v value, in *model.Expr)) {
	n, ok := t.Size()
	if !ok || n > g.opts.Limit {
		g.tooLarge(g.opts.Limit)
	}
	yes := g.b.Truth(true)
	for i := range n {
		f(g.fixedValue(t, t.Nth(i)), yes)
	}
}

func (g *grounder) eachSubset(elem *model.Type, f func(v value, in *model.Expr)) {
	n, _ := elem.Size()
	if n > 40 {
		g.tooLarge(g.opts.Limit)
	}
	g.extendSubset(g.emptySet(elem), 0, f)
}

// extendSubset calls f for the supersets of v with further members from number k on, in
// lexicographic order.
func (g *grounder) extendSubset(v value, k int, f func(v value, in *model.Expr)) {
	g.step()
	f(v, g.b.Truth(true))
	for i := k; i < len(v.in); i++ {
		next := v
		next.in = slices.Clone(v.in)
		next.in[i] = g.b.Truth(true)
		g.extendSubset(next, i+1, f)
	}
}

func (g *grounder) lowerComprehension(e *syntax.Comprehension) value {
	if e.Kind == syntax.Connected {
		return g.lowerConnected(e)
	}
	g.foresee(e)
	if g.operands == nil {
		g.operands = map[*syntax.CompareExpr]*operand{}
		defer func() { g.operands = nil }()
	}
	yes := g.b.Truth(true)
	var vs []value
	var args, conds []*model.Expr
	logical := e.Kind == syntax.All || e.Kind == syntax.Any || e.Kind == syntax.Count
	failed := false
	defs := g.each(e.Binders, e.Where, yes, func(cond *model.Expr) {
		v := g.bodyValue(e)
		failed = failed || v.kind == vBad
		if logical { // there may be many, and a value is large
			args = append(args, v.e)
		} else {
			vs = append(vs, v)
		}
		conds = append(conds, cond)
	})
	if failed {
		return badValue
	}
	g.at(e)
	var v value
	if logical {
		v = scalar(g.fold(e.Kind, args, conds))
	} else {
		v = g.combine(e, vs, conds)
	}
	if e.Kind == syntax.Any { // if one domain is undefined, a choice from another may do
		return g.noted(e, v)
	}
	return g.noted(e, g.only(g.b.And(defs...), v))
}

// combine returns the value of a comprehension from the values of its choices.
func (g *grounder) combine(e *syntax.Comprehension, vs []value, conds []*model.Expr) value {
	switch e.Kind {
	case syntax.Array:
		return g.whole(value{kind: vArray, index: finites(g.info.Types[e].Index), parts: vs})
	case syntax.Set:
		return g.collect(g.info.Types[e].Elem(), vs, conds)
	case syntax.Distinct:
		return scalar(g.allDistinct(vs, conds))
	case syntax.The, syntax.First:
		return g.chosen(e, vs, conds)
	case syntax.Min, syntax.Max:
		return g.extremeOf(e, e.Kind == syntax.Max, vs, conds)
	}
	return g.folded(e.Kind, vs, conds)
}

// folded is like fold, also for sums of numbers that are not whole.
func (g *grounder) folded(k syntax.ComprehensionKind, vs []value, conds []*model.Expr) value {
	if k != syntax.Sum || !anyFraction(vs...) {
		return scalar(g.fold(k, numerators(vs), conds))
	}
	vs = g.alignAll(vs)
	return g.fraction(g.fold(k, numerators(vs), conds), vs[0].den)
}

// bodyValue returns the value of a comprehension's body for the current choice.
func (g *grounder) bodyValue(e *syntax.Comprehension) value {
	switch {
	case e.Body != nil:
		return g.lower(e.Body)
	case e.Kind == syntax.Count:
		return scalar(g.b.Const(1))
	}
	names := syntax.BoundNames(e.Binders)
	if len(names) == 1 {
		return g.values[g.info.Uses[names[0]].ID]
	}
	v := value{kind: vTuple}
	for _, id := range names {
		v.parts = append(v.parts, g.values[g.info.Uses[id].ID])
	}
	return v
}

// numerators returns the expressions of numbers with a common denominator, or of truth values.
func numerators(vs []value) []*model.Expr {
	es := make([]*model.Expr, len(vs))
	for i, v := range vs {
		es[i] = v.e
	}
	return es
}

// fold combines the expressions whose conditions hold, in place.
func (g *grounder) fold(k syntax.ComprehensionKind, args, conds []*model.Expr) *model.Expr {
	for i, e := range args {
		switch k {
		case syntax.All:
			args[i] = g.b.Or(g.b.Not(conds[i]), e)
		case syntax.Any:
			args[i] = g.b.And(conds[i], e)
		case syntax.Count:
			args[i] = conds[i]
		case syntax.Sum:
			args[i] = g.b.If(conds[i], e, g.b.Const(0))
		}
	}
	switch k {
	case syntax.All:
		return g.b.And(args...)
	case syntax.Any:
		return g.b.Or(args...)
	case syntax.Count:
		return g.tally(args)
	}
	return g.b.Sum(args...)
}

// allDistinct returns the condition that the values whose conditions hold are different.
func (g *grounder) allDistinct(vs []value, conds []*model.Expr) *model.Expr {
	vs = g.alignAll(vs)
	plain := true
	es := make([]*model.Expr, len(vs))
	for i, v := range vs {
		es[i] = v.e
		plain = plain && v.kind == vScalar && conds[i].IsTrue()
	}
	if plain {
		return g.b.Distinct(es)
	}
	var all []*model.Expr
	for i, v := range vs {
		for j := range i {
			g.step()
			all = append(all, g.b.Or(g.b.Not(conds[i]), g.b.Not(conds[j]), g.differ(v, vs[j])))
		}
		for _, d := range g.wellDefined(v) {
			all = append(all, g.b.Or(g.b.Not(conds[i]), d))
		}
	}
	return g.b.And(all...)
}
