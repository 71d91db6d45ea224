package branch

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"farbank/internal/durable"
	"farbank/milp/problem"
)

// CheckpointVersion must be increased when the format that Save writes changes.
const CheckpointVersion = 2

// signature returns a hash of the program, which identifies it in a checkpoint.
func (t *tree) signature(given *problem.Problem) []byte {
	h := sha256.New()
	fmt.Fprint(h, given.Maximize, given.Columns, given.Rows)
	var b [8]byte
	for _, list := range [][]float64{t.p.Lo, t.p.Hi} {
		for _, v := range list {
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
			h.Write(b[:])
		}
	}
	return h.Sum(nil)
}

// save writes the open nodes, those that workers process, the best solution and the pseudocosts to
// the checkpoint. The caller holds the lock.
func (t *tree) save() {
	t.saved = true
	_ = t.limits.Checkpoint.Save(func(w io.Writer) error {
		e := durable.NewEncoder(w)
		e.Bytes(t.signed)
		real := func(v float64) { e.Uint(math.Float64bits(v)) }
		real(t.rootBound)
		for _, n := range []int64{t.nodes, t.iterations} {
			e.Int(n)
		}
		e.Bool(t.holes)
		e.Uint(uint64(len(t.full)))
		for _, v := range t.full {
			real(v)
		}
		t.costs.save(e, real)
		for _, n := range t.open {
			n.save(e, n.bound, real)
		}
		if err := t.packed.each(func(n *node) { n.save(e, n.bound, real) }); err != nil {
			return err
		}
		for w, n := range t.at {
			if n != nil {
				n.save(e, t.busy[w], real) // its worker's bound is better than its own
			}
		}
		e.Bool(false)
		return e.Err()
	})
}

// save writes a node with all decisions on the path to it.
func (n *node) save(e *durable.Encoder, bound float64, real func(float64)) {
	e.Bool(true)
	real(bound)
	e.Uint(uint64(n.depth))
	var path []*node
	size := 0
	for k := n; k != nil; k = k.parent {
		path, size = append(path, k), size+len(k.set)
	}
	e.Uint(uint64(size))
	for k := len(path) - 1; k >= 0; k-- {
		for _, d := range path[k].set {
			e.Uint(uint64(d.col))
			e.Bool(d.upper)
			real(d.value)
		}
	}
}

func (c *pseudocosts) save(e *durable.Encoder, real func(float64)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for s := range 2 {
		real(c.total[s])
		e.Int(c.seen[s])
		for j := range c.sum[s] {
			real(c.sum[s][j])
			e.Int(int64(c.count[s][j]))
		}
	}
}

// A kept is the state of an interrupted search.
type kept struct {
	rootBound         float64
	nodes, iterations int64
	holes             bool
	full              []float64
	costs             *pseudocosts
	open              []*node
}

// restore reads the checkpoint. It returns nil if there is no checkpoint, or if it is of another program.
func (t *tree) restore() (*kept, error) {
	if t.limits.Checkpoint == nil {
		return nil, nil
	}
	var k *kept
	_, err := t.limits.Checkpoint.Restore(func(r io.Reader) error {
		k = nil
		d := durable.NewDecoder(r)
		if string(d.Bytes()) != string(t.signed) {
			return d.Err()
		}
		k = &kept{}
		k.read(d, t.p.N)
		return d.Err()
	})
	if err != nil {
		return nil, err
	}
	return k, nil
}

func (k *kept) read(d *durable.Decoder, columns int) {
	real := func() float64 { return math.Float64frombits(d.Uint()) }
	k.rootBound = real()
	k.nodes, k.iterations, k.holes = d.Int(), d.Int(), d.Bool()
	for n := d.Len(1 << 30); n > 0 && d.Err() == nil; n-- {
		k.full = append(k.full, real())
	}
	k.costs = newPseudocosts(columns)
	for s := range 2 {
		k.costs.total[s], k.costs.seen[s] = real(), d.Int()
		for j := range columns {
			k.costs.sum[s][j], k.costs.count[s][j] = real(), int32(d.Int())
		}
	}
	for d.Bool() && d.Err() == nil {
		n := &node{bound: real(), depth: d.Len(1 << 30), col: -1}
		for left := d.Len(1 << 30); left > 0 && d.Err() == nil; left-- {
			n.set = append(n.set, decision{int32(d.Len(max(columns-1, 0))), d.Bool(), real()})
		}
		k.open = append(k.open, n)
	}
}

// goOn reopens the nodes of the checkpoint. It reports whether there was one.
func (s *run) goOn(t *tree, r *root) (bool, error) {
	k, err := t.restore()
	if k == nil || err != nil {
		return false, err
	}
	t.nodes, t.iterations = t.nodes+k.nodes, t.iterations+k.iterations
	t.holes, t.costs, t.rootBound = t.holes || k.holes, k.costs, max(t.rootBound, k.rootBound)
	if len(k.full) == len(s.given.Columns) && s.exact.Holds(k.full) {
		t.keep(s.reduced.project(k.full), k.full, s.sign()*s.exact.Objective(k.full), "kept")
	} else if k.full != nil {
		return false, nil // nodes that this solution pruned would be missing
	}
	basis := r.lp.Basis()
	for _, n := range k.open {
		n.basis = basis
		t.push(n)
	}
	return true, nil
}
