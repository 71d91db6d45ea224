package graph

// state returns a state by its number or its place in the block.
func (p *pool) state(id int) []uint64 {
	s := p.l.store
	if id < s.n {
		return s.State(id)
	}
	w, k := p.at(id - s.n)
	return w.all.States[k*s.words : (k+1)*s.words]
}

// at returns the successor at a place in the block.
func (p *pool) at(place int) (*worker, int) {
	k := len(p.bases) - 1
	for p.bases[k] > place {
		k--
	}
	return p.workers[k], place - p.bases[k]
}

// leftOver looks up the successors whose probe sequence left the part of their owner, in the order of the
// block. It reports false if a compact set has no free slot within the maximum distance.
func (p *pool) leftOver() bool {
	for chunk, w := range p.workers {
		for _, me := range p.workers {
			for _, q := range me.beyond {
				if q.chunk == chunk && !p.enter(w, &w.shares[q.owner], chunk, q.j, 1<<63) {
					return false
				}
			}
		}
	}
	return true
}

// number makes room for the new states.
func (p *pool) number() {
	l, s := p.l, p.l.store
	for _, w := range p.workers {
		s.n += len(w.new)
	}
	for len(s.pages)<<pageBits < s.n {
		s.pages = append(s.pages, make([]uint64, pageStates*s.words))
	}
	if l.keep {
		l.parent.grow(s.n)
	}
	if l.back != nil {
		_, layerEnd := l.frontier()
		l.back.grow(s.n - layerEnd)
	}
}

// collect combines the results of the owners for a chunk.
func (w *worker) collect(numbers bool) {
	n := len(w.all.From)
	w.fresh = sized(w.fresh, n)
	if numbers {
		w.ids, w.slot = sized(w.ids, n), sized(w.slot, n)
	}
	for o := range w.shares {
		sh := &w.shares[o]
		for j, k := range sh.k {
			w.fresh[k] = sh.fresh[j]
			if numbers {
				w.ids[k], w.slot[k] = sh.id[j], sh.slot[j]
			}
		}
	}
	w.new = w.new[:0]
	for k, fresh := range w.fresh {
		if fresh {
			w.new = append(w.new, int32(k))
		}
	}
}

// settle stores the new states of a chunk. base is the number of the first new state of the block.
func (p *pool) settle(w *worker, base int) {
	l, s := p.l, p.l.store
	_, layerEnd := l.frontier()
	for _, before := range p.workers {
		if before == w {
			break
		}
		base += len(before.new)
	}
	for i, k := range w.new {
		id := base + i
		copy(s.pages[id>>pageBits][id%pageStates*s.words:], w.all.States[int(k)*s.words:(int(k)+1)*s.words])
		source := w.from + int(w.all.From[k])
		if l.keep {
			*l.parent.at(id) = uint32(source) + 1
		}
		if l.back != nil {
			*l.back.next.at(id - layerEnd) = s.State(source)[0]
		}
		if s.table != nil {
			w.slot[k] |= uint64(id) << 32 // the number, beside the slot
		}
	}
	if s.table != nil {
		for _, k := range w.new {
			slot, id := w.slot[k]&(1<<32-1), int(w.slot[k]>>32)
			s.table[slot] = s.table[slot]>>s.bits<<s.bits | uint32(id+1)
		}
	}
}

// resolve replaces places in the block by numbers, if numbers are needed.
func (p *pool) resolve(w *worker, base int) {
	for k, id := range w.ids {
		if int(id) < base {
			continue
		}
		first, at := p.at(int(id) - base)
		w.ids[k] = uint32(first.slot[at] >> 32)
	}
}
