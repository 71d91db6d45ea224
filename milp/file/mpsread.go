package file

import (
	"bufio"
	"bytes"
	"strings"

	"farbank/milp/problem"
)

// An mpsReader reads an MPS file section by section.
type mpsReader struct {
	*builder
	report
	l         mpsLines
	fixed     bool // the layout is fixed
	free      bool // the layout is free
	objective string
	chosen    string // the objective that OBJNAME names
	types     []byte // of each row
	right     []float64
	haveRight []bool
	ranged    []bool
	column    int  // the column being read, or -1
	haveCost  bool // that column has a cost
	integer   bool
	lines     map[int]int // of the indicators of rows
	opened    int         // line of the marker that began the integer columns
	rightSet  setName
	rangeSet  setName
	boundSet  setName
	seen      map[string]bool // sections read
	bounded   map[boundKey]float64
}

// A boundKey is a kind of bound of a column.
type boundKey struct {
	column int
	kind   string
}

// A setName is the name of the first set of right-hand sides, ranges or bounds; others
// are not used.
type setName struct {
	name  string
	other bool // the line above belongs to another set
}

// uses reports whether a record belongs to the first set. A record without a name belongs to the
// set of the record above.
func (s *setName) uses(name []byte) bool {
	if len(name) > 0 {
		if s.name == "" {
			s.name = string(name)
		}
		s.other = s.name != string(name)
	}
	return !s.other
}

