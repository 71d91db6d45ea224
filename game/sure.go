package game

import (
	"context"

	"farbank/solver"
)

// A Region is the result of [Sure].
type Region struct {
	Status solver.Status // Solved, or Unknown
	Reason error

	In   []bool  // for each state: the goal is reached with probability 1
	Move []int32 // for each state of ours in the region, a move that achieves this; else -1
}

// Sure computes the states from which we can reach the goal with probability 1, whatever the foe does, and however
// long it takes. Only the support of chance matters, not the weights. The error is about an arena that is not valid.
func Sure(ctx context.Context, a *Arena, _ Options) (Region, error) {
	if _, err := a.check(); err != nil {
		return Region{}, err
	}
	g := &regions{a: a, back: a.reversed(), ctx: ctx}
	in, move := g.sure()
	if in == nil {
		return Region{Reason: context.Cause(ctx)}, nil
	}
	return Region{Status: solver.Solved, In: in, Move: move}, nil
}

// regions computes sets of states by graph search.
type regions struct {
	a    *Arena
	back *backward
	ctx  context.Context
}

// sure removes from the set of all states, again and again, those from which the foe can avoid the goal inside the
// set, and those from which foe or chance can leave it. It returns nil if the context ended.
func (g *regions) sure() (in []bool, move []int32) {
	n := g.a.Len()
	in = make([]bool, n)
	for s := range in {
		in[s] = true
	}
	for {
		if g.ctx.Err() != nil {
			return nil, nil
		}
		reach, move := g.positive(in)
		var out []int32
		for s := range n {
			if in[s] && !reach[s] {
				out = append(out, int32(s))
			}
		}
		if len(out) == 0 {
			return in, move
		}
		g.remove(in, out)
	}
}

// positive returns the states of the set in from which we can reach a goal with positive probability against every
// foe, with moves of ours that stay in the set. A state of foe or chance in the set has no move that leaves it,
// unless the set is not closed: then such moves count as lost.
func (g *regions) positive(in []bool) (reach []bool, move []int32) {
	n := g.a.Len()
	reach, move = make([]bool, n), make([]int32, n)
	left := make([]int32, n)
	var queue []int32
	for s, k := range g.a.kinds {
		move[s] = -1
		left[s] = int32(len(g.a.Moves(s)))
		if k == Goal && in[s] {
			reach[s] = true
			queue = append(queue, int32(s))
		}
	}
	for len(queue) > 0 {
		t := int(queue[0])
		queue = queue[1:]
		lo, hi := g.back.to(t)
		for i := lo; i < hi; i++ {
			s := int(g.back.from[i])
			if reach[s] || !in[s] {
				continue
			}
			if g.a.kinds[s] == Foe {
				if left[s]--; left[s] > 0 {
					continue
				}
			}
			reach[s], move[s] = true, g.back.edge[i]
			queue = append(queue, int32(s))
		}
	}
	for s, k := range g.a.kinds {
		if k != Ours {
			move[s] = -1
		}
	}
	return reach, move
}

// remove removes states from the set, and all from which foe or chance can reach a removed one or all moves of
// ours do.
func (g *regions) remove(in []bool, out []int32) {
	for _, s := range out {
		in[s] = false
	}
	for len(out) > 0 {
		t := int(out[len(out)-1])
		out = out[:len(out)-1]
		lo, hi := g.back.to(t)
		for i := lo; i < hi; i++ {
			s := int(g.back.from[i])
			if !in[s] || g.a.kinds[s] == Ours && g.staying(in, s) {
				continue
			}
			in[s] = false
			out = append(out, int32(s))
		}
	}
}

// staying reports whether a state has a move into the set.
func (g *regions) staying(in []bool, s int) bool {
	for _, m := range g.a.Moves(s) {
		if in[m.To] {
			return true
		}
	}
	return false
}
