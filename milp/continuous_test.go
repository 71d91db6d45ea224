package milp_test

import (
	"math"
	"testing"

	"farbank/milp"
)

// A real is an operation over continuous inputs, tested at some points.
type real struct {
	name   string
	ranges [][2]float64
	build  func(m *milp.Model, x []milp.Expr) []milp.Expr
	points [][]float64
	want   func(x []float64) []float64 // nil if the inputs are not allowed
	hull   bool                        // the points include all vertices of the function
}

func bool1(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func reals() []real {
	gap := 0.25
	curve := []milp.Point{{X: -2, Y: 1}, {X: 0, Y: 0}, {X: 1, Y: 3}, {X: 2, Y: 5}, {X: 4, Y: 9}, {X: 5, Y: 2}}
	xs, ys := []float64{0, 1, 3}, []float64{-1, 0, 2}
	f := [][]float64{{0, 3, -1}, {2, 1, 4}, {5, 0, 2}}
	in := func(v ...float64) [][]float64 {
		var out [][]float64
		for _, x := range v {
			out = append(out, []float64{x})
		}
		return out
	}
	both := func(a, b []float64) [][]float64 {
		var out [][]float64
		for _, x := range a {
			for _, y := range b {
				out = append(out, []float64{x, y})
			}
		}
		return out
	}
	return []real{
		{"abs", [][2]float64{{-1.5, 2}}, func(m *milp.Model, x []milp.Expr) []milp.Expr { return one(m.Abs(x[0])) },
			in(-1.5, -0.3, 0, 1, 2), func(x []float64) []float64 { return []float64{math.Abs(x[0])} }, true},
		{"max and min", [][2]float64{{-1.5, 2}, {-1, 3.5}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			return []milp.Expr{m.Max(x[0], x[1]), m.Min(x[0], x[1])}
		}, both([]float64{-1.5, 0, 1.25, 2}, []float64{-1, 0, 1.25, 3.5}),
			func(x []float64) []float64 { return []float64{max(x[0], x[1]), min(x[0], x[1])} }, false},
		{"sort", [][2]float64{{-1, 2}, {0, 3}, {-2, 5}}, func(m *milp.Model, x []milp.Expr) []milp.Expr { return m.Sort(lins(x)...) },
			[][]float64{{0.5, 0.25, -1}, {2, 3, 5}, {1, 1, 1}, {1.5, 0, 4}},
			func(x []float64) []float64 {
				a, b, c := x[0], x[1], x[2]
				least, most := min(a, b, c), max(a, b, c)
				return []float64{least, a + b + c - least - most, most}
			}, false},
		{"comparisons", [][2]float64{{-2, 2}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			m.SetGap(gap)
			y := x[0].Times(-2).Shift(1)
			return []milp.Expr{m.Truth(x[0].AtMost(1)).Expr, m.Truth(x[0].Below(1)).Expr, m.Truth(x[0].Is(1)).Expr, m.Truth(x[0].IsNot(1)).Expr, m.Truth(y.AtLeast(-1)).Expr, m.Truth(x[0].In(-1, 1, 2)).Expr}
		}, in(-2, -1, 0.5, 0.75, 1, 1.25, 2), func(x []float64) []float64 {
			v := x[0]
			return []float64{bool1(v <= 1), bool1(v < 1), bool1(v == 1), bool1(v != 1), bool1(v <= 1), bool1(v == -1 || v == 1 || v == 2)}
		}, false},
		{"between the sides", [][2]float64{{-2, 2}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			m.SetGap(gap)
			m.Add(x[0].IsNot(0))
			m.Add(x[0].Below(1))
			return nil
		}, in(-0.25, -0.2, 0, 0.2, 0.25, 0.75, 0.8, 1), func(x []float64) []float64 {
			if v := x[0]; v >= 0.25 && v <= 0.75 || v == -0.25 {
				return []float64{}
			}
			return nil
		}, false},
		{"from a set", [][2]float64{{-2, 2}}, func(m *milp.Model, x []milp.Expr) []milp.Expr { m.Add(x[0].In(-1.5, 0.1, 2)); return nil },
			in(-2, -1.5, -1, 0, 0.1, 0.2, 2), func(x []float64) []float64 {
				if v := x[0]; v == -1.5 || v == 0.1 || v == 2 {
					return []float64{}
				}
				return nil
			}, false},
		{"product with a truth", [][2]float64{{-1.5, 2}, {0, 1}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			t := m.Binary("t")
			m.Add(x[1].Equal(t))
			return one(m.Product(t, x[0]))
		}, both([]float64{-1.5, 0, 0.5, 2}, []float64{0, 1}), func(x []float64) []float64 { return []float64{x[0] * x[1]} }, true},
		{"product with an integer", [][2]float64{{-1.5, 2}, {-2, 3}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			k := m.Integer("k", -2, 3)
			m.Add(x[1].Equal(k))
			return one(m.Product(x[0], k))
		}, both([]float64{-1.5, 0, 0.5, 2}, []float64{-2, -1, 0, 1, 2, 3}), func(x []float64) []float64 { return []float64{x[0] * x[1]} }, true},
		{"floor", [][2]float64{{-1.5, 2.75}}, func(m *milp.Model, x []milp.Expr) []milp.Expr { m.SetGap(gap); return one(m.Floor(x[0])) },
			in(-1.5, -1.25, -1.1, -1, -0.5, -0.25, -0.2, 0, 0.5, 0.75, 0.9, 1, 1.75, 2, 2.5, 2.75), func(x []float64) []float64 {
				if q := math.Floor(x[0]); x[0] <= q+1-gap {
					return []float64{q}
				}
				return nil
			}, true},
		{"ceil", [][2]float64{{-1.25, 1}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			m.SetGap(gap)
			return one(m.Ceil(x[0].Times(2).Shift(0.5)))
		}, in(-1.25, -1.2, -1.125, -1, -0.75, -0.3, 0.25, 0.3, 0.375, 0.5, 1), func(x []float64) []float64 {
			e := 2*x[0] + 0.5
			if q := math.Ceil(e); e >= q-1+gap {
				return []float64{q}
			}
			return nil
		}, false},
		{"floor of a sum", [][2]float64{{-1, 1}, {0, 2}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			m.SetGap(gap)
			k := m.Integer("k", 0, 2)
			m.Add(x[1].Equal(k))
			return one(m.Floor(x[0].Plus(k.Times(0.5))))
		}, both([]float64{-1, -0.5, 0.25, 1}, []float64{0, 1, 2}), func(x []float64) []float64 { return []float64{math.Floor(x[0] + x[1]/2)} }, false},
		{"element", [][2]float64{{0, 2}, {-1.5, 2}, {0.5, 1}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			k := m.Integer("k", 0, 2)
			m.Add(x[0].Equal(k))
			return one(m.Element([]milp.Expr{x[1], milp.Constant(0.75), x[2]}, k))
		}, [][]float64{{0, -1.5, 0.5}, {1, 0.1, 0.7}, {2, 2, 0.9}}, func(x []float64) []float64 { return []float64{[]float64{x[1], 0.75, x[2]}[int(x[0])]} }, false},
		{"piecewise linear", [][2]float64{{-3, 6}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			return one(m.PiecewiseLinear(x[0], curve))
		}, in(-3, -2, -1, 0, 0.5, 1, 1.5, 2, 3.5, 4, 4.25, 5, 5.5), func(x []float64) []float64 { return along(curve, x[0]) }, true},
		{"one point", [][2]float64{{-3, 6}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			return one(m.PiecewiseLinear(x[0], curve[1:2]))
		}, in(-3, 0, 1), func(x []float64) []float64 { return along(curve[1:2], x[0]) }, false},
		{"piecewise linear of two", [][2]float64{{-1, 4}, {-2, 3}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			return one(m.PiecewiseLinear2(x[0], x[1], xs, ys, f))
		}, both([]float64{-1, 0, 0.25, 0.5, 1, 2, 2.5, 3, 4}, []float64{-2, -1, -0.75, 0, 0.5, 2, 3}), func(x []float64) []float64 { return over(xs, ys, f, x[0], x[1]) }, true},
		{"piecewise linear on a line", [][2]float64{{-1, 4}, {-2, 3}}, func(m *milp.Model, x []milp.Expr) []milp.Expr {
			return one(m.PiecewiseLinear2(x[0], x[1], xs, ys[:1], [][]float64{{1}, {2}, {0}}))
		}, [][]float64{{0, -1}, {0.5, -1}, {2, -1}, {3, -1}, {3, 0}, {4, -1}}, func(x []float64) []float64 {
			if x[1] != -1 {
				return nil
			}
			return along([]milp.Point{{X: 0, Y: 1}, {X: 1, Y: 2}, {X: 3, Y: 0}}, x[0])
		}, false},
		{"sos2 of fractions", [][2]float64{{0, 1}, {0, 1}, {0, 1}}, func(m *milp.Model, x []milp.Expr) []milp.Expr { m.SOS2(lins(x)...); return nil },
			[][]float64{{0.5, 0.5, 0}, {0, 0.1, 0.2}, {0.5, 0, 0.5}, {0.1, 0.1, 0.1}, {0, 0, 0}}, func(x []float64) []float64 {
				if x[0] != 0 && x[2] != 0 {
					return nil
				}
				return []float64{}
			}, false},
	}
}

// along returns the value at x of the piecewise linear function through the points.
func along(points []milp.Point, x float64) []float64 {
	for i, p := range points {
		if p.X == x {
			return []float64{p.Y}
		}
		if i > 0 && points[i-1].X < x && x < p.X {
			q := points[i-1]
			return []float64{q.Y + (p.Y-q.Y)*(x-q.X)/(p.X-q.X)}
		}
	}
	return nil
}

// over returns the value on a grid whose cells are split into triangles by the diagonal from their
// lowest corner.
func over(xs, ys []float64, f [][]float64, x, y float64) []float64 {
	cell := func(side []float64, v float64) (int, float64) {
		for i := range len(side) - 1 {
			if side[i] <= v && v <= side[i+1] {
				return i, (v - side[i]) / (side[i+1] - side[i])
			}
		}
		return -1, 0
	}
	i, s := cell(xs, x)
	j, t := cell(ys, y)
	if i < 0 || j < 0 {
		return nil
	}
	a, c := f[i][j], f[i+1][j+1]
	if s >= t {
		b := f[i+1][j]
		return []float64{a + s*(b-a) + t*(c-b)}
	}
	b := f[i][j+1]
	return []float64{a + t*(b-a) + s*(c-b)}
}

func TestReals(t *testing.T) {
	for _, op := range reals() {
		t.Run(op.name, func(t *testing.T) { op.check(t) })
	}
}

func (op real) check(t *testing.T) {
	m := milp.NewModel(op.name)
	var x []milp.Expr
	for i, r := range op.ranges {
		x = append(x, m.Continuous(string(rune('a'+i)), r[0], r[1]))
	}
	y := op.build(m, x)
	p, err := m.Problem()
	if err != nil {
		t.Fatal(err)
	}
	checkForm(t, p)
	results := linear(m, p, y)
	var points [][]float64
	for _, values := range op.points {
		want := op.want(values)
		lower, upper := boundsOf(p)
		inside := true
		for i, v := range values {
			inside = inside && lower[i] <= v && v <= upper[i]
			lower[i], upper[i] = v, v
		}
		least, _ := minimum(p, lower, upper, make([]float64, len(lower)))
		if feasible := inside && !math.IsInf(least, 1); feasible != (want != nil) {
			t.Errorf("%v: feasible is %v", values, feasible)
			continue
		}
		if want == nil {
			continue
		}
		point := append([]float64{}, values...)
		for k, r := range results {
			least, _ := minimum(p, lower, upper, r.cost)
			most, _ := minimum(p, lower, upper, negative(r.cost))
			if math.Abs(least+r.constant-want[k]) > 1e-6 || math.Abs(-most+r.constant-want[k]) > 1e-6 {
				t.Errorf("%v: result %d is %v to %v, want %v", values, k, least+r.constant, -most+r.constant, want[k])
			}
			point = append(point, want[k])
		}
		points = append(points, point)
	}
	if op.hull {
		checkHull(t, p, len(x), results, points)
	}
}
