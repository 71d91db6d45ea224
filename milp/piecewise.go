package milp

import (
	"slices"
	"strconv"
)

// Point is a breakpoint of a piecewise linear function.
type Point struct{ X, Y float64 }

// PiecewiseLinear returns f(e) for the function that interpolates the points. Their X must rise
// strictly, and e is constrained to lie between the first and the last. The formulation is the
// incremental one (Markowitz and Manne 1957): with a part d_i of each segment and binaries z_i
// between them,
//
//	e = x_0 + sum (x_i - x_(i-1)) d_i,  y = y_0 + sum (y_i - y_(i-1)) d_i
//	1 >= d_1 >= z_1 >= d_2 >= z_2 >= ... >= d_n >= 0
//
// All vertices of its relaxation are integral in z (Padberg 2000). No bounds of e are needed.
func (m *Model) PiecewiseLinear(e Linear, points []Point) Expr {
	x := linear(e)
	o := m.operation("piecewise", x)
	points = o.breakpoints(points)
	if o.err != nil {
		return o.done(Expr{})
	}
	first, n := points[0], len(points)-1
	if n == 0 {
		o.row(first.X, x, first.X)
		return Constant(first.Y)
	}
	sumX, sumY := []Expr{Constant(first.X)}, []Expr{Constant(first.Y)}
	low, high := first.Y, first.Y
	before := Constant(1)
	for i := 1; i <= n; i++ {
		part := o.column("part"+strconv.Itoa(i), 0, 1, false)
		o.atMost(part, before)
		if i < n {
			z := o.binary("full" + strconv.Itoa(i))
			o.atMost(z.Expr, part)
			before = z.Expr
		}
		sumX = append(sumX, part.Times(points[i].X-points[i-1].X))
		sumY = append(sumY, part.Times(points[i].Y-points[i-1].Y))
		low, high = min(low, points[i].Y), max(high, points[i].Y)
	}
	o.row(0, Sum(sumX...).Minus(x), 0)
	y := o.column("", low, high, false)
	o.row(0, Sum(sumY...).Minus(y), 0)
	return o.done(y)
}

// breakpoints checks the points, and removes those on the line through their neighbours.
func (o *operation) breakpoints(points []Point) []Point {
	if len(points) == 0 {
		o.fail("there are no points")
	}
	var kept []Point
	for i, p := range points {
		switch {
		case !finite(p.X) || !finite(p.Y):
			o.fail("point %d is %v, %v", i, p.X, p.Y)
		case i > 0 && p.X <= points[i-1].X:
			o.fail("point %d: X does not rise from %v to %v", i, points[i-1].X, p.X)
		}
		if k := len(kept); k > 1 {
			a, b := kept[k-2], kept[k-1]
			if (b.Y-a.Y)*(p.X-b.X) == (p.Y-b.Y)*(b.X-a.X) {
				kept = kept[:k-1]
			}
		}
		kept = append(kept, p)
	}
	return kept
}

// PiecewiseLinear2 returns f(a, b) for a function on a grid: f[i][j] is its value at xs[i] and
// ys[j], both rising strictly, and a and b are constrained to the grid. The line from (xs[i],
// ys[j]) to (xs[i+1], ys[j+1]) cuts each cell into two triangles, on which f is linear. The
// formulation is the disaggregated convex combination (Vielma, Ahmed and Nemhauser 2010): for a
// triangle T with corners c and a binary z_T
//
//	sum over c of l_Tc = z_T,  sum z_T = 1,  a = sum x_c·l_Tc,  b = sum y_c·l_Tc,  f = sum f_c·l_Tc
//
// All vertices of its relaxation are integral in z. No bounds of a and b are needed.
func (m *Model) PiecewiseLinear2(a, b Linear, xs, ys []float64, f [][]float64) Expr {
	x, y := linear(a), linear(b)
	o := m.operation("piecewise", x, y)
	o.grid(xs, ys, f)
	if o.err != nil {
		return o.done(Expr{})
	}
	if len(xs) == 1 || len(ys) == 1 {
		return o.line(x, y, xs, ys, f)
	}
	triangles := 2 * (len(xs) - 1) * (len(ys) - 1)
	z := o.choice(triangles, func(i int) string { return "triangle" + strconv.Itoa(i+1) })
	o.row(1, Sum(z...), 1)
	sumX, sumY, sumF := []Expr{x.Neg()}, []Expr{y.Neg()}, []Expr{}
	low, high := f[0][0], f[0][0]
	for t := range triangles {
		i, j := t/2/(len(ys)-1), t/2%(len(ys)-1)
		corners := [3][2]int{{i, j}, {i + 1, j}, {i + 1, j + 1}}
		if t%2 == 1 {
			corners[1] = [2]int{i, j + 1}
		}
		var weights []Expr
		for k, c := range corners {
			w := o.column("corner"+strconv.Itoa(t+1)+"."+strconv.Itoa(k+1), 0, 1, false)
			if o.err != nil {
				return o.done(Expr{})
			}
			value := f[c[0]][c[1]]
			weights = append(weights, w)
			sumX, sumY, sumF = append(sumX, w.Times(xs[c[0]])), append(sumY, w.Times(ys[c[1]])), append(sumF, w.Times(value))
			low, high = min(low, value), max(high, value)
		}
		o.row(0, Sum(weights...).Minus(z[t]), 0)
	}
	o.row(0, Sum(sumX...), 0)
	o.row(0, Sum(sumY...), 0)
	r := o.column("", low, high, false)
	o.row(0, Sum(sumF...).Minus(r), 0)
	return o.done(r)
}

// grid checks the numbers of a grid.
func (o *operation) grid(xs, ys []float64, f [][]float64) {
	if len(xs) == 0 || len(ys) == 0 || len(f) != len(xs) {
		o.fail("a grid of %d times %d points with %d rows of values", len(xs), len(ys), len(f))
		return
	}
	for _, side := range [][]float64{xs, ys} {
		points := make([]Point, len(side))
		for i, v := range side {
			points[i].X = v
		}
		o.breakpoints(points)
	}
	for i, row := range f {
		if len(row) != len(ys) {
			o.fail("row %d has %d values, not %d", i, len(row), len(ys))
		}
		if slices.ContainsFunc(row, func(v float64) bool { return !finite(v) }) {
			o.fail("row %d has a value that is not finite", i)
		}
	}
}

// line returns the function on a grid of one row or column.
func (o *operation) line(x, y Expr, xs, ys []float64, f [][]float64) Expr {
	var points []Point
	if len(xs) == 1 {
		o.row(xs[0], x, xs[0])
		for j, v := range ys {
			points = append(points, Point{v, f[0][j]})
		}
		return o.m.PiecewiseLinear(y, points)
	}
	o.row(ys[0], y, ys[0])
	for i, v := range xs {
		points = append(points, Point{v, f[i][0]})
	}
	return o.m.PiecewiseLinear(x, points)
}
