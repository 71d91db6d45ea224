package constraint

import (
	"farbank/constraint"
	"farbank/model"
)

// An invariant is a condition that holds in the initial state and is preserved by every move. There
// are two forms: some cells do not have the given values at once; or a weighted sum of cells equals
// rest, is at most rest, or is congruent to rest modulo mod.
type invariant struct {
	cells  []int
	values []int64 // values that the cells do not have at once; nil: the invariant is about a sum
	coefs  []int64
	most   bool  // the sum is at most rest
	mod    int64 // modulus; 0: none
	rest   int64
	lo, hi int64 // bounds on the sum minus rest, by the ranges of the cells
}

// holds reports whether the invariant is true in a state.
func (v *invariant) holds(st model.State) bool {
	if v.values != nil {
		for i, c := range v.cells {
			if st[c] != v.values[i] {
				return true
			}
		}
		return false
	}
	sum := -v.rest
	for i, c := range v.cells {
		sum += v.coefs[i] * st[c]
	}
	return sum == 0 || v.most && sum < 0 || v.mod > 0 && sum%v.mod == 0
}

// write returns the invariant as a condition on the cells of a state.
func (v *invariant) write(m *constraint.Model, cells []constraint.Expr) constraint.Condition {
	if v.values != nil {
		var other []constraint.Condition
		for i, c := range v.cells {
			other = append(other, cells[c].Linear().IsNot(v.values[i]))
		}
		return constraint.Or(other...)
	}
	sum := constraint.Const(-v.rest)
	for i, c := range v.cells {
		sum = sum.Plus(cells[c].Linear().Times(v.coefs[i]))
	}
	switch {
	case v.most:
		return sum.AtMost(0)
	case v.mod == 0:
		return sum.Is(0)
	}
	rest, times := m.Int("", 0, v.mod-1), m.Int("", v.lo/v.mod-1, v.hi/v.mod+1)
	m.Add(sum.Equal(rest.Linear().Plus(times.Linear().Times(v.mod))))
	return rest.Is(0)
}

const (
	maxSum   = 1 << 30 // limit on cells and sums in a sample
	maxReach = 1 << 50 // limit on all possible sums, so that a model can represent them
)

// fits sets the bounds of the sum, and reports whether a model can represent it.
func (v *invariant) fits(cells []model.CellInfo) bool {
	v.lo, v.hi = -v.rest, -v.rest
	for i, c := range v.cells {
		lo, hi := cells[c].Lo, cells[c].Hi
		if lo < -maxReach/maxWhole || hi > maxReach/maxWhole {
			return false
		}
		lo, hi = lo*v.coefs[i], hi*v.coefs[i]
		v.lo, v.hi = v.lo+min(lo, hi), v.hi+max(lo, hi)
		if v.lo < -maxReach || v.hi > maxReach {
			return false
		}
	}
	return true
}

// invariants returns the candidates that are inductive: true in all states of a sample and
// preserved by every move if all hold before it (Houdini: Flanagan and Leino 2001). The error is
// that of the context.
func (in *induction) invariants() ([]*invariant, error) {
	sample, err := in.sample()
	if err != nil || len(sample) == 0 {
		return nil, err
	}
	var kept []*invariant
	for _, list := range in.candidates(sample) {
		plainly, list := in.plainlyKept(list)
		kept = append(kept, plainly...)
		h := &induction{planner: &planner{job: in.job, sys: in.sys, free: true, loose: true, kept: kept[:len(kept):len(kept)]}, allowed: in.allowed}
		h.begin()
		h.extend()
		more, err := h.keep(list)
		if err != nil {
			return nil, err
		}
		kept = append(kept, more...)
	}
	return kept, nil
}

// maxWork limits the total number of invariants that are checked while removing those that are not
// inductive.
const maxWork = 1 << 15

// keep removes invariants that a move does not preserve, until no such move exists.
func (in *induction) keep(list []*invariant) ([]*invariant, error) {
	if len(list) == 0 {
		return nil, nil
	}
	before, after := make([]constraint.Bool, len(list)), make([]constraint.Bool, len(list))
	for i, v := range list {
		before[i], after[i] = in.m.Truth(v.write(in.m, in.cells[0])), in.m.Truth(v.write(in.m, in.cells[1]))
	}
	alive := make([]int, len(list))
	for i := range alive {
		alive[i] = i
	}
	for left := maxWork; left > 0; left -= len(alive) + len(list)/16 {
		broken := in.m.Bool("")
		some := []constraint.Condition{}
		assumed := []constraint.Bool{broken}
		for _, i := range alive {
			some, assumed = append(some, after[i].Not()), append(assumed, before[i])
		}
		in.m.When(broken, constraint.Or(some...))
		answer, err := in.ask(patience, assumed...)
		switch {
		case err != nil || answer.Status == constraint.Unknown:
			return nil, err
		case answer.Status == constraint.Infeasible:
			var kept []*invariant
			for _, i := range alive {
				kept = append(kept, list[i])
			}
			return kept, nil
		}
		var left []int
		for _, i := range alive {
			if answer.True(after[i]) {
				left = append(left, i)
			}
		}
		alive = left
	}
	return nil, nil
}
