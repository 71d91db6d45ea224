package constraint

import (
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// maxMarks bounds the number of variables whose differences are considered.
const maxMarks = 100

// distances bounds sums of differences that are all different and at least 1. A path of k differences from a to b
// implies that b - a is at least 1 + 2 + ... + k (for Golomb rulers: Smith, Stergiou and Walsh 2000). The same holds
// for the longest path without a segment. No single constraint implies such bounds.
type distances struct {
	b     *building
	place map[int32]int         // index of a variable in marks; 0 is the constant 0
	marks []int32               // variables by index
	arcs  map[[2]int]kernel.Var // by indices of from and to: a difference that is at least 1
	after [][]bool              // by index: the greater variables
	order []int                 // indices in topological order
	hops  [][]int               // length of the longest path between two indices; -1: none
}

// spread bounds the differences in a list of all different expressions; offsets are their representations in the
// solver. It skips expressions that are a variable plus a constant, as of an alias.
func (b *building) spread(list []Expr, offsets []propagate.Offset) error {
	if b.plain {
		return nil
	}
	d := distances{b: b, place: map[int32]int{}, arcs: map[[2]int]kernel.Var{}}
	found := false
	for i, e := range list {
		from, to, ok := b.difference(e.Linear())
		if !ok || offsets[i].Plus != 0 {
			continue
		}
		found = found || from != 0 && to != 0
		d.arcs[[2]int{d.mark(from), d.mark(to)}] = offsets[i].X
	}
	if !found || len(d.marks) > maxMarks {
		return nil
	}
	d.compare()
	for a := range d.arcs {
		if !d.after[a[0]][a[1]] {
			delete(d.arcs, a)
		}
	}
	d.measure()
	return d.post()
}

// difference returns a sum as the difference to - from of two variables, of which 0 is the constant 0. It uses the
// equations of the model.
func (b *building) difference(sum Linear) (from, to int32, ok bool) {
	sum = sum.normal()
	if sum.constant != 0 {
		return 0, 0, false
	}
	if len(sum.terms) == 1 && sum.terms[0].coef == 1 {
		x := sum.terms[0].id
		if d, ok := b.defined()[x]; ok {
			return d[0], d[1], true
		}
		return 0, x, true
	}
	if len(sum.terms) != 2 || sum.terms[0].coef+sum.terms[1].coef != 0 {
		return 0, 0, false
	}
	switch sum.terms[0].coef {
	case 1:
		return sum.terms[1].id, sum.terms[0].id, true
	case -1:
		return sum.terms[0].id, sum.terms[1].id, true
	}
	return 0, 0, false
}

// defined returns the variables that are differences of two others, by equations z = y - x. Of y = x + z it takes the
// variable that occurs in fewer equations.
func (b *building) defined() map[int32][2]int32 {
	m := b.m
	if b.differences != nil && b.compared == len(m.equal) {
		return b.differences
	}
	b.compared = len(m.equal)
	b.differences = map[int32][2]int32{}
	often := map[int32]int{}
	for _, sum := range m.equal {
		for _, t := range sum.terms {
			often[t.id]++
		}
	}
	for _, sum := range m.equal {
		if sum = sum.normal(); len(sum.terms) != 3 || sum.constant != 0 {
			continue
		}
		var whole, parts []int32
		for _, t := range sum.terms {
			switch t.coef {
			case 1:
				whole = append(whole, t.id)
			case -1:
				parts = append(parts, t.id)
			}
		}
		if len(whole) == 2 {
			whole, parts = parts, whole
		}
		if len(whole) != 1 || len(parts) != 2 {
			continue
		}
		if often[parts[0]] > often[parts[1]] {
			parts[0], parts[1] = parts[1], parts[0]
		}
		b.differences[parts[0]] = [2]int32{parts[1], whole[0]}
	}
	return b.differences
}

// mark returns the index of a variable.
func (d *distances) mark(x int32) int {
	p, ok := d.place[x]
	if !ok {
		p = len(d.marks)
		d.place[x] = p
		d.marks = append(d.marks, x)
	}
	return p
}

// compare computes which variables are greater than others, from the model's inequalities and from bounds.
func (d *distances) compare() {
	n := len(d.marks)
	d.after = square(n, false)
	for _, sum := range d.b.m.below { // x - y + c <= 0
		if g, ok := asGap(sum); ok && g.by >= 1 {
			x, known := d.place[g.x]
			y, also := d.place[g.y]
			if known && also {
				d.after[x][y] = true
			}
		}
	}
	for a, x := range d.arcs {
		if d.b.s.Min(x) >= 1 {
			d.after[a[0]][a[1]] = true
		}
	}
	if zero, ok := d.place[0]; ok {
		for p, x := range d.marks {
			if x != 0 && d.b.s.Min(d.b.variableOf(x)) >= 1 {
				d.after[zero][p] = true
			}
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				d.after[i][j] = d.after[i][j] || d.after[i][k] && d.after[k][j]
			}
		}
	}
}

