package proof

import (
	"math"
	"slices"
)

// An implier is a constraint that can be shown to imply inequalities.
type implier interface {
	// implies reports whether e holds for all values within the box that satisfy the constraint. It is sound but not
	// complete.
	implies(b *box, e *inequality) bool
}

// implies subtracts the constraint from e for the case that the condition holds. If it fails, e must hold by itself.
func (c *Linear) implies(b *box, e *inequality) bool {
	mark := len(b.trail)
	b.raise(c.If.Not())
	ok := b.empty || e.holds(b)
	b.back(mark)
	if !ok {
		return false
	}
	b.raise(c.If)
	defer func() { b.back(mark) }()
	return b.empty || e.exceeds(b, c.Coefs, c.Xs, c.Limit)
}

// exceeds reports whether e holds within the box if the sum of coefs[i] * xs[i] is at most limit.
func (e *inequality) exceeds(b *box, coefs []int64, xs []int32, limit int64) bool {
	rest := map[int32]int64{}
	for i, x := range e.xs {
		rest[x] = e.coefs[i]
	}
	size := 0.0
	for i, x := range xs {
		if size += math.Abs(float64(coefs[i])); size > maxSize {
			return false
		}
		rest[x] -= coefs[i]
	}
	var w wide
	for x, k := range rest {
		b.greatest(&w, k, x)
	}
	w.add(1, limit)
	return !w.more(e.limit)
}

// A choice is the part of an inequality that depends on one variable: its term and those of its equality variables.
type choice struct {
	x    int32
	coef int64
	of   map[int64]int64 // coefficient of the equality variable by value
}

// choice returns the part of a variable and marks its variables in used.
func (e *inequality) choice(b *box, x int32, used map[int32]bool) choice {
	c := choice{x: x, coef: e.coef(x), of: map[int64]int64{}}
	used[x] = true
	for i, y := range e.xs {
		if o := b.owner[y]; o.X == x {
			used[y] = true
			c.of[o.Value] += e.coefs[i]
		}
	}
	return c
}

// add adds the value of the part if the variable is v.
func (c *choice) add(w *wide, v int64) {
	w.add(c.coef, v)
	w.add(1, c.of[v])
}

// implies tries all indices.
func (c *Element) implies(b *box, e *inequality) bool {
	used := map[int32]bool{}
	index, z := e.choice(b, c.I, used), e.choice(b, c.Z, used)
	if c.I == c.Z || b.owner[c.I].X == c.Z || b.owner[c.Z].X == c.I {
		return false
	}
	rest := e.most(b, used)
	for k, v := range c.List {
		if !b.has(c.I, int64(k)) || !b.has(c.Z, v) {
			continue
		}
		w := rest
		index.add(&w, int64(k))
		z.add(&w, v)
		if w.more(e.limit) {
			return false
		}
	}
	return true
}

// implies tries all indices.
func (c *ElementOf) implies(b *box, e *inequality) bool {
	used := map[int32]bool{}
	index := e.choice(b, c.I, used)
	if c.I == c.Z || slices.Contains(c.List, c.I) {
		return false
	}
	z := e.coef(c.Z)
	used[c.Z] = true
	rest := e.most(b, used)
	for k, x := range c.List {
		if !b.has(c.I, int64(k)) {
			continue
		}
		w, both := rest, z
		if x != c.Z { // one term in place of two
			w.subtract(b, e.coef(x), x)
			both += e.coef(x)
		}
		if used[x] && x != c.Z || both < -largest || both > largest {
			return false
		}
		index.add(&w, int64(k))
		lo, hi := max(b.lo[c.Z], b.lo[x]), min(b.hi[c.Z], b.hi[x])
		if both > 0 {
			w.add(both, hi)
		} else {
			w.add(both, lo)
		}
		if lo <= hi && w.more(e.limit) {
			return false
		}
	}
	return true
}

// subtract subtracts the greatest value of coef * x within the box from w.
func (w *wide) subtract(b *box, coef int64, x int32) {
	if coef > 0 {
		w.add(-coef, b.hi[x])
	} else {
		w.add(-coef, b.lo[x])
	}
}

