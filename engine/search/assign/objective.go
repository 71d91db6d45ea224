package assign

import "farbank/model"

// An objective is the constraint that a solution is better than the best one so far: value < best,
// or > best when maximizing. It holds trivially until a solution is known.
type objective struct {
	tree     *tree
	maximize bool
	known    bool
	best     int64
	exact    bool // the value must equal best
}

func newObjective(p *model.Problem) *objective {
	return &objective{tree: newTree(p.Goals.Value), maximize: p.Goals.Maximize}
}

func (o *objective) unknowns() []int32 { return o.tree.vars }

func (o *objective) propagate(s *solver) bool {
	if !o.known {
		return true
	}
	o.tree.up(s)
	root := int32(len(o.tree.nodes) - 1)
	switch {
	case o.exact:
		return o.tree.narrow(s, root, o.best, o.best)
	case o.maximize:
		return o.tree.narrow(s, root, addLo(o.best, 1), maxInf)
	}
	return o.tree.narrow(s, root, minInf, addHi(o.best, -1))
}

// improves reports whether a value is better than the best so far.
func (o *objective) improves(v int64) bool {
	return !o.known || o.maximize && v > o.best || !o.maximize && v < o.best
}

// bound returns the bound of the objective under the current domains.
func (o *objective) bound(s *solver) int64 {
	o.tree.up(s)
	root := &o.tree.nodes[len(o.tree.nodes)-1]
	if o.maximize {
		return root.hi
	}
	return root.lo
}
