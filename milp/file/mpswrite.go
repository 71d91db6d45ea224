package file

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"farbank/milp/problem"
)

// An mpsWriter writes a problem whose names and numbers are legal.
type mpsWriter struct {
	*writer
	p         *problem.Problem
	fixed     bool
	objective string
	own       int // rows that are not those of indicators, which come last
	err       error
}

func writeMPS(out *writer, p *problem.Problem, f Format) error {
	w := &mpsWriter{writer: out, p: plain(p, f)}
	w.own = len(w.p.Rows)
	for _, d := range w.p.Indicators {
		w.p.Rows = append(slices.Clip(w.p.Rows), d.Row)
	}
	w.fixed = f == FixedMPS || f == MPS && fits(w.p)
	w.objective = w.freeName("obj")
	if p.Maximize {
		w.objective = w.freeName("neg_obj")
		w.text(negated)
		w.end()
	}
	w.heading("NAME", p.Name)
	w.rows()
	w.columns()
	w.rightSides()
	w.ranges()
	w.bounds()
	w.sets()
	w.products()
	w.indicators()
	w.heading("ENDATA", "")
	return w.err
}

// fits reports whether all names and numbers fit into the fields of the fixed layout.
func fits(p *problem.Problem) bool {
	var buffer []byte
	narrow := func(v float64) bool {
		if !finite(clip(v)) {
			return true
		}
		buffer = appendNumber(buffer[:0], v)
		return len(buffer) <= 12
	}
	for _, c := range p.Columns {
		if len(c.Name) > 8 || !narrow(c.Cost) || !narrow(c.Lower) || !narrow(c.Upper) {
			return false
		}
	}
	for _, r := range p.Rows {
		if len(r.Name) > 8 || !narrow(r.Lower) || !narrow(r.Upper) || ranged(&r) && !narrow(rangeOf(&r)) {
			return false
		}
		for _, t := range r.Terms {
			if !narrow(t.Coefficient) {
				return false
			}
		}
	}
	for _, d := range p.Products {
		if !narrow(d.Coefficient) || !narrow(2*d.Coefficient) {
			return false
		}
	}
	for _, s := range p.Sets {
		if len(s.Name) > 8 || slices.ContainsFunc(s.Weights, func(v float64) bool { return !narrow(v) }) {
			return false
		}
	}
	return true
}

// freeName returns a name that no row has, made from the given one.
func (w *mpsWriter) freeName(name string) string {
	taken := make(map[string]bool, len(w.p.Rows))
	for _, r := range w.p.Rows {
		taken[r.Name] = true
	}
	for k, try := 2, name; ; k++ {
		if !taken[try] {
			return try
		}
		try = name + strconv.Itoa(k)
	}
}

func (w *mpsWriter) heading(text, name string) {
	w.text(text)
	if name != "" {
		w.pad(14)
		w.text(name)
	}
	w.end()
}

// pad writes blanks up to a column, counted from 0, and at least one.
func (w *mpsWriter) pad(column int) {
	w.line = append(w.line, ' ')
	for len(w.line) < column {
		w.line = append(w.line, ' ')
	}
}

// begin begins a line with a code and a name.
func (w *mpsWriter) begin(code, name string) {
	w.text(" ")
	w.text(code)
	w.pad(4)
	w.text(name)
}

// pair writes a name and a number in the field at the column.
func (w *mpsWriter) pair(column int, name string, v float64) {
	w.pad(column)
	w.text(name)
	var buffer [32]byte
	number := appendNumber(buffer[:0], v)
	if w.fixed && len(number) > 12 {
		if w.err == nil {
			w.err = fmt.Errorf("the number %s has no room in fixed MPS: the free layout is needed", number)
		}
	}
	w.pad(column + 10 + max(0, 12-len(number)))
	w.line = append(w.line, number...)
}

// The columns, from 0, where fields begin.
const (
	firstPair  = 14
	secondPair = 39
)

