package relax

import (
	"context"
	"math"
	"math/bits"

	"farbank/constraint/kernel"
	"farbank/constraint/proof"
	"farbank/constraint/propagate"
	"farbank/milp/simplex"
)

// A Relaxation is a propagator that solves the linear relaxation and propagates the inequality that its dual solution
// yields.
type Relaxation struct {
	id        int32
	view      kernel.View // the objective, to be minimized
	t         *table      // nil: not built yet
	lp        *simplex.Solver
	objective int32   // column
	sign      float64 // of the objective in the program, which minimizes
	y         []float64
	kept      []inequality
	failed    inequality // the last conflict, for proofs
	w         *proof.Writer
	numbers   int64 // of inequalities in the proof
	ctx       context.Context

	wait, period int64 // fixpoints until the next solve; fixpoints between solves
	spent        int64 // work of all solves and cuts
	start, share float64
	separable    []propagate.Separable
	off          bool
	misses       int // solves without a result

	rooted  bool      // a solve at the root has found the optimum
	bound   float64   // greatest optimum at the root
	base    int       // number of rows that are no cuts
	rounds  int       // rounds of cuts left before the search goes on
	optimal bool      // the last solve found an optimum
	x       []float64 // its solution
	stale   int       // rounds of cuts in a row without effect on the bound
	cuts    int64     // number, for tests

	solves, useful int64 // numbers, for tests
}

// An inequality is a sum of rows: the sum of coefs[i] * views[i] is at most limit. All coefficients are positive.
type inequality struct {
	coefs []int64
	views []kernel.View
	limit int64
	at    int32 // length of the trail when it was made

	sum    []multiple // for proofs
	number int64      // in the proof; 0: none
}

// Limits of the effort. Work is that of [kernel.Stats].
const (
	startWork  = 2e5 // of the relaxation without regard to the search
	firstWork  = 2e5 // of the search before the relaxation is built
	firstShare = 0.3 // work of the relaxation for that of the search
	minShare   = 0.02
	maxShare   = 4
	idleShare  = 0.1 // if the optimum at the root is no better than the bound there
	maxPeriod  = 256
	maxMisses  = 40
	trySolves  = 30  // solves until it may be turned off
	rarest     = 100 // it is turned off if fewer than one solve in that many has an effect
	entryWork  = 2   // work for an entry of a row that is read
	lpWork     = 2   // work of the simplex method that counts as one
	minWork    = 1e5 // of a solve at the root, before its optimum is found
	maxWork    = 1e8 // of a solve
	nodeWork   = 1e6 // of a solve in a node
	largestSum = 1 << 59
	minFactor  = 16 // scale of the largest multiplier
)

// Add adds the relaxation of all constraints of s to s, for the objective that the view minimizes. It must be called at
// level 0, after all constraints were added. The end of ctx stops it.
//
// The relaxation is built at the first restart after some work of the search. From then on its work, that at the root
// and on cuts included, is at most a share of that of the search. The share grows with each solve that raises bounds
// or finds a conflict, and shrinks with each that does not.
func Add(ctx context.Context, s *kernel.Solver, objective kernel.View) *Relaxation {
	p := &Relaxation{view: objective, period: 1, start: startWork, share: firstShare, bound: math.Inf(-1), rounds: firstRounds, ctx: ctx}
	p.id = s.AddPropagator(p, 3)
	s.WakeAtRestart(p.id)
	s.RunAtFixpoints(p.id, true)
	return p
}

// stop turns the relaxation off. The reasons that it gave remain.
func (p *Relaxation) stop(s *kernel.Solver) {
	p.off, p.lp, p.x, p.y = true, nil, nil, nil
	s.RunAtFixpoints(p.id, false)
}

