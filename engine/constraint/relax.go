package constraint

import (
	"context"
	"maps"
	"math"
	"slices"

	"farbank/constraint"
	"farbank/engine/constraint/recognise"
	"farbank/milp/simplex"
	"farbank/model"
)

// A relaxation is a linear relaxation of conditions. Its columns are cells, 0/1 conditions, and
// expressions that are not decomposed. The dual solution of its linear program gives weights for
// the rows. Their weighted sum is a redundant constraint (a surrogate constraint: Geoffrion 1974),
// which often proves at once that a resource does not suffice. Weights are rounded to integers and
// rows are added exactly, so floating point affects only the quality of the constraint.
type relaxation struct {
	st      *state
	columns []column
	cells   map[int]int
	nodes   map[*model.Expr]int
	choices map[int]map[int64]int // by cell and value: the column of (cell == value)
	order   []int                 // of cells with choices
	rich    bool                  // with the rows of decompose.go and packing.go
	tables  map[*model.Expr][]int64
	ladders []ladder
	steps   map[int]int     // by column: the ladder of its thresholds
	reaches map[int][]reach // by 0/1 column: the thresholds that it implies
	unary   []*model.Expr   // conditions on single cells
	equals  []equality      // of two cells
	loose   bool            // an expression has a column, but no rows that define it
	rows    []row
	entries int
	full    bool
	at      int // the condition being written; -1: none
}

type column struct {
	lo, hi int64
	expr   func() constraint.Linear
}

// A linear is a linear expression over columns.
type linear struct {
	coef     map[int]int64
	constant int64
}

// Limits of relaxations.
const (
	maxColumns = 1 << 12
	maxEntries = 1 << 15
	maxChoices = 1 << 6  // maximum domain size of a cell with a column for each value
	maxCoef    = 1 << 30 // coefficients of a row
	maxSteps   = 3000    // of the simplex method
	maxEffort  = 3 << 20 // steps times entries, without an objective
	maxTotal   = 1 << 60 // size of the posted sum
)

// relax adds a surrogate constraint of the conditions. With an objective, which is minimized times
// sign, the constraint bounds it. different are sets of pairwise different numbers that the
// conditions imply. relax returns the surrogate, or nil if it added none, and the values of cells in
// the solution of the relaxation, if that is integral.
func (st *state) relax(ctx context.Context, conditions []*model.Expr, different [][]recognise.Linear, objective *model.Expr, sign int64) (*surrogate, []settled) {
	r, goal := st.relaxed(conditions, different, objective, sign)
	if r == nil {
		return nil, nil
	}
	if objective != nil {
		s := r.program(goal, false)
		switch s.Solve(ctx) {
		case simplex.Optimal:
			return r.post(constraint.True, r.round(r.weights(s), true), goal, objective, sign), r.settled(s)
		case simplex.Infeasible:
		default:
			return nil, nil
		}
	}
	if weights := r.shortage(ctx); weights != nil {
		return r.post(constraint.True, r.round(weights, false), linear{}, nil, 0), nil
	}
	return nil, nil
}

// A settled is a value that the solution of a relaxation gives to a cell.
type settled struct {
	cell  int
	value int64
}

// settled returns the values that a solution gives to cells with a column for each value, and the
// truth values that are true. It returns nil if the solution is not integral, or if the relaxation
// has expressions without rows.
func (r *relaxation) settled(s *simplex.Solver) (list []settled) {
	if !r.rich || r.loose {
		return nil
	}
	near := func(k int, v float64) bool { return math.Abs(s.Value(k)-v) < 1e-6 }
	for _, cell := range r.order {
		for v, k := range r.choices[cell] {
			switch {
			case near(k, 1):
				list = append(list, settled{cell, v})
			case !near(k, 0):
				return nil
			}
		}
	}
	for _, cell := range slices.Sorted(maps.Keys(r.cells)) {
		switch k := r.cells[cell]; {
		case r.st.sys.Problem.Cells[cell].Type.Kind != model.Bool || near(k, 0):
		case near(k, 1):
			list = append(list, settled{cell, 1})
		default:
			return nil
		}
	}
	return list
}

