package fold

import (
	"context"
	"errors"
	"math/big"

	"farbank/engine"
	"farbank/engine/search/assign"
	"farbank/fold"
	"farbank/model"
	"farbank/model/native"
)

// An assignment is the values of the first k find cells, packed.
type assignment struct {
	words [maxWords]uint64
	k     int
}

// assignments answers a question about a problem without moves.
func (s *solver) assignments() (err error) {
	l := model.NewLayout(s.p)
	code, err := native.CompileAssignments(s.ctx, s.p, l, assign.Conditions(s.p, s.q.FreeEnd))
	if err != nil && s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	if err != nil {
		return &engine.Refusal{Engine: "fold", Why: err.Error()}
	}
	defer code.Close(context.Background())
	u := &unfolder{p: s.p, layout: l, code: code}
	defer func() { err = errors.Join(err, u.err) }()
	if s.p.Goals != nil && s.q.Plans == engine.Shortest {
		return s.best(u)
	}
	if s.q.Want == engine.Count {
		return s.count(u)
	}
	_, err = fold.Search[assignment, bool]{Children: u.children, Monoid: fold.Or, Value: func(a assignment) bool {
		return u.full(a) && s.pass(s.planOf(u, a))
	}}.RunContext(s.ctx, assignment{})
	return err
}

// maxBelow limits the assignments that machine code tries in one call, which cannot be
// interrupted.
const maxBelow = 1 << 26

// count unfolds the first cells and lets machine code count the values of the last ones.
func (s *solver) count(u *unfolder) error {
	depth := s.p.NumFind
	for below := int64(1); depth > 0; depth-- {
		n := s.p.Cells[depth-1].Span()
		if n > maxBelow/below {
			break
		}
		below *= n
	}
	n, err := fold.Search[assignment, *big.Int]{Monoid: fold.BigSum(), Children: func(a assignment, child func(assignment) bool) {
		if a.k < depth {
			u.children(a, child)
		}
	}, Value: func(a assignment) *big.Int {
		if a.k < depth {
			return nil
		}
		var n uint64
		u.with(func(t *native.Tester) (err error) {
			n, err = t.Count(a.k, a.words[:u.layout.Words])
			return err
		})
		return new(big.Int).SetUint64(n)
	}}.RunParallel(s.ctx, s.q.Workers, assignment{})
	if n == nil {
		n = new(big.Int)
	}
	s.a.Count = n
	return err
}

// best folds by the best value of the objective. For more than one solution it searches
// again for all with that value.
func (s *solver) best(u *unfolder) error {
	value := func(a assignment) (int64, bool) {
		if !u.full(a) {
			return 0, false
		}
		v, ok, err := s.p.Objective(u.find(a))
		u.fail(err)
		if s.p.Goals.Maximize {
			v = ^v // which reverses the order within 64 bits
		}
		return v, ok && err == nil
	}
	type found = fold.Both[fold.Option[int64], assignment]
	least := fold.MinBy(func(a, b found) bool { return a.A.Value < b.A.Value })
	r, err := fold.Search[assignment, fold.Option[found]]{Children: u.children, Monoid: least, Value: func(a assignment) fold.Option[found] {
		v, ok := value(a)
		return fold.Option[found]{Value: found{A: fold.Some(v), B: a}, Some: ok}
	}}.RunParallel(s.ctx, s.q.Workers, assignment{})
	if !r.Some || err != nil {
		if s.q.Want == engine.Count && err == nil {
			s.a.Count = new(big.Int)
		}
		return err
	}
	plan := s.planOf(u, r.Value.B)
	s.a.Best, s.a.Bound = &plan, &plan.Cost
	if s.q.Want == engine.One {
		return nil
	}
	n := 0
	_, err = fold.Search[assignment, bool]{Children: u.children, Monoid: fold.Or, Value: func(a assignment) bool {
		v, ok := value(a)
		if !ok || v != r.Value.A.Value {
			return false
		}
		n++
		return s.q.Want == engine.All && s.pass(s.planOf(u, a))
	}}.RunContext(s.ctx, assignment{})
	if s.q.Want == engine.Count {
		s.a.Count = big.NewInt(int64(n))
	}
	return err
}

// planOf returns the plan of a complete assignment.
func (s *solver) planOf(u *unfolder, a assignment) model.Plan {
	plan := model.Plan{Find: u.find(a)}
	if s.p.Goals != nil {
		plan.Cost, _, _ = s.p.Objective(plan.Find)
	}
	return plan
}
