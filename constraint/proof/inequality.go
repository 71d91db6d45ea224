package proof

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// An inequality states that the sum of coefs[i] * xs[i] is at most limit. The variables are different and in order.
type inequality struct {
	coefs []int64
	xs    []int32
	limit int64
}

// Limits of the numbers of inequalities, so that sums of products fit into 128 bits.
const (
	largest = 1 << 60  // of each number
	maxSize = 1 << 61  // of the sum of the absolute coefficients
	maxSum  = 1 << 120 // of the sum of the absolute products in a sum of multiples
)

// greatest adds the greatest value of coef * x within the box to w.
func (b *box) greatest(w *wide, coef int64, x int32) {
	if coef > 0 {
		w.add(coef, b.hi[x])
	} else {
		w.add(coef, b.lo[x])
	}
}

// refuted reports whether the sum exceeds the limit for all values within the box.
func (e *inequality) refuted(b *box) bool {
	var least wide
	for i, k := range e.coefs {
		b.greatest(&least, -k, e.xs[i])
	}
	return least.negative().more(e.limit)
}

// holds reports whether the sum is at most the limit for all values within the box.
func (e *inequality) holds(b *box) bool { return e.within(b, nil) }

// within reports whether the sum is at most the limit for all values within the box, without the terms of variables that
// are true in skip.
func (e *inequality) within(b *box, skip map[int32]bool) bool {
	w := e.most(b, skip)
	return !w.more(e.limit)
}

// most returns the greatest value of the sum within the box, without the terms of variables that are true in skip.
func (e *inequality) most(b *box, skip map[int32]bool) wide {
	var w wide
	for i, k := range e.coefs {
		if !skip[e.xs[i]] {
			b.greatest(&w, k, e.xs[i])
		}
	}
	return w
}

// coef returns the coefficient of a variable.
func (e *inequality) coef(x int32) int64 {
	if i, ok := slices.BinarySearch(e.xs, x); ok {
		return e.coefs[i]
	}
	return 0
}

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

// negative returns -w.
func (w wide) negative() wide {
	lo, borrow := bits.Sub64(0, w.lo, 0)
	return wide{-w.hi - int64(borrow), lo}
}

// small returns w as a number below 2^60 in size.
func (w wide) small() (int64, bool) {
	n := int64(w.lo)
	return n, w.is(n) && n > -largest && n < largest
}

// A total is a sum of multiples of variables that is at most a limit.
type total struct {
	sum   map[int32]wide
	limit wide
	size  float64 // of the sum of the absolute products
}

func newTotal() *total { return &total{sum: map[int32]wide{}} }

// add adds a multiple of a variable.
func (t *total) add(m, coef int64, x int32) {
	w := t.sum[x]
	w.add(m, coef)
	t.sum[x] = w
	t.size += math.Abs(float64(m)) * math.Abs(float64(coef))
}

// bound adds a product to the limit.
func (t *total) bound(m, limit int64) {
	t.limit.add(m, limit)
	t.size += math.Abs(float64(m)) * math.Abs(float64(limit))
}

