package certificate

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"math"

	"farbank/model"
)

// A boundedSearch checks a certificate with tables: it expands all reachable states in order of
// their distance, except those whose estimate shows that no goal is near enough. It must reach
// no goal.
//
// This is sufficient, because the estimate is consistent: it is at most the cost of a move plus the
// estimate after it. So no state of a path to a goal that is too near would be pruned.
type boundedSearch struct {
	ctx      context.Context
	p        *model.Problem
	l        *model.Layout
	pictures []*picture
	limit    int64 // the claim is that no plan costs less
	most     int   // maximum number of states; negative means no limit
	t        *table
	queue    costHeap
	words    []uint64
	looked   int
}

// errTooMany reports that a search reached more states than allowed.
var errTooMany = errors.New("too many states")

// searchWithin checks the claim that no plan costs less than limit. It returns an *Error if the tables do
// not show it.
func searchWithin(ctx context.Context, p *model.Problem, tables []Table, limit int64, most int) (*boundedSearch, error) {
	b := &boundedSearch{ctx: ctx, p: p, l: model.NewLayout(p), limit: limit, most: most}
	b.t, b.words = newTable(b.l.Words), make([]uint64, b.l.Words)
	if err := validTables(p, tables); err != nil {
		return nil, &Error{Why: err.Error()}
	}
	for i := range tables {
		k, err := newPicture(ctx, p, &tables[i], len(tables) == 1 || limit == math.MaxInt64, maxSeen)
		if err != nil {
			return nil, asError(err)
		}
		b.pictures = append(b.pictures, k)
	}
	return b, asError(b.run())
}

// asError converts an error about tables to an *Error.
func asError(err error) error {
	var bad *notOnce
	if errors.As(err, &bad) {
		return &Error{Why: bad.why}
	}
	return err
}

func (b *boundedSearch) run() error {
	if b.limit == 0 {
		return nil
	}
	for s, err := range b.p.Starts(b.ctx) {
		if err != nil {
			return err
		}
		if err := b.meet(s, 0); err != nil {
			return err
		}
	}
	step := b.p.NewStepper()
	state, next := make(model.State, len(b.p.Cells)), make(model.State, len(b.p.Cells))
	for b.queue.Len() > 0 {
		x := heap.Pop(&b.queue).(costly)
		if x.cost > b.t.distance[x.n] {
			continue
		}
		if b.looked++; b.looked&0xff == 0 && b.ctx.Err() != nil {
			return context.Cause(b.ctx)
		}
		b.l.Unpack(b.t.state(int(x.n)), state)
		if goal, err := b.p.AtGoal(state); err != nil {
			return err
		} else if goal {
			return &Error{Why: fmt.Sprintf("there is a plan of cost %d", x.cost)}
		}
		for _, m := range b.p.Moves {
			cost, ok, err := step.Step(m, state, next)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			if safe, err := b.p.Safe(next); err != nil {
				return err
			} else if safe {
				if err := b.meet(next, plus(x.cost, cost)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// meet queues a state unless it is known to be as near, or its estimate prunes it.
func (b *boundedSearch) meet(s model.State, cost int64) error {
	b.l.Pack(s, b.words)
	i, _ := b.t.find(b.words)
	if i >= 0 && b.t.distance[i] <= cost {
		return nil
	}
	left := int64(0)
	for _, k := range b.pictures {
		n, err := k.estimate(s)
		if err != nil {
			return err
		}
		if n == unreachable {
			return nil
		}
		left = plus(left, n)
	}
	if plus(cost, left) >= b.limit {
		return nil
	}
	if i < 0 {
		if b.t.n == math.MaxInt32-1 || b.t.n == b.most {
			return errTooMany
		}
		i = b.t.n
		b.t.add(b.words, cost)
	}
	b.t.distance[i] = cost
	heap.Push(&b.queue, costly{cost, int32(i)})
	return nil
}
