package branch

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"farbank/milp/problem"
)

// A form is a symmetric quadratic form: by column, the other columns with their coefficients. The
// value is the sum over both orders.
type form map[int]map[int]float64

// newForm returns the quadratic form of the minimized objective.
func newForm(p *problem.Problem, sign float64) form {
	q := form{}
	for _, d := range p.Products {
		v := sign * d.Coefficient
		if d.A != d.B {
			v /= 2
			q.put(d.B, d.A, v)
		}
		q.put(d.A, d.B, v)
	}
	return q
}

// put adds v to an entry. A sum that is only rounding is 0.
func (q form) put(a, b int, v float64) {
	if q[a] == nil {
		q[a] = map[int]float64{}
	}
	old := q[a][b]
	if q[a][b] += v; math.Abs(old+v) <= 1e-14*math.Abs(v) {
		delete(q[a], b)
	}
	if len(q[a]) == 0 {
		delete(q, a)
	}
}

func (q form) clone() form {
	r := form{}
	for a, row := range q {
		r[a] = maps.Clone(row)
	}
	return r
}

// squares writes the form as a sum of weighted squares, by symmetric elimination with the largest
// pivot. It returns false if the form is not positive semidefinite. It empties the form. Columns may
// have coefficients of very different sizes, so the tolerances are fractions of those of each.
func (q form) squares() (list []square, convex bool) {
	scale := map[int]float64{}
	for a := range q {
		if scale[a] = math.Sqrt(max(0, q[a][a])); scale[a] == 0 {
			return nil, false
		}
	}
	for len(q) > 0 {
		pivot, best := -1, 1e-9
		for _, a := range slices.Sorted(maps.Keys(q)) {
			v := q[a][a] / scale[a] / scale[a]
			if v > best {
				pivot, best = a, v
			}
			if v < -1e-9 {
				return nil, false
			}
		}
		if pivot < 0 {
			for a, row := range q { // what remains must be rounding
				for b, v := range row {
					if math.Abs(v) > 1e-7*scale[a]*scale[b] {
						return nil, false
					}
				}
			}
			return list, true
		}
		row := q[pivot]
		d := row[pivot]
		s := square{weight: d}
		for _, b := range slices.Sorted(maps.Keys(row)) {
			if math.Abs(row[b]) > 1e-12*scale[pivot]*scale[b] {
				s.terms = append(s.terms, problem.Term{Column: b, Coefficient: row[b] / d})
			}
		}
		list = append(list, s)
		delete(q, pivot)
		for a := range row {
			if a != pivot {
				delete(q[a], pivot)
			}
		}
		for a, v := range row {
			if a == pivot {
				continue
			}
			for b, w := range row {
				if b != pivot {
					q.put(a, b, -v*w/d)
				}
			}
		}
		for a, r := range q {
			if len(r) == 0 {
				delete(q, a)
			}
		}
	}
	return list, true
}

// linearize replaces the products with a binary by linear terms: its square is the binary itself,
// its product with a bounded column a new column (McCormick 1976). It removes them from the form.
func (f *outer) linearize(q form) error {
	for _, a := range slices.Sorted(maps.Keys(q)) {
		for _, b := range slices.Sorted(maps.Keys(q[a])) {
			if b < a || q[a] == nil {
				continue
			}
			x, other := a, b
			if !f.binary(x) {
				x, other = b, a
			}
			if !f.binary(x) {
				continue
			}
			v := q[a][b]
			if a == b {
				q.put(a, a, -v)
				f.p.Columns[a].Cost += f.sign * v
				continue
			}
			q.put(a, b, -v)
			q.put(b, a, -v)
			c := f.p.Columns[other]
			if c.Semi {
				c.Lower, c.Upper = min(c.Lower, 0), max(c.Upper, 0)
			}
			if math.IsInf(c.Lower, 0) || math.IsInf(c.Upper, 0) {
				return &DataError{"product", fmt.Sprintf("%s * %s", named(f.p.Columns[x].Name, x), named(c.Name, other)), "to be linear, its second column needs two bounds"}
			}
			f.product(x, other, c.Lower, c.Upper, 2*f.sign*v)
		}
	}
	return nil
}

func (f *outer) binary(j int) bool {
	c := &f.p.Columns[j]
	return c.Integer && !c.Semi && c.Lower >= 0 && c.Upper <= 1
}

// product adds a column w = x·y for a binary x and y within [low, high].
func (f *outer) product(x, y int, low, high, cost float64) {
	w := len(f.p.Columns)
	f.p.Columns = append(f.p.Columns, problem.Column{Name: "~product", Lower: min(low, 0), Upper: max(high, 0), Cost: cost, Integer: f.binary(y)})
	row := func(lower, upper float64, terms ...problem.Term) {
		f.p.Rows = append(f.p.Rows, problem.Row{Lower: lower, Upper: upper, Terms: slices.DeleteFunc(terms, func(t problem.Term) bool { return t.Coefficient == 0 })})
	}
	row(0, math.Inf(1), problem.Term{Column: w, Coefficient: 1}, problem.Term{Column: x, Coefficient: -low})
	row(math.Inf(-1), 0, problem.Term{Column: w, Coefficient: 1}, problem.Term{Column: x, Coefficient: -high})
	row(math.Inf(-1), -low, problem.Term{Column: w, Coefficient: 1}, problem.Term{Column: y, Coefficient: -1}, problem.Term{Column: x, Coefficient: -low})
	row(-high, math.Inf(1), problem.Term{Column: w, Coefficient: 1}, problem.Term{Column: y, Coefficient: -1}, problem.Term{Column: x, Coefficient: -high})
}
