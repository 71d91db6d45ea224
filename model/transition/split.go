package transition

import (
	"slices"

	"farbank/model"
)

// Split returns the operators of a move. It splits the move into one case for each assignment
// of the cells that its dynamic addresses depend on, so that every address is constant. If
// these are more than most, it returns one operator.
func (x *Executor) Split(move, most int) ([]*Operator, error) {
	o, err := x.Run(move)
	if err != nil || o == nil {
		return nil, err
	}
	cells := x.addressing(o, int64(most))
	if cells == nil {
		return []*Operator{o}, nil
	}
	return x.cases(nil, move, cells, map[int]int64{})
}

// cases appends an operator for each assignment of the cells.
func (x *Executor) cases(list []*Operator, move int, cells []int, given map[int]int64) ([]*Operator, error) {
	if len(cells) == 0 {
		o, err := x.run(move, given)
		if o != nil {
			list = append(list, o)
		}
		return list, err
	}
	defer delete(given, cells[0])
	for v := range x.Problem.Cells[cells[0]].Values() {
		given[cells[0]] = v
		var err error
		if list, err = x.cases(list, move, cells[1:], given); err != nil {
			return list, err
		}
	}
	return list, nil
}

// addressing returns the cells that the dynamic addresses of an operator depend on. It returns
// nil if there are no such cells, or if they have more than most assignments.
func (x *Executor) addressing(o *Operator, most int64) []int {
	seen := map[int]bool{}
	all, indices := model.NewWalk(), model.NewWalk()
	read := func(e *model.Expr) { e.Reads(func(c int) { seen[c] = true }) }
	note := func(e *model.Expr) {
		if e.Op == model.At || e.Op == model.Select {
			for _, i := range e.Indices() {
				indices.Each(i, read)
			}
		}
	}
	for _, g := range o.Guard {
		all.Each(g, note)
	}
	for _, u := range o.Updates {
		all.Each(u.Value, note)
	}
	var cells []int
	n := int64(1)
	for c := range seen {
		span := x.Problem.Cells[c].Span()
		if span > most/n {
			return nil
		}
		n *= span
		cells = append(cells, c)
	}
	slices.Sort(cells)
	return cells
}
