package problem

import (
	"math"
	"slices"
)

// biggest is the largest coefficient that stands for an implication; beyond it a special ordered
// set does, which is exact but gives weaker relaxations.
const biggest = 1e6

// Linearized returns an equivalent program without semi-continuous columns and indicators, for
// solvers that do not know them. The columns and rows of p come first, and then those that replace
// the others, so that the values of a solution of p are the first ones of a solution of the result.
// Without semi-continuous columns and indicators the result is p itself.
//
// With a binary y, x = 0 or L <= x <= U becomes L*y <= x <= U*y. If b implies a*x <= U, and M is the
// largest value of a*x, the row is a*x + (M-U)*b <= M. Where a bound is missing or M is large, a
// special ordered set of kind 1 has the same effect.
func Linearized(p *Problem) *Problem {
	if len(p.Indicators) == 0 && !slices.ContainsFunc(p.Columns, func(c Column) bool { return c.Semi }) {
		return p
	}
	q := *p
	q.Columns, q.Rows, q.Sets, q.Indicators = slices.Clone(p.Columns), slices.Clone(p.Rows), slices.Clone(p.Sets), nil
	l := linearizer{&q}
	for j := range p.Columns {
		if q.Columns[j].Semi {
			l.semi(j)
		}
	}
	for _, i := range p.Indicators {
		l.indicator(i)
	}
	return &q
}

type linearizer struct{ q *Problem }

func (l linearizer) column(c Column) int {
	l.q.Columns = append(l.q.Columns, c)
	return len(l.q.Columns) - 1
}

func (l linearizer) row(name string, lower, upper float64, terms ...Term) {
	l.q.Rows = append(l.q.Rows, Row{Name: name, Lower: lower, Upper: upper, Terms: terms})
}

// exclude states that at most one of two columns is not 0.
func (l linearizer) exclude(name string, a, b int) {
	l.q.Sets = append(l.q.Sets, Set{Name: name, Kind: 1, Columns: []int{a, b}, Weights: []float64{1, 2}})
}

// not returns a binary column that is 1 minus the binary column b.
func (l linearizer) not(name string, b int) int {
	z := l.column(Column{Name: name, Upper: 1, Integer: true})
	l.row(name, 1, 1, Term{b, 1}, Term{z, 1})
	return z
}

func (l linearizer) semi(j int) {
	c := &l.q.Columns[j]
	c.Semi = false
	lower, upper, name := c.Lower, c.Upper, c.Name
	if lower <= 0 && 0 <= upper {
		return
	}
	if lower > upper { // only 0 is left
		c.Lower, c.Upper = 0, 0
		return
	}
	c.Lower, c.Upper = min(lower, 0), max(upper, 0)
	y := l.column(Column{Name: name + "~used", Upper: 1, Integer: true})
	if !math.IsInf(lower, -1) {
		l.row(name+"~least", 0, Infinity, Term{j, 1}, Term{y, -lower})
	}
	if !math.IsInf(upper, 1) {
		l.row(name+"~most", -Infinity, 0, Term{j, 1}, Term{y, -upper})
	}
	if math.IsInf(lower, -1) || math.IsInf(upper, 1) {
		l.exclude(name+"~semi", j, l.not(name+"~unused", y))
	}
}

func (l linearizer) indicator(i Indicator) {
	r := i.Row
	low, high := 0.0, 0.0
	for _, t := range r.Terms {
		c := l.q.Columns[t.Column]
		a, b := t.Coefficient*c.Lower, t.Coefficient*c.Upper
		if t.Coefficient < 0 {
			a, b = b, a
		}
		low, high = low+a, high+b
	}
	weak := r
	weak.Lower, weak.Upper = -Infinity, Infinity
	over, under := high-r.Upper, r.Lower-low
	switch {
	case math.IsInf(r.Upper, 1) || over <= 0:
	case over <= biggest:
		l.guarded(r.Name, i, -Infinity, r.Upper, over)
	default:
		weak.Upper = r.Upper
	}
	switch {
	case math.IsInf(r.Lower, -1) || under <= 0:
	case under <= biggest:
		l.guarded(r.Name, i, r.Lower, Infinity, -under)
	default:
		weak.Lower = r.Lower
	}
	if math.IsInf(weak.Lower, -1) && math.IsInf(weak.Upper, 1) {
		return
	}
	on := i.Column
	if i.Zero {
		on = l.not(r.Name+"~not", i.Column)
	}
	// The row may be violated by a slack that is 0 if the indicator is on.
	s := l.column(Column{Name: r.Name + "~slack", Upper: Infinity})
	if !math.IsInf(weak.Upper, 1) {
		l.row(r.Name+"~most", -Infinity, weak.Upper, append(slices.Clone(r.Terms), Term{s, -1})...)
	}
	if !math.IsInf(weak.Lower, -1) {
		l.row(r.Name+"~least", weak.Lower, Infinity, append(slices.Clone(r.Terms), Term{s, 1})...)
	}
	l.exclude(r.Name+"~if", on, s)
}

// guarded adds one side of a row, which is wider by the size of big if the indicator is off.
func (l linearizer) guarded(name string, i Indicator, lower, upper, big float64) {
	terms := slices.Clone(i.Row.Terms)
	at := slices.IndexFunc(terms, func(t Term) bool { return t.Column == i.Column })
	if at < 0 {
		at = len(terms)
		terms = append(terms, Term{Column: i.Column})
	}
	if i.Zero {
		terms[at].Coefficient -= big
	} else {
		terms[at].Coefficient += big
		lower, upper = lower+big, upper+big
	}
	if terms[at].Coefficient == 0 {
		terms = slices.Delete(terms, at, at+1)
	}
	suffix := "~most"
	if big < 0 {
		suffix = "~least"
	}
	l.row(name+suffix, lower, upper, terms...)
}
