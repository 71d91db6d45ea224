package cut

import (
	"math"
	"slices"

	"farbank/milp/internal/program"
	"farbank/milp/simplex"
)

// covers separates lifted cover cuts (Balas 1975, Crowder, Johnson and Padberg 1983) from rows as
// knapsacks: one column of a cover must be out, and a dynamic program computes the coefficients of
// the others.
func (s *Separator) covers() {
	for i := range s.p.Rows {
		row := &s.p.Rows[i]
		if len(row.Index) < 3 {
			continue
		}
		if row.Upper < math.Inf(1) {
			s.coverOf(row, 1)
		}
		if row.Lower > math.Inf(-1) {
			s.coverOf(row, -1)
		}
	}
}

// maxLifting is the maximum number of steps of lifting a cover.
const maxLifting = 1 << 20

// A coverItem is an item of a knapsack.
type coverItem struct {
	program.Item
	x    float64 // its value in the relaxation
	in   bool    // of the cover
	lift int
}

// coverItems converts a row, or its negative, to a knapsack.
func (s *Separator) coverItems(row *simplex.Row, sign float64) ([]coverItem, float64, bool) {
	plain, room := s.p.Knapsack(row, sign)
	if len(plain) < 3 || room <= 0 {
		return nil, 0, false
	}
	items := make([]coverItem, len(plain))
	for k, t := range plain {
		items[k] = coverItem{Item: t, x: s.x[t.Col]}
		if t.Flip {
			items[k].x = 1 - items[k].x
		}
	}
	return items, room, true
}

func (s *Separator) coverOf(row *simplex.Row, sign float64) {
	items, room, ok := s.coverItems(row, sign)
	if !ok {
		return
	}
	total := 0.0
	for _, t := range items {
		total += t.Weight
	}
	tol := 1e-6 * max(1, room)
	if total <= room+tol {
		return
	}
	// Build a cover of large values: least (1-x) per weight first.
	slices.SortStableFunc(items, func(a, b coverItem) int {
		u, v := (1-a.x)*b.Weight, (1-b.x)*a.Weight
		switch {
		case u < v:
			return -1
		case u > v:
			return 1
		case a.Weight > b.Weight:
			return -1
		case a.Weight < b.Weight:
			return 1
		}
		return 0
	})
	weight, size := 0.0, 0
	for size < len(items) && weight <= room+tol {
		weight += items[size].Weight
		items[size].in = true
		size++
	}
	if weight <= room+tol {
		return
	}
	// Remove items that the cover does not need, small values first.
	for k := size - 1; k >= 0; k-- {
		if items[k].in && weight-items[k].Weight > room+tol {
			items[k].in = false
			weight -= items[k].Weight
			size--
		}
	}
	if size < 2 || size*len(items) > maxLifting {
		return
	}
	if c := liftCover(items, room, size); c != nil {
		s.offerCut(c, cutCover)
	}
}

// liftCover lifts a minimal cover: it computes the coefficients of the items outside, those of
// large values first. least[p] is the least weight with which the items so far reach the sum p of
// coefficients.
func liftCover(items []coverItem, room float64, size int) *cut {
	rhs := size - 1
	least := make([]float64, rhs+1)
	for p := range least {
		least[p] = math.Inf(1)
	}
	least[0] = 0
	put := func(t *coverItem) {
		for p := rhs; p >= 0; p-- {
			// A sum of more than p also counts for p.
			from := max(p-t.lift, 0)
			least[p] = min(least[p], least[from]+t.Weight)
		}
	}
	var outside []int
	for k := range items {
		if items[k].in {
			items[k].lift = 1
			put(&items[k])
		} else {
			outside = append(outside, k)
		}
	}
	slices.SortStableFunc(outside, func(a, b int) int {
		switch {
		case items[a].x > items[b].x:
			return -1
		case items[a].x < items[b].x:
			return 1
		}
		return 0
	})
	tol := 1e-6 * max(1, room)
	for _, k := range outside {
		t := &items[k]
		// The sum that can be reached together with this item bounds its coefficient.
		best := 0
		for p := rhs; p > 0; p-- {
			if least[p] <= room-t.Weight+tol {
				best = p
				break
			}
		}
		if t.Weight > room+tol {
			t.lift = rhs + 1
		} else {
			t.lift = rhs - best
		}
		if t.lift > 0 {
			put(t)
		}
	}
	c := &cut{rhs: float64(rhs)}
	left := 0.0
	for _, t := range items {
		if t.lift == 0 {
			continue
		}
		v := float64(t.lift)
		left += v * t.x
		if t.Flip {
			c.rhs -= v
			v = -v
		}
		c.idx, c.val = append(c.idx, t.Col), append(c.val, v)
	}
	if left <= float64(rhs)+1e-4 {
		return nil
	}
	return c
}
