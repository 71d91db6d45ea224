package program

import (
	"math"

	"farbank/milp/simplex"
)

// Item is a binary in a knapsack, complemented if needed such that its weight is positive.
type Item struct {
	Col    int32
	Weight float64
	Flip   bool // the item is 1 - column
}

// Knapsack converts a row, or its negative, to a knapsack of binaries with positive weights. Other
// columns count with the minimum of their terms. It returns no items if a term has no minimum.
func (p *Program) Knapsack(row *simplex.Row, sign float64) (items []Item, room float64) {
	room = row.Upper
	if sign < 0 {
		room = -row.Lower
	}
	for k, j := range row.Index {
		a := sign * row.Value[k]
		switch lo, hi := p.Lo[j], p.Hi[j]; {
		case lo == hi:
			room -= a * lo
		case !p.Binary(int(j)) && a > 0:
			room -= a * lo
		case !p.Binary(int(j)):
			room -= a * hi
		case a > 0:
			items = append(items, Item{Col: j, Weight: a})
		default:
			items = append(items, Item{Col: j, Weight: -a, Flip: true})
			room -= a
		}
		if math.IsInf(room, 0) {
			return nil, 0
		}
	}
	return items, room
}
