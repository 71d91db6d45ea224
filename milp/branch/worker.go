package branch

import (
	"context"
	"math"

	"farbank/milp/internal/program"
	"farbank/milp/internal/propagate"
	"farbank/milp/simplex"
)

// A worker searches nodes with its own relaxation and domain.
type worker struct {
	id       int
	t        *tree
	p        *program.Program
	lp       *simplex.Solver
	dom      *propagate.Domain
	ctx      context.Context
	x        []float64 // the solution of the relaxation
	sentLo   []float64 // bounds that the relaxation has
	sentHi   []float64
	counted  int64 // iterations reported to the tree
	mark     *simplex.Mark
	plain    *simplex.Solver // a relaxation without cuts, for repairs; or nil
	cand     []candidate
	average  float64 // iterations of a node's relaxation
	strong   int64   // iterations spent on strong branching
	solved   int64   // iterations spent on nodes
	nodes    int64
	spent    int64 // iterations of heuristics
	stopped  bool
	reduced  []float64
	snapshot []float64
	dives    int
	nextSub  int64     // node count from which neighbours are searched again
	patience int64     // nodes between two such searches
	rows     int       // of the callbacks' rows: how many the relaxation has
	costs    rootCosts // of the last relaxation
	costed   float64   // the cutoff by which the root's reduced costs were last applied
}

func newWorker(ctx context.Context, id int, t *tree, lp *simplex.Solver, dom *propagate.Domain) *worker {
	w := &worker{id: id, t: t, p: t.p, lp: lp, dom: dom, ctx: ctx, average: 10, nextSub: 20, costed: math.Inf(1), counted: lp.Iterations}
	w.x = make([]float64, t.p.N)
	w.sentLo, w.sentHi = append(w.sentLo, t.p.Lo...), append(w.sentHi, t.p.Hi...)
	return w
}

// run processes nodes until the search is over.
func (w *worker) run() {
	for {
		n := w.t.next(w.ctx, w.id)
		if n == nil {
			return
		}
		if w.load(n) {
			w.dive(n)
		}
		if w.stopped {
			return
		}
		w.t.done(w.id)
	}
}

// load goes to a node: its bounds, their propagation, its basis. It returns false if the node is
// infeasible.
func (w *worker) load(n *node) bool {
	w.dom.Back(0)
	if !w.everywhere() {
		return false
	}
	var path []*node
	for k := n; k != nil; k = k.parent {
		path = append(path, k)
	}
	for k := len(path) - 1; k >= 0; k-- {
		w.decide(path[k].set)
	}
	if !w.dom.Propagate() {
		return false
	}
	w.addRows()
	if n.basis != nil {
		w.lp.SetBasis(n.basis)
		n.basis = nil // descendants have their own
	}
	return true
}

func (w *worker) decide(set []decision) {
	for _, s := range set {
		if s.upper {
			w.dom.SetUpper(s.col, s.value)
		} else {
			w.dom.SetLower(s.col, s.value)
		}
	}
}

// send sets the bounds of the domain in the relaxation. It leaves out those that rows imply for
// continuous columns.
func (w *worker) send() {
	for j := range w.p.N {
		lo, hi := w.dom.Lo[j], w.dom.Hi[j]
		if !w.p.Integer[j] && !w.inSet(j) {
			continue
		}
		if lo != w.sentLo[j] || hi != w.sentHi[j] {
			w.lp.SetBounds(j, lo, hi)
			w.sentLo[j], w.sentHi[j] = lo, hi
		}
	}
}

func (w *worker) inSet(j int) bool { return w.p.InSet != nil && w.p.InSet[j] }

// dive solves a node, branches, and continues with one of its children, until nothing remains to
// follow.
func (w *worker) dive(n *node) {
	for n != nil {
		used := w.lp.Iterations - w.counted
		w.counted = w.lp.Iterations
		if !w.t.begin(w.ctx, w.id, n, used) {
			w.stopped = true
			return
		}
		w.nodes++
		branched := w.process(n)
		if w.stopped || branched == nil {
			return
		}
		n = w.follow(n, branched)
	}
}

