package linear

// Range is a closed interval.
type Range struct{ Low, High float64 }

// Ranges returns the sensitivity of the optimum that the last solve found: for each column the
// range of its cost in which all values stay the same, and for each row the range of its binding
// side in which all dual values stay the same (a row that does not bind has its own sum as both
// ends: its sides may be anything beyond it). Other numbers are kept meanwhile. Ranges takes about
// the work of one step of the simplex method for each column and row. It returns nil slices if the
// last solve was not optimal.
func (q *Program) Ranges() (costs, sides []Range) {
	if !q.optimal {
		return nil, nil
	}
	costs, sides = make([]Range, len(q.columns)), make([]Range, len(q.rows))
	for j := range costs {
		low, high := q.lp.CostRange(j)
		if q.maximize {
			low, high = -high, -low
		}
		costs[j] = Range{low + 0, high + 0}
	}
	for i := range sides {
		low, high := q.lp.SideRange(i)
		sides[i] = Range{low + 0, high + 0}
	}
	return costs, sides
}