// add adds the surrogate constraint with the given weights. It reports false if they are invalid.
func (st *state) add(s *surrogate, conditions []*model.Expr, different [][]recognise.Linear, objective *model.Expr, sign int64) bool {
	r, goal := st.relaxed(conditions, different, objective, sign)
	switch {
	case r == nil || len(s.weights) > len(r.rows):
		return false
	case !s.priced:
		return r.post(constraint.True, s, linear{}, nil, 0) != nil
	}
	return objective != nil && r.post(constraint.True, s, goal, objective, sign) != nil
}

// relaxed returns the linear rows of the conditions and the objective; nil if they are of no use.
// With an objective it also decomposes expressions, unless the rows become too many.
func (st *state) relaxed(conditions []*model.Expr, different [][]recognise.Linear, objective *model.Expr, sign int64) (*relaxation, linear) {
	if objective != nil {
		r := st.relaxation()
		r.rich, r.at = true, -1
		goal := r.goal(objective, sign)
		r.conditions(conditions)
		for _, list := range different {
			r.different(list)
		}
		r.restrict()
		if r.complete(); !r.full {
			r.groups()
		}
		if !r.full && r.useful() {
			return r, goal
		}
	}
	r := st.relaxation()
	r.conditions(conditions)
	if r.full || !r.useful() {
		return nil, linear{}
	}
	goal := r.goal(objective, sign)
	if r.complete(); r.full {
		return nil, linear{}
	}
	return r, goal
}

func (st *state) relaxation() *relaxation {
	return &relaxation{st: st, cells: map[int]int{}, nodes: map[*model.Expr]int{}, choices: map[int]map[int64]int{},
		tables: map[*model.Expr][]int64{}, steps: map[int]int{}, reaches: map[int][]reach{}}
}

// goal returns the objective as a linear expression.
func (r *relaxation) goal(objective *model.Expr, sign int64) linear {
	goal := linear{map[int]int64{}, 0}
	if objective != nil {
		r.add(&goal, objective, sign)
	}
	return goal
}

func (r *relaxation) conditions(list []*model.Expr) {
	for i, e := range list {
		r.at = i
		if r.condition(e); r.full {
			return
		}
	}
	r.at = -1
}

// useful reports whether some row has more than two terms.
func (r *relaxation) useful() bool {
	return slices.ContainsFunc(r.rows, func(r row) bool { return len(r.coef) > 2 })
}

func (r *relaxation) column(lo, hi int64, expr func() constraint.Linear) int {
	if len(r.columns) >= maxColumns || lo < -maxCoef || hi > maxCoef {
		r.full = true
	}
	r.columns = append(r.columns, column{lo, hi, expr})
	return len(r.columns) - 1
}

func (r *relaxation) cell(i int) int {
	k, ok := r.cells[i]
	if !ok {
		c := &r.st.sys.Problem.Cells[i]
		k = r.column(c.Lo, c.Hi, func() constraint.Linear { return r.st.cell(i).Linear() })
		r.cells[i] = k
	}
	return k
}

// node returns the column of an expression that is not decomposed.
func (r *relaxation) node(e *model.Expr) int {
	k, ok := r.nodes[e]
	if !ok {
		k = r.column(e.Lo, e.Hi, func() constraint.Linear { return r.st.number(e) })
		if r.nodes[e] = k; r.rich {
			r.define(e, k)
		}
	}
	return k
}

func (r *relaxation) choice(cell int, v int64) int {
	if r.choices[cell] == nil {
		r.choices[cell] = map[int64]int{}
		r.order = append(r.order, cell)
	}
	k, ok := r.choices[cell][v]
	if !ok {
		k = r.column(0, 1, func() constraint.Linear { return r.st.m.Truth(r.st.cell(cell).Linear().Is(v)).Linear() })
		r.choices[cell][v] = k
	}
	return k
}

