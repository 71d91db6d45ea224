package strategy

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"farbank/model"
)

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
