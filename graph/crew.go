package graph

import (
	"errors"
	"sync"
)

// A Forker is a Graph that can be used by several goroutines, each with a copy of its
// own.
type Forker interface {
	Graph
	Fork() (Graph, error)
}

// crewStates is how many states of a layer make several workers worth while, and
// chunkStates how many one of them expands at a time.
const (
	crewStates  = 1 << 12
	chunkStates = 1 << 12
)

// A crew expands blocks of states with several workers, with the same result as one
// after another. A block goes through three steps, in each of which the workers do not
// touch each other's memory:
//
//   - each expands a chunk of the block and sorts the successors by the part of the
//     table they belong to;
//   - each looks up the successors that belong to its part of the table, in the order
//     of the block, and enters those that are new by their place in the block;
//   - the new ones are numbered in the order of the block, and each worker stores
//     those of its chunk.
type crew struct {
	l       *layers
	workers []*worker
}

type worker struct {
	g       Graph
	succ    Successors
	all     Successors // of the whole chunk; From counts from its first state
	ids     []uint32
	hash    []uint64
	slot    []uint64  // where new ones are in the table
	fresh   []bool    // new in this block
	owned   [][]int32 // by owner: successors of this chunk
	touched uint32
	beyond  []place // those whose search left the part of the table of their owner
	err     error
}

// A place is a successor of a block.
type place struct{ chunk, k int32 }

func newCrew(l *layers) (*crew, error) {
	f, ok := l.g.(Forker)
	if !ok {
		l.opt.Workers = 1
		return nil, nil
	}
	c := &crew{l: l}
	for i := range l.opt.Workers {
		g := l.g
		if i > 0 {
			var err error
			if g, err = f.Fork(); err != nil {
				return nil, err
			}
		}
		c.workers = append(c.workers, &worker{g: g, owned: make([][]int32, l.opt.Workers)})
	}
	return c, nil
}

// all runs f for every worker at the same time.
func (c *crew) all(f func(i int, w *worker)) error {
	var wg sync.WaitGroup
	for i, w := range c.workers {
		wg.Go(func() { f(i, w) })
	}
	wg.Wait()
	errs := make([]error, len(c.workers))
	for i, w := range c.workers {
		errs[i] = w.err
	}
	return errors.Join(errs...)
}

// block expands states from number i on, before to, and returns how many.
func (c *crew) block(i, to int) (int, error) {
	l, s := c.l, c.l.store
	n := min(to-i, chunkStates*len(c.workers))
	size := (n + len(c.workers) - 1) / len(c.workers)
	err := c.all(func(k int, w *worker) { w.expand(l, i+k*size, min(i+(k+1)*size, i+n)) })
	if err != nil {
		return 0, err
	}
	total := 0
	for _, w := range c.workers {
		total += len(w.all.From)
	}
	if err := l.room(total); err != nil {
		return 0, err
	}
	for s.n+total > s.limit {
		s.resize(s.bits + 1)
	}
	base := s.n
	bases := make([]int, len(c.workers)) // of the places of each chunk in the block
	for k := 1; k < len(bases); k++ {
		bases[k] = bases[k-1] + len(c.workers[k-1].all.From)
	}
	if err := c.distinguish(bases); err != nil {
		return 0, err
	}
	c.number(i, size, base)
	if err := c.all(func(k int, w *worker) { c.settle(w, base, bases) }); err != nil {
		return 0, err
	}
	l.stats.Expanded += int64(n)
	l.stats.Generated += int64(total)
	l.extra = l.parent.bytes()
	if l.edges != nil {
		for k, w := range c.workers {
			l.edges(min(i+k*size, i+n), min(i+(k+1)*size, i+n), &w.all, w.ids)
		}
	}
	return n, nil
}

// distinguish finds out which successors are new.
func (c *crew) distinguish(bases []int) error {
	s := c.l.store
	for {
		if err := c.all(func(_ int, w *worker) { w.sort(s, len(c.workers)) }); err != nil {
			return err
		}
		if err := c.all(func(o int, _ *worker) { c.lookUp(o, bases) }); err != nil {
			return err
		}
		if c.leftOver(bases) {
			return nil
		}
		s.resize(s.bits + 1) // what the block has entered is gone with the old table
	}
}

