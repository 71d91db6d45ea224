package constraint

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"farbank/constraint/kernel"
)

// headStart is how long the first worker is alone: most questions need no others.
var headStart = 20 * time.Millisecond

// mostTold bounds the clauses that workers tell each other of.
const mostTold = 1 << 18

// A crew is workers that answer one question together: each has the model in a solver of its own,
// and they tell each other of solutions, bounds and short clauses.
type crew struct {
	m         *Model
	only      *clauseSolver // has the model if it is nothing but clauses: the first worker; else nil
	objective Expr          // nil: one solution is looked for
	sign      int64
	improved  func(*Solution) bool
	end       context.CancelFunc
	news      atomic.Int64 // grows with what is worth a restart

	mu       sync.Mutex
	a        Answer
	best     *int64  // the objective of the best solution known, here or elsewhere
	values   []int64 // of that solution, by variable of the solvers; nil: it is not from here
	bound    *int64
	told     []lesson
	stats    []Stats // by worker
	over     bool
	err      error
	panicked any
}

// A lesson is a clause that a worker has learned.
type lesson struct {
	by     int
	clause []kernel.Fact
}

// A worker is one of a crew.
type worker struct {
	*crew
	i        int
	b        *building
	own      kernel.Var // variables below it are the same with all workers
	side     kernel.Side
	out      [][]kernel.Fact // not told yet
	read     int             // of told
	seen     int64           // of news
	limit    *int64          // only better objectives are looked for
	keepLast func()          // keeps what was learned; nil: another worker does
	local    *neighbourhoods // nil: this one looks everywhere
	cores    *cores          // nil: none are looked for
}

// together answers a question with several workers. sign is 1 for the least objective.
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

// work is what one worker does, from the first to the last.
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
		w.tell()
	}
	if err == nil || c.err != nil || ctx.Err() != nil {
		return
	}
	c.err = err
	if _, broken := err.(*CheckpointError); broken {
		c.end()
	} // else the others go on
}

// worker puts the model into a solver.
func (c *crew) worker(ctx context.Context, i int) (*worker, error) {
	b, err := c.m.beginUntil(ctx, c.objective)
	if err != nil {
		return nil, err
	}
	w := &worker{crew: c, i: i, b: b, own: kernel.Var(b.s.Stats().Variables), side: b.asked.Lower()}
	if c.sign < 0 {
		w.side = b.asked.Upper()
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
	w.differ()
	return w, nil
}

// share is what each worker may use of the memory; 0: there is no limit.
func (m *Model) share() int64 {
	if m.Memory <= 0 || !m.several() {
		return m.Memory
	}
	return max(m.Memory/int64(m.Workers), 1)
}

// differ gives a worker a search of its own. The first has the one that the model asks for.
func (w *worker) differ() {
	if w.i == 0 {
		if w.objective != nil {
			if w.cores = newCores(w.m, w.b, w.objective, w.side); w.cores != nil {
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
			w.local = newNeighbourhoods(w)
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

// run looks for solutions until somebody is at the end.
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

// next is one stretch of the search.
func (w *worker) next(ctx context.Context) (kernel.Status, error) {
	switch {
	case w.cores != nil:
		return w.cores.next(ctx)
	case w.local != nil:
		return w.local.next(ctx)
	}
	return w.b.s.Next(ctx)
}

// look is called often: it goes back to the root where there is news, and tells of progress.
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
	w.tell()
	p := Progress{Stats: w.sum()}
	if w.bound != nil {
		p.Bound, p.Bounded = *w.bound, true
	}
	w.m.Progress(p)
}

// sum is the work of all.
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

// exchange tells others what was learned, and learns from them. It is for level 0.
func (w *worker) exchange() {
	for _, t := range w.hear() {
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
		w.b.s.AddClause(kernel.Atom{Side: w.side, Value: w.sign * *bound})
	}
}

// hear tells, and gives what others have told.
func (w *worker) hear() []lesson {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tell()
	if w.i == 0 && w.m.Incumbent != nil && w.objective != nil {
		if v, ok := w.m.Incumbent(); ok && w.improves(v) && v >= -MaxValue && v <= MaxValue {
			w.best, w.values = &v, nil
			w.news.Add(1)
		}
	}
	news := w.told[w.read:len(w.told):len(w.told)]
	w.read = len(w.told)
	return news
}

// tell puts what the worker knows where others find it.
func (w *worker) tell() {
	w.stats[w.i] = w.b.stats()
	for _, clause := range w.out {
		if len(w.told) < mostTold {
			w.told = append(w.told, lesson{w.i, clause})
		}
	}
	w.out = w.out[:0]
	if w.objective == nil {
		return
	}
	if b := w.sign * w.b.s.BoundAt(w.side, 0); w.bound == nil || w.sign*b > w.sign**w.bound {
		w.bound = &b
	}
}

// improves reports whether an objective is better than all that is known.
func (c *crew) improves(objective int64) bool {
	return c.best == nil || c.sign*objective < c.sign**c.best
}

// found hands a solution on, and has better ones looked for. It reports whether there is to be more.
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

// exhausted ends the work: nothing better is left.
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

// better says that the objective is better than a value.
func (w *worker) better(than int64) kernel.Atom { return w.b.better(w.b.asked, w.sign < 0, than) }
