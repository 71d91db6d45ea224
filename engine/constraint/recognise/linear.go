package recognise

import (
	"cmp"
	"slices"

	"farbank/model"
)

// A Linear is a linear expression: a weighted sum of expressions and a constant.
type Linear struct {
	Terms    []Term // each expression once, ordered by ID
	Constant int64
}

// A Term is an expression times a coefficient other than 0.
type Term struct {
	Coef int64
	Of   *model.Expr
}

// reach limits the numbers in calculations.
const reach = 1 << 40

// linearOf writes plus - minus as a linear expression. minus may be nil. It reports false if a
// number is too large.
func linearOf(plus, minus *model.Expr) (Linear, bool) {
	b := &adder{coefs: map[*model.Expr]int64{}, ok: true}
	if b.add(plus, 1); minus != nil {
		b.add(minus, -1)
	}
	l := Linear{Constant: b.constant}
	for _, e := range b.order {
		if c := b.coefs[e]; c != 0 {
			l.Terms = append(l.Terms, Term{c, e})
		}
	}
	slices.SortFunc(l.Terms, func(a, b Term) int { return cmp.Compare(a.Of.ID, b.Of.ID) })
	return l, b.ok
}

type adder struct {
	coefs    map[*model.Expr]int64
	order    []*model.Expr
	constant int64
	ok       bool
}

func (b *adder) add(e *model.Expr, by int64) {
	switch e.Op {
	case model.Const:
		b.number(e.Value, by, &b.constant)
		return
	case model.Sum:
		for _, a := range e.Args {
			b.add(a, by)
		}
		return
	case model.Neg:
		b.add(e.Args[0], -by)
		return
	case model.Mul:
		x, y := e.Args[0], e.Args[1]
		if y.IsConst() {
			x, y = y, x
		}
		if c := int64(0); x.IsConst() {
			b.number(x.Value, by, &c)
			b.add(y, c)
			return
		}
	}
	if _, ok := b.coefs[e]; !ok {
		b.order = append(b.order, e)
	}
	c := b.coefs[e]
	b.number(1, by, &c)
	b.coefs[e] = c
}

// number adds v × by to a number, if all are small enough.
func (b *adder) number(v, by int64, to *int64) {
	if !small(v) || !small(by) || by != 0 && !small(v) || v != 0 && abs(by) > reach/abs(v) || !small(*to) {
		b.ok = false
		return
	}
	*to += v * by
}

func small(v int64) bool { return v > -reach && v < reach }

func abs(v int64) int64 { return max(v, -v) }

// plus returns l + coef × e.
func (l Linear) plus(coef int64, e *model.Expr) Linear {
	sum := Linear{Constant: l.Constant}
	found := false
	for _, t := range l.Terms {
		if t.Of == e {
			found = true
			t.Coef += coef
		}
		if t.Coef != 0 {
			sum.Terms = append(sum.Terms, t)
		}
	}
	if !found {
		sum.Terms = append(sum.Terms, Term{coef, e})
		slices.SortFunc(sum.Terms, func(a, b Term) int { return cmp.Compare(a.Of.ID, b.Of.ID) })
	}
	return sum
}

// coef returns the coefficient of an expression.
func (l Linear) coef(e *model.Expr) int64 {
	for _, t := range l.Terms {
		if t.Of == e {
			return t.Coef
		}
	}
	return 0
}

func (l Linear) is(m Linear) bool { return l.Constant == m.Constant && slices.Equal(l.Terms, m.Terms) }

// least returns the lower bound of a linear expression. It reports false if a number is too large.
func (l Linear) least() (int64, bool) {
	sum := l.Constant
	for _, t := range l.Terms {
		v := t.Of.Lo
		if t.Coef < 0 {
			v = t.Of.Hi
		}
		if !small(v) || !small(t.Coef) || v != 0 && abs(t.Coef) > reach/abs(v) || !small(sum) {
			return 0, false
		}
		sum += t.Coef * v
	}
	return sum, small(sum)
}

// isSmall reports whether both bounds of a linear expression are small.
func (l Linear) isSmall() bool {
	minus := Linear{Constant: -l.Constant}
	for _, t := range l.Terms {
		minus.Terms = append(minus.Terms, Term{-t.Coef, t.Of})
	}
	_, ok1 := l.least()
	_, ok2 := minus.least()
	return ok1 && ok2
}

// isSmall reports whether the numbers of a task are small.
func (t Task) isSmall() bool {
	return small(t.Start.Lo) && small(t.Start.Hi) && t.Length.isSmall() && t.Use.isSmall()
}

// notNegative reports whether the lower bound is at least 0.
func (l Linear) notNegative() bool {
	v, ok := l.least()
	return ok && v >= 0
}

func (l Linear) each(visit func(e *model.Expr)) {
	for _, t := range l.Terms {
		visit(t.Of)
	}
}

// atMostZero returns the linear expression that a comparison constrains to be at most 0.
func atMostZero(e *model.Expr) (Linear, bool) {
	if e.Op != model.Le && e.Op != model.Lt {
		return Linear{}, false
	}
	l, ok := linearOf(e.Args[0], e.Args[1])
	if e.Op == model.Lt {
		l.Constant++
	}
	return l, ok
}
