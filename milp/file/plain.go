package file

import (
	"slices"
	"strings"

	"farbank/milp/problem"
)

// What one of the formats cannot say, or what programs read in different ways, is told by
// columns and rows that all of them read alike. Readers here take them back, so that what
// is written is read as it was; [Legal] keeps their names free.
const (
	oneColumn = "~one"  // fixed at 1: its cost is the constant of the objective
	emptyRow  = "~none" // of a program without rows
	upperMark = "~"     // behind the name of a row: its upper bound, told apart from the lower one
	freeMark  = "~~"    // in front of the name of a row without bounds: a column, equal to the row
)

// negated is the comment in front of an MPS file that minimises what is to be maximised,
// with the sign of all costs changed. The words are those of lp_solve; other programs
// pass a comment by, and few of them know section OBJSENSE.
const negated = "*<meta origsense='MAX'>"

// plain gives a problem with legal names in what the format can say.
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
	}
	if slices.ContainsFunc(p.Rows, func(r problem.Row) bool { return apart(r, f) }) {
		q.Rows = split(p.Rows, f)
	}
	if f == LP {
		equate(&q)
	}
	if len(q.Rows) == 0 {
		q.Rows = []problem.Row{{Name: emptyRow, Upper: problem.Infinity}}
	}
	return &q
}

// apart says whether a row must be written as two: in LP if it has two bounds, in MPS if
// these are not a number and a distance.
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

// equate gives every row without bounds a free column that it is equal to: GLPK and CBC know
// no other such row in LP.
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

// restore takes back what plain has done.
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
}

// restoreColumns takes back columns that plain has added.
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

// uses counts the rows and sets in which each column stands.
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

// joinRows makes one of the rows that split has made two, and leaves out the one of a program
// without rows.
func (b *builder) joinRows() {
	gone := make([]bool, len(b.p.Rows))
	for i := range b.p.Rows {
		r := &b.p.Rows[i]
		name, marked := strings.CutSuffix(r.Name, upperMark)
		if r.Name == emptyRow && len(b.p.Rows) == 1 && len(r.Terms) == 0 && r.Lower == 0 && r.Upper == problem.Infinity {
			gone[i] = true
		}
		if k, there := b.rows[name]; marked && there && !gone[k] && belongs(r, &b.p.Rows[k]) {
			b.p.Rows[k].Upper = r.Upper
			gone[i] = true
		}
	}
	if !slices.Contains(gone, true) {
		return
	}
	kept := b.p.Rows[:0]
	for i, r := range b.p.Rows {
		if !gone[i] {
			kept = append(kept, r)
		}
	}
	b.p.Rows = kept
}

// belongs says whether upper is the upper bound of the same row as lower.
func belongs(upper, lower *problem.Row) bool {
	return !finite(upper.Lower) && finite(upper.Upper) && finite(lower.Lower) && !finite(lower.Upper) && slices.Equal(upper.Terms, lower.Terms)
}

// freeRow takes the bounds of a row that is equal to a free column of its own, if it is.
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

// takeConstant makes the cost of a column that is fixed at 1 the objective's constant.
func (b *builder) takeConstant(j int) bool {
	c := b.p.Columns[j]
	if c.Integer || c.Lower != 1 || c.Upper != 1 || !finite(b.p.Offset+c.Cost) {
		return false
	}
	b.p.Offset += c.Cost
	return true
}

// dropColumns leaves out columns that stand in no row and no set.
func (b *builder) dropColumns(gone []bool) {
	now := make([]int, len(gone)) // where each column stands
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
	for _, s := range b.p.Sets {
		for k := range s.Columns {
			s.Columns[k] = now[s.Columns[k]]
		}
	}
}
