package file

import (
	"math"

	"farbank/milp/problem"
)

// width is the column after which lines of an LP file are broken. CPLEX accepts lines of 560 bytes,
// older programs of 255.
const width = 78

// An lpWriter writes a problem whose names and numbers are legal.
type lpWriter struct {
	*writer
	p *problem.Problem
}

func writeLP(out *writer, p *problem.Problem) {
	p = plain(p, LP)
	w := lpWriter{out, p}
	if p.Name != "" {
		w.text("\\Problem name: " + p.Name)
		w.end()
		w.end()
	}
	w.objective()
	w.heading("Subject To")
	for i := range p.Rows {
		w.row(&p.Rows[i])
	}
	for _, d := range p.Indicators {
		w.indicator(d)
	}
	w.bounds()
	w.names("Generals", func(c *problem.Column) bool { return c.Integer && !isBinary(c) })
	w.names("Binaries", isBinary)
	w.names("Semi-Continuous", func(c *problem.Column) bool { return c.Semi })
	w.sets()
	w.heading("End")
}

func (w lpWriter) heading(text string) {
	w.text(text)
	w.end()
}

// objective writes the objective. It includes columns with cost zero if a reader would otherwise
// see the columns in another order.
func (w lpWriter) objective() {
	head, several := "Minimize", len(w.p.Then) > 0
	if w.p.Maximize {
		head = "Maximize"
	}
	if several {
		head += " multi-objectives"
	}
	w.heading(head)
	if several {
		w.attributes("obj", 0)
	} else {
		w.text(" obj:")
	}
	all := !inOrder(w.p)
	n := 0
	for j := range w.p.Columns {
		if c := &w.p.Columns[j]; c.Cost != 0 || all {
			w.term(n, c.Cost, c.Name)
			n++
		}
	}
	if n == 0 { // GLPK takes no objective without a column
		w.term(n, 0, w.p.Columns[0].Name)
		n++
	}
	w.products(n)
	w.end()
	w.further()
}

// inOrder reports whether a reader of the objective and the rows sees all columns, and in their
// order.
func inOrder(p *problem.Problem) bool {
	seen := make([]bool, len(p.Columns))
	next := 0
	meet := func(j int) bool {
		if seen[j] {
			return true
		}
		seen[j] = true
		next++
		return j == next-1
	}
	for j := range p.Columns {
		if p.Columns[j].Cost != 0 && !meet(j) {
			return false
		}
	}
	for _, d := range p.Products {
		if !meet(d.A) || !meet(d.B) {
			return false
		}
	}
	for _, d := range p.Then {
		for _, t := range d.Terms {
			if t.Coefficient != 0 && !meet(t.Column) {
				return false
			}
		}
	}
	row := func(r *problem.Row) bool {
		if len(r.Terms) == 0 && !meet(0) {
			return false
		}
		for _, t := range r.Terms {
			if !meet(t.Column) {
				return false
			}
		}
		return true
	}
	for i := range p.Rows {
		if !row(&p.Rows[i]) {
			return false
		}
	}
	for i := range p.Indicators {
		if !meet(p.Indicators[i].Column) || !row(&p.Indicators[i].Row) {
			return false
		}
	}
	return next == len(p.Columns)
}

// coefficient begins the n-th term of an expression: it breaks the line if it is long, and writes
// the sign.
func (w lpWriter) coefficient(n int, v float64) {
	if len(w.line) > width {
		w.end()
		w.text(" ")
	}
	switch {
	case v < 0:
		w.text(" - ")
	case n > 0:
		w.text(" + ")
	default:
		w.text(" ")
	}
}

func (w lpWriter) term(n int, v float64, name string) {
	w.coefficient(n, v)
	if v = math.Abs(v); v != 1 {
		w.number(v)
		w.text(" ")
	}
	w.text(name)
}

func (w lpWriter) row(r *problem.Row) {
	w.text(" " + r.Name + ":")
	w.relation(r)
}

// indicator writes name: b = 1 -> row.
func (w lpWriter) indicator(d problem.Indicator) {
	value := "1"
	if d.Zero {
		value = "0"
	}
	w.text(" " + d.Row.Name + ": " + w.p.Columns[d.Column].Name + " = " + value + " ->")
	w.relation(&d.Row)
}

func (w lpWriter) relation(r *problem.Row) {
	lower, upper := clip(r.Lower), clip(r.Upper)
	n := 0
	for _, t := range r.Terms {
		if t.Coefficient != 0 {
			w.term(n, t.Coefficient, w.p.Columns[t.Column].Name)
			n++
		}
	}
	if n == 0 {
		w.text(" 0 " + w.p.Columns[0].Name)
	}
	switch {
	case lower == upper:
		w.text(" = ")
		w.number(lower)
	case finite(upper):
		w.text(" <= ")
		w.number(upper)
	default:
		w.text(" >= ")
		w.number(lower)
	}
	w.end()
}

func isBinary(c *problem.Column) bool { return c.Integer && !c.Semi && c.Lower == 0 && c.Upper == 1 }

func (w lpWriter) bounds() {
	begun := false
	for j := range w.p.Columns {
		c := &w.p.Columns[j]
		lower, upper := clip(c.Lower), clip(c.Upper)
		if isBinary(c) || lower == 0 && upper == problem.Infinity {
			continue
		}
		if !begun {
			w.heading("Bounds")
			begun = true
		}
		w.text(" ")
		w.bound(c.Name, lower, upper)
		w.end()
	}
}

// bound writes the bounds of a column such that no program's default bounds apply.
func (w lpWriter) bound(name string, lower, upper float64) {
	switch {
	case lower == upper:
		w.text(name + " = ")
		w.number(lower)
	case !finite(lower) && !finite(upper):
		w.text(name + " free")
	case !finite(upper):
		w.text(name + " >= ")
		w.number(lower)
	case lower == 0 && upper > 0:
		w.text(name + " <= ")
		w.number(upper)
	default:
		if finite(lower) {
			w.number(lower)
		} else {
			w.text("-inf")
		}
		w.text(" <= " + name + " <= ")
		w.number(upper)
	}
}

// names writes a section that lists columns.
func (w lpWriter) names(section string, belongs func(*problem.Column) bool) {
	begun := false
	for j := range w.p.Columns {
		c := &w.p.Columns[j]
		if !belongs(c) {
			continue
		}
		if !begun {
			w.heading(section)
			begun = true
		}
		if len(w.line) > width {
			w.end()
		}
		w.text(" " + c.Name)
	}
	if begun {
		w.end()
	}
}

func (w lpWriter) sets() {
	if len(w.p.Sets) == 0 {
		return
	}
	w.heading("SOS")
	for _, s := range w.p.Sets {
		w.text(" " + s.Name + ": S" + string(rune('0'+s.Kind)) + "::")
		for k, j := range s.Columns {
			if len(w.line) > width {
				w.end()
				w.text(" ")
			}
			w.text(" " + w.p.Columns[j].Name + ":")
			w.number(s.Weights[k])
		}
		w.end()
	}
}
