package graph

import (
	"errors"
	"math/bits"
	"sync"
)

// A Forker is a Graph that can be used by several goroutines, each with a copy of its
// own.
type Forker interface {
	Graph
	Fork() (Graph, error)
}

// poolStates is how many states of a layer make several workers worth while, and
// chunkStates how many one of them expands at a time.
const (
	poolStates  = 1 << 12
	chunkStates = 1 << 14
)

// chunkEdges is about how many successors a chunk may have.
const chunkEdges = 1 << 18

// A pool expands blocks of states with several workers, with the same result as one
// after another. A block goes through steps, in each of which the workers do not touch
// each other's memory:
//
//   - each expands a chunk of the block and sorts the successors by the part of the
//     table they belong to;
//   - each looks up the successors that belong to its part of the table, in the order
//     of the block, and enters those that are new;
//   - the new ones are numbered in the order of the block, and each worker stores
//     those of its chunk.
//
// Where no order is asked for, each enters its own successors instead, into a table that
// all share.
type pool struct {
	l       *layers
	workers []*worker
	bases   []int // by chunk: the places of its successors in the block begin here
}

// A worker has a graph, and a chunk of the block.
type worker struct {
	g       Graph
	from    int // the chunk's first state
	to      int
	succ    Successors
	all     Successors // of the whole chunk; From counts from its first state
	ids     []uint32   // of the successors, where numbers are asked for
	slot    []uint64   // and where they are in the table
	fresh   []bool     // new in this block
	new     []int32    // those that are fresh, in order
	open    []int32    // of a batch: those that the bitmap has not
	shares  []share    // by owner: successors of this chunk
	beyond  []place    // those whose search left the part of the table of their owner
	near    uint32
	err     error
	count   int64 // successors, those left out included
	crowded bool  // a compact set had no room near enough for one
}

// A share is the successors of a chunk that one owner looks up, and what it finds; no
// other worker writes near it.
type share struct {
	k     []int32  // which they are
	hash  []uint64 // or, for a bitmap, the state
	fresh []bool
	id    []uint32 // where numbers are asked for: the number, or the place in the block
	slot  []uint64
}

// A place is a successor of a block: the j-th of a share.
type place struct {
	chunk, owner int
	j            int
}

func newPool(l *layers) (*pool, error) {
	f, ok := l.g.(Forker)
	if !ok {
		l.opt.Workers = 1
		return nil, nil
	}
	p := &pool{l: l, bases: make([]int, l.opt.Workers)}
	for i := range l.opt.Workers {
		g := l.g
		if i > 0 {
			var err error
			if g, err = f.Fork(); err != nil {
				return nil, err
			}
		}
		p.workers = append(p.workers, &worker{g: g, shares: make([]share, l.opt.Workers)})
	}
	return p, nil
}

// graphs are what the workers expand with; a pool that is not there has none.
func (p *pool) graphs() []Graph {
	if p == nil {
		return nil
	}
	gs := make([]Graph, len(p.workers))
	for i, w := range p.workers {
		gs[i] = w.g
	}
	return gs
}

// all runs f for every worker at the same time.
func (p *pool) all(f func(i int, w *worker)) error {
	var wg sync.WaitGroup
	for i, w := range p.workers {
		wg.Go(func() { f(i, w) })
	}
	wg.Wait()
	errs := make([]error, len(p.workers))
	for i, w := range p.workers {
		errs[i] = w.err
	}
	return errors.Join(errs...)
}

// block expands states from number i on, before to, and returns how many.
func (p *pool) block(i, to int) (int, error) {
	l, s := p.l, p.l.store
	if s.bitmap != nil {
		l.dropBack() // a look at the bitmap is quicker
	}
	n := min(to-i, p.chunk()*len(p.workers))
	size := (n + len(p.workers) - 1) / len(p.workers)
	err := p.all(func(k int, w *worker) {
		w.from, w.to = min(i+k*size, i+n), min(i+(k+1)*size, i+n)
		w.expand(l, k)
	})
	if err != nil {
		return 0, err
	}
	l.seen = i + n
	total := 0
	for k, w := range p.workers {
		p.bases[k] = total
		total += len(w.all.From)
		l.stats.Generated += w.count
	}
	l.stats.Expanded += int64(n)
	if err := l.room(total); err != nil {
		return 0, err
	}
	base := s.n
	if err := p.enterAll(); err != nil {
		return 0, err
	}
	p.number()
	if err := p.all(func(_ int, w *worker) { p.settle(w, base) }); err != nil {
		return 0, err
	}
	l.extra = l.bytes()
	if l.edges != nil {
		if err := p.all(func(_ int, w *worker) { p.resolve(w, base) }); err != nil {
			return 0, err
		}
		for _, w := range p.workers {
			l.edges(w.from, w.to, &w.all, w.ids)
		}
	}
	return n, nil
}

