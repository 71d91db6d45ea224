package constraint

import (
	"context"
	"math"
	"slices"

	"farbank/constraint"
	"farbank/milp/simplex"
	"farbank/model"
)

// A relaxation is what conditions say as linear rows over columns: cells, conditions as 0 or 1, and
// numbers that are not looked into. Its linear program says which rows to add up, with which weights:
// their sum is one more constraint, which often shows at once what no search does, that there is not
// enough of something (a surrogate constraint: Geoffrion 1974). Weights are rounded to whole numbers
// and rows added exactly, so floating point decides only how good the constraint is.
type relaxation struct {
	st      *state
	columns []column
	cells   map[int]int
	nodes   map[*model.Expr]int
	choices map[int]map[int64]int // by cell and value: whether the cell has it
	order   []int                 // of cells with choices
	rows    []row
	entries int
	full    bool
	at      int // the condition that is being written, -1: none
}

type column struct {
	lo, hi int64
	expr   func() constraint.Sum
}

// A row is a sum that is at most a limit, or equal to it.
type row struct {
	linear
	limit int64
	equal bool
	from  int // the condition that says so, -1: none
}

// A linear is a constant and columns times numbers.
type linear struct {
	coef     map[int]int64
	constant int64
}

// Limits of what is relaxed.
const (
	maxColumns = 1 << 12
	maxEntries = 1 << 15
	maxChoices = 1 << 6  // values of a cell that are told apart
	maxCoef    = 1 << 30 // of a row
	maxSteps   = 3000    // of the simplex method
	maxTotal   = 1 << 60 // of the sum that is posted
)

// relax adds a constraint that follows from conditions, and bounds an objective, nil for none, that
// is to be least, times sign. It returns how the rows were added up, nil for not at all.
func (st *state) relax(ctx context.Context, conditions []*model.Expr, objective *model.Expr, sign int64) *surrogate {
	r, goal := st.relaxed(conditions, objective, sign)
	if r == nil {
		return nil
	}
	if weights := r.shortage(ctx); weights != nil {
		s := r.round(weights, false)
		return r.post(constraint.True, s, linear{}, nil, 0)
	}
	if objective == nil {
		return nil
	}
	weights := r.prices(ctx, goal)
	if weights == nil {
		return nil
	}
	return r.post(constraint.True, r.round(weights, true), goal, objective, sign)
}

// add adds the constraint that relax added, by the weights alone; false if they are none.
func (st *state) add(s *surrogate, conditions []*model.Expr, objective *model.Expr, sign int64) bool {
	r, goal := st.relaxed(conditions, objective, sign)
	switch {
	case r == nil || len(s.weights) > len(r.rows):
		return false
	case !s.priced:
		return r.post(constraint.True, s, linear{}, nil, 0) != nil
	}
	return objective != nil && r.post(constraint.True, s, goal, objective, sign) != nil
}

// relaxed is conditions and an objective as linear rows; nil if they say nothing.
func (st *state) relaxed(conditions []*model.Expr, objective *model.Expr, sign int64) (*relaxation, linear) {
	r := &relaxation{st: st, cells: map[int]int{}, nodes: map[*model.Expr]int{}, choices: map[int]map[int64]int{}}
	goal := linear{map[int]int64{}, 0}
	for i, e := range conditions {
		r.at = i
		if r.condition(e); r.full {
			return nil, goal
		}
	}
	r.at = -1
	if !slices.ContainsFunc(r.rows, func(r row) bool { return len(r.coef) > 2 }) {
		return nil, goal
	}
	if objective != nil {
		r.add(&goal, objective, sign)
	}
	r.complete()
	if r.full {
		return nil, goal
	}
	return r, goal
}

func (r *relaxation) column(lo, hi int64, expr func() constraint.Sum) int {
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
		k = r.column(c.Lo, c.Hi, func() constraint.Sum { return r.st.cell(i).Sum() })
		r.cells[i] = k
	}
	return k
}

// node is an expression that is not looked into.
func (r *relaxation) node(e *model.Expr) int {
	k, ok := r.nodes[e]
	if !ok {
		k = r.column(e.Lo, e.Hi, func() constraint.Sum { return r.st.number(e) })
		r.nodes[e] = k
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
		k = r.column(0, 1, func() constraint.Sum { return r.st.m.Truth(r.st.cell(cell).Sum().Is(v)).Sum() })
		r.choices[cell][v] = k
	}
	return k
}

func (l *linear) plus(k int, by int64) {
	if l.coef[k] += by; l.coef[k] == 0 {
		delete(l.coef, k)
	}
}

// add adds an expression times a number.
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
			l.plus(r.node(e), by)
			return
		}
		r.add(l, b, by*a.Value)
	case model.If:
		a, b := e.Args[1], e.Args[2]
		if !a.IsConst() || !b.IsConst() || a.Value-b.Value > maxCoef || a.Value-b.Value < -maxCoef {
			l.plus(r.node(e), by)
			return
		}
		r.add(l, b, by)
		r.truth(l, e.Args[0], by*(a.Value-b.Value))
	default:
		l.plus(r.node(e), by)
	}
}

