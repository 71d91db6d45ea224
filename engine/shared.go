package engine

import (
	"slices"
	"sync"

	"farbank/model"
)

// A Shared is what engines that work on one question at the same time know: the best plan so far and the proven
// bound on the cost. A nil *Shared ignores everything. It is safe for concurrent use.
type Shared struct {
	mu       sync.Mutex
	maximize bool
	plan     *model.Plan
	bound    *int64
	changed  func() // called when the bound meets the cost of the plan
}

// Offer adds a plan with its cost. It is kept if it is better than those before; it need not be judged yet.
func (s *Shared) Offer(plan model.Plan) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.plan == nil || s.better(plan.Cost, s.plan.Cost) {
		plan.Find, plan.Moves = slices.Clone(plan.Find), slices.Clone(plan.Moves)
		s.plan = &plan
		s.settle()
	}
}

// known returns the cost of the best plan and the bound; each may be nil.
func (s *Shared) known() (best, bound *int64) {
	if s == nil {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.plan != nil {
		cost := s.plan.Cost
		best = &cost
	}
	if s.bound != nil {
		least := *s.bound
		bound = &least
	}
	return best, bound
}

// Prove adds the bound that no plan costs less (more, when maximizing).
func (s *Shared) Prove(bound int64) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bound == nil || s.better(*s.bound, bound) {
		s.bound = &bound
		s.settle()
	}
}

// better reports whether cost a is better than cost b.
func (s *Shared) better(a, b int64) bool {
	if s.maximize {
		return a > b
	}
	return a < b
}

func (s *Shared) settle() {
	if s.changed != nil && s.settled() {
		s.changed()
	}
}

func (s *Shared) settled() bool {
	return s.plan != nil && s.bound != nil && !s.better(*s.bound, s.plan.Cost)
}

// Best returns the best plan offered so far.
func (s *Shared) Best() (plan model.Plan, ok bool) {
	if s == nil {
		return plan, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.plan == nil {
		return plan, false
	}
	return *s.plan, true
}

// Bound returns the proven bound, or nil.
func (s *Shared) Bound() *int64 {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bound
}

// settleWith adds what is shared to an answer: a better plan, a better bound, and a proof if the two
// meet.
func (s *Shared) settleWith(a *Answer) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.plan != nil && (a.Best == nil || s.better(s.plan.Cost, a.Best.Cost)) && a.Status != Solved && a.Status != None {
		a.Best, a.Status = s.plan, Feasible
	}
	if s.bound != nil && (a.Bound == nil || s.better(*a.Bound, *s.bound)) {
		a.Bound = s.bound
	}
	if s.settled() {
		a.Status, a.Reason, a.Best, a.Bound = Solved, "", s.plan, &s.plan.Cost
	}
}
