package judge

import (
	"fmt"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// A running is a move that takes time and is under way.
type running struct {
	Move
	of    *move
	left  int64         // the time that it still takes
	bound []types.Value // its parameters and lets, by Object.ID
}

// is reports whether r is the ground move mv.
func (r *running) is(mv Move) bool {
	return r.Decl == mv.Decl && slices.EqualFunc(r.Args, mv.Args, func(a, b types.Value) bool { return types.Compare(a, b) == 0 })
}

// A timing is the state of a plan in which moves take time: a judge that knows what is under way.
type timing struct {
	*Judge
	state State
	clock int64
	spent model.Spent
	at    *model.PlanError // the current happening, for errors
	next  string           // the happening after it at the same instant, or ""
}

// verifyTimed is Verify for a file in which moves take time.
func (j *Judge) verifyTimed(find []int64, moves []*model.Move, goal bool) ([]model.Step, int64, error) {
	start, err := j.verifyStart(find)
	if err != nil {
		return nil, 0, err
	}
	k := *j
	k.under = nil
	t := &timing{Judge: &k, state: start.state}
	steps := []model.Step{{State: slices.Clone(start.leaves)}}
	for i, given := range moves {
		if err := j.done(); err != nil {
			return steps, t.clock, err
		}
		t.at, t.next = &model.PlanError{Step: i + 1, At: t.instant(), Move: given.String()}, ""
		if i+1 < len(moves) && moves[i+1].Schema.Role != model.Waits {
			t.next = moves[i+1].String()
		}
		out, err := t.happen(given)
		if err != nil {
			return steps, t.clock, err
		}
		last := &steps[i]
		last.Move, last.Label, last.Cost = given, out.Label, out.Cost
		sum, over := addOverflows(t.spent.Cost, out.Cost)
		if over {
			return steps, t.clock, &model.OverflowError{File: j.info.File.Name, Pos: given.Schema.Pos}
		}
		t.spent.Cost = sum
		t.state = out.Next
		steps = append(steps, model.Step{State: slices.Clone(j.Leaves(t.state))})
		if err := t.safe(); err != nil {
			return steps, t.clock, err
		}
	}
	t.at = &model.PlanError{Step: len(moves) + 1}
	total, err := t.total()
	if err == nil && goal {
		err = t.end()
	}
	return steps, total, err
}

func (t *timing) instant() string { return "time " + t.timeText(t.clock) }

// timeText returns a time as it is shown.
func (j *Judge) timeText(time int64) string { return model.Decimal(time, j.info.TimeDigits) }

// wrong returns the error of the current happening.
func (t *timing) wrong(format string, args ...any) error {
	e := *t.at
	e.Why = fmt.Sprintf(format, args...)
	return &e
}

// happen makes a move begin or end, or lets time pass.
func (t *timing) happen(given *model.Move) (Outcome, error) {
	if given.Schema.Role == model.Waits {
		return t.wait()
	}
	mv, ok := t.resolve(given)
	if !ok {
		return Outcome{}, t.wrong("%v", errNoMove)
	}
	at := slices.IndexFunc(t.under, func(r *running) bool { return r.is(mv) })
	if given.Schema.Role == model.Ends {
		return t.finish(mv, at)
	}
	if at >= 0 {
		return Outcome{}, t.wrong("does not apply: it is under way until %s", t.timeText(t.clock+t.under[at].left))
	}
	out, r, err := t.beginMove(t.state, mv)
	switch {
	case err != nil:
		return out, err
	case out.Next == nil && out.Refused == nil && r == nil && mv.Decl.Takes != nil:
		return out, t.wrong("does not apply: its duration or cost is undefined or negative")
	case out.Next == nil:
		e := t.refusal(t.at.Step, mv, out.Refused).(*model.PlanError)
		e.At = t.at.At
		return out, e
	case r != nil && r.left%t.info.Unit != 0:
		return out, t.wrong("its duration %s is no multiple of the unit %s", t.timeText(r.left), t.timeText(t.info.Unit))
	}
	if t.spent.Steps++; r != nil {
		t.under = append(slices.Clip(t.under), r)
	}
	return out, nil
}

// beginMove makes a move begin in a state. It returns what is then under way, or nil if the move
// takes no time or does not apply.
func (j *Judge) beginMove(s State, mv Move) (out Outcome, r *running, err error) {
	d := j.move(func(d *syntax.MoveDecl) bool { return d == mv.Decl })
	if d == nil || d.takes == nil {
		out, err = j.Apply(s, mv)
		return out, nil, err
	}
	takes := int64(-1)
	err = j.in(s, func(m *machine) {
		for i, p := range d.params {
			m.bind(p, mv.Args[i])
		}
		if v, u := m.eval(d.takes); u == nil && v.N >= 0 {
			n, ok := v.Scaled(j.info.TimeDigits)
			if takes = n; !ok {
				bug(d.takes.at, "the duration %s is no multiple of the unit", v.Written())
			}
		}
	})
	if err != nil || takes < 0 {
		return Outcome{}, nil, err
	}
	r = &running{Move: mv, of: d, left: takes}
	out, err = j.apply(s, mv, func(m *machine) { r.bound = slices.Clone(m.bound) })
	if err != nil || out.Next == nil {
		return out, nil, err
	}
	return out, r, nil
}

// finish makes a move end, which is number at of those under way.
func (t *timing) finish(mv Move, at int) (out Outcome, err error) {
	if at < 0 {
		return out, t.wrong("it is not under way")
	}
	r := t.under[at]
	if r.left > 0 {
		return out, t.wrong("it is not over before %s", t.timeText(t.clock+r.left))
	}
	next := slices.Clone(t.state)
	err = t.in(next, func(m *machine) {
		m.bound = slices.Clone(r.bound)
		out.Refused = m.run(r.of.end)
	})
	if err != nil {
		return out, err
	}
	if out.Refused != nil {
		e := t.refusal(t.at.Step, mv, out.Refused).(*model.PlanError)
		e.At, e.Move = t.at.At, t.at.Move
		return out, e
	}
	out.Next, out.Label = next, "end "+t.Written(mv)
	t.under = slices.Delete(slices.Clone(t.under), at, at+1)
	return out, nil
}

// wait lets a unit of time pass.
func (t *timing) wait() (Outcome, error) {
	under := make([]*running, len(t.under))
	for i, r := range t.under {
		if r.left == 0 {
			return Outcome{}, t.wrong("%s has to end first", t.Written(r.Move))
		}
		later := *r
		later.left -= t.info.Unit
		under[i] = &later
	}
	t.under = under
	t.clock += t.info.Unit
	t.spent.Time = t.clock
	next := t.state
	if o := t.info.Counters[types.Time]; o != nil {
		next = slices.Clone(next)
		_, most := ends(o.Type)
		next[t.place[o.ID]-1] = ofLeaf(min(t.clock, most), o.Type)
	}
	return Outcome{Next: next, Label: "wait"}, nil
}

// safe checks the rules, and what has to hold while moves are under way, in the current state.
func (t *timing) safe() error {
	t.at.At = t.instant()
	broken, err := t.Broken(t.state)
	if err != nil {
		return err
	}
	why := "breaks"
	for _, r := range t.under {
		failed, err := t.failingWhiles(t.state, r)
		if err != nil {
			return err
		}
		if broken = append(broken, failed...); len(failed) > 0 {
			why = "breaks, while " + t.Written(r.Move) + " is under way,"
		}
	}
	if len(broken) == 0 {
		return nil
	}
	if t.next != "" {
		why = "is followed by " + t.next + " at the same instant; the state between them " + why
	}
	e := *t.at
	e.Rules, e.Why = broken, why
	return &e
}

// failingWhiles returns the conditions of a move under way that do not hold in a state.
func (j *Judge) failingWhiles(s State, r *running) (failed []*model.Rule, err error) {
	if len(r.of.whiles) == 0 {
		return nil, nil
	}
	err = j.in(s, func(m *machine) {
		m.bound = slices.Clone(r.bound)
		for _, w := range r.of.whiles {
			if !j.without[w.pos] && !m.holds(w.x) {
				at := w.at.(*syntax.WhileStmt)
				failed = append(failed, &model.Rule{Kind: model.While, Label: labelOf(at.Why), Text: j.source(at.Cond.Pos(), at.Cond.End()), Pos: w.pos})
			}
		}
	})
	return failed, err
}

// total returns the value of the first objective, which is the time unless the file has one.
func (t *timing) total() (n int64, err error) {
	if t.objective == nil {
		return t.clock, nil
	}
	ok := false
	err = t.in(t.state, func(m *machine) {
		m.spent, m.moves, m.time = t.spent.Cost, t.spent.Steps, t.clock
		n, ok = m.worth(t.objective, t.worths[t.objective])
	})
	if err == nil && !ok {
		err = t.wrong("the objective has no value")
	}
	return n, err
}

// end checks that a plan may end.
func (t *timing) end() error {
	missed, err := t.Missed(t.state)
	switch {
	case err != nil:
		return err
	case len(missed) > 0:
		e := *t.at
		e.Rules, e.Why = missed, "the goal is not met:"
		return &e
	case len(t.under) > 0:
		return t.wrong("%s is under way until %s", t.Written(t.under[0].Move), t.timeText(t.clock+t.under[0].left))
	}
	return nil
}

// possibleTimed is possible in a file in which moves take time: whether a move can begin now.
func (m *machine) possibleTimed(mv Move) bool {
	if slices.ContainsFunc(m.under, func(r *running) bool { return r.is(mv) }) {
		return false
	}
	out, r, err := m.judge.beginMove(m.state, mv)
	if err != nil {
		fail(err)
	}
	if out.Next == nil || !m.keeps(out.Next) {
		return false
	}
	under := m.under
	if r != nil {
		under = append(slices.Clip(under), r)
	}
	for _, r := range under {
		failed, err := m.judge.failingWhiles(out.Next, r)
		if err != nil {
			fail(err)
		}
		if len(failed) > 0 {
			return false
		}
	}
	return true
}

// timedParts reads what a move has in addition if it takes time.
func (r *reader) timedParts(mv *move) {
	d := mv.decl
	mv.takes = r.expr(d.Takes)
	for _, s := range d.Body.Stmts {
		switch s := s.(type) {
		case *syntax.WhileStmt:
			mv.whiles = append(mv.whiles, &step{at: s, pos: posOf(s), x: r.expr(s.Cond)})
		case *syntax.EndStmt:
			mv.end = r.steps(s.Body.Stmts)
		}
	}
}

// before returns the statements of a move that run when it begins.
func before(d *syntax.MoveDecl) []syntax.Stmt {
	return slices.DeleteFunc(slices.Clone(d.Body.Stmts), func(s syntax.Stmt) bool {
		switch s.(type) {
		case *syntax.WhileStmt, *syntax.EndStmt:
			return true
		}
		return false
	})
}
