package constraint

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"farbank/constraint/kernel"
	"farbank/constraint/sat"
	"farbank/solver"
)

// headStart is the time that the first worker runs alone, since most problems are easy.
var headStart = 20 * time.Millisecond

// maxExported bounds the number of clauses that workers share.
const maxExported = 1 << 18

// A crew is a parallel portfolio of workers for one call. Each worker has a solver of its own; they share solutions,
// bounds and short clauses.
type crew struct {
	m         *Model
	only      *sat.Solver // the SAT solver of the first worker if the model consists of clauses only; else nil
	objective Expr        // nil: any solution will do
	sign      int64
	improved  func(*Solution) bool
	end       context.CancelFunc
	news      atomic.Int64 // incremented by results that are worth a restart

	mu       sync.Mutex
	a        Answer
	best     *int64  // objective of the best solution known, here or elsewhere
	values   []int64 // that solution by solver variable; nil: found elsewhere
	bound    *int64
	shared   []sharedClause
	stats    []Stats // by worker
	over     bool
	err      error
	panicked any
}

// A sharedClause is a clause that a worker has learned.
type sharedClause struct {
	by     int
	clause []kernel.Fact
}

// A worker is a member of a crew.
type worker struct {
	*crew
	i        int
	b        *building
	own      kernel.Var // variables below it are the same for all workers
	view     kernel.View
	out      [][]kernel.Fact // not shared yet
	read     int             // number of shared clauses read
	seen     int64           // value of news seen
	limit    *int64          // only better objectives are searched for
	keepLast func()          // saves what was learned; nil: another worker does
	local    *neighbourhoods // nil: without large-neighbourhood search
	cores    *cores          // nil: without core-guided bounds
}

// together solves with several workers. sign is 1 to minimize.
func (m *Model) together(ctx context.Context, c *crew) (Answer, error) {
	caller := ctx
	ctx, end := context.WithCancel(ctx)
	defer end()
	c.m, c.end, c.stats = m, end, make([]Stats, m.Workers)
	var all sync.WaitGroup
	for i := range m.Workers {
		all.Go(func() { c.work(ctx, i) })
	}
	all.Wait()
	if c.panicked != nil {
		panic(c.panicked)
	}
	c.a.Stats = c.sum()
	switch {
	case c.over:
		return c.a, nil
	case c.err == nil:
		c.err = caller.Err()
	}
	if c.bound != nil {
		c.a.Bound = *c.bound
	}
	return c.a, c.err
}

// work runs one worker.
func (c *crew) work(ctx context.Context, i int) {
	defer func() {
		if r := recover(); r != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.panicked = r
			c.end()
		}
	}()
	if i > 0 {
		select {
		case <-ctx.Done():
			return
		case <-time.After(headStart):
		}
	}
	var w *worker
	var err error
	if i == 0 && c.only != nil {
		err = c.clauses(ctx)
	} else if w, err = c.worker(ctx, i); err == nil {
		err = w.run(ctx)
	}
	if err != nil && w != nil && w.keepLast != nil && ctx.Err() != nil {
		w.keepLast()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if w != nil {
		w.publish()
	}
	if err == nil || c.err != nil || ctx.Err() != nil {
		return
	}
	c.err = err
	if _, broken := err.(*solver.CheckpointError); broken {
		c.end()
	} // otherwise the other workers continue
}

// worker translates the model into a solver.
func (c *crew) worker(ctx context.Context, i int) (*worker, error) {
	b, err := c.m.beginUntil(ctx, c.objective)
	if err != nil {
		return nil, err
	}
	w := &worker{crew: c, i: i, b: b, own: kernel.Var(b.s.Stats().Variables), view: b.asked.Lower()}
	if c.sign < 0 {
		w.view = b.asked.Upper()
	}
	b.s.LimitMemory(c.m.share())
	b.s.Export(func(clause []kernel.Fact) { w.out = append(w.out, clause) })
	b.s.OnRestart(w.exchange)
	if i == 0 {
		known, err := c.m.restore(b, w.own)
		if err != nil {
			return nil, err
		}
		known.teach(b.s)
		w.keepLast = c.m.keeps(b, w.own, w.exchange, &c.mu)
	}
	b.s.OnWork(w.look)
	w.differ(ctx)
	return w, nil
}

// share returns the memory limit of a worker in bytes; 0 means no limit.
func (m *Model) share() int64 {
	if m.Memory <= 0 || !m.several() {
		return m.Memory
	}
	return max(m.Memory/int64(m.Workers), 1)
}

// differ diversifies the search of a worker. The first worker keeps the search of the model.
func (w *worker) differ(ctx context.Context) {
	if w.i == 0 {
		if w.objective != nil {
			w.m.relax(ctx, w.b, w.view)
			if w.cores = newCores(w.m, w.b, w.objective, w.view); w.cores != nil {
				w.cores.memory = w.m.share()
			}
		}
		return
	}
	s := w.b.s
	s.SetRestarts(nil)
	switch w.i % 4 {
	case 1:
		if w.objective != nil {
			w.local = newNeighbourhoods(w.m, w.b, w.own, w.view, w.i)
		}
		s.SetAsked(false, !w.m.Free)
	case 2:
		s.SetAsked(false, false)
		s.SetTurns(2)
	default:
		s.SetAsked(false, true)
	}
	s.SetStyle(kernel.Style{
		Restart: []int64{64, 32, 256, 100}[w.i%4],
		High:    w.i%4 == 3,
		Last:    w.i%8 >= 3 && w.i%8 < 7,
	})
}

