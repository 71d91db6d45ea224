package certificate

import (
	"container/heap"
	"context"
	"fmt"
	"math"
	"slices"

	"farbank/model"
)

// A Table is a lower bound on the remaining cost: an abstraction of the problem whose goal distances
// are computed completely. It maps a state to the values of some cells, and to the positions of some
// values in an array. Each of these values must occur exactly once in the array in every state,
// which is verified.
//
// The sum of several tables is a lower bound, because no cost is counted twice: all tables use one
// array, and a move counts in a table only if it exchanges only values of this table and shared
// values. A move that exchanges only shared values costs nothing.
type Table struct {
	Array  []int   // cells; may be empty
	Values []int64 // values whose positions are part of the abstract state
	Shared []int64 // further values, common to all tables
	Cells  []int   // cells whose values are part of the abstract state
}

// Limits on tables.
const (
	maxTables = 64
	maxSeen   = 1 << 21 // abstract states of a table
)

const unreachable = math.MaxInt64

// A picture is a table with its computed distances.
type picture struct {
	p       *model.Problem
	t       *Table
	most    int      // maximum number of abstract states
	alone   bool     // the only table: moves count in full
	tracked []int64  // values whose positions are part of the abstract state
	cells   []values // possible values of cells that the abstraction ignores
	number  map[string]int32
	seen    []string // abstract states as strings: two bytes for a position, eight for a value
	steps   [][]step // by abstract state: its predecessors
	goals   []int32
	left    []int64
}

type step struct {
	from int32
	cost int64
}

// A notOnce describes what is wrong with a table.
type notOnce struct{ why string }

func (e *notOnce) Error() string { return e.why }

// validTables returns an error if the form of tables is invalid.
func validTables(p *model.Problem, tables []Table) error {
	used := map[int64]bool{}
	for i := range tables {
		t := &tables[i]
		for _, c := range slices.Concat(t.Array, t.Cells) {
			if c < 0 || c >= len(p.Cells) {
				return &notOnce{fmt.Sprintf("there is no cell %d", c)}
			}
		}
		if len(t.Array) > math.MaxUint16 || len(t.Array) == 0 && len(t.Values)+len(t.Shared) > 0 || distinctInts(t.Array) || distinctInts(t.Cells) {
			return &notOnce{"a table is invalid"}
		}
		for _, v := range t.Values {
			if used[v] || slices.Contains(t.Shared, v) {
				return &notOnce{fmt.Sprintf("the value %d occurs twice", v)}
			}
			used[v] = true
		}
		if i > 0 && (!slices.Equal(t.Array, tables[0].Array) || !slices.Equal(t.Shared, tables[0].Shared)) {
			return &notOnce{"tables have different arrays"}
		}
	}
	return nil
}

// distinctInts reports whether a list contains a number twice.
func distinctInts(list []int) bool {
	sorted := slices.Sorted(slices.Values(list))
	return len(slices.Compact(sorted)) < len(list)
}

// newPicture computes a table. It returns a *notOnce, the error of ctx or a *model.OverflowError.
func newPicture(ctx context.Context, p *model.Problem, t *Table, alone bool, most int) (*picture, error) {
	k := &picture{p: p, t: t, alone: alone, most: most, number: map[string]int32{}, tracked: slices.Concat(t.Values, t.Shared)}
	for i := range p.Cells {
		c := &p.Cells[i]
		all := values{any: true}.meet(c.Lo, c.Hi)
		if slices.Contains(t.Array, i) {
			all.list = slices.DeleteFunc(all.list, func(v int64) bool { return slices.Contains(k.tracked, v) })
		}
		k.cells = append(k.cells, all)
	}
	for s, err := range p.Starts(ctx) {
		if err != nil {
			return nil, err
		}
		see, ok := k.see(s)
		if !ok {
			return nil, &notOnce{"a value of a table does not occur exactly once in its array at the start"}
		}
		if _, err := k.meet(see); err != nil {
			return nil, err
		}
	}
	for i := 0; i < len(k.seen); i++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err := k.expand(int32(i)); err != nil {
			return nil, err
		}
	}
	k.distances()
	return k, nil
}

// see returns the abstract state of s; it reports false if a value does not occur exactly once.
func (k *picture) see(s model.State) (string, bool) {
	buf := make([]byte, 0, 64)
	for _, v := range k.tracked {
		at := -1
		for i, c := range k.t.Array {
			if s[c] == v {
				if at >= 0 {
					return "", false
				}
				at = i
			}
		}
		if at < 0 {
			return "", false
		}
		buf = append(buf, byte(at>>8), byte(at))
	}
	for _, c := range k.t.Cells {
		buf = appendNumber(buf, s[c])
	}
	return string(buf), true
}

func appendNumber(buf []byte, v int64) []byte {
	for i := range 8 {
		buf = append(buf, byte(uint64(v)>>(56-8*i)))
	}
	return buf
}

func (k *picture) meet(see string) (int32, error) {
	n, ok := k.number[see]
	if !ok {
		if len(k.seen) == k.most {
			return 0, &notOnce{fmt.Sprintf("a table has more than %d states", k.most)}
		}
		n = int32(len(k.seen))
		k.number[see] = n
		k.seen = append(k.seen, see)
		k.steps = append(k.steps, nil)
	}
	return n, nil
}

