package judge

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A Shown is a column of the table of a state, with one cell, or a board, with Rows times Cols
// cells, row by row.
type Shown struct {
	Title string
	Board bool
	Rows  int
	Cols  int
	Cells []string

	Timeline bool // Cells are the elements of its two or three arrays
}

// A show is a declared show: its values, and the types of its indices.
type show struct {
	decl          *syntax.ShowDecl
	values, index []*node
}

func (r *reader) show(d *syntax.ShowDecl) show {
	s := show{decl: d, values: append([]*node{r.expr(d.Value)}, r.exprs(d.More)...)}
	for _, f := range d.Index {
		s.index = append(s.index, r.expr(f.Type))
	}
	return s
}

// Show returns the displayed columns and boards of a state. Without a show in the file these
// are its variables.
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

// show evaluates a column, or all cells of a board. The first index is the row and the second
// the column; a single index is the column.
func (m *machine) show(s show) Shown {
	d := s.decl
	if d.More != nil {
		return m.timeline(s)
	}
	if d.Name == nil {
		return column(d.Title.Value, m.text(s.values[0]))
	}
	sh := Shown{Title: d.Name.Name, Board: true, Rows: 1}
	axes := m.axes(s)
	if len(axes) == 2 {
		sh.Rows = len(axes[0].values)
	}
	sh.Cols = len(axes[len(axes)-1].values)
	m.cells(axes, func() { sh.Cells = append(sh.Cells, m.text(s.values[0])) })
	return sh
}

// timeline evaluates the elements of the arrays of a timeline.
func (m *machine) timeline(s show) Shown {
	sh := Shown{Title: s.decl.Title.Value, Timeline: true}
	for _, n := range s.values {
		t := m.typeOf(n)
		v, u := m.eval(n)
		for k := range m.elements(t, n.at) {
			text := "?"
			if u == nil {
				text = shown(v.Elems[k], t.Elem())
			}
			sh.Cells = append(sh.Cells, text)
		}
	}
	return sh
}

// elements returns the number of elements of an array type.
func (m *machine) elements(t *types.Type, at syntax.Node) int {
	n := 1
	for _, x := range t.Index {
		n *= len(m.list(m.values(x, at), at))
	}
	return n
}

// An axis is an index of a board: its name, or nil, and its values.
type axis struct {
	name   *types.Object
	values members
}

func (m *machine) axes(s show) []axis {
	var all []axis
	for i, f := range s.decl.Index {
		if len(f.Names) == 0 {
			domain, _ := m.domain(s.index[i])
			all = append(all, axis{values: m.list(domain, f)})
		}
		for _, id := range f.Names {
			o := m.object(m.info.Uses[id], id)
			all = append(all, axis{o, m.list(m.values(o.Type, f), f)})
		}
	}
	return all
}

// cells calls f with the names bound to every combination of values.
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
