package planning

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Permutation is the heuristic for permutation puzzles: the maximum of pattern databases of some labels
// each (Culberson and Schaeffer 1998; Korf 1997) and the gap heuristic.
type Permutation struct {
	t      *permutation
	tables []permutationTable
	near   *neighbours // nil if it does not apply
	states []uint16    // scratch
}

type permutationTable struct {
	tokens  []int
	strides []int32
	left    []uint8    // in units of cost
	wide    *wideTable // used instead of strides and left; may be nil
}

// NewPermutation returns the heuristic. It reports false if the task is not a permutation puzzle, or if ctx ends.
func NewPermutation(ctx context.Context, s *Space) (*Permutation, bool) {
	h := newPermutationCount(s)
	if h == nil {
		return nil, false
	}
	h = h.withTables(ctx, fewPermuted, 0)
	return h, h != nil
}

// Maximum sizes of tables: for fast ones, and for searches that turn out to be long.
const (
	fewPermuted = 1 << 20
	maxPermuted = maxBlankStates
	maxWide     = 1 << 32 // steps of computing wide tables
)

// newPermutationCount returns the heuristic without tables.
func newPermutationCount(s *Space) *Permutation {
	t := newPermutation(s)
	if t == nil {
		return nil
	}
	h := &Permutation{t: t, states: make([]uint16, len(t.tokens))}
	h.near = newNeighbours(t)
	return h
}

// withTables returns the heuristic with tables of at most places entries each, computed in parallel, or nil
// if ctx ends. A table is wide if this allows more tokens and takes at most the given number of steps.
func (h *Permutation) withTables(ctx context.Context, places, steps int) *Permutation {
	wide, patterns := h.t.rankings(places, steps), h.t.patterns(places)
	patterns = slices.DeleteFunc(patterns, func(tokens []int) bool { return wide[h.t.tokens[tokens[0]].orbit] != nil })
	tables := make([]*permutationTable, len(patterns))
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
	out := &Permutation{t: h.t, near: h.near, states: slices.Clone(h.states)}
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

// begin returns the states of the tokens at the start.
func (h *Permutation) begin() []uint16 {
	h.t.read(h.t.s.begin, h.states)
	return h.states
}

// Name returns "permutation pattern databases", or "gap" without tables.
func (h *Permutation) Name() string {
	if len(h.tables) == 0 {
		return "gap"
	}
	return "permutation pattern databases"
}

// Estimate returns the greatest estimate.
func (h *Permutation) Estimate(s State) int64 {
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

func (t *permutationTable) at(states []uint16) uint8 {
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

// width returns the number of states of each of its tokens.
func (t *permutationTable) width(of *permutation) int32 {
	return int32(of.orbits[of.tokens[t.tokens[0]].orbit].states())
}

// patterns returns runs of tokens of an orbit, as long as possible, that cover all tokens. If that takes
// too many tables, the runs are spread evenly.
func (t *permutation) patterns(places int) [][]int {
	room := t.room(places)
	var list [][]int
	for i := range t.orbits {
		tokens := t.tokensOf(i)
		list = append(list, runs(tokens, t.fit(i, len(tokens), room))...)
	}
	return list
}

func (t *permutation) room(places int) int { return int(min(int64(places), t.s.room/64)) }

// fit returns the number of tokens of an orbit, at most the given one, that fit a table.
func (t *permutation) fit(orbit, tokens, room int) int {
	n, size := 0, 1
	for n < tokens && size*t.orbits[orbit].states() <= room {
		size *= t.orbits[orbit].states()
		n++
	}
	return n
}

// tokensOf returns the tokens of an orbit.
func (t *permutation) tokensOf(orbit int) []int {
	var list []int
	for k := range t.tokens {
		if t.tokens[k].orbit == orbit {
			list = append(list, k)
		}
	}
	return list
}

// runs returns runs of n tokens, spread evenly.
func runs(tokens []int, n int) [][]int {
	if n == 0 {
		return nil
	}
	var list [][]int
	parts := min(maxBlankTables, (len(tokens)+n-1)/n)
	for p := range parts {
		from := 0
		if parts > 1 {
			from = p * (len(tokens) - n) / (parts - 1)
		}
		list = append(list, tokens[from:from+n])
	}
	return list
}

// table computes a pattern database backwards from the goals. It returns nil if ctx ends.
func (t *permutation) table(ctx context.Context, tokens []int) *permutationTable {
	out := &permutationTable{tokens: tokens}
	size := 1
	for _, i := range tokens {
		out.strides = append(out.strides, int32(size))
		size *= t.orbits[t.tokens[i].orbit].states()
	}
	r := &permutationRegression{t: t, out: out, levels: newLevels(size), states: make([]int32, len(tokens)), steps: t.steps(out, true), width: out.width(t)}
	for _, o := range t.s.ops {
		r.costs = append(r.costs, min(o.cost/t.unit, maxLeft))
	}
	r.goals(0, 0)
	if !r.each(ctx, r.back) {
		return nil
	}
	out.left = r.left
	return out
}

// steps returns, by operator, for each token of a table the terms of its states in the index after the
// operator, or with back before it.
func (t *permutation) steps(table *permutationTable, back bool) [][]int32 {
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

// A permutationRegression computes a table.
type permutationRegression struct {
	*levels
	t      *permutation
	out    *permutationTable
	costs  []int64
	steps  [][]int32
	width  int32 // number of states of a token
	states []int32
}

// goals adds the goals to the first bucket, by recursion over the tokens.
func (r *permutationRegression) goals(k int, index int32) {
	if k == len(r.out.tokens) {
		r.lower(int(index), 0)
		return
	}
	for _, x := range r.t.tokens[r.out.tokens[k]].goal {
		r.goals(k+1, index+int32(x)*r.out.strides[k])
	}
}

// back lowers the costs of the predecessors of a state.
func (r *permutationRegression) back(index int, level int64) {
	rest := int32(index)
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
		r.lower(int(before), level+r.costs[o])
	}
}