// world returns the knowledge about all states with the same abstract state.
func (k *picture) world(see string) *world {
	w := &world{p: k.p, cells: slices.Clone(k.cells)}
	for i, v := range k.tracked {
		w.cells[k.t.Array[int(see[2*i])<<8|int(see[2*i+1])]] = only(v)
	}
	for i, c := range k.t.Cells {
		at := 2*len(k.tracked) + 8*i
		v := uint64(0)
		for _, b := range []byte(see[at : at+8]) {
			v = v<<8 | uint64(b)
		}
		w.cells[c] = only(int64(v))
	}
	return w
}

// expand adds the abstract successors of an abstract state.
func (k *picture) expand(from int32) error {
	w := k.world(k.seen[from])
	if w.allMay(k.p.Goal) {
		k.goals = append(k.goals, from)
	}
	for _, m := range k.p.Moves {
		before := w.clone()
		before.locals = make([]values, m.Locals)
		for i := range before.locals {
			before.locals[i] = values{any: true, undef: true}
		}
		after, err := before.run(m.Body)
		if err != nil {
			return &notOnce{err.Error()}
		}
		if len(after) == 0 {
			continue
		}
		cost, ok := w.least(m.Cost)
		if !ok {
			continue
		}
		for _, x := range after {
			if !x.allMay(k.p.Safety) {
				continue
			}
			if err := k.lead(from, w, x, cost); err != nil {
				return err
			}
		}
	}
	return nil
}

// allMay reports whether all rules may hold.
func (w *world) allMay(rules []model.Rule) bool {
	return !slices.ContainsFunc(rules, func(r model.Rule) bool { return !w.eval(r.Cond).mayBe() })
}

// least returns the lowest possible cost of a move; it reports false if no cost is possible.
func (w *world) least(e *model.Expr) (int64, bool) {
	v := w.eval(e)
	if v.any {
		return 0, true
	}
	for _, c := range v.list {
		if c >= 0 {
			return c, true
		}
	}
	return 0, false
}

// lead adds the steps from an abstract state to the possible abstract states of one outcome.
func (k *picture) lead(from int32, w, x *world, cost int64) error {
	buf := make([]byte, 0, 64)
	for _, v := range k.tracked {
		at := -1
		for i, c := range k.t.Array {
			if !x.cells[c].has(v) {
				continue
			}
			if _, sure := x.cells[c].single(); !sure || at >= 0 {
				return &notOnce{fmt.Sprintf("the value %d of a table may not occur exactly once in its array", v)}
			}
			at = i
		}
		if at < 0 {
			return &notOnce{fmt.Sprintf("the value %d of a table may be lost from its array", v)}
		}
		buf = append(buf, byte(at>>8), byte(at))
	}
	if !k.alone {
		own := 2 * len(k.t.Values)
		if k.seen[from][:own] == string(buf[:own]) || !k.counts(w, x) {
			cost = 0
		}
	}
	return k.product(from, x, k.t.Cells, buf, cost)
}

// counts reports whether a move exchanges only values of the table and shared values in the
// array.
func (k *picture) counts(w, x *world) bool {
	if x.blurry {
		return false
	}
	for _, c := range x.stored {
		if !slices.Contains(k.t.Array, c) {
			continue
		}
		old, sure := w.cells[c].single()
		now, certain := x.cells[c].single()
		if !sure || !certain || !slices.Contains(k.tracked, old) || !slices.Contains(k.tracked, now) {
			return false
		}
	}
	return true
}

// product adds a step for each combination of values of cells.
func (k *picture) product(from int32, x *world, cells []int, buf []byte, cost int64) error {
	if len(cells) == 0 {
		to, err := k.meet(string(buf))
		if err == nil && to != from {
			k.steps[to] = append(k.steps[to], step{from, cost})
		}
		return err
	}
	v := x.cells[cells[0]]
	if v.any {
		return &notOnce{"a cell of a table may have any value"}
	}
	for _, n := range v.list {
		if err := k.product(from, x, cells[1:], appendNumber(buf[:len(buf):len(buf)], n), cost); err != nil {
			return err
		}
	}
	return nil
}

// distances computes the goal distances by Dijkstra's algorithm.
func (k *picture) distances() {
	k.left = slices.Repeat([]int64{unreachable}, len(k.seen))
	q := &costHeap{}
	for _, g := range k.goals {
		k.left[g] = 0
		heap.Push(q, costly{0, g})
	}
	for q.Len() > 0 {
		x := heap.Pop(q).(costly)
		if x.cost > k.left[x.n] {
			continue
		}
		for _, s := range k.steps[x.n] {
			if c := plus(x.cost, s.cost); c < k.left[s.from] {
				k.left[s.from] = c
				heap.Push(q, costly{c, s.from})
			}
		}
	}
	k.steps = nil
}

// plus returns a + b, or the largest finite distance if the sum is larger.
func plus(a, b int64) int64 {
	if a > unreachable-1-b {
		return unreachable - 1
	}
	return a + b
}

// estimate returns a lower bound on the remaining cost from s.
func (k *picture) estimate(s model.State) (int64, error) {
	if see, ok := k.see(s); ok {
		if n, ok := k.number[see]; ok {
			return k.left[n], nil
		}
	}
	return 0, &notOnce{"a table has no entry for a reached state"}
}

type costly struct {
	cost int64
	n    int32
}

type costHeap []costly

func (h costHeap) Len() int           { return len(h) }
func (h costHeap) Less(i, j int) bool { return h[i].cost < h[j].cost }
func (h costHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *costHeap) Push(x any)        { *h = append(*h, x.(costly)) }
func (h *costHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
