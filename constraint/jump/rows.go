package jump

import (
	"cmp"
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// A row is a constraint with its violation.
type row struct {
	relation propagate.Relation
	limit    float64
	scale    float64 // the violation is divided by it
	weight   float64

	sum     float64 // of the parts, for AtMost and Unequal
	off     bool    // the condition does not hold
	vars    []int32
	values  []float64 // of the parts, for OneOf and IsProduct
	broken  float64   // violation
	listing int32     // index in the list of violated rows, or -1
}

// A link is the part that a variable has in a row.
type link struct {
	row    int32
	part   int32 // index among the parts, for OneOf and IsProduct
	coef   float64
	is     []step // sorted by value
	up     []step // sorted by value, with the sums of the coefficients up to it
	onlyIf *propagate.Part
}

// A step is a coefficient for a value.
type step struct {
	value int64
	coef  float64
}

// at returns the value of the link's terms if its variable is v.
func (l *link) at(v int64) float64 {
	y := l.coef * float64(v)
	if i, ok := slices.BinarySearchFunc(l.is, v, byValue); ok {
		y += l.is[i].coef
	}
	if len(l.up) > 0 {
		i, ok := slices.BinarySearchFunc(l.up, v, byValue)
		if ok {
			i++
		}
		if i > 0 {
			y += l.up[i-1].coef
		}
	}
	return y
}

func byValue(s step, v int64) int { return cmp.Compare(s.value, v) }

// local reports whether the link matters only at some values of its variable.
func (l *link) local() bool {
	return l.part < 0 && l.coef == 0 && len(l.up) == 0 &&
		(l.onlyIf == nil || len(l.is) == 0 && l.onlyIf.Shape == propagate.Equal)
}

// matters reports whether a local link matters at the value v.
func (l *link) matters(v int64) bool {
	if l.onlyIf != nil {
		return v == l.onlyIf.Value
	}
	_, ok := slices.BinarySearchFunc(l.is, v, byValue)
	return ok
}

// A place holds the links of a variable.
type place struct {
	links []link            // those that are not local first; each of both parts by row
	wide  int               // number of links that are not local
	at    map[int64][]int32 // by value: the local links that matter there
}

// placed arranges the links of a variable, which have steps that are sorted.
func placed(links []link) place {
	p := place{links: links}
	slices.SortStableFunc(links, func(a, b link) int {
		switch {
		case a.local() == b.local():
			return cmp.Compare(a.row, b.row)
		case b.local():
			return -1
		}
		return 1
	})
	for p.wide < len(links) && !links[p.wide].local() {
		p.wide++
	}
	if p.wide == len(links) {
		return p
	}
	p.at = map[int64][]int32{}
	for k := p.wide; k < len(links); k++ {
		l := &links[k]
		if l.onlyIf != nil {
			p.at[l.onlyIf.Value] = append(p.at[l.onlyIf.Value], int32(k))
		}
		for _, s := range l.is {
			p.at[s.value] = append(p.at[s.value], int32(k))
		}
	}
	return p
}

// holds reports whether a condition holds if its variable is v.
func holds(p *propagate.Part, v int64) bool {
	var is bool
	switch p.Shape {
	case propagate.Equal:
		is = v == p.Value
	case propagate.Reaches:
		is = v >= p.Value
	}
	return is == (p.Coef > 0)
}

// A builder collects rows.
type builder struct {
	s     *kernel.Solver
	rows  []row
	links [][]link // by variable
	size  int
	full  bool
}

// maxParts bounds the number of parts of all rows.
const maxParts = 1 << 19

// collect adds the penalties of all constraints.
func (b *builder) collect() {
	for p := range b.s.Propagators() {
		if p, ok := p.(propagate.Penalizable); ok && !b.full {
			p.Penalize(b.s, b.add)
		}
	}
	for _, c := range b.s.Given() {
		if b.full {
			return
		}
		b.add(propagate.Clause(c))
	}
}

// add adds a row, unless its condition cannot hold. Variables that represent an equality become that.
func (b *builder) add(e propagate.Penalty) {
	if b.size += len(e.Parts); b.size > maxParts {
		b.full = true
		return
	}
	r := row{relation: e.Relation, limit: float64(e.Limit), scale: 1, weight: 1, listing: -1}
	i := int32(len(b.rows))
	if e.If.X != 0 {
		c := b.resolve(e.If)
		if b.s.Fixed(c.X) {
			if !holds(&c, b.s.Min(c.X)) {
				return
			}
		} else {
			b.link(i, c.X, -1).onlyIf = &c
			r.vars = append(r.vars, int32(c.X))
		}
	}
	if e.Relation == propagate.OneOf || e.Relation == propagate.IsProduct {
		r.values = make([]float64, len(e.Parts))
	}
	for k, p := range e.Parts {
		p = b.resolve(p)
		part := int32(-1)
		if r.values != nil {
			part = int32(k)
		}
		l := b.link(i, p.X, part)
		c := float64(p.Coef)
		switch p.Shape {
		case propagate.Itself:
			l.coef += c
			if r.values == nil {
				r.scale = max(r.scale, c, -c)
			}
		case propagate.Equal:
			l.is = append(l.is, step{p.Value, c})
		case propagate.Reaches:
			l.up = append(l.up, step{p.Value, c})
		}
		r.vars = append(r.vars, int32(p.X))
	}
	slices.Sort(r.vars)
	r.vars = slices.Compact(r.vars)
	b.rows = append(b.rows, r)
}

// resolve replaces the literal of an equality by the equality.
func (b *builder) resolve(p propagate.Part) propagate.Part {
	x, v, ok := b.s.Represents(p.X)
	if !ok || p.Shape == propagate.Equal && p.Value != 1 || p.Shape == propagate.Reaches && p.Value != 1 {
		return p
	}
	return propagate.Part{Coef: p.Coef, X: x, Shape: propagate.Equal, Value: v}
}

// link returns the link of a variable to the last row.
func (b *builder) link(i int32, x kernel.Var, part int32) *link {
	list := b.links[x]
	for k := len(list) - 1; k >= 0 && list[k].row == i; k-- {
		if list[k].part == part {
			return &list[k]
		}
	}
	b.links[x] = append(list, link{row: i, part: part})
	return &b.links[x][len(b.links[x])-1]
}

// finish sorts the steps of all links and arranges them.
func (b *builder) finish() []place {
	places := make([]place, len(b.links))
	for x, list := range b.links {
		for k := range list {
			l := &list[k]
			l.is = merged(l.is)
			l.up = merged(l.up)
			for i := 1; i < len(l.up); i++ {
				l.up[i].coef += l.up[i-1].coef
			}
		}
		places[x] = placed(list)
	}
	return places
}

// merged sorts steps and adds those of the same value.
func merged(list []step) []step {
	slices.SortStableFunc(list, func(a, b step) int { return cmp.Compare(a.value, b.value) })
	n := 0
	for _, s := range list {
		if n > 0 && list[n-1].value == s.value {
			list[n-1].coef += s.coef
		} else {
			list[n] = s
			n++
		}
	}
	return list[:n]
}

// violation returns the violation of a row with a sum.
func (r *row) violation(sum float64, off bool) float64 {
	if off {
		return 0
	}
	switch r.relation {
	case propagate.AtMost:
		return max(0, sum-r.limit) / r.scale
	case propagate.Unequal:
		if sum == r.limit {
			return 1
		}
		return 0
	case propagate.OneOf:
		return max(0, r.values[0]-slices.Max(r.values[1:]))
	default:
		d := r.values[0] - r.values[1]*r.values[2]
		return max(d, -d)
	}
}
