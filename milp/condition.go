package milp

import (
	"errors"
	"fmt"
)

// Condition is a statement that holds or does not: a [Comparison], a [Truth], or a combination of
// conditions by [And], [Or], [Xor], [Not], [Implies], [Equivalent] and others. A condition is only
// a value. It enters a model in one of three ways:
//
//	m.Add(c)      posts c as a constraint
//	m.When(d, c)  posts that d implies c (half-reification)
//	m.Truth(c)    returns a 0-1 expression that is 1 iff c holds (reification)
//
// The first adds the fewest rows and variables, the last the most.
type Condition interface {
	// post posts that guard implies the condition. The operation names the rows.
	post(o *operation, guard Truth)
	// reify returns the truth value.
	reify(m *Model) Truth
	// negated returns the negation.
	negated() Condition
}

// Truth is a linear expression with the values 0 (false) and 1 (true): a binary variable, one minus
// it, or a sum of binaries of which at most one is 1. It has all methods of its expression. The
// zero Truth is false.
type Truth struct{ Expr }

// True and False are the constant truth values.
var (
	True  = Truth{Constant(1)}
	False = Truth{}
)

// Not returns the negation, 1 - t, which needs no variable.
func (t Truth) Not() Truth { return Truth{Constant(1).Minus(t.Expr)} }

func (t Truth) isTrue() bool  { return t.isConstant() && t.constant == 1 }
func (t Truth) isFalse() bool { return t.isConstant() && t.constant == 0 }

func (t Truth) post(o *operation, guard Truth) { t.AtLeast(1).post(o, guard) }
func (t Truth) negated() Condition             { return t.Not() }

func (t Truth) reify(m *Model) Truth {
	o := m.operation("truth", t.Expr)
	return Truth{o.done(t.Expr)}
}

var errNilCondition = errors.New("milp: a condition is nil")

// Add posts the conditions as constraints. A comparison of one variable with constants becomes a
// bound. Other comparisons become a row, or a choice among the ranges of values that they allow
// (see [Model.Truth]). An And posts its parts; an Or becomes a clause.
func (m *Model) Add(cs ...Condition) {
	for _, c := range cs {
		m.add(&operation{m: m}, c, True)
	}
}

// AddNamed posts the condition as rows of that name, and never as bounds.
func (m *Model) AddNamed(name string, c Condition) {
	m.add(&operation{m: m, name: name, named: true}, c, True)
}

// When posts that the first condition implies each of the others. With t for the truth value of the
// first, a range a <= e <= b becomes the rows e <= b + (U-b)(1-t) and e >= a - (a-L)(1-t), where L
// and U are bounds of e. A side that restricts nothing needs no bound.
func (m *Model) When(first Condition, cs ...Condition) {
	t := m.Truth(first)
	for _, c := range cs {
		m.add(&operation{m: m}, c, t)
	}
}

func (m *Model) add(o *operation, c Condition, guard Truth) {
	switch {
	case c == nil:
		m.fail(errNilCondition)
	case guard.err != nil:
		m.fail(guard.err)
	case guard.m != nil && guard.m != m:
		m.fail(errModels)
	case !guard.isFalse():
		if o.name == "" {
			o.name = fmt.Sprintf("c%d", len(m.rows)+1)
		}
		c.post(o, guard)
	}
}

// Truth returns a truth value that is 1 if and only if the condition holds. Equal comparisons share
// one truth value.
//
// The values of the compared expression split into ranges in which the comparison holds and ranges
// in which it does not. With a binary r for each range [a, b],
//
//	sum r = 1,  sum a·r <= e <= sum b·r
//
// and the truth value is the sum of the r of ranges in which it holds. Two ranges, as for <=, need
// one binary. This is the convex hull of e and the choice, and needs both bounds of e. If e is a
// variable with few values, and the comparison is more than an inequality, its one-hot encoding is
// used instead ([Model.Values]). Comparisons of sums of few binaries become clauses, as in
// [Model.And] and [Model.Or].
func (m *Model) Truth(c Condition) Truth {
	if c == nil {
		return Truth{m.fail(errNilCondition)}
	}
	return c.reify(m)
}

// reified returns the truth values of conditions.
func (m *Model) reified(cs []Condition) []Truth {
	ts := make([]Truth, len(cs))
	for i, c := range cs {
		ts[i] = m.Truth(c)
	}
	return ts
}
