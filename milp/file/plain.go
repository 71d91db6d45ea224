package file

import (
	"slices"
	"strings"

	"farbank/milp/problem"
)

// Some problems cannot be expressed in a format, or programs disagree on how to read them. These
// are written with extra columns and rows that all programs read alike. Our readers undo this;
// [Legal] reserves the names.
const (
	oneColumn = "~one"  // fixed at 1: its cost is the constant of the objective
	emptyRow  = "~none" // of a program without rows
	upperMark = "~"     // suffix of the row for the upper bound, if a row has two
	freeMark  = "~~"    // prefix of the name of a row without bounds: a free column that equals the row
)

// negated is the comment before an MPS file that minimizes the negated objective of a maximization
// problem. It is that of lp_solve. Other programs ignore it, and few of them support section
// OBJSENSE.
const negated = "*<meta origsense='MAX'>"

// plain returns an equivalent of a problem with legal names that the format can express.
func plain(p *problem.Problem, f Format) *problem.Problem {
	q := *p
	if p.Offset != 0 || len(p.Columns) == 0 {
		q.Columns = append(slices.Clone(p.Columns), problem.Column{Name: oneColumn, Lower: 1, Upper: 1, Cost: p.Offset})
		q.Offset = 0
	}
	if p.Maximize && f != LP {
		q.Maximize = false
		q.Columns = slices.Clone(q.Columns)
		for j := range q.Columns {
			q.Columns[j].Cost = 0 - q.Columns[j].Cost
		}
		q.Products = slices.Clone(p.Products)
		for k := range q.Products {
			q.Products[k].Coefficient = 0 - q.Products[k].Coefficient
		}
	}
	if slices.ContainsFunc(p.Rows, func(r problem.Row) bool { return apart(r, f) }) {
		q.Rows = split(p.Rows, f)
	}
	if f == LP {
		equate(&q)
	}
	q.Indicators = conditional(p.Indicators)
	if len(q.Rows) == 0 && len(q.Indicators) == 0 {
		q.Rows = []problem.Row{{Name: emptyRow, Upper: problem.Infinity}}
	}
	return &q
}

// apart reports whether a row must be written as two: in LP if it has two bounds, in MPS if no
// range gives both bounds exactly.
func apart(r problem.Row, f Format) bool {
	lower, upper := clip(r.Lower), clip(r.Upper)
	switch {
	case lower == upper || !finite(lower) || !finite(upper):
		return false
	case f == LP || lower > upper:
		return true
	}
	_, up := rangeFrom(lower, upper)
	_, down := rangeFrom(-upper, -lower)
	return !up && !down
}

func split(rows []problem.Row, f Format) []problem.Row {
	list := make([]problem.Row, 0, 2*len(rows))
	for _, r := range rows {
		if !apart(r, f) {
			list = append(list, r)
			continue
		}
		upper := problem.Row{Name: r.Name + upperMark, Lower: -problem.Infinity, Upper: r.Upper, Terms: r.Terms}
		r.Upper = problem.Infinity
		list = append(list, r, upper)
	}
	return list
}

// conditional returns indicators with one side each, or an equality.
func conditional(list []problem.Indicator) []problem.Indicator {
	var out []problem.Indicator
	for _, d := range list {
		for _, r := range split([]problem.Row{d.Row}, LP) {
			if finite(clip(r.Lower)) || finite(clip(r.Upper)) {
				d.Row = r
				out = append(out, d)
			}
		}
	}
	return out
}

// equate sets every row without bounds equal to a free column, as GLPK and CBC support no other
// such row in LP.
func equate(q *problem.Problem) {
	columns, rows := len(q.Columns), q.Rows
	for i, r := range rows {
		if finite(clip(r.Lower)) || finite(clip(r.Upper)) {
			continue
		}
		if len(q.Columns) == columns {
			q.Columns, q.Rows = slices.Clone(q.Columns), slices.Clone(rows)
		}
		r.Terms = append(slices.Clone(r.Terms), problem.Term{Column: len(q.Columns), Coefficient: -1})
		r.Lower, r.Upper = 0, 0
		q.Rows[i] = r
		q.Columns = append(q.Columns, problem.Column{Name: freeMark + r.Name, Lower: -problem.Infinity, Upper: problem.Infinity})
	}
}

// restore undoes the changes of plain.
func (b *builder) restore() {
	b.joinRows()
	if slices.ContainsFunc(b.p.Columns, func(c problem.Column) bool { return c.Name == oneColumn || strings.HasPrefix(c.Name, freeMark) }) {
		b.restoreColumns()
	}
	if !b.negated {
		return
	}
	b.p.Maximize = true
	b.p.Offset = 0 - b.p.Offset
	for j := range b.p.Columns {
		b.p.Columns[j].Cost = 0 - b.p.Columns[j].Cost
	}
	for k := range b.p.Products {
		b.p.Products[k].Coefficient = 0 - b.p.Products[k].Coefficient
	}
}

