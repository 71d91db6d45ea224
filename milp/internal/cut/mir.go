package cut

import (
	"math"
	"slices"

	"farbank/milp/internal/program"
	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// A mirSeparator separates mixed-integer rounding cuts from sums of rows (Marchand and Wolsey
// 2001): it complements every column to one of its bounds, divides the inequality, and rounds it.
// On a row of the tableau with divisor 1 this is Gomory's cut.
type mirSeparator struct {
	p            *program.Program
	lo, hi       []float64 // the global bounds
	lower, upper [][]variableBound
	x            []float64 // the point to cut off
	rows         []simplex.Row
	whole        []bool    // rows whose value is integral in every solution
	value        []float64 // of the rows at the point
	rule         boundRule
	highest      float64 // fraction
	choice       bool    // the last sum had a column with a variable upper bound

	ints   []part
	reals  []part // with a negative coefficient
	rhs    float64
	work   []float64 // the cut by column
	on     []bool
	cols   []int32
	extra  []float64 // contributions of variable bounds to integer columns
	extras []int32
}

// A part is a column, or the variable of a row, complemented: value = bound + z or bound - z, with
// z >= 0.
type part struct {
	j     int32   // column, or n + row
	a     float64 // coefficient of z
	z     float64 // at the point
	up    bool    // value = bound - z
	bound float64
	far   float64 // maximum of z
	vb    *variableBound
}

// A boundRule selects the bound to which a continuous column is complemented.
type boundRule int

const (
	nearest       boundRule = iota // of equal ones the lower bound
	nearestAbove                   // of equal ones a variable upper bound
	variableAbove                  // a variable upper bound, if the column would remain in the cut at its lower bound
)

func newMIRSeparator(p *program.Program, lo, hi []float64) *mirSeparator {
	m := &mirSeparator{p: p, lo: lo, hi: hi}
	m.lower, m.upper = variableBounds(p)
	m.work, m.extra, m.on = make([]float64, p.N), make([]float64, p.N), make([]bool, p.N)
	return m
}

// update sets the current rows and solution.
func (m *mirSeparator) update(rows []simplex.Row, x []float64) {
	m.rows, m.x = rows, x
	m.value = m.value[:0]
	for i := range rows {
		v := 0.0
		for k, j := range rows[i].Index {
			v += rows[i].Value[k] * x[j]
		}
		m.value = append(m.value, v)
	}
	for i := len(m.whole); i < len(rows); i++ {
		whole := true
		r := &rows[i]
		for k, j := range r.Index {
			whole = whole && m.p.Integer[j] && r.Value[k] == math.Trunc(r.Value[k])
		}
		side := func(v float64) bool { return math.IsInf(v, 0) || v == math.Trunc(v) }
		m.whole = append(m.whole, whole && side(r.Lower) && side(r.Upper))
	}
}

func (m *mirSeparator) reset(n int) { m.whole = m.whole[:min(n, len(m.whole))] }

// cut returns a cut from sign times a sum, or nil.
func (m *mirSeparator) cut(s *sum, sign float64) *cut {
	if !m.split(s, sign) {
		return nil
	}
	if len(m.ints) == 0 {
		return nil
	}
	best, div := m.bestDivisor()
	if best < minDepth/4 {
		return nil
	}
	best, div = m.smaller(best, div)
	m.complement(best, div)
	return m.build(div)
}

// split complements the sum, as an inequality of at most zero.
func (m *mirSeparator) split(s *sum, sign float64) bool {
	m.ints, m.reals, m.rhs, m.choice = m.ints[:0], m.reals[:0], 0, false
	for _, j := range m.extras {
		m.extra[j] = 0
	}
	m.extras = m.extras[:0]
	for _, j := range s.cols {
		a := sign * s.coef[j]
		if m.p.Integer[j] || math.Abs(a) < 1e-12 {
			continue
		}
		if !m.real(j, a) {
			return false
		}
	}
	for k, i := range s.rows {
		if !m.rowVariable(i, -sign*s.mult[k]) {
			return false
		}
	}
	for _, j := range s.cols {
		if m.p.Integer[j] {
			if !m.column(j, sign*s.coef[j]+m.extra[j]) {
				return false
			}
		}
	}
	for _, j := range m.extras {
		if !s.on[j] && !m.column(j, m.extra[j]) {
			return false
		}
	}
	return true
}

// real complements a continuous column to its nearest bound, and prefers variable bounds.
func (m *mirSeparator) real(j int32, a float64) bool {
	x, lo, hi := m.x[j], m.lo[j], m.hi[j]
	low, high := x-lo, hi-x
	var vl, vu *variableBound
	for k := range m.lower[j] {
		v := &m.lower[j][k]
		if d := x - (v.base + v.slope*m.x[v.col]); d <= low+1e-9 && d > -1e-6 {
			low, vl = max(d, 0), v
		}
	}
	for k := range m.upper[j] {
		v := &m.upper[j][k]
		if d := v.base + v.slope*m.x[v.col] - x; d <= high+1e-9 && d > -1e-6 {
			high, vu = max(d, 0), v
		}
	}
	m.choice = m.choice || vu != nil
	switch {
	case math.IsInf(low, 1) && math.IsInf(high, 1):
		return false
	case m.rule == variableAbove && a < 0 && vu != nil:
		q := part{j: j, a: -a, z: high, up: true, bound: hi, vb: vu}
		m.shift(&q)
	case low < high-1e-9 || low <= high && (m.rule == nearest || vu == nil || vl != nil):
		q := part{j: j, a: a, z: low, bound: lo, vb: vl}
		m.shift(&q)
		if a < 0 {
			m.reals = append(m.reals, q)
		}
	default:
		q := part{j: j, a: -a, z: high, up: true, bound: hi, vb: vu}
		m.shift(&q)
		if -a < 0 {
			m.reals = append(m.reals, q)
		}
	}
	return true
}

// shift moves the bound of a part to the right-hand side and to its integer column.
func (m *mirSeparator) shift(q *part) {
	a := q.a
	if q.up {
		a = -a
	}
	if q.vb == nil {
		m.rhs -= a * q.bound
		return
	}
	m.rhs -= a * q.vb.base
	if m.extra[q.vb.col] == 0 {
		m.extras = append(m.extras, q.vb.col)
	}
	m.extra[q.vb.col] = kept(m.extra[q.vb.col] + a*q.vb.slope)
}

func kept(v float64) float64 {
	if v == 0 {
		return 1e-100
	}
	return v
}

// rowVariable complements the variable of a row to the nearer side.
func (m *mirSeparator) rowVariable(i int32, a float64) bool {
	r := &m.rows[i]
	if r.Lower == r.Upper {
		m.rhs -= a * r.Lower
		return true
	}
	if math.IsInf(r.Lower, -1) && math.IsInf(r.Upper, 1) {
		return false
	}
	v := m.value[i]
	low, high := v-r.Lower, r.Upper-v
	q := part{j: int32(m.p.N) + i, a: a, z: max(low, 0), bound: r.Lower, far: r.Upper - r.Lower}
	if high < low {
		q = part{j: q.j, a: -a, z: max(high, 0), bound: r.Upper, up: true, far: q.far}
	}
	m.rhs -= a * q.bound
	if m.whole[i] {
		m.ints = append(m.ints, q)
	} else if q.a < 0 {
		m.reals = append(m.reals, q)
	}
	return true
}

// column complements an integer column to the nearer bound.
func (m *mirSeparator) column(j int32, a float64) bool {
	if math.Abs(a) < 1e-11 {
		// Negligible, unless the range of the column is large.
		b := m.lo[j]
		if a < 0 {
			b = m.hi[j]
		}
		if math.IsInf(b, 0) || math.Abs(b) > 1e3 {
			return false
		}
		m.rhs -= a * b
		return true
	}
	x, lo, hi := m.x[j], m.lo[j], m.hi[j]
	if lo == hi {
		m.rhs -= a * lo
		return true
	}
	low, high := x-lo, hi-x
	if math.IsInf(low, 1) && math.IsInf(high, 1) {
		return false
	}
	if low <= high {
		m.ints = append(m.ints, part{j: j, a: a, z: max(low, 0), bound: lo, far: hi - lo})
		m.rhs -= a * lo
	} else {
		m.ints = append(m.ints, part{j: j, a: -a, z: max(high, 0), up: true, bound: hi, far: hi - lo})
		m.rhs -= a * hi
	}
	return true
}

// Bounds on the fraction of the right-hand side: others give weak or unsafe cuts. For sums of few rows the upper one is
// near to 1, as a small demand next to a large capacity gives such a fraction.
const (
	minFraction = 0.01
	maxFraction = 0.99
	sumFraction = 0.9997 // of sums of few rows
	maxScale    = 1e4
)

// depth returns the depth of the cut for a divisor at the point.
func (m *mirSeparator) depth(div float64) float64 {
	b := m.rhs / div
	f := b - math.Floor(b)
	if f < minFraction || f > m.highest {
		return -1
	}
	side, left, norm := math.Floor(b), 0.0, 0.0
	for k := range m.ints {
		q := &m.ints[k]
		g := rounded(q.a/div, f)
		left += g * q.z
		norm += g * g
	}
	for k := range m.reals {
		q := &m.reals[k]
		g := q.a / (div * (1 - f))
		left += g * q.z
		norm += g * g
	}
	if norm < 1e-20 {
		return -1
	}
	return (left - side) / math.Sqrt(norm)
}

// rounded returns the coefficient after mixed-integer rounding.
func rounded(a, f float64) float64 {
	d := math.Floor(a + 1e-11)
	g := a - d
	if g > f+1e-11 {
		return d + (g-f)/(1-f)
	}
	return d
}

func (m *mirSeparator) bestDivisor() (float64, float64) {
	best, at := -1.0, 1.0
	tried := make([]float64, 0, 16)
	try := func(d float64) {
		if d < 1e-6 || slices.ContainsFunc(tried, func(t float64) bool { return math.Abs(t-d) < 1e-9*d }) {
			return
		}
		tried = append(tried, d)
		if v := m.depth(d); v > best {
			best, at = v, d
		}
	}
	top := 0.0
	for k := range m.ints {
		q := &m.ints[k]
		top = max(top, math.Abs(q.a))
		if len(tried) < 12 && q.z > problem.Integrality && (q.z < q.far-problem.Integrality || q.far > 1) {
			try(math.Abs(q.a))
		}
	}
	try(1)
	try(top + 1)
	return best, at
}

func (m *mirSeparator) smaller(best, div float64) (float64, float64) {
	base := div
	for _, f := range []float64{2, 4, 8} {
		if v := m.depth(base / f); v > best {
			best, div = v, base/f
		}
	}
	return best, div
}

// complement complements columns in the middle of their range to the other bound if that makes the
// cut deeper.
func (m *mirSeparator) complement(best, div float64) {
	tries := 0
	for k := range m.ints {
		q := &m.ints[k]
		if q.z <= 0.1 || math.IsInf(q.far, 1) || q.z < 0.2*q.far || tries > 30 {
			continue
		}
		tries++
		m.turn(q)
		if v := m.depth(div); v > best {
			best = v
		} else {
			m.turn(q)
		}
	}
}

func (m *mirSeparator) turn(q *part) {
	// a z = a (far - z')
	m.rhs -= q.a * q.far
	q.a = -q.a
	q.z = q.far - q.z
	if q.up {
		q.bound -= q.far
	} else {
		q.bound += q.far
	}
	q.up = !q.up
}
