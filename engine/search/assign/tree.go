package assign

import (
	"slices"

	"farbank/model"
)

// A tree is a constraint kept by interval propagation over its expression: the
// nodes in an order in which operands come first, the root last. The root is a
// truth value that must be true.
type tree struct {
	expr  *model.Expr
	nodes []node
	vars  []int32
	wide  bool // arithmetic may leave 64 bits

	// What up needs to look only at what has changed since it was last asked.
	was      []bounds   // by place in vars: the bounds then
	users    [][]int32  // by place in vars: the nodes that read the unknown
	stale    []uint64   // a bit for each node to be computed anew
	narrowed []restored // what narrow has done to nodes since then
}

// bounds are the least and the greatest value.
type bounds struct{ lo, hi int64 }

// restored is a node and the bounds it had.
type restored struct {
	node int32
	bounds
}

// A node holds the bounds of its value, where it has one.
type node struct {
	e      *model.Expr
	args   []int32
	users  []int32 // the nodes that it is an operand of
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
		index[n] = i
		t.nodes = append(t.nodes, nd)
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

// holds evaluates the constraint; all unknowns are fixed. Mostly its bounds tell, of
// which only those are computed that depend on what was fixed last; else the interpreter
// does. An overflow counts as holding: it is met again, and reported, when the solution
// is confirmed.
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

// A trial is an unknown, the values that it may have, and those that some choice of the
// others goes with.
type trial struct {
	v      int32
	values []int64
	kept   []bool
	at     int // the value tried now
}

// tryAll keeps of each unknown that is not fixed the values that some choice of the
// others goes with.
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

// try fixes the unknowns from the k-th on in every way, for as long as it looks.
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
