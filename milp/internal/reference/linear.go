package reference

import (
	"math"
	"math/big"

	"farbank/milp/problem"
)

// A tableau holds the rows of an equality system in canonical form; the last entry of a row is its
// right-hand side. All variables are nonnegative.
type tableau struct {
	rows  [][]*big.Rat
	basis []int
	cols  int
}

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// A variable expresses a column of the problem by columns of the tableau: value = shift + sign *
// t[plus] - t[minus]; minus may be -1 for none.
type variable struct {
	shift       *big.Rat
	sign        int64
	plus, minus int
}

// Linear solves the relaxation of p, with the given bounds instead of its own. It returns the
// status, the objective and the values.
func Linear(p *problem.Problem, lower, upper []float64) (problem.Status, *big.Rat, []*big.Rat) {
	for j := range lower {
		if lower[j] > upper[j] {
			return problem.Infeasible, nil, nil
		}
	}
	vars, cols := standard(lower, upper)
	lines := constraints(p, lower, upper, vars, cols)
	m := len(lines)
	t := newTableau(lines, cols)
	one := make([]*big.Rat, t.cols)
	for c := range one {
		one[c] = new(big.Rat)
		if c >= cols+m {
			one[c].SetInt64(1)
		}
	}
	t.minimise(one, t.cols)
	for i, b := range t.basis {
		if b >= cols+m && t.rows[i][t.cols].Sign() != 0 {
			return problem.Infeasible, nil, nil
		}
	}
	t.dropArtificial(cols + m)
	if !t.minimise(t.costs(p, vars), cols+m) {
		return problem.Unbounded, nil, nil
	}
	objective, x := t.solution(p, vars)
	return problem.Optimal, objective, x
}

// A line is a constraint over nonnegative columns.
type line struct {
	coef []*big.Rat
	kind int // -1 at most, 0 equal, 1 at least
	rhs  *big.Rat
}

// constraints returns the rows, and the upper bounds of columns that have both bounds.
func constraints(p *problem.Problem, lower, upper []float64, vars []variable, cols int) []line {
	var lines []line
	add := func(terms map[int]*big.Rat, kind int, rhs *big.Rat) {
		coef := make([]*big.Rat, cols)
		for c := range coef {
			coef[c] = new(big.Rat)
		}
		rhs = new(big.Rat).Set(rhs)
		for j, a := range terms {
			v := vars[j]
			rhs.Sub(rhs, new(big.Rat).Mul(a, v.shift))
			coef[v.plus].Add(coef[v.plus], new(big.Rat).Mul(a, big.NewRat(v.sign, 1)))
			if v.minus >= 0 {
				coef[v.minus].Sub(coef[v.minus], a)
			}
		}
		lines = append(lines, line{coef, kind, rhs})
	}
	for j := range lower {
		if !math.IsInf(lower[j], 0) && !math.IsInf(upper[j], 0) {
			add(map[int]*big.Rat{j: big.NewRat(1, 1)}, -1, rat(upper[j]))
		}
	}
	for _, r := range p.Rows {
		terms := map[int]*big.Rat{}
		for _, t := range r.Terms {
			terms[t.Column] = rat(t.Coefficient)
		}
		if r.Lower == r.Upper {
			add(terms, 0, rat(r.Lower))
			continue
		}
		if !math.IsInf(r.Lower, 0) {
			add(terms, 1, rat(r.Lower))
		}
		if !math.IsInf(r.Upper, 0) {
			add(terms, -1, rat(r.Upper))
		}
	}
	return lines
}

// newTableau returns a tableau with a slack and an artificial column for each line.
func newTableau(lines []line, cols int) *tableau {
	m := len(lines)
	t := &tableau{cols: cols + 2*m}
	for i, l := range lines {
		row := make([]*big.Rat, t.cols+1)
		for c := range row {
			row[c] = new(big.Rat)
		}
		for c := range l.coef {
			row[c].Set(l.coef[c])
		}
		row[cols+i].SetInt64(int64(-l.kind))
		row[t.cols].Set(l.rhs)
		if l.rhs.Sign() < 0 {
			for _, x := range row {
				x.Neg(x)
			}
		}
		row[cols+m+i].SetInt64(1)
		t.rows = append(t.rows, row)
		t.basis = append(t.basis, cols+m+i)
	}
	return t
}

