package milp

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"farbank/milp/problem"
)

// Count gives how many of the conditions hold: the sum of their truth values.
func (m *Model) Count(cs ...Condition) Expr { return Sum(m.reified(cs)...) }

// Cardinality makes at least low and at most high of the conditions hold, by one row
// over their truth values.
func (m *Model) Cardinality(low, high int, cs ...Condition) {
	m.Add(m.Count(cs...).Between(float64(low), float64(high)))
}

// maxClauses bounds the rows that tell a count of binaries.
const maxClauses = 32

// counted gives the truth value of k or more, or of exactly one of two, of a sum of few
// literals, which are binaries x or 1 - x. With n literals l_i, z for the result and S
// for every set of them that is large enough,
//
//	(k - n + |S|) z <= sum of S
//
// and the same for the opposite, that n-k+1 or more of the 1 - l_i are 1, are the convex
// hull: they follow from the disjunction of both cases (Balas 1979) by eliminating the
// copies of the variables.
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

// literals gives e + offset as a sum of literals, if it is one.
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

// atLeast gives whether k or more of the literals are 1, unless that takes too many rows.
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

// clauseKey is a text that only equal sets of truth values share.
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
