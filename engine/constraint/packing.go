package constraint

import (
	"iter"
	"maps"
	"slices"

	"farbank/engine/constraint/packing"
)

// A knapsack is a row sum of weights × 0/1 columns <= room, or <= room + load for a column load.
type knapsack struct {
	weights map[int]int64
	room    int64
	load    int // -1: none
	used    int // 0/1 column that is 1 if one of the others is; -1: none
}

// A family is a set of knapsacks without common columns, such as the bins of a packing.
type family struct {
	bins []knapsack
	of   map[int]int64 // by column: its weight
}

// maxFamilies limits the number of families.
const maxFamilies = 64

// groups strengthens the rows by the groups of 0/1 columns of which exactly one is 1. A knapsack row
// is multiplied by the column that is 1 if the knapsack is used; and a family of knapsacks needs as
// many of them, or as much room, as packing the groups into bins does.
func (r *relaxation) groups() {
	var families []*family
	for i := range r.rows {
		if b, ok := r.knapsack(r.rows[i]); ok {
			families = insert(families, b)
			if b.used >= 0 && !r.rows[i].equal {
				w := &r.rows[i]
				w.plus(b.used, -b.room)
				w.limit, w.constant = 0, 0
			}
		}
	}
	items := r.items()
	for _, f := range families {
		r.pack(f, f.fit(items))
		if f.bins[0].load < 0 {
			r.companions(f)
		}
	}
}

// companions adds rows for the equalities of a cell with others: if the values are knapsacks, those
// with the same value as the cell fit into the room that it leaves.
func (r *relaxation) companions(f *family) {
	of := map[int]int{} // by column: the knapsack
	for i, b := range f.bins {
		for k := range b.weights {
			of[k] = i
		}
	}
	with := map[int][]equality{}
	for _, e := range r.equals {
		with[e.a] = append(with[e.a], e)
		with[e.b] = append(with[e.b], equality{e.b, e.a, e.column})
	}
	for _, a := range slices.Sorted(maps.Keys(with)) {
		most, ok := int64(0), r.choices[a] != nil && r.st.sys.Problem.Cells[a].Span() <= maxChoices
		for _, k := range r.choices[a] {
			if i, inside := of[k]; inside {
				most = max(most, f.bins[i].room-f.of[k])
			} else if r.columns[k].hi > 0 {
				ok = false
			}
		}
		if !ok {
			continue
		}
		row := linear{map[int]int64{}, -most}
		for _, e := range with[a] {
			least := int64(maxCoef)
			for v, k := range r.choices[a] {
				other, known := r.choices[e.b][v]
				switch {
				case r.columns[k].hi == 0 || known && r.columns[other].hi == 0:
				case known && f.of[other] > 0 && of[other] == of[k]:
					least = min(least, f.of[other])
				case v >= r.st.sys.Problem.Cells[e.b].Lo && v <= r.st.sys.Problem.Cells[e.b].Hi:
					least = 0
				}
			}
			if least < maxCoef {
				row.plus(e.column, least)
			}
		}
		if len(row.coef) > 1 {
			r.row(row, false)
		}
	}
}

// items returns the groups of 0/1 columns of which exactly one is 1, without those that are always 0.
func (r *relaxation) items() (list [][]int) {
	for _, cell := range r.order {
		if r.st.sys.Problem.Cells[cell].Span() <= maxChoices {
			list = append(list, r.free(maps.Values(r.choices[cell])))
		}
	}
	for _, w := range r.rows {
		if w.equal && w.limit == 1 && r.isCount(w.linear) {
			list = append(list, r.free(maps.Keys(w.coef)))
		}
	}
	return list
}

// free returns the columns that are not always 0, in order.
func (r *relaxation) free(columns iter.Seq[int]) []int {
	return slices.DeleteFunc(slices.Sorted(columns), func(k int) bool { return r.columns[k].hi == 0 })
}

// knapsack converts a row. ok is false if it has another form. Columns with a weight that does not fit
// are 0.
func (r *relaxation) knapsack(w row) (b knapsack, ok bool) {
	b = knapsack{map[int]int64{}, w.limit, -1, -1}
	if len(w.coef) < 2 || w.equal && r.isCount(w.linear) && w.limit == 1 {
		return b, false
	}
	for _, k := range slices.Sorted(maps.Keys(w.coef)) {
		switch c := w.coef[k]; {
		case c > 0 && r.isTruth(k):
			b.weights[k] = c
		case c == -1 && !r.isTruth(k) && b.load < 0 && !w.equal:
			b.load = k
		default:
			return b, false
		}
	}
	if b.load >= 0 {
		return b, len(b.weights) > 0
	}
	sum := int64(0)
	for k, c := range b.weights {
		if sum += c; c > b.room {
			r.columns[k].hi = 0
		}
	}
	b.used = r.used(b)
	return b, b.room > 0 && sum > b.room
}

// used returns a threshold that all columns of a knapsack imply, or -1.
func (r *relaxation) used(b knapsack) int {
	columns := slices.Sorted(maps.Keys(b.weights))
	for _, first := range r.reaches[columns[0]] {
		n := first.n
		for _, k := range columns[1:] {
			most := 0
			for _, other := range r.reaches[k] {
				if other.ladder == first.ladder {
					most = max(most, other.n)
				}
			}
			n = min(n, most)
		}
		if n > 0 {
			return r.ladders[first.ladder].steps[n-1]
		}
	}
	return -1
}

// insert adds a knapsack to the first family without common columns; families with the same room come
// first.
func insert(families []*family, b knapsack) []*family {
	for _, same := range []bool{true, false} {
		for _, f := range families {
			if f.bins[0].load == b.load && (f.bins[0].room == b.room) == same && f.apart(b) {
				f.add(b)
				return families
			}
		}
	}
	if len(families) < maxFamilies {
		f := &family{of: map[int]int64{}}
		f.add(b)
		families = append(families, f)
	}
	return families
}

func (f *family) apart(b knapsack) bool {
	for k := range b.weights {
		if f.of[k] != 0 {
			return false
		}
	}
	return true
}

func (f *family) add(b knapsack) {
	f.bins = append(f.bins, b)
	maps.Copy(f.of, b.weights)
}

// fit returns the weights of groups without common columns: the least weight in any knapsack. A group
// that need not be in any knapsack is omitted.
func (f *family) fit(items [][]int) (weights []int64) {
	taken := map[int]bool{}
	for _, columns := range items {
		least := int64(maxCoef)
		for _, k := range columns {
			if taken[k] {
				least = 0
			}
			least = min(least, f.of[k])
		}
		if least == 0 || len(columns) == 0 {
			continue
		}
		for _, k := range columns {
			taken[k] = true
		}
		weights = append(weights, least)
	}
	return weights
}

// pack adds a row for a family: a bound on the number of knapsacks used, or on their common load.
func (r *relaxation) pack(f *family, weights []int64) {
	if len(weights) < 2 {
		return
	}
	room := f.bins[0].room
	for _, b := range f.bins {
		room = max(room, b.room)
	}
	l := linear{map[int]int64{}, 0}
	if load := f.bins[0].load; load >= 0 {
		l.constant = packing.Load(weights, int64(len(f.bins))) - room
		l.plus(load, -1)
		r.row(l, false)
		return
	}
	need, fits := packing.Bins(weights, room)
	if !fits {
		need = int64(len(f.bins)) + 1
	}
	l.constant = need
	for _, b := range f.bins {
		if b.used < 0 {
			l.constant--
		} else {
			l.plus(b.used, -1)
		}
	}
	if len(l.coef) > 0 || l.constant > 0 {
		r.row(l, false)
	}
}
