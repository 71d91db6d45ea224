package branch

import (
	"fmt"
	"slices"
	"sync"
)

// An askedBranch calls the callback that chooses the column to branch on.
type askedBranch struct {
	s       *run
	columns []int // by column of the tree's program: the one of the given problem
	calls   sync.Mutex
}

// keptColumns returns, for each column of the tree's program, its index in the given problem.
func (s *run) keptColumns() []int {
	all := make([]int, len(s.given.Columns))
	for j := range all {
		all[j] = j
	}
	return keep(s.reduced, all)
}

// asked returns the branching that the callback chooses, or nil if it leaves the choice.
func (w *worker) asked(n *node, cand []candidate) *branching {
	a := w.t.asked
	if a == nil || len(cand) == 0 {
		return nil
	}
	list := make([]int, len(cand))
	for k, c := range cand {
		list[k] = a.columns[c.col]
	}
	a.calls.Lock()
	full := a.s.reduced.restore(w.x)
	column, up := a.s.o.Branch(full, slices.Clone(list))
	a.calls.Unlock()
	if column < 0 {
		return nil
	}
	k := slices.Index(list, column)
	if k < 0 {
		a.s.fault(&DataError{"column", fmt.Sprint(column), "the branching callback returned it, but it is no candidate"})
		return nil
	}
	b := newBranching(cand[k].col, cand[k].value, n.bound)
	if up {
		b.swap()
	}
	return b
}
