package game

import (
	"context"

	"farbank/solver"
)

// Never is the cost of a state from which the goal cannot be forced.
const Never int64 = -1

// A Forced is the result of [Force].
type Forced struct {
	Status solver.Status // Solved, or Unknown
	Reason error

	// Cost is, for each state, the least cost that we can force in the worst case, or Never.
	Cost []int64
	// Move is, for each state of ours and of the foe, the number of the best move among its moves. It is -1 for
	// goals, for states without moves, and for states of ours with the cost Never. In a state of the foe with the
	// cost Never it leads to such a state again: these states are a trap that the foe never lets us leave.
	Move []int32
}

// Force computes the least cost of reaching the goal that we can force, whatever foe and chance do. States of
// [Chance] are like those of the [Foe]. Costs are added along the path; a cycle of cost 0 that the foe can hold
// us in keeps us from the goal. The error is about an arena that is not valid, or is ErrCost.
func Force(ctx context.Context, a *Arena, o Options) (Forced, error) {
	ordered, err := a.check()
	if err != nil {
		return Forced{}, err
	}
	n := a.Len()
	if o.Memory > 0 && int64(20*n) > o.Memory {
		return Forced{Reason: solver.ErrMemory}, nil
	}
	if order, ok := a.order(ordered); ok {
		return a.induce(ctx, order)
	}
	if used := int64(36*n + 8*a.Size()); o.Memory > 0 && used > o.Memory {
		return Forced{Reason: solver.ErrMemory}, nil
	}
	f := &forcing{a: a, back: a.reversed(), nodes: make([]forced, n)}
	for s, k := range a.kinds {
		f.nodes[s] = forced{Never, -1, int32(len(a.Moves(s)))}
		switch k {
		case Ours:
			f.nodes[s].left = ours
		case Goal:
			f.nodes[s].best = 0
			f.queue = append(f.queue, valued{0, int32(s)})
		}
	}
	for steps := 0; len(f.queue) > 0; steps++ {
		if steps%every == 0 && ctx.Err() != nil {
			return Forced{Reason: context.Cause(ctx)}, nil
		}
		v := f.queue.pop()
		if nd := &f.nodes[v.state]; nd.left != done {
			nd.left = done
			if err := f.settle(int(v.state)); err != nil {
				return Forced{}, err
			}
		}
	}
	f.trap()
	out := Forced{Status: solver.Solved, Cost: make([]int64, n), Move: make([]int32, n)}
	for s, nd := range f.nodes {
		out.Cost[s], out.Move[s] = nd.best, nd.move
	}
	return out, nil
}

// order returns the states in an order in which every move leads to a later one (Kahn 1962); nil stands for the order of their
// numbers. It returns false if a state can come back.
func (a *Arena) order(ordered bool) ([]int32, bool) {
	if ordered {
		return nil, true
	}
	into := make([]int32, a.Len())
	for s, k := range a.kinds {
		if k != Goal {
			for _, m := range a.Moves(s) {
				into[m.To]++
			}
		}
	}
	order := make([]int32, 0, a.Len())
	for s, n := range into {
		if n == 0 {
			order = append(order, int32(s))
		}
	}
	for i := 0; i < len(order); i++ {
		if s := int(order[i]); a.kinds[s] != Goal {
			for _, m := range a.Moves(s) {
				if into[m.To]--; into[m.To] == 0 {
					order = append(order, m.To)
				}
			}
		}
	}
	return order, len(order) == a.Len()
}

// induce computes what Force does, from the last state of an order to the first.
func (a *Arena) induce(ctx context.Context, order []int32) (Forced, error) {
	n := a.Len()
	f := Forced{Status: solver.Solved, Cost: make([]int64, n), Move: make([]int32, n)}
	for k := n - 1; k >= 0; k-- {
		if k%every == 0 && ctx.Err() != nil {
			return Forced{Reason: context.Cause(ctx)}, nil
		}
		s := k
		if order != nil {
			s = int(order[k])
		}
		if a.kinds[s] == Goal {
			f.Move[s] = -1
			continue
		}
		best, move, wide := Never, int32(-1), false
		for i, m := range a.Moves(s) {
			v := f.Cost[m.To]
			if v == Never {
				if a.kinds[s] == Ours {
					continue
				}
				best, move, wide = Never, int32(i), false
				break
			}
			if v += m.Cost; v < 0 {
				wide = true
				continue
			}
			if move < 0 || a.kinds[s] == Ours && v < best || a.kinds[s] != Ours && v > best {
				best, move = v, int32(i)
			}
		}
		if wide && (move < 0 || a.kinds[s] != Ours) { // we need not take a move of ours that costs more
			return Forced{}, ErrCost
		}
		f.Cost[s], f.Move[s] = best, move
	}
	return f, nil
}

type forcing struct {
	a     *Arena
	back  *backward
	nodes []forced
	queue valuedQueue
}

// A forced is what is known of a state.
type forced struct {
	best int64
	move int32
	left int32 // of a state of the foe: the number of moves to states that are not done; or ours, or done
}

const (
	done int32 = -1 - iota // the value is final
	ours
)

// settle passes the final value of t to the states before it.
func (f *forcing) settle(t int) error {
	lo, hi := f.back.to(t)
	best := f.nodes[t].best
	for i := lo; i < hi; i++ {
		s, e := f.back.from[i], f.back.edge[i]
		nd := &f.nodes[s]
		if nd.left == done {
			continue
		}
		v := best + f.back.cost
		if f.back.costs {
			v = best + f.a.Moves(int(s))[e].Cost
		}
		if v < 0 {
			return ErrCost
		}
		if nd.left == ours {
			if nd.best == Never || v < nd.best {
				nd.best, nd.move = v, e
				f.queue.push(valued{v, s})
			}
			continue
		}
		if v > nd.best {
			nd.best, nd.move = v, e
		}
		if nd.left--; nd.left == 0 {
			f.queue.push(valued{nd.best, s})
		}
	}
	return nil
}

// trap gives the states that are not done the cost Never, and those of the foe a move to another one.
func (f *forcing) trap() {
	for s := range f.nodes {
		nd := &f.nodes[s]
		if nd.left == done {
			continue
		}
		nd.best, nd.move = Never, -1
		if f.a.kinds[s] == Ours {
			continue
		}
		for i, m := range f.a.Moves(s) {
			if f.nodes[m.To].left != done {
				nd.move = int32(i)
				break
			}
		}
	}
}

// valued is a state with its value.
type valued struct {
	value int64
	state int32
}

// A valuedQueue is a binary heap, the least value first.
type valuedQueue []valued

func (q *valuedQueue) push(v valued) {
	h := append(*q, v)
	i := len(h) - 1
	for i > 0 && h[(i-1)/2].value > v.value {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = v
	*q = h
}

func (q *valuedQueue) pop() valued {
	h := *q
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	for i := 0; len(h) > 0; {
		c := 2*i + 1
		if c+1 < len(h) && h[c+1].value < h[c].value {
			c++
		}
		if c >= len(h) || h[c].value >= last.value {
			h[i] = last
			break
		}
		h[i] = h[c]
		i = c
	}
	return top
}
