package render

import (
	"encoding/csv"
	"io"
	"strings"

	"farbank/model"
)

// A Listing writes rows one by one, as a table or as comma-separated values.
type Listing struct {
	w    io.Writer
	csv  *csv.Writer // nil: a table
	rows [][]string  // buffered rows of a table
}

// tableRowsKept is the number of rows of a table that are aligned together.
const tableRowsKept = 4096

// NewListing begins a listing with its head. In CSV a column without a title is named number.
func NewListing(w io.Writer, asCSV bool, head ...string) *Listing {
	l := &Listing{w: w}
	if asCSV {
		l.csv = csv.NewWriter(w)
		if head[0] == "" {
			head[0] = "number"
		}
	}
	l.rows = [][]string{head}
	return l
}

// Row adds a row, with as many cells as the head.
func (l *Listing) Row(cells ...string) error {
	l.rows = append(l.rows, cells)
	if len(l.rows) < tableRowsKept {
		return nil
	}
	return l.Flush()
}

// Flush writes the buffered rows.
func (l *Listing) Flush() error {
	rows := l.rows
	l.rows = nil
	if len(rows) == 0 {
		return nil
	}
	if l.csv == nil {
		return Screen{}.writeTable(l.w, rows, 0)
	}
	for _, row := range rows {
		for k := range row {
			row[k] = cellCSV(row[k])
		}
		if err := l.csv.Write(row); err != nil {
			return err
		}
	}
	l.csv.Flush()
	return l.csv.Error()
}

// StateTitles returns the titles of the columns of a listed state: what the problem shows,
// including boards, or its variables.
func StateTitles(p *model.Problem) []string {
	var titles []string
	for _, c := range listed(p) {
		titles = append(titles, c.title)
	}
	return titles
}

// StateTexts returns the cells of a state in these columns.
func StateTexts(p *model.Problem, s model.State) []string {
	var texts []string
	for _, c := range listed(p) {
		texts = append(texts, c.text(s))
	}
	return texts
}

// listed returns the columns of a state in a list, a board on one line.
func listed(p *model.Problem) []column {
	var cols []column
	for i := range p.Show {
		if sh := &p.Show[i]; sh.Board {
			cols = append(cols, column{sh.Title, func(s model.State) string { return strings.Join(newBoard(p, sh, s).lines(s), " / ") }})
		}
	}
	if cols = append(cols, columns(p)...); len(cols) == 0 {
		return elements(p)
	}
	return cols
}

// A PlanTable writes many plans as one table of comma-separated values, with the number of the plan
// in the first column.
type PlanTable struct {
	p     *model.Problem
	costs bool // a column of costs
	l     *Listing
}

// NewPlanTable begins a table of plans of a problem.
func NewPlanTable(w io.Writer, p *model.Problem) *PlanTable {
	t := &PlanTable{p: p}
	for _, m := range p.Moves {
		t.costs = t.costs || !m.Cost.IsConst() || m.Cost.Value != 1
	}
	head := t.rows(nil)[0]
	if len(p.Schemas) > 0 {
		head[0] = "step"
	}
	t.l = NewListing(w, true, append([]string{"plan"}, head...)...)
	return t
}

// Plan writes a plan.
func (t *PlanTable) Plan(number string, steps []model.Step) error {
	for _, row := range t.rows(steps)[1:] {
		if err := t.l.Row(append([]string{number}, row...)...); err != nil {
			return err
		}
	}
	return t.l.Flush()
}

func (t *PlanTable) rows(steps []model.Step) [][]string {
	if len(t.p.Schemas) > 0 {
		return rowsOf(t.p, steps, t.costs)
	}
	return assignmentRows(t.p, steps)
}
