package branch

import (
	"context"
	"errors"
	"math"

	"farbank/milp/problem"
)

// Convex quadratic objectives are solved by outer approximation (Duran and Grossmann 1986, Kelley
// 1960). The quadratic form becomes a sum of weighted squares of linear expressions, so that each
// square has its own tangents, which converges faster than tangents of the whole (Vielma and others
// 2017). Tangents are added where the relaxation is below its square. In the end the continuous
// columns are refined with the integers fixed, by an active-set method (Nocedal, Wright 2006).

// ErrTangents is the reason if the tangents of an objective with products are too inaccurate to prove that a solution
// is optimal.
var ErrTangents = errors.New("the bound of the objective with products is too inaccurate")

// A square is weight·y² in the minimized objective: y and t >= y² are columns of the program.
type square struct {
	weight float64
	terms  []problem.Term // y
	y, t   int
}

// An outer is a program whose objective has products, and its linear approximation.
type outer struct {
	given   *problem.Problem
	p       *problem.Problem // with the columns y and t
	squares []square
	sign    float64
}

// withProducts solves a program with products in the objective.
func withProducts(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
	f, err := newOuter(p)
	if err != nil {
		return problem.Solution{}, err
	}
	o.Checkpoint, o.Duals = nil, false
	inner := o.widened(len(p.Columns), len(f.p.Columns))
	if report := o.Incumbent; report != nil {
		n := len(p.Columns)
		inner.Incumbent = func(values []float64, _ float64) { report(values[:n:n], f.value(values[:n])) }
	}
	f.addTangents(&inner, o)
	s, err := Solve(ctx, f.p, inner)
	if err != nil {
		return s, err
	}
	if s.Values == nil {
		if s.Reason == ErrOpen && f.unbounded(ctx, o) {
			v := -f.sign * math.Inf(1)
			return problem.Solution{Status: problem.Unbounded, Objective: v, Bound: v, Statistics: s.Statistics}, nil
		}
		return s, nil
	}
	return f.finish(ctx, s, o), nil
}

// finish returns the solution for the given program, with refined values.
func (f *outer) finish(ctx context.Context, s problem.Solution, o Options) problem.Solution {
	n := len(f.given.Columns)
	s = narrowed(f.given, s)
	x := f.refine(ctx, s.Values)
	if x != nil && f.sign*f.value(x) <= f.sign*f.value(s.Values) && (o.Lazy == nil || len(o.Lazy(x)) == 0) {
		s.Values = x
	}
	s.Objective = f.value(s.Values[:n])
	s.Bound = f.sign * min(f.sign*s.Bound, f.sign*s.Objective)
	// Without refined values, the search ends with tangents that hold within the tolerance of rows. Many squares add up.
	allowed := max(1e-5*max(1, math.Abs(s.Objective)), o.AbsoluteGap, o.Gap*math.Abs(s.Objective))
	if x == nil && s.Status == problem.Optimal && math.Abs(s.Objective-s.Bound) > allowed {
		s.Status, s.Reason = problem.Feasible, ErrTangents
	}
	for k := range s.Pool {
		s.Pool[k].Objective = f.value(s.Pool[k].Values)
	}
	return s
}

// value returns the objective of a point of the given program.
func (f *outer) value(x []float64) float64 {
	v := f.given.Offset
	for j, c := range f.given.Columns {
		v += c.Cost * x[j]
	}
	for _, d := range f.given.Products {
		v += d.Coefficient * x[d.A] * x[d.B]
	}
	return v
}

// newOuter returns the approximation of a program. The error says that its objective is not convex.
func newOuter(p *problem.Problem) (*outer, error) {
	f := &outer{given: p, sign: 1}
	if p.Maximize {
		f.sign = -1
	}
	q := *p
	q.Products = nil
	q.Columns = append([]problem.Column(nil), p.Columns...)
	q.Rows = p.Rows[:len(p.Rows):len(p.Rows)]
	f.p = &q
	form := newForm(p, f.sign)
	list, convex := form.clone().squares()
	if !convex {
		if err := f.linearize(form); err != nil {
			return nil, err
		}
		if list, convex = form.squares(); !convex {
			direction := "convex, as a minimized one must be"
			if p.Maximize {
				direction = "concave, as a maximized one must be"
			}
			return nil, &DataError{"objective", "with products", "it is not " + direction}
		}
	}
	for _, s := range list {
		f.add(s)
	}
	return f, nil
}