// run searches until some worker has finished.
func (w *worker) run(ctx context.Context) error {
	w.exchange()
	for {
		status, err := w.next(ctx)
		switch {
		case errors.Is(err, kernel.ErrBudget):
			continue
		case err != nil:
			return err
		case status == kernel.Exhausted:
			w.exhausted()
			return nil
		}
		if !w.found() {
			return nil
		}
	}
}

// next runs one stretch of the search.
func (w *worker) next(ctx context.Context) (kernel.Status, error) {
	switch {
	case w.cores != nil:
		return w.cores.next(ctx)
	case w.local != nil:
		return w.nextNear(ctx)
	}
	return w.b.s.Next(ctx)
}

// look is called often. It restarts the search if there is news, and reports progress.
func (w *worker) look() {
	if n := w.news.Load(); n != w.seen {
		w.seen = n
		w.b.s.Recall()
	}
	if w.i > 0 || w.m.Progress == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.publish()
	p := Progress{Stats: w.sum()}
	if w.bound != nil {
		p.Bound, p.Bounded = *w.bound, true
	}
	w.m.Progress(p)
}

// sum returns the total statistics.
func (c *crew) sum() Stats {
	var sum Stats
	for _, s := range c.stats {
		sum.Conflicts += s.Conflicts
		sum.Decisions += s.Decisions
		sum.Propagations += s.Propagations
		sum.Restarts += s.Restarts
		sum.Learned += s.Learned
		sum.Variables = max(sum.Variables, s.Variables)
		sum.Propagators = max(sum.Propagators, s.Propagators)
		sum.Literals = max(sum.Literals, s.Literals)
	}
	return sum
}

// exchange shares what was learned, and imports what others have learned. It must be called at level 0.
func (w *worker) exchange() {
	for _, t := range w.receive() {
		if t.by != w.i {
			w.b.s.Import(t.clause)
		}
	}
	if w.objective == nil {
		return
	}
	w.mu.Lock()
	best, bound := w.best, w.bound
	w.mu.Unlock()
	if best != nil && best != w.limit {
		w.limit = best
		w.b.s.AddClause(w.better(*best))
	}
	if bound != nil {
		w.b.s.AddClause(kernel.Atom{View: w.view, Value: w.sign * *bound})
	}
}

// receive publishes and returns the new clauses of all workers.
func (w *worker) receive() []sharedClause {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.publish()
	if w.i == 0 && w.m.Incumbent != nil && w.objective != nil {
		if v, ok := w.m.Incumbent(); ok && w.improves(v) && v >= -MaxValue && v <= MaxValue {
			w.best, w.values = &v, nil
			w.news.Add(1)
		}
	}
	news := w.shared[w.read:len(w.shared):len(w.shared)]
	w.read = len(w.shared)
	return news
}

// publish makes the worker's clauses, statistics and bound available to others.
func (w *worker) publish() {
	w.stats[w.i] = w.b.stats()
	for _, clause := range w.out {
		if len(w.shared) < maxExported {
			w.shared = append(w.shared, sharedClause{w.i, clause})
		}
	}
	w.out = w.out[:0]
	if w.objective == nil {
		return
	}
	if b := w.sign * w.b.s.BoundAt(w.view, 0); w.bound == nil || w.sign*b > w.sign**w.bound {
		w.bound = &b
	}
}

// improves reports whether an objective is better than the best known one.
func (c *crew) improves(objective int64) bool {
	return c.best == nil || c.sign*objective < c.sign**c.best
}

// found publishes a solution and restricts the search to better ones. It reports whether to continue.
func (w *worker) found() bool {
	sol := w.b.solution()
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.over || w.err != nil && errors.Is(w.err, context.Canceled):
		return false
	case w.objective == nil:
		w.over, w.a.Status, w.a.Solution = true, Feasible, sol
		w.end()
		return false
	}
	sol.Objective = w.b.s.Min(w.b.asked)
	if w.improves(sol.Objective) {
		w.best, w.a.Status, w.a.Solution = &sol.Objective, Feasible, sol
		w.values = make([]int64, w.own)
		for x := range w.values {
			w.values[x] = w.b.s.Min(kernel.Var(x))
		}
		w.news.Add(1)
		w.seen++
		if w.improved != nil && !w.improved(sol) {
			w.err = context.Canceled
			w.end()
			return false
		}
	}
	w.limit = w.best
	w.b.s.Improve(w.better(*w.best))
	return true
}

// exhausted ends the work, since no better solution exists.
func (w *worker) exhausted() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return
	}
	w.over = true
	switch {
	case w.best == nil:
		w.a.Status = Infeasible
	default:
		w.a.Status, w.a.Bound = Optimal, *w.best
	}
	w.end()
}

// better returns the atom that the objective is better than a value.
func (w *worker) better(than int64) kernel.Atom { return w.b.better(w.b.asked, w.sign < 0, than) }
