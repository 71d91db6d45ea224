package proof

import "slices"

// A Cardinality constrains Counts[k] to be the number of Xs equal to Values[k], which are in increasing order. If
// Closed, Xs take no other values.
type Cardinality struct {
	Xs     []int32
	Values []int64
	Counts []int32
	Closed bool
}

func (c *Cardinality) variables() []int32 { return append(append([]int32(nil), c.Xs...), c.Counts...) }

// refuted reports whether a variable has no value, or for some interval of values too many variables lie within it or
// too few intersect it.
func (c *Cardinality) refuted(b *box) bool {
	for _, x := range c.Xs {
		if c.Closed && !slices.ContainsFunc(c.Values, func(v int64) bool { return b.has(x, v) }) {
			return true
		}
	}
	for i, begin := range c.Values {
		var most, least wide
		whole := true // the values have no gaps
		for j := i; j < len(c.Values); j++ {
			end := c.Values[j]
			whole = whole && (c.Closed || j == i || end == c.Values[j-1]+1)
			most.add(1, b.hi[c.Counts[j]])
			least.add(1, b.lo[c.Counts[j]])
			within, meet := int64(0), int64(0)
			for _, x := range c.Xs {
				if b.lo[x] >= begin && b.hi[x] <= end {
					within++
				}
				if b.lo[x] <= end && b.hi[x] >= begin {
					meet++
				}
			}
			if whole && most.less(within) || least.more(meet) {
				return true
			}
		}
	}
	return false
}
