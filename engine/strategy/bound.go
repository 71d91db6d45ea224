package strategy

import (
	"cmp"
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

// A view is what a move can lead to, as seen by us: a number of answers, and how many of them can end in a goal.
type view struct {
	answers, goals int64
	sure           bool // it is a goal, whatever the state was before the move
}

// shapes returns the views of all moves, each list once. It returns false if a move is not regular or there are too many.
func (b *bound) shapes(ctx context.Context) (shapes [][]view, regular bool, err error) {
	if len(b.p.Moves)*len(b.o.worlds) > mostTable {
		return nil, false, nil
	}
	c := &splitting{bound: b, looks: map[string]int{}, goals: map[*uint64]*goals{}, seen: make([]int, len(b.stamps)), met: make([]int, len(b.stamps))}
	known := map[string]bool{}
	for i := range b.p.Moves {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, false, context.Cause(ctx)
		}
		shape, ok := c.shape(i)
		if !ok {
			return nil, false, nil
		}
		if key := fmt.Sprint(shape); !known[key] {
			known[key] = true
			shapes = append(shapes, slices.Clone(shape))
		}
	}
	return shapes, true, nil
}

// A splitting computes the views of moves.
type splitting struct {
	*bound
	looks map[string]int     // the numbers of views, as seen by us
	look  []int              // by outcome: its view, or -1
	goals map[*uint64]*goals // by the cells that moves set

	views []view
	place []int // by look: 1 + its place in views for the current move
	heads []int // the looks of the current move
	parts [][]int32
	seen  []int // by answer: the last mark
	met   []int // by answer: the last mark of one that can end in a goal
	mark  int
}

// goals says which conditions of the goal are decided by the fixed part and the cells that some moves set.
type goals struct {
	decided []*model.Expr
	open    bool             // others are not
	cache   map[uint64]uint8 // by fixed part and outcome: 1 + the result
}

// shape returns the views of a regular move, those with most answers first. They are valid until the next call.
func (c *splitting) shape(i int) ([]view, bool) {
	r := c.o.of(i)
	if r.reduced == nil {
		return nil, false
	}
	for _, l := range c.heads {
		c.place[l] = 0
	}
	c.heads, c.views = c.heads[:0], c.views[:0]
	for part := range c.o.worlds {
		k, err := c.o.outcome(r, int32(part))
		if err != nil {
			return nil, false
		}
		if k == disabled {
			continue
		}
		l := c.lookOf(k)
		if c.place[l] == 0 {
			c.heads = append(c.heads, l)
			c.place[l] = len(c.heads)
			if len(c.parts) < len(c.heads) {
				c.parts = append(c.parts, nil)
			}
			c.parts[len(c.heads)-1] = c.parts[len(c.heads)-1][:0]
		}
		n := c.place[l] - 1
		c.parts[n] = append(c.parts[n], int32(part))
	}
	for n := range c.heads {
		c.views = append(c.views, c.viewOf(r, c.parts[n]))
	}
	slices.SortFunc(c.views, func(x, y view) int {
		return cmp.Or(cmp.Compare(y.answers, x.answers), cmp.Compare(y.goals, x.goals))
	})
	return c.views, true
}

// lookOf returns the number of the view after an outcome.
func (c *splitting) lookOf(k uint32) int {
	for len(c.look) < len(c.o.list) {
		c.look = append(c.look, -1)
	}
	l := c.look[k-2]
	if l < 0 {
		seen := text(c.view(c.o.list[k-2], nil))
		var ok bool
		if l, ok = c.looks[seen]; !ok {
			l = len(c.looks)
			c.looks[seen] = l
			c.place = append(c.place, 0)
		}
		c.look[k-2] = l
	}
	return l
}

// viewOf returns the view of a move that leads from worlds with these fixed parts to what looks alike.
func (c *splitting) viewOf(r *regular, parts []int32) view {
	c.mark++
	v := view{sure: true}
	for _, part := range parts {
		class := c.class[part]
		if c.seen[class] != c.mark {
			c.seen[class] = c.mark
			v.answers++
		}
		may, sure := c.goal(r, part, r.after[part])
		if may && c.met[class] != c.mark {
			c.met[class] = c.mark
			v.goals++
		}
		v.sure = v.sure && sure
	}
	if c.asks {
		v.goals = min(v.goals, 1)
	}
	return v
}

// goal reports whether the goal may hold after a regular move with an outcome, and whether it surely holds.
func (c *splitting) goal(r *regular, part int32, k uint32) (may, sure bool) {
	g := c.goals[&r.mask[0]]
	if g == nil {
		g = &goals{cache: map[uint64]uint8{}}
		c.goals[&r.mask[0]] = g
		for _, rule := range c.p.Goal {
			for _, x := range rule.Cond.Conjuncts() {
				if c.decided(x, r) {
					g.decided = append(g.decided, x)
				} else {
					g.open = true
				}
			}
		}
	}
	if len(g.decided) > 0 {
		key := uint64(part)<<32 | uint64(k)
		if g.cache[key] == 0 {
			g.cache[key] = 1 + c.decide(g, r, part, k)
		}
		if g.cache[key] == 1 {
			return false, false
		}
	}
	return true, !g.open
}

