package cut

import (
	"math"
	"math/bits"
	"slices"
)

// Limits for zero-half cuts.
const (
	mostParityRows    = 500
	mostParityColumns = 2000
	mostParityCuts    = 60 // in a round
)

// zeroHalf separates zero-half cuts (Caprara and Fischetti 1996): half the sum of rows of integer columns
// with integer coefficients, rounded down. The rows are chosen by elimination modulo 2 (Koster, Zymolka and
// Kutschka 2009): columns away from their bounds have to get even coefficients, and the right-hand side an
// odd value.
func (s *Separator) zeroHalf() {
	e := &parity{s: s, column: map[int32]int{}}
	e.read()
	if len(e.rows) < 2 {
		return
	}
	e.eliminate()
	found := 0
	for k := range e.rows {
		r := &e.rows[k]
		if !r.open || !r.odd || e.loss(r) > 1-2*leastDepth {
			continue
		}
		s.sum.clear()
		n := 0
		each(r.from, func(i int) {
			p := &e.rows[i]
			s.sum.add(p.row, &s.rows[p.row], p.sign/2)
			n++
		})
		s.sum.settle()
		if n < 2 {
			continue // the separator of mixed-integer rounding has single rows
		}
		if c := s.mir.cut(s.sum, 1); c != nil && s.offerCut(c, cutZeroHalf) {
			if found++; found == mostParityCuts {
				return
			}
		}
	}
}

// A parity is a system of rows modulo 2.
type parity struct {
	s      *Separator
	column map[int32]int // column of the program to column of the system
	z      []float64     // by column of the system: distance from the nearest bound
	rows   []parityRow
}

// A parityRow is a row a x <= b, modulo 2, with integer columns that are complemented to their nearest
// bounds; later a sum of such rows.
type parityRow struct {
	row   int32
	sign  float64 // -1 for the lower side
	set   []uint64
	from  []uint64 // the rows in the sum
	odd   bool     // b
	slack float64
	open  bool // not the pivot of a column
}

// read reads the rows with little slack.
func (e *parity) read() {
	s := e.s
	for i := range s.rows {
		if len(e.rows) >= mostParityRows {
			break
		}
		row := &s.rows[i]
		if len(row.Index) < 2 || len(row.Index) > 500 {
			continue
		}
		sign, slack := 1.0, row.Upper-s.mir.value[i]
		if low := s.mir.value[i] - row.Lower; low < slack {
			sign, slack = -1, low
		}
		if slack < 1-2*leastDepth {
			e.add(int32(i), sign, max(slack, 0))
		}
	}
	for k := range e.rows {
		r := &e.rows[k]
		r.set = append(r.set, make([]uint64, (len(e.z)+63)/64-len(r.set))...)
		r.from = make([]uint64, (len(e.rows)+63)/64)
		r.from[k>>6] |= 1 << (k & 63)
	}
}

// add adds a row, unless it has continuous columns or fractional coefficients.
func (e *parity) add(i int32, sign, slack float64) {
	s := e.s
	row := &s.rows[i]
	b := row.Upper
	if sign < 0 {
		b = row.Lower
	}
	var odd []int
	for k, j := range row.Index {
		a, lo, hi := row.Value[k], s.lo[j], s.hi[j]
		if a != math.Trunc(a) || math.Abs(a) > 1e9 {
			return
		}
		bound, z := lo, s.x[j]-lo
		if high := hi - s.x[j]; high < z {
			bound, z = hi, high
		}
		if math.IsInf(z, 0) {
			return
		}
		b -= a * bound
		switch {
		case lo == hi:
		case !s.p.Integer[j]:
			return
		case z > leastDepth && math.Mod(a, 2) != 0:
			c, known := e.column[j]
			if !known {
				if len(e.z) >= mostParityColumns {
					return
				}
				c = len(e.z)
				e.column[j] = c
				e.z = append(e.z, z)
			}
			odd = append(odd, c)
		}
	}
	if b != math.Trunc(b) || math.Abs(b) > 1e9 {
		return
	}
	set := make([]uint64, (len(e.z)+63)/64)
	for _, c := range odd {
		set[c>>6] |= 1 << (c & 63)
	}
	e.rows = append(e.rows, parityRow{row: i, sign: sign, set: set, odd: math.Mod(b, 2) != 0, slack: slack, open: true})
}

// eliminate eliminates columns, those farthest from their bounds first, each by the row of least slack.
func (e *parity) eliminate() {
	order := make([]int, len(e.z))
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case e.z[a] > e.z[b]:
			return -1
		case e.z[a] < e.z[b]:
			return 1
		}
		return 0
	})
	for _, c := range order {
		if e.s.ctx.Err() != nil {
			return
		}
		word, bit := c>>6, uint64(1)<<(c&63)
		pivot := -1
		for k := range e.rows {
			if r := &e.rows[k]; r.open && r.set[word]&bit != 0 && (pivot < 0 || r.slack < e.rows[pivot].slack) {
				pivot = k
			}
		}
		if pivot < 0 {
			continue
		}
		p := &e.rows[pivot]
		p.open = false
		for k := range e.rows {
			r := &e.rows[k]
			if !r.open || r.set[word]&bit == 0 {
				continue
			}
			if r.slack += p.slack; r.slack >= 1-2*leastDepth {
				r.open = false
				continue
			}
			for w := range r.set {
				r.set[w] ^= p.set[w]
			}
			for w := range r.from {
				r.from[w] ^= p.from[w]
			}
			r.odd = r.odd != p.odd
		}
	}
}

// loss returns the slack plus what is lost by rounding the coefficients that are odd.
func (e *parity) loss(r *parityRow) float64 {
	sum := r.slack
	each(r.set, func(c int) { sum += e.z[c] })
	return sum
}

// each calls f for the members of a set.
func each(set []uint64, f func(i int)) {
	for w, b := range set {
		for ; b != 0; b &= b - 1 {
			f(w<<6 + bits.TrailingZeros64(b))
		}
	}
}
