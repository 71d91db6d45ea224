package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sync"

	"farbank/model"
)

// A listing passes on the plans of several engines that list the same ones, each plan once. The plans of the
// first engine are passed on at once, so that their order does not depend on time. Those of the others are kept
// and passed on at the end. If there are too many plans, only the first engine goes on.
type listing struct {
	yield func(model.Plan) bool
	limit int // plans to pass on; 0 means all

	mu     sync.Mutex
	passed int
	ended  bool // no more plans are wanted
	best   *model.Plan
	given  map[planKey]struct{}
	kept   []model.Plan
	size   int  // values of the plans in kept
	alone  bool // only the plans of the first engine are taken
}

// A planKey identifies a plan. It is a cryptographic hash: different plans have different keys.
type planKey [sha256.Size]byte

const (
	maxGiven = 1 << 18 // plans of the first engine beside which others list
	maxKept  = 1 << 22 // values in the plans of the others
)

func newListing(q Question, yield func(model.Plan) bool) *listing {
	return &listing{yield: yield, limit: q.Limit, given: map[planKey]struct{}{}}
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

// yieldOf returns the function that takes the plans of the i-th engine, or nil if l is nil.
func (l *listing) yieldOf(i int) func(model.Plan) bool {
	if l == nil {
		return nil
	}
	return func(plan model.Plan) bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		if i == 0 {
			return l.pass(plan)
		}
		return l.keep(plan)
	}
}

// pass passes on a plan if that was not done before. It reports whether more plans are wanted.
func (l *listing) pass(plan model.Plan) bool {
	if l.ended {
		return false
	}
	if !l.alone {
		key := keyOf(plan)
		if _, ok := l.given[key]; ok {
			return true
		}
		if l.given[key] = struct{}{}; len(l.given) > maxGiven {
			l.stopOthers()
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

// keep keeps a plan of another engine. It reports whether more plans are wanted.
func (l *listing) keep(plan model.Plan) bool {
	if l.ended || l.alone {
		return false
	}
	if l.size += len(plan.Find) + len(plan.Moves) + 1; l.size > maxKept {
		l.stopOthers()
		return false
	}
	l.kept = append(l.kept, copyOf(plan))
	return true
}

func (l *listing) stopOthers() { l.alone, l.given, l.kept = true, nil, nil }

// incomplete reports whether the i-th engine was stopped because there are too many plans.
func (l *listing) incomplete(i int) bool {
	if l == nil || i == 0 {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.alone
}

// finish passes on the plans that were kept and returns the answer with what was passed on in all.
func (l *listing) finish(a *Answer) *Answer {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, plan := range l.kept {
		if !l.pass(plan) {
			break
		}
	}
	l.ended = true
	whole := *a
	whole.Given = l.passed
	if whole.Best = l.best; whole.Best == nil {
		return &whole
	}
	if whole.Status == Unknown {
		whole.Status = Feasible
	}
	return &whole
}
