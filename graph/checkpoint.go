package graph

import (
	"errors"
	"fmt"
	"io"

	"farbank/internal/durable"
)

// CheckpointVersion is the version of the format of checkpoints.
const CheckpointVersion = 1

// Kinds of saved searches.
const (
	savedBreadthFirst = 1 + iota
	savedExplore
	savedBestFirst
)

// restore reads the checkpoint of a search of this kind. It reports whether there was one.
func (s *searcher) restore(kind uint64, read func(d *durable.Decoder)) (bool, error) {
	if s.opt.Checkpoint == nil {
		return false, nil
	}
	return s.opt.Checkpoint.Restore(func(r io.Reader) error {
		d := durable.NewDecoder(r)
		if k := d.Uint(); k != kind {
			d.Fail("it was saved by another search")
		}
		s.stats.load(d)
		s.store.most = s.opt.Memory
		s.store.load(d)
		if d.Err() == nil {
			read(d)
		}
		return d.Err()
	})
}

// save writes a search of this kind: its first n states, and the data of write.
func (s *searcher) save(kind uint64, stats *Stats, n int, write func(e *durable.Encoder)) {
	_ = s.opt.Checkpoint.Save(func(w io.Writer) error {
		e := durable.NewEncoder(w)
		e.Uint(kind)
		stats.save(e)
		s.store.save(e, n, widthOf(s.g))
		write(e)
		return e.Err()
	})
}

// widthOf returns the number of bytes that states use of a word.
func widthOf(g Graph) int {
	if p, ok := g.(Packed); ok && g.Words() == 1 && p.Bits() > 0 {
		return min((p.Bits()+7)/8, 8)
	}
	return 8
}

func (s *Stats) save(e *durable.Encoder) {
	for _, v := range []int64{s.Generated, s.Expanded, s.Depth} {
		e.Int(v)
	}
}

func (s *Stats) load(d *durable.Decoder) {
	for _, v := range []*int64{&s.Generated, &s.Expanded, &s.Depth} {
		*v = d.Int()
	}
}

// Kinds of tables of a Store
const (
	tableOfNumbers = iota
	tableCompact
	tableBits
)

// save writes the first n states with width bytes a word, and the kind of table.
func (s *Store) save(e *durable.Encoder, n, width int) {
	kind := tableOfNumbers
	switch {
	case s.bitmap != nil:
		kind = tableBits
	case s.compact != nil:
		kind = tableCompact
	}
	e.Uint(uint64(s.words))
	e.Uint(uint64(width))
	e.Uint(uint64(kind))
	e.Uint(uint64(s.bits))
	e.Uint(uint64(n))
	for i := 0; i < n; i += pageStates {
		e.Words(s.pages[i>>pageBits][:min(pageStates, n-i)*s.words], width)
	}
}

// load reads the states into the same kind of table.
func (s *Store) load(d *durable.Decoder) {
	if w := d.Len(1 << 20); w != s.words {
		d.Fail("its states have %d words instead of %d", w, s.words)
	}
	width, kind, bits, n := d.Len(8), d.Len(tableBits), uint(d.Len(32)), d.Len(MaxStates)
	if width == 0 || bits < 8 || kind != tableOfNumbers && s.width == 0 {
		d.Fail("its table is invalid")
	}
	if d.Err() != nil {
		return
	}
	s.n, s.pages, s.table, s.compact, s.bitmap = 0, nil, nil, nil, nil
	for s.n < n && d.Err() == nil {
		if !s.fits(min(pageStates, n-s.n), 0) {
			d.Fail("%w", ErrMemory)
			return
		}
		page := make([]uint64, pageStates*s.words)
		k := min(pageStates, n-s.n)
		d.Words(page[:k*s.words], width)
		s.pages, s.n = append(s.pages, page), s.n+k
	}
	if d.Err() == nil {
		s.refill(kind, bits)
	}
	if s.err != nil {
		d.Fail("%w", s.err)
	}
}

// refill creates a table of a kind, or a larger one.
func (s *Store) refill(kind int, bits uint) {
	switch {
	case kind == tableBits:
		s.bits = bits
		s.fillBits()
		return
	case kind == tableCompact && compactFits(s.width, bits) && s.fillCompact(bits):
		return
	}
	for bits < 32 && full(bits, loadCrowded) < s.n {
		bits++
	}
	s.fillTable(bits)
	if s.limit < s.n {
		s.limit = full(bits, loadCrowded)
	}
}

