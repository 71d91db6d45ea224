package branch

import (
	"context"
	"math"

	"farbank/milp/internal/exact"
)

// maxRefined is the maximum number of continuous columns that are refined.
const maxRefined = 200

// A refiner minimizes a convex quadratic objective over the continuous columns, with the integers
// fixed, from a solution: a primal active-set method with dense systems (Nocedal, Wright 2006,
// algorithm 16.3).
type refiner struct {
	free    []int // columns
	sides   []halfspace
	hessian [][]float64
	x       []float64 // of the free columns
	active  []int     // of sides: those that hold as equations
	on      []bool    // by side
	basis   [][]float64
}

// A halfspace is a·x >= b over the free columns, or an equation.
type halfspace struct {
	a     []float64
	b     float64
	equal bool
}

// refine returns a better solution with the same integers, or nil.
func (f *outer) refine(ctx context.Context, values []float64) []float64 {
	p := f.given
	if len(p.Sets)+len(p.Indicators) > 0 {
		return nil
	}
	r := f.refiner(values)
	if r == nil || !r.run(ctx, f, values) {
		return nil
	}
	x := append([]float64(nil), values...)
	for k, j := range r.free {
		x[j] = r.x[k]
	}
	check := exact.New(p)
	if clean := check.Clean(x); check.Holds(clean) {
		return clean
	}
	if check.Holds(x) {
		return x
	}
	return nil
}

// refiner returns the problem in the continuous columns, or nil without such columns or with too many.
func (f *outer) refiner(values []float64) *refiner {
	p := f.given
	r := &refiner{}
	at := make([]int, len(p.Columns))
	for j, c := range p.Columns {
		at[j] = -1
		if !c.Integer && c.Lower < c.Upper && !(c.Semi && values[j] == 0) {
			at[j] = len(r.free)
			r.free = append(r.free, j)
			r.x = append(r.x, values[j])
		}
	}
	n := len(r.free)
	if n == 0 || n > maxRefined {
		return nil
	}
	for k, j := range r.free {
		a := make([]float64, n)
		a[k] = 1
		r.between(a, p.Columns[j].Lower, p.Columns[j].Upper)
	}
	for _, row := range p.Rows {
		a, rest, some := make([]float64, n), 0.0, false
		for _, t := range row.Terms {
			if k := at[t.Column]; k >= 0 {
				a[k], some = t.Coefficient, true
			} else {
				rest += t.Coefficient * values[t.Column]
			}
		}
		if some {
			r.between(a, row.Lower-rest, row.Upper-rest)
		}
	}
	r.on = make([]bool, len(r.sides))
	r.hessian = make([][]float64, n)
	for k := range r.hessian {
		r.hessian[k] = make([]float64, n)
	}
	for _, d := range p.Products {
		if a, b := at[d.A], at[d.B]; a >= 0 && b >= 0 {
			r.hessian[a][b] += f.sign * d.Coefficient
			r.hessian[b][a] += f.sign * d.Coefficient
		}
	}
	for k := range r.hessian {
		r.hessian[k][k] += 1e-9
	}
	return r
}

func (r *refiner) between(a []float64, lower, upper float64) {
	if lower == upper {
		r.sides = append(r.sides, halfspace{a, lower, true})
		return
	}
	if lower > -Huge {
		r.sides = append(r.sides, halfspace{a, lower, false})
	}
	if upper < Huge {
		minus := make([]float64, len(a))
		for k, v := range a {
			minus[k] = -v
		}
		r.sides = append(r.sides, halfspace{minus, -upper, false})
	}
}

// gradient returns the gradient of the minimized objective in the free columns.
func (r *refiner) gradient(f *outer, x []float64) []float64 {
	all := make([]float64, len(x))
	for j, c := range f.given.Columns {
		all[j] = f.sign * c.Cost
	}
	for _, d := range f.given.Products {
		all[d.A] += f.sign * d.Coefficient * x[d.B]
		all[d.B] += f.sign * d.Coefficient * x[d.A]
	}
	g := make([]float64, len(r.free))
	for k, j := range r.free {
		g[k] = all[j]
	}
	return g
}

