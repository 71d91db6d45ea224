package branch

import (
	"bytes"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"slices"
)

// packFrom is the size of the open nodes in bytes from which the worse half of them is packed.
var packFrom int64 = 64 << 20

// packBlock is the maximum number of nodes of a block.
const packBlock = 4096

// packed holds open nodes in blocks, each encoded as the differences of their paths from the root,
// in memory or in a file. A packed node has no basis and no statistics of its branching.
type packed struct {
	from   int64  // size of the open nodes from which some are packed
	folder string // of the file, or ""
	file   *os.File
	end    int64 // of the file
	blocks []block
	count  int   // nodes of all blocks
	memory int64 // bytes of the blocks that are in memory
}

// A block holds the nodes of a part of the tree, of which none is better than its bound.
type block struct {
	bound    float64
	count    int
	data     []byte // nil: in the file
	at, size int64
}

// pack moves the worse half of the open nodes into blocks. t.mu is locked.
func (t *tree) pack() {
	slices.SortFunc(t.open, func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.bound, b.bound), cmp.Compare(b.depth, a.depth))
	}) // which is a heap, too
	half := (len(t.open) + 1) / 2
	for rest := t.open[half:]; len(rest) > 0; {
		n := min(len(rest), packBlock)
		t.packed.add(rest[:n])
		rest = rest[n:]
	}
	clear(t.open[half:])
	t.open, t.memory = t.open[:half], 0
	for _, n := range t.open {
		t.memory += nodeBytes(n)
	}
	// A few large nodes are not worth packing again and again.
	t.packed.from = max(t.packed.from, 2*t.memory)
}

// unpack opens blocks that may hold the best open node. It reports whether there is an open node.
// t.mu is locked.
func (t *tree) unpack() bool {
	for {
		k := t.packed.first()
		if k < 0 || len(t.open) > 0 && t.open[0].bound <= t.packed.blocks[k].bound {
			return len(t.open) > 0
		}
		nodes, err := t.packed.take(k)
		if err != nil {
			t.holes = true
			t.limit(err)
			return false
		}
		for _, n := range nodes {
			if n.bound < t.cutoff {
				heap.Push(&t.open, n)
				t.memory += nodeBytes(n)
			}
		}
	}
}

// first returns the index of the block with the best bound, or -1.
func (p *packed) first() int {
	best := -1
	for k := range p.blocks {
		if best < 0 || p.blocks[k].bound < p.blocks[best].bound {
			best = k
		}
	}
	return best
}

// bound returns the best bound of all blocks, or +Inf.
func (p *packed) bound() float64 {
	if k := p.first(); k >= 0 {
		return p.blocks[k].bound
	}
	return math.Inf(1)
}

// add makes a block of nodes. If the file cannot be written, the block stays in memory.
func (p *packed) add(nodes []*node) {
	b := block{bound: math.Inf(1), count: len(nodes), data: encodeNodes(nodes)}
	for _, n := range nodes {
		b.bound = min(b.bound, n.bound)
	}
	p.count += b.count
	if p.folder != "" && p.store(&b) != nil {
		p.folder = ""
	}
	p.memory += int64(len(b.data))
	p.blocks = append(p.blocks, b)
}

// store moves a block into the file.
func (p *packed) store(b *block) (err error) {
	if p.file == nil {
		if p.file, err = os.CreateTemp(p.folder, "farbank-nodes-*"); err != nil {
			return err
		}
	}
	b.at, b.size = p.end, int64(len(b.data))
	if _, err = p.file.WriteAt(b.data, b.at); err != nil {
		return err
	}
	p.end += b.size
	b.data = nil
	return nil
}

// read returns the encoded nodes of a block.
func (p *packed) read(b *block) ([]byte, error) {
	if b.data != nil {
		return b.data, nil
	}
	data := make([]byte, b.size)
	_, err := p.file.ReadAt(data, b.at)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return data, err
}

// take removes a block and returns its nodes.
func (p *packed) take(k int) ([]*node, error) {
	b := p.blocks[k]
	data, err := p.read(&b)
	if err != nil {
		return nil, err
	}
	p.blocks = slices.Delete(p.blocks, k, k+1)
	p.count -= b.count
	p.memory -= int64(len(b.data))
	if len(p.blocks) == 0 {
		p.clear()
	}
	return decodeNodes(data, b.count)
}

