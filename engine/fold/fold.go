// Package fold is the engine that unfolds a tree, of walks or of assignments, and folds
// it by the monoid that the question asks for: the first plan, all, their number, the
// cheapest. It stands on package farbank/fold.
//
// The tree of a problem with moves has a node for every walk (of exactly n moves, or that
// repeats no state); that of a problem with unknowns has one for every beginning of an
// assignment that breaks no requirement, and is folded by several workers.
package fold

import (
	"context"
	"errors"
	"math"
	"math/big"
	"sync"
	"time"

	"farbank/engine"
	"farbank/engine/search/assign"
	"farbank/engine/states"
	"farbank/fold"
	"farbank/model"
	"farbank/model/native"
)

// Engine is the engine named fold. The zero value is ready.
type Engine struct{}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "fold".
func (*Engine) Name() string { return "fold" }

// About says in a line what the engine does.
func (*Engine) About() string {
	return "a search tree unfolded and folded by a monoid: first, all, count, cheapest"
}

// Capabilities are everything for assignments, and what can be listed for moves.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true, Objective: true,
		Kinds: []engine.Kind{engine.Shortest, engine.Simple, engine.Walks, engine.Any},
		Wants: []engine.Want{engine.One, engine.All, engine.Count}}
}

// What would take too long is refused beforehand.
const (
	maxWalkBits   = 34 // of the number of sequences of moves
	maxSimpleBits = 8  // of a state, for plans that repeat none
	maxWords      = 16 // of an assignment
)

// Can refuses trees that are too large to be walked.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	if err := engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q); err != nil {
		return err
	}
	refuse := func(why string) error { return &engine.Refusal{Engine: e.Name(), Why: why} }
	l := model.NewLayout(p)
	switch {
	case len(p.Schemas) == 0 && q.Plans == engine.Walks:
		return refuse("there are no moves to walk")
	case len(p.Schemas) == 0 && (l.Words > maxWords || p.NumFind == 0):
		return refuse("there are too many unknowns, or none")
	case len(p.Schemas) == 0:
		for _, c := range p.Cells {
			if uint64(c.Hi)-uint64(c.Lo) >= 1<<16 {
				return refuse("it tries every value of an unknown, and " + c.Name + " has more than 65,536")
			}
		}
	case q.Plans == engine.Walks && float64(q.Length)*math.Log2(float64(max(len(p.Moves), 1))) > maxWalkBits:
		return refuse("it goes through walks one by one, and there are too many of that length")
	case q.Plans != engine.Walks && 64*(l.Words-1)+l.Bits > maxSimpleBits:
		return refuse("it goes through plans one by one, and with more than 256 possible states there are too many that repeat none")
	}
	return nil
}

// Solve answers a question; see engine.Engine.
func (e *Engine) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	begun := time.Now()
	s := &solver{ctx: ctx, p: p, q: q, yield: yield, a: &engine.Answer{}}
	var cut bool
	var err error
	if len(p.Schemas) == 0 {
		err = s.assignments()
	} else {
		cut, err = s.walks()
	}
	s.a.Stats = engine.Stats{Engine: e.Name(), Nodes: s.nodes, Elapsed: time.Since(begun)}
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		s.a.Status, s.a.Reason = engine.Unsupported, refusal.Error()
		return s.a, nil
	}
	return s.verdict(cut, err)
}

type solver struct {
	ctx   context.Context
	p     *model.Problem
	q     engine.Question
	yield func(model.Plan) bool
	a     *engine.Answer
	nodes int64
	why   string // why there is none, if there is none
}

// verdict says how it ended.
func (s *solver) verdict(cut bool, err error) (*engine.Answer, error) {
	a := s.a
	stopped, err := a.Stop(s.ctx, err)
	switch {
	case err != nil:
		return nil, err
	case stopped && a.Best == nil:
		a.Count = nil
	case stopped:
	case a.Count != nil || a.Best != nil:
	case cut:
		a.NoneWithin()
	default:
		a.Status, a.Reason = engine.None, s.why
	}
	return a, nil
}

// pass gives a plan to the caller and reports whether that is enough.
func (s *solver) pass(plan model.Plan) (enough bool) {
	if s.a.Best == nil {
		s.a.Best = &plan
	}
	if s.q.Want != engine.All {
		return true
	}
	s.a.Given++
	return !s.yield(plan) || s.q.Limit > 0 && s.a.Given >= s.q.Limit
}

// An assignment is values for the first k find cells, packed.
type assignment struct {
	words [maxWords]uint64
	k     int
}

// assignments unfolds the tree of assignments.
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

// maxBelow bounds the assignments that machine code goes through in one call, which
// cannot be interrupted.
const maxBelow = 1 << 26

// count unfolds the first cells here, and leaves the last ones to machine code, unfolded
// and folded in one.
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

