package planning

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// A wideTable is a pattern database of ranked states with four bits for each, computed by breadth-first
// search (Korf 1997). If all operators have the same cost, it holds one or two tokens more than other
// tables.
type wideTable struct {
	*ranking
	left   []uint64 // number of operators; sixteen entries to a word
	beyond uint8    // value of states that were not reached
}

const (
	notReached = 15
	stepLimit  = 14                 // greatest value that four bits can represent
	ones       = 0x1111111111111111 // 1 in each entry of a word
)

func (w *wideTable) at(number int) uint8 {
	x := uint8(w.left[number>>4]>>(number&15*4)) & 15
	if x == notReached {
		return w.beyond
	}
	return x
}

// entry returns an entry while several workers write to the table.
func (w *wideTable) entry(number int) uint64 {
	return atomic.LoadUint64(&w.left[number>>4]) >> (number & 15 * 4) & 15
}

// set sets an entry that is not set yet, or to the same value.
func (w *wideTable) set(number int, left uint64) {
	atomic.AndUint64(&w.left[number>>4], ^((left ^ 15) << (number & 15 * 4)))
}

// A wideBuilder computes a wide table.
type wideBuilder struct {
	*wideTable
	// New orientations of all tokens, for two halves of the tokens: by the numbers of their changes and by
	// their old orientations.
	half      int    // number of tokens of the first half
	size, all [2]int // for each half: numbers of orientations, and of combinations of changes
	turned    [2][]int32
}

// wide computes a table. It returns nil if ctx ends.
func (t *permutation) wide(ctx context.Context, r *ranking) *permutationTable {
	w := &wideBuilder{wideTable: &wideTable{ranking: r, beyond: unknownLeft}}
	w.rotationTables()
	w.left = slices.Repeat([]uint64{1<<64 - 1}, (r.ranks*r.block+15)/16)
	w.goals(t, 0, r.ranker())
	frontier, unseen := 1, r.ranks*r.block-1
	for level := uint64(0); frontier > 0; level++ {
		if level == stepLimit {
			w.beyond = stepLimit + 1
			break
		}
		frontier = w.level(ctx, level, unseen < 3*frontier)
		if ctx.Err() != nil {
			return nil
		}
		unseen -= frontier
	}
	return &permutationTable{tokens: r.tokens, wide: w.wideTable}
}

// rotationTables computes the orientations of both halves after all combinations of changes.
func (w *wideBuilder) rotationTables() {
	w.half = (w.free + 1) / 2
	for h, tokens := range []int{w.half, w.free - w.half} {
		w.size[h], w.all[h] = 1, 1
		for range tokens {
			w.size[h] *= w.inner
			w.all[h] *= len(w.rotations)
		}
		for combination := range w.all[h] {
			for x := range w.size[h] {
				y, unit := 0, 1
				if h == 1 {
					unit = w.size[0]
				}
				for c, rest, j := combination, x, 0; j < tokens; j++ {
					y += int(w.rotations[c%len(w.rotations)][rest%w.inner]) * unit
					unit *= w.inner
					c, rest = c/len(w.rotations), rest/w.inner
				}
				w.turned[h] = append(w.turned[h], int32(y))
			}
		}
	}
}

// goals sets the entries of the goals, by recursion over the tokens.
func (w *wideBuilder) goals(t *permutation, j int, k ranker) {
	if j == len(w.tokens) {
		w.set(w.number(&k), 0)
		return
	}
	for _, x := range t.tokens[w.tokens[j]].goal {
		if code := w.code[x]; k.used>>(code&siteMask)&1 == 0 {
			next := k
			next.add(code, w.inner)
			w.goals(t, j+1, next)
		}
	}
}

// atOnce returns the number of arrangements that a worker takes at a time. It is small if each has many
// states, so that all workers are busy and notice the end of ctx.
func (w *wideBuilder) atOnce() int { return max(1, min(256, maxAtOnce/w.block)) }

// maxAtOnce is the approximate number of states that a worker takes at a time.
const maxAtOnce = 1 << 16

