package planning

import "context"

// A levels is a table of costs to the goal that is computed backwards from the goals, by increasing cost:
// it has a bucket of states for each cost (Dial 1969). Higher costs than maxLeft are stored as maxLeft.
type levels struct {
	left    []uint8 // by state; unknownLeft if no goal is reachable
	buckets [][]int32
}

func newLevels(states int) *levels {
	l := &levels{left: make([]uint8, states), buckets: make([][]int32, maxLeft+1)}
	for i := range l.left {
		l.left[i] = unknownLeft
	}
	return l
}

// lower lowers the cost of a state, unless it is as low already.
func (l *levels) lower(state int, cost int64) {
	cost = min(cost, maxLeft)
	if cost < int64(l.left[state]) {
		l.left[state] = uint8(cost)
		l.buckets[cost] = append(l.buckets[cost], int32(state))
	}
}

// each calls back for each state whose cost is final; back lowers the costs of the states before it. It
// reports false if ctx ends.
func (l *levels) each(ctx context.Context, back func(state int, cost int64)) bool {
	for cost := range l.buckets {
		for k := 0; len(l.buckets[cost]) > 0; k++ {
			if k&0xfff == 0xfff && ctx.Err() != nil {
				return false
			}
			b := l.buckets[cost]
			x := b[len(b)-1]
			l.buckets[cost] = b[:len(b)-1]
			if int(l.left[x]) == cost {
				back(int(x), int64(cost))
			}
		}
		l.buckets[cost] = nil
	}
	return true
}
