package branch

import (
	"math"

	"farbank/milp/internal/propagate"
	"farbank/milp/simplex"
)

// guessWork is the maximum number of terms of rows that a guess visits.
const guessWork = 300_000

// guess looks for a solution whose objective is the best that the relaxation allows. In such a
// solution, columns and rows with reduced costs or dual values cannot leave their bounds by much.
// With that and propagation alone, a small depth-first search often finds one, or proves that none
// exists, which raises the bound by one step. guess returns false if that settles the problem.
func (r *root) guess() bool {
	p := r.p
	costs := false
	for j, c := range p.Cost {
		costs = costs || c != 0 && p.Lo[j] < p.Hi[j]
	}
	if p.Integers < p.N || len(p.Sets) > 0 || costs && p.Granularity == 0 {
		return true
	}
	if r.lp.Solve(r.ctx()) != simplex.Optimal {
		return true
	}
	value := r.lp.Objective() + p.Offset
	goal := value
	if costs {
		goal = r.nextValue(value)
	}
	for range 3 {
		g := r.guesser(goal-value, costs)
		if g == nil {
			break
		}
		done := g.search()
		if g.found != nil && r.t.offer(g.found, "guess") {
			return !r.bounded()
		}
		if !done || g.found != nil {
			break
		}
		if !costs {
			return false
		}
		goal += p.Granularity
		r.t.rootBound = max(r.t.rootBound, goal)
		if r.bounded() {
			return false
		}
	}
	return true
}

// nextValue returns the least objective that a solution can have if the relaxation has the given
// value.
func (r *root) nextValue(value float64) float64 {
	g := r.p.Granularity
	// Fixed columns and the offset shift the multiples of the granularity; any integer stands for the others.
	base := r.p.Offset
	for j, c := range r.p.Cost {
		switch {
		case !math.IsInf(r.p.Lo[j], 0):
			base += c * r.p.Lo[j]
		case !math.IsInf(r.p.Hi[j], 0):
			base += c * r.p.Hi[j]
		}
	}
	if math.IsInf(base, 0) || math.IsNaN(base) {
		return value
	}
	return base + g*math.Ceil((value-base)/g-1e-6)
}

// A guesser is the depth-first search of a guess.
type guesser struct {
	dom   *propagate.Domain
	x     []float64 // of the relaxation
	ones  []int32   // rows with exactly one column at 1
	found []float64
	limit int64
	steps int
}

// guesser prepares the search for solutions at most room above the relaxation.
func (r *root) guesser(room float64, costs bool) *guesser {
	p := r.p
	q := *p
	q.Rows = append([]simplex.Row(nil), p.Rows...)
	slackRoom := room + 1e-6
	if costs {
		for i := range q.Rows {
			y := math.Abs(r.lp.Dual(i))
			if y < 1e-6 || r.lp.RowBasic(i) {
				continue
			}
			row, v := &q.Rows[i], r.lp.RowValue(i)
			if far := slackRoom/y + 1e-6; math.Abs(v-row.Upper) < 1e-6 {
				row.Lower = max(row.Lower, row.Upper-far)
			} else if math.Abs(v-row.Lower) < 1e-6 {
				row.Upper = min(row.Upper, row.Lower+far)
			}
		}
	}
	g := &guesser{dom: propagate.NewDomain(&q, r.conflicts), x: make([]float64, p.N), limit: guessWork}
	r.lp.Values(g.x)
	for j := range p.N {
		d := r.lp.Reduced(j)
		if !costs || math.Abs(d) < 1e-6 || r.lp.Basic(j) {
			continue
		}
		far := math.Floor(slackRoom/math.Abs(d) + 1e-6)
		if d > 0 {
			g.dom.SetUpper(int32(j), p.Lo[j]+far)
		} else {
			g.dom.SetLower(int32(j), p.Hi[j]-far)
		}
	}
	for i := range q.Rows {
		g.dom.TouchRow(int32(i))
		if q.ExactlyOne(i) {
			g.ones = append(g.ones, int32(i))
		}
	}
	return g
}

// search reports whether it has searched everything.
func (g *guesser) search() bool {
	type turn struct {
		mark  int
		col   int32
		value float64
	}
	var path []turn
	ok := g.dom.Propagate()
	for {
		for !ok {
			if len(path) == 0 {
				return true
			}
			// The last decision failed: try its opposite.
			t := path[len(path)-1]
			path = path[:len(path)-1]
			g.dom.Back(t.mark)
			if t.value > g.dom.Lo[t.col] {
				g.dom.SetUpper(t.col, t.value-1)
			} else {
				g.dom.SetLower(t.col, t.value+1)
			}
			ok = g.dom.Propagate()
		}
		if g.steps++; g.dom.Work > g.limit || g.steps > 20000 {
			return false
		}
		j := g.pick()
		if j < 0 {
			g.found = append([]float64(nil), g.dom.Lo...)
			return false
		}
		v := g.dom.Hi[j]
		if !g.dom.P.Binary(int(j)) || g.x[j] < 0.01 {
			if v = g.dom.Lo[j]; math.Round(g.x[j]) >= g.dom.Hi[j] {
				v = g.dom.Hi[j]
			}
		}
		if math.IsInf(v, 0) {
			return false
		}
		path = append(path, turn{g.dom.Mark(), j, v})
		g.dom.SetLower(j, v)
		g.dom.SetUpper(j, v)
		ok = g.dom.Propagate()
	}
}

// pick selects a column: from the row with the fewest choices, the one with the largest value in
// the relaxation.
func (g *guesser) pick() int32 {
	best, few := int32(-1), math.MaxInt
	g.dom.Work += int64(len(g.ones))
	for _, i := range g.ones {
		g.dom.Work += int64(len(g.dom.Rows[i].Index)) / 2
		free, top := 0, int32(-1)
		for _, j := range g.dom.Rows[i].Index {
			if g.dom.Lo[j] == g.dom.Hi[j] {
				if g.dom.Lo[j] == 1 {
					free = 0
					break
				}
				continue
			}
			if free++; top < 0 || g.x[j] > g.x[top] {
				top = j
			}
		}
		if free > 0 && free < few {
			best, few = top, free
		}
	}
	if best >= 0 {
		return best
	}
	g.dom.Work += int64(len(g.x)) / 2
	for j := range g.x {
		if g.dom.Lo[j] == g.dom.Hi[j] {
			continue
		}
		if best < 0 || g.x[j] > g.x[best] {
			best = int32(j)
		}
	}
	return best
}
