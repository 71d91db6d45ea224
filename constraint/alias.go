package constraint

import (
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// An alias is a variable that is another one times a number and one added; the zero alias is none. It has a variable of the
// solver only if somebody asks for one: sums are written with the other.
type alias struct {
	of         int32
	coef, plus int64
}

// largestCoef bounds the numbers of aliases of aliases.
const largestCoef = 1 << 20

// unify makes aliases of variables that are not in the solver yet, by the equations of two variables that the model has
// gained. Of two the later one becomes the alias: what is told when it is made may speak of earlier ones.
func (b *building) unify() {
	m := b.m
	if b.plain {
		return
	}
	for len(b.aliases) <= len(m.vars) {
		b.aliases = append(b.aliases, alias{})
	}
	for _, sum := range m.equal[b.unified:] {
		sum, x, y, ok := b.two(sum)
		if !ok || int(y.id) < len(b.vars) || m.vars[y.id-1].says != nil || y.coef != 1 && y.coef != -1 {
			continue
		}
		a := alias{x.id, -x.coef * y.coef, -sum.constant * y.coef} // y = a
		if b.lengthen(a, y.id) {
			b.aliases[y.id] = a
		}
	}
	b.unified = len(m.equal)
}

// A reach bounds the numbers with which a variable is in its aliases, and in theirs; the zero reach is of one that has none.
type reach struct{ coef, plus int64 }

// lengthen notes that a variable becomes an alias, and what are its aliases with it. ok is false where the numbers of one
// become too large: then it stays a variable.
func (b *building) lengthen(a alias, id int32) (ok bool) {
	if max(a.coef, -a.coef) > largestCoef || max(a.plus, -a.plus) > largest {
		return false
	}
	r := b.reaches[id]
	r.coef = max(r.coef, 1)
	if !fits(r.coef, a.plus) {
		return false
	}
	r = reach{r.coef * max(a.coef, -a.coef), r.plus + r.coef*max(a.plus, -a.plus)}
	if r.coef > largestCoef || r.plus > largest {
		return false
	}
	if b.reaches == nil {
		b.reaches = map[int32]reach{}
	}
	of := b.reaches[a.of]
	b.reaches[a.of] = reach{max(of.coef, r.coef), max(of.plus, r.plus)}
	return true
}

// largest is the greatest number that an alias adds.
const largest = MaxValue / 4

// two are the variables of a sum of two, the earlier first; aliases are spelled out.
func (b *building) two(sum Sum) (same Sum, x, y term, ok bool) {
	if sum = sum.written(b).normal(); sum.overflow || len(sum.terms) != 2 {
		return sum, x, y, false
	}
	return sum, sum.terms[0], sum.terms[1], true
}

// written is a sum without aliases.
func (e Sum) written(b *building) Sum {
	if !slices.ContainsFunc(e.terms, func(t term) bool { return b.alias(t.id).of != 0 }) {
		return e
	}
	out := Sum{constant: e.constant, overflow: e.overflow}
	for _, t := range e.terms {
		for {
			a := b.alias(t.id)
			if a.of == 0 {
				break
			}
			out.overflow = out.overflow || !fits(t.coef, a.coef) || !fits(t.coef, a.plus) || !fits(out.constant+t.coef*a.plus, 1)
			out.constant += t.coef * a.plus
			t = term{t.coef * a.coef, a.of}
		}
		out.terms = append(out.terms, t)
	}
	return out.normal()
}

// moderate reports whether a sum is well within 64 bits under the bounds that its variables have.
func (b *building) moderate(e Sum) bool {
	size := max(e.constant, -e.constant)
	for _, t := range e.terms {
		x := b.vars[t.id]
		lo, hi := b.s.Min(x), b.s.Max(x)
		if size < 0 || size > 1<<61 || !fits(t.coef, lo) || !fits(t.coef, hi) {
			return false
		}
		size += max(t.coef*lo, -t.coef*lo, t.coef*hi, -t.coef*hi, t.coef, -t.coef)
	}
	return size >= 0 && size <= 1<<61
}

func (b *building) alias(id int32) alias {
	if int(id) < len(b.aliases) {
		return b.aliases[id]
	}
	return alias{}
}

// keepWithin has a variable that is an alias have its bounds.
func (b *building) keepWithin(id int32) error {
	v := &b.m.vars[id-1]
	if v.lo > v.hi {
		b.s.AddClause()
		return nil
	}
	for _, c := range []Condition{Int{id}.AtLeast(v.lo), Int{id}.AtMost(v.hi)} {
		if err := c.post(b, kernel.True); err != nil {
			return err
		}
	}
	return nil
}

// variableOf is the variable of the solver that a variable of the model is; an alias gets one.
func (b *building) variableOf(id int32) kernel.Var {
	a := b.alias(id)
	if a.of == 0 || b.vars[id] != 0 {
		return b.vars[id]
	}
	of := b.variableOf(a.of)
	if a.coef == 1 && a.plus == 0 {
		b.vars[id] = of
		return of
	}
	v := &b.m.vars[id-1]
	b.vars[id] = b.s.NewVar(v.lo, v.hi)
	terms := []propagate.Term{{Coef: a.coef, X: of}}
	if err := linearIs(b.s, -a.plus, terms, b.vars[id]); err != nil && b.failed == nil {
		b.failed = err
	}
	return b.vars[id]
}

// isBool reports whether a variable of the model is 0 or 1.
func (b *building) isBool(id int32) bool {
	v := &b.m.vars[id-1]
	return v.lo == 0 && v.hi == 1
}

// steering are the variables by which the search for values of some goes: of an alias that grows with
// another the other.
func (b *building) steering(xs []Int) []kernel.Var {
	list := make([]kernel.Var, len(xs))
	for i, x := range xs {
		for {
			a := b.alias(x.id)
			if a.of == 0 || a.coef < 0 {
				break
			}
			x = Int{a.of}
		}
		list[i] = b.variableOf(x.id)
	}
	return list
}
