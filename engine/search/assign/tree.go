package assign

import (
	"slices"

	"farbank/model"
)

// A tree is a constraint that is propagated by interval arithmetic over its expression. The nodes
// are in topological order: operands come first, the root last. The root is a truth value that must
// be true.
type tree struct {
	expr  *model.Expr
	nodes []node
	vars  []int32
	wide  bool // arithmetic may overflow 64 bits
	// The bounds of a node may differ although all its unknowns are fixed, because an operand may be undefined.
	inexact bool

	// For incremental updates in up.
	was      []bounds   // by place in vars: the bounds at the last call of up
	users    [][]int32  // by place in vars: the nodes that read the unknown
	stale    []uint64   // a bit for each node that must be recomputed
	narrowed []restored // the bounds that narrow has changed since then
}

// bounds are the lower and the upper bound of a value.
type bounds struct{ lo, hi int64 }

// restored records the previous bounds of a node.
type restored struct {
	node int32
	bounds
}

// A node holds the bounds of its value, where it is defined.
type node struct {
	e      *model.Expr
	args   []int32
	users  []int32 // the nodes that have it as an operand
	lo, hi int64
}

// newTree compiles an expression over the unknowns.
func newTree(e *model.Expr) *tree {
	t := &tree{expr: e}
	index := map[*model.Expr]int32{}
	place := map[int32]int{} // of an unknown in vars
	e.Cells(func(c int) {
		if _, seen := place[int32(c)]; !seen {
			place[int32(c)] = len(t.vars)
			t.vars = append(t.vars, int32(c))
		}
	})
	t.users = make([][]int32, len(t.vars))
	e.Walk(func(n *model.Expr) {
		i := int32(len(t.nodes))
		nd := node{e: n}
		for _, a := range n.Args {
			k := index[a]
			nd.args = append(nd.args, k)
			t.nodes[k].users = append(t.nodes[k].users, i)
		}
		n.Reads(func(c int) {
			k := place[int32(c)]
			t.users[k] = append(t.users[k], i)
		})
		t.wide = t.wide || n.Wide
		t.inexact = t.inexact || isInexact(n)
		index[n] = i
		t.nodes = append(t.nodes, nd)
	})
	return t
}

// isInexact reports whether the bounds of an expression may differ although all its unknowns are fixed.
func isInexact(e *model.Expr) bool {
	switch e.Op {
	case model.Distinct, model.Mod:
		return true
	case model.At, model.Table, model.Select:
		for k, d := range e.Dims {
			if x := e.Args[k]; !d.Holds(x.Lo, x.Hi) {
				return true
			}
		}
	}
	return e.Partial
}

func (t *tree) unknowns() []int32 { return t.vars }

// maxTries limits the work of tryAll: assignments times nodes.
const maxTries = 300

func (t *tree) propagate(s *solver) bool {
	free, product := 0, int64(1)
	for _, v := range t.vars {
		if !s.fixed(v) {
			free++
			if free > 3 || product > maxTries {
				break
			}
			product *= min(s.size[v], maxTries+1)
		}
	}
	if free == 0 {
		return t.holds(s)
	}
	if free <= 3 && product*int64(len(t.nodes)) <= maxTries {
		return t.tryAll(s)
	}
	t.up(s)
	root := int32(len(t.nodes) - 1)
	return t.narrow(s, root, 1, 1)
}

// holds evaluates the constraint when all unknowns are fixed. Usually the bounds of the root
// decide; up computes only those that have changed. Otherwise the interpreter decides. An overflow
// counts as true: it is detected again, and reported, when the solution is verified.
func (t *tree) holds(s *solver) bool {
	if !t.wide {
		t.up(s)
		if root := &t.nodes[len(t.nodes)-1]; root.lo == root.hi {
			return root.lo != 0
		}
	}
	for _, v := range t.vars {
		s.point[v] = s.lo[v]
	}
	x, _, err := s.p.Eval(t.expr, s.point)
	return x != 0 || err != nil
}

// A trial is an unknown with its possible values. kept marks the values that have a support: values
// of the other unknowns with which the constraint holds.
type trial struct {
	v      int32
	values []int64
	kept   []bool
	at     int // index of the current value
}

// tryAll removes the values without a support from the unknowns that are not fixed (generalized arc
// consistency).
func (t *tree) tryAll(s *solver) bool {
	free := make([]trial, 0, 3)
	for _, v := range t.vars {
		if s.fixed(v) {
			continue
		}
		f := trial{v: v, values: make([]int64, 0, s.size[v])}
		for x, ok := s.lo[v], true; ok; x, ok = s.after(v, x) {
			f.values = append(f.values, x)
		}
		f.kept = make([]bool, len(f.values))
		free = append(free, f)
	}
	t.try(s, free, 0)
	for _, f := range free {
		if !slices.Contains(f.kept, true) {
			return false
		}
		for k, x := range f.values {
			if !f.kept[k] && !s.remove(f.v, x) {
				return false
			}
		}
	}
	return true
}

// try fixes the unknowns from the k-th on to each combination of their values.
func (t *tree) try(s *solver, free []trial, k int) {
	if k == len(free) {
		if t.holds(s) {
			for i := range free {
				free[i].kept[free[i].at] = true
			}
		}
		return
	}
	f := &free[k]
	lo, hi := s.lo[f.v], s.hi[f.v]
	for i, x := range f.values {
		f.at = i
		s.lo[f.v], s.hi[f.v] = x, x
		t.try(s, free, k+1)
	}
	s.lo[f.v], s.hi[f.v] = lo, hi
}
