package planning

import "slices"

// The reference implementation of costGraph.

// An exploration computes the cost of each proposition in a state. The cost of an action is its own plus
// the maximum or the sum of the costs of its preconditions.
type exploration struct {
	*relaxation
	sum     bool
	costs   []int64 // by operator
	reach   []int64 // by proposition; Infinite if not reached
	by      []int32 // by proposition: the action that reaches it at least cost, or -1
	open    []int32 // by action: the number of preconditions not reached yet
	dearest []int32 // by action: the precondition reached last, a most expensive one
	spent   []int64 // by action: the cost of its preconditions
	queue   costQueue
}

func newExploration(r *relaxation, sum bool, costs []int64) *exploration {
	n := len(r.actions)
	return &exploration{relaxation: r, sum: sum, costs: costs, reach: make([]int64, r.props), by: make([]int32, r.props),
		open: make([]int32, n), dearest: make([]int32, n), spent: make([]int64, n)}
}

func (x *exploration) cost(a int32) int64 {
	if o := x.actions[a].owner; o >= 0 {
		return x.costs[o]
	}
	return 0
}

// explore computes all costs.
func (x *exploration) explore(s State) {
	for p := range x.reach {
		x.reach[p], x.by[p] = Infinite, -1
	}
	for a := range x.open {
		x.open[a], x.spent[a], x.dearest[a] = int32(len(x.actions[a].pre)), 0, -1
	}
	x.queue.clear()
	x.begin(s)
	for {
		p, c, ok := x.queue.pop()
		if !ok {
			return
		}
		if c > x.reach[p] {
			continue
		}
		for _, a := range x.needs[p] {
			x.open[a]--
			if x.sum {
				x.spent[a] = plus(x.spent[a], c)
			} else {
				x.spent[a] = c
			}
			if x.open[a] == 0 {
				x.dearest[a] = p
				x.perform(a)
			}
		}
	}
}

// begin reaches the state, then the disjunctions that hold in it, then what its applicable actions add.
func (x *exploration) begin(s State) {
	hold := []int32{x.always}
	for v, value := range s {
		hold = append(hold, int32(x.space.offset[v]+int(value)))
	}
	for k := 0; k < len(hold); k++ {
		p := hold[k]
		x.reach[p], x.by[p] = 0, -1
		for _, a := range x.needs[p] {
			x.open[a]--
			y := &x.actions[a]
			if y.owner < 0 && len(y.pre) == 1 && y.add[0] != x.goal && !slices.Contains(hold, y.add[0]) {
				hold = append(hold, y.add[0])
			}
		}
	}
	for a := range x.open {
		if x.open[a] == 0 {
			x.dearest[a] = x.actions[a].pre[0]
			x.perform(int32(a))
		}
	}
}

func (x *exploration) perform(a int32) {
	c := plus(x.spent[a], x.cost(a))
	for _, p := range x.actions[a].add {
		x.lower(p, c, a)
	}
}

func (x *exploration) lower(p int32, c int64, by int32) {
	if c < x.reach[p] {
		x.reach[p], x.by[p] = c, by
		x.queue.push(p, c)
	}
}
