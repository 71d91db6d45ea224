package graph

import (
	"context"
	"math/bits"
	"sync/atomic"

	"farbank/graph/disk"
)

// An Index is a perfect hash function: it numbers states from 0 to Size()-1. Several goroutines may use it.
type Index interface {
	Size() uint64

	// Rank sets to[i] to the number of the i-th state. It returns false if a state has no number.
	Rank(states, to []uint64) bool

	// Unrank writes the states with the given numbers, one after another.
	Unrank(numbers, states []uint64)
}

// Indexed is a Graph whose states may have an Index. Index guesses one from sample states, or returns nil.
type Indexed interface {
	Graph
	Index(sample []uint64) Index
}

// twoBits is a breadth-first search with two bits for each possible state: unseen, in the current layer, in
// the next, or older. The codes of the current and the next layer are swapped at the end of each layer, so
// nothing is rewritten. The states of a layer are found by a scan, which skips words without any (Kunkle
// and Cooperman 2007).
type twoBits struct {
	*external
	index   Index
	bits    []uint64
	now     uint64 // code of the current layer: 1 or 2
	free    func()
	scratch []bitScratch
}

// A bitScratch is the scratch memory of a worker.
type bitScratch struct {
	numbers, states, ranks []uint64
	codes                  []uint8
	layer                  int64
	goals                  int64
}

const (
	unseen  = 0
	older   = 3
	perWord = 32
	evenBit = 0x5555555555555555
	segment = 1 << 12 // number of words that a worker scans at a time
)

const (
	sampleSize = 1 << 16 // number of states from which an index is guessed
	keepBytes  = 64      // approximate bytes of a state of a graph in memory
)

// A formError reports that a state does not match the index that was guessed.
type formError struct{}

func (formError) Error() string { return "a state has no number" }

// bytesOf returns the memory for two bits for each of size states.
func bytesOf(size uint64) int64 { return int64((size + perWord - 1) / perWord * 8) }

// fitsBits reports whether two bits per state fit the memory, or a mapped file of less than twice its size.
func (e *external) fitsBits(size uint64) (inMemory, mapped bool) {
	n, m := bytesOf(size), e.opt.Memory
	limit := e.disk.Limit
	return n <= m/4*3, n < 2*m && canMap && (limit == 0 || n <= limit)
}

// exploreBits continues a search in memory with two bits per state.
func (e *external) exploreBits(l *layers, index Index, looked bool) error {
	s := l.store
	s.table, s.compact, s.bitmap, l.back = nil, nil, nil, nil
	graphs := l.pool.graphs()
	l.pool = nil
	e.bits = true
	free()
	if err := e.startWorkers(graphs); err != nil {
		return err
	}
	t := &twoBits{external: e, index: index, now: 1, free: func() {}, scratch: make([]bitScratch, len(e.workers))}
	if err := t.allocate(); err != nil {
		return err
	}
	defer func() { t.free() }()
	e.disk.note("two bits a state from layer %d on: %d states at most", l.depth(), index.Size())
	e.stats = l.stats
	e.stats.Memory, e.size.buffer = int64(len(t.bits))*8, 0
	if err := t.takeStore(l, looked); err != nil {
		return err
	}
	l.store = NewStore(s.words)
	s.pages = nil
	free()
	for {
		n, err := t.layer()
		if err != nil {
			return err
		}
		e.fold()
		if n == 0 {
			e.ended = true
			return nil
		}
		e.exact++
	}
}

// allocate allocates the bits, in memory or in a mapped file.
func (t *twoBits) allocate() error {
	size := t.index.Size()
	n := bytesOf(size)
	if in, _ := t.fitsBits(size); in {
		t.bits = make([]uint64, n/8)
		return nil
	}
	file := t.newFile()
	var err error
	t.bits, t.free, err = mapped(file, t.room, n)
	return err
}

// mapped maps a new file of n zero bytes into memory. The zeros are written first, so that a full disk
// fails here.
func mapped(file *disk.File, room *disk.Room, n int64) ([]uint64, func(), error) {
	zeros := make([]byte, 1<<20)
	for left := n; left > 0; left -= int64(len(zeros)) {
		if _, err := file.Append(zeros[:min(left, int64(len(zeros)))]); err != nil {
			file.Remove()
			return nil, func() {}, err
		}
	}
	words, unmap, err := mapWords(room.Path(file.Name), n)
	if err != nil {
		file.Remove()
		return nil, func() {}, &disk.Error{Name: room.Path(file.Name), Err: err}
	}
	return words, func() { unmap(); file.Remove() }, nil
}

