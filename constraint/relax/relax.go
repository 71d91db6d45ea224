package relax

import (
	"context"
	"math"
	"math/bits"

	"farbank/constraint/kernel"
	"farbank/milp/simplex"
)

// A Relaxation is a propagator that solves the linear relaxation and propagates the inequality that its dual solution yields.
type Relaxation struct {
	id        int32
	view      kernel.View // the objective, to be minimized
	t         *table      // nil: not built yet
	lp        *simplex.Solver
	objective int32   // column
	sign      float64 // of the objective in the program, which minimizes
	y         []float64
	kept      []inequality
	ctx       context.Context

	wait, period int64 // calls until the next solve; calls between solves
	misses       int   // solves in a row without effect
	spent        int64 // work of all solves, in steps times rows
	share        float64
	off          bool

	rootWork int64     // of the next solve at the root
	rooted   bool      // a solve at the root has found the optimum
	base     int       // number of rows that are no cuts
	optimal  bool      // the last solve found an optimum
	x        []float64 // its solution
	stale    int       // rounds of cuts in a row without effect on the bound
	cuts     int64     // number, for tests

	solves, useful int64 // numbers, for tests
}

// An inequality is a sum of rows: the sum of coefs[i] * views[i] is at most limit. All coefficients are positive.
type inequality struct {
	coefs []int64
	views []kernel.View
	limit int64
	at    int32 // length of the trail when it was made
}

type simplexRow = simplex.Row

// Limits of the effort.
const (
	maxPeriod   = 256
	maxMisses   = 40
	freeWork    = 5e6 // work without regard to the propagations
	workUnit    = 30  // work for a propagation at a share of 1
	leastShare  = 0.02
	trySolves   = 30  // solves until it may be turned off
	rarest      = 100 // it is turned off if fewer than one solve in that many has an effect
	idleShare   = 0.2 // if the first solves have no effect
	mostShare   = 4
	rootWork    = 1e6 // of the first solve at the root; it doubles until the optimum is found
	mostRoot    = 1e8
	nodeWork    = 1e6 // of a solve in a node
	cutWork     = 4e6 // of all rounds of cuts at a root
	largestSum  = 1 << 59
	leastFactor = 16 // scale of the largest multiplier
)

// Add adds the relaxation of all constraints of s to s, for the objective that the view minimizes. It must be called at
// level 0, after all constraints were added. The relaxation is built when it first runs, after the other constraints
// were propagated. The end of ctx stops it.
func Add(ctx context.Context, s *kernel.Solver, objective kernel.View) *Relaxation {
	p := &Relaxation{view: objective, period: 1, share: 1, rootWork: rootWork, ctx: ctx}
	p.id = s.AddPropagator(p, 3)
	s.WakeAtRestart(p.id)
	return p
}

// build builds the relaxation. It returns false if no row is linked with the objective.
func (p *Relaxation) build(s *kernel.Solver) bool {
	t := newTable(s)
	t.collect()
	j, ok := t.column[p.view.Var()]
	if !ok {
		return false
	}
	t.connected(j)
	if len(t.rows) == 0 {
		return false
	}
	p.t, p.objective, p.sign = t, t.column[p.view.Var()], 1
	if p.view&1 != 0 {
		p.sign = -1
	}
	p.load()
	for _, x := range t.cols {
		s.WatchBoth(p.id, x)
	}
	return true
}

// load builds the linear program.
func (p *Relaxation) load() {
	s, n := p.t.s, len(p.t.cols)
	cost, lower, upper := make([]float64, n), make([]float64, n), make([]float64, n)
	cost[p.objective] = p.sign
	for j, x := range p.t.cols {
		lower[j], upper[j] = float64(s.Min(x)), float64(s.Max(x))
	}
	rows := make([]simplex.Row, len(p.t.rows))
	for i := range p.t.rows {
		r := &p.t.rows[i]
		rows[i] = p.floats(r)
		p.measure(r)
	}
	p.base = len(rows)
	p.lp = simplex.New(cost, lower, upper, rows)
}

// floats returns a row for the linear program.
func (p *Relaxation) floats(r *row) simplex.Row {
	f := simplex.Row{Lower: math.Inf(-1), Upper: math.Inf(1), Index: r.cols, Value: make([]float64, len(r.coefs))}
	if r.lower != noSide {
		f.Lower = float64(r.lower)
	}
	if r.upper != noSide {
		f.Upper = float64(r.upper)
	}
	for k, c := range r.coefs {
		f.Value[k] = float64(c)
	}
	return f
}