// A pairs writes pairs, two on a line.
type pairs struct {
	w    *mpsWriter
	head string
	n    int
}

func (s *pairs) add(name string, v float64) {
	if s.n%2 == 0 {
		s.finish()
		s.w.begin("", s.head)
		s.w.pair(firstPair, name, v)
	} else {
		s.w.pair(secondPair, name, v)
	}
	s.n++
}

func (s *pairs) finish() {
	if s.n > 0 {
		s.w.end()
	}
	s.n = 0
}

func (w *mpsWriter) rows() {
	w.heading("ROWS", "")
	w.begin("N", w.objective)
	w.end()
	for i := range w.p.Rows {
		r := &w.p.Rows[i]
		if w.fixed && len(r.Name) > longest(FixedMPS) && w.err == nil {
			w.err = fmt.Errorf("row %s has no room in fixed MPS: the free layout is needed", r.Name)
		}
		w.begin(string(rowType(r)), r.Name)
		w.end()
	}
}

// rowType returns the type of a row: a range is written as G or L, whichever gives its bounds back
// exactly.
func rowType(r *problem.Row) byte {
	lower, upper := finite(clip(r.Lower)), finite(clip(r.Upper))
	switch {
	case lower && upper && r.Lower == r.Upper:
		return 'E'
	case lower && upper:
		if _, exact := rangeFrom(r.Lower, r.Upper); exact {
			return 'G'
		}
		if _, exact := rangeFrom(-r.Upper, -r.Lower); exact {
			return 'L'
		}
		return 'G'
	case lower:
		return 'G'
	case upper:
		return 'L'
	}
	return 'N'
}

// ranged reports whether a row needs a range.
func ranged(r *problem.Row) bool {
	return r.Lower != r.Upper && finite(clip(r.Lower)) && finite(clip(r.Upper))
}

func rangeOf(r *problem.Row) float64 {
	v, _ := rangeFrom(r.Lower, r.Upper)
	if rowType(r) == 'L' {
		v, _ = rangeFrom(-r.Upper, -r.Lower)
	}
	return v
}

// rangeFrom returns the v with from + v == to, and whether one exists.
func rangeFrom(from, to float64) (float64, bool) {
	v := to - from
	for _, try := range []float64{v, math.Nextafter(v, 0), math.Nextafter(v, problem.Infinity)} {
		if from+try == to && sum(from, try) == to && try > 0 {
			return try, true
		}
	}
	return v, false
}

func (w *mpsWriter) columns() {
	w.heading("COLUMNS", "")
	begin, rows, values := byColumn(w.p)
	integer, markers := false, 0
	for j := range w.p.Columns {
		c := &w.p.Columns[j]
		if c.Integer != integer {
			markers++
			w.marker(markers, c.Integer)
			integer = c.Integer
		}
		s := pairs{w: w, head: c.Name}
		if c.Cost != 0 || begin[j] == begin[j+1] {
			s.add(w.objective, c.Cost)
		}
		for k := begin[j]; k < begin[j+1]; k++ {
			s.add(w.p.Rows[rows[k]].Name, values[k])
		}
		s.finish()
	}
	if integer {
		w.marker(markers+1, false)
	}
}

func (w *mpsWriter) marker(n int, begins bool) {
	w.begin("", "M"+strconv.Itoa(n))
	w.pad(firstPair)
	w.text("'MARKER'")
	w.pad(secondPair)
	if begins {
		w.text("'INTORG'")
	} else {
		w.text("'INTEND'")
	}
	w.end()
}