// expand collects the successors of the states from..to.
func (w *worker) expand(l *layers, from, to int) {
	w.all.Reset()
	for i := from; i < to; {
		batch := l.store.Batch(i, min(sizeOf(w.g), to-i))
		w.succ.Reset()
		if w.err = w.g.Expand(batch, &w.succ); w.err != nil {
			return
		}
		w.all.States = append(w.all.States, w.succ.States...)
		w.all.Label = append(w.all.Label, w.succ.Label...)
		if w.succ.Cost != nil {
			w.all.Cost = append(w.all.Cost, w.succ.Cost...)
		}
		for _, f := range w.succ.From {
			w.all.From = append(w.all.From, f+int32(i-from))
		}
		i += len(batch) / l.store.words
	}
}

// sort computes the hashes and sorts the successors by owner: the table is cut into
// as many parts as there are workers.
func (w *worker) sort(s *Store, owners int) {
	n := len(w.all.From)
	w.ids, w.hash, w.slot, w.fresh = sized(w.ids, n), sized(w.hash, n), sized(w.slot, n), sized(w.fresh, n)
	clear(w.fresh)
	w.beyond = w.beyond[:0]
	for o := range w.owned {
		w.owned[o] = w.owned[o][:0]
	}
	for k := range n {
		var slot uint64
		if s.bitmap != nil {
			o := int(w.all.States[k] / 64 * uint64(owners) / uint64(len(s.bitmap)))
			w.owned[o] = append(w.owned[o], int32(k))
			continue
		}
		if s.compact != nil {
			w.hash[k] = s.compact.mix(w.all.States[k])
			slot = w.hash[k] >> s.compact.rest
		} else {
			w.hash[k] = hash(w.all.States[k*s.words : (k+1)*s.words])
			slot = w.hash[k] >> (64 - s.bits)
		}
		o := int(slot * uint64(owners) >> s.bits)
		w.owned[o] = append(w.owned[o], int32(k))
	}
}

func sized[T any](list []T, n int) []T {
	if cap(list) < n {
		list = make([]T, n+n/4)
	}
	return list[:n]
}

// lookUp finds or enters the successors that owner o is responsible for.
func (c *crew) lookUp(o int, bases []int) {
	s, me := c.l.store, c.workers[o]
	n := uint64(len(c.workers))
	last := (uint64(o+1)<<s.bits + n - 1) / n // one past the last slot of this part
	var entry [probeGroup]uint32
	var word [probeGroup]uint64
	for chunk, w := range c.workers {
		list := w.owned[o]
		for len(list) > 0 {
			group := list[:min(len(list), probeGroup)]
			list = list[len(group):]
			if s.bitmap != nil {
				w.lookUpBits(s, group)
				continue
			}
			if s.compact != nil {
				c.lookUpCompact(me, w, chunk, group, last)
				continue
			}
			for i, k := range group {
				entry[i] = s.table[w.hash[k]>>(64-s.bits)]
			}
			for i, k := range group {
				if e := entry[i]; e != 0 && s.alike(e, w.hash[k]) && s.number(e) < s.n {
					word[i] = s.State(s.number(e))[0]
				}
			}
			for i, k := range group {
				if e := entry[i]; s.words == 1 && e != 0 && word[i] == w.all.States[k] && s.alike(e, w.hash[k]) && s.number(e) < s.n {
					w.ids[k] = uint32(s.number(e))
					continue
				}
				if !c.enter(w, chunk, int(k), last, bases) {
					me.beyond = append(me.beyond, place{int32(chunk), k})
				}
			}
		}
	}
}

// lookUpBits is lookUp where there is a bit for each state.
func (w *worker) lookUpBits(s *Store, group []int32) {
	for _, k := range group {
		x := w.all.States[k]
		word, bit := &s.bitmap[x/64], uint64(1)<<(x%64)
		w.ids[k] = NoNumber
		if *word&bit == 0 {
			*word |= bit
			w.ids[k], w.fresh[k] = 0, true
		}
	}
}

// lookUpCompact is lookUp where numbers are not asked for.
func (c *crew) lookUpCompact(me, w *worker, chunk int, group []int32, last uint64) {
	set := c.l.store.compact
	var entry uint32
	for _, k := range group {
		entry |= set.table[w.hash[k]>>set.rest]
	}
	me.touched = entry // so that the loop above is not left out
	for _, k := range group {
		if !c.enterCompact(w, int(k), last) {
			me.beyond = append(me.beyond, place{int32(chunk), k})
		}
	}
}