// plus adds a product to the constant.
func (r *relaxation) plus(l *linear, v, by int64) {
	if v > maxCoef || v < -maxCoef || v*by > 1<<40 || v*by < -1<<40 {
		r.full = true
		return
	}
	l.constant += v * by
}

// truth adds a number where a condition holds.
func (r *relaxation) truth(l *linear, e *model.Expr, by int64) {
	switch {
	case e.Op == model.Const:
		r.plus(l, e.Value, by)
	case e.Op == model.Cell:
		l.plus(r.cell(int(e.Value)), by)
	case e.Op == model.Not, e.Op == model.Ne:
		l.constant += by
		if e.Op == model.Not {
			r.truth(l, e.Args[0], -by)
		} else if cell, v, ok := chosen(e); ok {
			l.plus(r.choice(cell, v), -by)
		} else {
			l.constant -= by
			l.plus(r.node(e), by)
		}
	default:
		if cell, v, ok := chosen(e); ok && e.Op == model.Eq {
			l.plus(r.choice(cell, v), by)
			return
		}
		l.plus(r.node(e), by)
	}
}

// chosen reports whether a comparison is of a cell with a value.
func chosen(e *model.Expr) (cell int, v int64, ok bool) {
	if len(e.Args) != 2 {
		return 0, 0, false
	}
	a, b := e.Args[0], e.Args[1]
	if a.IsConst() {
		a, b = b, a
	}
	return int(a.Value), b.Value, a.Op == model.Cell && b.IsConst() && (e.Op == model.Eq || e.Op == model.Ne)
}

// condition adds the rows of a condition that holds.
func (r *relaxation) condition(e *model.Expr) {
	l := linear{map[int]int64{}, 0}
	switch e.Op {
	case model.Le, model.Lt, model.Eq:
		if _, _, ok := chosen(e); ok {
			return
		}
		r.add(&l, e.Args[0], 1)
		r.add(&l, e.Args[1], -1)
		if e.Op == model.Lt {
			l.constant++
		}
		r.row(l, e.Op == model.Eq)
	case model.Or:
		for _, a := range e.Args {
			r.truth(&l, a, -1)
		}
		l.constant++
		r.row(l, false)
	case model.Distinct:
		r.distinct(e)
	}
}

func (r *relaxation) row(l linear, equal bool) {
	if r.entries += len(l.coef); r.entries > maxEntries {
		r.full = true
	}
	r.rows = append(r.rows, row{l, -l.constant, equal, r.at})
}

// distinct says that a value is that of one cell at most.
func (r *relaxation) distinct(e *model.Expr) {
	users := map[int64]*linear{}
	var values []int64
	for _, a := range e.Args {
		if a.Op != model.Cell || r.st.sys.Problem.Cells[a.Value].Span() > maxChoices {
			return
		}
	}
	for _, a := range e.Args {
		for v := range r.st.sys.Problem.Cells[a.Value].Values() {
			if users[v] == nil {
				users[v] = &linear{map[int]int64{}, -1}
				values = append(values, v)
			}
			users[v].plus(r.choice(int(a.Value), v), 1)
		}
	}
	for _, v := range values {
		r.row(*users[v], len(values) == len(e.Args))
	}
}

// complete says that cells have one value each.
func (r *relaxation) complete() {
	for _, cell := range r.order {
		info := &r.st.sys.Problem.Cells[cell]
		one := linear{map[int]int64{}, -1}
		if info.Span() > maxChoices {
			for _, k := range r.choices[cell] {
				one.plus(k, 1)
			}
			r.row(one, false)
			continue
		}
		whole, used := linear{map[int]int64{}, 0}, false
		if k, ok := r.cells[cell]; ok {
			used = true
			whole.plus(k, -1)
		}
		for v := range info.Values() {
			k := r.choice(cell, v)
			one.plus(k, 1)
			whole.plus(k, v)
		}
		r.row(one, true)
		if used {
			r.row(whole, true)
		}
	}
}

// program is the rows as a linear program, with costs of the columns. If elastic, rows may be broken,
// which is what costs.
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
		for k := range n {
			if c := w.coef[k]; c != 0 {
				row.Index, row.Value = append(row.Index, int32(k)), append(row.Value, float64(c))
			}
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

// shortage are weights of rows that contradict each other; nil if they do not.
func (r *relaxation) shortage(ctx context.Context) []float64 {
	s := r.program(linear{}, true)
	if s.Solve(ctx) != simplex.Optimal || s.Objective() < 1e-6 {
		return nil
	}
	return r.weights(s)
}

// prices are weights of rows that bound an objective.
func (r *relaxation) prices(ctx context.Context, goal linear) []float64 {
	s := r.program(goal, false)
	if s.Solve(ctx) != simplex.Optimal {
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
