package branch

import "sync"

// pseudocosts are the average effects of branchings so far: the growth of the objective per unit by
// which a column was moved (Benichou and others 1971).
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

// note records that moving a column by frac increased the objective by growth.
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

// guess returns the expected growth in both branches of a column, and the number of branchings that
// this estimate is based on (the minimum of both sides).
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

// score combines the growth of two branches: a product, so that both count.
func score(down, up float64) float64 { return max(down, 1e-6) * max(up, 1e-6) }
