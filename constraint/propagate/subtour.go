package propagate

import (
	"math"

	"farbank/constraint/kernel"
)

// A Separable is a propagator that finds linear inequalities which its constraint implies at level 0, and which a
// solution of the relaxation violates.
type Separable interface {
	// Separate yields them. value returns the value of a variable in the solution, or NaN if the variable is not
	// in the relaxation.
	Separate(s *solver, value func(x Var) float64, yield func(Inequality))
}

// Limits of the separation of subtours.
const (
	maxTour     = 150  // nodes; the work is cubic
	minSubtour  = 0.02 // violation
	maxSubtours = 20   // inequalities at a time
)

// Separate yields that sets of nodes have fewer edges inside than nodes (Dantzig, Fulkerson and Johnson 1954). The
// sets are those that the minimum cuts of Stoer and Wagner (1997) separate with less than an edge in each
// direction.
func (p *circuit) Separate(s *solver, value func(x Var) float64, yield func(Inequality)) {
	n := len(p.next)
	if p.some || n < 4 || n > maxTour {
		return
	}
	weight := make([][]float64, n) // of the edges in both directions
	for u := range weight {
		weight[u] = make([]float64, n)
	}
	for u, x := range p.next {
		for v := range n {
			to := p.first + int64(v)
			if u == v || !s.Has(x, to) {
				continue
			}
			w := 1.0
			if !s.Fixed(x) {
				c, plus, y, ok := known(s, x, to)
				if !ok {
					return
				}
				w = float64(c)*value(y) + float64(plus)
			}
			if math.IsNaN(w) {
				return
			}
			weight[u][v] += w
			weight[v][u] += w
		}
	}
	given := 0
	minimumCuts(weight, func(set []int, cut float64) bool {
		if cut < 2-2*minSubtour && len(set) > 1 && len(set) < n-1 {
			if given++; p.inside(s, set, yield) {
				return given < maxSubtours
			}
		}
		return true
	})
}

// inside yields that the smaller side of a set of nodes has fewer edges inside than nodes.
func (p *circuit) inside(s *solver, set []int, yield func(Inequality)) bool {
	in := make([]bool, len(p.next))
	for _, u := range set {
		in[u] = true
	}
	size, side := len(set), true
	if 2*size > len(in) {
		size, side = len(in)-size, false
	}
	e := Inequality{If: kernel.True, Limit: int64(size) - 1}
	for u, x := range p.next {
		if in[u] != side {
			continue
		}
		for v := range in {
			to := p.first + int64(v)
			if in[v] != side || u == v || !s.Has(x, to) {
				continue
			}
			if s.Fixed(x) {
				e.Limit--
				continue
			}
			c, plus, y, ok := known(s, x, to)
			if !ok {
				return false
			}
			e.Coefs, e.Xs, e.Limit = append(e.Coefs, c), append(e.Xs, y), e.Limit-plus
		}
	}
	yield(e)
	return true
}

// known is like chosen, for literals that exist.
func known(s *solver, x Var, v int64) (coef, plus int64, y Var, ok bool) {
	if _, ok := s.Known(x, v); !ok && s.Min(x)+1 != s.Max(x) {
		return 0, 0, 0, false
	}
	return chosen(s, x, v)
}

// minimumCuts yields the cut of each phase of the algorithm of Stoer and Wagner (1997), the minimum cut among
// them: the nodes of one side, and the weight of the edges between the sides. It changes the weights.
func minimumCuts(weight [][]float64, yield func(set []int, cut float64) bool) {
	n := len(weight)
	sets := make([][]int, n) // of merged nodes
	var left []int
	for u := range n {
		sets[u], left = []int{u}, append(left, u)
	}
	near, done := make([]float64, n), make([]bool, n)
	for len(left) > 1 {
		clear(near)
		clear(done)
		last, before := -1, -1
		for range left {
			next := -1
			for _, u := range left {
				if !done[u] && (next < 0 || near[u] > near[next]) {
					next = u
				}
			}
			done[next] = true
			before, last = last, next
			for _, u := range left {
				if !done[u] {
					near[u] += weight[next][u]
				}
			}
		}
		if !yield(sets[last], near[last]) {
			return
		}
		sets[before] = append(sets[before], sets[last]...)
		for _, u := range left {
			weight[before][u] += weight[last][u]
			weight[u][before] = weight[before][u]
		}
		k := 0
		for _, u := range left {
			if u != last {
				left[k] = u
				k++
			}
		}
		left = left[:k]
	}
}
