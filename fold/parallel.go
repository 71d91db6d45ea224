package fold

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// RunParallel is like RunContext with several goroutines (workers; 0 means GOMAXPROCS). The
// result is that of Run for every associative monoid: results of parts of the tree are
// combined in the order of the tree. Children and Value are called by several goroutines at
// a time. When a part is full by itself, the parts after it stop. RunParallel returns ErrDeep
// if the tree is deeper than [MaxDepth].
//
// An idle worker steals the oldest task of another, which is the largest (Blumofe and
// Leiserson 1999).
func (t Search[S, M]) RunParallel(ctx context.Context, workers int, s S) (M, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p := &pool[S, M]{Search: t, ctx: ctx, fail: cancel}
	root := &join[S, M]{parts: make([]M, 1), open: 1}
	for range workers {
		p.workers = append(p.workers, &deque[S, M]{})
	}
	p.scatter([]task[S, M]{{state: s, into: root}})
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() { p.work(i) })
	}
	wg.Wait()
	return root.parts[0], context.Cause(ctx)
}

// maxCut is the depth below which subtrees are not cut into tasks.
const maxCut = 1 << 10

// tasksEach is the number of initial tasks for each worker.
const tasksEach = 64

// maxChildren is the largest number of children that become tasks of their own. A state with
// more, perhaps infinitely many, is a single task.
const maxChildren = 1 << 20

// errSkipped ends a task whose result is not needed any more.
var errSkipped = errors.New("a part before is full")

// A task is the subtree of a state; its result is a part of a join.
type task[S, M any] struct {
	state S
	into  *join[S, M]
	part  int
	whole bool // not to be cut
}

// A join waits for the results of a state's children. The worker that stores the last one
// combines them all and passes the result on.
type join[S, M any] struct {
	mu    sync.Mutex
	own   M
	parts []M
	open  int
	full  int // the first part that is full by itself; later parts do not matter
	up    *join[S, M]
	at    int
	depth int
}

type pool[S, M any] struct {
	Search[S, M]
	ctx     context.Context
	fail    func(error)
	workers []*deque[S, M]
	pending atomic.Int64 // unfinished tasks
	idle    atomic.Int32 // workers without a task
}

// work runs tasks until none is left.
func (p *pool[S, M]) work(i int) {
	idle := false
	for p.pending.Load() > 0 && p.ctx.Err() == nil {
		t, ok := p.workers[i].pop()
		for k := 1; !ok && k < len(p.workers); k++ {
			t, ok = p.workers[(i+k)%len(p.workers)].steal()
		}
		if !ok {
			if !idle {
				idle = true
				p.idle.Add(1)
			}
			runtime.Gosched()
			continue
		}
		if idle {
			idle = false
			p.idle.Add(-1)
		}
		p.do(i, t)
		p.pending.Add(-1)
	}
}

// scatter cuts the tree, level by level, until there are enough tasks for all workers.
func (p *pool[S, M]) scatter(tasks []task[S, M]) {
	enough := tasksEach * len(p.workers)
	for depth := 0; len(tasks) > 0 && len(tasks) < enough && depth < maxCut && p.ctx.Err() == nil; depth++ {
		var next []task[S, M]
		for _, t := range tasks {
			if t.whole || len(next) >= enough {
				next = append(next, t)
			} else {
				next = append(next, p.cut(t)...)
			}
		}
		tasks = next
	}
	p.pending.Store(int64(len(tasks)))
	for k := len(tasks) - 1; k >= 0; k-- { // each worker gets consecutive tasks, the first on top
		p.workers[k*len(p.workers)/len(tasks)].push(tasks[k])
	}
}

