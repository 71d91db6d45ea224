package branch

import (
	"math"

	"farbank/milp/simplex"
)

// item is a binary in a knapsack, seen so that its weight is above zero.
type item struct {
	col    int32
	weight float64
	flip   bool // stands for 1 - column
}

// knapsack writes a row, or its negative, with positive weights of binaries alone;
// other columns count with what they take at least.
func (p *program) knapsack(row *simplex.Row, sign float64) (items []item, room float64, ok bool) {
	room = row.Upper
	if sign < 0 {
		room = -row.Lower
	}
	for k, j := range row.Index {
		a := sign * row.Value[k]
		switch lo, hi := p.lo[j], p.hi[j]; {
		case lo == hi:
			room -= a * lo
		case !p.binary(int(j)) && a > 0:
			room -= a * lo
		case !p.binary(int(j)):
			room -= a * hi
		case a > 0:
			items = append(items, item{col: j, weight: a})
		default:
			items = append(items, item{col: j, weight: -a, flip: true})
			room -= a
		}
		if math.IsInf(room, 0) {
			return nil, 0, false
		}
	}
	return items, room, len(items) > 2 && room > 0
}
