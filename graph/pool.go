package graph

import (
	"errors"
	"math/bits"
	"sync"
)

// A Forker is a Graph that several goroutines can use, each with its own copy.
type Forker interface {
	Graph
	Fork() (Graph, error)
}

// poolStates is the minimum number of states of a layer for several workers, chunkStates the maximum number
// that one of them expands at a time.
const (
	poolStates  = 1 << 12
	chunkStates = 1 << 14
)

// chunkEdges is the approximate maximum number of successors of a chunk.
const chunkEdges = 1 << 18

// A pool expands blocks of states with several workers and the same result as one worker. In each of the
// following steps the workers write to disjoint memory:
//
//   - each worker expands a chunk of the block and sorts the successors by the part of the
//     table they belong to;
//   - each worker looks up the successors in its part of the table, in the order of the
//     block, and inserts new ones;
//   - the new states are numbered in the order of the block, and each worker stores those
//     of its chunk.
//
// If no order is needed, each worker instead inserts its own successors into a shared table.
type pool struct {
	l       *layers
	workers []*worker
	bases   []int // by chunk: the place of its first successor in the block
}

// A worker has a graph and a chunk of the block.
type worker struct {
	g       Graph
	from    int // the chunk's first state
	to      int
	succ    Successors
	all     Successors // of the whole chunk; From counts from its first state
	ids     []uint32   // of the successors, if numbers are needed
	slot    []uint64   // their slots in the table, if numbers are needed
	fresh   []bool     // new in this block
	new     []int32    // indexes of the fresh successors, in order
	open    []int32    // successors of a batch that are not in the bitmap
	shares  []share    // by owner: successors of this chunk
	beyond  []place    // successors whose probe sequence left the owner's part of the table
	near    uint32
	err     error
	count   int64 // number of successors, including those filtered out
	crowded bool  // a compact set had no free slot within the maximum distance
}

// A share holds the successors of a chunk that one owner looks up, and the results. No other worker writes
// to it.
type share struct {
	k     []int32  // indexes of the successors
	hash  []uint64 // or the state if there is a bitmap
	fresh []bool
	id    []uint32 // if numbers are needed: the number, or the place in the block
	slot  []uint64
}

// A place identifies a successor of a block: the j-th of a share.
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

// graphs returns the graphs of the workers, or nil if p is nil.
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

// all calls f for every worker, concurrently as far as Options.AtOnce permits.
func (p *pool) all(f func(i int, w *worker)) error {
	var wg sync.WaitGroup
	n, most := len(p.workers), p.l.opt.atOnce(len(p.workers))
	for first := range most {
		wg.Go(func() {
			for i := first; i < n; i += most {
				f(i, p.workers[i])
			}
		})
	}
	wg.Wait()
	errs := make([]error, len(p.workers))
	for i, w := range p.workers {
		errs[i] = w.err
	}
	return errors.Join(errs...)
}

// block expands states from number i on, before number to, and returns how many.
func (p *pool) block(i, to int) (int, error) {
	l, s := p.l, p.l.store
	if s.bitmap != nil {
		l.dropBack() // the bitmap is faster
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

// chunk returns the number of states that one worker expands at a time. It is smaller if states have many
// successors or memory is short, since all successors are kept until they are looked up.
func (p *pool) chunk() int {
	edges := int64(chunkEdges)
	if m := p.l.opt.Memory; m > 0 {
		edges = min(edges, m/32/int64(len(p.workers)*(8*p.l.store.words+64)))
	}
	each := 1 + p.l.stats.Generated/max(1, p.l.stats.Expanded)
	return int(min(max(edges/each, batchSize), chunkStates))
}

// bytes returns the memory of the data of a block.
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

// expand collects the successors of the states of the chunk, except those that are in the bitmap or lead
// straight back.
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

// enterAll inserts the new successors of the block and lists them by chunk.
func (p *pool) enterAll() error {
	for p.free() {
		if ok, err := p.insertAll(); ok || err != nil {
			return err
		}
	}
	if err := p.distinguish(); err != nil {
		return err
	}
	return p.all(func(_ int, w *worker) { w.collect(p.l.store.table != nil) })
}

// distinguish determines which successors are new.
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
		s.spread() // the states that the block inserted were lost with the old table
		if s.err != nil {
			return s.err
		}
	}
}

// sort hashes the successors and sorts them by owner. Each worker owns a part of the table.
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

// lookUp finds or inserts the successors that owner o is responsible for.
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

// touch reads the entries of a group, so that the cache misses overlap.
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
	return near // the result keeps the loops from being optimized away
}

// enter finds or inserts the j-th successor of a share. It returns false at the slot last, or if there is
// no free slot.
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
		if e == 0 { // insert it under its place in the block
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

// enter finds or inserts a mixed state; fresh reports whether it was inserted. It fails at the slot last,
// or if there is no free slot within the maximum distance.
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
