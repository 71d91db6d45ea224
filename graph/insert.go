package graph

import "sync/atomic"

// free reports whether new states may be numbered in any order: no numbers, parents or edges are needed, and the
// graph is too large to be kept. Then the workers insert concurrently into one table (Laarman, van de Pol, Weber
// 2010), in which each state is new to exactly one of them.
func (p *pool) free() bool {
	l, s := p.l, p.l.store
	return s.table == nil && !l.keep && l.edges == nil && s.n > l.opt.Keep
}

// insertAll lets each worker insert the successors of its chunk. Those that it inserted first are its new
// states. It reports false if a compact set had no free slot within the maximum distance. Then the store
// has another table, without the states of the block.
func (p *pool) insertAll() (bool, error) {
	s := p.l.store
	err := p.all(func(_ int, w *worker) {
		w.new, w.crowded = w.new[:0], false
		if s.bitmap != nil {
			w.insertBits(s.bitmap)
		} else {
			w.crowded = !w.insert(s.compact)
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

func (w *worker) insertBits(bitmap []uint64) {
	for k, x := range w.all.States {
		word, bit := &bitmap[x/64], uint64(1)<<(x%64)
		if atomic.LoadUint64(word)&bit == 0 && atomic.OrUint64(word, bit)&bit == 0 {
			w.new = append(w.new, int32(k))
		}
	}
}

// insert inserts states into a compact set. It reports false if a state finds no free slot within the
// maximum distance.
func (w *worker) insert(c *compactSet) bool {
	var mixed [probeGroup]uint64
	for from := 0; from < len(w.all.States); from += probeGroup {
		group := w.all.States[from:min(from+probeGroup, len(w.all.States))]
		for i, x := range group {
			mixed[i] = c.mix(x)
		}
		w.near = c.touch(mixed[:len(group)])
		for i := range group {
			fresh, ok := c.insert(mixed[i])
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

// touch reads the entries of a group of mixed states, so that the cache misses overlap.
func (c *compactSet) touch(mixed []uint64) (near uint32) {
	table, shift, mask := c.table, c.rest, uint64(len(c.table)-1)
	for _, m := range mixed {
		near |= atomic.LoadUint32(&table[m>>shift&mask])
	}
	return near // the result keeps the loop from being optimized away
}

// insert finds or inserts a mixed state. Concurrent workers may call it: an entry never changes once it is
// set, so all workers that insert the same state probe the same slots and find the same entry.
func (c *compactSet) insert(m uint64) (fresh, ok bool) {
	want, slot := c.home(m), m>>c.rest
	mask := uint64(len(c.table) - 1)
	for range 1 << c.dist {
		e := atomic.LoadUint32(&c.table[slot])
		if e == 0 && atomic.CompareAndSwapUint32(&c.table[slot], 0, want) {
			return true, true
		}
		if e == 0 {
			e = atomic.LoadUint32(&c.table[slot]) // another worker set it first
		}
		if e == want {
			return false, true
		}
		want++
		slot = (slot + 1) & mask
	}
	return false, false
}
