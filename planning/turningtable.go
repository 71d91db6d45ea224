package planning

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Turning is a heuristic for tasks whose operators carry labels about. It is the most of pattern databases of some
// labels each (Culberson and Schaeffer 1998; Korf 1997), which are exact for these, and of a count of neighbours
// that have to be brought together.
type Turning struct {
	t      *turning
	tables []turnTable
	near   *neighbours // nil: none
	states []uint16    // scratch
}

type turnTable struct {
	tokens  []int
	strides []int32
	left    []uint8    // in units of cost
	wide    *wideTable // instead of these; nil: none
}

// NewTurning returns the heuristic, nil where it does not apply or ctx ends.
func NewTurning(ctx context.Context, s *Space) *Turning {
	h := newTurningCount(s)
	if h == nil {
		return nil
	}
	return h.withTables(ctx, fewTurned, 0)
}

// How many places tables have: where they are soon made, and where the search turns out to be long.
const (
	fewTurned  = 1 << 20
	mostTurned = maxHubStates
	mostWide   = 1 << 32 // steps of making wide ones
)

// newTurningCount has no tables yet.
func newTurningCount(s *Space) *Turning {
	t := newTurning(s)
	if t == nil {
		return nil
	}
	h := &Turning{t: t, states: make([]uint16, len(t.tokens))}
	h.near = newNeighbours(t)
	return h
}

// withTables is the heuristic with tables of at most so many places each, which several workers make; nil if ctx
// ends. Where that takes in more tokens at once, and making these takes at most so many steps, tables are wide.
func (h *Turning) withTables(ctx context.Context, places, steps int) *Turning {
	wide, patterns := h.t.rankings(places, steps), h.t.patterns(places)
	patterns = slices.DeleteFunc(patterns, func(tokens []int) bool { return wide[h.t.tokens[tokens[0]].orbit] != nil })
	tables := make([]*turnTable, len(patterns))
	var next atomic.Int32
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(patterns)) {
		group.Go(func() {
			for k := int(next.Add(1)) - 1; k < len(patterns) && ctx.Err() == nil; k = int(next.Add(1)) - 1 {
				tables[k] = h.t.table(ctx, patterns[k])
			}
		})
	}
	group.Wait()
	for _, list := range wide {
		for _, r := range list {
			if ctx.Err() != nil {
				return nil
			}
			tables = append(tables, h.t.wide(ctx, r))
		}
	}
	out := &Turning{t: h.t, near: h.near, states: slices.Clone(h.states)}
	for _, t := range tables {
		if t == nil {
			return nil
		}
		out.tables = append(out.tables, *t)
	}
	if out.near != nil && 2*out.near.left(out.begin()) < out.Estimate(h.t.s.begin) {
		out.near = nil // not worth the time
	}
	return out
}

// begin is the tokens' states at the start.
func (h *Turning) begin() []uint16 {
	h.t.read(h.t.s.begin, h.states)
	return h.states
}

// Name returns "pattern databases of what is carried about".
func (h *Turning) Name() string {
	if len(h.tables) == 0 {
		return "neighbours"
	}
	return "pattern databases of what is carried about"
}

// Estimate is the most that they know.
func (h *Turning) Estimate(s State) int64 {
	h.t.read(s, h.states)
	most := int64(0)
	for i := range h.tables {
		x := h.tables[i].at(h.states)
		if x == unknownLeft {
			return Infinite
		}
		most = max(most, int64(x)*h.t.unit)
	}
	if h.near != nil {
		most = max(most, h.near.left(h.states))
	}
	return most
}

func (t *turnTable) at(states []uint16) uint8 {
	if w := t.wide; w != nil {
		k := w.ranker()
		for _, i := range t.tokens {
			k.add(w.code[states[i]], w.inner)
		}
		return w.at(w.number(&k))
	}
	n := int32(0)
	for k, i := range t.tokens {
		n += int32(states[i]) * t.strides[k]
	}
	return t.left[n]
}

// width is how many states each of its tokens has.
func (t *turnTable) width(of *turning) int32 {
	return int32(of.orbits[of.tokens[t.tokens[0]].orbit].states())
}

// patterns are runs of tokens of an orbit, as long as may be, that together have them all, unless that would take
// more tables than there may be: then they are spread over the row.
func (t *turning) patterns(places int) [][]int {
	room := t.room(places)
	var list [][]int
	for i := range t.orbits {
		tokens := t.tokensOf(i)
		list = append(list, runs(tokens, t.fit(i, len(tokens), room))...)
	}
	return list
}

