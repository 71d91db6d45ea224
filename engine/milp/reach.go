package milp

import (
	"slices"

	"farbank/model"
)

// earliest returns the first turn after which the delete relaxation reaches the goal, or -1 if it
// never does.
func (pl *planner) earliest(most int) (int, error) {
	r := pl.relaxed()
	for turn := range most + 1 {
		if err := pl.ended(); err != nil {
			return 0, err
		}
		if r.possible() {
			return turn, nil
		}
		if !r.step() {
			return -1, nil
		}
	}
	return most, nil
}

// relaxed returns the relaxation with the values that cells can have at the start.
func (pl *planner) relaxed() *relaxation {
	r := &relaxation{planner: pl, have: make([]map[int64]bool, len(pl.p.Cells)), whole: map[whole]bool{}}
	for i := range pl.p.Cells {
		r.have[i] = map[int64]bool{}
		if start := i - pl.p.NumFind; start >= 0 && pl.p.Start[start].IsConst() {
			r.have[i][pl.p.Start[start].Value] = true
			continue
		}
		for v := range pl.p.Cells[i].Values() {
			r.have[i][v] = true
		}
	}
	return r
}

// A relaxation is a delete relaxation: the values that cells could have if moves only added values.
type relaxation struct {
	*planner
	have  []map[int64]bool
	next  []gain
	whole map[whole]bool // expressions with all their values
}

// A gain is a value that a cell can have from the next turn on.
type gain struct {
	cell  int
	value int64
}

type whole struct {
	cell int
	expr *model.Expr
}

// step adds the effects of all moves that are applicable in the relaxation. It reports whether
// anything was added.
func (r *relaxation) step() bool {
	r.next = r.next[:0]
	copied := map[[2]int]bool{}
	for _, c := range r.cases {
		if !r.hasAll(c.before) {
			continue
		}
		for cell, v := range c.after {
			r.gain(cell, v)
		}
		for cell, v := range c.sets {
			r.gain(cell, v)
		}
		for cell, from := range c.copies {
			if !copied[[2]int{cell, from}] {
				copied[[2]int{cell, from}] = true
				for v := range r.have[from] {
					r.gain(cell, v)
				}
			}
		}
		for cell, e := range c.values {
			if !r.whole[whole{cell, e}] {
				r.whole[whole{cell, e}] = true
				info := &r.p.Cells[cell]
				for v := range model.Range(max(e.Lo, info.Lo), min(e.Hi, info.Hi)) {
					r.gain(cell, v)
				}
			}
		}
	}
	more := false
	for _, g := range r.next {
		more = more || !r.have[g.cell][g.value]
		r.have[g.cell][g.value] = true
	}
	return more
}

func (r *relaxation) gain(cell int, v int64) {
	if !r.have[cell][v] {
		r.next = append(r.next, gain{cell, v})
	}
}

func (r *relaxation) hasAll(values map[int]int64) bool {
	for cell, v := range values {
		if !r.have[cell][v] {
			return false
		}
	}
	return true
}

// possible reports whether each of the goal's small conditions could hold.
func (r *relaxation) possible() bool {
	return !slices.ContainsFunc(r.goal, func(g rule) bool { return g.small && !r.could(g.cond) })
}

// could reports whether a condition holds for some of the values.
func (r *relaxation) could(e *model.Expr) bool {
	cells := cellsOf(e)
	found := false
	err := r.each(cells, func(s model.State) error {
		if !found && !slices.ContainsFunc(cells, func(c int) bool { return !r.have[c][s[c]] }) {
			v, _, err := r.p.Eval(e, s)
			found = err == nil && v != 0
		}
		return nil
	})
	return found || err != nil
}
