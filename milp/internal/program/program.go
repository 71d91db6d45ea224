package program

import (
	"math"

	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// Program is the problem of the search: minimized, by rows and by columns.
type Program struct {
	N            int
	Cost, Lo, Hi []float64
	Integer      []bool
	Rows         []simplex.Row
	Cols         []Entries // of the rows, by column
	Sets         []problem.Set
	InSet        []bool // by column, or nil
	Offset       float64
	Integers     int
	Granularity  float64 // objectives of solutions differ by multiples of it; 0: unknown
}

// Entries are the entries of a column.
type Entries struct {
	Row []int32
	Val []float64
}

// New converts a problem.
func New(p *problem.Problem) *Program {
	g := &Program{N: len(p.Columns), Offset: p.Offset, Sets: p.Sets}
	sign := 1.0
	if p.Maximize {
		sign = -1
		g.Offset = -p.Offset
	}
	for _, c := range p.Columns {
		g.Cost = append(g.Cost, sign*c.Cost)
		g.Lo, g.Hi = append(g.Lo, c.Lower), append(g.Hi, c.Upper)
		g.Integer = append(g.Integer, c.Integer)
		if c.Integer {
			g.Integers++
		}
	}
	for _, r := range p.Rows {
		row := simplex.Row{Lower: r.Lower, Upper: r.Upper}
		for _, t := range r.Terms {
			row.Index, row.Value = append(row.Index, int32(t.Column)), append(row.Value, t.Coefficient)
		}
		g.Rows = append(g.Rows, row)
	}
	if len(p.Sets) > 0 {
		g.InSet = make([]bool, g.N)
		for _, s := range p.Sets {
			for _, j := range s.Columns {
				g.InSet[j] = true
			}
		}
	}
	g.Index()
	g.Granularity = g.findGranularity()
	return g
}

// Index rebuilds the columns from the rows.
func (g *Program) Index() {
	g.Cols = make([]Entries, g.N)
	for i, r := range g.Rows {
		for k, j := range r.Index {
			c := &g.Cols[j]
			c.Row, c.Val = append(c.Row, int32(i)), append(c.Val, r.Value[k])
		}
	}
}

// Binary reports whether a column takes 0 and 1 only.
func (g *Program) Binary(j int) bool { return g.Integer[j] && g.Lo[j] == 0 && g.Hi[j] == 1 }

// findGranularity returns the greatest common divisor of the costs, if all columns with a
// cost are integer.
func (g *Program) findGranularity() float64 {
	granularity := 0.0
	for j, c := range g.Cost {
		if c == 0 || g.Lo[j] == g.Hi[j] {
			continue
		}
		if !g.Integer[j] {
			return 0
		}
		granularity = divisor(granularity, math.Abs(c))
		if granularity < 1e-4 || math.Abs(c)/granularity > 1e9 {
			return 0
		}
	}
	return granularity
}

// divisor is Euclid's algorithm on numbers with rounding errors.
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

// Value returns the minimized objective of a point.
func (g *Program) Value(x []float64) float64 {
	sum := g.Offset
	for j, c := range g.Cost {
		if c != 0 {
			sum += c * x[j]
		}
	}
	return sum
}

// Locks returns the numbers of rows that may be violated when a column increases, and when it
// decreases.
func (p *Program) Locks(j int) (up, down int) {
	c := p.Cols[j]
	for k, i := range c.Row {
		r := &p.Rows[i]
		if r.Upper < math.Inf(1) {
			if c.Val[k] > 0 {
				up++
			} else {
				down++
			}
		}
		if r.Lower > math.Inf(-1) {
			if c.Val[k] > 0 {
				down++
			} else {
				up++
			}
		}
	}
	return up, down
}

// ExactlyOne reports whether the row requires exactly one of its columns, all binary, to be one.
func (p *Program) ExactlyOne(i int) bool {
	r := &p.Rows[i]
	if len(r.Index) == 0 {
		return false
	}
	for k, j := range r.Index {
		if r.Value[k] != r.Value[0] || !p.Binary(int(j)) {
			return false
		}
	}
	a := math.Abs(r.Value[0])
	low, high := r.Lower, r.Upper
	if r.Value[0] < 0 {
		low, high = -high, -low
	}
	return low > 0.5*a && low <= a && high >= a && high < 1.5*a
}

// Packing returns the literals of a row that allows at most one of them to be true.
func (p *Program) Packing(i int) ([]int32, bool) {
	r := &p.Rows[i]
	if len(r.Index) < 2 {
		return nil, false
	}
	sign, side := 1.0, r.Upper
	if r.Lower > math.Inf(-1) {
		if r.Upper < math.Inf(1) {
			return nil, false
		}
		sign, side = -1, -r.Lower
	}
	var lits []int32
	a := math.Abs(r.Value[0])
	for k, j := range r.Index {
		if !p.Binary(int(j)) || math.Abs(r.Value[k]) != a {
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
