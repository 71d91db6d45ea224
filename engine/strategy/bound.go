package strategy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"farbank/game"
	"farbank/model"
)

// A bound computes lower bounds on the cost from the number of answers that must be distinguished. The answers are
// the values that the goal says must be known, or else the values that never change. A move splits a belief by what is seen
// after it; most[k] is the greatest number of answers in a belief from which k moves can reach the goal.
type bound struct {
	*space
	o     *outcomes
	class []int32 // by fixed part: the number of its answer
	asks  bool    // the goal says that the answer is known
	most  []int64 // ascending; most[0] is 0
	open  bool    // most goes on
	cheap int64   // the least cost of a move; 0 means that there is no bound

	groups []group
	places map[string]int
	looks  []uint64 // the views of the first groups
	stamp  int
	knows  bool  // the goal has a condition known
	stamps []int // by answer: the last group that it was counted in
	state  model.State
	rank   int64 // of the last state
}

// A group has the worlds of a state that look alike.
type group struct {
	first []uint64
	n     int64 // answers
	stamp int
}

// mostTable is the maximum number of runs of moves for a bound.
const mostTable = 1 << 25

func newBound(ctx context.Context, s *space) (*bound, error) {
	b := &bound{space: s, o: s.outcomes(), cheap: math.MaxInt64, places: map[string]int{}, state: make(model.State, len(s.p.Cells))}
	for _, m := range s.p.Moves {
		b.cheap = min(b.cheap, max(0, m.Cost.Lo))
	}
	asked := b.asked()
	b.asks = len(asked) > 0
	if err := b.classes(asked); err != nil {
		b.cheap = 0
		return b, nil
	}
	shapes, regular, err := b.shapes(ctx)
	switch {
	case err != nil:
		return nil, err
	case regular:
		b.most, b.open = mostOf(shapes, int64(len(b.stamps)))
	case b.asks:
		b.most = b.static()
	default:
		b.cheap = 0
	}
	return b, nil
}

// asked returns the values that must be known at the goal. They depend on what never changes, else a move could make them equal.
func (b *bound) asked() (list []*model.Expr) {
	for _, r := range b.p.Goal {
		r.Cond.Walk(func(n *model.Expr) { b.knows = b.knows || n.Op == model.Known })
		for _, c := range r.Cond.Conjuncts() {
			fixed := true
			c.Cells(func(i int) { fixed = fixed && i < b.p.NumFind })
			if c.Op == model.Known && fixed {
				list = append(list, c.Args[0])
			}
		}
	}
	return list
}

// classes numbers the answers.
func (b *bound) classes(asked []*model.Expr) error {
	numbers := map[string]int32{}
	for i, w := range b.o.worlds {
		key := fmt.Sprint(i)
		if b.asks {
			b.layout.Unpack(w, b.state)
			key = ""
			for _, e := range asked {
				v, ok, err := b.p.Eval(e, b.state)
				if err != nil {
					return err
				}
				key += fmt.Sprint(v, ok, " ")
			}
		}
		n, ok := numbers[key]
		if !ok {
			n = int32(len(numbers))
			numbers[key] = n
		}
		b.class = append(b.class, n)
	}
	b.stamps = make([]int, len(numbers))
	return nil
}

// of returns a lower bound on the cost from a packed state, and sets b.rank to the sum of the squares of the numbers of
// answers in its groups.
func (b *bound) of(state []uint64) int64 {
	b.rank = 0
	if b.cheap == 0 || len(state) == 0 {
		return 0
	}
	worlds, belief := game.Worlds(state, b.layout.Words)
	if !b.group(worlds, belief) {
		return 0
	}
	k := 0
	for i := range b.groups {
		g := &b.groups[i]
		if g.n == 1 || !b.asks {
			if goal, err := b.ends(g, worlds); err != nil {
				return 0
			} else if goal {
				continue
			}
		}
		b.rank += g.n * g.n
		for k < len(b.most) && b.most[k] < g.n {
			k++
		}
	}
	if k == len(b.most) && !b.open {
		return math.MaxInt64
	}
	return int64(k) * b.cheap
}

// group sets b.groups to the groups of worlds. It returns false if a world is not known.
func (b *bound) group(worlds [][]uint64, belief bool) bool {
	b.groups = b.groups[:0]
	clear(b.places)
	var seen []uint64
	for _, w := range worlds {
		part, ok := b.o.part(w)
		if !ok {
			return false
		}
		k := 0
		if !belief || len(b.groups) == 0 {
			seen = b.view(w, seen[:0])
			k, ok = b.place(seen)
			if !ok {
				b.stamp++
				b.groups = append(b.groups, group{first: w, stamp: b.stamp})
			}
		}
		g := &b.groups[k]
		if c := b.class[part]; b.stamps[c] != g.stamp {
			b.stamps[c] = g.stamp
			g.n++
		}
	}
	return true
}

// few is the number of groups that are searched one by one.
const few = 32

// place returns the number of the group with a view, and whether the group exists. A new one gets the next number.
func (b *bound) place(seen []uint64) (int, bool) {
	if len(b.groups) <= few {
		for k := range b.groups {
			if slices.Equal(b.looks[k*len(seen):(k+1)*len(seen)], seen) {
				return k, true
			}
		}
		b.looks = append(b.looks[:len(b.groups)*len(seen)], seen...)
		b.places[text(seen)] = len(b.groups)
		return len(b.groups), false
	}
	key := text(seen)
	k, ok := b.places[key]
	if !ok {
		k = len(b.groups)
		b.places[key] = k
	}
	return k, ok
}

// ends reports whether the goal holds in all worlds of a group.
func (b *bound) ends(g *group, worlds [][]uint64) (bool, error) {
	if !b.knows {
		for _, w := range worlds {
			if b.alike(w, g.first) {
				b.layout.Unpack(w, b.state)
				if ok, err := b.step.Holds(b.p.Goal, b.state); err != nil || !ok {
					return false, err
				}
			}
		}
		return true, nil
	}
	var same [][]uint64
	for _, w := range worlds {
		if b.alike(w, g.first) {
			same = append(same, w)
		}
	}
	b.unpack(same)
	return b.all(b.p.Goal, b.worlds[:len(same)])
}

// alike reports whether two worlds look alike.
func (b *bound) alike(w, v []uint64) bool {
	for i := range w {
		if (w[i]^v[i])&b.mask[i] != 0 {
			return false
		}
	}
	return true
}

// options returns options for a search with the bound.
func (b *bound) options(o game.Options) game.SearchOptions {
	return game.SearchOptions{Options: o, Bound: b.of, Rank: func([]uint64) int64 { return b.rank }}
}
