package assign

import (
	"farbank/model"
)

// A tree is a constraint kept by interval propagation over its expression: the
// nodes in an order in which operands come first, the root last. The root is a
// truth value that must be true.
type tree struct {
	expr  *model.Expr
	nodes []node
	vars  []int32
}

// A node holds the bounds of its value, where it has one.
type node struct {
	e      *model.Expr
	args   []int32
	lo, hi int64
}

// newTree compiles an expression over the unknowns.
func newTree(e *model.Expr) *tree {
	t := &tree{expr: e}
	index := map[*model.Expr]int32{}
	seen := map[int32]bool{}
	e.Walk(func(n *model.Expr) {
		nd := node{e: n}
		for _, a := range n.Args {
			nd.args = append(nd.args, index[a])
		}
		index[n] = int32(len(t.nodes))
		t.nodes = append(t.nodes, nd)
	})
	e.Cells(func(c int) {
		if !seen[int32(c)] {
			seen[int32(c)] = true
			t.vars = append(t.vars, int32(c))
		}
	})
	return t
}

func (t *tree) unknowns() []int32 { return t.vars }

// maxTries bounds the work of trying all values: assignments times nodes.
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

// holds evaluates the constraint by the interpreter; all unknowns are fixed. An
// overflow counts as holding: it is met again, and reported, when the solution is
// confirmed.
func (t *tree) holds(s *solver) bool {
	for _, v := range t.vars {
		s.point[v] = s.lo[v]
	}
	x, _, err := s.p.Eval(t.expr, s.point)
	return x != 0 || err != nil
}

// tryAll keeps of each unknown that is not fixed the values that some choice of the
// others goes with.
func (t *tree) tryAll(s *solver) bool {
	var free [3]int32
	n := 0
	for _, v := range t.vars {
		s.point[v] = s.lo[v]
		if !s.fixed(v) {
			free[n] = v
			n++
		}
	}
	var kept [3]map[int64]bool
	for k := range n {
		kept[k] = map[int64]bool{}
	}
	t.try(s, free[:n], 0, &kept)
	for k, v := range free[:n] {
		if len(kept[k]) == 0 {
			return false
		}
		for x, ok := s.lo[v], true; ok; x, ok = s.after(v, x) {
			if !kept[k][x] && !s.remove(v, x) {
				return false
			}
		}
	}
	return true
}

func (t *tree) try(s *solver, free []int32, k int, kept *[3]map[int64]bool) {
	if k == len(free) {
		if x, _, err := s.p.Eval(t.expr, s.point); x != 0 || err != nil {
			for i, v := range free {
				kept[i][s.point[v]] = true
			}
		}
		return
	}
	v := free[k]
	for x, ok := s.lo[v], true; ok; x, ok = s.after(v, x) {
		s.point[v] = x
		t.try(s, free, k+1, kept)
	}
}
