package graph

import "context"

// sweeps is the number of passes of reachesGoal over the edges before it reverses them. States are in
// breadth-first order. One pass from the last state to the first follows all paths of edges to later
// states. If moves are reversible, a pass in the other direction usually does the rest.
const sweeps = 6

// reachesGoal reports for each state whether a path leads to a goal.
func (x *Explicit) reachesGoal(ctx context.Context) ([]bool, error) {
	can := make([]bool, x.Len())
	n := 0
	for i, g := range x.Goal {
		if g {
			can[i] = true
			n++
		}
	}
	for k := range sweeps {
		if n == 0 || n == len(can) {
			return can, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		more := x.sweep(can, k%2 == 0)
		if more == 0 {
			return can, nil
		}
		n += more
	}
	return can, x.spreadBack(ctx, can)
}

// sweep marks the states that have an edge to a marked state, in descending order of states if down is set.
// It returns the number of newly marked states.
func (x *Explicit) sweep(can []bool, down bool) int {
	marked := 0
	for k := range can {
		i := k
		if down {
			i = len(can) - 1 - k
		}
		if can[i] {
			continue
		}
		for _, t := range x.lists.to(i) {
			if can[t] {
				can[i] = true
				marked++
				break
			}
		}
	}
	return marked
}

// spreadBack marks all states from which a path leads to a marked state.
func (x *Explicit) spreadBack(ctx context.Context, can []bool) error {
	r, err := x.reverse(ctx, false)
	if err != nil {
		return err
	}
	var queue []int32
	for i, marked := range can {
		if marked {
			queue = append(queue, int32(i))
		}
	}
	for n := 0; len(queue) > 0; n++ {
		if n&0xFFFF == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		lo, hi := r.of(queue[len(queue)-1])
		queue = queue[:len(queue)-1]
		for _, j := range r.from[lo:hi] {
			if !can[j] {
				can[j] = true
				queue = append(queue, j)
			}
		}
	}
	return nil
}
