package milp_test

import (
	"math"

	"farbank/milp/problem"
)

// The oracle solves small problems by a simplex method on a dense dictionary with Bland's rule, and
// by branching on the first fractional variable. It shares no code with the solvers of the project.

const tolerance = 1e-7

// A dictionary expresses the basic variables as linear functions of the nonbasic ones. Variables
// are the columns and then the rows of the problem.
type dictionary struct {
	lower, upper []float64
	cost         []float64   // of all variables
	basic, non   []int       // variables of the rows and columns of t
	t            [][]float64 // basic[i] = sum t[i][j] * non[j]
	value        []float64   // of all variables
}

// lp minimises cost over the relaxation of p with the given column bounds.
func lp(p *problem.Problem, lower, upper, cost []float64) (value float64, x []float64, status problem.Status) {
	n, m := len(p.Columns), len(p.Rows)
	d := &dictionary{cost: append(append([]float64{}, cost...), make([]float64, m)...), value: make([]float64, n+m)}
	d.lower, d.upper = append([]float64{}, lower...), append([]float64{}, upper...)
	for j := range n {
		if lower[j] > upper[j] {
			return 0, nil, problem.Infeasible
		}
		d.non = append(d.non, j)
		switch {
		case !math.IsInf(lower[j], 0):
			d.value[j] = lower[j]
		case !math.IsInf(upper[j], 0):
			d.value[j] = upper[j]
		}
	}
	for i, r := range p.Rows {
		d.basic = append(d.basic, n+i)
		d.lower, d.upper = append(d.lower, r.Lower), append(d.upper, r.Upper)
		row := make([]float64, n)
		for _, t := range r.Terms {
			row[t.Column] += t.Coefficient
			d.value[n+i] += t.Coefficient * d.value[t.Column]
		}
		d.t = append(d.t, row)
	}
	status = d.run()
	for j := range n {
		value += cost[j] * d.value[j]
	}
	return value, d.value[:n], status
}

// gradient returns the rates of change of the objective. In phase one the objective is the sum of
// infeasibilities.
func (d *dictionary) gradient() (rates []float64, feasible bool) {
	rates, feasible = make([]float64, len(d.non)), true
	weight := make([]float64, len(d.basic))
	for i, b := range d.basic {
		switch {
		case d.value[b] < d.lower[b]-tolerance:
			weight[i], feasible = -1, false
		case d.value[b] > d.upper[b]+tolerance:
			weight[i], feasible = 1, false
		}
	}
	if feasible {
		for i, b := range d.basic {
			weight[i] = d.cost[b]
		}
		for j, v := range d.non {
			rates[j] = d.cost[v]
		}
	}
	for i, w := range weight {
		if w != 0 {
			for j := range rates {
				rates[j] += w * d.t[i][j]
			}
		}
	}
	return rates, feasible
}

func (d *dictionary) run() problem.Status {
	for range 20000 {
		rates, feasible := d.gradient()
		enter, direction := -1, 0.0
		for j, v := range d.non {
			up := rates[j] < -1e-9 && d.value[v] < d.upper[v]-tolerance
			down := rates[j] > 1e-9 && d.value[v] > d.lower[v]+tolerance
			if (up || down) && (enter < 0 || v < d.non[enter]) {
				enter, direction = j, 1
				if down {
					direction = -1
				}
			}
		}
		if enter < 0 && feasible {
			return problem.Optimal
		}
		if enter < 0 {
			return problem.Infeasible
		}
		if !d.step(enter, direction) {
			return problem.Unbounded
		}
	}
	panic("the oracle cycles")
}

// step moves the nonbasic variable as far as the ratio test allows, and pivots on the variable that
// blocks it.
func (d *dictionary) step(enter int, direction float64) bool {
	v := d.non[enter]
	length, leave, bound := d.upper[v]-d.lower[v], -1, 0.0
	for i, b := range d.basic {
		rate := direction * d.t[i][enter]
		if math.Abs(rate) < 1e-9 {
			continue
		}
		low, high := d.lower[b], d.upper[b]
		switch {
		case d.value[b] < low-tolerance:
			low, high = math.Inf(-1), low
		case d.value[b] > high+tolerance:
			low, high = high, math.Inf(1)
		}
		end := high
		if rate < 0 {
			end = low
		}
		if math.IsInf(end, 0) {
			continue
		}
		if s := max((end-d.value[b])/rate, 0); s < length-1e-12 || s <= length+1e-12 && leave >= 0 && b < d.basic[leave] {
			length, leave, bound = s, i, end
		}
	}
	if math.IsInf(length, 0) {
		return false
	}
	d.value[v] += direction * length
	for i, b := range d.basic {
		d.value[b] += direction * length * d.t[i][enter]
	}
	if leave >= 0 {
		d.value[d.basic[leave]] = bound
		d.pivot(leave, enter)
	}
	return true
}

func (d *dictionary) pivot(i, j int) {
	row := d.t[i]
	k := 1 / row[j]
	for c := range row {
		row[c] *= -k
	}
	row[j] = k
	for r, other := range d.t {
		if f := other[j]; r != i && f != 0 {
			for c := range other {
				other[c] += f * row[c]
			}
			other[j] = f * k
		}
	}
	d.basic[i], d.non[j] = d.non[j], d.basic[i]
}

// minimum returns the minimum cost over integral values of the integer columns.
func minimum(p *problem.Problem, lower, upper, cost []float64) (best float64, values []float64) {
	best = math.Inf(1)
	var search func(lower, upper []float64)
	search = func(lower, upper []float64) {
		value, x, status := lp(p, lower, upper, cost)
		if status == problem.Unbounded {
			best = math.Inf(-1)
		}
		if status != problem.Optimal || value >= best-tolerance {
			return
		}
		for j, c := range p.Columns {
			if !c.Integer || math.Abs(x[j]-math.Round(x[j])) < 1e-6 {
				continue
			}
			for _, up := range []bool{false, true} {
				l, u := append([]float64{}, lower...), append([]float64{}, upper...)
				if up {
					l[j] = math.Ceil(x[j])
				} else {
					u[j] = math.Floor(x[j])
				}
				search(l, u)
			}
			return
		}
		best, values = value, append([]float64{}, x...)
	}
	search(lower, upper)
	return best, values
}
