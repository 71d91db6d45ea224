package branch

import (
	"encoding/binary"
	"math"
	"slices"

	"farbank/milp/problem"
)

// several reports whether more than one solution is requested.
func (o *Options) several() bool { return o.Solutions > 1 || o.PoolGap > 0 }

// A pool keeps the best solutions that differ in an integer column. The tree prunes with the worst
// of them once there are enough, and branches on below an integral point until all integer columns
// are fixed, so that the search lists them all.
type pool struct {
	most    int     // number of solutions; 0: no limit
	gap     float64 // relative; 0: no limit
	sign    float64
	integer []int           // columns of the given problem
	points  []problem.Point // the best first; objectives as given
	at      map[string]bool // integer parts of points
}

func newPool(p *problem.Problem, o Options, sign float64) *pool {
	q := &pool{most: o.Solutions, gap: o.PoolGap, sign: sign, at: map[string]bool{}}
	for j, c := range p.Columns {
		if c.Integer {
			q.integer = append(q.integer, j)
		}
	}
	return q
}

// key returns the integer part of a solution.
func (q *pool) key(x []float64) string {
	var b []byte
	for _, j := range q.integer {
		b = binary.AppendVarint(b, int64(x[j]))
	}
	return string(b)
}

// add inserts a solution with a minimized value. It reports whether the pool has changed.
func (q *pool) add(x []float64, value float64) bool {
	if value >= q.cutoff() {
		return false
	}
	key := q.key(x)
	if q.at[key] {
		i := slices.IndexFunc(q.points, func(p problem.Point) bool { return q.key(p.Values) == key })
		if value >= q.sign*q.points[i].Objective {
			return false // the continuous columns are not better
		}
		q.points = slices.Delete(q.points, i, i+1)
	}
	q.at[key] = true
	i, _ := slices.BinarySearchFunc(q.points, value, func(p problem.Point, v float64) int {
		if q.sign*p.Objective <= v {
			return -1
		}
		return 1
	})
	q.points = slices.Insert(q.points, i, problem.Point{Objective: q.sign*value + 0, Values: slices.Clone(x)})
	for n := len(q.points); n > 0; n-- {
		last := q.points[n-1]
		if !(q.most > 0 && n > q.most) && q.sign*last.Objective < q.far() {
			break
		}
		delete(q.at, q.key(last.Values))
		q.points = q.points[:n-1]
	}
	return true
}

// far returns the value from which solutions are outside the gap.
func (q *pool) far() float64 {
	if q.gap <= 0 || len(q.points) == 0 {
		return math.Inf(1)
	}
	best := q.sign * q.points[0].Objective
	return best + q.gap*math.Abs(best) + 1e-9*max(1, math.Abs(best))
}

// cutoff returns the value that a further solution must be below.
func (q *pool) cutoff() float64 {
	v := q.far()
	if n := len(q.points); q.most > 0 && n == q.most {
		worst := q.sign * q.points[n-1].Objective
		v = min(v, worst-1e-9*max(1, math.Abs(worst)))
	}
	return v
}