// A surePoint is a point from which layers can be resumed.
type surePoint struct {
	at    int // the states before it are expanded
	n     int // number of states
	stats Stats
	some  bool
}

// sureAt records that all states before i are expanded and no others, and saves the search if a checkpoint is
// due.
func (l *layers) sureAt(i int) {
	if l.opt.Checkpoint == nil || l.saveMore == nil {
		return
	}
	l.sure = surePoint{i, l.store.Len(), l.stats, true}
	if l.onSure != nil {
		l.onSure()
	}
	if l.opt.Checkpoint.Due() {
		l.saveNow()
	}
}

// saveNow saves the search as of the last sure point.
func (l *layers) saveNow() {
	if !l.sure.some {
		return
	}
	l.save(l.kind, &l.sure.stats, l.sure.n, func(e *durable.Encoder) {
		e.Uint(uint64(l.sure.at))
		e.Uint(uint64(len(l.first)))
		for _, f := range l.first {
			e.Uint(uint64(f))
		}
		e.Bool(l.keep)
		if l.keep {
			savePaged(e, &l.parent, l.sure.n)
		}
		l.saveMore(e)
	})
}

// load reads what saveNow wrote, without the data of saveMore.
func (l *layers) load(d *durable.Decoder) {
	n := l.store.Len()
	l.at = d.Len(n)
	l.first = make([]int, d.Len(n+2))
	for i := range l.first {
		l.first[i] = d.Len(n)
	}
	if len(l.first) < 2 || d.Bool() != l.keep {
		d.Fail("it was saved by another search")
		return
	}
	if l.keep {
		loadPaged(d, &l.parent, n)
	}
	if l.back != nil {
		l.dropBack() // a part of a layer may be missing in it
		l.revive = true
	}
	l.alone = l.at + poolStates
	l.seen = l.at
	l.extra = l.bytes()
	l.sure = surePoint{l.at, n, l.stats, true}
}

// savePaged writes the first n numbers of a list.
func savePaged(e *durable.Encoder, p *paged[uint32], n int) {
	buf := make([]uint64, pageStates)
	for i := 0; i < n; i += pageStates {
		k := min(pageStates, n-i)
		for j, v := range p.span(i, i+k) {
			buf[j] = uint64(v)
		}
		e.Words(buf[:k], 4)
	}
}

func loadPaged(d *durable.Decoder, p *paged[uint32], n int) {
	buf := make([]uint64, pageStates)
	p.pages, p.n = nil, 0
	for i := 0; i < n && d.Err() == nil; i += pageStates {
		k := min(pageStates, n-i)
		d.Words(buf[:k], 4)
		p.grow(i + k)
		for j, v := range buf[:k] {
			*p.at(i + j) = uint32(v)
		}
	}
}

// A breadth-first search also saves the number of start states and the path counts.

func (b *breadthFirst) save(e *durable.Encoder) {
	e.Uint(uint64(b.res.Starts))
	e.Bool(b.count != nil)
	if b.count == nil {
		return
	}
	c := b.count
	e.Bool(c.over)
	e.Uint(uint64(c.first))
	e.Uint(uint64(c.last))
	for _, p := range []*paged[uint64]{&c.now, &c.next} {
		e.Uint(uint64(p.n))
		for i := range p.n {
			e.Uint(*p.at(i))
		}
	}
}

func (b *breadthFirst) load(d *durable.Decoder) {
	b.layers.load(d)
	b.res.Starts = d.Len(b.store.Len())
	if d.Bool() != (b.count != nil) {
		d.Fail("it was saved by another search")
	}
	if b.count == nil || d.Err() != nil {
		return
	}
	c := &pathCount{over: d.Bool(), first: d.Len(b.store.Len()), last: d.Len(b.store.Len())}
	for _, p := range []*paged[uint64]{&c.now, &c.next} {
		n := d.Len(b.store.Len())
		for i := 0; i < n && d.Err() == nil; i++ {
			p.append(d.Uint())
		}
	}
	*b.count = *c
	b.more = c.bytes()
	b.extra = b.bytes()
}