// measure sets the size of a row within the bounds of level 0.
func (p *Relaxation) measure(r *row) {
	r.size = 1
	if r.lower != noSide {
		r.size += math.Abs(float64(r.lower))
	}
	if r.upper != noSide {
		r.size += math.Abs(float64(r.upper))
	}
	for k, c := range r.coefs {
		x := p.t.cols[r.cols[k]]
		lo, hi := p.t.s.BoundAt(x.Lower(), 0), p.t.s.BoundAt(x.Upper(), 0)
		r.size += math.Abs(float64(c)) * max(math.Abs(float64(lo)), math.Abs(float64(hi)), 1)
	}
}

// Propagate solves the linear program, but not at every call.
func (p *Relaxation) Propagate(s *kernel.Solver) bool {
	if p.t == nil && !p.off {
		p.off = s.Level() > 0 || !p.build(s)
	}
	if p.off {
		return true
	}
	if s.Level() > 0 && p.exceeds(s) {
		return true
	}
	if p.wait--; p.wait > 0 && s.Level() > 0 {
		return true
	}
	for n := len(p.kept); n > 0 && (p.kept[n-1].at >= s.Now() || s.Level() == 0); n-- {
		p.kept = p.kept[:n-1]
	}
	p.wait = p.period
	root := s.Level() == 0
	if !root && !p.rooted || root && p.rooted && s.Now() == 0 && p.solves > 0 {
		return true // the optimum at the root comes first; nothing has changed there
	}
	rounds := 1
	if root {
		rounds = 1 + p.cutRounds(s)
	}
	if p.solves > trySolves && p.useful*rarest < p.solves {
		p.off = true
		return true
	}
	effect := false
	bound, end := math.Inf(-1), p.spent+2*cutWork
	for round := range rounds {
		before := s.Now()
		p.solves++
		if !p.solve(s, root) {
			p.pays()
			return false
		}
		effect = effect || s.Now() > before
		if root && !p.optimal {
			p.rootWork = min(2*p.rootWork, mostRoot)
			break
		}
		p.rooted = p.rooted || root
		if !root || round == rounds-1 || p.ctx.Err() != nil {
			break
		}
		if p.optimal {
			if b := p.lp.Objective(); b > bound+1e-6*max(1, math.Abs(b)) {
				bound, p.stale = b, 0
			} else if p.stale++; p.stale%5 == 0 {
				break
			}
		}
		if p.spent > end || !p.cut(s) {
			break
		}
		if round%4 == 3 {
			p.purge()
		}
	}
	if root {
		p.purge()
	}
	if effect {
		p.pays()
	} else if root && p.solves < 30 {
		p.share = min(p.share, idleShare)
	} else if !root {
		p.misses++
		p.share = max(0.97*p.share, leastShare)
		if p.misses%4 == 0 && p.period < maxPeriod {
			p.period *= 2
		}
	}
	return true
}

// exceeds reports whether the work exceeds the share of the relaxation.
func (p *Relaxation) exceeds(s *kernel.Solver) bool {
	return float64(p.spent) > freeWork+p.share*workUnit*float64(s.Stats().Propagations)
}

// pays records that a solve had an effect.
func (p *Relaxation) pays() {
	p.useful++
	p.misses = 0
	p.share = min(1.1*p.share, mostShare)
	p.period = max(p.period/2, 1)
}

// solve solves the program and propagates the sum of rows. It returns false on a conflict.
func (p *Relaxation) solve(s *kernel.Solver, root bool) bool {
	for j, x := range p.t.cols {
		p.lp.SetBounds(j, float64(s.Min(x)), float64(s.Max(x)))
	}
	size := int64(len(p.t.rows) + len(p.t.cols)/8 + 100) // about the work of a step
	p.lp.MaxIterations = int(min(max(nodeWork/size, 10), 500))
	if root {
		p.lp.MaxIterations = int(min(max(p.rootWork/size, 20), 20000))
	}
	before := p.lp.Iterations
	status := p.lp.Solve(p.ctx)
	p.spent += int64(len(p.t.cols)+p.t.entries) + (p.lp.Iterations-before)*size
	p.optimal = status == simplex.Optimal
	switch status {
	case simplex.Optimal, simplex.Limit:
		p.y = p.y[:0]
		for i := range p.t.rows {
			p.y = append(p.y, p.lp.Dual(i))
		}
	case simplex.Infeasible:
		y, ok := p.lp.Farkas()
		if !ok {
			return true
		}
		p.y = append(p.y[:0], y...)
	case simplex.Stopped:
		return true
	default:
		p.off = p.misses > maxMisses
		p.misses++
		return true
	}
	e, ok := p.sum()
	if !ok {
		return true
	}
	return p.apply(s, e)
}