func readMPS(in *bufio.Reader, name string, f Format) (*problem.Problem, error) {
	r := &mpsReader{builder: newBuilder(), report: report{file: name}, l: mpsLines{in: in}, column: -1, seen: map[string]bool{}, bounded: map[boundKey]float64{}}
	r.mps = true
	r.fixed, r.free = f == FixedMPS, f == FreeMPS
	r.file()
	if r.l.err != nil {
		return nil, r.l.err
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	r.negated = r.l.negated && !r.seen["OBJSENSE"]
	r.builder.finish()
	return r.p, nil
}

func (r *mpsReader) file() {
	for !r.full() && r.l.next() {
		if !r.l.header() {
			r.fail(r.l.words[0], "the name of a section must stand here, in the first column")
			return
		}
		name := strings.ToUpper(string(r.l.words[0].text))
		if name == "ENDATA" {
			r.complete()
			return
		}
		r.section(name)
	}
	if !r.full() && r.l.err == nil {
		r.add(r.l.line+1, 0, "the file ends without ENDATA")
	}
}

// section reads a section. It skips sections whose prerequisites are missing.
func (r *mpsReader) section(name string) {
	at := r.l.words[0]
	if r.seen[name] && name != "SOS" && name != "SETS" {
		r.fail(at, "a second section %s", name)
	}
	r.seen[name] = true
	need := func(sections ...string) {
		for _, s := range sections {
			if !r.seen[s] {
				r.fail(at, "section %s must come behind section %s", name, s)
			}
		}
	}
	switch name {
	case "NAME":
		r.p.Name = string(bytes.TrimSpace(r.l.text[len("NAME"):]))
	case "OBJSENSE":
		r.sense()
	case "OBJNAME":
		r.objectiveName()
	case "ROWS", "LAZYCONS", "USERCUTS":
		r.data(r.row)
	case "COLUMNS":
		need("ROWS")
		r.data(r.columnLine)
		if r.integer {
			r.add(r.opened, 0, "the marker 'INTORG' has no 'INTEND': where do the integer columns end?")
			r.integer = false
		}
	case "RHS":
		need("ROWS", "COLUMNS")
		if r.seen["RANGES"] { // ranges depend on right-hand sides
			r.fail(at, "section RHS must come before section RANGES")
		}
		r.data(r.rightSide)
	case "RANGES":
		need("ROWS", "COLUMNS")
		r.data(r.rangeLine)
	case "BOUNDS":
		need("COLUMNS")
		r.data(r.bound)
	case "SOS", "SETS", "SOS1", "SOS2":
		need("COLUMNS")
		r.readSets(name)
	case "QUADOBJ", "QMATRIX":
		need("COLUMNS")
		r.data(func() { r.product(name == "QUADOBJ") })
	case "QSECTION", "QCMATRIX", "CSECTION":
		r.fail(at, "section %s: quadratic terms are not supported", name)
		r.data(func() {})
	case "INDICATORS":
		need("ROWS", "COLUMNS")
		r.data(r.indicator)
	case "GENCONS", "PWLOBJ":
		r.fail(at, "section %s is not supported", name)
		r.data(func() {})
	default:
		r.fail(at, "there is no section %s", show(&token{kind: kindName, text: at.text}))
		r.data(func() {})
	}
}

// data calls read for each line of the section.
func (r *mpsReader) data(read func()) {
	for !r.full() && r.l.next() {
		if r.l.header() {
			r.l.again = true
			return
		}
		read()
	}
}

// sense reads MAX or MIN after OBJSENSE or on the next line.
func (r *mpsReader) sense() {
	read := func(w word) {
		switch text := strings.ToUpper(string(w.text)); text {
		case "MAX", "MAXIMIZE", "MAXIMISE", "MAXIMUM":
			r.p.Maximize = true
		case "MIN", "MINIMIZE", "MINIMISE", "MINIMUM":
			r.p.Maximize = false
		default:
			r.fail(w, "MAX or MIN must stand here, not %q", w.text)
		}
	}
	if len(r.l.words) > 1 {
		read(r.l.words[1])
		return
	}
	r.data(func() { read(r.l.words[0]) })
}

func (r *mpsReader) objectiveName() {
	if len(r.l.words) > 1 {
		r.chosen = string(r.l.words[1].text)
		return
	}
	r.data(func() { r.chosen = string(r.l.words[0].text) })
}

// row reads the type and the name of a row. The first row of type N (or the one that OBJNAME names)
// is the objective; others are rows without bounds.
func (r *mpsReader) row() {
	w := r.l.words
	if !r.fixed && !r.free && (len(w) != 2 || len(w[0].text) != 1) {
		if f := r.l.byColumns(); len(w) > 2 && len(f.code.text) == 1 && len(f.head.text) > 0 {
			r.fixed = true
		}
	}
	if r.fixed {
		f := r.l.byColumns()
		w = []word{f.code, f.head}
	}
	if len(w) != 2 || len(w[0].text) != 1 || len(w[1].text) == 0 {
		r.fail(r.l.words[0], "the type (N, L, G or E) and the name of a row must stand here")
		return
	}
	kind, name := w[0].text[0]&^0x20, string(w[1].text)
	lower, upper := -problem.Infinity, problem.Infinity
	switch kind {
	case 'N':
		if r.objective == "" && (r.chosen == "" || r.chosen == name) {
			r.objective = name
			if _, taken := r.rows[name]; taken {
				r.fail(w[1], "a second row called %q", name)
			}
			return
		}
	case 'L':
		upper = 0
	case 'G':
		lower = 0
	case 'E':
		lower, upper = 0, 0
	default:
		r.fail(w[0], "the type of a row is N, L, G or E, not %q", w[0].text)
		return
	}
	taken := name == r.objective
	if !taken {
		_, ok := r.addRow(name, lower, upper)
		taken = !ok
	}
	if taken {
		r.fail(w[1], "a second row called %q", name)
		return
	}
	r.types = append(r.types, kind)
	r.right = append(r.right, 0)
	r.haveRight = append(r.haveRight, false)
	r.ranged = append(r.ranged, false)
}

// complete reports what is missing in the file.
func (r *mpsReader) complete() {
	for _, name := range []string{"ROWS", "COLUMNS"} {
		if !r.seen[name] {
			r.add(r.l.line, 0, "the file has no section %s", name)
		}
	}
	r.checkConditions()
	if r.chosen != "" && r.objective == "" {
		r.add(r.l.line, 0, "no row of type N is called %q, as OBJNAME says", r.chosen)
	}
}

// fail adds a mistake at a word of this line.
func (r *mpsReader) fail(at word, format string, args ...any) {
	r.add(r.l.line, at.column, format, args...)
}
