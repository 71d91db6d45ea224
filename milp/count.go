package milp

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"farbank/milp/problem"
)

// Count returns the number of conditions that hold: the sum of their truth values.
func (m *Model) Count(cs ...Condition) Expr { return Sum(m.reified(cs)...) }

// Cardinality posts that at least low and at most high of the conditions hold, as one row over
// their truth values.
func (m *Model) Cardinality(low, high int, cs ...Condition) {
	m.Add(m.Count(cs...).Between(float64(low), float64(high)))
}

// maxClauses is the maximum number of rows for the truth value of a count of binaries.
const maxClauses = 32

// counted returns the truth value of "at least k", or of "exactly one of two", for a sum of few
// literals, which are binaries x or 1 - x. With n literals l_i, the result z, and every set S of
// more than n-k literals,
//
//	(k - n + |S|) z <= sum of S
//
// and the same rows for the negation, that at least n-k+1 of the 1 - l_i are 1, are the convex
// hull. They follow from the disjunction of both cases (Balas 1979) by eliminating the copies of
// the variables.
func (m *Model) counted(p Expr, in ranges) (Truth, bool) {
	literals, offset, ok := p.literals()
	if !ok || len(literals) < 2 || len(in) != 1 {
		return False, false
	}
	n := len(literals)
	low, high := int(max(in[0].low+offset, 0)), int(min(in[0].high+offset, float64(n)))
	switch {
	case n == 2 && low == 1 && high == 1:
		return m.xor(literals[0], literals[1]), true
	case high == n:
		return m.atLeast(low, literals)
	case low == 0:
		t, ok := m.atLeast(high+1, literals)
		return t.Not(), ok
	}
	return False, false
}

// literals returns e + offset as a sum of literals, if it is one.
func (e Expr) literals() (ts []Truth, offset float64, ok bool) {
	for _, t := range e.terms {
		c := e.m.columns[t.Column]
		if !c.Integer || c.Lower != 0 || c.Upper != 1 || t.Coefficient != 1 && t.Coefficient != -1 {
			return nil, 0, false
		}
		x := Truth{Expr{m: e.m, terms: []problem.Term{{Column: t.Column, Coefficient: 1}}}}
		if t.Coefficient < 0 {
			x = x.Not()
			offset++
		}
		ts = append(ts, x)
	}
	return ts, offset, true
}

// atLeast returns the truth value of "at least k of the literals are 1", and false if that takes
// too many rows.
func (m *Model) atLeast(k int, ts []Truth) (Truth, bool) {
	n := len(ts)
	switch {
	case k <= 0:
		return True, true
	case k > n:
		return False, true
	case k == 1:
		return m.or(slices.Clone(ts)), true
	case k == n:
		return m.and(slices.Clone(ts)), true
	case n > bits.Len(maxClauses):
		return False, false
	}
	key := fmt.Sprintf("atleast%d%s", k, clauseKey(ts))
	if t, ok := m.truths[key]; ok {
		return t, true
	}
	rows := 0
	for s := uint(1); s < 1<<n; s++ {
		if size := bits.OnesCount(s); size > n-k || size >= k {
			rows++
		}
	}
	if rows > maxClauses {
		return False, false
	}
	o := m.operation(fmt.Sprintf("atleast%d", k), expressions(ts)...)
	z := o.binary("")
	for s := uint(1); s < 1<<n; s++ {
		var positive, negative Expr
		for i, t := range ts {
			if s>>i&1 == 1 {
				positive, negative = positive.Plus(t), negative.Plus(t.Not())
			}
		}
		size := bits.OnesCount(s)
		if weight := k - n + size; weight > 0 {
			o.atMost(z.Times(float64(weight)), positive)
		}
		if weight := size - k + 1; weight > 0 {
			o.atMost(z.Not().Times(float64(weight)), negative)
		}
	}
	z = Truth{o.done(z.Expr)}
	m.truths[key] = z
	return z, true
}

// clauseKey returns a key that is the same for equal sets of truth values only.
func clauseKey(ts []Truth) string {
	keys := make([]string, len(ts))
	for i, t := range ts {
		keys[i] = t.key()
	}
	slices.Sort(keys)
	return "or" + strings.Join(keys, ";")
}

func expressions[L Linear](ls []L) []Expr {
	es := make([]Expr, len(ls))
	for i, l := range ls {
		es[i] = linear(l)
	}
	return es
}
