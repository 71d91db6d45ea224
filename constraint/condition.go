package constraint

import (
	"errors"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// A Condition is true or false in a solution: a comparison, a [Bool], or a combination of conditions.
type Condition interface {
	// post adds the constraint r -> condition.
	post(b *building, r kernel.Atom) error
	// atom returns an atom that is equivalent to the condition.
	atom(b *building) (kernel.Atom, error)
	// implied returns an atom that implies the condition. In an exact building the atom is equivalent to it.
	implied(b *building) (kernel.Atom, error)
	not() Condition
}

// A statement is the constraint when -> then, or when <-> then if both is true.
type statement struct {
	when, then Condition
	both       bool
}

// A comparison is sum <= 0, or sum = 0, or sum != 0.
type comparison struct {
	sum Linear
	op  byte // '<', '=', '!'
}

// AtMost returns the condition e <= n.
func (e Linear) AtMost(n int64) Condition { return comparison{e.Minus(Const(n)), '<'} }

// AtLeast returns the condition e >= n.
func (e Linear) AtLeast(n int64) Condition { return comparison{Const(n).Minus(e), '<'} }

// Is returns the condition e = n.
func (e Linear) Is(n int64) Condition { return comparison{e.Minus(Const(n)), '='} }

// IsNot returns the condition e != n.
func (e Linear) IsNot(n int64) Condition { return comparison{e.Minus(Const(n)), '!'} }

// LessEqual returns the condition e <= f.
func (e Linear) LessEqual(f Expr) Condition { return comparison{e.Minus(f), '<'} }

// Less returns the condition e < f.
func (e Linear) Less(f Expr) Condition { return comparison{e.Minus(f).Plus(Const(1)), '<'} }

// Equal returns the condition e = f.
func (e Linear) Equal(f Expr) Condition { return comparison{e.Minus(f), '='} }

// NotEqual returns the condition e != f.
func (e Linear) NotEqual(f Expr) Condition { return comparison{e.Minus(f), '!'} }

// AtMost returns the condition x <= n.
func (x Int) AtMost(n int64) Condition { return x.Linear().AtMost(n) }

// AtLeast returns the condition x >= n.
func (x Int) AtLeast(n int64) Condition { return x.Linear().AtLeast(n) }

// Is returns the condition x = n.
func (x Int) Is(n int64) Condition { return x.Linear().Is(n) }

// IsNot returns the condition x != n.
func (x Int) IsNot(n int64) Condition { return x.Linear().IsNot(n) }

// LessEqual returns the condition x <= f.
func (x Int) LessEqual(f Expr) Condition { return x.Linear().LessEqual(f) }

// Less returns the condition x < f.
func (x Int) Less(f Expr) Condition { return x.Linear().Less(f) }

// Equal returns the condition x = f.
func (x Int) Equal(f Expr) Condition { return x.Linear().Equal(f) }

// NotEqual returns the condition x != f.
func (x Int) NotEqual(f Expr) Condition { return x.Linear().NotEqual(f) }

func (c comparison) not() Condition {
	switch c.op {
	case '<':
		return comparison{Const(1).Minus(c.sum), '<'}
	case '=':
		return comparison{c.sum, '!'}
	}
	return comparison{c.sum, '='}
}

// bound returns the atom that a comparison with at most one term is equivalent to.
func (c comparison) bound(b *building, terms []propagate.Term, limit int64) (kernel.Atom, bool) {
	truth := func(ok bool) (kernel.Atom, bool) {
		if ok {
			return kernel.True, true
		}
		return kernel.False, true
	}
	if len(terms) > 1 {
		return kernel.Atom{}, false
	}
	if len(terms) == 0 {
		return truth(c.op == '<' && limit >= 0 || c.op == '=' && limit == 0 || c.op == '!' && limit != 0)
	}
	k, x := terms[0].Coef, terms[0].X
	if c.op == '<' {
		if k > 0 {
			return x.AtMost(clamp(floorDiv(limit, k))), true
		}
		return x.AtLeast(clamp(-floorDiv(limit, -k))), true
	}
	if limit%k != 0 {
		return truth(c.op == '!')
	}
	a := b.s.Equal(x, limit/k)
	if c.op == '!' {
		a = a.Not()
	}
	return a, true
}

// clamp limits a bound to twice the range of values.
func clamp(v int64) int64 { return min(max(v, -2*kernel.MaxValue), 2*kernel.MaxValue) }

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func (c comparison) post(b *building, r kernel.Atom) error {
	terms, limit, err := b.terms(c.sum)
	if err != nil {
		return err
	}
	if a, ok := c.bound(b, terms, limit); ok {
		b.s.AddClause(r.Not(), a)
		return nil
	}
	if b.isSmall(terms) {
		small{b.s, terms, limit, c.op}.imply(r)
		return nil
	}
	if c.op == '<' {
		return b.below(r, limit, terms)
	}
	return b.exactly(r, limit, terms, c.op)
}

func (c comparison) atom(b *building) (kernel.Atom, error) {
	terms, limit, err := b.terms(c.sum)
	if err != nil {
		return kernel.False, err
	}
	if a, ok := c.bound(b, terms, limit); ok {
		return a, nil
	}
	same, negated := c.normal()
	key := string(same.op) + same.sum.key()
	a, ok := b.known[key]
	if !ok {
		if a, err = same.reified(b); err != nil {
			return kernel.False, err
		}
		b.known[key] = a
	}
	if negated {
		a = a.Not()
	}
	return a, nil
}

// reified returns a new atom that is equivalent to the comparison.
func (c comparison) reified(b *building) (kernel.Atom, error) {
	terms, limit, err := b.terms(c.sum)
	if err != nil {
		return kernel.False, err
	}
	r := b.s.NewBool().AtLeast(1)
	if b.isSmall(terms) {
		is := small{b.s, terms, limit, c.op}
		is.imply(r)
		is.not().imply(r.Not())
		return r, nil
	}
	return r, errors.Join(c.post(b, r), c.not().post(b, r.Not()))
}

// normal returns the normal form of the comparison or of its negation. Equivalent comparisons usually have the same
// normal form.
func (c comparison) normal() (same comparison, negated bool) {
	if c.op == '!' {
		c.op, negated = '=', true
	}
	c.sum = c.sum.normal()
	if len(c.sum.terms) > 0 && c.sum.terms[0].coef < 0 {
		if c.op == '<' {
			return comparison{Const(1).Minus(c.sum).normal(), '<'}, true
		}
		c.sum = c.sum.Times(-1)
	}
	return c, negated
}

func (c comparison) implied(b *building) (kernel.Atom, error) {
	terms, limit, err := b.terms(c.sum)
	if err != nil {
		return kernel.False, err
	}
	if a, ok := c.bound(b, terms, limit); ok {
		return a, nil
	}
	same, _ := c.normal()
	if _, ok := b.known[string(same.op)+same.sum.key()]; ok || b.exact {
		return c.atom(b)
	}
	r := b.s.NewBool().AtLeast(1)
	return r, c.post(b, r)
}

func (b Bool) not() Condition { return b.Not() }

func (b Bool) post(m *building, r kernel.Atom) error {
	m.clause(r.Not(), m.bool(b))
	return nil
}

func (b Bool) atom(m *building) (kernel.Atom, error) { return m.bool(b), nil }

func (b Bool) implied(m *building) (kernel.Atom, error) { return m.bool(b), nil }

func (m *building) bool(b Bool) kernel.Atom {
	switch b {
	case True:
		return kernel.True // not the equivalent atom of the view -x: callers compare with it
	case True.Not():
		return kernel.False
	}
	for a := m.alias(b.id); a.of != 0 && m.isBool(a.of); a = m.alias(b.id) {
		if a != (alias{a.of, 1, 0}) && a != (alias{a.of, -1, 1}) {
			break
		}
		b = Bool{a.of, b.negated != (a.coef < 0)}
	}
	a := m.variableOf(b.id).AtLeast(1)
	if b.negated {
		return a.Not()
	}
	return a
}

// A list is a disjunction or, with all, a conjunction.
type list struct {
	parts []Condition
	all   bool
}

// And returns the conjunction of conditions.
func And(parts ...Condition) Condition { return list{parts, true} }

// Or returns the disjunction of conditions.
func Or(parts ...Condition) Condition { return list{parts, false} }

// Not returns the negation of a condition.
func Not(c Condition) Condition { return c.not() }

// Implies returns the condition that b holds if a does.
func Implies(a, b Condition) Condition { return Or(a.not(), b) }

func (l list) not() Condition {
	parts := make([]Condition, len(l.parts))
	for i, c := range l.parts {
		parts[i] = c.not()
	}
	return list{parts, !l.all}
}

func (l list) post(b *building, r kernel.Atom) error {
	if l.all {
		for _, c := range l.parts {
			if err := c.post(b, r); err != nil {
				return err
			}
		}
		return nil
	}
	parts := l.flat(nil)
	if len(parts) == 2 && r == kernel.True && !b.exact && !b.plain && isSum(parts[0]) && isSum(parts[1]) {
		one := b.s.NewBool().AtLeast(1)
		return errors.Join(parts[0].post(b, one), parts[1].post(b, one.Not()))
	}
	atoms, err := literalsOf(b, parts, Condition.implied)
	b.clause(append(atoms, r.Not())...)
	return err
}

// isSum reports whether c is a comparison of several terms.
func isSum(c Condition) bool {
	e, ok := c.(comparison)
	return ok && len(e.sum.normal().terms) > 1
}

// flat appends the parts of l, with nested lists of the same kind flattened.
func (l list) flat(parts []Condition) []Condition {
	for _, c := range l.parts {
		if inner, ok := c.(list); ok && inner.all == l.all {
			parts = inner.flat(parts)
		} else {
			parts = append(parts, c)
		}
	}
	return parts
}

// literalsOf applies of to each condition.
func literalsOf(b *building, parts []Condition, of func(Condition, *building) (kernel.Atom, error)) ([]kernel.Atom, error) {
	atoms := make([]kernel.Atom, 0, len(parts)+1)
	for _, c := range parts {
		a, err := of(c, b)
		if err != nil {
			return nil, err
		}
		atoms = append(atoms, a)
	}
	return atoms, nil
}

func (l list) implied(b *building) (kernel.Atom, error) {
	if b.exact {
		return l.atom(b)
	}
	if len(l.parts) == 1 {
		return l.parts[0].implied(b)
	}
	r := b.s.NewBool().AtLeast(1)
	return r, l.post(b, r)
}

func (l list) atom(b *building) (kernel.Atom, error) {
	atoms, err := literalsOf(b, l.flat(nil), Condition.atom)
	switch {
	case err != nil:
		return kernel.False, err
	case l.all && len(atoms) == 0:
		return kernel.True, nil
	case l.all:
		return propagate.And(b.s, atoms...), nil
	case len(atoms) == 0:
		return kernel.False, nil
	}
	return propagate.Or(b.s, atoms...), nil
}
