package graph

import "sync/atomic"

// free reports whether new states may be numbered in any order: nobody asks for numbers,
// parents or edges, and the graph is too large to be kept. Then the workers need not
// agree on an order, and enter what they find into one table (Laarman, van de Pol,
// Weber 2010), where each state is new to exactly one of them.
func (p *pool) free() bool {
	l, s := p.l, p.l.store
	return s.table == nil && !l.keep && l.edges == nil && s.n > l.opt.Keep
}

// claimAll lets each worker enter the successors of its chunk, and keeps as new those
// that it was the first to enter. It reports false if a compact set had no room near
// enough: then the store has another table, and nothing of the block is in it.
func (p *pool) claimAll() (bool, error) {
	s := p.l.store
	err := p.all(func(_ int, w *worker) {
		w.new, w.crowded = w.new[:0], false
		if s.bitmap != nil {
			w.claimBits(s.bitmap)
		} else {
			w.crowded = !w.claim(s.compact)
		}
	})
	if err != nil {
		return false, err
	}
	for _, w := range p.workers {
		if w.crowded {
			s.spread()
			return false, s.err
		}
	}
	return true, nil
}

func (w *worker) claimBits(bitmap []uint64) {
	for k, x := range w.all.States {
		word, bit := &bitmap[x/64], uint64(1)<<(x%64)
		if atomic.LoadUint64(word)&bit == 0 && atomic.OrUint64(word, bit)&bit == 0 {
			w.new = append(w.new, int32(k))
		}
	}
}

// claim enters states into a compact set; false if one finds no room near enough.
func (w *worker) claim(c *compactSet) bool {
	var mixed [probeGroup]uint64
	for from := 0; from < len(w.all.States); from += probeGroup {
		group := w.all.States[from:min(from+probeGroup, len(w.all.States))]
		for i, x := range group {
			mixed[i] = c.mix(x)
		}
		w.near = c.touch(mixed[:len(group)])
		for i := range group {
			fresh, ok := c.claim(mixed[i])
			if !ok {
				return false
			}
			if fresh {
				w.new = append(w.new, int32(from+i))
			}
		}
	}
	return true
}

// touch looks at the entries of mixed states, so that the cache misses overlap.
func (c *compactSet) touch(mixed []uint64) (near uint32) {
	table, shift, mask := c.table, c.rest, uint64(len(c.table)-1)
	for _, m := range mixed {
		near |= atomic.LoadUint32(&table[m>>shift&mask])
	}
	return near // so that the loop is not left out
}

// claim is find and put at once, for several workers: an entry once made stays, so that
// all who enter a state go through the same entries and meet at the same one.
func (c *compactSet) claim(m uint64) (fresh, ok bool) {
	want, slot := c.home(m), m>>c.rest
	mask := uint64(len(c.table) - 1)
	for range 1 << c.dist {
		e := atomic.LoadUint32(&c.table[slot])
		if e == 0 && atomic.CompareAndSwapUint32(&c.table[slot], 0, want) {
			return true, true
		}
		if e == 0 {
			e = atomic.LoadUint32(&c.table[slot]) // somebody was quicker
		}
		if e == want {
			return false, true
		}
		want++
		slot = (slot + 1) & mask
	}
	return false, false
}
