package milp

import (
	"farbank/model"
)

// A box is a set of values for each of some cells: all states in which each of these cells has one
// of its values.
type box struct {
	cells  []int
	values [][]int64
}

const maxTable = 1 << 12 // maximum number of states of the cells of a condition that are enumerated

// forbidden covers the states that violate a condition over few cells by maximal boxes. ok is false
// if the condition has too many states.
func (pl *planner) forbidden(e *model.Expr) (boxes []box, ok bool, err error) {
	p := pl.p
	cells := cellsOf(e)
	if n := assignments(p, cells); n > maxTable || !pl.spend(n) {
		return nil, false, nil
	}
	t := &table{p: p, cells: cells}
	err = pl.each(cells, func(s model.State) error {
		v, _, err := p.Eval(e, s)
		t.bad = append(t.bad, v == 0)
		return err
	})
	if err != nil {
		return nil, false, err
	}
	covered := make([]bool, len(t.bad))
	for i, bad := range t.bad {
		if bad && !covered[i] {
			boxes = append(boxes, t.grow(i, covered))
		}
	}
	return boxes, true, nil
}

// A table holds, for every state of some cells in lexicographic order, whether it is forbidden.
type table struct {
	p     *model.Problem
	cells []int
	bad   []bool
}

// grow returns a box around a forbidden state. It adds values cell by cell as long as all states in
// the box are forbidden.
func (t *table) grow(start int, covered []bool) box {
	in := make([][]bool, len(t.cells))
	rest := start
	for k := len(t.cells) - 1; k >= 0; k-- {
		n := t.size(k)
		in[k] = make([]bool, n)
		in[k][rest%n] = true
		rest /= n
	}
	for k := range t.cells {
		for v := range in[k] {
			if !in[k][v] {
				in[k][v] = true
				if !t.all(in, 0, 0, func(i int) bool { return t.bad[i] }) {
					in[k][v] = false
				}
			}
		}
	}
	t.all(in, 0, 0, func(i int) bool { covered[i] = true; return true })
	var b box
	for k, c := range t.cells {
		var values []int64
		for v, ok := range in[k] {
			if ok {
				values = append(values, t.p.Cells[c].Lo+int64(v))
			}
		}
		if len(values) < t.size(k) { // otherwise the cell is irrelevant
			b.cells = append(b.cells, c)
			b.values = append(b.values, values)
		}
	}
	return b
}

func (t *table) size(k int) int { return int(t.p.Cells[t.cells[k]].Span()) }

// all reports whether a test holds for every state of a box.
func (t *table) all(in [][]bool, k, at int, test func(int) bool) bool {
	if k == len(t.cells) {
		return test(at)
	}
	for v, ok := range in[k] {
		if ok && !t.all(in, k+1, at*t.size(k)+v, test) {
			return false
		}
	}
	return true
}
