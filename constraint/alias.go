package constraint

import (
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// An alias represents a variable as coef*x + plus for another variable x, whose index is of. The zero alias represents
// no variable. An aliased variable gets a variable of the solver only on demand; sums are written with x.
type alias struct {
	of         int32
	coef, plus int64
}

// largestCoef bounds the coefficients of chains of aliases.
const largestCoef = 1 << 20

// unify creates aliases for variables that are not in the solver yet, from new equations of two variables. The later
// variable becomes the alias, since its definition may use earlier ones.
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
		if !ok || int(y.id) < len(b.vars) || m.vars[y.id-1].condition != nil || y.coef != 1 && y.coef != -1 {
			continue
		}
		a := alias{x.id, -x.coef * y.coef, -sum.constant * y.coef} // y = a
		if b.lengthen(a, y.id) {
			b.aliases[y.id] = a
		}
	}
	b.unified = len(m.equal)
}

// A reach bounds the coefficients and constants of the chains of aliases that lead to a variable. The zero reach is
// that of a variable without aliases.
type reach struct{ coef, plus int64 }

// lengthen updates the reaches for a new alias. It returns false if coefficients or constants would become too large;
// the variable must then stay a variable.
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

// largest bounds the constants of aliases.
const largest = MaxValue / 4

// two returns the terms of a sum of two variables after expanding aliases. The earlier variable comes first. same is
// the expanded sum.
func (b *building) two(sum Linear) (same Linear, x, y term, ok bool) {
	if sum = sum.written(b).normal(); sum.overflow || len(sum.terms) != 2 {
		return sum, x, y, false
	}
	return sum, sum.terms[0], sum.terms[1], true
}

// written returns e with aliases expanded.
func (e Linear) written(b *building) Linear {
	if !slices.ContainsFunc(e.terms, func(t term) bool { return b.alias(t.id).of != 0 }) {
		return e
	}
	out := Linear{constant: e.constant, overflow: e.overflow}
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

// moderate reports whether the sum cannot overflow within the bounds of its variables.
func (b *building) moderate(e Linear) bool {
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

// keepWithin posts the bounds of an aliased variable.
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

// variableOf returns the solver's variable of a variable of the model. It creates one for an alias.
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

// isBool reports whether a variable of the model has the domain 0 to 1.
func (b *building) isBool(id int32) bool {
	v := &b.m.vars[id-1]
	return v.lo == 0 && v.hi == 1
}

// steering returns the variables to branch on. An alias that increases with another variable is replaced by that
// variable.
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
