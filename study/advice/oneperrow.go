package advice

import (
	"fmt"
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
)

// onePerRow finds Boolean matrices with exactly one true element in each row or in each column, which
// encode a function.
func (a *adviser) onePerRow() {
	var ones [][]int
	for _, e := range a.required() {
		if cells := exactlyOne(e); cells != nil {
			ones = append(ones, cells)
		}
	}
	for _, v := range a.finds() {
		m, index := a.variable(v), a.indices(v)
		if m == nil || len(index) != 2 || m.Type.Kind != model.Array || m.Type.Elems[0].Kind != model.Bool {
			continue
		}
		rows, _ := m.Type.Index[0].Size()
		cols, _ := m.Type.Index[1].Size()
		byRow := each(ones, m.Base, int(rows), int(cols), int(cols), 1)
		byCol := each(ones, m.Base, int(cols), int(rows), 1, int(cols))
		switch {
		case byRow && cols > 2:
			a.sayOne(v, index[0], index[1], "row")
		case byCol && rows > 2:
			a.sayOne(v, index[1], index[0], "column")
		}
	}
}

func (a *adviser) sayOne(v *syntax.ValueDecl, of, value, line string) {
	a.say(v, fmt.Sprintf("find %s[%s]: %s", v.Name.Name, of, value),
		"exactly one of each %s of %s is true; an array of their indices has fewer unknowns and needs no such requirement", line, v.Name.Name)
}

// indices returns the types of the indices of an array, as written.
func (a *adviser) indices(v *syntax.ValueDecl) []string {
	var list []string
	for _, f := range v.Index {
		for range max(len(f.Names), 1) {
			list = append(list, a.text(f.Type))
		}
	}
	return list
}

// exactlyOne returns the cells of a condition that says that exactly one of them is true, in order, or
// nil for any other condition.
func exactlyOne(e *model.Expr) []int {
	if e.Op != model.Eq {
		return nil
	}
	sum, one := e.Args[0], e.Args[1]
	if sum.IsConst() {
		sum, one = one, sum
	}
	if !one.IsConst() || one.Value != 1 || sum.Op != model.Sum {
		return nil
	}
	var cells []int
	for _, x := range sum.Args {
		if x.Op == model.If && x.Args[1].IsConst() && x.Args[1].Value == 1 && x.Args[2].IsConst() && x.Args[2].Value == 0 {
			x = x.Args[0] // counted as a number
		}
		if x.Op != model.Cell {
			return nil
		}
		cells = append(cells, int(x.Value))
	}
	slices.Sort(cells)
	return cells
}

// each reports whether every line of a grid is among lists. The grid starts at base and has lines
// lines with distance between, each of cells cells with distance within.
func each(lists [][]int, base, lines, cells, between, within int) bool {
	for l := range lines {
		line := make([]int, cells)
		for k := range line {
			line[k] = base + l*between + k*within
		}
		if !slices.ContainsFunc(lists, func(x []int) bool { return slices.Equal(x, line) }) {
			return false
		}
	}
	return lines > 1
}
