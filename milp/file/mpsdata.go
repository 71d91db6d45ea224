package file

import (
	"bytes"
	"math"

	"farbank/milp/problem"
)

// record splits a line into a head and pairs. Unless the layout is known, a line whose words do not
// fit is split at the fixed columns. If that fits, the file has the fixed layout.
func (r *mpsReader) record(headless bool) (record, bool) {
	if r.fixed {
		return r.l.byColumns(), true
	}
	f, ok := r.l.byWords()
	if ok && (headless || f.head.text != nil || r.free || r.sensible(f)) {
		return f, true
	}
	if !r.free && r.l.text[0] != '\t' {
		if c := r.l.byColumns(); r.sensible(c) {
			r.fixed = true
			return c, true
		}
	}
	for k := range f.n + 1 {
		if k < 2 && f.pairs[k].number.text != nil && !f.pairs[k].number.number() {
			r.fail(f.pairs[k].number, "%q is not a number%s", f.pairs[k].number.text, r.blanks(f.pairs[k].number))
			return f, false
		}
	}
	what := "a column, and one or two pairs of a row and a number, must stand here"
	if headless {
		what = "one or two pairs of a row and a number must stand here"
	}
	if len(r.l.words) > 5 {
		what += ", not more: names in the free layout cannot contain blanks"
	}
	r.fail(r.l.words[0], "%s", what)
	return f, false
}

// blanks returns the likely reason why a word is not the number that should be there: a name before
// it has blanks.
func (r *mpsReader) blanks(w word) string {
	_, row := r.rows[string(w.text)]
	if c := w.text[0]; row || r.isObjective(w) || !isLetter(c) && c < 0x80 || bytes.EqualFold(w.text, []byte("nan")) || bytes.EqualFold(w.text, []byte("inf")) {
		return ""
	}
	return ": names in the free layout cannot contain blanks"
}

// sensible reports whether a record split at fixed columns names rows and numbers.
func (r *mpsReader) sensible(f record) bool {
	for _, pair := range f.pairs[:f.n] {
		_, there := r.rows[string(pair.name.text)]
		if !there && string(pair.name.text) != r.objective || !pair.number.number() {
			return false
		}
	}
	return f.n > 0
}

// columnLine reads a line of section COLUMNS: a column and coefficients, or a marker. The name may
// be missing if it is that of the line above.
func (r *mpsReader) columnLine() {
	if r.marker() {
		return
	}
	f, ok := r.record(false)
	if !ok && len(f.head.text) == 0 {
		return // the reason is said
	}
	if !r.startColumn(f.head) || !ok {
		return
	}
	j := r.column
	for _, pair := range f.pairs[:f.n] {
		v, ok := r.coefficient(pair.number)
		if !ok {
			continue
		}
		if r.isObjective(pair.name) {
			if r.haveCost {
				r.fail(pair.name, "column %q stands in the objective twice", r.p.Columns[j].Name)
			}
			r.haveCost = true
			r.p.Columns[j].Cost = v
			continue
		}
		i, ok := r.findRow(pair.name)
		if !ok {
			continue
		}
		row := &r.p.Rows[i]
		if n := len(row.Terms); n > 0 && row.Terms[n-1].Column == j {
			r.fail(pair.name, "column %q stands in row %q twice", r.p.Columns[j].Name, row.Name)
			continue
		}
		if v != 0 {
			row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: v})
		}
	}
}

// marker reads a line that begins or ends a range of integer columns.
func (r *mpsReader) marker() bool {
	w := r.l.words
	if len(w) < 3 {
		return false
	}
	what, kind := w[len(w)-2].text, w[len(w)-1].text
	if string(what) != "'MARKER'" {
		return false
	}
	switch string(kind) {
	case "'INTORG'":
		if r.integer {
			r.fail(w[len(w)-1], "a second 'INTORG' before the 'INTEND' of the one in line %d", r.opened)
		}
		r.integer, r.opened = true, r.l.line
	case "'INTEND'":
		if !r.integer {
			r.fail(w[len(w)-1], "'INTEND' without 'INTORG': where do the integer columns begin?")
		}
		r.integer = false
	default:
		r.fail(w[len(w)-1], "'INTORG' or 'INTEND' must stand here, not %q", kind)
	}
	return true
}

