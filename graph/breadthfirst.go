package graph

import (
	"context"
	"math/big"
	"math/bits"

	"farbank/internal/durable"
)

// A Search is the result of BreadthFirst or UniformCost: the states met, with their
// distances, and how it ended.
type Search struct {
	Found    bool     // a goal was reached by a path of least cost
	Goal     int      // its number in Store
	Cost     int64    // of that path
	Bound    int64    // no path to a goal costs less
	Complete bool     // everything reachable was seen (or a goal was found)
	Cut      bool     // MaxDepth kept something from being seen
	Stopped  error    // the limit or interrupt that ended the search; nil: none
	Paths    *big.Int // the number of paths of least cost to goals, if BreadthFirst counted them
	Stats    Stats
	Starts   int // the states 0..Starts-1 are the start states
	Store    *Store
	Release  func() // of states that are not in Store: to be called when Each is not needed any more; nil: there are none
	Keep     func() // in place of Release: they stay, and the same search finds them there

	layers   func(begin func(distance, n int64) error, give func(states []uint64) error) error
	each     func(yield func(states []uint64) bool) error // where the states are not in Store
	distance func(i int) int64                            // of a state in Store, -1: not known
	path     func(i int) (*Path, error)
}

// Path returns a path of least cost to a state that was reached.
func (s *Search) Path(i int) (*Path, error) { return s.path(i) }

// Each gives all states that were met, some at a time, wherever they are.
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

// Layers gives the states that were met, each once and in order, if the search went on on disk with Disk.Exact; before
// that, how many there are. Where a goal was found those that are nearer are given, by distance; else all, as if they
// had the distance 0. It may be called before Release, and ends with the first error of what it is given, not with the
// context of the search. Without a disk it is nil.
func (s *Search) Layers() func(begin func(distance, n int64) error, give func(states []uint64) error) error {
	return s.layers
}

// Distance returns the distance of state i of Store from the starts; -1: it is not
// settled, and then no nearer than what Bound says.
func (s *Search) Distance(i int) int64 { return s.distance(i) }

// BreadthFirst searches layer by layer from the start states, every edge counting 1
// whatever its cost, until a layer has a goal (Moore 1959). The goal first discovered
// is taken. If count is set, the paths of least cost to all goals are counted along the
// way, unless their number does not fit 64 bits. Time and memory grow with the states
// nearer than the goal: beyond its words a state takes 9 to 14 bytes.
func BreadthFirst(ctx context.Context, g Graph, opt Options, count bool) (*Search, error) {
	if durable.Possible && opt.Disk != nil {
		return breadthFirstOnDisk(ctx, g, opt, count)
	}
	b := newBreadthFirst(ctx, g, opt, count)
	return b.finish(b.run())
}

func newBreadthFirst(ctx context.Context, g Graph, opt Options, count bool) *breadthFirst {
	b := &breadthFirst{layers: newLayers(newSearcher(ctx, g, opt), true, count), res: &Search{Goal: -1}}
	b.res.Store = b.store
	b.res.distance = func(i int) int64 { return int64(b.layerOf(i)) }
	b.res.path = b.path
	if count {
		b.count = &pathCount{}
		b.store.beside += 8
		b.edges = func(from, to int, succ *Successors, ids []uint32) {
			b.count.edges(from, to, succ, ids)
			b.more = b.count.bytes()
		}
	}
	if b.kind = savedBreadthFirst; durable.Possible {
		b.saveMore = b.save
	}
	return b
}

// finish makes the result of a search that has ended with err.
func (b *breadthFirst) finish(err error) (*Search, error) {
	if durable.Possible && b.opt.Checkpoint != nil && b.interrupted(err) {
		b.saveNow()
	}
	b.check(int64(max(b.depth(), 0)))
	b.res.Stats = b.stats
	if b.interrupted(err) || err == ErrStates {
		b.res.Stopped, err = err, nil
	}
	return b.res, err
}

type breadthFirst struct {
	*layers
	res    *Search
	count  *pathCount
	begun  bool // all starts are there
	looked bool // none of the last layer is a goal
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
		half := b.at > from // a part of the layer was expanded before it was saved
		b.sureAt(max(from, b.at))
		if found, err := b.goalAmong(b.frontier()); found || err != nil {
			return err
		}
		b.looked = true
		if from, to := b.frontier(); from == to {
			b.res.Complete = true
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

// layer expands what is left of the last layer.
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

// goalAmong looks for a goal among the states from..to.
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
			if !b.res.Found {
				b.res.Found, b.res.Goal, b.res.Complete = true, i+k, true
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
	if b.res.Found && fits && !b.count.over {
		b.res.Paths = new(big.Int).SetUint64(sum)
	}
	return b.res.Found, nil
}

// A pathCount counts the paths of least length to the states of a layer.
type pathCount struct {
	now, next   paged[uint64] // by state of this layer and the next
	first, last int           // the numbers of this layer's states
	over        bool          // a number did not fit
}

// begin is for the start states, of which there are n.
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

// edges adds to the counts of the next layer; earlier layers are not reached by least
// paths any more.
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
