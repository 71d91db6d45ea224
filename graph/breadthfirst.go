package graph

import (
	"context"
	"math/big"
	"math/bits"

	"farbank/solver"
)

// A Search is the result of a search for a path to a goal: the states reached, with their distances, and how the
// search ended.
//
// Status is Optimal if a path was found and none is shorter, Solved if the search compares no paths and found one,
// Feasible if a limit came first but a path is known, Infeasible if all reachable states were expanded and none is a
// goal, and Unknown otherwise: Reason is a limit, or Cut is set.
type Search struct {
	Status  solver.Status
	Reason  error    // the limit, the interrupt or the full or failing disk that ended the search; nil means none
	Goal    int      // the number in Store of the goal that was found
	Cost    int64    // of the path to it
	Bound   int64    // no path to a goal costs less
	Cut     bool     // MaxDepth pruned a state
	Paths   *big.Int // the number of shortest paths to goals, if BreadthFirst counted them
	Stats   Stats
	Starts  int // the states 0..Starts-1 are the start states
	Store   *Store
	Release func() // releases states that are not in Store, to be called when Each is no longer needed; may be nil
	Keep    func() // to be called instead of Release if the same search may be continued later

	layers   func(begin func(distance, n int64) error, give func(states []uint64) error) error
	each     func(yield func(states []uint64) bool) error // yields states that are not in Store
	distance func(i int) int64                            // of a state in Store; -1 means unknown
	path     func(i int) (*Path, error)
}

// stop records that a limit ended the search. If it found a goal before, the shortest paths are not counted.
func (s *Search) stop(limit error) {
	s.Reason = limit
	if s.Status.Found() {
		s.Status = solver.Feasible
	}
}

// Path returns a shortest path to a reached state.
func (s *Search) Path(i int) (*Path, error) { return s.path(i) }

// Each yields all states that were reached, several at a time, whether they are in memory or on disk.
func (s *Search) Each(yield func(states []uint64) bool) error {
	if s.each != nil {
		return s.each(yield)
	}
	for i := 0; i < s.Store.Len(); {
		batch := s.Store.Batch(i, batchSize)
		if !yield(batch) {
			break
		}
		i += len(batch) / s.Store.words
	}
	return nil
}

// Layers yields each state that was reached once, sorted, if the search continued on disk with Disk.Exact. It
// calls begin with a distance and the number of its states, then give. If a goal was found, it yields the
// states nearer than the goal by distance; otherwise all states, as if they had distance 0. Call it before
// Release. It ends with the first error of its arguments, not with the context of the search. Without a disk
// it is nil.
func (s *Search) Layers() func(begin func(distance, n int64) error, give func(states []uint64) error) error {
	return s.layers
}

// Distance returns the distance of state i of Store from the starts, or -1 if it is not settled; it is then at
// least Bound.
func (s *Search) Distance(i int) int64 { return s.distance(i) }

// BreadthFirst searches layer by layer from the start states until a layer contains a goal (Moore 1959). Every
// edge counts 1, whatever its cost. It returns the goal discovered first. Time and memory grow with the number
// of states nearer than the goal: a state takes 9 to 14 bytes in addition to its words.
func BreadthFirst(ctx context.Context, g Graph, opt Options) (*Search, error) {
	if opt.Disk != nil {
		return breadthFirstOnDisk(ctx, g, opt)
	}
	b := newBreadthFirst(ctx, g, opt)
	return b.finish(b.run())
}

func newBreadthFirst(ctx context.Context, g Graph, opt Options) *breadthFirst {
	b := &breadthFirst{layers: newLayers(newSearcher(ctx, g, opt), true, opt.CountPaths), res: &Search{Goal: -1}}
	b.res.Store = b.store
	b.res.distance = func(i int) int64 { return int64(b.layerOf(i)) }
	b.res.path = b.path
	if opt.CountPaths {
		b.count = &pathCount{}
		b.store.beside += 8
		b.edges = func(from, to int, succ *Successors, ids []uint32) {
			b.count.edges(from, to, succ, ids)
			b.more = b.count.bytes()
		}
	}
	b.kind, b.saveMore = savedBreadthFirst, b.save
	return b
}