// follow opens all children of a node except one, which it returns, unless none is promising.
func (w *worker) follow(n *node, b *branching) *node {
	basis := w.lp.Basis()
	first := w.child(n, b, 0, basis)
	second := w.child(n, b, 1, basis)
	w.t.push(second)
	if !w.t.promising(first.bound) {
		w.t.push(first)
		return nil
	}
	w.decide(first.set)
	if !w.dom.Propagate() {
		return nil
	}
	first.basis = nil // the relaxation has it
	return first
}

func (w *worker) child(n *node, b *branching, k int, basis *simplex.Basis) *node {
	c := &node{parent: n, set: b.sides[k], bound: b.bounds[k], depth: n.depth + 1, basis: basis, col: b.col}
	c.bound = max(c.bound, n.bound)
	if b.col >= 0 {
		c.up, c.frac = b.ups[k], b.fracs[k]
	}
	return c
}

// relax solves the relaxation at the current bounds. It returns the bound on the objective and the
// status.
func (w *worker) relax() (float64, simplex.Status) {
	w.send()
	_, cutoff := w.t.state()
	w.lp.Cutoff = cutoff - w.p.Offset
	w.lp.MaxIterations = 0
	before := w.lp.Iterations
	st := w.lp.Solve(w.ctx)
	w.solved += w.lp.Iterations - before
	w.average += 0.1 * (float64(w.lp.Iterations-before) - w.average)
	value := math.Inf(-1)
	if st == simplex.Optimal {
		value = w.lp.Objective() + w.p.Offset
		w.lp.Values(w.x)
		if value >= cutoff {
			st = simplex.Cutoff
		}
	}
	return value, st
}

// process handles one node: relaxation, reduced cost fixing, rounding, and the choice of a
// branching. It returns nil if nothing remains of the node.
func (w *worker) process(n *node) *branching {
	first := true
	for round := 0; ; round++ {
		value, st := w.relax()
		switch st {
		case simplex.Stopped:
			w.halt()
			return nil
		case simplex.Cutoff:
			w.learn(n, first, w.lp.Cutoff+w.p.Offset)
			return nil
		case simplex.Infeasible:
			return nil
		case simplex.Optimal:
		default:
			return w.blind(n)
		}
		w.learn(n, first, value)
		first = false
		n.bound = max(n.bound, value)
		if w.fixByCosts(value) {
			if !w.dom.Propagate() {
				return nil
			}
			if w.outside() && round < 10 {
				continue
			}
		}
		w.fractional()
		if len(w.cand) == 0 {
			b := w.whole(n)
			if !w.addRows() {
				return b
			}
			if round < lazyRounds {
				continue
			}
			return w.blind(n)
		}
		if w.separate(n, round) {
			continue
		}
		w.round()
		if round == 0 {
			w.seek(n)
		}
		if _, cutoff := w.t.state(); w.stopped || value >= cutoff {
			return nil
		}
		b, again := w.choose(n, value)
		if w.stopped {
			return nil
		}
		if !again {
			return b
		}
		if !w.dom.Propagate() {
			return nil
		}
	}
}

// learn updates the pseudocosts by the branching that led to a node.
func (w *worker) learn(n *node, first bool, value float64) {
	if first && n.col >= 0 && n.parent != nil && n.parent.bound > math.Inf(-1) && !math.IsInf(value, 0) {
		w.t.costs.note(n.col, n.up, n.frac, value-n.parent.bound)
	}
}

// halt ends the search.
func (w *worker) halt() {
	w.t.mu.Lock()
	w.t.limit(context.Cause(w.ctx))
	w.t.mu.Unlock()
	w.stopped = true
}

// A candidate is an integer column with a fractional value.
type candidate struct {
	col   int32
	value float64
	frac  float64
	score float64
}

// fractional collects the candidates for branching.
func (w *worker) fractional() {
	w.cand = w.cand[:0]
	for j, whole := range w.p.Integer {
		if !whole || w.dom.Lo[j] == w.dom.Hi[j] {
			continue
		}
		v := w.x[j]
		if f := v - math.Floor(v); f > Integrality && f < 1-Integrality {
			w.cand = append(w.cand, candidate{col: int32(j), value: v, frac: f})
		}
	}
}

