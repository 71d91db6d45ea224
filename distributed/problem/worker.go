package problem

import (
	"context"
	"fmt"
	"sync"

	"farbank"
	"farbank/engine/states"
	"farbank/model"
)

// A Worker is a problem in a worker process, with its machine code and a space for each goroutine.
type Worker struct {
	Problem *farbank.Problem
	Layout  *model.Layout

	mu      sync.Mutex
	space   *states.Space
	settled bool // it is compiled, or cannot be
	idle    []*Expander
}

// workers holds the workers of this process, by digest.
var workers = struct {
	sync.Mutex
	by map[model.Digest]*Worker
}{by: map[model.Digest]*Worker{}}

// For returns the worker of this process for a problem. If it does not exist yet, read returns the
// problem.
func For(digest model.Digest, read func() (*farbank.Problem, error)) (*Worker, error) {
	workers.Lock()
	defer workers.Unlock()
	if w := workers.by[digest]; w != nil {
		return w, nil
	}
	p, err := read()
	if err != nil {
		return nil, err
	}
	if got := p.Digest(); got != digest {
		return nil, fmt.Errorf("this worker reads the problem as %x, not %x: its program differs", got[:4], digest[:4])
	}
	s := states.New(context.Background(), p, false)
	w := &Worker{Problem: p, Layout: s.Layout, space: s}
	workers.by[digest] = w
	return w, nil
}

// Words returns the number of words of a state.
func (w *Worker) Words() int { return w.Layout.Words }

// worthCompiling is the minimum number of states for compiling.
const worthCompiling = 500

// An Expander is a space for one goroutine.
type Expander struct {
	*states.Space
	settled bool // it was created after the worker was settled
}

// Expander returns an expander for a goroutine. batch holds the states to expand.
func (w *Worker) Expander(batch []uint64) (*Expander, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(batch) / w.Layout.Words; !w.settled && n >= worthCompiling {
		w.space.Compile(batch[:min(len(batch), 256*w.Layout.Words)])
		w.settled, w.idle = true, nil
	}
	if n := len(w.idle); n > 0 {
		e := w.idle[n-1]
		w.idle = w.idle[:n-1]
		return e, nil
	}
	g, err := w.space.Fork()
	if err != nil {
		return nil, err
	}
	return &Expander{g.(*states.Space), w.settled}, nil
}

// Return returns an expander to the worker.
func (w *Worker) Return(e *Expander) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if e.settled == w.settled && len(w.idle) < 64 {
		w.idle = append(w.idle, e)
	}
}
