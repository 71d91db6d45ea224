package explain

import (
	"context"
	"slices"

	"farbank/engine"
	"farbank/model"
)

// An Effect is the effect of a rule or a requirement on a problem that has a plan.
type Effect struct {
	Item    Item
	Refused int64    // moves from reachable states that it refuses; -1 for a require, and for a requirement of a move that was grounded in part
	Starts  int64    // start states that it excludes, if the find variables give several
	Alone   int64    // refusals that no other rule would make; -1 for requirements of moves
	First   *Refusal // the first refusal, preferably one that no other rule would make; for a move that was grounded in part, any
	Without Without
}

// A Refusal is a move that is refused in a state.
type Refusal struct {
	State model.State
	Moves int // number of moves from the start to the state
	Move  *model.Move
}

// Without is the result for the problem without a unit.
type Without struct {
	Status engine.Status // of the answer without it
	Reason string        // why Status is unknown
	Cost   int64         // of the best plan without it
	States int64         // reachable states; -1 means unknown
	Follow bool          // the unit is a require that follows from the others
}

// A Role says how much a unit matters.
type Role uint8

const (
	Decides Role = iota // without it the best plan has another cost
	Shapes              // it forbids something, and the best plan has the same cost without it
	Idle                // nothing changes without it
	Unclear             // undecided because of a limit, or because refusals are unknown
)

// Role returns the role of the unit, given the answer and the number of states of the problem
// with all units.
func (e *Effect) Role(r *Result) Role {
	w := &e.Without
	switch {
	case w.Follow || e.quiet(r):
		return Idle
	case w.Status == engine.Solved && w.Cost != r.Answer.Best.Cost:
		return Decides
	case w.Status != engine.Solved:
		return Unclear
	case e.Item.Rule.Kind == model.Require && e.Item.Kind != Requirement:
		return Shapes
	case e.First != nil || e.Starts > 0 || w.States >= 0 && r.States >= 0 && w.States != r.States:
		return Shapes
	case e.Untold(r):
		return Unclear
	case w.States >= 0 && w.States == r.States:
		return Idle
	}
	return Unclear
}

// Untold reports whether it is unknown what a requirement refuses and nothing else shows that it
// matters. This happens if its move was grounded in part, because choices that it always refuses
// are missing then, or if refusals were counted in a part of the states only. For a rule, more
// reachable states without it show that it refuses something. For a requirement they do not, since a
// move may lead to states that other moves reach too.
func (e *Effect) Untold(r *Result) bool {
	w := &e.Without
	same := w.Status == engine.Solved && w.Cost == r.Answer.Best.Cost && w.States >= 0 && w.States == r.States
	part := e.Item.reached || e.Item.Kind == Requirement && r.Partial
	return part && e.First == nil && same
}

// quiet reports whether a rule is known to refuse nothing.
func (e *Effect) quiet(r *Result) bool {
	return e.Refused == 0 && e.Alone >= 0 && e.Starts == 0 && !r.Partial
}

// A sensitivity computes the effects of the rules of a problem that has a plan.
type sensitivity struct {
	*session
	r      *Result
	oracle *oracle
}

func (w *sensitivity) run() error {
	p := w.r.Problem
	w.r.Complete = true
	w.o.Whole = true
	w.oracle = newOracle(w.session, units(p, Options{Whole: true}), nil)
	w.r.Effects = make([]Effect, len(w.oracle.units))
	for i, it := range w.oracle.units {
		w.r.Effects[i] = Effect{Item: it, Refused: -1, Alone: -1, Without: Without{Status: engine.Unknown, States: -1}}
	}
	w.tell = func() {
		if w.o.Report != nil {
			w.o.Report(w.asked, 0, 0)
		}
		w.report(Progress{})
	}
	if len(p.Schemas) > 0 {
		var err error
		if len(w.oracle.units) > 0 {
			w.r.States, err = w.reach(p)
		}
		if err != nil {
			return err
		}
		w.phase("what refuses moves")
		if err := w.refusals(); err != nil {
			return err
		}
	}
	w.phase("the problem without each rule")
	for i := range w.r.Effects {
		if err := w.without(i); err != nil {
			return err
		}
	}
	if err := w.wider(); err != nil {
		return err
	}
	for i := range w.r.Effects {
		if e := &w.r.Effects[i]; e.Role(w.r) == Unclear && !e.Untold(w.r) {
			w.r.Complete, w.r.Reason = false, "some of the changed problems could not be decided within their limits"
		}
	}
	slices.SortStableFunc(w.r.Effects, func(x, y Effect) int { return x.Item.Rule.Pos.Line - y.Item.Rule.Pos.Line })
	return nil
}