func (l *linear) plus(k int, by int64) {
	if l.coef[k] += by; l.coef[k] == 0 {
		delete(l.coef, k)
	}
}

// add adds by × e to l.
func (r *relaxation) add(l *linear, e *model.Expr, by int64) {
	if by > maxCoef || by < -maxCoef {
		r.full = true
	}
	if r.full {
		return
	}
	if e.Bool && e.Op != model.Const && e.Op != model.Cell {
		r.truth(l, e, by)
		return
	}
	switch e.Op {
	case model.Const:
		r.plus(l, e.Value, by)
	case model.Cell:
		l.plus(r.cell(int(e.Value)), by)
	case model.Sum:
		for _, a := range e.Args {
			r.add(l, a, by)
		}
	case model.Neg:
		r.add(l, e.Args[0], -by)
	case model.Mul:
		a, b := e.Args[0], e.Args[1]
		if b.IsConst() {
			a, b = b, a
		}
		if !a.IsConst() || a.Value > maxCoef || a.Value < -maxCoef {
			r.other(l, e, by)
			return
		}
		r.add(l, b, by*a.Value)
	case model.If:
		a, b := e.Args[1], e.Args[2]
		if !a.IsConst() || !b.IsConst() || a.Value-b.Value > maxCoef || a.Value-b.Value < -maxCoef {
			r.other(l, e, by)
			return
		}
		r.add(l, b, by)
		r.truth(l, e.Args[0], by*(a.Value-b.Value))
	default:
		r.other(l, e, by)
	}
}

// plus adds v × by to the constant.
func (r *relaxation) plus(l *linear, v, by int64) {
	if v > maxCoef || v < -maxCoef || v*by > 1<<40 || v*by < -1<<40 {
		r.full = true
		return
	}
	l.constant += v * by
}

func (r *relaxation) row(l linear, equal bool) {
	if r.entries += len(l.coef); r.entries > maxEntries {
		r.full = true
	}
	r.rows = append(r.rows, row{l, -l.constant, equal, r.at})
}

// program returns the linear program of the rows with the cost goal. If elastic, rows may be
// violated at a cost of 1 per unit.
func (r *relaxation) program(goal linear, elastic bool) *simplex.Solver {
	n := len(r.columns)
	cost, lower, upper := make([]float64, n), make([]float64, n), make([]float64, n)
	for k, c := range r.columns {
		cost[k], lower[k], upper[k] = float64(goal.coef[k]), float64(c.lo), float64(c.hi)
	}
	extra := func(row *simplex.Row, by float64) {
		row.Index, row.Value = append(row.Index, int32(len(cost))), append(row.Value, by)
		cost, lower, upper = append(cost, 1), append(lower, 0), append(upper, math.Inf(1))
	}
	rows := make([]simplex.Row, len(r.rows))
	for i, w := range r.rows {
		row := simplex.Row{Lower: math.Inf(-1), Upper: float64(w.limit)}
		for _, k := range slices.Sorted(maps.Keys(w.coef)) {
			row.Index, row.Value = append(row.Index, int32(k)), append(row.Value, float64(w.coef[k]))
		}
		if elastic {
			extra(&row, -1)
		}
		if w.equal {
			row.Lower = row.Upper
			if elastic {
				extra(&row, 1)
			}
		}
		rows[i] = row
	}
	s := simplex.New(cost, lower, upper, rows)
	s.MaxIterations = maxSteps
	return s
}

// shortage returns weights of infeasible rows (a Farkas certificate), or nil if the relaxation is
// feasible.
func (r *relaxation) shortage(ctx context.Context) []float64 {
	s := r.program(linear{}, true)
	s.MaxIterations = min(maxSteps, maxEffort/max(1, r.entries))
	if s.Solve(ctx) != simplex.Optimal || s.Objective() < 1e-6 {
		return nil
	}
	return r.weights(s)
}

func (r *relaxation) weights(s *simplex.Solver) []float64 {
	weights := make([]float64, len(r.rows))
	for i := range weights {
		weights[i] = -s.Dual(i)
	}
	return weights
}