// restoreColumns removes the columns that plain added.
func (b *builder) restoreColumns() {
	uses, gone := b.uses(), make([]bool, len(b.p.Columns))
	for i := range b.p.Rows {
		r := &b.p.Rows[i]
		if j, there := b.columns[freeMark+r.Name]; there && uses[j] == 1 {
			gone[j] = b.freeRow(r, j)
		}
	}
	if j, there := b.columns[oneColumn]; there && uses[j] == 0 {
		gone[j] = b.takeConstant(j)
	}
	if slices.Contains(gone, true) {
		b.dropColumns(gone)
	}
}

// uses returns, for each column, the number of rows and sets that contain it.
func (b *builder) uses() []int {
	n := make([]int, len(b.p.Columns))
	for _, r := range b.p.Rows {
		for _, t := range r.Terms {
			n[t.Column]++
		}
	}
	for _, s := range b.p.Sets {
		for _, j := range s.Columns {
			n[j]++
		}
	}
	return n
}

// joinRows joins the two rows into which plain splits a row, and removes the row of a program
// without rows.
func (b *builder) joinRows() {
	gone := make([]bool, len(b.p.Rows))
	for i := range b.p.Rows {
		r := &b.p.Rows[i]
		name, marked := strings.CutSuffix(r.Name, upperMark)
		if r.Name == emptyRow && len(b.p.Rows) == 1 && len(r.Terms) == 0 && r.Lower == 0 && r.Upper == problem.Infinity {
			gone[i] = true
		}
		if k, there := b.rows[name]; marked && there && !gone[k] && belongs(r, &b.p.Rows[k]) && b.conditions[i] == b.conditions[k] {
			b.p.Rows[k].Upper = r.Upper
			gone[i] = true
		}
	}
	if !slices.Contains(gone, true) {
		return
	}
	kept, conditions := b.p.Rows[:0], map[int]condition{}
	for i, r := range b.p.Rows {
		if gone[i] {
			continue
		}
		if c, there := b.conditions[i]; there {
			conditions[len(kept)] = c
		}
		kept = append(kept, r)
	}
	b.p.Rows, b.conditions = kept, conditions
}

// belongs reports whether the two rows are the upper and the lower bound of the same row.
func belongs(upper, lower *problem.Row) bool {
	return !finite(upper.Lower) && finite(upper.Upper) && finite(lower.Lower) && !finite(lower.Upper) && slices.Equal(upper.Terms, lower.Terms)
}

// freeRow removes the bounds of a row that equals a free column of its own. It reports whether it
// is such a row.
func (b *builder) freeRow(r *problem.Row, j int) bool {
	c := b.p.Columns[j]
	k := slices.Index(r.Terms, problem.Term{Column: j, Coefficient: -1})
	if k < 0 || r.Lower != 0 || r.Upper != 0 || c.Integer || c.Cost != 0 || finite(c.Lower) || finite(c.Upper) {
		return false
	}
	r.Terms = slices.Delete(r.Terms, k, k+1)
	r.Lower, r.Upper = -problem.Infinity, problem.Infinity
	return true
}

// takeConstant adds the cost of a column fixed at 1 to the objective's constant. It reports whether
// the column is such a column.
func (b *builder) takeConstant(j int) bool {
	c := b.p.Columns[j]
	if c.Integer || c.Lower != 1 || c.Upper != 1 || !finite(b.p.Offset+c.Cost) {
		return false
	}
	b.p.Offset = sum(b.p.Offset, c.Cost)
	return true
}

// dropColumns removes columns that occur in no row and no set.
func (b *builder) dropColumns(gone []bool) {
	now := make([]int, len(gone)) // new index of each column
	kept := b.p.Columns[:0]
	for j, c := range b.p.Columns {
		now[j] = len(kept)
		if !gone[j] {
			kept = append(kept, c)
		}
	}
	b.p.Columns = kept
	for _, r := range b.p.Rows {
		for k := range r.Terms {
			r.Terms[k].Column = now[r.Terms[k].Column]
		}
	}
	for k := range b.p.Products {
		d := &b.p.Products[k]
		d.A, d.B = now[d.A], now[d.B]
	}
	for _, o := range b.p.Then {
		for k := range o.Terms {
			o.Terms[k].Column = now[o.Terms[k].Column]
		}
	}
	for i, c := range b.conditions {
		c.column = now[c.column]
		b.conditions[i] = c
	}
	for _, s := range b.p.Sets {
		for k := range s.Columns {
			s.Columns[k] = now[s.Columns[k]]
		}
	}
}
