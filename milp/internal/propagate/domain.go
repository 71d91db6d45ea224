package propagate

import (
	"math"

	"farbank/milp/internal/program"
	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// Domain holds the bounds at a node, and propagates rows: the activity bounds of a row bound every
// column in it (Savelsbergh 1994). A trail records changes, so that they can be undone.
type Domain struct {
	P      *program.Program
	Rows   []simplex.Row
	Lo, Hi []float64
	Failed bool  // some column has an empty domain
	Work   int64 // terms visited, for limits on effort

	cols      []program.Entries
	trail     []change
	queue     []int32
	queued    []bool
	conflicts *ConflictGraph
	round     int64   // of propagation
	moved     []moves // by column
}

// moves counts the bound changes of a column in a round.
type moves struct{ round, count int64 }

// Maximum numbers of bound changes of a column in a round: columns that tighten each other could
// take many small steps. An integer column counts once its domain has more than manyValues values.
const (
	maxMoves      = 16
	maxWholeMoves = 500
	manyValues    = 1e4
)

// A change is the old value of a bound.
type change struct {
	col   int32
	upper bool
	old   float64
}

// NewDomain returns a domain with the bounds of p. The conflict graph may be nil.
func NewDomain(p *program.Program, l *ConflictGraph) *Domain {
	d := &Domain{P: p, Rows: p.Rows, cols: p.Cols, conflicts: l}
	d.Lo, d.Hi = append(d.Lo, p.Lo...), append(d.Hi, p.Hi...)
	d.queued = make([]bool, len(p.Rows))
	d.moved = make([]moves, p.N)
	return d
}

// Mark returns a position in the trail for Back.
func (d *Domain) Mark() int { return len(d.trail) }

// Back undoes all changes since a mark.
func (d *Domain) Back(to int) {
	for k := len(d.trail) - 1; k >= to; k-- {
		c := d.trail[k]
		if c.upper {
			d.Hi[c.col] = c.old
		} else {
			d.Lo[c.col] = c.old
		}
	}
	d.trail = d.trail[:to]
	d.drain()
	d.Failed = false
}

// Keep makes all changes permanent: Back no longer undoes them.
func (d *Domain) Keep() { d.trail = d.trail[:0] }

func (d *Domain) drain() {
	for _, i := range d.queue {
		d.queued[i] = false
	}
	d.queue = d.queue[:0]
}

// SetLower raises a lower bound to v; smaller v are ignored.
func (d *Domain) SetLower(j int32, v float64) {
	if d.P.Integer[j] {
		v = math.Ceil(v - problem.Integrality)
	}
	if v <= d.Lo[j] || d.Failed {
		return
	}
	if v > d.Hi[j] {
		if d.P.Integer[j] || v > d.Hi[j]+problem.Feasibility*max(1, math.Abs(v)) {
			d.Failed = true
			return
		}
		if v = d.Hi[j]; v <= d.Lo[j] {
			return
		}
	}
	d.trail = append(d.trail, change{j, false, d.Lo[j]})
	d.Lo[j] = v
	d.touch(j)
}

// SetUpper lowers an upper bound to v; larger v are ignored.
func (d *Domain) SetUpper(j int32, v float64) {
	if d.P.Integer[j] {
		v = math.Floor(v + problem.Integrality)
	}
	if v >= d.Hi[j] || d.Failed {
		return
	}
	if v < d.Lo[j] {
		if d.P.Integer[j] || v < d.Lo[j]-problem.Feasibility*max(1, math.Abs(v)) {
			d.Failed = true
			return
		}
		if v = d.Lo[j]; v >= d.Hi[j] {
			return
		}
	}
	d.trail = append(d.trail, change{j, true, d.Hi[j]})
	d.Hi[j] = v
	d.touch(j)
}

// touch queues the rows of a column, and propagates the implications of a fixed binary.
func (d *Domain) touch(j int32) {
	for _, i := range d.cols[j].Row {
		d.TouchRow(i)
	}
	if d.conflicts != nil && d.Lo[j] == d.Hi[j] && d.P.Binary(int(j)) {
		d.conflicts.follow(d, j, d.Lo[j] == 1)
	}
}

// TouchRow queues a row.
func (d *Domain) TouchRow(i int32) {
	if !d.queued[i] {
		d.queued[i] = true
		d.queue = append(d.queue, i)
	}
}

// Propagate processes the queue. It returns false if the node is infeasible.
func (d *Domain) Propagate() bool {
	d.round++
	for k := 0; k < len(d.queue); k++ {
		i := d.queue[k]
		d.queued[i] = false
		if !d.Failed {
			d.tighten(&d.Rows[i])
		}
		if k > 200 && 2*k > len(d.queue) && !d.Failed {
			d.queue = append(d.queue[:0], d.queue[k+1:]...)
			k = -1
		}
	}
	d.queue = d.queue[:0]
	return !d.Failed
}

// tighten tightens the bounds of the columns of one row.
func (d *Domain) tighten(r *simplex.Row) {
	d.Work += int64(len(r.Index))
	low, high := 0.0, 0.0
	lows, highs := 0, 0 // terms without a bound
	top := 0.0          // largest term
	for k, j := range r.Index {
		a, b := r.Value[k]*d.Lo[j], r.Value[k]*d.Hi[j]
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
	tol := problem.Feasibility * max(1, math.Abs(r.Lower), math.Abs(r.Upper))
	if math.IsInf(tol, 0) {
		tol = problem.Feasibility * max(1, min(math.Abs(r.Lower), math.Abs(r.Upper)))
	}
	if lows == 0 && low > r.Upper+tol || highs == 0 && high < r.Lower-tol {
		d.Failed = true
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
		if d.Failed {
			return
		}
	}
}

// tightenColumn tightens the bounds of one column of a row whose activity is from low to high.
func (d *Domain) tightenColumn(j int32, a float64, r *simplex.Row, low, high float64, lows, highs int) {
	if d.Lo[j] == d.Hi[j] {
		return
	}
	x, y := a*d.Lo[j], a*d.Hi[j]
	if a < 0 {
		x, y = y, x
	}
	// Subtract the column itself from the activity.
	if math.IsInf(x, 0) {
		lows--
		x = 0
	}
	if math.IsInf(y, 0) {
		highs--
		y = 0
	}
	if lows == 0 && r.Upper < math.Inf(1) {
		d.bound(j, (r.Upper-d.rest(r, j, low, x, 1))/a, a > 0)
	}
	if highs == 0 && r.Lower > math.Inf(-1) {
		d.bound(j, (r.Lower-d.rest(r, j, high, y, -1))/a, a < 0)
	}
}

// cancelled is the ratio of a term to the rest of its sum from which subtracting it loses too many digits of the rest.
const cancelled = 1 << 20

// rest returns the least activity of a row, or the largest if side is -1, without column j. all is that with it, and own
// its part.
func (d *Domain) rest(r *simplex.Row, j int32, all, own, side float64) float64 {
	rest := all - own
	if math.Abs(own) <= cancelled*max(1, math.Abs(rest)) {
		return rest
	}
	rest = 0
	for k, other := range r.Index {
		if v := r.Value[k]; other == j {
			continue
		} else if v*side > 0 {
			rest += v * d.Lo[other]
		} else {
			rest += v * d.Hi[other]
		}
	}
	return rest
}

// bound applies a bound that a row implies. For continuous columns it only applies large
// improvements, as there may be infinitely many small ones.
func (d *Domain) bound(j int32, v float64, upper bool) {
	if !d.P.Integer[j] {
		if math.Abs(v) > 1e7 {
			return
		}
		lo, hi := d.Lo[j], d.Hi[j]
		step := max(0.05*(hi-lo), 1e-3*max(1, math.Abs(v)))
		if hi-lo == math.Inf(1) {
			step = 1e-3 * max(1, math.Abs(v))
		}
		room := problem.Feasibility * max(1, math.Abs(v))
		if upper && v+room > hi-step || !upper && v-room < lo+step {
			return
		}
		if d.tired(j, maxMoves) {
			return
		}
		if upper {
			v += room
		} else {
			v -= room
		}
	} else if math.Abs(v) > 1e12 {
		return
	} else if d.Hi[j]-d.Lo[j] > manyValues {
		within := upper && math.Floor(v+problem.Integrality) >= d.Hi[j] || !upper && math.Ceil(v-problem.Integrality) <= d.Lo[j]
		if within || d.tired(j, maxWholeMoves) {
			return
		}
	}
	if upper {
		d.SetUpper(j, v)
	} else {
		d.SetLower(j, v)
	}
}

// tired counts a bound change of a column, and reports whether it has had more than most of them in
// this round.
func (d *Domain) tired(j int32, most int64) bool {
	m := &d.moved[j]
	if m.round != d.round {
		*m = moves{round: d.round}
	}
	m.count++
	return m.count > most
}
