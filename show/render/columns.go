package render

import (
	"strings"

	"farbank/model"
)

// A column is a part of the state that is shown.
type column struct {
	title string
	text  func(s model.State) string
}

// maxCells is the maximum number of cells that are shown one by one if the problem has no show.
const maxCells = 12

// columns returns what the problem shows except boards, or its variables if it shows nothing.
func columns(p *model.Problem) []column {
	var cols []column
	for i := range p.Show {
		if sh := &p.Show[i]; !sh.Board && !sh.Timeline {
			cols = append(cols, column{sh.Title, func(s model.State) string { return p.Text(sh.Cells[0], s) }})
		}
	}
	if len(p.Show) == 0 {
		return variables(p)
	}
	return cols
}

// variables returns a column for every element of every variable, or, if there are many, for every
// variable.
func variables(p *model.Problem) []column {
	all := elementsBy(p, written)
	if len(all) <= maxCells || len(p.Moves) == 0 {
		return all
	}
	var cols []column
	for i := range p.Vars {
		v := &p.Vars[i]
		if v.Hidden {
			continue
		}
		cols = append(cols, column{v.Name, func(s model.State) string { return v.Type.Shown(s[v.Base : v.Base+v.Cells]) }})
	}
	return cols
}

// elements returns a column for every element of every variable: at[wolf], pos. Values are
// formatted as in a plan.
func elements(p *model.Problem) []column { return elementsBy(p, (*model.Type).Format) }

func elementsBy(p *model.Problem, write func(*model.Type, []int64) string) []column {
	var cols []column
	for i := range p.Vars {
		v := &p.Vars[i]
		if v.Hidden {
			continue
		}
		t, n := v.Type, 1
		if t.Kind == model.Array {
			t = t.Elems[0]
			n = v.Cells / max(t.Leaves(), 1)
		}
		for k := range n {
			from := v.Base + k*t.Leaves()
			to := from + t.Leaves()
			cols = append(cols, column{elementName(v, k, write), func(s model.State) string { return write(t, s[from:to]) }})
		}
	}
	return cols
}

// elementName returns the name of element k of a variable, with its index.
func elementName(v *model.Var, k int, write func(*model.Type, []int64) string) string {
	if v.Type.Kind != model.Array {
		return v.Name
	}
	index := v.Type.Index
	parts := make([]string, len(index))
	for i := len(index) - 1; i >= 0; i-- {
		n, _ := index[i].Size()
		parts[i] = write(index[i], index[i].Nth(int64(k)%n))
		k /= int(n)
	}
	return v.Name + "[" + strings.Join(parts, ", ") + "]"
}

// written formats a value as in a plan, or by the labels of its type.
func written(t *model.Type, leaves []int64) string {
	if t.Labelled() {
		return t.Shown(leaves)
	}
	return t.Format(leaves)
}

// boards returns the boards that the problem shows.
func boards(p *model.Problem) []*model.Show {
	var bs []*model.Show
	for i := range p.Show {
		if p.Show[i].Board {
			bs = append(bs, &p.Show[i])
		}
	}
	return bs
}
