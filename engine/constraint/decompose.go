package constraint

import (
	"farbank/constraint"
	"farbank/model"
)

// A ladder is a column z as the sum of its lower bound and of 0/1 columns: steps[i] is the threshold
// z >= lo + i + 1. A 0/1 column itself is a ladder with one step.
type ladder struct {
	lo    int64
	steps []int
}

// A reach states that a 0/1 column is 1 only if the first n steps of a ladder are.
type reach struct{ ladder, n int }

// maxClimbs limits the number of entries of the rows that link a ladder to the values of cells.
const maxClimbs = 1 << 12

// other adds by × e to l for an expression that is not linear: by the values of the only cell that
// it reads, or as a column.
func (r *relaxation) other(l *linear, e *model.Expr, by int64) {
	if !r.tabulate(e) {
		l.plus(r.node(e), by)
		return
	}
	cell := r.st.reads(e)
	list := r.tables[e]
	least := list[0]
	for _, v := range list {
		least = min(least, v)
	}
	r.plus(l, least, by)
	i := 0
	for v := range r.st.sys.Problem.Cells[cell].Values() {
		if list[i] != least {
			l.plus(r.choice(cell, v), by*(list[i]-least))
		}
		i++
	}
}

// tabulate reports whether an expression reads only one cell, which has columns for its values. It
// then stores the value of the expression for each value of the cell.
func (r *relaxation) tabulate(e *model.Expr) bool {
	if !r.rich {
		return false
	}
	if list, ok := r.tables[e]; ok {
		return list != nil
	}
	r.tables[e] = nil
	cell := r.st.reads(e)
	if cell < 0 || r.st.sys.Problem.Cells[cell].Span() > maxChoices {
		return false
	}
	if _, ok := r.st.cell(cell).(constraint.Int); !ok {
		return false
	}
	var list []int64
	for _, value := range r.st.each(cell, e) {
		if value > maxCoef/2 || value < -maxCoef/2 {
			return false
		}
		list = append(list, value)
	}
	r.tables[e] = list
	return len(list) > 0
}

// restrict fixes the columns of values that conditions on single cells exclude.
func (r *relaxation) restrict() {
	for _, e := range r.unary {
		cell := r.st.reads(e)
		if r.choices[cell] == nil || !r.tabulate(e) {
			continue
		}
		i := 0
		for v := range r.st.sys.Problem.Cells[cell].Values() {
			if r.tables[e][i] == 0 {
				r.columns[r.choice(cell, v)].hi = 0
			}
			i++
		}
	}
}

// define adds rows that relate the column of an expression to its arguments. They hold for all values
// of the cells.
func (r *relaxation) define(e *model.Expr, z int) {
	at := r.at
	r.at = -1
	defer func() { r.at = at }()
	switch e.Op {
	case model.Max:
		r.maximum(e, z)
	case model.Min:
		for _, a := range e.Args {
			r.compare(a, -1, z, 1)
		}
	case model.Abs:
		r.compare(e.Args[0], 1, z, -1)
		r.compare(e.Args[0], -1, z, -1)
	case model.And, model.Or:
		r.connective(e, z)
	case model.Lt, model.Le:
		l := linear{map[int]int64{}, 0}
		r.add(&l, e.Args[1], 1)
		r.add(&l, e.Args[0], -1)
		if e.Op == model.Lt {
			l.constant--
		}
		r.notNegative(l, z)
	case model.Ne: // of a number with its minimum
		a, b := e.Args[0], e.Args[1]
		if a.IsConst() {
			a, b = b, a
		}
		if !a.Bool && b.IsConst() && b.Value == a.Lo {
			l := linear{map[int]int64{}, 0}
			r.add(&l, a, 1)
			r.plus(&l, b.Value, -1)
			l.constant--
			r.notNegative(l, z)
		} else {
			r.loose = true
		}
	default:
		r.loose = true
		if a, b, ok := cellsOf(e); ok {
			r.equals = append(r.equals, equality{a, b, z})
		}
	}
}

// An equality is the column of the condition that two cells have the same value.
type equality struct{ a, b, column int }

// cellsOf returns the cells that a condition compares for equality.
func cellsOf(e *model.Expr) (a, b int, ok bool) {
	if e.Op != model.Eq || e.Args[0].Op != model.Cell || e.Args[1].Op != model.Cell {
		return 0, 0, false
	}
	a, b = int(e.Args[0].Value), int(e.Args[1].Value)
	return a, b, a != b
}

// compare adds the row p × a + q × z <= 0.
func (r *relaxation) compare(a *model.Expr, p int64, z int, q int64) {
	l := linear{map[int]int64{}, 0}
	r.add(&l, a, p)
	l.plus(z, q)
	r.row(l, false)
}

// maximum adds the rows of a maximum: it is at least each argument.
func (r *relaxation) maximum(e *model.Expr, z int) {
	entries := 0
	for _, a := range e.Args {
		if r.tabulate(a) {
			entries += len(r.tables[a])
		}
	}
	span := e.Hi - e.Lo
	for _, a := range e.Args {
		if r.tabulate(a) && span > 0 && span < maxChoices {
			r.climb(a, 0, z, int64(entries)*span < maxClimbs)
		}
		r.compare(a, 1, z, -1)
	}
}

