package constraint

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"farbank/constraint/propagate"
)

// An Int is an integer variable of a model. The zero Int is 0.
type Int struct{ id int32 }

// A Bool is a variable of a model that is true or false, or the negation of one. As an
// expression it is 1 or 0. The zero Bool is false.
type Bool struct {
	id      int32
	negated bool
}

// True holds always; its negation never.
var True = Bool{negated: true}

// Not returns the negation of b.
func (b Bool) Not() Bool { return Bool{b.id, !b.negated} }

// A Linear is a linear expression. The zero Linear is 0. Its methods return new values.
type Linear struct {
	terms    []term
	constant int64
	overflow bool // a coefficient or the constant has overflowed
}

type term struct {
	coef int64
	id   int32
}

// An Expr is an [Int], a [Bool] or a [Linear].
type Expr interface {
	Linear() Linear
}

// Linear returns x as a linear expression.
func (x Int) Linear() Linear {
	if x.id == 0 {
		return Linear{}
	}
	return Linear{terms: []term{{1, x.id}}}
}

// Linear returns b as a linear expression, 1-b for a negation.
func (b Bool) Linear() Linear {
	switch {
	case !b.negated:
		return Int{b.id}.Linear()
	case b.id == 0:
		return Const(1)
	}
	return Linear{terms: []term{{-1, b.id}}, constant: 1}
}

// Linear returns e.
func (e Linear) Linear() Linear { return e }

// Const returns n as an expression.
func Const(n int64) Linear { return Linear{constant: n} }

// Sum returns the sum of expressions.
func Sum[E Expr](list ...E) Linear {
	var t Linear
	for _, e := range list {
		t.add(e.Linear())
	}
	return t
}

// add adds g to e in place.
func (e *Linear) add(g Linear) {
	c := e.constant + g.constant
	e.overflow = e.overflow || g.overflow || (c > e.constant) != (g.constant > 0) && g.constant != 0
	e.terms, e.constant = append(e.terms, g.terms...), c
}

// Dot returns the sum of weights[i]*list[i].
func Dot[E Expr](weights []int64, list ...E) Linear {
	var t Linear
	for i, e := range list {
		t.add(e.Linear().Times(weights[i]))
	}
	return t
}

// Digits returns the number with these digits in a base, the most significant first.
func Digits(base int64, list ...Expr) Linear {
	var t Linear
	for _, e := range list {
		t = t.Times(base).Plus(e)
	}
	return t
}

// Plus returns e+f.
func (e Linear) Plus(f Expr) Linear {
	e.terms = slices.Clip(e.terms)
	e.add(f.Linear())
	return e
}

// Minus returns e-f.
func (e Linear) Minus(f Expr) Linear { return e.Plus(f.Linear().Times(-1)) }

// Times returns e*n.
func (e Linear) Times(n int64) Linear {
	t := Linear{make([]term, len(e.terms)), e.constant * n, e.overflow || !fits(e.constant, n)}
	for i, u := range e.terms {
		t.terms[i] = term{u.coef * n, u.id}
		t.overflow = t.overflow || !fits(u.coef, n)
	}
	return t
}

// fits reports whether the absolute value of a*b is less than 2^62.
func fits(a, b int64) bool {
	p := a * b
	return a == 0 || p/a == b && p > -1<<62 && p < 1<<62
}

// Plus returns x+f.
func (x Int) Plus(f Expr) Linear { return x.Linear().Plus(f) }

// Minus returns x-f.
func (x Int) Minus(f Expr) Linear { return x.Linear().Minus(f) }

// Times returns x*n.
func (x Int) Times(n int64) Linear { return x.Linear().Times(n) }

// terms returns the solver's terms of e, and the negated constant as the limit.
func (b *building) terms(e Linear) (terms []propagate.Term, limit int64, err error) {
	if e.overflow || e.constant == -1<<63 {
		return nil, 0, propagate.ErrTooLarge
	}
	if w := e.written(b); !w.overflow && (len(w.terms) <= 1 || b.moderate(w)) {
		e = w
	} // otherwise aliases get variables, whose bounds may be smaller
	place := map[int32]int{}
	for _, t := range e.terms {
		if i, ok := place[t.id]; ok {
			if !fits(terms[i].Coef+t.coef, 1) {
				return nil, 0, propagate.ErrTooLarge
			}
			terms[i].Coef += t.coef
			continue
		}
		place[t.id] = len(terms)
		terms = append(terms, propagate.Term{Coef: t.coef, X: b.variableOf(t.id)})
	}
	terms = slices.DeleteFunc(terms, func(t propagate.Term) bool { return t.Coef == 0 })
	return terms, -e.constant, nil
}

// normal returns e with its terms sorted by variable and combined.
func (e Linear) normal() Linear {
	terms := slices.Clone(e.terms)
	slices.SortFunc(terms, func(a, b term) int { return cmp.Compare(a.id, b.id) })
	n := 0
	for _, t := range terms {
		if n > 0 && terms[n-1].id == t.id {
			e.overflow = e.overflow || !fits(terms[n-1].coef+t.coef, 1)
			terms[n-1].coef += t.coef
			continue
		}
		terms[n] = t
		n++
	}
	e.terms = slices.DeleteFunc(terms[:n], func(t term) bool { return t.coef == 0 })
	return e
}

// key returns a string that is equal for equal sums.
func (e Linear) key() string {
	var key []byte
	e = e.normal()
	for _, t := range e.terms {
		key = binary.AppendVarint(binary.AppendVarint(key, t.coef), int64(t.id))
	}
	return string(binary.AppendVarint(key, e.constant))
}

// String returns a text such as 3*#1 - #2 + 5, with variables by their numbers.
func (e Linear) String() string {
	var w strings.Builder
	for _, t := range e.terms {
		fmt.Fprintf(&w, "%+d*#%d ", t.coef, t.id)
	}
	fmt.Fprintf(&w, "%+d", e.constant)
	return w.String()
}