// enterCompact is enter where numbers are not asked for.
func (c *crew) enterCompact(w *worker, k int, last uint64) bool {
	set := c.l.store.compact
	m := w.hash[k]
	want := occupied | uint32(m&(1<<set.rest-1))<<set.dist
	slot := m >> set.rest
	for d := 0; d < 1<<set.dist; d++ {
		if slot == last {
			return false
		}
		if slot == uint64(len(set.table)) {
			slot = 0
		}
		switch set.table[slot] {
		case want:
			w.ids[k] = NoNumber
			return true
		case 0:
			w.ids[k], w.fresh[k] = 0, true
			set.table[slot] = want
			return true
		}
		want++
		slot++
	}
	return false
}

// enter finds a successor, or enters it by its place in the block. It gives up, and
// reports false, at the slot last.
func (c *crew) enter(w *worker, chunk, k int, last uint64, bases []int) bool {
	s := c.l.store
	h, state := w.hash[k], w.all.States[k*s.words:(k+1)*s.words]
	for slot := h >> (64 - s.bits); ; slot++ {
		if slot == last {
			return false
		}
		if slot == 1<<s.bits {
			slot = 0
		}
		e := s.table[slot]
		if e == 0 {
			w.ids[k] = uint32(s.n + bases[chunk] + k)
			w.slot[k], w.fresh[k] = slot, true
			s.table[slot] = s.entry(int(w.ids[k]), h)
			return true
		}
		if s.alike(e, h) && equal(c.state(s.number(e), bases), state) {
			w.ids[k] = uint32(s.number(e))
			return true
		}
	}
}

// state is a state by its number, or by its place in the block.
func (c *crew) state(id int, bases []int) []uint64 {
	s := c.l.store
	if id < s.n {
		return s.State(id)
	}
	chunk := chunkOf(id-s.n, bases)
	k := id - s.n - bases[chunk]
	return c.workers[chunk].all.States[k*s.words : (k+1)*s.words]
}

func chunkOf(place int, bases []int) int {
	c := len(bases) - 1
	for bases[c] > place {
		c--
	}
	return c
}

// leftOver looks up what no owner could on its own. No slot ends it: all of the table
// belongs to it. It reports false if a compact set has no room near enough.
func (c *crew) leftOver(bases []int) bool {
	for chunk := range c.workers { // in the order of the block
		for _, me := range c.workers {
			for _, p := range me.beyond {
				if int(p.chunk) != chunk {
					continue
				}
				w, k := c.workers[chunk], int(p.k)
				if c.l.store.compact == nil {
					c.enter(w, chunk, k, 1<<63, bases)
				} else if !c.enterCompact(w, k, 1<<63) {
					return false
				}
			}
		}
	}
	return true
}

// number makes room for the new states and numbers them in the order of the block:
// for those that are fresh, slot becomes their entry's place and ids their number.
func (c *crew) number(i, size, base int) {
	l, s := c.l, c.l.store
	n := base
	for chunk, w := range c.workers {
		for k, fresh := range w.fresh {
			if !fresh {
				continue
			}
			w.ids[k] = uint32(n)
			if l.keep {
				l.parent.append(uint32(i+chunk*size) + uint32(w.all.From[k]) + 1)
			}
			n++
		}
	}
	for len(s.pages)<<pageBits < n {
		s.pages = append(s.pages, make([]uint64, pageStates*s.words))
	}
	s.n = n
}

// settle stores the new states of a chunk, and gives the numbers of those that other
// successors of the block are equal to.
func (c *crew) settle(w *worker, base int, bases []int) {
	s := c.l.store
	for k, fresh := range w.fresh {
		id := int(w.ids[k])
		if !fresh {
			if s.table != nil && id >= base { // the place of an equal one
				chunk := chunkOf(id-base, bases)
				w.ids[k] = c.workers[chunk].ids[id-base-bases[chunk]]
			}
			continue
		}
		copy(s.pages[id>>pageBits][id%pageStates*s.words:], w.all.States[k*s.words:(k+1)*s.words])
		if s.table == nil {
			continue
		}
		s.table[w.slot[k]] = s.entry(id, w.hash[k])
	}
}
