package branch

import (
	"math"

	"farbank/milp/simplex"
)

// domain holds the bounds at a node, and tightens them by what the rows imply: the
// least and greatest value each row can take bound every column in it (Savelsbergh
// 1994). Changes are kept on a trail, so that they can be taken back.
type domain struct {
	p         *program
	rows      []simplex.Row
	cols      []entries
	lo, hi    []float64
	trail     []change
	queue     []int32
	queued    []bool
	conflicts *conflictGraph
	failed    bool
	work      int64   // terms looked at, for limits on effort
	round     int64   // of propagation
	moved     []moves // of continuous columns
}

// moves counts how often a column's bounds have changed in a round.
type moves struct{ round, count int64 }

// mostMoves is how often a round changes the bounds of a continuous column: chains of
// columns that push each other along would take many small steps.
const mostMoves = 16

// change is a bound as it was before.
type change struct {
	col   int32
	upper bool
	old   float64
}

func newDomain(p *program, l *conflictGraph) *domain {
	d := &domain{p: p, rows: p.rows, cols: p.cols, conflicts: l}
	d.lo, d.hi = append(d.lo, p.lo...), append(d.hi, p.hi...)
	d.queued = make([]bool, len(p.rows))
	d.moved = make([]moves, p.n)
	return d
}

// mark gives a place to return to.
func (d *domain) mark() int { return len(d.trail) }

// back takes all changes since a mark back.
func (d *domain) back(to int) {
	for k := len(d.trail) - 1; k >= to; k-- {
		c := d.trail[k]
		if c.upper {
			d.hi[c.col] = c.old
		} else {
			d.lo[c.col] = c.old
		}
	}
	d.trail = d.trail[:to]
	d.drain()
	d.failed = false
}

func (d *domain) drain() {
	for _, i := range d.queue {
		d.queued[i] = false
	}
	d.queue = d.queue[:0]
}

// setLower raises a lower bound, if v does.
func (d *domain) setLower(j int32, v float64) {
	if d.p.integer[j] {
		v = math.Ceil(v - Integrality)
	}
	if v <= d.lo[j] || d.failed {
		return
	}
	if v > d.hi[j] {
		if d.p.integer[j] || v > d.hi[j]+Feasibility*max(1, abs(v)) {
			d.failed = true
			return
		}
		if v = d.hi[j]; v <= d.lo[j] {
			return
		}
	}
	d.trail = append(d.trail, change{j, false, d.lo[j]})
	d.lo[j] = v
	d.touch(j)
}

// setUpper lowers an upper bound, if v does.
func (d *domain) setUpper(j int32, v float64) {
	if d.p.integer[j] {
		v = math.Floor(v + Integrality)
	}
	if v >= d.hi[j] || d.failed {
		return
	}
	if v < d.lo[j] {
		if d.p.integer[j] || v < d.lo[j]-Feasibility*max(1, abs(v)) {
			d.failed = true
			return
		}
		if v = d.lo[j]; v >= d.hi[j] {
			return
		}
	}
	d.trail = append(d.trail, change{j, true, d.hi[j]})
	d.hi[j] = v
	d.touch(j)
}

// touch queues the rows of a column, and follows what a fixed binary implies.
func (d *domain) touch(j int32) {
	for _, i := range d.cols[j].row {
		d.touchRow(i)
	}
	if d.conflicts != nil && d.lo[j] == d.hi[j] && d.p.binary(int(j)) {
		d.conflicts.follow(d, j, d.lo[j] == 1)
	}
}

// touchRow queues a row.
func (d *domain) touchRow(i int32) {
	if !d.queued[i] {
		d.queued[i] = true
		d.queue = append(d.queue, i)
	}
}

// propagate works through the queue. It is false when the node has no solution.
func (d *domain) propagate() bool {
	d.round++
	for k := 0; k < len(d.queue); k++ {
		i := d.queue[k]
		d.queued[i] = false
		if !d.failed {
			d.tighten(&d.rows[i])
		}
		if k > 200 && 2*k > len(d.queue) && !d.failed {
			d.queue = append(d.queue[:0], d.queue[k+1:]...)
			k = -1
		}
	}
	d.queue = d.queue[:0]
	return !d.failed
}

// tighten bounds the columns of one row.
func (d *domain) tighten(r *simplex.Row) {
	d.work += int64(len(r.Index))
	low, high := 0.0, 0.0
	lows, highs := 0, 0 // terms without a bound
	top := 0.0          // largest reach of a term
	for k, j := range r.Index {
		a, b := r.Value[k]*d.lo[j], r.Value[k]*d.hi[j]
		if r.Value[k] < 0 {
			a, b = b, a
		}
		if math.IsInf(a, 0) {
			lows++
		} else {
			low += a
		}
		if math.IsInf(b, 0) {
			highs++
		} else {
			high += b
		}
		top = max(top, b-a)
	}
	tol := Feasibility * max(1, abs(r.Lower), abs(r.Upper))
	if math.IsInf(tol, 0) {
		tol = Feasibility * max(1, min(abs(r.Lower), abs(r.Upper)))
	}
	if lows == 0 && low > r.Upper+tol || highs == 0 && high < r.Lower-tol {
		d.failed = true
		return
	}
	slackUp, slackLow := r.Upper-low, high-r.Lower
	if (lows > 1 || slackUp >= top || math.IsInf(slackUp, 1)) && (highs > 1 || slackLow >= top || math.IsInf(slackLow, 1)) {
		if lows != 1 && highs != 1 {
			return
		}
	}
	for k, j := range r.Index {
		d.tightenColumn(j, r.Value[k], r, low, high, lows, highs)
		if d.failed {
			return
		}
	}
}

// tightenColumn bounds one column of a row whose other columns reach from low to high.
func (d *domain) tightenColumn(j int32, a float64, r *simplex.Row, low, high float64, lows, highs int) {
	if d.lo[j] == d.hi[j] {
		return
	}
	x, y := a*d.lo[j], a*d.hi[j]
	if a < 0 {
		x, y = y, x
	}
	// What this column adds is taken out of the sums again.
	if math.IsInf(x, 0) {
		lows--
		x = 0
	}
	if math.IsInf(y, 0) {
		highs--
		y = 0
	}
	if lows == 0 && r.Upper < math.Inf(1) {
		d.bound(j, (r.Upper-(low-x))/a, a > 0)
	}
	if highs == 0 && r.Lower > math.Inf(-1) {
		d.bound(j, (r.Lower-(high-y))/a, a < 0)
	}
}

// bound takes a bound that a row implies. Those of continuous columns only count
// when they are much better, or there would be no end to small steps.
func (d *domain) bound(j int32, v float64, upper bool) {
	if !d.p.integer[j] {
		if abs(v) > 1e7 {
			return
		}
		lo, hi := d.lo[j], d.hi[j]
		step := max(0.05*(hi-lo), 1e-3*max(1, abs(v)))
		if hi-lo == math.Inf(1) {
			step = 1e-3 * max(1, abs(v))
		}
		room := Feasibility * max(1, abs(v))
		if upper && v+room > hi-step || !upper && v-room < lo+step {
			return
		}
		m := &d.moved[j]
		if m.round != d.round {
			*m = moves{round: d.round}
		}
		if m.count++; m.count > mostMoves {
			return
		}
		if upper {
			v += room
		} else {
			v -= room
		}
	} else if abs(v) > 1e12 {
		return
	}
	if upper {
		d.setUpper(j, v)
	} else {
		d.setLower(j, v)
	}
}
