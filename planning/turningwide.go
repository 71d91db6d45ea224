package planning

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// A wideTable is a pattern database of tokens by their ranking, four bits for a state, made breadth first (Korf
// 1997): where all operators cost the same, it has room for one or two tokens more than others.
type wideTable struct {
	*ranking
	left   []uint64 // in operators; sixteen to a word
	beyond uint8    // what a state has that was not reached
}

const (
	notReached = 15
	mostSteps  = 14                 // what four bits can tell
	ones       = 0x1111111111111111 // in each of a word's entries
)

func (w *wideTable) at(number int) uint8 {
	x := uint8(w.left[number>>4]>>(number&15*4)) & 15
	if x == notReached {
		return w.beyond
	}
	return x
}

// entry is what has been found out while workers are about.
func (w *wideTable) entry(number int) uint64 {
	return atomic.LoadUint64(&w.left[number>>4]) >> (number & 15 * 4) & 15
}

// set enters what is left, where nothing has been entered or the same.
func (w *wideTable) set(number int, left uint64) {
	atomic.AndUint64(&w.left[number>>4], ^((left ^ 15) << (number & 15 * 4)))
}

// A widening makes a wide table.
type widening struct {
	*wideTable
	// What becomes of all tokens' likeness, in two halves of the tokens: by numbers of what is done to each
	// and by what they were.
	half      int    // tokens of the first
	size, all [2]int // likenesses and combinations of spins, of each half
	turned    [2][]int32
}

// wide makes a table; nil if ctx ends.
func (t *turning) wide(ctx context.Context, r *ranking) *turnTable {
	w := &widening{wideTable: &wideTable{ranking: r, beyond: unknownLeft}}
	w.spinTables()
	w.left = slices.Repeat([]uint64{1<<64 - 1}, (r.ranks*r.block+15)/16)
	w.goals(t, 0, r.ranker())
	frontier, unseen := 1, r.ranks*r.block-1
	for level := uint64(0); frontier > 0; level++ {
		if level == mostSteps {
			w.beyond = mostSteps + 1
			break
		}
		frontier = w.level(ctx, level, unseen < 3*frontier)
		if ctx.Err() != nil {
			return nil
		}
		unseen -= frontier
	}
	return &turnTable{tokens: r.tokens, wide: w.wideTable}
}

// spinTables works out what becomes of halves.
func (w *widening) spinTables() {
	w.half = (w.free + 1) / 2
	for h, tokens := range []int{w.half, w.free - w.half} {
		w.size[h], w.all[h] = 1, 1
		for range tokens {
			w.size[h] *= w.inner
			w.all[h] *= len(w.spins)
		}
		for combination := range w.all[h] {
			for x := range w.size[h] {
				y, unit := 0, 1
				if h == 1 {
					unit = w.size[0]
				}
				for c, rest, j := combination, x, 0; j < tokens; j++ {
					y += int(w.spins[c%len(w.spins)][rest%w.inner]) * unit
					unit *= w.inner
					c, rest = c/len(w.spins), rest/w.inner
				}
				w.turned[h] = append(w.turned[h], int32(y))
			}
		}
	}
}

// goals enters the goals, token by token.
func (w *widening) goals(t *turning, j int, k ranker) {
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

// atOnce is how many arrangements a worker takes: few where each has many numbers, so that all workers have some, and
// see soon that ctx ends.
func (w *widening) atOnce() int { return max(1, min(256, mostAtOnce/w.block)) }

// mostAtOnce is how many numbers a worker takes, where an arrangement has no more.
const mostAtOnce = 1 << 16

// level enters the states that are one operator farther than a level: from those of the level on, or, if pull says so,
// by a look from each of the rest. It returns about how many they are.
func (w *widening) level(ctx context.Context, level uint64, pull bool) int {
	var next, found atomic.Int64
	var group sync.WaitGroup
	atOnce := w.atOnce()
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			hand := &wideHand{widening: w, ctx: ctx, level: level, at: make([]int, len(w.tokens))}
			for ctx.Err() == nil {
				from := int(next.Add(int64(atOnce))) - atOnce
				if from >= w.ranks {
					break
				}
				for rank := from; rank < min(from+atOnce, w.ranks); rank++ {
					if pull {
						hand.pull(rank)
					} else {
						hand.push(rank)
					}
				}
			}
			found.Add(int64(hand.found))
		})
	}
	group.Wait()
	return int(found.Load())
}

// A wideHand is a worker.
type wideHand struct {
	*widening
	ctx   context.Context
	level uint64
	at    []int // sites of the tokens
	list  []likeness
	found int
}

// A likeness is what all tokens are like together, and the same in two halves.
type likeness struct{ whole, low, high int32 }

// gather lists the likenesses of an arrangement that have an entry.
func (w *wideHand) gather(rank int, entry uint64) {
	w.list = w.list[:0]
	begin := rank * w.block
	end := begin + w.block
	for k := begin >> 4; k<<4 < end; k++ {
		x := atomic.LoadUint64(&w.left[k]) ^ entry*ones
		some := ^(x | x>>1 | x>>2 | x>>3) & ones // where x is zero
		for ; some != 0; some &= some - 1 {
			if n := k<<4 + bits.TrailingZeros64(some)>>2; n >= begin && n < end {
				x := n - begin
				w.list = append(w.list, likeness{int32(x), int32(x % w.size[0]), int32(x / w.size[0])})
			}
		}
	}
}

// land tells where an operator takes an arrangement: the first number there, and what becomes of likenesses.
func (w *wideHand) land(s *turningStep) (base int, low, high []int32) {
	used, rank, rest := uint64(0), 0, w.count
	var spins [2]int
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
			spins[h] += s.spin[site] * unit
			unit *= len(w.spins)
		}
	}
	low = w.turned[0][spins[0]*w.size[0]:][:w.size[0]]
	high = w.turned[1][spins[1]*w.size[1]:][:w.size[1]]
	return rank * w.block, low, high
}

// over reports whether ctx has ended, where an operator takes long.
func (w *wideHand) over() bool { return len(w.list) > mostAtOnce && w.ctx.Err() != nil }

// push enters the states from which one of an arrangement is reached.
func (w *wideHand) push(rank int) {
	w.gather(rank, w.level)
	if len(w.list) == 0 {
		return
	}
	w.unrank(rank, w.at)
	for i := range w.back {
		if w.over() {
			return
		}
		base, low, high := w.land(&w.back[i])
		for _, x := range w.list {
			n := base + int(low[x.low]) + int(high[x.high])
			if w.entry(n) == notReached {
				w.set(n, w.level+1)
				w.found++
			}
		}
	}
}

// pull enters those of an arrangement from which one of the level is reached.
func (w *wideHand) pull(rank int) {
	w.gather(rank, notReached)
	if len(w.list) == 0 {
		return
	}
	w.unrank(rank, w.at)
	for i := range w.on {
		if w.over() {
			return
		}
		base, low, high := w.land(&w.on[i])
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