// add adds the columns of a square, and its first tangents.
func (f *outer) add(s square) {
	low, high, integer := f.bounds(s.terms)
	s.y = s.terms[0].Column
	if len(s.terms) > 1 || s.terms[0].Coefficient != 1 {
		s.y = len(f.p.Columns)
		f.p.Columns = append(f.p.Columns, problem.Column{Name: "~y", Lower: math.Inf(-1), Upper: math.Inf(1)})
		terms := append(append([]problem.Term(nil), s.terms...), problem.Term{Column: s.y, Coefficient: -1})
		f.p.Rows = append(f.p.Rows, problem.Row{Terms: terms})
	}
	s.t = len(f.p.Columns)
	f.p.Columns = append(f.p.Columns, problem.Column{Name: "~square", Upper: math.Inf(1), Cost: f.sign * s.weight})
	f.squares = append(f.squares, s)
	if integer && high-low <= 64 { // between neighbouring integers the chord is exact
		for k := low; k < high; k++ {
			f.p.Rows = append(f.p.Rows, s.row(2*k+1, k*(k+1)))
		}
		return
	}
	for _, a := range []float64{-1e6, -1e3, -10, -1, 1, 10, 1e3, 1e6} {
		if low < a && a < high {
			f.p.Rows = append(f.p.Rows, s.tangent(a))
		}
	}
	for _, a := range []float64{low, high, (low + high) / 2} {
		if math.Abs(a) < 1e6 {
			f.p.Rows = append(f.p.Rows, s.tangent(a))
		}
	}
}

// row returns slope·y - t <= side.
func (s *square) row(slope, side float64) problem.Row {
	r := problem.Row{Lower: math.Inf(-1), Upper: side, Terms: []problem.Term{{Column: s.t, Coefficient: -1}}}
	if slope != 0 {
		r.Terms = append(r.Terms, problem.Term{Column: s.y, Coefficient: slope})
	}
	return r
}

// tangent returns t >= y² as it is at y = a.
func (s *square) tangent(a float64) problem.Row { return s.row(2*a, a*a) }

// bounds returns the range of an expression, and whether it is a single integer column.
func (f *outer) bounds(terms []problem.Term) (low, high float64, integer bool) {
	for _, t := range terms {
		c := f.p.Columns[t.Column]
		a, b := c.Lower, c.Upper
		if c.Semi {
			a, b = min(a, 0), max(b, 0)
		}
		a, b = a*t.Coefficient, b*t.Coefficient
		low, high = low+min(a, b), high+max(a, b)
	}
	c := f.p.Columns[terms[0].Column]
	return low, high, len(terms) == 1 && terms[0].Coefficient == 1 && c.Integer && low == math.Trunc(low) && high == math.Trunc(high)
}

// addTangents sets the callbacks that cut off points below the squares, beside those of the caller.
func (f *outer) addTangents(inner *Options, o Options) {
	lazy, cuts := inner.Lazy, inner.Cuts
	inner.Lazy = func(x []float64) []problem.Row {
		if lazy != nil {
			if rows := lazy(x); len(rows) > 0 {
				return rows
			}
		}
		return f.below(x, 1e-9)
	}
	if o.NoCuts {
		return
	}
	inner.Cuts = func(x []float64) []problem.Row {
		rows := f.below(x, 1e-3)
		if cuts != nil {
			rows = append(rows, cuts(x)...)
		}
		return rows
	}
}

// below returns the tangents that a point violates by more than a fraction.
func (f *outer) below(x []float64, fraction float64) (rows []problem.Row) {
	for k := range f.squares {
		s := &f.squares[k]
		y := x[s.y]
		if y*y-x[s.t] > fraction*max(1e-3, y*y) {
			rows = append(rows, s.tangent(y))
		}
	}
	return rows
}

// unbounded reports whether the program is feasible and has a direction without end in which no
// square changes and the objective improves.
func (f *outer) unbounded(ctx context.Context, o Options) bool {
	q := *f.p
	q.Columns = append([]problem.Column(nil), f.p.Columns...)
	for _, s := range f.squares {
		q.Columns[s.t].Cost = 0
	}
	o = Options{Nodes: o.Nodes, Memory: o.Memory, Workers: o.Workers}
	first := q
	first.Columns = append([]problem.Column(nil), q.Columns...)
	for j := range first.Columns {
		first.Columns[j].Cost = 0
	}
	s, err := Solve(ctx, &first, o)
	if err != nil || s.Values == nil {
		return false
	}
	for _, one := range f.squares {
		q.Columns[one.t].Lower, q.Columns[one.t].Upper = s.Values[one.t], s.Values[one.t]
		v := s.Values[one.y]
		q.Rows = append(q.Rows[:len(q.Rows):len(q.Rows)], problem.Row{Lower: v, Upper: v, Terms: []problem.Term{{Column: one.y, Coefficient: 1}}})
	}
	s, err = Solve(ctx, &q, o)
	return err == nil && s.Status == problem.Unbounded
}
