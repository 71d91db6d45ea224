package milp

import (
	"slices"
)

// Sort returns the values of the expressions in rising order. It is a sorting network (Batcher's
// odd-even merge sort, 1968, of n·log²n comparators). Each comparator is the [Model.Min] of two
// values; the greater one follows from low + high = a + b. All bounds are needed.
func (m *Model) Sort(es ...Linear) []Expr {
	xs := expressions(es)
	o := m.operation("sort", xs...)
	for _, x := range xs {
		o.bounds(x)
	}
	if o.err != nil {
		for i := range xs {
			xs[i] = o.done(Expr{})
		}
		return xs
	}
	for _, c := range comparators(len(xs)) {
		xs[c[0]], xs[c[1]] = m.ordered(xs[c[0]], xs[c[1]])
	}
	return xs
}

// ordered returns the minimum and the maximum of two expressions.
func (m *Model) ordered(a, b Expr) (low, high Expr) {
	low = m.Min(a, b)
	switch low.key() {
	case a.key():
		return a, b
	case b.key():
		return b, a
	}
	o := m.operation("max", a, b)
	al, ah := o.bounds(a)
	bl, bh := o.bounds(b)
	high = o.column("", max(al, bl), max(ah, bh), a.isWhole() && b.isWhole())
	o.equal(low.Plus(high), a.Plus(b))
	return low, o.done(high)
}

// comparators returns the comparators of a network that sorts n values.
func comparators(n int) [][2]int {
	var pairs [][2]int
	for p := 1; p < n; p *= 2 {
		for k := p; k >= 1; k /= 2 {
			for j := k % p; j+k < n; j += 2 * k {
				for i := 0; i < k && i+j+k < n; i++ {
					if (i+j)/(2*p) == (i+j+k)/(2*p) {
						pairs = append(pairs, [2]int{i + j, i + j + k})
					}
				}
			}
		}
	}
	return pairs
}

// NthSmallest returns the n-th smallest of the expressions, n from 1. With binaries b_i that imply
// e_i <= y, and a_i that imply e_i >= y,
//
//	e_i <= y + M(1-b_i),  sum b_i = n,  e_i >= y - M'(1-a_i),  sum a_i = count - n + 1
//
// with M and M' from the bounds of e_i and of y, which lies between the n-th smallest lower and the
// n-th smallest upper bound.
func (m *Model) NthSmallest(n int, es ...Linear) Expr {
	xs := expressions(es)
	o := m.operation("smallest"+safeNumber(float64(n)), xs...)
	if o.err == nil && (n < 1 || n > len(xs)) {
		o.fail("there are %d values", len(xs))
	}
	lows, highs, whole := make([]float64, len(xs)), make([]float64, len(xs)), true
	for i, x := range xs {
		lows[i], highs[i] = o.bounds(x)
		whole = whole && x.isWhole()
	}
	switch {
	case o.err != nil:
		return o.done(Expr{})
	case n == 1:
		return m.Min(es...)
	case n == len(xs):
		return m.Max(es...)
	}
	least, most := slices.Sorted(slices.Values(lows))[n-1], slices.Sorted(slices.Values(highs))[n-1]
	if least == most {
		return Constant(least)
	}
	y := o.column("", least, most, whole)
	var below, above []Truth
	for i, x := range xs {
		difference := x.Minus(y)
		b, a := o.binary("below"+safeNumber(float64(i+1))), o.binary("above"+safeNumber(float64(i+1)))
		o.atMost(difference, b.Not().Times(max(highs[i]-least, 0)))
		o.atMost(a.Not().Times(min(lows[i]-most, 0)), difference)
		below, above = append(below, b), append(above, a)
	}
	o.row(float64(n), Sum(below...), float64(n))
	rest := float64(len(xs) - n + 1)
	o.row(rest, Sum(above...), rest)
	return o.done(y)
}

// LexLess returns the condition that the sequence a is lexicographically less than b: at the first
// position where they differ a has the lesser value, or a ends before. The values are integers.
//
// From the last position to the first, with l_i for "a is less than b from position i",
//
//	l_i = (a_i - b_i - l_(i+1) <= -1)
//
// each of which is a reified comparison ([Model.Truth]) and needs bounds as such. The first is only
// posted if the condition is only posted.
func LexLess(a, b []Expr) Condition { return lexical{a: a, b: b, strict: true} }

// LexLessEqual returns the condition that the sequence a is lexicographically less than b, or equal
// to it; see [LexLess].
func LexLessEqual(a, b []Expr) Condition { return lexical{a: a, b: b} }

// lexical is the lexicographic order of two sequences.
type lexical struct {
	a, b   []Expr
	strict bool
}

// first returns the comparison at the first position.
func (l lexical) first(m *Model) (Condition, error) {
	n := min(len(l.a), len(l.b))
	var rest Condition = False
	if len(l.a) < len(l.b) || len(l.a) == len(l.b) && !l.strict {
		rest = True
	}
	o := m.operation("lex", slices.Concat(l.a, l.b)...)
	for i := n - 1; i >= 0 && o.err == nil; i-- {
		difference := l.a[i].Minus(l.b[i])
		if !difference.isWhole() {
			o.fail("%s need not be a whole number", difference)
			break
		}
		rest = difference.Minus(m.Truth(rest)).AtMost(-1)
	}
	return rest, o.err
}

func (l lexical) post(o *operation, guard Truth) {
	first, err := l.first(o.m)
	if err != nil {
		o.keep(err)
		return
	}
	first.post(o, guard)
}

func (l lexical) reify(m *Model) Truth {
	first, err := l.first(m)
	if err != nil {
		return Truth{Expr{m: m, err: err}}
	}
	return m.Truth(first)
}

func (l lexical) negated() Condition { return lexical{a: l.b, b: l.a, strict: !l.strict} }
