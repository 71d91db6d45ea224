package file

import (
	"bufio"
	"strconv"
	"strings"

	"farbank/milp/problem"
)

// section is a part of an LP file.
type section int

const (
	sectionNone section = iota
	sectionObjective
	sectionRows
	sectionBounds
	sectionGeneral
	sectionBinary
	sectionSets
	sectionSets1
	sectionSets2
	sectionSemi
	sectionEnd
)

// An lpReader reads an LP file by recursive descent.
type lpReader struct {
	*builder
	report
	s     *lpScanner
	known bool // unknown columns are mistakes from here on
	aim   bool // the objective is being read, which may have products
	terms []problem.Term
	label []byte

	places  map[int]token      // of the columns of indicators, by row
	bounded map[limitKey]limit // bounds given so far
}

// A limitKey is one of the two bounds of a column.
type limitKey struct {
	column int
	upper  bool
}

// A limit is a bound and the line that gives it.
type limit struct {
	value float64
	line  int
}

func readLP(in *bufio.Reader, name string) (*problem.Problem, error) {
	r := &lpReader{builder: newBuilder(), report: report{file: name}, s: newLPScanner(in)}
	r.places, r.bounded = map[int]token{}, map[limitKey]limit{}
	r.file()
	r.checkConditions()
	if r.s.err != nil {
		return nil, r.s.err
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	r.nameRows()
	r.finish()
	r.p.Name = string(r.s.title)
	return r.p, nil
}

func (r *lpReader) file() {
	if !r.objective() {
		return
	}
	for !r.full() {
		now, words := r.section()
		t := *r.s.peek(0)
		switch {
		case t.kind == kindEnd:
			r.fail(&t, "the file ends without the word End")
			return
		case now == sectionNone:
			r.fail(&t, "Subject To, Bounds, General, Binary, SOS or End must stand here, not %s", show(&t))
			r.skipToSection()
			continue
		}
		for range words {
			r.s.next()
		}
		if now == sectionEnd {
			r.afterEnd()
			return
		}
		r.body(now, &t)
	}
}

func (r *lpReader) body(now section, at *token) {
	switch now {
	case sectionRows:
		r.each(r.row, r.skipRow)
	case sectionBounds:
		r.known = true
		r.each(r.bound, r.skipLine)
	case sectionGeneral:
		r.known = true
		r.each(r.general, r.skipLine)
	case sectionBinary:
		r.known = true
		r.each(r.binary, r.skipLine)
	case sectionSets:
		r.known = true
		r.each(func() bool { return r.set(0) }, r.skipRow)
	case sectionSets1:
		r.known = true
		r.each(func() bool { return r.set(1) }, r.skipRow)
	case sectionSets2:
		r.known = true
		r.each(func() bool { return r.set(2) }, r.skipRow)
	case sectionSemi:
		r.known = true
		r.each(r.semi, r.skipLine)
	case sectionObjective:
		r.fail(at, "a second objective")
		r.skipToSection()
	}
}

// each calls read until the next section, and pass after each failure.
func (r *lpReader) each(read func() bool, pass func()) {
	for !r.full() {
		if now, _ := r.section(); now != sectionNone || r.s.peek(0).kind == kindEnd {
			return
		}
		line, column := r.s.peek(0).line, r.s.peek(0).column
		if read() {
			continue
		}
		if t := r.s.peek(0); t.line == line && t.column == column {
			r.s.next()
		}
		pass()
	}
}

// section returns the section that the next word begins, and the number of words of its heading. A
// word begins a section only at the beginning of a line, and not before a colon or a relation,
// where it is a name.
func (r *lpReader) section() (section, int) {
	t := r.s.peek(0)
	if t.kind != kindName || !t.first {
		return sectionNone, 0
	}
	if len(t.text) > len("semicontinuous") {
		return sectionNone, 0
	}
	s, second := keyword(strings.ToLower(string(t.text)))
	if s == sectionNone {
		return s, 0
	}
	next := r.s.peek(1)
	if second != "" {
		if next.is(second) {
			return s, 2
		}
		return sectionNone, 0
	}
	if s == sectionSemi && next.kind == kindSign && r.s.peek(2).is("continuous") {
		return s, 3
	}
	if next.kind == kindColon || next.kind == kindColons || next.relation() {
		return sectionNone, 0
	}
	return s, 1
}

// keyword returns the section that the word begins, and the word that must follow, if any.
func keyword(word string) (s section, second string) {
	switch word {
	case "max", "maximize", "maximise", "maximum", "min", "minimize", "minimise", "minimum":
		return sectionObjective, ""
	case "subject":
		return sectionRows, "to"
	case "such":
		return sectionRows, "that"
	case "lazy":
		return sectionRows, "constraints"
	case "user":
		return sectionRows, "cuts"
	case "st", "s.t.", "st.":
		return sectionRows, ""
	case "bound", "bounds":
		return sectionBounds, ""
	case "general", "generals", "gen", "integer", "integers", "int":
		return sectionGeneral, ""
	case "binary", "binaries", "bin":
		return sectionBinary, ""
	case "sos":
		return sectionSets, ""
	case "sos1":
		return sectionSets1, ""
	case "sos2":
		return sectionSets2, ""
	case "semi", "semis", "semicontinuous":
		return sectionSemi, ""
	case "end":
		return sectionEnd, ""
	}
	return sectionNone, ""
}

// objective reads the first section. It returns false if reading must stop.
func (r *lpReader) objective() bool {
	t := r.s.next()
	word := strings.ToLower(string(t.text))
	if s, _ := keyword(word); t.kind != kindName || s != sectionObjective {
		r.fail(t, "an LP file begins with Minimize or Maximize, not with %s", show(t))
		return false
	}
	r.p.Maximize = strings.HasPrefix(word, "max")
	r.aim = true
	defer func() { r.aim = false }()
	if r.s.peek(0).is("multi") && r.s.peek(1).kind == kindSign && r.s.peek(2).is("objectives") {
		return r.objectives()
	}
	r.takeLabel()
	if now, _ := r.section(); now != sectionNone { // an empty objective
		return true
	}
	constant, ok := r.expression(true)
	if !ok {
		r.skipToSection()
		return true
	}
	r.p.Offset = constant
	for _, term := range r.gather(r.terms) {
		r.p.Columns[term.Column].Cost = term.Coefficient
	}
	if t := r.s.peek(0); t.relation() {
		r.fail(t, "the objective has no %s", show(t))
		r.skipToSection()
	}
	return true
}

// takeLabel reads a name and a colon into r.label, if they are there.
func (r *lpReader) takeLabel() bool {
	r.label = r.label[:0]
	if r.s.peek(0).kind != kindName || r.s.peek(1).kind != kindColon {
		return false
	}
	r.label = append(r.label, r.s.next().text...)
	r.s.next()
	return true
}

// afterEnd checks that nothing follows.
func (r *lpReader) afterEnd() {
	if t := r.s.peek(0); t.kind != kindEnd {
		r.fail(t, "%s stands after End", show(t))
	}
}

// nameRows names rows without a name: c and the number of the row.
func (r *lpReader) nameRows() {
	for i := range r.p.Rows {
		row := &r.p.Rows[i]
		for k := 0; row.Name == ""; k++ {
			name := "c" + strconv.Itoa(i+1)
			if k > 0 {
				name += "_" + strconv.Itoa(k+1)
			}
			if _, taken := r.rows[name]; !taken {
				row.Name = name
				r.rows[name] = i
			}
		}
	}
}

// fail adds a mistake at a token.
func (r *lpReader) fail(t *token, format string, args ...any) bool {
	if r.s.err == nil {
		r.add(t.line, t.column, format, args...)
	}
	return false
}

// show formats a token for a message.
func show(t *token) string {
	if t.kind == kindEnd {
		return "the end of the file"
	}
	text := string(t.text)
	if len(text) > 40 {
		text = text[:40] + "..."
	}
	return strconv.Quote(text)
}

// skipToSection skips to the next section.
func (r *lpReader) skipToSection() {
	for r.s.peek(0).kind != kindEnd {
		if now, _ := r.section(); now != sectionNone {
			return
		}
		r.s.next()
	}
}

// skipLine skips to the next line.
func (r *lpReader) skipLine() {
	for t := r.s.peek(0); t.kind != kindEnd && !t.first; t = r.s.peek(0) {
		r.s.next()
	}
}

// skipRow skips to the next line that begins with a label or a section.
func (r *lpReader) skipRow() {
	for t := r.s.peek(0); t.kind != kindEnd; t = r.s.peek(0) {
		if t.first {
			if now, _ := r.section(); now != sectionNone {
				return
			}
			if t.kind == kindName && r.s.peek(1).kind == kindColon {
				return
			}
		}
		r.s.next()
	}
}
