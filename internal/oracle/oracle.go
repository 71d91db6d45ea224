// Package oracle answers questions about small problems in the most obvious way, by
// listing plans one after another with the reference interpreter, and makes up
// problems at random. Tests hold engines against it.
package oracle

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"farbank/engine"
	"farbank/model"
)

// ErrTooMany says that a problem has too much to list.
var ErrTooMany = errors.New("too many plans to list")

// maxWork bounds the moves that are tried.
const maxWork = 20_000

// Plans lists the plans that a question of any kind but Any counts. Shortest plans are
// the simple plans of least cost. For Ends it lists the simple plans; see LastStates.
func Plans(p *model.Problem, q engine.Question) ([]model.Plan, error) {
	l := &lister{p: p, q: q, seen: map[string]bool{}}
	for s, err := range p.Starts(context.Background()) {
		if err == nil {
			err = l.from(s)
		}
		if err != nil {
			return nil, err
		}
	}
	if q.Plans == engine.Shortest {
		return cheapest(p, l.plans), nil
	}
	return l.plans, nil
}

func cheapest(p *model.Problem, plans []model.Plan) []model.Plan {
	better := func(x, y int64) bool {
		if p.Goals != nil && p.Goals.Maximize {
			return x > y
		}
		return x < y
	}
	var best []model.Plan
	for _, plan := range plans {
		if len(best) > 0 && better(plan.Cost, best[0].Cost) {
			best = nil
		}
		if len(best) == 0 || plan.Cost == best[0].Cost {
			best = append(best, plan)
		}
	}
	return best
}

type lister struct {
	p     *model.Problem
	q     engine.Question
	seen  map[string]bool // states on the way, for plans that repeat none
	moves []int
	cost  int64
	find  []int64
	plans []model.Plan
	work  int
}

// from lists the plans that begin in s.
func (l *lister) from(s model.State) error {
	l.find = slices.Clone(s[:l.p.NumFind])
	if l.p.Goals != nil {
		var ok bool
		var err error
		if l.cost, ok, err = l.p.Objective(l.find); err != nil || !ok {
			return err
		}
	}
	return l.visit(s)
}

func (l *lister) visit(s model.State) error {
	if l.work++; l.work > maxWork {
		return ErrTooMany
	}
	goal, err := l.p.AtGoal(s)
	if err != nil {
		return err
	}
	goal = goal || l.q.FreeEnd
	walk := l.q.Plans == engine.Walks
	if goal && (!walk || len(l.moves) == l.q.Length) {
		l.plans = append(l.plans, model.Plan{Find: l.find, Moves: slices.Clone(l.moves), Cost: l.cost})
	}
	if walk && len(l.moves) == l.q.Length || !walk && goal || !walk && l.q.Bounded && len(l.moves) == l.q.Length {
		return nil
	}
	key := fmt.Sprint(s)
	l.seen[key] = true
	defer delete(l.seen, key)
	for i, m := range l.p.Moves {
		if err := l.try(i, m, s, walk); err != nil {
			return err
		}
	}
	return nil
}

func (l *lister) try(i int, m *model.Move, s model.State, walk bool) error {
	out, err := l.p.Apply(m, s)
	if err != nil || out.Next == nil {
		return err
	}
	ok, err := l.p.Safe(out.Next)
	if err != nil || !ok || !walk && l.seen[fmt.Sprint(out.Next)] {
		return err
	}
	l.moves, l.cost = append(l.moves, i), l.cost+out.Cost
	err = l.visit(out.Next)
	l.moves, l.cost = l.moves[:len(l.moves)-1], l.cost-out.Cost
	return err
}

// LastStates returns the states that plans end in, each once with the fewest moves to it,
// sorted.
func LastStates(p *model.Problem, plans []model.Plan) ([]string, error) {
	fewest := map[string]int{}
	for _, plan := range plans {
		steps, _, err := p.VerifyWalk(plan)
		if err != nil {
			return nil, err
		}
		end := fmt.Sprint(steps[len(steps)-1].State)
		if n, ok := fewest[end]; !ok || len(plan.Moves) < n {
			fewest[end] = len(plan.Moves)
		}
	}
	var list []string
	for end, n := range fewest {
		list = append(list, fmt.Sprint(end, " after ", n))
	}
	slices.Sort(list)
	return list, nil
}

// Keys returns what tells plans apart, sorted.
func Keys(plans []model.Plan) []string {
	set := map[string]bool{}
	for _, plan := range plans {
		set[fmt.Sprint(plan.Find, plan.Moves)] = true
	}
	return slices.Sorted(maps.Keys(set))
}