// startColumn makes the column of the line the current one.
func (r *mpsReader) startColumn(name word) bool {
	if len(name.text) == 0 { // the column of the line above
		if r.column < 0 {
			r.fail(r.l.words[0], "the name of a column is missing")
		}
		return r.column >= 0
	}
	if r.column >= 0 && r.p.Columns[r.column].Name == string(name.text) {
		return true
	}
	if _, there := r.columns[string(name.text)]; there {
		r.fail(name, "a second column called %q: the lines of a column must stand together", name.text)
		return false
	}
	r.haveCost = false
	r.column = r.addColumn(string(name.text))
	r.p.Columns[r.column].Integer = r.integer
	return true
}

func (r *mpsReader) isObjective(name word) bool {
	return r.objective != "" && r.objective == string(name.text)
}

func (r *mpsReader) findRow(name word) (int, bool) {
	i, ok := r.rows[string(name.text)]
	if !ok {
		r.fail(name, "no row is called %q", name.text)
	}
	return i, ok
}

func (r *mpsReader) findColumn(name word) (int, bool) {
	j, ok := r.columns[string(name.text)]
	if !ok {
		r.fail(name, "no column is called %q", name.text)
	}
	return j, ok
}

// coefficient reads a finite number.
func (r *mpsReader) coefficient(w word) (float64, bool) {
	v, err := parseNumber(w.text)
	if err != nil {
		r.fail(w, "%q is %v", w.text, err)
	}
	return v, err == nil
}

// limit reads a number or an infinity.
func (r *mpsReader) limit(w word) (float64, bool) {
	v, err := parseBound(w.text)
	if err != nil {
		r.fail(w, "%q is %v", w.text, err)
	}
	return v, err == nil
}

// eachRow reads a line of a section that gives each row a number, once. It calls put for rows, and
// objective if the name is that of the objective. seen marks the rows that have one; what is its
// name in messages.
func (r *mpsReader) eachRow(set *setName, what string, seen []bool, objective func(name, number word), put func(i int, v float64, name, number word)) {
	f, ok := r.record(true)
	if !ok || !set.uses(f.head.text) {
		return
	}
	for _, pair := range f.pairs[:f.n] {
		if r.isObjective(pair.name) {
			objective(pair.name, pair.number)
			continue
		}
		v, ok := r.limit(pair.number)
		i, there := r.findRow(pair.name)
		switch {
		case !ok || !there:
		case seen[i]:
			r.fail(pair.name, "a second %s of row %q", what, pair.name.text)
		default:
			seen[i] = true
			put(i, v, pair.name, pair.number)
		}
	}
}

// rightSide reads a line of section RHS. The right-hand side of the objective is its negated
// constant.
func (r *mpsReader) rightSide() {
	r.eachRow(&r.rightSet, "right-hand side", r.haveRight, func(_, number word) {
		if v, ok := r.coefficient(number); ok {
			r.p.Offset = 0 - v // never -0
		}
	}, func(i int, v float64, _, number word) { r.setRight(i, v, number) })
}

// setRight sets the bounds of a row according to its type.
func (r *mpsReader) setRight(i int, v float64, at word) {
	row := &r.p.Rows[i]
	r.right[i] = v
	switch r.types[i] {
	case 'L':
		row.Upper = v
	case 'G':
		row.Lower = v
	case 'E':
		row.Lower, row.Upper = v, v
	}
	if row.Lower == problem.Infinity || row.Upper == -problem.Infinity {
		r.fail(at, "row %q can't be reached by any finite value", row.Name)
	}
}

// rangeLine reads a line of section RANGES.
func (r *mpsReader) rangeLine() {
	r.eachRow(&r.rangeSet, "range", r.ranged, func(name, _ word) { r.fail(name, "the objective can't have a range") },
		func(i int, v float64, name, _ word) { r.setRange(i, v, name) })
}

// setRange sets the range of a row: of an inequality by |v|; of an equality up by v if v > 0, down
// by |v| if v < 0.
func (r *mpsReader) setRange(i int, v float64, at word) {
	row := &r.p.Rows[i]
	size := math.Abs(v)
	switch t := r.types[i]; {
	case t == 'N':
		r.fail(at, "row %q is free: it can't have a range", row.Name)
	case !finite(r.right[i]):
		r.fail(at, "row %q has an infinite right-hand side: it can't have a range", row.Name)
	case t == 'L' || t == 'E' && v < 0:
		row.Lower = clip(sum(r.right[i], -size))
	default:
		row.Upper = clip(sum(r.right[i], size))
	}
}

