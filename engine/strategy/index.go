package strategy

import (
	"slices"

	"farbank/model"
)

// An index lists the moves that may be enabled in a state. A move that needs a value of a cell, by one of its first
// requirements, is listed only in states with this value.
type index struct {
	cells  []int // cells with lists
	lo     []int64
	lists  [][][]int32 // by such cell and value
	always []int32
	out    []int32
}

// fewMoves is the number of moves up to which all are listed.
const fewMoves = 16

func newIndex(p *model.Problem) *index {
	x := &index{}
	place := map[int]int{}
	for i, m := range p.Moves {
		cell, value := needed(p, m)
		if cell < 0 || len(p.Moves) <= fewMoves {
			x.always = append(x.always, int32(i))
			continue
		}
		k, ok := place[cell]
		if !ok {
			k = len(x.cells)
			place[cell] = k
			x.cells, x.lo = append(x.cells, cell), append(x.lo, p.Cells[cell].Lo)
			x.lists = append(x.lists, make([][]int32, p.Cells[cell].Span()))
		}
		at := value - p.Cells[cell].Lo
		x.lists[k][at] = append(x.lists[k][at], int32(i))
	}
	return x
}

// mostValues is the maximum number of values of a cell with lists.
const mostValues = 1 << 16

// needed returns a cell and the value that it must have for a move to be enabled, or -1. Of several it takes the cell with most
// values. Only requirements at the beginning of the move count, so that a move which is not ours is listed where it is in error.
func needed(p *model.Problem, m *model.Move) (cell int, value int64) {
	cell = -1
	for _, st := range m.Body {
		if st.Kind != model.Guard || st.Leaves || st.Undefined {
			break
		}
		for _, c := range st.Value.Conjuncts() {
			i, v, ok := fact(c)
			if !ok || v < p.Cells[i].Lo || v > p.Cells[i].Hi || p.Cells[i].Span() > mostValues {
				continue
			}
			if cell < 0 || p.Cells[i].Span() > p.Cells[cell].Span() {
				cell, value = i, v
			}
		}
		if st.Value.Wide { // it may be an overflow
			break
		}
	}
	return cell, value
}

// fact returns the cell and the value that a condition asks for.
func fact(c *model.Expr) (cell int, value int64, ok bool) {
	switch {
	case c.Op == model.Cell && c.Bool:
		return int(c.Value), 1, true
	case c.Op == model.Not && c.Args[0].Op == model.Cell && c.Args[0].Bool:
		return int(c.Args[0].Value), 0, true
	case c.Op == model.Eq && c.Args[0].Op == model.Cell && c.Args[1].IsConst():
		return int(c.Args[0].Value), c.Args[1].Value, true
	case c.Op == model.Eq && c.Args[1].Op == model.Cell && c.Args[0].IsConst():
		return int(c.Args[1].Value), c.Args[0].Value, true
	}
	return 0, 0, false
}

// of returns the moves that may be enabled in a state, ascending. They are valid until the next call.
func (x *index) of(s model.State) []int32 {
	if len(x.cells) == 0 {
		return x.always
	}
	x.out = append(x.out[:0], x.always...)
	for k, c := range x.cells {
		x.out = append(x.out, x.lists[k][s[c]-x.lo[k]]...)
	}
	slices.Sort(x.out)
	return x.out
}
