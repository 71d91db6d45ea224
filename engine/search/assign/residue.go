package assign

import (
	"encoding/binary"

	"farbank/model"
)

// A residue is what is left of a constraint under the values that its unknowns may have: the text of it, which
// is the same only where the same solutions of the rest meet it, and the unknowns that have a part in it.
type residue struct {
	number int32 // of the constraint
	key    []byte
	free   []int32
	fails  bool // it cannot hold
}

// Marks in the text of a residue.
const (
	settled byte = iota // a value follows
	open                // an unknown follows
	again               // a node that was told of follows
	node0               // a node, and its operands
)

// residue is empty where the constraint holds whatever is left.
func (t *tree) residue(s *solver, number int32) residue {
	t.up(s)
	r := residue{number: number}
	told := make(map[int32]bool)
	root := int32(len(t.nodes) - 1)
	t.tell(s, &r, root, told)
	r.fails = t.nodes[root].hi == 0
	return r
}

// tell adds a node.
func (t *tree) tell(s *solver, r *residue, i int32, told map[int32]bool) {
	n := &t.nodes[i]
	if n.isSettled() {
		r.key = binary.AppendVarint(append(r.key, settled), n.lo)
		return
	}
	if told[i] {
		r.key = binary.AppendUvarint(append(r.key, again), uint64(i))
		return
	}
	told[i] = true
	r.key = binary.AppendUvarint(append(r.key, node0), uint64(i))
	n.e.Reads(func(c int) {
		if v := int32(c); s.fixed(v) {
			r.key = binary.AppendVarint(append(r.key, settled), s.lo[v])
		} else {
			r.key = binary.AppendUvarint(append(r.key, open), uint64(v))
			r.free = append(r.free, v)
		}
	})
	if n.e.Op == model.Sum && !n.e.Wide {
		t.tellSum(s, r, n, told)
		return
	}
	for _, a := range n.args {
		t.tell(s, r, a, told)
	}
}

// tellSum adds the operands of a sum: of those that are settled what they come to.
func (t *tree) tellSum(s *solver, r *residue, n *node, told map[int32]bool) {
	sum := int64(0)
	for _, a := range n.args {
		if m := &t.nodes[a]; m.isSettled() {
			sum += m.lo
		} else {
			t.tell(s, r, a, told)
		}
	}
	r.key = binary.AppendVarint(append(r.key, settled), sum)
}

// isSettled reports whether a node has one value, whatever the unknowns that are left have.
func (n *node) isSettled() bool { return n.lo == n.hi && !n.e.Partial }