// outside reports whether the solution of the relaxation violates the domain.
func (w *worker) outside() bool {
	for j, v := range w.x {
		if w.p.Integer[j] && (v < w.dom.Lo[j]-Integrality || v > w.dom.Hi[j]+Integrality) {
			return true
		}
	}
	return false
}

// fixByCosts tightens the bounds of integer columns by reduced costs and the cutoff. It reports
// whether anything changed.
func (w *worker) fixByCosts(value float64) bool {
	found, cutoff := w.t.state()
	if !found {
		return false
	}
	before := w.dom.Mark()
	w.reducedCosts(value).apply(w.dom, cutoff)
	return w.dom.Mark() > before
}

// whole handles a relaxation whose solution is integral. It is the best of the node if it passes
// the exact check.
func (w *worker) whole(n *node) *branching {
	if b := w.splitSet(n); b != nil {
		return b
	}
	if w.try(w.x, "relaxation") {
		// The solution may be worse than the relaxation: integers that were integral only within
		// the tolerance have been rounded (1e-6 of a large capacity, say).
		if _, cutoff := w.t.state(); n.bound >= cutoff || w.fixed() {
			return nil
		}
	}
	if w.t.added.count() > w.rows {
		return nil // with the rows that exclude the point, the node is solved again
	}
	return w.blind(n)
}

// fixed reports whether all integer columns are fixed.
func (w *worker) fixed() bool {
	for j, whole := range w.p.Integer {
		if whole && w.dom.Lo[j] < w.dom.Hi[j] {
			return false
		}
	}
	return true
}

// blind branches on any column that is not fixed, if the relaxation does not help. If all are
// fixed, the node is abandoned: as infeasible if all columns are integer, otherwise as not proven.
func (w *worker) blind(n *node) *branching {
	best := -1
	for j, whole := range w.p.Integer {
		if whole && w.dom.Lo[j] < w.dom.Hi[j] {
			if best < 0 || w.dom.Hi[j]-w.dom.Lo[j] < w.dom.Hi[best]-w.dom.Lo[best] {
				best = j
			}
		}
	}
	if best >= 0 {
		v := min(max(math.Round(w.x[best]), w.dom.Lo[best]), w.dom.Hi[best])
		if math.IsNaN(v) || v >= w.dom.Hi[best] {
			v = w.dom.Lo[best]
			if d := w.dom.Hi[best] - v; d > 2 && d < 1e9 {
				v += math.Floor(d / 2)
			} else if d >= 1e9 {
				v = max(v, -1e6)
			}
		}
		b := newBranching(int32(best), v+0.5, n.bound)
		b.col = -1
		return b
	}
	if w.p.Integers < w.p.N {
		w.t.mu.Lock()
		w.t.holes = true
		w.t.mu.Unlock()
	}
	return nil
}

// A branching is a division of a node into two parts, the one to follow first.
type branching struct {
	col    int32 // or -1
	sides  [2][]decision
	bounds [2]float64
	ups    [2]bool
	fracs  [2]float64
}

// newBranching divides by a column below and above a value.
func newBranching(col int32, value, bound float64) *branching {
	down := math.Floor(value)
	b := &branching{col: col}
	b.sides[0] = []decision{{col, true, down}}
	b.sides[1] = []decision{{col, false, down + 1}}
	b.bounds = [2]float64{bound, bound}
	b.ups = [2]bool{false, true}
	b.fracs = [2]float64{value - down, down + 1 - value}
	return b
}

// swap makes the other part the one to follow first.
func (b *branching) swap() {
	b.sides[0], b.sides[1] = b.sides[1], b.sides[0]
	b.bounds[0], b.bounds[1] = b.bounds[1], b.bounds[0]
	b.ups[0], b.ups[1] = b.ups[1], b.ups[0]
	b.fracs[0], b.fracs[1] = b.fracs[1], b.fracs[0]
}
