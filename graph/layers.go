package graph

import (
	"runtime"

	"farbank/internal/durable"
)

// layers is a breadth-first search, layer by layer. The states it finds do not depend on the number of
// workers. Their numbers do not either, unless no order is needed (see pool.free).
type layers struct {
	*searcher
	first  []int         // the number of the first state of each layer, and one past the last
	parent paged[uint32] // by state: the number of its predecessor plus 1, or 0 for a start
	keep   bool          // store parents
	ids    []uint32
	back   *backward // nil if not used
	pool   *pool     // nil means one worker
	at     int       // the first state not yet expanded into the next layer
	seen   int       // the first state whose edges were not passed to visit
	more   int64     // bytes used by edges and visit

	kind     uint64                   // of the search, if it can be saved; see checkpoint.go
	saveMore func(e *durable.Encoder) // writes the data of the search; nil if it cannot be saved
	onSure   func()
	sure     surePoint
	alone    int  // states before this one are expanded by one worker: a graph may become faster by what it learns, and its forks with it
	revive   bool // use backward again from the next layer on

	// edges, if not nil, is called with the successors of the states from..to, and with their numbers if
	// they are stored.
	edges func(from, to int, succ *Successors, ids []uint32)

	// visit, if not nil, is called by each worker with the successors of the states from..to.
	visit func(worker, from, to int, succ *Successors)
}

func newLayers(s *searcher, keep, numbers bool) *layers {
	if p, ok := s.g.(Packed); ok && !numbers {
		s.store.forgetNumbers(p.Bits())
	}
	l := &layers{searcher: s, keep: keep}
	s.ahead = l.ahead
	if keep {
		s.store.beside += 4
	}
	if s.store.width > 0 {
		l.back = &backward{}
		s.store.beside += 8
	}
	return l
}

// start adds the start states as the first layer.
func (l *layers) start() error {
	l.first = []int{0}
	err := l.g.Starts(func(state []uint64) error {
		if err := l.room(1); err != nil {
			return err
		}
		if _, fresh := l.store.Add(state); fresh && l.keep {
			l.parent.append(0)
		}
		l.extra = l.parent.bytes()
		if l.store.Len()&1023 == 0 {
			return l.check(0)
		}
		return nil
	})
	l.first = append(l.first, l.store.Len())
	return err
}

// depth returns the number of the last layer.
func (l *layers) depth() int { return len(l.first) - 2 }

// frontier returns the numbers from..to of the states of the last layer, which are found and not expanded.
func (l *layers) frontier() (from, to int) {
	n := len(l.first)
	return l.first[n-2], l.first[n-1]
}

// shrinking is the number of consecutive layers that must shrink before the number of remaining states is
// estimated.
const shrinking = 3

// ahead returns the number of states of the current layer. If layers shrink, it also estimates the number
// of states still to be found, by a geometric series.
func (l *layers) ahead() (frontier, left int64) {
	n := len(l.first)
	if n < 2 {
		return 0, 0
	}
	size := func(k int) int64 { return int64(l.first[k+1] - l.first[k]) }
	last := n - 2
	frontier = size(last)
	if last < shrinking {
		return frontier, 0
	}
	for k := last; k > last-shrinking; k-- {
		if size(k) >= size(k-1) {
			return frontier, 0
		}
	}
	rest := frontier * size(last) / (size(last-1) - size(last)) // sum of the geometric series
	return frontier, max(1, rest-int64(l.store.Len()-l.first[n-1]))
}