// takeStore inserts the states of a search in memory. The expanded states of its last layer count as older.
func (t *twoBits) takeStore(l *layers, looked bool) error {
	s, depth := l.store, l.depth()
	from, to := l.frontier()
	for k := 0; k < depth; k++ {
		t.seen.Layers = append(t.seen.Layers, int64(l.first[k+1]-l.first[k]))
	}
	t.states = int64(to)
	t.seen.Layers = append(t.seen.Layers, int64(to-from))
	t.exact = depth + 1
	t.stats.Depth = int64(depth)
	if !looked {
		if err := t.lookAt(s, from, to); err != nil {
			return err
		}
	}
	err := t.enterStore(s, 0, l.at, older)
	if err == nil {
		err = t.enterStore(s, l.at, to, t.now)
	}
	if err == nil {
		err = t.enterStore(s, to, s.n, 3-t.now)
	}
	if err != nil {
		return err
	}
	// the rest of the layer; states whose edges were counted are not counted again
	return t.pages(l.at, to, func(h *diskWorker, from, to int) error {
		b := &t.scratch[t.number(h)]
		for from < to {
			count, end := from >= l.seen, to
			if !count {
				end = min(to, l.seen)
			}
			batch := s.Batch(from, min(end-from, sizeOf(h.g)))
			b.numbers = sized(b.numbers, len(batch)/s.words)
			if !t.index.Rank(batch, b.numbers) {
				return formError{}
			}
			for _, n := range b.numbers {
				atomic.OrUint64(&t.bits[n/perWord], older<<(n%perWord*2))
			}
			if err := t.expandBatch(h, b, batch, count); err != nil {
				return err
			}
			from += len(batch) / s.words
		}
		return nil
	})
}

// number returns the index of a worker.
func (t *twoBits) number(h *diskWorker) int {
	for i, o := range t.workers {
		if o == h {
			return i
		}
	}
	return 0
}

// lookAt counts the goals among the states from..to of a store.
func (t *twoBits) lookAt(s *Store, from, to int) error {
	h := t.workers[0]
	var first []uint64
	for from < to {
		batch := s.Batch(from, to-from)
		if err := t.look(h, t.form, batch, &first); err != nil {
			return err
		}
		from += len(batch) / s.words
	}
	if first != nil && t.seen.FirstGoal < 0 {
		t.seen.FirstGoal = int64(len(t.seen.Layers) - 1)
	}
	return nil
}

// enterStore sets the code of the states from..to of a store.
func (t *twoBits) enterStore(s *Store, from, to int, code uint64) error {
	var numbers []uint64
	for from < to {
		batch := s.Batch(from, to-from)
		numbers = sized(numbers, len(batch)/s.words)
		if !t.index.Rank(batch, numbers) {
			return formError{}
		}
		for _, n := range numbers {
			t.bits[n/perWord] |= code << (n % perWord * 2)
		}
		from += len(batch) / s.words
	}
	return nil
}

// layer makes the next layer the current one, counts it and expands it. It returns its number of states.
func (t *twoBits) layer() (int64, error) {
	t.now = 3 - t.now
	depth := int64(len(t.seen.Layers))
	goals := int64(0)
	err := t.each((len(t.bits)+segment-1)/segment, func(h *diskWorker, i int) error {
		if err := t.stopped(h); err != nil {
			return err
		}
		return t.scan(h, &t.scratch[t.number(h)], i*segment, min((i+1)*segment, len(t.bits)))
	})
	n := int64(0)
	for i := range t.scratch {
		n += t.scratch[i].layer
		goals += t.scratch[i].goals
		t.scratch[i].layer, t.scratch[i].goals = 0, 0
	}
	if n > 0 {
		t.seen.Layers = append(t.seen.Layers, n)
		t.states += n
		t.stats.Depth = depth
	}
	t.seen.GoalStates += goals
	if goals > 0 && t.seen.FirstGoal < 0 {
		t.seen.FirstGoal = depth
	}
	return n, err
}