// chunk is how many states one worker expands at a time: few where each has many
// successors, or memory is short, since all are kept until they are looked up.
func (p *pool) chunk() int {
	edges := int64(chunkEdges)
	if m := p.l.opt.Memory; m > 0 {
		edges = min(edges, m/32/int64(len(p.workers)*(8*p.l.store.words+64)))
	}
	each := 1 + p.l.stats.Generated/max(1, p.l.stats.Expanded)
	return int(min(max(edges/each, batchSize), chunkStates))
}

// bytes is the memory for what is kept of a block.
func (p *pool) bytes() int64 {
	if p == nil {
		return 0
	}
	n := 0
	for _, w := range p.workers {
		n += 8*cap(w.all.States) + 4*cap(w.all.From) + 4*cap(w.ids) + 8*cap(w.slot) + cap(w.fresh) + 4*cap(w.new)
		for i := range w.shares {
			s := &w.shares[i]
			n += 4*cap(s.k) + 8*cap(s.hash) + cap(s.fresh) + 4*cap(s.id) + 8*cap(s.slot)
		}
	}
	return int64(n)
}

// expand collects the successors of the states of the chunk, except those that a
// bitmap has already, or that lead straight back.
func (w *worker) expand(l *layers, k int) {
	w.all.Reset()
	w.count = 0
	back := l.back
	if l.store.width == 0 {
		back = nil
	}
	for i := w.from; i < w.to; {
		batch := l.store.Batch(i, min(sizeOf(w.g), w.to-i))
		w.succ.Reset()
		if w.err = w.g.Expand(batch, &w.succ); w.err != nil {
			return
		}
		n := len(batch) / l.store.words
		w.count += int64(len(w.succ.From))
		if l.visit != nil {
			l.visit(k, i, i+n, &w.succ)
		}
		shift := int32(i - w.from)
		switch {
		case l.store.bitmap != nil:
			w.open = l.store.unset(w.succ.States, w.open)
			for _, j := range w.open {
				w.all.States = append(w.all.States, w.succ.States[j])
				w.all.From = append(w.all.From, w.succ.From[j]+shift)
			}
		case back != nil:
			for j, f := range w.succ.From {
				if x := w.succ.States[j]; !back.leads(i+int(f), x) {
					w.all.States = append(w.all.States, x)
					w.all.From = append(w.all.From, f+shift)
				}
			}
		default:
			w.all.States = append(w.all.States, w.succ.States...)
			for _, f := range w.succ.From {
				w.all.From = append(w.all.From, f+shift)
			}
		}
		i += n
	}
}

// enterAll enters the successors of the block that are new, and lists them by chunk.
func (p *pool) enterAll() error {
	for p.free() {
		if ok, err := p.claimAll(); ok || err != nil {
			return err
		}
	}
	if err := p.distinguish(); err != nil {
		return err
	}
	return p.all(func(_ int, w *worker) { w.gather(p.l.store.table != nil) })
}

// distinguish finds out which successors are new.
func (p *pool) distinguish() error {
	s := p.l.store
	for {
		if err := p.all(func(_ int, w *worker) { w.sort(s, len(p.workers)) }); err != nil {
			return err
		}
		if err := p.all(func(o int, _ *worker) { p.lookUp(o) }); err != nil {
			return err
		}
		if p.leftOver() {
			return nil
		}
		s.spread() // what the block has entered is gone with the old table
		if s.err != nil {
			return s.err
		}
	}
}

