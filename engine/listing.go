package engine

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"farbank/model"
)

// A listing passes on the plans of several engines that list the same ones, each plan once. If there are too many plans,
// only the engine that found most of them goes on.
type listing struct {
	yield func(model.Plan) bool
	limit int // plans to pass on; 0 means all

	passed int
	ended  bool // no more plans are wanted
	best   *model.Plan
	given  map[planKey]int // by plan that was passed on: the engine that found it
	alone  int             // the engine that goes on alone, or -1
}

// A planKey identifies a plan. It is a cryptographic hash: different plans have different keys.
type planKey [sha256.Size]byte

const (
	maxGiven = 1 << 18 // plans that several engines list
	maxKept  = 1 << 22 // values in the plans of an engine that are kept
)

func newListing(q Question, yield func(model.Plan) bool) *listing {
	return &listing{yield: yield, limit: q.Limit, given: map[planKey]int{}, alone: -1}
}

func keyOf(plan model.Plan) planKey {
	b := binary.AppendUvarint(nil, uint64(len(plan.Find)))
	for _, x := range plan.Find {
		b = binary.AppendVarint(b, x)
	}
	for _, m := range plan.Moves {
		b = binary.AppendVarint(b, int64(m))
	}
	return sha256.Sum256(b)
}

func copyOf(plan model.Plan) model.Plan {
	plan.Find, plan.Moves = slices.Clone(plan.Find), slices.Clone(plan.Moves)
	return plan
}

// pass passes on a plan of the i-th engine if that was not done before. It reports whether more plans are wanted.
func (l *listing) pass(i int, plan model.Plan) bool {
	if l.ended {
		return false
	}
	if l.alone < 0 || len(l.given) > 0 { // the engine that goes on does not repeat its own plans
		key := keyOf(plan)
		if _, ok := l.given[key]; ok {
			return true
		}
		if l.alone < 0 {
			if l.given[key] = i; len(l.given) > maxGiven {
				l.leave()
			}
		}
	}
	if l.best == nil {
		first := copyOf(plan)
		l.best = &first
	}
	l.passed++
	l.ended = l.yield != nil && !l.yield(plan) || l.limit > 0 && l.passed >= l.limit
	return !l.ended
}

// leave leaves the list to the engine that found most plans, and forgets those.
func (l *listing) leave() {
	var counts []int
	for _, i := range l.given {
		for len(counts) <= i {
			counts = append(counts, 0)
		}
		counts[i]++
	}
	l.alone = slices.Index(counts, slices.Max(counts))
	for key, i := range l.given {
		if i == l.alone {
			delete(l.given, key)
		}
	}
}

// finish returns the answer with what was passed on in all.
func (l *listing) finish(a *Answer) *Answer {
	whole := *a
	whole.Given = l.passed
	if l.ended {
		whole.Status, whole.Reason = Solved, ""
	}
	l.ended = true
	if whole.Best = l.best; whole.Best == nil {
		return &whole
	}
	if whole.Status == Unknown {
		whole.Status = Feasible
	}
	return &whole
}

// listOptima finds the optimal value of a problem without moves, and then lists the solutions that have it. Engines that
// look for the value together help each other, and how far each of them gets depends on time; the list must not.
func (r Registry) listOptima(ctx context.Context, racers []Engine, p *model.Problem, q Question, yield func(model.Plan) bool) (*Answer, error) {
	one := q
	one.Want, one.Limit, one.Checkpoints = One, 0, q.Checkpoints.Within("value")
	first, err := r.solveAny(ctx, p, one, nil)
	if err != nil || first.Status != Solved {
		return first, err
	}
	b, optimal := model.NewBuilder(), *p
	same := model.Rule{Kind: model.Require, Text: "the objective has its optimal value", Cond: b.Eq(p.Goals.Value, b.Const(first.Best.Cost))}
	optimal.Require = append(slices.Clip(optimal.Require), same)
	q.Plans = Any
	a, err := r.Race(ctx, racers, &optimal, q, yield)
	if err == nil {
		a.Bound, a.Stats.Elapsed = first.Bound, a.Stats.Elapsed+first.Stats.Elapsed
	}
	return a, err
}