func (t *turning) room(places int) int { return int(min(int64(places), t.s.room/64)) }

// fit is how many of so many tokens of an orbit a table has room for.
func (t *turning) fit(orbit, tokens, room int) int {
	n, size := 0, 1
	for n < tokens && size*t.orbits[orbit].states() <= room {
		size *= t.orbits[orbit].states()
		n++
	}
	return n
}

// tokensOf are those of an orbit.
func (t *turning) tokensOf(orbit int) []int {
	var list []int
	for k := range t.tokens {
		if t.tokens[k].orbit == orbit {
			list = append(list, k)
		}
	}
	return list
}

// runs spreads runs of so many tokens over them all.
func runs(tokens []int, n int) [][]int {
	if n == 0 {
		return nil
	}
	var list [][]int
	parts := min(maxHubTables, (len(tokens)+n-1)/n)
	for p := range parts {
		from := 0
		if parts > 1 {
			from = p * (len(tokens) - n) / (parts - 1)
		}
		list = append(list, tokens[from:from+n])
	}
	return list
}

// table works out what is left for some tokens, from the goals backwards; nil if ctx ends.
func (t *turning) table(ctx context.Context, tokens []int) *turnTable {
	out := &turnTable{tokens: tokens}
	size := 1
	for _, i := range tokens {
		out.strides = append(out.strides, int32(size))
		size *= t.orbits[t.tokens[i].orbit].states()
	}
	out.left = slices.Repeat([]uint8{unknownLeft}, size)
	r := &turnRegression{t: t, out: out, buckets: make([][]int32, maxLeft+1), states: make([]int32, len(tokens)), steps: t.steps(out, true), width: out.width(t)}
	for _, o := range t.s.ops {
		r.costs = append(r.costs, int(min(o.cost/t.unit, maxLeft)))
	}
	r.goals(0, 0)
	for level := range r.buckets {
		for k := 0; len(r.buckets[level]) > 0; k++ {
			if k&0xffff == 0xffff && ctx.Err() != nil {
				return nil
			}
			b := r.buckets[level]
			x := b[len(b)-1]
			r.buckets[level] = b[:len(b)-1]
			if int(out.left[x]) == level {
				r.back(x, level)
			}
		}
		r.buckets[level] = nil
	}
	return out
}

// steps has, by operator, for one place in a table's pattern after the other, what each state of the token there
// adds to the index after the operator, or before it.
func (t *turning) steps(table *turnTable, back bool) [][]int32 {
	list := make([][]int32, len(t.s.ops))
	for o := range list {
		for k, i := range table.tokens {
			orbit := &t.orbits[t.tokens[i].orbit]
			turned := orbit.after[o]
			if back {
				turned = orbit.before[o]
			}
			for _, x := range turned {
				list[o] = append(list[o], int32(x)*table.strides[k])
			}
		}
	}
	return list
}

// A turnRegression is a table at work.
type turnRegression struct {
	t       *turning
	out     *turnTable
	costs   []int
	steps   [][]int32
	width   int32 // states of a token
	buckets [][]int32
	states  []int32
}

// goals puts the goals into the first bucket, token by token.
func (r *turnRegression) goals(k int, index int32) {
	if k == len(r.out.tokens) {
		r.lower(index, 0)
		return
	}
	for _, x := range r.t.tokens[r.out.tokens[k]].goal {
		r.goals(k+1, index+int32(x)*r.out.strides[k])
	}
}

func (r *turnRegression) lower(index int32, level int) {
	if level = min(level, maxLeft); level < int(r.out.left[index]) {
		r.out.left[index] = uint8(level)
		r.buckets[level] = append(r.buckets[level], index)
	}
}

// back lowers what is left in the states before one.
func (r *turnRegression) back(index int32, level int) {
	rest := index
	for k := len(r.states) - 1; k >= 0; k-- {
		r.states[k] = rest / r.out.strides[k]
		rest -= r.states[k] * r.out.strides[k]
	}
	for o, row := range r.steps {
		before, from := int32(0), int32(0)
		for _, x := range r.states {
			before += row[from+x]
			from += r.width
		}
		r.lower(before, level+r.costs[o])
	}
}