// bounded uses a condition that a cell of the objective is at least a number that depends on a single
// other cell.
func (r *relaxation) bounded(e *model.Expr) {
	a, b := e.Args[0], e.Args[1]
	if e.Op == model.Eq || b.Op != model.Cell || !r.tabulate(a) || r.st.reads(a) == int(b.Value) {
		return
	}
	z, ok := r.cells[int(b.Value)]
	info := &r.st.sys.Problem.Cells[b.Value]
	if _, number := r.st.cell(int(b.Value)).(constraint.Int); !ok || !number || info.Hi-info.Lo >= maxChoices {
		return
	}
	plus := int64(0)
	if e.Op == model.Lt {
		plus = 1
	}
	r.climb(a, plus, z, int64(len(r.tables[a]))*(info.Hi-info.Lo) < maxClimbs/8)
}

// climb records which thresholds of z follow from the values of an expression: z is at least a + plus.
// If linked, it adds the rows that state this.
func (r *relaxation) climb(a *model.Expr, plus int64, z int, linked bool) {
	k := r.ladderOf(z)
	steps, lo := r.ladders[k].steps, r.ladders[k].lo
	cell := r.st.reads(a)
	at := make([]linear, len(steps))
	i := 0
	for v := range r.st.sys.Problem.Cells[cell].Values() {
		x := r.choice(cell, v)
		n := int(min(max(r.tables[a][i]+plus-lo, 0), int64(len(steps))))
		if n > 0 {
			r.reaches[x] = append(r.reaches[x], reach{k, n})
		}
		for t := range n {
			if at[t].coef == nil {
				at[t].coef = map[int]int64{}
			}
			at[t].plus(x, 1)
		}
		i++
	}
	for t, l := range at {
		if linked && l.coef != nil {
			l.plus(steps[t], -1)
			r.row(l, false)
		}
	}
}

// ladderOf returns the ladder of a column. It adds the columns and rows of a new one.
func (r *relaxation) ladderOf(z int) int {
	if k, ok := r.steps[z]; ok {
		return k
	}
	col := r.columns[z]
	k := len(r.ladders)
	r.steps[z] = k
	if col.lo == 0 && col.hi == 1 {
		r.ladders = append(r.ladders, ladder{0, []int{z}})
		return k
	}
	d := ladder{lo: col.lo}
	sum := linear{map[int]int64{}, -col.lo}
	sum.plus(z, 1)
	for v := col.lo + 1; v <= col.hi; v++ {
		x := r.column(0, 1, func() constraint.Linear { return r.st.m.Truth(col.expr().AtLeast(v)).Linear() })
		sum.plus(x, -1)
		if n := len(d.steps); n > 0 {
			r.row(linear{map[int]int64{x: 1, d.steps[n-1]: -1}, 0}, false)
		}
		d.steps = append(d.steps, x)
	}
	r.row(sum, true)
	r.ladders = append(r.ladders, d)
	return k
}

// implies records that the 0/1 column x is 1 only if the 0/1 column z is.
func (r *relaxation) implies(x, z int) {
	r.reaches[x] = append(r.reaches[x], reach{r.ladderOf(z), 1})
}

// connective adds the rows of a conjunction or disjunction with the column z.
func (r *relaxation) connective(e *model.Expr, z int) {
	all := linear{map[int]int64{}, 0} // the sum of the arguments
	for _, a := range e.Args {
		l := linear{map[int]int64{}, 0}
		r.truth(&l, a, 1)
		for k, c := range l.coef {
			all.plus(k, c)
		}
		all.constant += l.constant
		if e.Op == model.Or {
			if l.constant == 0 && r.isCount(l) {
				for x := range l.coef {
					r.implies(x, z)
				}
			}
			l.plus(z, -1)
			r.row(l, false)
			continue
		}
		row := linear{map[int]int64{z: 1}, -l.constant}
		for k, c := range l.coef {
			row.plus(k, -c)
		}
		r.row(row, false)
	}
	if e.Op == model.And {
		all.plus(z, -1)
		all.constant -= int64(len(e.Args)) - 1
		r.row(all, false)
		return
	}
	row := linear{map[int]int64{z: 1}, -all.constant}
	for k, c := range all.coef {
		row.plus(k, -c)
	}
	r.row(row, false)
}

// isTruth reports whether a column is 0 or 1, or only 0.
func (r *relaxation) isTruth(k int) bool { return r.columns[k].lo == 0 && r.columns[k].hi <= 1 }

// isCount reports whether a sum has only 0/1 columns with the coefficient 1.
func (r *relaxation) isCount(l linear) bool {
	for k, c := range l.coef {
		if c != 1 || !r.isTruth(k) {
			return false
		}
	}
	return true
}

// notNegative adds rows for a 0/1 column z that is 1 if and only if l is not negative. The bounds of l
// give the coefficients of z.
func (r *relaxation) notNegative(l linear, z int) {
	lo, hi := r.span(l)
	if r.full || lo >= 0 || hi < 0 {
		return
	}
	up := linear{map[int]int64{z: -hi - 1}, l.constant + 1} // l + 1 <= (hi + 1) z
	down := linear{map[int]int64{z: -lo}, lo - l.constant}  // l >= lo (1 - z)
	for k, c := range l.coef {
		up.plus(k, c)
		down.plus(k, -c)
		if c > 0 && r.isTruth(k) && lo+c >= 0 {
			r.implies(k, z)
		}
	}
	r.row(up, false)
	r.row(down, false)
}

// span returns bounds of a sum.
func (r *relaxation) span(l linear) (lo, hi int64) {
	lo, hi = l.constant, l.constant
	for k, c := range l.coef {
		col := r.columns[k]
		if r.full || c > maxCoef || c < -maxCoef {
			r.full = true
			return 0, 0
		}
		p, q := c*col.lo, c*col.hi
		lo, hi = lo+min(p, q), hi+max(p, q)
		if lo < -maxCoef || hi > maxCoef {
			r.full = true
			return 0, 0
		}
	}
	return lo, hi
}
