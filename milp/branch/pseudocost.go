package branch

import "sync"

// pseudocosts are what branchings have brought so far: the growth of the objective
// for each unit a column was moved by (Benichou and others 1971).
type pseudocosts struct {
	mu    sync.Mutex
	sum   [2][]float64 // down, up
	count [2][]int32
	total [2]float64
	seen  [2]int64
}

func newPseudocosts(n int) *pseudocosts {
	c := &pseudocosts{}
	for s := range 2 {
		c.sum[s], c.count[s] = make([]float64, n), make([]int32, n)
	}
	return c
}

// note records that moving a column by frac brought a growth.
func (c *pseudocosts) note(col int32, up bool, frac, growth float64) {
	if frac < 1e-9 {
		return
	}
	s := 0
	if up {
		s = 1
	}
	v := max(growth, 0) / frac
	c.mu.Lock()
	c.sum[s][col] += v
	c.count[s][col]++
	c.total[s] += v
	c.seen[s]++
	c.mu.Unlock()
}

// guess gives the growth to be expected of a column's branches, and how many
// branchings that stands on (the fewer of the two sides).
func (c *pseudocosts) guess(col int32, frac float64) (down, up float64, count int32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	per := func(s int) float64 {
		if n := c.count[s][col]; n > 0 {
			return c.sum[s][col] / float64(n)
		}
		if c.seen[s] > 0 {
			return c.total[s] / float64(c.seen[s])
		}
		return 1
	}
	return per(0) * frac, per(1) * (1 - frac), min(c.count[0][col], c.count[1][col])
}

// score joins the growth of two branches: a product, so that both count.
func score(down, up float64) float64 { return max(down, 1e-6) * max(up, 1e-6) }