// layerOf returns the layer of a state.
func (l *layers) layerOf(i int) int {
	lo, hi := 0, len(l.first)-1
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; l.first[mid] <= i {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// edgesEach is the maximum number of edges for each state of Options.States.
const edgesEach = 16

// next expands the last layer into the next. It returns false if the next layer is empty.
func (l *layers) next() (bool, error) {
	from, to := l.frontier()
	depth := int64(l.depth())
	for i := max(from, l.at); i < to; {
		l.at = i
		var n int
		var err error
		if l.pool == nil && l.opt.Workers > 1 && to-i >= poolStates && i >= l.alone {
			l.pool, err = newPool(l)
		}
		if err == nil {
			err = l.check(depth)
		}
		if err == nil {
			l.sureAt(i)
		}
		if err == nil && l.pool != nil && to-i >= poolStates {
			n, err = l.pool.block(i, to)
		} else if err == nil {
			n, err = l.step(i, to)
		}
		if err == nil && l.opt.States > 0 && (l.store.Len() > l.opt.States || l.stats.Generated > edgesEach*int64(l.opt.States)) {
			err = ErrStates
		}
		if err != nil {
			return false, err
		}
		i += n
	}
	l.at = to
	l.first = append(l.first, l.store.Len())
	l.back.turn(to)
	if l.revive {
		l.revive, l.back = false, &backward{first: to}
		l.store.beside += 8
	}
	return l.store.Len() > to, nil
}

// step expands a batch of states, the first of which has the number i, and returns the number of states.
func (l *layers) step(i, to int) (int, error) {
	batch := l.store.Batch(i, min(l.batchSize(), to-i))
	if err := l.expand(batch); err != nil {
		return 0, err
	}
	if err := l.room(l.succ.Len()); err != nil {
		l.stats.Expanded -= int64(len(batch) / l.store.words)
		l.stats.Generated -= int64(l.succ.Len())
		return 0, err
	}
	if cap(l.ids) < l.succ.Len() {
		l.ids = make([]uint32, 2*l.succ.Len())
	}
	ids := l.ids[:l.succ.Len()]
	next := uint32(l.store.Len())
	from := l.succ.From
	if l.back.useful() && l.store.width > 0 {
		var states []uint64
		states, from = l.back.filter(i, &l.succ)
		ids = ids[:len(from)]
		l.store.AddBatch(states, ids)
		l.back.note(batch, from, ids, next)
	} else {
		l.dropBack()
		l.store.AddBatch(l.succ.States, ids)
	}
	if l.store.err != nil {
		return 0, l.store.err
	}
	if l.keep {
		for k, id := range ids {
			if id == next {
				l.parent.append(uint32(i) + uint32(from[k]) + 1)
				next++
			}
		}
	}
	l.extra = l.bytes()
	n := len(batch) / l.store.words
	l.seen = i + n
	if l.visit != nil {
		l.visit(0, i, i+n, &l.succ)
	}
	if l.edges != nil {
		l.edges(i, i+n, &l.succ, ids)
	}
	return n, nil
}

// room makes room for n more states. If memory is short, it gives up structures that only save time.
func (l *layers) room(n int) error {
	err := l.searcher.room(n)
	if err == ErrMemory && l.back != nil {
		l.dropBack()
		runtime.GC()
		l.extra = l.bytes()
		err = l.searcher.room(n)
	}
	return err
}

func (l *layers) dropBack() {
	if l.back != nil {
		l.back, l.store.beside = nil, l.store.beside-8
	}
}

// bytes returns the memory used in addition to the store.
func (l *layers) bytes() int64 {
	return l.parent.bytes() + l.back.bytes() + l.pool.bytes() + l.more
}

// path returns a path to a state along the stored parents, with the least label of each edge.
func (l *layers) path(i int) (*Path, error) {
	var chain []int
	for p := *l.parent.at(i); ; p = *l.parent.at(i) {
		chain = append(chain, i)
		if p == 0 {
			break
		}
		i = int(p - 1)
	}
	path := &Path{Start: append([]uint64(nil), l.store.State(i)...)}
	for k := len(chain) - 1; k > 0; k-- {
		e, err := l.edge(chain[k], chain[k-1])
		if err != nil {
			return nil, err
		}
		path.Edges = append(path.Edges, e)
	}
	return path, nil
}

// edge returns the edge with the least label from one state to another.
func (l *layers) edge(from, to int) (Edge, error) {
	if err := l.expand(l.store.State(from)); err != nil {
		return Edge{}, err
	}
	target, w := l.store.State(to), l.store.words
	best := Edge{Label: -1}
	for k, label := range l.succ.Label {
		if equal(l.succ.States[k*w:(k+1)*w], target) && (best.Label < 0 || label < best.Label) {
			best = Edge{label, l.succ.cost(k)}
		}
	}
	return best, nil
}