// implies subtracts a multiple of an element, less the maximum, or tries all elements for the maximum. If the elements
// are a variable and its negation, it also tries both signs.
func (c *Maximum) implies(b *box, e *inequality) bool {
	sign := func(s Signed) int64 {
		if s.Negated {
			return -1
		}
		return 1
	}
	z := e.coef(c.Z.X)
	factor := -z * sign(c.Z)
	for _, s := range c.List {
		if factor > 0 && s.X != c.Z.X && e.exceeds(b, []int64{factor * sign(s), z}, []int32{s.X, c.Z.X}, 0) {
			return true
		}
	}
	if c.one(b, e, z*sign(c.Z)) {
		return true
	}
	if len(c.List) != 2 || c.List[0].X != c.List[1].X || c.List[0].Negated == c.List[1].Negated || c.List[0].X == c.Z.X {
		return false
	}
	x := c.List[0].X
	used := map[int32]bool{x: true, c.Z.X: true}
	rest, k := e.most(b, used), e.coef(x)
	for _, positive := range []bool{true, false} { // z = x or z = -x
		lo, hi, both := max(b.lo[x], 0), b.hi[x], k-factor
		if !positive {
			lo, hi, both = b.lo[x], min(b.hi[x], 0), k+factor
		}
		if lo > hi {
			continue
		}
		w := rest
		if both > 0 {
			w.add(both, hi)
		} else {
			w.add(both, lo)
		}
		if w.more(e.limit) {
			return false
		}
	}
	return true
}

// one reports whether e holds whichever element is the maximum, whose coefficient is z.
func (c *Maximum) one(b *box, e *inequality, z int64) bool {
	rest := e.most(b, map[int32]bool{c.Z.X: true})
	for _, s := range c.List {
		k, by := e.coef(s.X), z
		if s.Negated {
			by = -z
		}
		if s.X == c.Z.X || max(k, -k, z, -z) > largest/4 {
			return false
		}
		w := rest
		w.subtract(b, k, s.X)
		if b.greatest(&w, k+by, s.X); w.more(e.limit) {
			return false
		}
	}
	return true
}

// implies subtracts the inequality that the tasks in e cannot all run early: with the energies e[i] = length[i] * use[i],
// their sum E, the limit C and the first start r, the sum of 2*C*e[i] * start[i] is at least E*E - C * the sum of
// e[i] * length[i] + 2*C*r*E. C follows from the coefficients of e.
func (c *Cumulative) implies(b *box, e *inequality) bool {
	var coefs []int64
	var xs []int32
	height, first, sum, moment := int64(0), int64(math.MaxInt64), int64(0), int64(0)
	for _, t := range c.Tasks {
		k := e.coef(t.Start)
		if k == 0 {
			continue
		}
		n, ok := b.fixed(t.Length)
		u, too := b.fixed(t.Use)
		if !ok || !too || n <= 0 || u <= 0 || n > 1<<20 || u > 1<<20 || slices.Contains(xs, t.Start) {
			continue
		}
		if height == 0 {
			if height = -k / (2 * n * u); height < b.hi[c.Limit] || height < 1 || height > 1<<20 {
				return false
			}
		}
		coefs, xs = append(coefs, -2*height*n*u), append(xs, t.Start)
		first = min(first, b.lo[t.Start])
		if sum, moment = sum+n*u, moment+n*u*n; sum > 1<<24 {
			return false
		}
	}
	if height == 0 || max(first, -first) > 1<<20 {
		return false
	}
	var limit wide
	limit.add(height, moment)
	limit.add(-sum, sum)
	limit.add(-2*height*first, sum)
	n, ok := limit.small()
	return ok && e.exceeds(b, coefs, xs, n)
}

// implies accepts the inequalities of McCormick (1976): (x - p) * (y - q) has a constant sign.
func (c *Product) implies(b *box, e *inequality) bool {
	if c.X == c.Y || c.X == c.Z || c.Y == c.Z {
		return false
	}
	factor := -e.coef(c.Z)
	if factor == 0 {
		return false
	}
	p, q := e.coef(c.Y)/factor, e.coef(c.X)/factor
	if p < -1<<30 || p > 1<<30 || q < -1<<30 || q > 1<<30 || max(factor, -factor) > 1<<20 {
		return false
	}
	below, above := p <= b.lo[c.X], p >= b.hi[c.X]
	under, over := q <= b.lo[c.Y], q >= b.hi[c.Y]
	valid := below && under || above && over // (x - p) * (y - q) >= 0: xy >= q*x + p*y - p*q
	if factor < 0 {
		valid = below && over || above && under
	}
	if !valid {
		return false
	}
	var limit wide
	limit.add(factor*p, q)
	n, ok := limit.small()
	return ok && e.exceeds(b, []int64{-factor, factor * q, factor * p}, []int32{c.Z, c.X, c.Y}, n)
}

