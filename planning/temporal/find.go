package temporal

import (
	"context"
	"slices"
	"time"
)

// Find searches for a plan until ctx is done, in turn with and without actions that overlap.
func Find(ctx context.Context, t *Task) Outcome { return find(ctx, t, 0) }

// find is like Find with a maximum number of nodes of each search.
func find(ctx context.Context, t *Task, nodes int) Outcome {
	if t.timed() {
		small, numbers := t.needed()
		out := findTimed(ctx, small, nodes)
		for i, h := range out.Plan {
			if h.Action >= 0 {
				out.Plan[i].Action = numbers[h.Action]
			}
		}
		return out
	}
	core := t.core()
	out := findShort(ctx, core, nodes)
	if out.Plan != nil && core != t && !(&shortener{t: t, acts: actionsOf(out)}).walk() { // a number becomes too large
		out = findShort(ctx, t, nodes)
	}
	return out
}

// findTimed searches for a plan where something takes time: by the searches of package planning, if they cover the task, and by
// those of this one, at the same time. It never reports that no plan exists.
func findTimed(ctx context.Context, t *Task, nodes int) Outcome {
	within, stop := context.WithCancel(ctx)
	defer stop()
	found := make(chan Outcome, 1) // not waited for after a plan: it may end later, and it writes nothing else
	over := make(chan struct{})
	c, ok := newClassical(within, t)
	go func() {
		defer close(found)
		defer close(over)
		if !ok {
			return
		}
		if list := c.find(within); list != nil {
			if out, ok := t.sequence(list); ok {
				found <- out
				stop() // the other searches
			}
		}
	}()
	overlap := newSearch(t, Options{Overlap: true, MaxNodes: nodes})
	var out Outcome
	switch {
	case ok && c.left == 0:
		out = overlap.beside(within, over)
	case len(t.Events) == 0:
		out, _ = inTurn(within, []*search{newSearch(t, Options{MaxNodes: nodes}), overlap})
	default:
		out, _ = inTurn(within, []*search{overlap})
	}
	out.Done = false
	if out.Plan != nil {
		return out
	}
	var other Outcome
	select {
	case other = <-found:
	case <-ctx.Done(): // not all of the preparation of the other search looks at it
		select {
		case other = <-found:
		default:
		}
	}
	if other.Plan != nil {
		other.Expanded = out.Expanded
		return other
	}
	return out
}

// beside is like run, but rests for half of the time after a second until another search is over.
func (s *search) beside(ctx context.Context, other <-chan struct{}) Outcome {
	for slice := time.Second; ; slice = 100 * time.Millisecond {
		turn, stop := context.WithTimeout(ctx, slice)
		out := s.run(turn)
		over := turn.Err() == nil
		stop()
		if over || out.Plan != nil || ctx.Err() != nil {
			return out
		}
		select {
		case <-ctx.Done():
			return out
		case <-other:
		case <-time.After(slice):
		}
	}
}

// findShort searches for a plan where nothing takes time. After the first plan it goes on for as long as that took, from a
// tenth of a second to two seconds, for shorter ones: by searches that drop states of plans that are not shorter, and then
// by changes of the best plan.
func findShort(ctx context.Context, t *Task, nodes int) Outcome {
	begun := time.Now()
	list := []*search{newSearch(t, Options{MaxNodes: nodes})}
	if len(list[0].r.compares) > 0 {
		list = append(list, newSearch(t, Options{Deep: true, MaxNodes: nodes}), newSearch(t, Options{Deep: true, Eager: true, MaxNodes: nodes}))
	}
	out, list := inTurn(ctx, list)
	if out.Plan == nil {
		return out
	}
	more := min(max(time.Since(begun), 100*time.Millisecond), 2*time.Second)
	if end, ok := ctx.Deadline(); ok {
		more = min(more, time.Until(end)/2) // the plan is yet to be judged
	}
	half, stop := context.WithTimeout(ctx, more/2)
	best := t.shorten(half, actionsOf(out))
	stop()
	half, stop = context.WithTimeout(ctx, more/2)
	defer stop()
	for _, w := range []int32{5, 2, 1} {
		list = append(list, newSearch(t, Options{Weight: w, MaxNodes: nodes}))
	}
	for len(list) > 0 && half.Err() == nil && !t.Priced {
		for _, s := range list {
			s.most = int32(len(best))
		}
		var next Outcome
		if next, list = inTurn(half, list); next.Plan == nil {
			break
		}
		best = t.shorten(half, actionsOf(next))
	}
	out.Plan, out.Takes = out.Plan[:0], make([]int64, len(best))
	for _, a := range best {
		out.Plan = append(out.Plan, Happening{int(a), false})
	}
	return out
}

// actionsOf returns the actions of a plan.
func actionsOf(o Outcome) []int32 {
	list := make([]int32, len(o.Plan))
	for i, h := range o.Plan {
		list[i] = int32(h.Action)
	}
	return list
}

// inTurn gives searches turns of growing length until one has a plan, and returns those that are not over.
func inTurn(ctx context.Context, list []*search) (Outcome, []*search) {
	expanded, limited := 0, false
	for slice := 200 * time.Millisecond; len(list) > 0 && ctx.Err() == nil; slice += slice / 2 {
		for i := 0; i < len(list) && ctx.Err() == nil; i++ {
			s := list[i]
			turn := slice
			if len(list) == 1 {
				turn = time.Hour
			}
			if s.o.Deep && s.most == 0 { // two of them get as much as the first one
				turn /= 2
			}
			within, cancel := context.WithTimeout(ctx, turn)
			out := s.run(within)
			over := within.Err() == nil // nothing is left, or there are too many nodes
			cancel()
			limited = limited || over && !out.Done
			switch {
			case out.Plan != nil || out.Done && s.complete():
				out.Expanded += expanded
				return out, list
			case over || out.Done:
				expanded += out.Expanded
				list = slices.Delete(list, i, i+1)
				i--
			}
		}
	}
	return Outcome{Expanded: expanded, Done: len(list) == 0 && !limited}, list
}