var signOnly = []string{"FR", "MI", "PL", "BV"}

// bound reads a line of section BOUNDS.
func (r *mpsReader) bound() {
	code, set, name, number, ok := r.boundFields()
	if !ok || !r.boundSet.uses(set.text) {
		return
	}
	j, ok := r.findColumn(name)
	if !ok {
		return
	}
	kind := string(bytes.ToUpper(code.text))
	var v float64
	switch kind {
	case "FR", "MI", "PL", "BV":
	case "LO", "UP", "FX", "LI", "UI", "SC", "SI":
		if v, ok = r.limit(number); !ok {
			return
		}
	default:
		r.fail(code, "there is no bound %q: LO, UP, FX, FR, MI, PL, BV, LI, UI, SC and SI are known", code.text)
		return
	}
	if old, twice := r.bounded[boundKey{j, kind}]; twice && old != v {
		r.fail(code, "a second bound %s of column %q: %v, and %v before", kind, r.p.Columns[j].Name, v, old)
		return
	}
	r.bounded[boundKey{j, kind}] = v
	r.setBound(j, kind, v, number)
}

// setBound sets the bounds for the kind of bound.
func (r *mpsReader) setBound(j int, kind string, v float64, at word) {
	c := &r.p.Columns[j]
	if math.IsInf(v, 1) && kind != "UP" && kind != "UI" && kind != "SC" && kind != "SI" || math.IsInf(v, -1) && kind != "LO" && kind != "LI" {
		r.fail(at, "column %q can't be %v", c.Name, v)
		return
	}
	switch kind {
	case "FR":
		r.setLower(j, -problem.Infinity)
		r.setUpper(j, problem.Infinity)
	case "MI":
		r.setLower(j, -problem.Infinity)
	case "PL":
		r.setUpper(j, problem.Infinity)
	case "BV":
		c.Integer = true
		r.setLower(j, 0)
		r.setUpper(j, 1)
	case "LO", "LI":
		c.Integer = c.Integer || kind == "LI"
		r.setLower(j, v)
	case "UP", "UI":
		c.Integer = c.Integer || kind == "UI"
		r.setUpper(j, v)
	case "FX":
		r.setLower(j, v)
		r.setUpper(j, v)
	case "SC", "SI":
		if v == 0 {
			r.fail(at, "the upper bound of a semi-continuous column must not be 0")
			return
		}
		c.Semi, c.Integer = true, c.Integer || kind == "SI"
		r.setUpper(j, v)
	}
}

// boundFields splits a line of section BOUNDS: a code, the name of the set, which may be missing, a
// column and, for most codes, a number.
func (r *mpsReader) boundFields() (code, set, name, number word, ok bool) {
	if !r.fixed {
		if code, set, name, number, ok = r.boundWords(); ok {
			return code, set, name, number, true
		}
	}
	f := r.l.byColumns()
	if !r.fixed {
		if _, there := r.columns[string(f.pairs[0].name.text)]; r.free || !there {
			w := r.l.words[0]
			r.fail(w, "a kind of bound, a set, a column and a number must stand here")
			return code, set, name, number, false
		}
		r.fixed = true
	}
	return f.code, f.head, f.pairs[0].name, f.pairs[0].number, true
}

// boundWords splits such a line at blanks. If the set may be missing, the known columns decide.
func (r *mpsReader) boundWords() (code, set, name, number word, ok bool) {
	w := r.l.words
	if len(w) < 2 || len(w[0].text) != 2 {
		return code, set, name, number, false
	}
	code = w[0]
	bare := false
	for _, s := range signOnly {
		bare = bare || bytes.EqualFold(code.text, []byte(s))
	}
	known := func(w word) bool { _, ok := r.columns[string(w.text)]; return ok }
	switch {
	case len(w) == 4 && w[3].number():
		return code, w[1], w[2], w[3], true
	case len(w) == 3 && bare && (known(w[2]) || !known(w[1]) || !w[2].number()):
		return code, w[1], w[2], number, true
	case len(w) == 3 && w[2].number():
		return code, set, w[1], w[2], true
	case len(w) == 2 && bare:
		return code, set, w[1], number, true
	case len(w) == 4 && known(w[2]):
		return code, w[1], w[2], w[3], true
	}
	return code, set, name, number, false
}
