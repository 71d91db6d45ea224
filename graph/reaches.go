package graph

import "context"

// sweeps is how often reachesGoal goes over all edges before it turns them around.
// States stand in breadth-first order: one sweep down follows all edges that lead to
// later states, and where moves can be undone, one sweep up does the rest.
const sweeps = 6

// reachesGoal returns which states some path leads from to a goal.
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

// sweep marks the states from which an edge leads to one that is marked, from the last
// to the first or from the first to the last, and returns how many were not marked
// before.
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

// spreadBack marks all states from which a path leads to one that is marked.
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
