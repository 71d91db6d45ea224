package certificate

import (
	"context"
	"math"
	"math/big"

	"farbank/milp/linear"
	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// A ref is a multiple of a constraint.
type ref struct {
	index int
	by    *big.Rat
}

// denominators are the limits of the fractions that are tried for multipliers, before their exact values.
var denominators = []int64{100, 100_000}

// infeasible proves by multipliers of the rows that the node has no solution.
func (f *search) infeasible(farkas []float64) (int, bool) {
	if farkas == nil {
		return 0, false
	}
	least, most := math.Inf(1), 0.0
	for _, y := range farkas {
		if y = math.Abs(y); y > 1e-9 {
			least, most = min(least, y), max(most, y)
		}
	}
	if most == 0 {
		return 0, false
	}
	for _, scale := range []float64{least, most, 1} {
		for _, d := range append(denominators, 0) {
			side, refs, ok := f.combine(rationals(farkas, scale, d), nil)
			if ok && side.Sign() > 0 {
				return f.add(step{constraint{nil, 1, side}, "lin", refs}), true
			}
		}
	}
	side, refs, ok := f.combine(f.exactFarkas(farkas), nil)
	if !ok || side.Sign() <= 0 {
		return 0, false
	}
	return f.add(step{constraint{nil, 1, side}, "lin", refs}), true
}

// rationals returns numbers, divided by scale, as fractions; most is the largest denominator, or 0 for exact values.
func rationals(list []float64, scale float64, most int64) []*big.Rat {
	all := make([]*big.Rat, len(list))
	for i, x := range list {
		if x /= scale; math.Abs(x) < 1e-9 {
			continue
		}
		if most == 0 {
			all[i] = new(big.Rat).SetFloat64(x)
		} else {
			all[i] = simple(x, most)
		}
	}
	return all
}

// bounded proves that the objective of the node is not better than that of the best solution.
func (f *search) bounded(r *linear.Result) (int, bool) {
	if f.best == nil {
		return 0, false
	}
	objective, sign := r.Objective-f.p.Offset, 1.0
	if f.q.maximize {
		objective, sign = -objective, -1
	}
	goal, _ := f.goal.Float64()
	tolerance := 1e-6 * max(1, math.Abs(goal))
	if objective < goal-tolerance && (!f.whole || objective < goal-1+tolerance) {
		return 0, false
	}
	duals := make([]float64, len(r.Duals))
	for i, y := range r.Duals {
		duals[i] = sign * y
	}
	for _, d := range append(denominators, 0) {
		if k, ok := f.boundBy(rationals(duals, 1, d)); ok {
			return k, true
		}
	}
	return f.boundBy(f.exactDuals())
}

// boundBy proves the bound of the objective by multipliers of the rows.
func (f *search) boundBy(y []*big.Rat) (int, bool) {
	side, refs, ok := f.combine(y, f.cost)
	kind := "lin"
	if ok && f.whole && side.Cmp(f.goal) < 0 {
		kind, side = "rnd", new(big.Rat).SetInt(nearest(side, 1))
	}
	if !ok || side.Cmp(f.goal) < 0 {
		return 0, false
	}
	if f.q.maximize {
		for i := range refs {
			refs[i].by = new(big.Rat).Neg(refs[i].by)
		}
	}
	return f.add(step{*f.target(), kind, refs}), true
}

// combine adds up multiples of the rows, and of the bounds of the columns in the node, so that the columns have given
// coefficients. It returns the side of the sum, which is an at-least constraint, and the multiples. It reports false if
// a bound is missing.
func (f *search) combine(y []*big.Rat, want map[int]*big.Rat) (side *big.Rat, refs []ref, ok bool) {
	if y == nil {
		return nil, nil, false
	}
	rest := map[int]*big.Rat{} // what the bounds have to add
	for j, c := range want {
		rest[j] = new(big.Rat).Set(c)
	}
	side = new(big.Rat)
	product := new(big.Rat)
	for i, by := range y {
		if by == nil || by.Sign() == 0 {
			continue
		}
		at := f.q.sides[i][0]
		if by.Sign() < 0 {
			at = f.q.sides[i][1]
		}
		if at < 0 {
			continue
		}
		row := f.q.rows[at]
		refs = append(refs, ref{len(f.q.bounds) + at, by})
		side.Add(side, product.Mul(row.side, by))
		for _, t := range row.terms {
			if rest[t.column] == nil {
				rest[t.column] = new(big.Rat)
			}
			rest[t.column].Sub(rest[t.column], product.Mul(t.coefficient, by))
		}
	}
	for j := range f.lower {
		d := rest[j]
		if d == nil || d.Sign() == 0 {
			continue
		}
		bound := f.lower[j]
		if d.Sign() < 0 {
			bound = f.upper[j]
		}
		if bound.index < 0 {
			return nil, nil, false
		}
		refs = append(refs, ref{bound.index, d})
		side.Add(side, product.Mul(bound.side, d))
	}
	return side, refs, true
}

// exactDuals returns the dual values of the basis in which the last solve ended, in the direction of minimization, or
// nil.
func (f *search) exactDuals() []*big.Rat { return f.multipliers(f.cost, -1, nil) }

// exactFarkas returns the exact values of multipliers that prove infeasibility, or nil. They are a row of the inverse
// of the basis: all its variables have reduced costs of 0 but one, whose bound the row violates.
func (f *search) exactFarkas(farkas []float64) []*big.Rat {
	columns, rows := f.lp.States()
	sums, sizes := make([]float64, len(columns)), make([]float64, len(columns))
	row := -1
	for i, y := range farkas {
		if rows[i] == simplex.Basic && math.Abs(y) > 1e-9 && (row < 0 || math.Abs(y) > math.Abs(farkas[row])) {
			row = i
		}
		for _, t := range f.q.terms(i) {
			a, _ := t.coefficient.Float64()
			sums[t.column] += a * y
			sizes[t.column] += math.Abs(a * y)
		}
	}
	if row >= 0 {
		return f.multipliers(nil, row, new(big.Rat).SetFloat64(farkas[row]))
	}
	column, most := -1, 0.0
	for j, at := range columns {
		if share := math.Abs(sums[j]) / sizes[j]; at == simplex.Basic && sizes[j] > 0 && share > most {
			column, most = j, share
		}
	}
	if column < 0 {
		return nil
	}
	return f.multipliers(map[int]*big.Rat{column: new(big.Rat).SetFloat64(sums[column])}, -1, nil)
}

// multipliers returns the multipliers of the rows with which the basic columns add up to given coefficients, or nil.
// Basic rows have 0, except the given one, with the multiplier by; without one, row is -1.
func (f *search) multipliers(want map[int]*big.Rat, row int, by *big.Rat) []*big.Rat {
	columns, rows := f.lp.States()
	equations := map[int]*equation{}
	for j, at := range columns {
		if at == simplex.Basic {
			equations[j] = &equation{map[int]*big.Rat{}, new(big.Rat)}
			if c := want[j]; c != nil {
				equations[j].side.Set(c)
			}
		}
	}
	unknown := 0
	for i, at := range rows {
		if at == simplex.Basic && i != row {
			continue
		}
		if i != row {
			unknown++
		}
		for _, t := range f.q.terms(i) {
			e := equations[t.column]
			switch {
			case e == nil:
			case i == row:
				e.side.Sub(e.side, new(big.Rat).Mul(t.coefficient, by))
			default:
				e.terms[i] = new(big.Rat).Set(t.coefficient)
			}
		}
	}
	if unknown != len(equations) {
		return nil
	}
	var list []*equation
	for j := range columns {
		if e := equations[j]; e != nil {
			list = append(list, e)
		}
	}
	values, ok := solveExactly(f.ctx, list)
	if !ok {
		return nil
	}
	y := make([]*big.Rat, len(rows))
	for i, x := range values {
		y[i] = x
	}
	if row >= 0 {
		y[row] = by
	}
	return y
}

// terms returns the terms of row i.
func (q *program) terms(i int) []term {
	for _, at := range q.sides[i] {
		if at >= 0 {
			return q.rows[at].terms
		}
	}
	return nil
}

// exactSolution returns a solution with the integer values of given ones: the exact values of the basis in which the
// program with fixed integer columns is optimal, or nil.
func (f *search) exactSolution(values []float64) map[int]*big.Rat {
	if len(values) != len(f.q.names) {
		return nil
	}
	lp, err := linear.New(f.p)
	if err != nil {
		return nil
	}
	mixed := false
	solution := map[int]*big.Rat{}
	for j, x := range values {
		if !f.q.integer[j] {
			mixed = true
			continue
		}
		x = math.Round(x)
		lp.SetBounds(j, x, x)
		if v := new(big.Rat).SetFloat64(x); v == nil {
			return nil
		} else if v.Sign() != 0 {
			solution[j] = v
		}
	}
	if mixed && (lp.Solve(f.ctx).Status != problem.Optimal || !f.basicValues(lp, solution)) {
		return nil
	}
	if f.q.broken(solution) != nil {
		return nil
	}
	return solution
}

// basicValues adds the values of the continuous columns in a basis to those of the integer ones.
func (f *search) basicValues(lp *linear.Program, values map[int]*big.Rat) bool {
	columns, rows := lp.States()
	unknown := map[int]bool{}
	for j, at := range columns {
		bound := -1
		switch {
		case at == simplex.Basic && !f.q.integer[j]:
			unknown[j] = true
		case at == simplex.AtLower:
			bound = f.q.lower[j]
		case at == simplex.AtUpper:
			bound = f.q.upper[j]
		}
		if !f.q.integer[j] && bound >= 0 && f.q.bounds[bound].side.Sign() != 0 {
			values[j] = f.q.bounds[bound].side
		}
	}
	var list []*equation
	for i, at := range rows {
		side := f.q.sides[i][0]
		if at == simplex.AtUpper {
			side = f.q.sides[i][1]
		}
		if at == simplex.Basic || side < 0 {
			continue
		}
		e := &equation{map[int]*big.Rat{}, new(big.Rat).Set(f.q.rows[side].side)}
		for _, t := range f.q.rows[side].terms {
			if unknown[t.column] {
				e.terms[t.column] = new(big.Rat).Set(t.coefficient)
			} else if v := values[t.column]; v != nil {
				e.side.Sub(e.side, new(big.Rat).Mul(t.coefficient, v))
			}
		}
		if len(e.terms) > 0 {
			list = append(list, e)
		}
	}
	if len(list) != len(unknown) {
		return false
	}
	got, ok := solveExactly(f.ctx, list)
	for j, x := range got {
		if x.Sign() != 0 {
			values[j] = x
		}
	}
	return ok
}

// unbounded proves that the objective has no limit, by a solution and a direction.
func (f *search) unbounded() (*Proof, error) {
	relaxed, err := linear.New(f.p)
	if err != nil {
		return nil, err
	}
	r := relaxed.Solve(f.ctx)
	if f.ctx.Err() != nil {
		return nil, context.Cause(f.ctx)
	}
	point := f.anySolution()
	if r.Ray == nil || point == nil {
		return nil, ErrInexact
	}
	least := math.Inf(1)
	for _, x := range r.Ray {
		if x = math.Abs(x); x > 1e-9 {
			least = min(least, x)
		}
	}
	for _, scale := range []float64{1, least} {
		for _, d := range append(denominators, 0) {
			ray := map[int]*big.Rat{}
			for j, x := range rationals(r.Ray, scale, d) {
				if x != nil && x.Sign() != 0 {
					ray[j] = x
				}
			}
			if f.q.isRay(ray) {
				return &Proof{Status: problem.Unbounded, q: f.q, solutions: []map[int]*big.Rat{point, ray}}, nil
			}
		}
	}
	return nil, ErrInexact
}
