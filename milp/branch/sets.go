package branch

import (
	"math"

	"farbank/milp/internal/exact"
)

// splitSet branches on a special ordered set that does not hold (Beale and Tomlin
// 1970): of two parts of its columns, one or the other is zero. It gives nil when
// all hold.
func (w *worker) splitSet(n *node) *branching {
	for _, s := range w.p.Sets {
		cols := exact.Ordered(s)
		first, last, sum, weight := -1, -1, 0.0, 0.0
		for k, j := range cols {
			if v := math.Abs(w.x[j]); v > Integrality {
				if first < 0 {
					first = k
				}
				last = k
				sum += v
				weight += v * float64(k)
			}
		}
		if first < 0 || last-first < s.Kind {
			continue
		}
		// The middle of the weights divides, with something on each side.
		mid := min(max(int(math.Floor(weight/sum)), first), last-1)
		b := &branching{col: -1, bounds: [2]float64{n.bound, n.bound}}
		if s.Kind == 1 {
			b.sides[0], b.sides[1] = zeros(cols[mid+1:]), zeros(cols[:mid+1])
			return b
		}
		mid = min(max(mid, first+1), last-1)
		b.sides[0], b.sides[1] = zeros(cols[mid+1:]), zeros(cols[:mid])
		return b
	}
	return nil
}

func zeros(cols []int) []decision {
	var set []decision
	for _, j := range cols {
		set = append(set, decision{int32(j), true, 0}, decision{int32(j), false, 0})
	}
	return set
}