// implies accepts sums of indicators of one value. At most one variable has it, and exactly one if there are as many
// values as variables.
func (c *Different) implies(b *box, e *inequality) bool {
	if c.Excepts || len(e.xs) == 0 {
		return false
	}
	at := map[int32]int{}
	for i, x := range c.Xs {
		if _, twice := at[x]; twice {
			return false
		}
		at[x] = i
	}
	used := map[int32]bool{}
	values, tried := map[int64]bool{}, map[int64]bool{} // tried: what the sum may count
	parts := map[int32]choice{}
	for _, x := range e.xs {
		y := x
		_, listed := at[x]
		_, indicates := at[b.owner[x].X]
		switch {
		case listed && indicates:
			return false
		case listed:
			tried[b.lo[x]+c.Plus[at[x]]], tried[b.hi[x]+c.Plus[at[x]]] = true, true
		case indicates:
			y = b.owner[x].X
			tried[b.owner[x].Value+c.Plus[at[y]]] = true
		}
		if _, ok := at[y]; ok && !used[y] {
			parts[y] = e.choice(b, y, used)
		}
	}
	const widest = 5000
	for j, x := range c.Xs {
		if b.hi[x]-b.lo[x] > widest {
			return false
		}
		for v := b.lo[x]; v <= b.hi[x]; v++ {
			if b.has(x, v) {
				values[v+c.Plus[j]] = true
			}
		}
	}
	rest := e.most(b, used)
	for v := range tried {
		if c.counts(b, e, parts, rest, v, len(values) == len(c.Xs)) {
			return true
		}
	}
	return false
}

// counts reports whether e holds if at most one variable has the value v, or exactly one. Not to have it is the
// other choice of each variable.
func (c *Different) counts(b *box, e *inequality, parts map[int32]choice, rest wide, v int64, exactly bool) bool {
	sum := rest
	gain, most, forced := int64(math.MinInt64), false, false
	for j, x := range c.Xs {
		p := parts[x]
		own := v - c.Plus[j]
		var other wide
		found := false
		for u := b.lo[x]; u <= b.hi[x]; u++ {
			if u == own || !b.has(x, u) {
				continue
			}
			var w wide
			p.add(&w, u)
			if !found || other.below(w) {
				other, found = w, true
			}
		}
		n, ok := other.small()
		var w wide
		p.add(&w, own)
		m, too := w.small()
		has := b.has(x, own)
		switch {
		case !ok || !too || !found && !has:
			return false
		case !found: // the only choice
			sum.add(1, m)
			forced = true
			continue
		}
		sum.add(1, n)
		if has {
			gain, most = max(gain, m-n), true
		}
	}
	switch {
	case forced: // no other variable has the value
	case exactly && !most:
		return false
	case exactly:
		sum.add(1, gain)
	case gain > 0:
		sum.add(1, gain)
	}
	return !sum.more(e.limit)
}

// implies tries the successors: no two nodes of a larger circuit succeed each other.
func (c *Circuit) implies(b *box, e *inequality) bool {
	if c.Some || len(c.Next) < 3 || len(e.xs) != 2 {
		return false
	}
	p, q := b.owner[e.xs[0]], b.owner[e.xs[1]]
	i, j := slices.Index(c.Next, p.X), slices.Index(c.Next, q.X)
	if i < 0 || j < 0 || i == j || p.Value != int64(j)+c.First || q.Value != int64(i)+c.First {
		return false
	}
	// not both are 1
	return e.coefs[0] > 0 && e.coefs[1] > 0 && e.limit >= max(e.coefs[0], e.coefs[1])
}

// alternatives reports whether e holds within the box if one of the atoms does.
func (b *box) alternatives(clause []Atom, e *inequality) bool {
	all := e.most(b, nil)
	for _, a := range clause {
		if b.fails(a) {
			continue
		}
		w, k := all, e.coef(a.X)
		w.subtract(b, k, a.X)
		lo, hi := b.lo[a.X], b.hi[a.X]
		if a.Most {
			hi = min(hi, a.Value)
		} else {
			lo = max(lo, a.Value)
		}
		if k > 0 {
			w.add(k, hi)
		} else {
			w.add(k, lo)
		}
		if w.more(e.limit) {
			return false
		}
	}
	return true
}

// valued reports whether e holds within the box because x has one of its values.
func (b *box) valued(x int32, e *inequality) bool {
	const widest = 1 << 20
	if b.hi[x]-b.lo[x] > widest {
		return false
	}
	used := map[int32]bool{}
	c := e.choice(b, x, used)
	rest := e.most(b, used)
	for v := b.lo[x]; v <= b.hi[x]; v++ {
		if !b.has(x, v) {
			continue
		}
		w := rest
		if c.add(&w, v); w.more(e.limit) {
			return false
		}
	}
	return true
}
