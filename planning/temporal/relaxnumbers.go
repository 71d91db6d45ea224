package temporal

import (
	"encoding/binary"
	"math"
)

// How the relaxation estimates that operators satisfy comparisons of numbers.

// lacks returns how much a comparison lacks, 0 if it holds, and the difference of its sides.
func (c *compare) lacks(numbers []float64) (lack, value float64) {
	v := round(c.cond.Left.Of(numbers) - c.cond.Right.Of(numbers))
	return c.lackAt(v), v
}

// lackAt returns how much a comparison lacks if the difference of its sides is v.
func (c *compare) lackAt(v float64) float64 {
	switch c.cond.Op {
	case Greater:
		if v > 0 {
			return 0
		}
		return -v + 1e-6
	case AtLeast:
		return max(0, -v)
	}
	return math.Abs(v)
}

// key appends what is the same for equal expressions.
func (e *Expr) key(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(append(b, byte(e.Op)), uint32(len(e.Args)))
	switch e.Op {
	case Const:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(e.Value))
	case Number:
		return binary.LittleEndian.AppendUint32(b, uint32(e.Index))
	}
	for _, a := range e.Args {
		b = a.key(b)
	}
	return b
}

// linear adds the factors of the numbers in by times the expression, or returns false if it is not linear.
func (e *Expr) linear(by float64, factors map[int]float64) bool {
	switch e.Op {
	case Const:
		return true
	case Number:
		factors[e.Index] += by
		return true
	case Add, Sub:
		for i, a := range e.Args {
			if i == 1 && e.Op == Sub {
				by = -by
			}
			if !a.linear(by, factors) {
				return false
			}
		}
		return true
	case Mul, Div:
		if len(e.Args) != 2 {
			return false
		}
		a, b := e.Args[0], e.Args[1]
		if e.Op == Div {
			return b.constant() && a.linear(by/b.Of(nil), factors)
		}
		if a.constant() {
			return b.linear(by*a.Of(nil), factors)
		}
		return b.constant() && a.linear(by*b.Of(nil), factors)
	}
	return false
}

// gain returns the change of a sum of numbers with factors, and whether it is the same in all states.
func (o *relaxedOp) gain(factors map[int]float64) (float64, bool) {
	if factors == nil {
		return 0, false
	}
	sum := 0.0
	for _, c := range o.changes {
		by := factors[c.Number]
		if by == 0 {
			continue
		}
		if c.How != Increase && c.How != Decrease || !c.Value.constant() {
			return 0, false
		}
		v := by * c.Value.Of(nil)
		if c.How == Decrease {
			v = -v
		}
		sum += v
	}
	return sum, !math.IsNaN(sum)
}

// moves returns the changes of numbers with factors, or nil if one number changes twice.
func (o *relaxedOp) moves(factors map[int]float64) (list []move) {
	met := map[int]bool{}
	for i, c := range o.changes {
		if met[c.Number] {
			return nil
		}
		met[c.Number] = true
		if f := factors[c.Number]; f != 0 {
			list = append(list, move{int32(i), f})
		}
	}
	return list
}

// after returns the difference of the sides of a comparison that was v before an operator.
func (r *relaxation) after(o *relaxedOp, x *touch, v float64, numbers []float64) float64 {
	if x.moves == nil {
		n := len(r.undo)
		r.change(o, numbers)
		_, v = r.compares[x.compare].lacks(numbers)
		r.back(numbers, n)
		return v
	}
	for _, m := range x.moves {
		c := &o.changes[m.change]
		by := c.Value.Of(numbers)
		switch c.How {
		case Assign:
			by -= numbers[c.Number]
		case Decrease:
			by = -by
		case Scale:
			by = (by - 1) * numbers[c.Number]
		}
		v += m.factor * by
	}
	return round(v)
}

