package branch

import (
	"math"

	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// program is the problem the tree works on: minimised, by rows and by columns.
type program struct {
	n            int
	cost, lo, hi []float64
	integer      []bool
	rows         []simplex.Row
	cols         []entries // of the rows, by column
	sets         []problem.Set
	inSet        []bool // by column, or nil
	offset       float64
	integers     int
	granularity  float64 // objectives of solutions differ by multiples of it; 0: not known
}

// entries are the rows a column stands in.
type entries struct {
	row []int32
	val []float64
}

func newProgram(p *problem.Problem) *program {
	g := &program{n: len(p.Columns), offset: p.Offset, sets: p.Sets}
	sign := 1.0
	if p.Maximize {
		sign = -1
		g.offset = -p.Offset
	}
	for _, c := range p.Columns {
		g.cost = append(g.cost, sign*c.Cost)
		g.lo, g.hi = append(g.lo, c.Lower), append(g.hi, c.Upper)
		g.integer = append(g.integer, c.Integer)
		if c.Integer {
			g.integers++
		}
	}
	for _, r := range p.Rows {
		row := simplex.Row{Lower: r.Lower, Upper: r.Upper}
		for _, t := range r.Terms {
			row.Index, row.Value = append(row.Index, int32(t.Column)), append(row.Value, t.Coefficient)
		}
		g.rows = append(g.rows, row)
	}
	if len(p.Sets) > 0 {
		g.inSet = make([]bool, g.n)
		for _, s := range p.Sets {
			for _, j := range s.Columns {
				g.inSet[j] = true
			}
		}
	}
	g.index()
	g.granularity = g.findGranularity()
	return g
}

// index makes the columns from the rows.
func (g *program) index() {
	g.cols = make([]entries, g.n)
	for i, r := range g.rows {
		for k, j := range r.Index {
			c := &g.cols[j]
			c.row, c.val = append(c.row, int32(i)), append(c.val, r.Value[k])
		}
	}
}

// binary says that a column takes 0 and 1 only.
func (g *program) binary(j int) bool { return g.integer[j] && g.lo[j] == 0 && g.hi[j] == 1 }

// findGranularity gives the greatest common divisor of the costs, if all columns with a
// cost are integer.
func (g *program) findGranularity() float64 {
	granularity := 0.0
	for j, c := range g.cost {
		if c == 0 || g.lo[j] == g.hi[j] {
			continue
		}
		if !g.integer[j] {
			return 0
		}
		granularity = divisor(granularity, abs(c))
		if granularity < 1e-4 || abs(c)/granularity > 1e9 {
			return 0
		}
	}
	return granularity
}

// divisor is Euclid's algorithm on numbers that may be off a little.
func divisor(a, b float64) float64 {
	scale := max(a, b)
	for b > 1e-9*scale {
		r := math.Mod(a, b)
		if b-r < 1e-9*scale {
			r = 0
		}
		a, b = b, r
	}
	return a
}

// value is the objective of a point, minimised.
func (g *program) value(x []float64) float64 {
	sum := g.offset
	for j, c := range g.cost {
		if c != 0 {
			sum += c * x[j]
		}
	}
	return sum
}

var inf = math.Inf(1)

// locks counts the rows that may break when a column goes up, and down.
func (p *program) locks(j int) (up, down int) {
	c := p.cols[j]
	for k, i := range c.row {
		r := &p.rows[i]
		if r.Upper < math.Inf(1) {
			if c.val[k] > 0 {
				up++
			} else {
				down++
			}
		}
		if r.Lower > math.Inf(-1) {
			if c.val[k] > 0 {
				down++
			} else {
				up++
			}
		}
	}
	return up, down
}

// exactlyOne says that the columns of a row are binaries of which one must be one.
func (p *program) exactlyOne(i int) bool {
	r := &p.rows[i]
	for k, j := range r.Index {
		if r.Value[k] != r.Value[0] || !p.binary(int(j)) {
			return false
		}
	}
	a := abs(r.Value[0])
	low, high := r.Lower, r.Upper
	if r.Value[0] < 0 {
		low, high = -high, -low
	}
	return low > 0.5*a && low <= a && high >= a && high < 1.5*a
}

// packing gives the literals of a row that says that at most one of them is true.
func (p *program) packing(i int) ([]int32, bool) {
	r := &p.rows[i]
	if len(r.Index) < 2 {
		return nil, false
	}
	sign, side := 1.0, r.Upper
	if r.Lower > -inf {
		if r.Upper < inf {
			return nil, false
		}
		sign, side = -1, -r.Lower
	}
	var lits []int32
	a := abs(r.Value[0])
	for k, j := range r.Index {
		if !p.binary(int(j)) || abs(r.Value[k]) != a {
			return nil, false
		}
		if sign*r.Value[k] > 0 {
			lits = append(lits, 2*j)
		} else {
			lits = append(lits, 2*j+1)
			side += a
		}
	}
	return lits, side >= a && side < 2*a-1e-6
}