// best folds by the best value of the objective; then all of it are asked for again.
func (s *solver) best(u *unfolder) error {
	value := func(a assignment) (int64, bool) {
		if !u.full(a) {
			return 0, false
		}
		v, ok, err := s.p.Objective(u.find(a))
		u.fail(err)
		if s.p.Goals.Maximize {
			v = ^v // which turns the order round within 64 bits
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

func (s *solver) planOf(u *unfolder, a assignment) model.Plan {
	plan := model.Plan{Find: u.find(a)}
	if s.p.Goals != nil {
		plan.Cost, _, _ = s.p.Objective(plan.Find)
	}
	return plan
}

// An unfolder gives the values of the next cell that break nothing.
type unfolder struct {
	p       *model.Problem
	layout  *model.Layout
	code    *native.Assignments
	testers sync.Pool
	mu      sync.Mutex
	err     error // of the machine code
}

// with lends a tester to f, which may run beside others.
func (u *unfolder) with(f func(*native.Tester) error) {
	t, _ := u.testers.Get().(*native.Tester)
	var err error
	if t == nil {
		t, err = u.code.Tester(context.Background())
	}
	if err == nil {
		err = f(t)
	}
	if err == nil {
		u.testers.Put(t)
		return
	}
	u.fail(err)
}

// fail keeps the first error.
func (u *unfolder) fail(err error) {
	if err == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.err == nil {
		u.err = err
	}
}

func (u *unfolder) full(a assignment) bool { return a.k == u.p.NumFind }

func (u *unfolder) children(a assignment, child func(assignment) bool) {
	if u.full(a) {
		return
	}
	var room [64]int64
	var values []int64
	u.with(func(t *native.Tester) (err error) {
		values, err = t.Values(a.k, a.words[:u.layout.Words], room[:0])
		return err
	})
	f := u.layout.Fields[a.k]
	next := a
	next.k++
	for _, v := range values {
		next.words[f.Word] = a.words[f.Word] | uint64(v)<<f.Shift
		if !child(next) {
			return
		}
	}
}

func (u *unfolder) find(a assignment) []int64 {
	state := make(model.State, len(u.p.Cells))
	u.layout.Unpack(a.words[:u.layout.Words], state)
	return state[:u.p.NumFind]
}

// walks unfolds the tree of walks. It reports whether a bound kept something away.
func (s *solver) walks() (cut bool, err error) {
	w := states.NewWalker(states.New(s.ctx, s.p, s.q.FreeEnd))
	defer w.Close()
	exact := s.q.Plans == engine.Walks
	bound := math.MaxInt
	if s.q.Bounded {
		bound = s.q.Length
	}
	ends := func(n *states.Node) bool { return (!exact || n.Moves == bound) && w.Goal(n) }
	roots := w.Roots()
	if len(roots) > 0 {
		s.why = "every way that repeats no state was unfolded to its end"
	}
	children := func(n *states.Node, child func(*states.Node) bool) {
		if n == nil {
			for _, r := range roots {
				if !child(r) {
					return
				}
			}
			return
		}
		if !exact && w.Goal(n) || w.Err != nil {
			return
		}
		next := w.Next(n)
		for k := range next {
			switch m := &next[k]; {
			case n.Moves == bound:
				cut = true
			case !exact && m.Seen():
			case !child(m):
				return
			}
		}
	}
	err = s.foldWalks(w, children, ends)
	s.nodes = w.Visited
	if w.Err != nil {
		err = w.Err
	}
	return cut || exact, err
}

// foldWalks chooses the monoid.
func (s *solver) foldWalks(w *states.Walker, children func(*states.Node, func(*states.Node) bool), ends func(*states.Node) bool) error {
	value := func(n *states.Node) bool { return n != nil && ends(n) }
	if s.q.Plans == engine.Shortest {
		return s.cheapest(w, children, value)
	}
	if s.q.Want == engine.Count {
		n, err := fold.Search[*states.Node, int]{Children: children, Monoid: fold.Count, Value: func(n *states.Node) int {
			if value(n) {
				return 1
			}
			return 0
		}}.RunContext(s.ctx, nil)
		s.a.Count = big.NewInt(int64(n))
		return err
	}
	_, err := fold.Search[*states.Node, bool]{Children: children, Monoid: fold.Or, Value: func(n *states.Node) bool {
		if !value(n) {
			return false
		}
		plan, err := w.PlanOf(n)
		w.Err = errors.Join(w.Err, err)
		return err != nil || s.pass(plan)
	}}.RunContext(s.ctx, nil)
	return err
}

// cheapest folds by the list of the plans of least cost.
func (s *solver) cheapest(w *states.Walker, children func(*states.Node, func(*states.Node) bool), value func(*states.Node) bool) error {
	least := fold.Monoid[[]*states.Node]{
		Empty: func() []*states.Node { return nil },
		Combine: func(a, b []*states.Node) []*states.Node {
			switch {
			case len(a) == 0 || len(b) > 0 && b[0].Cost < a[0].Cost:
				return b
			case len(b) == 0 || b[0].Cost > a[0].Cost:
				return a
			}
			return append(a, b...)
		},
	}
	best, err := fold.Search[*states.Node, []*states.Node]{Children: children, Monoid: least, Value: func(n *states.Node) []*states.Node {
		if value(n) {
			return []*states.Node{n}
		}
		return nil
	}}.RunContext(s.ctx, nil)
	if err != nil || w.Err != nil {
		return err // cheaper ones may not have been seen
	}
	if s.q.Want == engine.Count {
		s.a.Count = big.NewInt(int64(len(best)))
	}
	for i, n := range best {
		plan, err := w.PlanOf(n)
		if err != nil {
			return err
		}
		if i == 0 {
			s.a.Bound = &plan.Cost
		}
		if s.pass(plan) {
			break
		}
	}
	return nil
}
