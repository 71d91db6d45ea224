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

// Not is the negation of a Bool.
func (b Bool) Not() Bool { return Bool{b.id, !b.negated} }

// A Sum is a linear expression. The zero Sum is 0. Sums do not change.
type Sum struct {
	terms    []term
	constant int64
	overflow bool // it left 64 bits
}

type term struct {
	coef int64
	id   int32
}

// An Expr is an [Int], a [Bool] or a [Sum].
type Expr interface {
	Sum() Sum
}

// Sum is the variable as a sum.
func (x Int) Sum() Sum {
	if x.id == 0 {
		return Sum{}
	}
	return Sum{terms: []term{{1, x.id}}}
}

// Sum is 1 - b for a negation.
func (b Bool) Sum() Sum {
	switch {
	case !b.negated:
		return Int{b.id}.Sum()
	case b.id == 0:
		return Const(1)
	}
	return Sum{terms: []term{{-1, b.id}}, constant: 1}
}

// Sum is the sum itself.
func (e Sum) Sum() Sum { return e }

// Const is a number as an expression.
func Const(n int64) Sum { return Sum{constant: n} }

// Total adds expressions.
func Total[E Expr](list ...E) Sum {
	var t Sum
	for _, e := range list {
		t.add(e.Sum())
	}
	return t
}

// add changes a sum that nobody else has seen.
func (e *Sum) add(g Sum) {
	c := e.constant + g.constant
	e.overflow = e.overflow || g.overflow || (c > e.constant) != (g.constant > 0) && g.constant != 0
	e.terms, e.constant = append(e.terms, g.terms...), c
}

// Weighted adds expressions times numbers; there is a number for each.
func Weighted[E Expr](weights []int64, list ...E) Sum {
	var t Sum
	for i, e := range list {
		t.add(e.Sum().Times(weights[i]))
	}
	return t
}

// Digits is the number with these digits in a base, the most significant first.
func Digits(base int64, list ...Expr) Sum {
	var t Sum
	for _, e := range list {
		t = t.Times(base).Plus(e)
	}
	return t
}

// Plus is e + f.
func (e Sum) Plus(f Expr) Sum {
	e.terms = slices.Clip(e.terms)
	e.add(f.Sum())
	return e
}

// Minus is e - f.
func (e Sum) Minus(f Expr) Sum { return e.Plus(f.Sum().Times(-1)) }

// Times is e times a number.
func (e Sum) Times(n int64) Sum {
	t := Sum{make([]term, len(e.terms)), e.constant * n, e.overflow || !fits(e.constant, n)}
	for i, u := range e.terms {
		t.terms[i] = term{u.coef * n, u.id}
		t.overflow = t.overflow || !fits(u.coef, n)
	}
	return t
}

// fits reports whether a product is well within 64 bits.
func fits(a, b int64) bool {
	p := a * b
	return a == 0 || p/a == b && p > -1<<62 && p < 1<<62
}

// Plus is x + f.
func (x Int) Plus(f Expr) Sum { return x.Sum().Plus(f) }

// Minus is x - f.
func (x Int) Minus(f Expr) Sum { return x.Sum().Minus(f) }

// Times is x times a number.
func (x Int) Times(n int64) Sum { return x.Sum().Times(n) }

// terms are those of the solver, for sum <= limit or what else it is.
func (b *building) terms(e Sum) (terms []propagate.Term, limit int64, err error) {
	if e.overflow || e.constant == -1<<63 {
		return nil, 0, propagate.ErrTooLarge
	}
	if w := e.written(b); !w.overflow && (len(w.terms) <= 1 || b.moderate(w)) {
		e = w
	} // else each alias with a variable, whose own bounds may be smaller
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

// normal has the terms by variable, each once.
func (e Sum) normal() Sum {
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

// key is the same text for sums of the same terms.
func (e Sum) key() string {
	var key []byte
	e = e.normal()
	for _, t := range e.terms {
		key = binary.AppendVarint(binary.AppendVarint(key, t.coef), int64(t.id))
	}
	return string(binary.AppendVarint(key, e.constant))
}

// String writes a sum as in 3*#1 - #2 + 5: variables by their numbers.
func (e Sum) String() string {
	var w strings.Builder
	for _, t := range e.terms {
		fmt.Fprintf(&w, "%+d*#%d ", t.coef, t.id)
	}
	fmt.Fprintf(&w, "%+d", e.constant)
	return w.String()
}