// sum returns the sum of the rows with the multipliers y, as integers. It returns false if there is nothing to sum or if
// the numbers are too large.
func (p *Relaxation) sum() (inequality, bool) {
	largest, size := 0.0, 0.0
	for i, y := range p.y {
		r := &p.t.rows[i]
		if y > 0 && r.lower == noSide || y < 0 && r.upper == noSide || math.IsNaN(y) || math.IsInf(y, 0) {
			p.y[i] = 0
			continue
		}
		largest = max(largest, math.Abs(y))
		size += math.Abs(y) * r.size
	}
	if largest == 0 {
		return inequality{}, false
	}
	scale := largestSum / size
	if scale = min(scale, (1<<40)/largest); scale*largest < leastFactor {
		return inequality{}, false
	}
	total := make([]int64, len(p.t.cols))
	limit, check := int64(0), 0.0
	for i, y := range p.y {
		m := int64(math.Round(y * scale))
		if m == 0 {
			continue
		}
		r := &p.t.rows[i]
		if check += math.Abs(float64(m)) * r.size; check > 2*largestSum {
			return inequality{}, false
		}
		// sum >= lower if m is positive, sum <= upper otherwise: -m * sum <= -m * side.
		side := r.lower
		if m < 0 {
			side = r.upper
		}
		limit -= m * side
		for k, c := range r.coefs {
			total[r.cols[k]] -= m * c
		}
	}
	e := inequality{limit: limit}
	divisor := uint64(0)
	for _, c := range total {
		if c != 0 {
			divisor = gcd(divisor, uint64(max(c, -c)))
		}
	}
	if divisor > 1 {
		limit = floorDiv(limit, int64(divisor))
	}
	for j, c := range total {
		if c == 0 {
			continue
		}
		if divisor > 1 {
			c /= int64(divisor)
		}
		view := p.t.cols[j].Lower()
		if c < 0 {
			view, c = view^1, -c
		}
		e.coefs, e.views = append(e.coefs, c), append(e.views, view)
	}
	e.limit = limit
	return e, true
}

func gcd(a, b uint64) uint64 {
	if a == 0 || b == 0 {
		return a | b
	}
	shift := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	for b != 0 {
		b >>= bits.TrailingZeros64(b)
		if a > b {
			a, b = b, a
		}
		b -= a
	}
	return a << shift
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// apply propagates an inequality. It returns false on a conflict.
func (p *Relaxation) apply(s *kernel.Solver, e inequality) bool {
	slack := e.limit
	for i, view := range e.views {
		slack -= e.coefs[i] * s.Bound(view)
	}
	e.at = s.Now()
	if slack < 0 {
		return s.Fail(e.reason(s, -1, 0, s.Now())...)
	}
	data := uint64(len(p.kept)) << 32
	stored := false
	for i, view := range e.views {
		least, most := s.Bound(view), -s.Bound(view^1)
		c := e.coefs[i]
		if most-least <= slack/c {
			continue
		}
		if !stored {
			p.kept = append(p.kept, e)
			stored = true
		}
		if !s.Set(kernel.Atom{View: view ^ 1, Value: -(least + slack/c)}, kernel.Data(p.id, data|uint64(i))) {
			return false
		}
	}
	return true
}

// Explain explains an atom by the inequality that set it.
func (p *Relaxation) Explain(s *kernel.Solver, a kernel.Atom, data uint64, at int32) {
	e := &p.kept[data>>32]
	for _, b := range e.reason(s, int(data&(1<<32-1)), a.Value, at) {
		s.Why(b)
	}
}

// reason returns bounds that held before the event at and imply that term but is at least value, or a contradiction if
// but is negative. They are weakened as far as the sum remains too large.
func (e *inequality) reason(s *kernel.Solver, but int, value int64, at int32) []kernel.Atom {
	excess := -e.limit - 1
	for i, view := range e.views {
		if i == but {
			excess += e.coefs[i] * (1 - value) // as if its value were one larger than the bound to explain
		} else {
			excess += e.coefs[i] * s.BoundAt(view, at)
		}
	}
	var list []kernel.Atom
	for i, view := range e.views {
		if i == but {
			continue
		}
		least, root := s.BoundAt(view, at), s.BoundAt(view, 0)
		if least == root {
			continue
		}
		spare := min(excess/e.coefs[i], least-root)
		excess -= spare * e.coefs[i]
		if spare < least-root {
			list = append(list, kernel.Atom{View: view, Value: least - spare})
		}
	}
	return list
}