// scan expands the states of the current layer in the words from..to.
func (t *twoBits) scan(h *diskWorker, b *bitScratch, from, to int) error {
	size := sizeOf(h.g)
	b.numbers = b.numbers[:0]
	for i := from; i < to; i++ {
		w := atomic.LoadUint64(&t.bits[i])
		if w == 0 {
			continue
		}
		low, high := w&evenBit, w>>1&evenBit
		in := low &^ high
		if t.now == 2 {
			in = high &^ low
		}
		if in == 0 {
			continue
		}
		atomic.OrUint64(&t.bits[i], in*older)
		for ; in != 0; in &= in - 1 {
			b.numbers = append(b.numbers, uint64(i)*perWord+uint64(bits.TrailingZeros64(in))/2)
		}
		if len(b.numbers) >= size {
			if err := t.expandNumbers(h, b, size); err != nil {
				return err
			}
		}
	}
	return t.expandNumbers(h, b, 1)
}

// expandNumbers expands states by their numbers, in batches, as long as at least least numbers are left.
func (t *twoBits) expandNumbers(h *diskWorker, b *bitScratch, least int) error {
	w, size := t.form.Key, sizeOf(h.g)
	list := b.numbers
	for len(list) >= least {
		n := min(len(list), size)
		b.states = sized(b.states, n*w)
		t.index.Unrank(list[:n], b.states)
		list = list[n:]
		h.flags = sized(h.flags, n)
		if err := h.g.Goals(b.states, h.flags); err != nil {
			return err
		}
		for _, is := range h.flags {
			if is {
				b.goals++
			}
		}
		b.layer += int64(n)
		if err := t.expandBatch(h, b, b.states, true); err != nil {
			return err
		}
	}
	b.numbers = b.numbers[:copy(b.numbers, list)]
	return nil
}

// expandBatch marks the unseen successors of states as the next layer.
func (t *twoBits) expandBatch(h *diskWorker, b *bitScratch, batch []uint64, count bool) error {
	w := t.form.Key
	h.succ.Reset()
	if err := h.g.Expand(batch, &h.succ); err != nil {
		return err
	}
	if count {
		h.done += int64(len(batch) / w)
		h.made += int64(len(h.succ.From))
		if err := h.countEdges(batch, w); err != nil {
			return err
		}
	}
	b.ranks = sized(b.ranks, len(h.succ.From))
	if !t.index.Rank(h.succ.States, b.ranks) {
		return formError{}
	}
	next := 3 - t.now
	b.codes = sized(b.codes, len(b.ranks))
	for k, n := range b.ranks { // all are read before the first is changed, so that cache misses overlap
		b.codes[k] = uint8(atomic.LoadUint64(&t.bits[n/perWord]) >> (n % perWord * 2) & 3)
	}
	for k, n := range b.ranks {
		if b.codes[k] == unseen {
			atomic.OrUint64(&t.bits[n/perWord], next<<(n%perWord*2))
		}
	}
	return nil
}

// indexOf returns an index for the states of a graph if two bits per state are worthwhile. It explores a
// sample of states first; done is the result if these are all.
func (e *external) indexOf(ctx context.Context) (index Index, done *Shape, err error) {
	g, ok := e.g.(Indexed)
	if !ok {
		return nil, nil, nil
	}
	opt := e.opt.inMemory()
	opt.States, opt.Disk, opt.Checkpoint = sampleSize, nil, nil
	if s := e.disk.sizes; s != nil {
		opt.States = s.sample
	}
	x := newExplorer(ctx, e.g, opt)
	switch err := x.run(); err {
	case ErrStates:
	case ErrMemory:
		return nil, nil, nil
	default:
		done, err := x.finish(err)
		return nil, done, err
	}
	var sample []uint64
	for i := 0; i < x.store.n; {
		batch := x.store.Batch(i, x.store.n-i)
		sample = append(sample, batch...)
		i += len(batch) / x.store.words
	}
	index = g.Index(sample)
	if index == nil {
		return nil, nil, nil
	}
	if in, file := e.fitsBits(index.Size()); !in && !file {
		return nil, nil, nil
	}
	return index, nil, nil
}