// wider solves the problem with each preventing range extended by one step.
func (w *sensitivity) wider() error {
	if w.o.Steps < 1 {
		w.r.Ranges = nil
	}
	asked := w.asked
	defer func() { w.r.Tried, w.asked = w.asked-asked, asked }()
	for i := range w.r.Ranges {
		x := &w.r.Ranges[i]
		it := Item{Kind: Range, Name: x.Name, Lo: min(x.Lo, x.Nearest), Hi: max(x.Hi, x.Nearest), To: x.Nearest, Digits: x.Digits}
		x.Wider = Without{Status: engine.Unknown, States: -1}
		l := newOracle(w.session, nil, []Item{it})
		f, err := l.try(newSet(0))
		switch {
		case err != nil:
			return err
		case f.verdict == works:
			x.Wider.Status, x.Wider.Cost = engine.Solved, f.plan.Cost
		case f.verdict == fails:
			x.Wider.Status = engine.None
		default:
			x.Wider.Reason = f.reason
		}
	}
	return nil
}

// reach returns the number of reachable states, or -1 if it is unknown.
func (w *sensitivity) reach(p *model.Problem) (int64, error) {
	ctx, cancel := context.WithTimeout(w.ctx, w.o.Each)
	defer cancel()
	sp, err := w.c.Engines.Explore(ctx, p, engine.Question{Workers: w.o.Workers, Memory: w.o.Memory})
	if w.ctx.Err() != nil {
		return 0, errStopped
	}
	if err != nil || !sp.Complete {
		return -1, nil // without a rule, arithmetic may overflow
	}
	return sp.States, nil
}

// without solves the problem without unit i.
func (w *sensitivity) without(i int) error {
	e := &w.r.Effects[i]
	if e.quiet(w.r) { // the states are the same, and so is everything else
		e.Without = Without{Status: engine.Solved, Cost: w.r.Answer.Best.Cost, States: w.r.States}
		return nil
	}
	one := newSet(len(w.oracle.units))
	one.add(i)
	ctx, cancel := context.WithTimeout(w.ctx, w.o.Each)
	defer cancel()
	base, err := w.oracle.problem(ctx, one)
	if err != nil {
		e.Without.Reason = "the problem without it cannot be grounded: " + firstLine(err)
		return w.stopped()
	}
	p := relax(base, w.oracle.units, one)
	if len(p.Schemas) == 0 && e.Item.Rule.Kind == model.Require {
		if done, err := w.follows(ctx, p, e); done || err != nil {
			return err
		}
	}
	q := w.question(p)
	q.Plans = engine.Shortest
	w.asked++
	if w.tell != nil {
		w.tell()
	}
	a, err := w.c.ask(ctx, p, q)
	if err := w.stopped(); err != nil {
		return err
	}
	if err != nil {
		e.Without.Reason = err.Error()
		return nil
	}
	e.Without.Status, e.Without.Reason = a.Status, a.Reason
	if a.Best != nil {
		e.Without.Cost = a.Best.Cost
	}
	if len(p.Schemas) > 0 {
		e.Without.States, err = w.reach(p)
	}
	return err
}

func (w *sensitivity) stopped() error {
	if w.ctx.Err() != nil {
		return errStopped
	}
	return nil
}

// follows reports whether a require follows from all other conditions: no values satisfy those and
// violate it.
func (w *sensitivity) follows(ctx context.Context, p *model.Problem, e *Effect) (bool, error) {
	broken := *p
	broken.Judge = nil
	b := model.NewBuilder()
	cond := b.Not(b.Rewrite(e.Item.Rule.Cond, func(i int) *model.Expr {
		c := &p.Cells[i]
		return b.Cell(i, c.Lo, c.Hi, c.Type.Kind == model.Bool)
	}))
	broken.Require = append(slices.Clone(p.Require), model.Rule{Text: "not (" + e.Item.Rule.Text + ")", Cond: cond, Pos: e.Item.Rule.Pos})
	broken.Goals = nil
	w.asked++
	a, err := w.c.ask(ctx, &broken, w.question(&broken))
	if stop := w.stopped(); stop != nil {
		return true, stop
	}
	if err != nil {
		return true, err
	}
	switch {
	case a.Status == engine.None:
		e.Without = Without{Status: engine.Solved, Cost: w.r.Answer.Best.Cost, States: -1, Follow: true}
		return true, nil
	case a.Best == nil:
		e.Without.Reason = a.Reason
		return true, nil
	}
	return false, nil
}