// inequality returns the sum as an inequality. If round, it is divided by the greatest common divisor of its
// coefficients and the limit is rounded.
func (t *total) inequality(round bool) (*inequality, bool) {
	e := &inequality{}
	if t.size > maxSum {
		return nil, false
	}
	size := 0.0
	for x, w := range t.sum {
		if !w.is(0) {
			e.xs = append(e.xs, x)
		}
	}
	slices.Sort(e.xs)
	divisor := uint64(0)
	for _, x := range e.xs {
		n, ok := t.sum[x].small()
		if !ok {
			return nil, false
		}
		e.coefs = append(e.coefs, n)
		size += math.Abs(float64(n))
		divisor = gcd(divisor, uint64(max(n, -n)))
	}
	limit, ok := t.limit.small()
	if e.limit = limit; round && divisor > 1 {
		for i := range e.coefs {
			e.coefs[i] /= int64(divisor)
		}
		e.limit = floor(limit, int64(divisor))
	}
	return e, ok && size < maxSize
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// floor returns the greatest integer that is at most a / b.
func floor(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// inequalityStep checks a step that adds an inequality.
func (c *checker) inequalityStep() error {
	number, rest, _ := strings.Cut(c.rest, " ")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil || id < 1 || c.inequalities[id] != nil {
		return c.fail("%.20q is not the number of a new inequality", number)
	}
	word, rest, _ := strings.Cut(rest, " ")
	var e *inequality
	var bad error
	switch {
	case word == "+":
		e, bad = c.sum(rest)
	case word == "%":
		e, bad = c.rounded(rest)
	default:
		e, bad = c.implied(word, rest)
	}
	if bad != nil {
		return bad
	}
	c.inequalities[id] = e
	c.report.Inequalities++
	return nil
}

// implied returns an inequality that a constraint, a clause or the equality variables of a variable imply.
func (c *checker) implied(source, rest string) (*inequality, error) {
	words := strings.Fields(rest)
	if len(words) == 0 || !strings.HasPrefix(words[0], "<=") {
		return nil, c.fail("expected a limit such as <=4, and terms")
	}
	limit, err := strconv.ParseInt(words[0][2:], 10, 64)
	if err != nil || limit <= -largest || limit >= largest {
		return nil, c.fail("%.20q is not a limit", words[0])
	}
	t := newTotal()
	t.bound(1, limit)
	for _, w := range words[1:] {
		k, x, err := c.multiple(w)
		if err != nil {
			return nil, err
		}
		if x >= int64(len(c.box.lo)) {
			return nil, c.fail("unknown variable in %.40q", w)
		}
		t.add(1, k, int32(x))
	}
	e, ok := t.inequality(false)
	if !ok {
		return nil, c.fail("numbers out of range")
	}
	n := int64(-1)
	if len(source) > 1 {
		if n, err = strconv.ParseInt(source[1:], 10, 64); err != nil {
			n = -1
		}
	}
	switch {
	case n >= 0 && source[0] == 'c' && c.clauses[n] != nil:
		ok = c.box.alternatives(c.clauses[n], e)
	case n >= 0 && source[0] == 'p' && n < int64(len(c.statement.Constraints)):
		i, can := c.statement.Constraints[n].(implier)
		ok = can && i.implies(c.box, e)
	case n >= 0 && source[0] == '=' && n < int64(len(c.box.lo)):
		ok = c.box.valued(int32(n), e)
	default:
		return nil, c.fail("unknown source %.20q of an inequality", source)
	}
	if !ok && !e.holds(c.box) {
		return nil, c.fail("the inequality does not follow from %s", source)
	}
	return e, nil
}

// multiple reads a number times another one: 3*5.
func (c *checker) multiple(word string) (factor, n int64, err error) {
	a, b, _ := strings.Cut(word, "*")
	factor, e1 := strconv.ParseInt(a, 10, 64)
	n, e2 := strconv.ParseInt(b, 10, 64)
	if e1 != nil || e2 != nil || factor <= -largest || factor >= largest || n < 0 {
		return 0, 0, c.fail("expected a multiple such as 3*5, not %.40q", word)
	}
	return factor, n, nil
}

// sum returns the sum of multiples of inequalities.
func (c *checker) sum(rest string) (*inequality, error) {
	t := newTotal()
	for _, w := range strings.Fields(rest) {
		m, id, err := c.multiple(w)
		if err != nil {
			return nil, err
		}
		e := c.inequalities[id]
		if e == nil || m < 0 {
			return nil, c.fail("%.40q is not a multiple of an inequality", w)
		}
		for i, x := range e.xs {
			t.add(m, e.coefs[i], x)
		}
		t.bound(m, e.limit)
	}
	e, ok := t.inequality(true)
	if !ok {
		return nil, c.fail("numbers of the sum are out of range")
	}
	return e, nil
}

// rounded returns a mixed-integer rounding of an equation: see the package documentation.
func (c *checker) rounded(rest string) (*inequality, error) {
	parts := strings.Split(rest, ";")
	if len(parts) != 3 {
		return nil, c.fail("expected a divisor with multiples, bounds, and reductions")
	}
	words := strings.Fields(parts[0])
	if len(words) == 0 {
		return nil, c.fail("expected a divisor")
	}
	d, err := strconv.ParseInt(words[0], 10, 64)
	if err != nil || d < 2 || d >= largest {
		return nil, c.fail("%.20q is not a divisor", words[0])
	}
	reductions, bad := c.reductions(parts[2])
	if bad != nil {
		return nil, bad
	}
	type slack struct {
		coef int64
		of   *inequality
	}
	var slacks []slack
	t := newTotal()
	for i, w := range words[1:] {
		w, opposite, pair := strings.Cut(w, "=")
		m, id, err := c.multiple(w)
		if err != nil {
			return nil, err
		}
		e := c.inequalities[id]
		if e == nil {
			return nil, c.fail("inequality %d does not exist", id)
		}
		for k, x := range e.xs {
			t.add(m, e.coefs[k], x)
		}
		t.bound(m, e.limit)
		if pair {
			id, _ := strconv.ParseInt(opposite, 10, 64)
			if !e.opposes(c.inequalities[id]) {
				return nil, c.fail("%.20q is not the opposite of inequality %s", opposite, w)
			}
			continue
		}
		slacks = append(slacks, slack{m - reductions["s"+strconv.Itoa(i)], e})
	}
	if t.size > maxSum {
		return nil, c.fail("numbers of the sum are out of range")
	}
	l, size := t.limit, t.size
	move := func(k, v int64) { // k * v to the limit
		l.add(-k, v)
		size += math.Abs(float64(k)) * math.Abs(float64(v))
	}
	used := map[int32]bool{}
	type term struct {
		coef int64
		at   Atom
	}
	var terms []term
	for _, w := range strings.Fields(parts[1]) {
		a, err := c.atom(w)
		if err != nil {
			return nil, err
		}
		k, ok := t.sum[a.X].small()
		if !ok || used[a.X] || !c.box.holds(a) {
			return nil, c.fail("%v is not a bound of a term", a)
		}
		used[a.X] = true
		move(k, a.Value)
		if a.Most { // u = value - x
			k = -k
		}
		terms = append(terms, term{k - reductions[strconv.Itoa(int(a.X))], a})
	}
	for x, w := range t.sum {
		if used[x] || w.is(0) {
			continue
		}
		v, fixed := c.box.fixed(x)
		k, ok := w.small()
		if !ok || !fixed {
			return nil, c.fail("variable %d needs a bound", x)
		}
		move(k, v)
	}
	limit, ok := l.small()
	if !ok || size > maxSum {
		return nil, c.fail("numbers of the sum are out of range")
	}
	q := floor(limit, d)
	r := limit - q*d
	f := func(k int64) wide {
		b := floor(k, d)
		var w wide
		w.add(d-r, b)
		w.add(1, max(0, k-b*d-r))
		return w
	}
	result := newTotal()
	result.bound(d-r, q)
	for _, u := range terms {
		k, ok := f(u.coef).small()
		if !ok {
			return nil, c.fail("numbers of the cut are out of range")
		}
		if u.at.Most { // k * (value - x)
			k = -k
		}
		result.add(1, k, u.at.X)
		result.bound(k, u.at.Value)
	}
	for _, s := range slacks {
		k, ok := f(s.coef).small()
		if !ok {
			return nil, c.fail("numbers of the cut are out of range")
		}
		for i, x := range s.of.xs {
			result.add(-k, s.of.coefs[i], x)
		}
		result.bound(-k, s.of.limit)
	}
	e, ok := result.inequality(true)
	if !ok {
		return nil, c.fail("numbers of the cut are out of range")
	}
	return e, nil
}

// reductions reads by how much coefficients are reduced: 4:3 or s0:12.
func (c *checker) reductions(text string) (map[string]int64, error) {
	list := map[string]int64{}
	for _, w := range strings.Fields(text) {
		name, value, _ := strings.Cut(w, ":")
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 0 || n >= largest {
			return nil, c.fail("%.40q is not a reduction", w)
		}
		list[name] = n
	}
	return list, nil
}

// opposes reports whether both inequalities together are an equation.
func (e *inequality) opposes(f *inequality) bool {
	if f == nil || len(e.xs) != len(f.xs) || e.limit != -f.limit {
		return false
	}
	for i, x := range e.xs {
		if f.xs[i] != x || f.coefs[i] != -e.coefs[i] {
			return false
		}
	}
	return true
}

// byInequality returns the conclusion of a hint with an inequality.
func (c *checker) byInequality(number, rest string) (*Atom, error) {
	id, err := strconv.ParseInt(number, 10, 64)
	e := c.inequalities[id]
	if err != nil || e == nil {
		return nil, c.fail("inequality %.20q does not exist", number)
	}
	c.report.Hints["inequality"]++
	if rest == "!" {
		if !e.refuted(c.box) {
			return nil, c.fail("the bounds do not refute inequality %d", id)
		}
		return nil, nil
	}
	a, bad := c.atom(rest)
	if bad != nil {
		return nil, bad
	}
	mark := len(c.box.trail)
	c.box.raise(a.Not())
	ok := c.box.empty || e.refuted(c.box)
	if c.box.back(mark); !ok {
		return nil, c.fail("%v does not follow from inequality %d", a, id)
	}
	return &a, nil
}

// dropInequality checks a step that deletes an inequality.
func (c *checker) dropInequality() error {
	id, err := strconv.ParseInt(c.rest, 10, 64)
	if err != nil || c.inequalities[id] == nil {
		return c.fail("inequality %.20q does not exist", c.rest)
	}
	delete(c.inequalities, id)
	return nil
}
