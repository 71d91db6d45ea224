package strategy

import (
	"fmt"
	"math"

	"farbank/game"
	"farbank/model"
)

// A bound computes lower bounds on the cost from the number of answers that must be distinguished: if the goal says
// that values are known, and no move can lead to more than most views, k moves distinguish at most most^k values.
type bound struct {
	*space
	asked []*model.Expr // the values that the goal needs to be known
	most  int64         // the greatest number of views after a move
	cheap int64         // the least cost of a move
	ev    model.State
}

func newBound(s *space) *bound {
	b := &bound{space: s, most: 1, cheap: math.MaxInt64, ev: make(model.State, len(s.p.Cells))}
	for _, r := range s.p.Goal {
		for _, c := range r.Cond.Conjuncts() {
			fixed := true // else a move could make values equal
			c.Cells(func(i int) { fixed = fixed && i < s.p.NumFind })
			if c.Op == model.Known && fixed {
				b.asked = append(b.asked, c.Args[0])
			}
		}
	}
	for _, m := range s.p.Moves {
		b.most = max(b.most, b.views(m.Body, map[int64]bool{}))
		b.cheap = min(b.cheap, max(0, m.Cost.Lo))
	}
	return b
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

// of returns a lower bound on the cost from a packed state.
func (b *bound) of(state []uint64) int64 {
	if len(b.asked) == 0 || b.cheap == 0 || len(state) == 0 || b.most >= manyViews {
		return 0
	}
	worlds, belief := game.Worlds(state, b.layout.Words)
	answers := map[string]bool{}
	for _, w := range worlds {
		b.layout.Unpack(w, b.ev)
		key := ""
		for _, e := range b.asked {
			v, ok, err := b.p.Eval(e, b.ev)
			if err != nil {
				return 0
			}
			key += fmt.Sprint(v, ok, " ")
		}
		answers[key] = true
	}
	k := int64(0)
	for n := int64(1); n < int64(len(answers)); n *= max(2, b.most) {
		k++
	}
	if !belief && k > 0 {
		k--
	}
	return k * b.cheap
}