func square[T any](n int, value T) [][]T {
	rows := make([][]T, n)
	for i := range rows {
		rows[i] = slices.Repeat([]T{value}, n)
	}
	return rows
}

// measure computes the longest paths.
func (d *distances) measure() {
	n := len(d.marks)
	greater := make([]int, n)
	for i := range n {
		d.order = append(d.order, i)
		for j := range n {
			if d.after[i][j] {
				greater[i]++
			}
		}
	}
	slices.SortStableFunc(d.order, func(i, j int) int { return greater[j] - greater[i] })
	d.hops = square(n, -1)
	for i := range n {
		d.hops[i][i] = 0
		for _, k := range d.order {
			for j := range n {
				if _, ok := d.arcs[[2]int{j, k}]; ok && k != i && d.hops[i][j] >= 0 {
					d.hops[i][k] = max(d.hops[i][k], d.hops[i][j]+1)
				}
			}
		}
	}
}

// leastSum returns the least sum of n distinct positive integers.
func leastSum(n int) int64 { return int64(n) * int64(n+1) / 2 }

// post adds the lower bounds of differences.
func (d *distances) post() error {
	first, last := 0, 0
	for i := range d.hops {
		for j, n := range d.hops[i] {
			if n > d.hops[first][last] {
				first, last = i, j
			}
			if n < 2 {
				continue
			}
			if err := d.atLeast(leastSum(n), d.between(i, j, 1)...); err != nil {
				return err
			}
		}
	}
	if d.hops[first][last] < 3 {
		return nil
	}
	way, whole := d.way(first, last), d.between(first, last, 1)
	for i := range way {
		for j := i + 1; j < len(way); j++ {
			rest := len(way) - 1 - (j - i)
			if rest == 0 || rest == 1 && i > 0 && j < len(way)-1 {
				continue
			}
			if err := d.atLeast(leastSum(rest), append(d.between(way[i], way[j], -1), whole...)...); err != nil {
				return err
			}
		}
	}
	return nil
}

// way returns a longest path from one index to another.
func (d *distances) way(from, to int) []int {
	way := []int{to}
	for to != from {
		for i := range d.marks {
			if _, ok := d.arcs[[2]int{i, to}]; ok && d.hops[from][i] >= 0 && d.hops[from][i] == d.hops[from][to]-1 {
				to = i
				break
			}
		}
		way = append(way, to)
	}
	slices.Reverse(way)
	return way
}

// between returns the difference of two marks times coef, as a single variable if there is one.
func (d *distances) between(from, to int, coef int64) []propagate.Term {
	if x, ok := d.arcs[[2]int{from, to}]; ok {
		return []propagate.Term{{Coef: coef, X: x}}
	}
	var terms []propagate.Term
	if x := d.marks[to]; x != 0 {
		terms = append(terms, propagate.Term{Coef: coef, X: d.b.variableOf(x)})
	}
	if x := d.marks[from]; x != 0 {
		terms = append(terms, propagate.Term{Coef: -coef, X: d.b.variableOf(x)})
	}
	return terms
}

// atLeast adds the constraint that a sum is at least value.
func (d *distances) atLeast(value int64, terms ...propagate.Term) error {
	if len(terms) == 1 && terms[0].Coef == 1 {
		d.b.s.AddClause(terms[0].X.AtLeast(value))
		return nil
	}
	for i := range terms {
		terms[i].Coef = -terms[i].Coef
	}
	return propagate.LinearLE(d.b.s, kernel.True, -value, terms...)
}