// feed sets feeds. An operator feeds another one in a comparison if it changes what changes of the numbers of the comparison
// depend on.
func (r *relaxation) feed() {
	r.feeds, r.feeders = make([][]fed, len(r.ops)), make([][]fed, len(r.ops))
	changers := map[int][]int32{} // operators by number
	for k := range r.ops {
		for _, c := range r.ops[k].changes {
			if list := changers[c.Number]; len(list) == 0 || list[len(list)-1] != int32(k) {
				changers[c.Number] = append(list, int32(k))
			}
		}
	}
	for k := range r.ops {
		for i, x := range r.touches[k] {
			if x.always {
				continue
			}
			in := map[int]bool{}
			c := r.compares[x.compare].cond
			for _, e := range []*Expr{c.Left, c.Right} {
				e.each(func(n int) { in[n] = true })
			}
			met := map[int32]bool{}
			visit := func(n int) {
				for _, f := range changers[n] {
					if f != int32(k) && !met[f] {
						met[f] = true
						r.feeds[f] = append(r.feeds[f], fed{int32(k), int32(i)})
						r.feeders[k] = append(r.feeders[k], fed{f, int32(i)})
					}
				}
			}
			for _, c := range r.ops[k].changes {
				if in[c.Number] {
					if c.How == Scale {
						visit(c.Number)
					}
					c.Value.each(visit)
				}
			}
		}
	}
}

// A value is the value that a number had.
type value struct {
	number int
	was    float64
}

// change makes the changes of an operator in numbers, notes in undo what they were, and reports whether any is another.
func (r *relaxation) change(o *relaxedOp, numbers []float64) bool {
	r.news = r.news[:0]
	for i := range o.changes {
		r.news = append(r.news, o.changes[i].Value.Of(numbers))
	}
	other := false
	for i, v := range r.news {
		x := &o.changes[i]
		to := &numbers[x.Number]
		r.undo = append(r.undo, value{x.Number, *to})
		switch x.How {
		case Assign:
			other = other || v != *to
			*to = v
		case Increase:
			other = other || v != 0
			*to += v
		case Decrease:
			other = other || v != 0
			*to -= v
		case Scale:
			other = other || v != 1
			*to *= v
		}
	}
	return other
}

// back takes back what change made after undo had the length n.
func (r *relaxation) back(numbers []float64, n int) {
	for i := len(r.undo) - 1; i >= n; i-- {
		numbers[r.undo[i].number] = r.undo[i].was
	}
	r.undo = r.undo[:n]
}

// repetitions returns how often the difference of the sides has to change as it does from before to now, or 0 if that does not
// help.
func (c *compare) repetitions(lack, before, now float64) int32 {
	rest := c.lackAt(now)
	switch gain := math.Abs(now - before); {
	case rest == 0:
		return 1
	case rest < lack && gain > 1e-9 && !math.IsNaN(gain):
		return int32(min(1000, math.Ceil(lack/gain)))
	}
	return 0
}

// unknown is the estimate of repetitions where one does not help, but several, or those of other operators between them, may:
// the changes of the operator depend on numbers, or they pass what a comparison needs. It must not be infinite, since the
// search drops states without an estimate.
const unknown = 100

// maxMade bounds the changes that are computed for feeds in one estimate.
const maxMade = 1 << 14

// fed offers a comparison that op touches and satisfies after f was repeated, if it does not help without.
func (r *relaxation) fed(f, op, touch int32, numbers []float64) {
	x := &r.touches[op][touch]
	base := min(r.sum[op]+r.sum[f], infinite/2)
	if r.cost[x.node] <= base || r.alone(op, touch, numbers) > 0 {
		return
	}
	o, c, before := &r.ops[op], r.compares[x.compare], &r.ops[f]
	n := len(r.undo)
	made, other := int32(0), true
	for times := int32(1); times <= 64 && other && r.made < maxMade; times *= 2 {
		for ; made < times && other; made++ {
			other = r.change(before, numbers)
			r.made += len(before.changes)
		}
		t, lack, v := int32(0), 0.0, 0.0
		if lack, v = c.lacks(numbers); lack > 0 {
			t = c.repetitions(lack, v, r.after(o, x, v, numbers))
		}
		if t > 0 {
			cost := min(base+times*max(before.cost, 1)+t*max(o.cost, 1), infinite-1)
			if cost < r.cost[c.node] {
				r.offer(c.node, cost, op, t)
				r.first[c.node] = feed{f, times}
			}
			break
		}
	}
	r.back(numbers, n)
}

// alone returns how often an operator without others has to be repeated to satisfy a comparison that it touches; 0 means that
// it does not help.
func (r *relaxation) alone(op, touch int32, numbers []float64) int32 {
	known := &r.known[op][touch]
	if known.estimate != r.estimates {
		x := &r.touches[op][touch]
		lack, v := r.lack[x.compare], r.value[x.compare]
		*known = repetitions{r.estimates, r.compares[x.compare].repetitions(lack, v, r.after(&r.ops[op], x, v, numbers))}
	}
	return known.times
}