// byColumn transposes the rows: the terms of column j are those from begin[j] to begin[j+1].
func byColumn(p *problem.Problem) (begin, rows []int, values []float64) {
	begin = make([]int, len(p.Columns)+2)
	for i := range p.Rows {
		for _, t := range p.Rows[i].Terms {
			if t.Coefficient != 0 {
				begin[t.Column+2]++
			}
		}
	}
	for j := 2; j < len(begin); j++ {
		begin[j] += begin[j-1]
	}
	rows = make([]int, begin[len(begin)-1])
	values = make([]float64, len(rows))
	for i := range p.Rows {
		for _, t := range p.Rows[i].Terms {
			if t.Coefficient != 0 {
				k := begin[t.Column+1]
				rows[k], values[k] = i, t.Coefficient
				begin[t.Column+1]++
			}
		}
	}
	return begin[:len(p.Columns)+1], rows, values
}

func (w *mpsWriter) rightSides() {
	w.heading("RHS", "")
	s := pairs{w: w, head: "RHS"}
	for i := range w.p.Rows {
		r := &w.p.Rows[i]
		v := 0.0
		switch rowType(r) {
		case 'G', 'E':
			v = r.Lower
		case 'L':
			v = r.Upper
		}
		if v != 0 {
			s.add(r.Name, v)
		}
	}
	s.finish()
}

func (w *mpsWriter) ranges() {
	begun := false
	s := pairs{w: w, head: "RNG"}
	for i := range w.p.Rows {
		r := &w.p.Rows[i]
		if !ranged(r) {
			continue
		}
		if !begun {
			w.heading("RANGES", "")
			begun = true
		}
		s.add(r.Name, rangeOf(r))
	}
	s.finish()
}

func (w *mpsWriter) bounds() {
	begun := false
	add := func(code, name string, v float64, valued bool) {
		if !begun {
			w.heading("BOUNDS", "")
			begun = true
		}
		w.begin(code, "BND")
		if valued {
			w.pair(firstPair, name, v)
		} else {
			w.pad(firstPair)
			w.text(name)
		}
		w.end()
	}
	for j := range w.p.Columns {
		c := &w.p.Columns[j]
		lower, upper := clip(c.Lower), clip(c.Upper)
		switch {
		case isBinary(c):
			add("BV", c.Name, 0, false)
			continue
		case c.Semi:
			if finite(lower) {
				add("LO", c.Name, lower, true)
			} else {
				add("MI", c.Name, 0, false)
			}
			add("SC", c.Name, semiUpper(upper), true)
			continue
		case lower == upper:
			add("FX", c.Name, lower, true)
			continue
		case !finite(lower) && !finite(upper):
			add("FR", c.Name, 0, false)
			continue
		case !finite(lower):
			add("MI", c.Name, 0, false)
		case lower != 0 || upper < 0:
			add("LO", c.Name, lower, true)
		}
		switch {
		case finite(upper):
			add("UP", c.Name, upper, true)
		case c.Integer: // otherwise some programs use the upper bound 1
			add("PL", c.Name, 0, false)
		}
	}
}

// semiUpper returns the upper bound of a semi-continuous column as it is written: a number that
// stands for infinity if it is missing.
func semiUpper(upper float64) float64 {
	if finite(upper) {
		return upper
	}
	return 1e30
}

func (w *mpsWriter) indicators() {
	if len(w.p.Indicators) > 0 {
		w.heading("INDICATORS", "")
	}
	for _, d := range w.p.Indicators {
		w.begin("IF", d.Row.Name)
		w.pad(firstPair)
		w.text(w.p.Columns[d.Column].Name)
		w.pad(firstPair + 10)
		if d.Zero {
			w.text("0")
		} else {
			w.text("1")
		}
		w.end()
	}
}

func (w *mpsWriter) sets() {
	if len(w.p.Sets) > 0 {
		w.heading("SOS", "")
	}
	for _, s := range w.p.Sets {
		w.begin("S"+strconv.Itoa(s.Kind), s.Name)
		w.end()
		for k, j := range s.Columns {
			w.text("   ")
			w.pair(4, w.p.Columns[j].Name, s.Weights[k])
			w.end()
		}
	}
}