// each calls f with every node.
func (p *packed) each(f func(*node)) error {
	for k := range p.blocks {
		data, err := p.read(&p.blocks[k])
		if err != nil {
			return err
		}
		nodes, err := decodeNodes(data, p.blocks[k].count)
		if err != nil {
			return err
		}
		for _, n := range nodes {
			f(n)
		}
	}
	return nil
}

// clear removes all blocks.
func (p *packed) clear() {
	p.blocks, p.count, p.memory, p.end = nil, 0, 0, 0
	if p.file != nil {
		_ = p.file.Truncate(0) // the room is reused in any case
	}
}

// close removes the file.
func (p *packed) close() {
	if p.file != nil {
		p.file.Close()
		os.Remove(p.file.Name())
		p.file = nil
	}
}

// path returns all decisions from the root to a node.
func (n *node) path() []decision {
	size := 0
	for k := n; k != nil; k = k.parent {
		size += len(k.set)
	}
	list := make([]decision, size)
	for k := n; k != nil; k = k.parent {
		size -= len(k.set)
		copy(list[size:], k.set)
	}
	return list
}

func (d decision) compare(e decision) int {
	side := func(upper bool) int {
		if upper {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(d.col, e.col), side(d.upper)-side(e.upper), cmp.Compare(d.value, e.value))
}

// encodeNodes encodes nodes in the order of their paths: of each the length of the part that its
// path shares with the one before, and the rest.
func encodeNodes(nodes []*node) []byte {
	type entry struct {
		n    *node
		path []decision
	}
	list := make([]entry, len(nodes))
	for k, n := range nodes {
		list[k] = entry{n, n.path()}
	}
	slices.SortFunc(list, func(a, b entry) int { return slices.CompareFunc(a.path, b.path, decision.compare) })
	var out []byte
	var before []decision
	for _, e := range list {
		shared := 0
		for shared < min(len(before), len(e.path)) && before[shared] == e.path[shared] {
			shared++
		}
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(e.n.bound))
		out = binary.AppendUvarint(out, uint64(e.n.depth))
		out = binary.AppendUvarint(out, uint64(shared))
		out = binary.AppendUvarint(out, uint64(len(e.path)-shared))
		for _, d := range e.path[shared:] {
			out = d.encode(out)
		}
		before = e.path
	}
	return out
}

// encode appends a decision. The lowest bits of the first number say whether the bound is an upper
// one, and whether its value is a small integer.
func (d decision) encode(out []byte) []byte {
	head := uint64(d.col) << 2
	if d.upper {
		head |= 1
	}
	if d.value == math.Trunc(d.value) && math.Abs(d.value) < 1<<40 {
		return binary.AppendVarint(binary.AppendUvarint(out, head|2), int64(d.value))
	}
	return binary.LittleEndian.AppendUint64(binary.AppendUvarint(out, head), math.Float64bits(d.value))
}

var errPacked = errors.New("the file of packed nodes was changed")

// decodeNodes reverses encodeNodes.
func decodeNodes(data []byte, count int) ([]*node, error) {
	in := bytes.NewReader(data)
	failed := false
	number := func() uint64 {
		v, err := binary.ReadUvarint(in)
		failed = failed || err != nil
		return v
	}
	real := func() float64 {
		var b [8]byte
		_, err := io.ReadFull(in, b[:])
		failed = failed || err != nil
		return math.Float64frombits(binary.LittleEndian.Uint64(b[:]))
	}
	nodes := make([]*node, 0, count)
	var before []decision
	for range count {
		n := &node{bound: real(), depth: int(number()), col: -1}
		shared, more := number(), number()
		if failed || shared > uint64(len(before)) || more > uint64(in.Len()) {
			return nil, errPacked
		}
		n.set = append(make([]decision, 0, shared+more), before[:shared]...)
		for range more {
			head := number()
			d := decision{col: int32(head >> 2), upper: head&1 != 0}
			if head&2 != 0 {
				v, err := binary.ReadVarint(in)
				failed = failed || err != nil
				d.value = float64(v)
			} else {
				d.value = real()
			}
			n.set = append(n.set, d)
		}
		if failed {
			return nil, errPacked
		}
		before = n.set
		nodes = append(nodes, n)
	}
	return nodes, nil
}
