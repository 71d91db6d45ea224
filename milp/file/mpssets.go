package file

import (
	"bytes"

	"farbank/milp/problem"
)

// readSets reads a section of special ordered sets. A set begins with a line
//
//	S1 name   or   S1 SOS name   with a priority, which is ignored
//
// followed by a line for each column, with its weight or without:
//
//	x 1   or   name x 1   or   x
func (r *mpsReader) readSets(section string) {
	var set problem.Set
	begin, line := word{}, 0
	finish := func() {
		if set.Kind == 0 {
			return
		}
		if err := r.putSet(set); err != "" {
			r.add(line, begin.column, "%s", err)
		}
		set = problem.Set{}
	}
	r.data(func() {
		w := r.l.words
		if kind := setKind(w[0].text); kind != 0 && !r.isMember(w) {
			finish()
			begin, line = w[0], r.l.line
			set = problem.Set{Kind: kind, Name: r.setName(w[1:])}
			return
		}
		if set.Kind == 0 {
			r.fail(w[0], "S1 or S2 and the name of a set must stand here")
			return
		}
		r.member(&set, w)
	})
	finish()
}

// setKind returns 1 for S1, 2 for S2, else 0.
func setKind(text []byte) int {
	switch string(bytes.ToUpper(text)) {
	case "S1":
		return 1
	case "S2":
		return 2
	}
	return 0
}

// isMember reports whether a line that begins with S1 or S2 is a column of that name.
func (r *mpsReader) isMember(w []word) bool {
	_, there := r.columns[string(w[0].text)]
	return there && len(w) == 2 && w[1].number()
}

// setName returns the name of the set from the words after S1.
func (r *mpsReader) setName(w []word) string {
	if len(w) > 1 && w[len(w)-1].number() {
		w = w[:len(w)-1] // the priority
	}
	if len(w) == 0 {
		return nameOf("s", "", len(r.p.Sets))
	}
	return string(w[len(w)-1].text)
}

func (r *mpsReader) member(set *problem.Set, w []word) {
	known := func(w word) bool { _, ok := r.columns[string(w.text)]; return ok }
	name, weight := w[0], word{}
	switch {
	case len(w) == 3 || len(w) == 2 && known(w[1]) && !(known(w[0]) && w[1].number()):
		name = w[1]
		if len(w) == 3 {
			weight = w[2]
		}
	case len(w) == 2:
		weight = w[1]
	case len(w) > 3:
		r.fail(w[3], "a column and its weight must stand here, and nothing more")
		return
	}
	j, ok := r.findColumn(name)
	if !ok {
		return
	}
	v := float64(len(set.Columns) + 1)
	if weight.text != nil {
		if v, ok = r.coefficient(weight); !ok {
			return
		}
	}
	set.Columns = append(set.Columns, j)
	set.Weights = append(set.Weights, v)
}

// indicator reads a line of section INDICATORS: IF, a row, a binary column, and the value, 0 or 1, at
// which the row holds.
func (r *mpsReader) indicator() {
	w := r.l.words
	if len(w) != 4 || string(bytes.ToUpper(w[0].text)) != "IF" {
		r.fail(w[0], "IF, a row, a column and 0 or 1 must stand here")
		return
	}
	i, ok := r.findRow(w[1])
	j, known := r.findColumn(w[2])
	if !ok || !known {
		return
	}
	v, ok := r.coefficient(w[3])
	switch {
	case !ok:
	case v != 0 && v != 1:
		r.fail(w[3], "the value of an indicator is 0 or 1, not %q", w[3].text)
	case r.lines[i] != 0:
		r.fail(w[1], "a second indicator of row %q", w[1].text)
	default:
		r.conditions[i] = condition{j, v == 0}
		if r.lines == nil {
			r.lines = map[int]int{}
		}
		r.lines[i] = r.l.line
	}
}

// checkConditions reports indicators whose columns are not binary.
func (r *mpsReader) checkConditions() {
	for i := range r.p.Rows {
		c, there := r.conditions[i]
		if !there {
			continue
		}
		d, given := r.p.Columns[c.column], r.given[c.column]
		if !d.Integer || d.Lower < 0 || d.Upper > 1 && given != (bounds{}) || d.Semi {
			r.add(r.lines[i], 0, "column %q of an indicator is not binary", d.Name)
		}
	}
}
