package planning

import (
	"fmt"
	"testing"
	"time"
)

// tiles is a sliding-tile puzzle as a model would have it: what is in each place, 0 for the
// gap, and where the gap is.
func tiles(rows, cols int, start []int) *Task {
	n := rows * cols
	t := &Task{}
	array := make([]int, n)
	for p := range n {
		array[p] = p
		t.Variables = append(t.Variables, Variable{Name: fmt.Sprint("tile", p), Size: n})
		t.Init = append(t.Init, start[p])
		if start[p] == 0 {
			defer func() { t.Init = append(t.Init, p) }()
		}
		t.Goal = append(t.Goal, Fact{p, p})
	}
	t.Variables = append(t.Variables, Variable{Name: "gap", Size: n})
	t.Arrays = [][]int{array}
	for g := range n {
		for _, d := range []int{-cols, cols, -1, 1} {
			f := g + d
			if f < 0 || f >= n || (d == 1 || d == -1) && f/cols != g/cols {
				continue
			}
			for x := 1; x < n; x++ {
				t.Operators = append(t.Operators, Operator{Name: fmt.Sprint("slide ", x, " from ", f, " to ", g), Cost: 1,
					Pre:     []Fact{{n, g}, {f, x}},
					Effects: []Effect{{Fact: Fact{g, x}}, {Fact: Fact{f, 0}}, {Fact: Fact{n, f}}}})
			}
		}
	}
	return t
}

// korf12 is the twelfth of Korf's hundred (1985): 45 moves.
var korf12 = []int{14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15}

func TestTilesByHeuristic(t *testing.T) {
	if !*long {
		t.Skip("takes long")
	}
	begun := time.Now()
	s := prepared(t, tiles(4, 4, korf12))
	t.Log("prepared", time.Since(begun), len(s.inverse))
	begun = time.Now()
	h := NewPartition(t.Context(), s, 3*time.Second)
	t.Log("partition", time.Since(begun), len(h.orders), h.Estimate(s.begin), h.orders[0].estimate(s.begin), len(h.orders[0].pairs))
	h.orders = h.orders[:1]
	begun = time.Now()
	r := AStar(t.Context(), s, h, Options{Memory: 4 << 30})
	t.Log(r.Status, r.Cost, r.Bound, time.Since(begun), fmt.Sprintf("%+v", r.Stats), r.Err)
}