// sort computes the hashes and sorts the successors by owner: the table is cut into
// as many parts as there are workers.
func (w *worker) sort(s *Store, owners int) {
	w.beyond = w.beyond[:0]
	for o := range w.shares {
		sh := &w.shares[o]
		sh.k, sh.hash = sh.k[:0], sh.hash[:0]
	}
	slotBits := s.bits
	if s.bitmap != nil {
		slotBits = uint(bits.Len(uint(len(s.bitmap))) - 1)
	}
	for k := range w.all.From {
		var slot, h uint64
		switch {
		case s.bitmap != nil:
			h = w.all.States[k]
			slot = h / 64
		case s.compact != nil:
			h = s.compact.mix(w.all.States[k])
			slot = h >> s.compact.rest
		default:
			h = hash(w.all.States[k*s.words : (k+1)*s.words])
			slot = h >> (64 - s.bits)
		}
		sh := &w.shares[slot*uint64(owners)>>slotBits]
		sh.k, sh.hash = append(sh.k, int32(k)), append(sh.hash, h)
	}
	for o := range w.shares {
		sh := &w.shares[o]
		n := len(sh.k)
		sh.fresh = sized(sh.fresh, n)
		if s.table != nil {
			sh.id, sh.slot = sized(sh.id, n), sized(sh.slot, n)
		}
	}
}

func sized[T any](list []T, n int) []T {
	if cap(list) < n {
		list = make([]T, n+n/4)
	}
	return list[:n]
}

// lookUp finds or enters the successors that owner o is responsible for.
func (p *pool) lookUp(o int) {
	s, me := p.l.store, p.workers[o]
	n := uint64(len(p.workers))
	last := (uint64(o+1)<<s.bits + n - 1) / n // one past the last slot of this part
	for chunk, w := range p.workers {
		sh := &w.shares[o]
		for from := 0; from < len(sh.k); from += probeGroup {
			to := min(from+probeGroup, len(sh.k))
			me.near = sh.touch(s, from, to)
			for j := from; j < to; j++ {
				if !p.enter(w, sh, chunk, j, last) {
					me.beyond = append(me.beyond, place{chunk, o, j})
				}
			}
		}
	}
}

// touch looks at the entries of a group, so that the cache misses overlap.
func (sh *share) touch(s *Store, from, to int) uint32 {
	near := uint32(0)
	switch {
	case s.bitmap != nil:
		for _, x := range sh.hash[from:to] {
			near |= uint32(s.bitmap[x/64])
		}
	case s.compact != nil:
		for _, m := range sh.hash[from:to] {
			near |= s.compact.table[m>>s.compact.rest]
		}
	default:
		for _, h := range sh.hash[from:to] {
			near |= s.table[h>>(64-s.bits)]
		}
	}
	return near // so that the loops above are not left out
}

// enter finds the j-th of a share, or enters it. It gives up, and reports false, at the
// slot last, or if it finds no room.
func (p *pool) enter(w *worker, sh *share, chunk, j int, last uint64) bool {
	s := p.l.store
	h := sh.hash[j]
	switch {
	case s.bitmap != nil:
		word, bit := &s.bitmap[h/64], uint64(1)<<(h%64)
		sh.fresh[j] = *word&bit == 0
		*word |= bit
		return true
	case s.compact != nil:
		var ok bool
		sh.fresh[j], ok = s.compact.enter(h, last)
		return ok
	}
	k := int(sh.k[j])
	state := w.all.States[k*s.words : (k+1)*s.words]
	for slot := h >> (64 - s.bits); slot != last; slot++ {
		if slot == 1<<s.bits {
			slot = 0
		}
		e := s.table[slot]
		if e == 0 { // entered by its place in the block
			sh.id[j] = uint32(s.n + p.bases[chunk] + k)
			sh.slot[j], sh.fresh[j] = slot, true
			s.table[slot] = s.entry(int(sh.id[j]), h)
			return true
		}
		if s.alike(e, h) && equal(p.state(s.number(e)), state) {
			sh.id[j], sh.fresh[j] = uint32(s.number(e)), false
			return true
		}
	}
	return false
}

// enter finds a mixed state or enters it, and tells which. It gives up at the slot
// last, or if it finds no room.
func (c *compactSet) enter(m, last uint64) (fresh, ok bool) {
	want := occupied | uint32(m&(1<<c.rest-1))<<c.dist
	slot := m >> c.rest
	for range 1 << c.dist {
		if slot == last {
			return false, false
		}
		if slot == uint64(len(c.table)) {
			slot = 0
		}
		switch c.table[slot] {
		case want:
			return false, true
		case 0:
			c.table[slot] = want
			return true, true
		}
		want++
		slot++
	}
	return false, false
}
