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