// finish returns the result of a search that ended with err.
func (b *breadthFirst) finish(err error) (*Search, error) {
	if b.opt.Checkpoint != nil && b.interrupted(err) {
		b.saveNow()
	}
	b.check(int64(max(b.depth(), 0)))
	b.res.Stats = b.stats
	if b.interrupted(err) {
		b.res.stop(err)
		err = nil
	}
	return b.res, err
}

type breadthFirst struct {
	*layers
	res    *Search
	count  *pathCount
	begun  bool // all start states are stored
	looked bool // no state of the last layer is a goal
}

func (b *breadthFirst) run() error {
	again, err := b.restore(b.kind, b.load)
	if err != nil {
		return resumed(err)
	}
	if !again {
		if err := b.begin(); err != nil {
			return err
		}
	}
	b.begun = true
	for {
		b.looked = false
		from, _ := b.frontier()
		half := b.at > from // part of the layer was expanded before it was saved
		b.sureAt(max(from, b.at))
		if found, err := b.goalAmong(b.frontier()); found || err != nil {
			return err
		}
		b.looked = true
		if from, to := b.frontier(); from == to {
			b.res.Status = solver.Infeasible
			return nil
		}
		b.res.Bound = int64(b.depth() + 1)
		if most, limited := b.opt.deep(); limited && b.depth() >= most {
			b.res.Cut = true
			return nil
		}
		if b.count != nil && !half {
			b.count.layer(b.frontier())
		}
		if err := b.layer(); err != nil {
			return err
		}
	}
}

// begin adds the start states.
func (b *breadthFirst) begin() error {
	err := b.start()
	b.res.Starts = b.store.Len()
	if b.count != nil {
		b.count.begin(b.store.Len())
	}
	return err
}

// layer expands the rest of the last layer.
func (b *breadthFirst) layer() error {
	if _, err := b.next(); err != nil {
		return err
	}
	if b.count != nil {
		b.count.finish(b.store.Len())
		b.more = b.count.bytes()
		b.extra = b.bytes()
	}
	return nil
}

// goalAmong searches for a goal among the states from..to.
func (b *breadthFirst) goalAmong(from, to int) (bool, error) {
	goal := make([]bool, b.batchSize())
	sum, fits := uint64(0), true
	for i := from; i < to; {
		if err := b.check(int64(b.depth())); err != nil {
			return false, err
		}
		batch := b.store.Batch(i, min(len(goal), to-i))
		n := len(batch) / b.store.words
		if err := b.g.Goals(batch, goal[:n]); err != nil {
			return false, err
		}
		for k := range n {
			if !goal[k] {
				continue
			}
			if !b.res.Status.Found() {
				b.res.Status, b.res.Goal = solver.Optimal, i+k
				b.res.Cost = int64(b.depth())
				b.res.Bound = b.res.Cost
			}
			if b.count == nil {
				return true, nil
			}
			var carry uint64
			sum, carry = bits.Add64(sum, *b.count.now.at(i + k - from), 0)
			fits = fits && carry == 0
		}
		i += n
	}
	found := b.res.Status.Found()
	if found && fits && !b.count.over {
		b.res.Paths = new(big.Int).SetUint64(sum)
	}
	return found, nil
}

// A pathCount counts the shortest paths to the states of a layer.
type pathCount struct {
	now, next   paged[uint64] // by state of this layer and the next
	first, last int           // range of numbers of this layer's states
	over        bool          // a number overflowed
}

// begin initializes the counts of the n start states.
func (c *pathCount) begin(n int) {
	c.now.grow(n)
	for i := range n {
		*c.now.at(i) = 1
	}
}

func (c *pathCount) layer(from, to int) {
	c.first, c.last = from, to
	c.next.reset()
}

// edges adds to the counts of the next layer; shortest paths do not lead to earlier layers.
func (c *pathCount) edges(from, _ int, succ *Successors, ids []uint32) {
	for k, id := range ids {
		i := int(id) - c.last
		if i < 0 {
			continue
		}
		for c.next.n <= i {
			c.next.append(0)
		}
		var carry uint64
		next := c.next.at(i)
		*next, carry = bits.Add64(*next, *c.now.at(from - c.first + int(succ.From[k])), 0)
		c.over = c.over || carry != 0
	}
}

func (c *pathCount) finish(n int) {
	for c.next.n < n-c.last {
		c.next.append(0)
	}
	c.now, c.next = c.next, c.now
}

func (c *pathCount) bytes() int64 { return c.now.bytes() + c.next.bytes() }