// costs returns the minimized costs of the columns.
func (t *tableau) costs(p *problem.Problem, vars []variable) []*big.Rat {
	cost := make([]*big.Rat, t.cols)
	for c := range cost {
		cost[c] = new(big.Rat)
	}
	for j, c := range p.Columns {
		v := vars[j]
		a := rat(c.Cost)
		if p.Maximize {
			a.Neg(a)
		}
		cost[v.plus].Add(cost[v.plus], new(big.Rat).Mul(a, big.NewRat(v.sign, 1)))
		if v.minus >= 0 {
			cost[v.minus].Sub(cost[v.minus], a)
		}
	}
	return cost
}

// solution returns the objective and the values of the variables.
func (t *tableau) solution(p *problem.Problem, vars []variable) (*big.Rat, []*big.Rat) {
	value := make([]*big.Rat, t.cols)
	for c := range value {
		value[c] = new(big.Rat)
	}
	for i, b := range t.basis {
		value[b] = t.rows[i][t.cols]
	}
	x := make([]*big.Rat, len(vars))
	objective := rat(p.Offset)
	for j, v := range vars {
		x[j] = new(big.Rat).Mul(big.NewRat(v.sign, 1), value[v.plus])
		if v.minus >= 0 {
			x[j].Sub(x[j], value[v.minus])
		}
		x[j].Add(x[j], v.shift)
		objective.Add(objective, new(big.Rat).Mul(x[j], rat(p.Columns[j].Cost)))
	}
	return objective, x
}

func standard(lower, upper []float64) ([]variable, int) {
	cols := 0
	vars := make([]variable, len(lower))
	for j := range vars {
		v := variable{shift: new(big.Rat), sign: 1, plus: cols, minus: -1}
		cols++
		switch {
		case !math.IsInf(lower[j], 0):
			v.shift = rat(lower[j])
		case !math.IsInf(upper[j], 0):
			v.shift, v.sign = rat(upper[j]), -1
		default:
			v.minus = cols
			cols++
		}
		vars[j] = v
	}
	return vars, cols
}

// minimise pivots until no cost is negative among the first n columns. It returns false if the
// objective is unbounded.
func (t *tableau) minimise(cost []*big.Rat, n int) bool {
	for {
		enter := -1
		for c := 0; c < n && enter < 0; c++ {
			d := new(big.Rat).Set(cost[c])
			for i, b := range t.basis {
				if cost[b].Sign() != 0 && t.rows[i][c].Sign() != 0 {
					d.Sub(d, new(big.Rat).Mul(cost[b], t.rows[i][c]))
				}
			}
			if d.Sign() < 0 {
				enter = c
			}
		}
		if enter < 0 {
			return true
		}
		leave := -1
		var best *big.Rat
		for i, row := range t.rows {
			if row[enter].Sign() <= 0 {
				continue
			}
			q := new(big.Rat).Quo(row[t.cols], row[enter])
			if leave < 0 || q.Cmp(best) < 0 || (q.Cmp(best) == 0 && t.basis[i] < t.basis[leave]) {
				leave, best = i, q
			}
		}
		if leave < 0 {
			return false
		}
		t.pivot(leave, enter)
	}
}

func (t *tableau) pivot(r, c int) {
	p := new(big.Rat).Set(t.rows[r][c])
	for _, x := range t.rows[r] {
		x.Quo(x, p)
	}
	for i, row := range t.rows {
		if i == r || row[c].Sign() == 0 {
			continue
		}
		f := new(big.Rat).Set(row[c])
		for k, x := range t.rows[r] {
			if x.Sign() != 0 {
				row[k].Sub(row[k], new(big.Rat).Mul(f, x))
			}
		}
	}
	t.basis[r] = c
}

// dropArtificial removes the columns from n on from the basis, or their rows if these are
// redundant.
func (t *tableau) dropArtificial(n int) {
	for i := len(t.rows) - 1; i >= 0; i-- {
		if t.basis[i] < n {
			continue
		}
		c := 0
		for c < n && t.rows[i][c].Sign() == 0 {
			c++
		}
		if c < n {
			t.pivot(i, c)
			continue
		}
		t.rows = append(t.rows[:i], t.rows[i+1:]...)
		t.basis = append(t.basis[:i], t.basis[i+1:]...)
	}
}
