package temporal

import (
	"math"
	"slices"
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

// feed sets feeds.
func (r *relaxation) feed() {
	r.feeds, r.feeders = make([][]int32, len(r.ops)), make([][]int32, len(r.ops))
	reads := map[int][]int32{} // operators by number
	for k := range r.ops {
		o := &r.ops[k]
		if len(r.touches[k]) == 0 {
			continue
		}
		for _, c := range o.changes {
			o.varies = o.varies || c.How == Scale || !c.Value.constant()
			c.Value.each(func(n int) {
				if list := reads[n]; len(list) == 0 || list[len(list)-1] != int32(k) {
					reads[n] = append(list, int32(k))
				}
			})
		}
	}
	for k := range r.ops {
		for _, c := range r.ops[k].changes {
			for _, x := range reads[c.Number] {
				if x != int32(k) && !slices.Contains(r.feeds[k], x) {
					r.feeds[k] = append(r.feeds[k], x)
					r.feeders[x] = append(r.feeders[x], int32(k))
				}
			}
		}
	}
}

// make makes the changes of an operator.
func (o *relaxedOp) make(numbers, scratch []float64) []float64 {
	after := append(scratch[:0], numbers...)
	for i := range o.changes {
		x := &o.changes[i]
		v := x.Value.Of(numbers)
		switch x.How {
		case Assign:
			after[x.Number] = v
		case Increase:
			after[x.Number] += v
		case Decrease:
			after[x.Number] -= v
		case Scale:
			after[x.Number] *= v
		}
	}
	return after
}

// repeat returns how often an operator has to be repeated to satisfy a comparison; 0 means that it
// does not help.
func (r *relaxation) repeat(o *relaxedOp, c *compare, numbers []float64) int32 {
	lack, before := c.lacks(numbers)
	if lack == 0 {
		return 0
	}
	r.after = o.make(numbers, r.after)
	_, now := c.lacks(r.after)
	return c.repetitions(lack, before, now)
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

// maxMade bounds the numbers that are computed for feeds in one estimate.
const maxMade = 1 << 16

// fed offers the comparisons that op satisfies after f was repeated, if it does not help without.
func (r *relaxation) fed(f, op int32, numbers []float64) {
	o, before := &r.ops[op], &r.ops[f]
	for _, x := range r.touches[op] {
		c := r.compares[x.compare]
		base := min(r.sum[op]+r.sum[f], infinite/2)
		if x.always || r.cost[c.node] <= base || r.repeat(o, c, numbers) > 0 {
			continue
		}
		values := append(r.values[:0], numbers...)
		made := int32(0)
		for times := int32(1); times <= 64 && r.made < maxMade; times *= 2 {
			for ; made < times; made++ {
				r.after = before.make(values, r.after)
				values, r.after = r.after, values
				r.made += len(values)
			}
			if t := r.repeat(o, c, values); t > 0 {
				cost := min(base+times*max(before.cost, 1)+t*max(o.cost, 1), infinite-1)
				if cost < r.cost[c.node] {
					r.offer(c.node, cost, op, t)
					r.first[c.node] = feed{f, times}
				}
				break
			}
		}
		r.values = values
	}
}
