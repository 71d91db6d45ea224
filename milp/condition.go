package milp

import (
	"errors"
	"fmt"
)

// Condition is something that holds or does not: a [Comparison], a [Truth], or a
// combination of conditions by [And], [Or], [Xor], [Not], [Implies], [Equivalent] and the
// like. A condition is only a value; it enters a model in one of three ways:
//
//	m.Add(c)      it holds
//	m.When(d, c)  it holds where d does
//	m.Truth(c)    a truth value that is 1 exactly where it holds
//
// The first adds the least, the last the most.
type Condition interface {
	// post makes the condition hold where the guard is 1. The operation names the rows.
	post(o *operation, guard Truth)
	// reify gives the truth value.
	reify(m *Model) Truth
	// negated gives the opposite.
	negated() Condition
}

// Truth is a linear expression that is 0 or 1, for false and true: a binary variable, one
// minus it, or a sum of binaries of which at most one is 1. It has all methods of its
// expression. The zero Truth is false.
type Truth struct{ Expr }

// True and False are the constant truth values.
var (
	True  = Truth{Constant(1)}
	False = Truth{}
)

// Not gives the opposite, 1 - t, which needs no variable.
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

// Add makes the conditions hold. A comparison of one variable with numbers becomes its
// bounds; other comparisons become a row, or a choice among the ranges of values that
// they leave (see [Model.Truth] for how); an And adds its parts, an Or that one
// of its parts holds.
func (m *Model) Add(cs ...Condition) {
	for _, c := range cs {
		m.add(&operation{m: m}, c, True)
	}
}

// AddNamed makes the condition hold by rows of that name, and never by bounds.
func (m *Model) AddNamed(name string, c Condition) {
	m.add(&operation{m: m, name: name, named: true}, c, True)
}

// When makes the conditions hold where the first one does. Elsewhere they may hold or not.
// With t for the truth value of the first, a range a <= e <= b becomes the rows e <= b + (U-b)(1-t) and e >= a - (a-L)(1-t), where
// L and U are the bounds of e; only that of the side that restricts is relied on.
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

// Truth gives a truth value that is 1 exactly where the condition holds. The same
// comparison gives the same truth value each time.
//
// The values of the compared expression fall into ranges in which the comparison holds
// and ranges in which it does not, of which one is chosen: with a binary r for each range
// [a, b],
//
//	sum r = 1,  sum a·r <= e <= sum b·r
//
// and the truth value is the sum of the r of ranges in which it holds. Two ranges, as for
// <=, need one binary. This is the convex hull of e with the choice, and relies on both
// bounds of e. If e is a variable of few values, and the comparison more than an
// inequality, its one-hot encoding is taken instead ([Model.Values]); so are sums of few
// binaries told by clauses (as [Model.And], [Model.Or]).
func (m *Model) Truth(c Condition) Truth {
	if c == nil {
		return Truth{m.fail(errNilCondition)}
	}
	return c.reify(m)
}

// reified gives the truth values of conditions.
func (m *Model) reified(cs []Condition) []Truth {
	ts := make([]Truth, len(cs))
	for i, c := range cs {
		ts[i] = m.Truth(c)
	}
	return ts
}
