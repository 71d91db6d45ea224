package planning

// A tree maps states to abstract states: each split of a variable's values is an inner node.
type tree struct {
	nodes []branch
	masks []uint64
}

// A branch tests whether the value of a variable is in a set. A leaf has the variable -1 and holds its
// abstract state in yes.
type branch struct {
	v       int32
	no, yes int32
	mask    int32 // index of the set in masks
}

func newTree() tree { return tree{nodes: []branch{{v: -1}}} }

// find returns the abstract state of a state.
func (t *tree) find(s State) int32 {
	n := &t.nodes[0]
	for n.v >= 0 {
		x := int32(s[n.v])
		if t.masks[n.mask+x>>6]>>(x&63)&1 != 0 {
			n = &t.nodes[n.yes]
		} else {
			n = &t.nodes[n.no]
		}
	}
	return n.yes
}

// split replaces a leaf by a branch with two leaves and returns them; j has the values of the cut.
func (t *tree) split(leaf int32, s *Space, k cut, i, j int) (no, yes int32) {
	at, size := len(t.masks), s.Task.Variables[k.v].Size
	t.masks = append(t.masks, newBitset(size)...)
	mask := bitset(t.masks[at:])
	for x := range size {
		if k.keep.has(s.offset[k.v] + x) {
			mask.add(x)
		}
	}
	no = int32(len(t.nodes))
	yes = no + 1
	t.nodes = append(t.nodes, branch{v: -1, yes: int32(i)}, branch{v: -1, yes: int32(j)})
	t.nodes[leaf] = branch{int32(k.v), no, yes, int32(at)}
	return no, yes
}
