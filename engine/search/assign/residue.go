package assign

import (
	"encoding/binary"

	"farbank/model"
)

// A residue is a constraint under the current domains. Constraints with equal keys have the same
// solutions in the unknowns of free, those that can still affect it.
type residue struct {
	number int32 // of the constraint
	key    []byte
	free   []int32
	fails  bool // the constraint is violated
}

// Tags in the key of a residue.
const (
	settled byte = iota // a value follows
	open                // an unknown follows
	again               // a node that was encoded before follows
	node0               // a node, and its operands
)

// residue returns the residue of the constraint. free is empty if the constraint holds for all
// values of the remaining unknowns.
func (t *tree) residue(s *solver, number int32) residue {
	t.up(s)
	r := residue{number: number}
	seen := make(map[int32]bool)
	root := int32(len(t.nodes) - 1)
	t.encode(s, &r, root, seen)
	if r.fails = t.nodes[root].hi == 0; t.inexact && len(r.free) == 0 {
		r.fails = !t.holds(s)
	}
	return r
}

// undecided reports whether the bounds leave open whether the constraint holds.
func (t *tree) undecided(s *solver) bool {
	t.up(s)
	root := &t.nodes[len(t.nodes)-1]
	return root.lo != root.hi
}

// encode appends a node to the key.
func (t *tree) encode(s *solver, r *residue, i int32, seen map[int32]bool) {
	n := &t.nodes[i]
	if n.isSettled() {
		r.key = binary.AppendVarint(append(r.key, settled), n.lo)
		return
	}
	if seen[i] {
		r.key = binary.AppendUvarint(append(r.key, again), uint64(i))
		return
	}
	seen[i] = true
	r.key = binary.AppendUvarint(append(r.key, node0), uint64(i))
	if n.e.Partial || n.e.Bool && t.mayLack(n) { // a settled operand may still be undefined: its unknowns matter
		n.e.Cells(func(c int) {
			if v := int32(c); !s.fixed(v) {
				r.key = binary.AppendUvarint(append(r.key, open), uint64(v))
				r.free = append(r.free, v)
			}
		})
	}
	n.e.Reads(func(c int) {
		if v := int32(c); s.fixed(v) {
			r.key = binary.AppendVarint(append(r.key, settled), s.lo[v])
		} else {
			r.key = binary.AppendUvarint(append(r.key, open), uint64(v))
			r.free = append(r.free, v)
		}
	})
	if n.e.Op == model.Sum && !n.e.Wide {
		t.encodeSum(s, r, n, seen)
		return
	}
	for _, a := range n.args {
		t.encode(s, r, a, seen)
	}
}

// encodeSum appends the operands of a sum. It adds up those that have a fixed value.
func (t *tree) encodeSum(s *solver, r *residue, n *node, seen map[int32]bool) {
	sum := int64(0)
	for _, a := range n.args {
		if m := &t.nodes[a]; m.isSettled() {
			sum += m.lo
		} else {
			t.encode(s, r, a, seen)
		}
	}
	r.key = binary.AppendVarint(append(r.key, settled), sum)
}

// isSettled reports whether the value of a node is the same for all values of the remaining
// unknowns.
func (n *node) isSettled() bool { return n.lo == n.hi && !n.e.Partial }