// cut returns a task for each child of t. It finishes t and returns nil if t has no children
// or they do not matter.
func (p *pool[S, M]) cut(t task[S, M]) []task[S, M] {
	own := p.Value(t.state)
	full := p.Monoid.Full != nil && p.Monoid.Full(own)
	var states []S
	if !full {
		p.Children(t.state, func(s S) bool {
			states = append(states, s)
			return len(states) <= maxChildren && (len(states)%lookEach != 0 || p.ctx.Err() == nil && !t.into.skips(t.part))
		})
	}
	switch {
	case t.into.skips(t.part):
		t.into.done(p.Monoid, t.part, p.Monoid.Empty())
		return nil
	case len(states) == 0:
		t.into.done(p.Monoid, t.part, p.Monoid.Combine(p.Monoid.Empty(), own))
		return nil
	case len(states) > maxChildren:
		t.whole = true
		return []task[S, M]{t}
	}
	j := &join[S, M]{own: own, parts: make([]M, len(states)), open: len(states), full: len(states), up: t.into, at: t.part, depth: t.into.depth + 1}
	tasks := make([]task[S, M], len(states))
	for k, s := range states {
		tasks[k] = task[S, M]{state: s, into: j, part: k}
	}
	return tasks
}

// do computes the result of t. If a worker is idle and this one has no other tasks, it cuts t
// instead.
func (p *pool[S, M]) do(i int, t task[S, M]) {
	if t.into.skips(t.part) {
		t.into.done(p.Monoid, t.part, p.Monoid.Empty())
		return
	}
	if !t.whole && p.idle.Load() > 0 && p.workers[i].n.Load() == 0 && t.into.depth < maxCut {
		tasks := p.cut(t)
		p.pending.Add(int64(len(tasks)))
		for k := len(tasks) - 1; k >= 0; k-- {
			p.workers[i].push(tasks[k])
		}
		return
	}
	r := &runner[S, M]{Search: p.Search, acc: p.Monoid.Empty(), ctx: p.ctx, depth: t.into.depth}
	r.skip = func() bool { return t.into.skips(t.part) }
	r.visit(t.state)
	if r.err != nil && r.err != errSkipped {
		p.fail(r.err)
	}
	t.into.done(p.Monoid, t.part, r.acc)
}

// skips reports whether a part does not matter any more because one before it is full.
func (j *join[S, M]) skips(part int) bool {
	for ; j.up != nil; j, part = j.up, j.at {
		j.mu.Lock()
		skip := part > j.full
		j.mu.Unlock()
		if skip {
			return true
		}
	}
	return false
}

// done stores the result of a part. It passes the combined result on if the part was the last.
func (j *join[S, M]) done(m Monoid[M], part int, result M) {
	for {
		j.mu.Lock()
		j.parts[part] = result
		j.open--
		if m.Full != nil && m.Full(result) {
			j.full = min(j.full, part)
		}
		last := j.open == 0
		j.mu.Unlock()
		if !last || j.up == nil {
			return
		}
		result = m.Combine(m.Empty(), j.own)
		for _, r := range j.parts {
			if m.Full != nil && m.Full(result) {
				break
			}
			result = m.Combine(result, r)
		}
		j, part = j.up, j.at
	}
}

// A deque holds the tasks of a worker.
type deque[S, M any] struct {
	mu    sync.Mutex
	tasks []task[S, M]
	n     atomic.Int32
}

func (d *deque[S, M]) push(t task[S, M]) {
	d.mu.Lock()
	d.tasks = append(d.tasks, t)
	d.n.Store(int32(len(d.tasks)))
	d.mu.Unlock()
}

// pop removes the newest task.
func (d *deque[S, M]) pop() (task[S, M], bool) { return d.take(false) }

// steal removes the oldest task.
func (d *deque[S, M]) steal() (task[S, M], bool) { return d.take(true) }

// take removes the oldest or the newest task, and returns false if there is no task.
func (d *deque[S, M]) take(oldest bool) (t task[S, M], ok bool) {
	if d.n.Load() == 0 {
		return t, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	n := len(d.tasks)
	if n == 0 {
		return t, false
	}
	if oldest {
		t, d.tasks = d.tasks[0], d.tasks[1:]
	} else {
		t, d.tasks = d.tasks[n-1], d.tasks[:n-1]
	}
	d.n.Store(int32(len(d.tasks)))
	return t, true
}
