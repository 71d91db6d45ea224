package judge

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A Shown is a column of the table in which a state is shown, which has one cell, or a
// board, which has Rows times Cols, row by row.
type Shown struct {
	Title string
	Board bool
	Rows  int
	Cols  int
	Cells []string

	Timeline bool // Cells are the elements of its two or three arrays
}

// Show returns a state as a person sees it. Without any show in the file, these are its
// variables.
func (j *Judge) Show(s State) (all []Shown, err error) {
	err = j.in(s, func(m *machine) {
		for _, d := range j.shows {
			all = append(all, m.show(d))
		}
		if len(j.shows) == 0 {
			for i, o := range j.vars {
				all = append(all, column(o.Name, shown(s[i], o.Type)))
			}
		}
	})
	return all, err
}

func column(title, text string) Shown {
	return Shown{Title: title, Rows: 1, Cols: 1, Cells: []string{text}}
}

// show evaluates a column, or every cell of a board: the first index is the row, the second
// the column; of one index it is a row.
func (m *machine) show(d *syntax.ShowDecl) Shown {
	if d.More != nil {
		return m.timeline(d)
	}
	if d.Name == nil {
		return column(d.Title.Value, m.text(d.Value))
	}
	sh := Shown{Title: d.Name.Name, Board: true, Rows: 1}
	axes := m.axes(d)
	if len(axes) == 2 {
		sh.Rows = len(axes[0].values)
	}
	sh.Cols = len(axes[len(axes)-1].values)
	m.cells(axes, func() { sh.Cells = append(sh.Cells, m.text(d.Value)) })
	return sh
}

// timeline evaluates the elements of the arrays of a timeline.
func (m *machine) timeline(d *syntax.ShowDecl) Shown {
	sh := Shown{Title: d.Title.Value, Timeline: true}
	for _, e := range append([]syntax.Expr{d.Value}, d.More...) {
		t := m.typeOf(e)
		v, u := m.eval(e)
		for k := range m.elements(t, e) {
			text := "?"
			if u == nil {
				text = shown(v.Elems[k], t.Elem())
			}
			sh.Cells = append(sh.Cells, text)
		}
	}
	return sh
}

// elements is how many elements an array of a type has.
func (m *machine) elements(t *types.Type, at syntax.Node) int {
	n := 1
	for _, x := range t.Index {
		n *= len(m.list(m.values(x, at), at))
	}
	return n
}

// An axis is an index of a board: its name, nil for none, and its values.
type axis struct {
	name   *types.Object
	values members
}

func (m *machine) axes(d *syntax.ShowDecl) []axis {
	var all []axis
	for _, f := range d.Index {
		if len(f.Names) == 0 {
			domain, _ := m.domain(f.Type)
			all = append(all, axis{values: m.list(domain, f)})
		}
		for _, id := range f.Names {
			o := m.object(id)
			all = append(all, axis{o, m.list(m.values(o.Type, f), f)})
		}
	}
	return all
}

// cells calls f with the names bound to every value in turn.
func (m *machine) cells(axes []axis, f func()) {
	if len(axes) == 0 {
		f()
		return
	}
	for _, v := range axes[0].values {
		if axes[0].name != nil {
			m.bind(axes[0].name, v)
		}
		m.cells(axes[1:], f)
	}
}
