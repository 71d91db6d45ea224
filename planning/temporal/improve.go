package temporal

import (
	"context"
	"slices"
	"time"
)

// An Improved is a plan with times, and what is known about better ones.
type Improved struct {
	Steps    []Step // nil if none was found
	End      int64  // the makespan
	Bound    int64  // no plan has a smaller makespan
	None     bool   // there is no plan
	Expanded int
}

// Proven reports whether no plan is better.
func (i *Improved) Proven() bool { return i.Steps != nil && i.End <= i.Bound }

// Improve searches for plans with smaller and smaller makespans, until ctx is done or the lower bound
// of [Task.Bound] is met. better, which may be nil, is called with each plan.
//
// After a first plan, several searches go on in turn: two greedily, and others in the order of the
// time so far and a multiple of the time to come (weighted A*: Pohl 1970; restarts with smaller
// weights: Richter, Thayer, Ruml 2010). In two of them an action of a relaxed plan costs more the
// longer it takes (cost-sensitive relaxed plans: Richter, Westphal 2010). Each drops the moments from which no plan is better than the
// best one so far.
func Improve(ctx context.Context, t *Task, better func(Improved)) Improved {
	small, numbers := t.needed()
	whole := func(i Improved) Improved {
		i.Steps = slices.Clone(i.Steps)
		for k := range i.Steps {
			i.Steps[k].Action = numbers[i.Steps[k].Action]
		}
		return i
	}
	return whole(small.improve(ctx, func(i Improved) {
		if better != nil {
			better(whole(i))
		}
	}))
}

// improve is like Improve for a task all of whose actions are needed.
func (t *Task) improve(ctx context.Context, better func(Improved)) Improved {
	bound, possible := t.Bound()
	best := Improved{Bound: bound, None: !possible}
	if !possible {
		return best
	}
	first := Find(ctx, t)
	best.Expanded, best.None = first.Expanded, first.Plan == nil && first.Done
	offer := func(out Outcome) {
		if steps, end := t.Schedule(out); steps != nil && (best.Steps == nil || end < best.End) {
			best.Steps, best.End = steps, end
			better(best)
		}
	}
	if first.Plan == nil {
		return best
	}
	offer(first)
	var list []*search
	for _, o := range []Options{{Lengths: true}, {}, {Weight: 5}, {Weight: 5, Lengths: true}, {Weight: 2}, {Weight: 1}} {
		o.Overlap, o.MaxNodes = true, 2_000_000
		list = append(list, newSearch(t, o).within(best.End))
	}
	for slice := 100 * time.Millisecond; len(list) > 0 && !best.Proven() && ctx.Err() == nil; slice += slice / 2 {
		for i := 0; i < len(list) && !best.Proven() && ctx.Err() == nil; i++ {
			s := list[i]
			s.limit = best.End
			turn, cancel := context.WithTimeout(ctx, slice)
			before := s.expanded
			out := s.run(turn)
			over := turn.Err() == nil && out.Plan == nil
			cancel()
			if best.Expanded += s.expanded - before; out.Plan != nil {
				offer(out)
			}
			if over { // nothing is left, or there are too many nodes
				list = append(list[:i], list[i+1:]...)
				i--
			}
		}
	}
	return best
}

// within prepares a search to drop what does not end before limit.
func (s *search) within(limit int64) *search {
	s.limit, s.clock = limit, newClock(s.r)
	sum := int64(0)
	for _, d := range s.clock.takes {
		sum += d
	}
	s.unit = max(1, sum/int64(max(1, len(s.clock.takes))))
	return s
}

// place returns the place of a moment in the order of a search with a weight: an estimate of the
// makespan, in fourths of a mean duration, and the length of a relaxed plan.
func (s *search) place(m *moment, h int32, rest int64) int32 {
	w := int64(s.o.Weight)
	return int32(min(infinite, 4*(m.now+w*min(rest, never/1000))/s.unit+w*int64(h)))
}