// run moves to the optimum. It returns false if it does not get there.
func (r *refiner) run(ctx context.Context, f *outer, values []float64) bool {
	for i, s := range r.sides {
		if s.equal || dot(s.a, r.x)-s.b <= 1e-7*max(1, math.Abs(s.b)) {
			r.activate(i)
		}
	}
	x := append([]float64(nil), values...)
	for range 3*len(r.free) + 30 {
		if ctx.Err() != nil {
			return false
		}
		for k, j := range r.free {
			x[j] = r.x[k]
		}
		p, multipliers, ok := r.step(r.gradient(f, x))
		if !ok {
			return false
		}
		if size(p) <= 1e-11*(1+size(r.x)) {
			worst, least := -1, -1e-9
			for k, i := range r.active {
				if !r.sides[i].equal && multipliers[k] < least {
					worst, least = k, multipliers[k]
				}
			}
			if worst < 0 {
				return true
			}
			r.release(worst)
			continue
		}
		r.move(p)
	}
	return false
}

// move goes along a direction up to the first side in the way, which becomes active.
func (r *refiner) move(p []float64) {
	alpha, block := 1.0, -1
	for i, s := range r.sides {
		if r.on[i] {
			continue
		}
		if d := dot(s.a, p); d < -1e-12 {
			if v := max(0, dot(s.a, r.x)-s.b) / -d; v < alpha {
				alpha, block = v, i
			}
		}
	}
	for k := range r.x {
		r.x[k] += alpha * p[k]
	}
	if block >= 0 {
		r.activate(block)
	}
}

// activate makes a side active unless it depends on the active ones.
func (r *refiner) activate(i int) {
	v := append([]float64(nil), r.sides[i].a...)
	norm := math.Sqrt(dot(v, v))
	for range 2 { // twice for accuracy
		for _, b := range r.basis {
			d := dot(v, b)
			for k := range v {
				v[k] -= d * b[k]
			}
		}
	}
	rest := math.Sqrt(dot(v, v))
	if rest <= 1e-9*norm {
		return
	}
	for k := range v {
		v[k] /= rest
	}
	r.basis = append(r.basis, v)
	r.active, r.on[i] = append(r.active, i), true
}

// release makes an active side inactive.
func (r *refiner) release(k int) {
	old := r.active
	r.on[old[k]] = false
	r.active, r.basis = nil, nil
	for m, i := range old {
		if m != k {
			r.on[i] = false
			r.activate(i)
		}
	}
}

// step solves the optimality conditions with the active sides as equations. It returns the direction
// and the multipliers.
func (r *refiner) step(g []float64) (p, multipliers []float64, ok bool) {
	n, m := len(r.free), len(r.active)
	a := make([][]float64, n+m)
	for k := range n {
		a[k] = make([]float64, n+m+1)
		copy(a[k], r.hessian[k])
		for e, i := range r.active {
			a[k][n+e] = -r.sides[i].a[k]
		}
		a[k][n+m] = -g[k]
	}
	for e, i := range r.active {
		row := make([]float64, n+m+1)
		copy(row, r.sides[i].a)
		row[n+m] = r.sides[i].b - dot(r.sides[i].a, r.x)
		a[n+e] = row
	}
	x, ok := eliminate(a)
	if !ok {
		return nil, nil, false
	}
	return x[:n], x[n:], true
}

// eliminate solves a system of linear equations by Gaussian elimination with partial pivoting. The
// last entry of each row is the right-hand side.
func eliminate(a [][]float64) ([]float64, bool) {
	n := len(a)
	for k := range n {
		best := k
		for i := k + 1; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[best][k]) {
				best = i
			}
		}
		a[k], a[best] = a[best], a[k]
		if math.Abs(a[k][k]) < 1e-13 {
			return nil, false
		}
		for i := k + 1; i < n; i++ {
			if a[i][k] == 0 {
				continue
			}
			factor := a[i][k] / a[k][k]
			for j := k; j <= n; j++ {
				a[i][j] -= factor * a[k][j]
			}
		}
	}
	x := make([]float64, n)
	for k := n - 1; k >= 0; k-- {
		v := a[k][n]
		for j := k + 1; j < n; j++ {
			v -= a[k][j] * x[j]
		}
		x[k] = v / a[k][k]
	}
	return x, true
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for k, v := range a {
		sum += v * b[k]
	}
	return sum
}

func size(a []float64) float64 {
	most := 0.0
	for _, v := range a {
		most = max(most, math.Abs(v))
	}
	return most
}