// build builds the relaxation. It returns false if no row is linked with the objective.
func (p *Relaxation) build(s *kernel.Solver) bool {
	t := newTable(s)
	t.proves = p.w != nil
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
	for c := range s.Propagators() {
		if c, ok := c.(propagate.Separable); ok {
			p.separable = append(p.separable, c)
		}
	}
	p.load()
	p.spent += entryWork * int64(t.entries)
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

// Propagate solves the linear program if that is within the share of the relaxation. Below the root it does so only at
// every period-th call.
func (p *Relaxation) Propagate(s *kernel.Solver) bool {
	if p.off {
		return true
	}
	work, root := p.left(s), s.Level() == 0
	if p.t == nil {
		switch {
		case float64(s.Stats().Work)+p.start < startWork+firstWork:
			return true
		case !root:
			s.Recall()
			return true
		case !p.build(s):
			p.stop(s)
			return true
		}
		work = p.left(s)
	}
	for n := len(p.kept); n > 0 && (p.kept[n-1].at >= s.Now() || root); n-- {
		p.drop(&p.kept[n-1])
		p.kept = p.kept[:n-1]
	}
	if root {
		return p.atRoot(s, work)
	}
	if p.wait--; p.wait > 0 || work <= 0 || !p.rooted {
		return true
	}
	p.wait = p.period
	before := s.Now()
	if ok := p.solve(s, nodeWork); !ok || s.Now() > before {
		p.useful++
		p.share = min(1.1*p.share, maxShare)
		p.period = max(p.period/2, 1)
		return ok
	}
	p.share = max(0.97*p.share, minShare)
	if (p.solves-p.useful)%4 == 0 && p.period < maxPeriod {
		p.period *= 2
	}
	p.judge(s)
	return true
}

// left returns the work that the relaxation may do now.
func (p *Relaxation) left(s *kernel.Solver) float64 {
	return p.start + p.share*float64(s.Stats().Work) - float64(p.spent)
}

// judge turns the relaxation off if it has hardly any effect.
func (p *Relaxation) judge(s *kernel.Solver) {
	if p.solves > trySolves && p.useful*rarest < p.solves {
		p.stop(s)
	}
}

// atRoot solves the linear program at level 0 and adds cuts.
func (p *Relaxation) atRoot(s *kernel.Solver, work float64) bool {
	if !p.rooted && work < max(float64(p.spent)/4, minWork) {
		return true // fewer, larger parts
	}
	for work > 0 && !p.off && p.ctx.Err() == nil {
		before := s.Now()
		if !p.solve(s, work) {
			p.useful++
			return false
		}
		effect := s.Now() > before
		if p.optimal {
			if b := p.lp.Objective(); b > p.bound+1e-6*max(1, math.Abs(b)) {
				p.bound, p.stale = b, 0
			} else {
				p.stale++
			}
		}
		switch {
		case effect:
			p.useful++
			p.share = min(1.1*p.share, maxShare)
		case p.optimal && !p.rooted:
			p.share = min(p.share, idleShare)
		default:
			p.share = max(0.9*p.share, minShare)
		}
		p.rooted = p.rooted || p.optimal
		p.judge(s)
		if work = p.left(s); work <= 0 || p.off || !p.optimal || !p.more(s) || !p.cut(s, work) {
			break
		}
		if p.rounds%4 == 3 {
			p.purge()
		}
		work = p.left(s)
	}
	if p.optimal && !p.off {
		p.purge()
	}
	return true
}

// solve solves the program with about the given work and propagates the sum of rows. It returns false on a conflict.
func (p *Relaxation) solve(s *kernel.Solver, work float64) bool {
	for j, x := range p.t.cols {
		p.lp.SetBounds(j, float64(s.Min(x)), float64(s.Max(x)))
	}
	p.lp.MaxWork = int64(lpWork * min(max(work, minWork), maxWork))
	before := p.lp.Work
	p.solves++
	status := p.lp.Solve(p.ctx)
	p.spent += int64(len(p.t.cols)+p.t.entries) + (p.lp.Work-before)/lpWork
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
		if p.misses++; p.misses > maxMisses {
			p.stop(s)
		}
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
	if scale = min(scale, (1<<40)/largest); scale*largest < minFactor {
		return inequality{}, false
	}
	total := make([]int64, len(p.t.cols))
	var e inequality
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
		side, from := r.lower, r.from[0]
		if m < 0 {
			side, from = r.upper, r.from[1]
		}
		if p.w != nil {
			e.sum = append(e.sum, multiple{max(m, -m), from})
		}
		limit -= m * side
		for k, c := range r.coefs {
			total[r.cols[k]] -= m * c
		}
	}
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
		p.drop(&p.failed)
		p.failed = e
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