// Explore also saves the counts of the shape.

func (e *explorer) save(to *durable.Encoder) {
	s := &e.sureShape
	for _, v := range []int64{e.shape.Starts, e.before.GoalStates, e.before.FirstGoal, s.Edges, s.DeadEnds} {
		to.Int(v)
	}
	for _, list := range [][]int64{e.shape.Layers[:len(e.first)-2], s.Branching} {
		to.Uint(uint64(len(list)))
		for _, v := range list {
			to.Int(v)
		}
	}
}

func (e *explorer) load(d *durable.Decoder) {
	e.layers.load(d)
	e.looked = len(e.first) - 2
	s := Shape{}
	for _, v := range []*int64{&s.Starts, &s.GoalStates, &s.FirstGoal, &s.Edges, &s.DeadEnds} {
		*v = d.Int()
	}
	for _, list := range []*[]int64{&s.Layers, &s.Branching} {
		n := d.Len(MaxStates)
		for i := 0; i < n && d.Err() == nil; i++ {
			*list = append(*list, d.Int())
		}
	}
	e.counts[0].Shape = Shape{Edges: s.Edges, DeadEnds: s.DeadEnds, Branching: s.Branching}
	s.Edges, s.DeadEnds, s.Branching = 0, 0, nil
	*e.shape = s
}

// A best-first search also saves the paths, the queue, and the state that is being expanded.

func (u *uniformCost) saveNow() {
	u.save(savedBestFirst, &u.sure, u.store.Len(), func(e *durable.Encoder) {
		e.Int(int64(u.open))
		e.Int(u.res.Bound)
		e.Uint(uint64(u.res.Starts))
		for i := range u.store.Len() {
			w := u.nodes.at(i)
			for _, v := range []int64{w.cost, int64(w.edge.Label), w.edge.Cost, int64(w.parent), int64(w.edges)} {
				e.Int(v)
			}
			e.Bool(w.settled && i != u.open)
			if u.estimate != nil {
				e.Int(*u.left.at(i))
			}
		}
		u.queue.save(e)
	})
}

func (u *uniformCost) load(d *durable.Decoder) {
	n := u.store.Len()
	u.open, u.res.Bound, u.res.Starts = int(d.Int()), d.Int(), d.Len(n)
	u.nodes, u.left, u.queue = paged[pathNode]{}, paged[int64]{}, bucketQueue{}
	for i := 0; i < n && d.Err() == nil; i++ {
		if i%pageStates == 0 && u.opt.Memory > 0 && u.store.Bytes()+u.nodes.bytes()+u.left.bytes() > u.opt.Memory {
			d.Fail("%w", ErrMemory)
		}
		u.nodes.append(pathNode{cost: d.Int(), edge: Edge{int32(d.Int()), d.Int()}, parent: int32(d.Int()), edges: int32(d.Int()), settled: d.Bool()})
		if u.estimate != nil {
			u.left.append(d.Int())
		}
	}
	u.queue.load(d, n)
	if u.open < -1 || u.open >= n {
		d.Fail("it expands state %d, which does not exist", u.open)
	}
	u.sure = u.stats
	u.extra = u.nodes.bytes() + u.left.bytes() + u.queue.bytes
}

func (q *bucketQueue) save(e *durable.Encoder) {
	e.Uint(uint64(q.n))
	for cost, b := range q.buckets {
		for _, w := range b.lists {
			for p, page := range w.pages {
				from := 0
				if p == 0 {
					from = w.next
				}
				for _, state := range page[from:] {
					e.Int(cost)
					e.Int(int64(w.edges))
					e.Uint(uint64(state))
				}
			}
		}
	}
}

func (q *bucketQueue) load(d *durable.Decoder, states int) {
	n := d.Len(1 << 40)
	for i := 0; i < n && d.Err() == nil; i++ {
		cost, edges, state := d.Int(), d.Int(), d.Len(max(states-1, 0))
		q.push(label{cost, int32(edges), int32(state)})
	}
}

// resumed wraps the error of a search that could not be resumed from a checkpoint.
func resumed(err error) error {
	if errors.Is(err, ErrMemory) {
		return ErrMemory
	}
	if err != nil {
		return fmt.Errorf("cannot resume from the checkpoint: %w", err)
	}
	return nil
}
