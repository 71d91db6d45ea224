package constraint

import (
	"context"
	"errors"

	"farbank/constraint/kernel"
)

// turnLength is the number of conflicts of a turn of the whole space.
var turnLength int64 = 500

// Limits of the turns of one worker.
const (
	turnWork  = 20000000 // propagations of the whole space
	firstWork = 1 << 19  // the same at first; it doubles
	maxShare  = 2.0      // propagations of neighbourhoods for each of the whole space
	minShare  = 0.05
	evenShare = 0.4 // if neither search improves the solution
)

// turns divides the work of one worker between the search of the whole space and neighbourhoods of its best solution.
// The share of the neighbourhoods grows as long as they improve the objective more for their work than the search of
// the whole space does, and shrinks otherwise. Work is counted in propagations, so the search is deterministic.
type turns struct {
	o      *climb
	n      *neighbourhoods
	first  *first // until there is a solution
	own    kernel.Var
	values []int64 // the best solution; nil: none yet
	best   int64   // its objective

	share float64 // propagations of neighbourhoods for each of the whole space
	local bool    // the current turn is one of neighbourhoods
	left  int64   // conflicts left of a turn of the whole space
	work  int64   // propagations of the turn
	limit int64   // of propagations of the turn
	most  int64   // limit of a turn of the whole space
	gain  float64 // improvement of the objective in the turn
	whole float64 // improvement by propagation in the last turn of the whole space
	tries int
}

func newTurns(o *climb, own kernel.Var) *turns {
	return &turns{o: o, own: own, first: newFirst(o.m, o.b), share: 0.5, left: turnLength, limit: firstWork, most: firstWork}
}

// keep records the current solution.
func (t *turns) keep() {
	s := t.o.b.s
	if t.values == nil {
		t.values = make([]int64, t.own)
	} else {
		t.gain += float64(max(t.best-t.o.a.Objective, t.o.a.Objective-t.best))
	}
	t.best = t.o.a.Objective
	for x := range t.values {
		t.values[x] = s.Min(kernel.Var(x))
	}
}

// next returns when a solution is found or the whole space is exhausted.
func (t *turns) next(ctx context.Context) (kernel.Status, error) {
	s := t.o.b.s
	for {
		before := s.Stats()
		var status kernel.Status
		var err error
		if t.local {
			status, err = t.nearby(ctx)
		} else {
			status, err = t.everywhere(ctx)
			t.left -= s.Stats().Conflicts - before.Conflicts
		}
		t.work += s.Stats().Propagations - before.Propagations
		if !errors.Is(err, kernel.ErrBudget) {
			if err == nil && status == kernel.Exhausted {
				err = t.o.b.recorder.flush()
			}
			return status, err
		}
		if t.work >= t.limit || !t.local && t.left <= 0 {
			t.change()
		}
	}
}

// everywhere continues the search of the whole space.
func (t *turns) everywhere(ctx context.Context) (kernel.Status, error) {
	s, most := t.o.b.s, max(t.left, 1)
	if t.values == nil {
		return t.first.next(ctx, func() (kernel.Status, error) { return t.within(ctx, 0) })
	}
	s.Effort(max(t.limit-t.work, 1))
	return t.within(ctx, most)
}

// within searches the whole space for at most the given number of conflicts; 0 means no limit.
func (t *turns) within(ctx context.Context, most int64) (kernel.Status, error) {
	s := t.o.b.s
	if t.o.cores != nil {
		return t.o.cores.within(ctx, most)
	}
	s.Budget(most)
	return s.Next(ctx)
}

// nearby searches a neighbourhood.
func (t *turns) nearby(ctx context.Context) (kernel.Status, error) {
	s := t.o.b.s
	s.Restart()
	if s.Refuted() {
		return kernel.Exhausted, nil
	}
	t.tries++
	t.work++ // a try without propagations counts too
	s.Turn(t.tries%2 == 0)
	s.Effort(max(t.limit-t.work, t.limit/8, 1))
	return t.n.search(ctx, t.values, stretch)
}

// change begins the next turn.
func (t *turns) change() {
	s := t.o.b.s
	s.Restart()
	rate := t.gain / float64(max(t.work, 1))
	work := t.work
	t.gain, t.work = 0, 0
	if t.local {
		switch near, whole := rate, t.whole; {
		case near > whole:
			t.share = min(1.5*t.share, maxShare)
		case whole > near:
			t.share = max(t.share/1.5, minShare)
		default: // neither
			t.share += 0.1 * (evenShare - t.share)
		}
		t.most = min(2*t.most, turnWork)
		t.local, t.left, t.limit = false, turnLength+s.Stats().Conflicts/32, t.most
		return
	}
	t.whole = rate
	t.left = turnLength
	if t.values == nil || s.Refuted() {
		return
	}
	if t.n == nil {
		t.n = newNeighbourhoods(t.o.m, t.o.b, t.own, t.o.view, 0)
	}
	if len(t.n.arms) > 0 {
		t.local, t.limit = true, int64(t.share*float64(work))
	}
}
