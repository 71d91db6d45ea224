package cut

import (
	"math"
	"slices"

	"farbank/milp/simplex"
)

// A cut is an inequality sum of val * x <= rhs that all solutions satisfy and the current
// relaxation may violate.
type cut struct {
	idx   []int32
	val   []float64
	rhs   float64
	norm  float64
	depth float64 // distance of the relaxation's solution from the hyperplane
	score float64
	kind  cutKind
}

type cutKind int8

const (
	cutMIR cutKind = iota
	cutGomory
	cutCover
	cutClique
	cutKinds
)

// Limits for cuts.
const (
	minDepth    = 1e-4
	minShare    = 1e-7 // of the largest coefficient
	maxParallel = 0.9
)

// tidy makes a cut numerically safe. It replaces tiny coefficients by the largest value of their
// terms, and rejects cuts with a large range of coefficients.
func (c *cut) tidy(lo, hi []float64) bool {
	top := 0.0
	for _, v := range c.val {
		top = max(top, math.Abs(v))
	}
	if top == 0 || top > 1e9 || math.IsNaN(top) || math.Abs(c.rhs) > 1e12 {
		return false
	}
	k := 0
	for i, v := range c.val {
		j := c.idx[i]
		if v == 0 {
			continue
		}
		if math.Abs(v) < minShare*top {
			b := lo[j]
			if v < 0 {
				b = hi[j]
			}
			if math.IsInf(b, 0) {
				return false
			}
			c.rhs -= v * b
			continue
		}
		c.idx[k], c.val[k] = j, v
		k++
	}
	c.idx, c.val = c.idx[:k], c.val[:k]
	c.rhs += 1e-11 * max(math.Abs(c.rhs), top)
	sum := 0.0
	for _, v := range c.val {
		sum += v * v
	}
	c.norm = math.Sqrt(sum)
	return k > 0
}

// measure computes the depth of the cut at a point.
func (c *cut) measure(x []float64) {
	sum := -c.rhs
	for k, j := range c.idx {
		sum += c.val[k] * x[j]
	}
	c.depth = sum / c.norm
}

// A pool collects cuts and selects the best. Cuts that are not selected remain for later rounds.
type pool struct {
	cuts []*cut
	keys map[uint64]bool
	cost []float64
	norm float64 // of cost
	row  []float64
}

func newPool(cost []float64) *pool {
	p := &pool{keys: map[uint64]bool{}, cost: cost, row: make([]float64, len(cost))}
	for _, c := range cost {
		p.norm += c * c
	}
	p.norm = math.Sqrt(p.norm)
	return p
}

// add adds a cut unless the pool has it.
func (p *pool) add(c *cut) bool {
	// The key is independent of the order of the terms.
	key := mix(uint64(int64(math.Round(c.rhs / c.norm * 1e7))))
	for k, j := range c.idx {
		key += mix(uint64(j)<<40 ^ uint64(int64(math.Round(c.val[k]/c.norm*1e7))))
	}
	if p.keys[key] {
		return false
	}
	p.keys[key] = true
	p.cuts = append(p.cuts, c)
	return true
}

// mix mixes the bits of a number (the finalizer of Murmur3).
func mix(v uint64) uint64 {
	v = (v ^ v>>33) * 0xff51afd7ed558ccd
	v = (v ^ v>>33) * 0xc4ceb9fe1a85ec53
	return v ^ v>>33
}

// take selects up to count cuts that cut off x: deep ones, along the objective, and no two nearly
// parallel.
func (p *pool) take(x []float64, count int) []*cut {
	var good []*cut
	var rest []*cut
	for _, c := range p.cuts {
		c.measure(x)
		if c.depth < minDepth {
			if c.depth > -0.5 {
				rest = append(rest, c)
			}
			continue
		}
		along := 0.0
		for k, j := range c.idx {
			along += c.val[k] * p.cost[j]
		}
		if p.norm > 0 {
			along = math.Abs(along) / (p.norm * c.norm)
		}
		c.score = c.depth + 0.1*along*c.depth - 1e-4*c.depth*float64(len(c.idx))/float64(1+len(x))
		good = append(good, c)
	}
	slices.SortStableFunc(good, func(a, b *cut) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	var taken []*cut
	for _, c := range good {
		if len(taken) < count && !p.parallel(c, taken) {
			taken = append(taken, c)
		} else {
			rest = append(rest, c)
		}
	}
	if len(rest) > 2000 {
		rest = rest[len(rest)-2000:]
	}
	p.cuts = rest
	return taken
}

func (p *pool) parallel(c *cut, others []*cut) bool {
	for k, j := range c.idx {
		p.row[j] = c.val[k]
	}
	found := false
	for _, o := range others {
		dot := 0.0
		for k, j := range o.idx {
			dot += o.val[k] * p.row[j]
		}
		if dot > maxParallel*c.norm*o.norm {
			found = true
			break
		}
	}
	for _, j := range c.idx {
		p.row[j] = 0
	}
	return found
}

// asRow returns the cut as a row of the relaxation.
func (c *cut) asRow() simplex.Row {
	return simplex.Row{Lower: math.Inf(-1), Upper: c.rhs, Index: c.idx, Value: c.val}
}

// cutOfRow converts a row with an upper side to a cut.
func cutOfRow(r simplex.Row) *cut { return &cut{idx: r.Index, val: r.Value, rhs: r.Upper} }
