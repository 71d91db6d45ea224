package cut

import "math"

// build returns the cut for a divisor in terms of columns.
func (m *mirSeparator) build(div float64) *cut {
	b := m.rhs / div
	f := b - math.Floor(b)
	if f < minFraction || f > m.highest || 1/(1-f) > maxScale {
		return nil
	}
	for _, j := range m.cols {
		m.work[j], m.on[j] = 0, false
	}
	m.cols = m.cols[:0]
	c := &cut{rhs: math.Floor(b)}
	for k := range m.ints {
		q := &m.ints[k]
		m.put(c, q, rounded(q.a/div, f))
	}
	for k := range m.reals {
		q := &m.reals[k]
		m.put(c, q, q.a/(div*(1-f)))
	}
	for _, j := range m.cols {
		if v := m.work[j]; v != 0 {
			c.idx, c.val = append(c.idx, j), append(c.val, v)
		}
	}
	return c
}

// put adds g z, with z in terms of columns.
func (m *mirSeparator) put(c *cut, q *part, g float64) {
	if g == 0 {
		return
	}
	// z = value - bound, or bound - value
	if q.up {
		g = -g
	}
	if q.vb != nil {
		c.rhs += g * q.vb.base
		m.term(q.vb.col, -g*q.vb.slope)
	} else {
		c.rhs += g * q.bound
	}
	if int(q.j) < m.p.N {
		m.term(q.j, g)
		return
	}
	r := &m.rows[int(q.j)-m.p.N]
	for k, j := range r.Index {
		m.term(j, g*r.Value[k])
	}
}

func (m *mirSeparator) term(j int32, v float64) {
	if !m.on[j] {
		m.on[j] = true
		m.cols = append(m.cols, j)
	}
	m.work[j] += v
}
