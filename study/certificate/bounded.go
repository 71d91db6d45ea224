package certificate

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"math"

	"farbank/model"
)

// A boundedSearch is how a certificate with tables is checked: all states are looked at
// that can be reached, nearest first, but for those from which the tables show that no goal
// is near enough. No goal may be among them.
//
// That is enough: the bound of a state is at most the cost of any move and the bound after
// it, so on the way to a goal that is too near no state would have been left out.
type boundedSearch struct {
	ctx      context.Context
	p        *model.Problem
	l        *model.Layout
	pictures []*picture
	limit    int64 // plans that cost less are looked for
	most     int   // states that may be met; below 0: any number
	t        *table
	queue    costHeap
	words    []uint64
	looked   int
}

// errTooMany is why a search ended.
var errTooMany = errors.New("too many states")

// searchWithin checks a claim: no plan costs less than a limit. The error is an *Error if
// that is not shown.
func searchWithin(ctx context.Context, p *model.Problem, tables []Table, limit int64, most int) (*boundedSearch, error) {
	b := &boundedSearch{ctx: ctx, p: p, l: model.NewLayout(p), limit: limit, most: most}
	b.t, b.words = newTable(b.l.Words), make([]uint64, b.l.Words)
	if err := validTables(p, tables); err != nil {
		return nil, &Error{Why: err.Error()}
	}
	for i := range tables {
		k, err := newPicture(ctx, p, &tables[i], len(tables) == 1 || limit == math.MaxInt64, mostSeen)
		if err != nil {
			return nil, told(err)
		}
		b.pictures = append(b.pictures, k)
	}
	return b, told(b.run())
}

// told makes what is wrong with tables an *Error.
func told(err error) error {
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

// meet queues a state, unless it is known to be as near or nothing good can come of it.
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