// decide returns 0 if a decided condition does not hold, else 1.
func (c *splitting) decide(g *goals, r *regular, part int32, k uint32) uint8 {
	after := make([]uint64, c.layout.Words)
	c.o.apply(r, k, c.o.worlds[part], c.o.worlds[part], after)
	c.layout.Unpack(after, c.state)
	for _, x := range g.decided {
		if v, _, err := c.p.Eval(x, c.state); err == nil && v == 0 {
			return 0
		}
	}
	return 1
}

// decided reports whether a condition depends only on cells that never change or that a regular move sets to what
// depends on these.
func (b *bound) decided(c *model.Expr, r *regular) bool {
	ok := true
	c.Walk(func(n *model.Expr) {
		ok = ok && n.Op != model.Known
		n.Reads(func(cell int) {
			f := b.layout.Fields[cell]
			ok = ok && (cell < b.p.NumFind || f.Mask == 0 || r.mask[f.Word]>>f.Shift&f.Mask != 0)
		})
	})
	return ok
}

// mostLong is the maximum length of bound.most.
const mostLong = 10_000

// mostOf returns bound.most for moves with the given views, up to all answers, and bound.open.
func mostOf(shapes [][]view, all int64) (most []int64, open bool) {
	most = []int64{0}
	for {
		last := most[len(most)-1]
		next := int64(0)
		for _, shape := range shapes {
			sum := int64(0)
			for _, v := range shape {
				switch n := v.goals; {
				case v.sure:
					sum += n
				default:
					sum += min(v.answers, max(n, last))
				}
			}
			next = max(next, sum)
		}
		if next <= last {
			return most, false
		}
		if most = append(most, next); next >= all || len(most) > mostLong {
			return most, true
		}
	}
}

// static returns bound.most from bounds on the number of views that a move can have.
func (b *bound) static() []int64 {
	views := int64(1)
	for _, m := range b.p.Moves {
		views = max(views, b.views(m.Body, map[int64]bool{}))
	}
	most := []int64{0}
	for n := views; ; n *= views {
		most = append(most, n)
		if views == 1 || n >= int64(len(b.stamps)) || n > math.MaxInt64/views {
			return most
		}
	}
}

// manyViews is the number of views from which on they are not counted.
const manyViews = 1 << 20

// views bounds the number of views that a body can lead to from the worlds of one belief. A local in the set depends on
// what is not seen.
func (b *bound) views(body []model.Stmt, locals map[int64]bool) int64 {
	n := int64(1)
	for i := range body {
		st := &body[i]
		switch st.Kind {
		case model.Let:
			if b.unseen(st.Value, locals) {
				locals[st.Target.Value] = true
			}
		case model.Assign:
			if !b.visible(st.Target) {
				continue
			}
			if st.Target.Op == model.At && b.unseen(st.Target, locals) {
				return manyViews
			}
			if b.unseen(st.Value, locals) {
				n *= b.values(st.Value)
			}
		case model.Branch:
			then, other := b.views(st.Then, locals), b.views(st.Else, locals)
			if b.unseen(st.Value, locals) {
				n *= then + other
			} else {
				n *= max(then, other)
			}
		}
		if n >= manyViews {
			return manyViews
		}
	}
	return n
}

// unseen reports whether an expression depends on what is not seen.
func (b *bound) unseen(e *model.Expr, locals map[int64]bool) bool {
	found := false
	e.Walk(func(n *model.Expr) {
		n.Reads(func(cell int) { found = found || !b.seen[cell] })
		if n.Op == model.Local && locals[n.Value] || n.Locals {
			found = true
		}
	})
	return found
}

// visible reports whether the target of an assignment may be a cell that we see.
func (b *bound) visible(target *model.Expr) bool {
	found := false
	target.Reads(func(cell int) { found = found || b.seen[cell] })
	return found
}

// values bounds the number of values of an expression.
func (b *bound) values(e *model.Expr) int64 {
	leaves := map[int64]bool{}
	var collect func(e *model.Expr) bool
	collect = func(e *model.Expr) bool {
		switch e.Op {
		case model.Const:
			leaves[e.Value] = true
			return true
		case model.If:
			return collect(e.Args[1]) && collect(e.Args[2])
		}
		return false
	}
	if collect(e) {
		return int64(len(leaves))
	}
	return min(manyViews, max(1, model.Span(e.Lo, e.Hi)))
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
