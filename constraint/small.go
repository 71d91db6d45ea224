package constraint

import (
	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// maxSmall bounds the terms of a comparison of 0-1 variables that is encoded as clauses.
const maxSmall = 4

// A small is a comparison of few 0-1 variables: sum <= limit, = limit or != limit.
type small struct {
	s     *kernel.Solver
	terms []propagate.Term
	limit int64
	op    byte
}

// isSmall reports whether a comparison should be encoded as clauses.
func (b *building) isSmall(terms []propagate.Term) bool {
	for _, t := range terms {
		if b.s.Min(t.X) != 0 || b.s.Max(t.X) != 1 {
			return false
		}
	}
	return len(terms) <= maxSmall
}

func (c small) not() small {
	switch c.op {
	case '=':
		c.op = '!'
	case '!':
		c.op = '='
	default:
		terms := make([]propagate.Term, len(c.terms))
		for i, t := range c.terms {
			terms[i] = propagate.Term{Coef: -t.Coef, X: t.X}
		}
		c.terms, c.limit = terms, -c.limit-1
	}
	return c
}

// values is a partial assignment; -1 is unassigned.
type values [maxSmall]int8

// imply adds clauses for r -> comparison: one for each minimal partial assignment that violates it.
func (c small) imply(r kernel.Atom) {
	done := map[values]bool{}
	var walk func(v values, i int)
	walk = func(v values, i int) {
		switch {
		case c.fails(v):
			if v = c.least(v); !done[v] {
				done[v] = true
				c.forbid(v, r)
			}
		case i < len(c.terms):
			for v[i] = 0; v[i] <= 1; v[i]++ {
				walk(v, i+1)
			}
		}
	}
	walk(values{-1, -1, -1, -1}, 0)
}

// fails reports whether all extensions of v violate the comparison.
func (c small) fails(v values) bool {
	lo, hi := int64(0), int64(0)
	for i, t := range c.terms {
		switch {
		case v[i] < 0:
			lo, hi = lo+min(t.Coef, 0), hi+max(t.Coef, 0)
		case v[i] == 1:
			lo, hi = lo+t.Coef, hi+t.Coef
		}
	}
	switch c.op {
	case '<':
		return lo > c.limit
	case '=':
		return lo > c.limit || hi < c.limit
	}
	return lo == hi && lo == c.limit
}

// least removes assignments from v as long as the comparison is still violated.
func (c small) least(v values) values {
	for i := range c.terms {
		if less := v; v[i] >= 0 {
			if less[i] = -1; c.fails(less) {
				v = less
			}
		}
	}
	return v
}

func (c small) forbid(v values, r kernel.Atom) {
	clause := []kernel.Atom{r.Not()}
	for i, t := range c.terms {
		switch v[i] {
		case 0:
			clause = append(clause, t.X.AtLeast(1))
		case 1:
			clause = append(clause, t.X.AtMost(0))
		}
	}
	c.s.AddClause(clause...)
}