// level sets the entries of the states one operator farther than a level. It goes backwards from the states
// of the level, or with pull it tests the successors of the remaining states. It returns the approximate
// number of new states.
func (w *wideBuilder) level(ctx context.Context, level uint64, pull bool) int {
	var next, found atomic.Int64
	var group sync.WaitGroup
	atOnce := w.atOnce()
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			worker := &wideWorker{wideBuilder: w, ctx: ctx, level: level, at: make([]int, len(w.tokens))}
			for ctx.Err() == nil {
				from := int(next.Add(int64(atOnce))) - atOnce
				if from >= w.ranks {
					break
				}
				for rank := from; rank < min(from+atOnce, w.ranks); rank++ {
					if pull {
						worker.pull(rank)
					} else {
						worker.push(rank)
					}
				}
			}
			found.Add(int64(worker.found))
		})
	}
	group.Wait()
	return int(found.Load())
}

// A wideWorker is a worker.
type wideWorker struct {
	*wideBuilder
	ctx   context.Context
	level uint64
	at    []int // sites of the tokens
	list  []orientation
	found int
}

// An orientation is the combined orientation of all tokens, with those of the two halves of the tokens.
type orientation struct{ whole, low, high int32 }

// collect lists the orientations of an arrangement that have an entry.
func (w *wideWorker) collect(rank int, entry uint64) {
	w.list = w.list[:0]
	begin := rank * w.block
	end := begin + w.block
	for k := begin >> 4; k<<4 < end; k++ {
		x := atomic.LoadUint64(&w.left[k]) ^ entry*ones
		some := ^(x | x>>1 | x>>2 | x>>3) & ones // where x is zero
		for ; some != 0; some &= some - 1 {
			if n := k<<4 + bits.TrailingZeros64(some)>>2; n >= begin && n < end {
				x := n - begin
				w.list = append(w.list, orientation{int32(x), int32(x % w.size[0]), int32(x / w.size[0])})
			}
		}
	}
}

// target returns where an operator takes an arrangement: the number of its first state there, and the new
// orientations.
func (w *wideWorker) target(s *permutationStep) (base int, low, high []int32) {
	used, rank, rest := uint64(0), 0, w.count
	var rotations [2]int
	unit, h := 1, 0
	for j, site := range w.at {
		to := s.to[site]
		rank = rank*rest + to - bits.OnesCount64(used&(1<<to-1))
		rest--
		used |= 1 << to
		if j == w.half {
			unit, h = 1, 1
		}
		if j < w.free {
			rotations[h] += s.rotation[site] * unit
			unit *= len(w.rotations)
		}
	}
	low = w.turned[0][rotations[0]*w.size[0]:][:w.size[0]]
	high = w.turned[1][rotations[1]*w.size[1]:][:w.size[1]]
	return rank * w.block, low, high
}

// over reports whether ctx has ended, if an arrangement takes long.
func (w *wideWorker) over() bool { return len(w.list) > maxAtOnce && w.ctx.Err() != nil }

// push sets the entries of the states from which a state of an arrangement is reached.
func (w *wideWorker) push(rank int) {
	w.collect(rank, w.level)
	if len(w.list) == 0 {
		return
	}
	w.unrank(rank, w.at)
	for i := range w.back {
		if w.over() {
			return
		}
		base, low, high := w.target(&w.back[i])
		for _, x := range w.list {
			n := base + int(low[x.low]) + int(high[x.high])
			if w.entry(n) == notReached {
				w.set(n, w.level+1)
				w.found++
			}
		}
	}
}

// pull sets the entries of the states of an arrangement from which a state of the level is reached.
func (w *wideWorker) pull(rank int) {
	w.collect(rank, notReached)
	if len(w.list) == 0 {
		return
	}
	w.unrank(rank, w.at)
	for i := range w.on {
		if w.over() {
			return
		}
		base, low, high := w.target(&w.on[i])
		rest := w.list[:0]
		for _, x := range w.list {
			n := base + int(low[x.low]) + int(high[x.high])
			if w.entry(n) == w.level {
				w.set(rank*w.block+int(x.whole), w.level+1)
				w.found++
			} else {
				rest = append(rest, x)
			}
		}
		if w.list = rest; len(rest) == 0 {
			return
		}
	}
}
