package judge

import (
	"fmt"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// Verify validates a plan: the leaves of its find variables, and its ground moves by name and
// leaves of the arguments. It returns the steps, one for each state, and the total cost, or the
// value of the objective if there is one. The error is a *model.PlanError, with the steps up to
// the failure, a *model.OverflowError, or the error that ended the evaluation. If goal is
// false, the last state need not meet the goal.
func (j *Judge) Verify(find []int64, moves []*model.Move, goal bool) ([]model.Step, int64, error) {
	if j.info.Timed {
		return j.verifyTimed(find, moves, goal)
	}
	s, err := j.verifyStart(find)
	if err != nil {
		return nil, 0, err
	}
	steps := []model.Step{{State: slices.Clone(s.leaves)}}
	cost := int64(0)
	for i, given := range moves {
		if err := j.done(); err != nil {
			return steps, cost, err
		}
		mv, ok := j.resolve(given)
		if !ok {
			return steps, cost, &model.PlanError{Step: i + 1, Move: given.Schema.Name, Why: errNoMove.Error()}
		}
		out, err := j.memo.transition(s, given, func() (*transition, error) { return j.verifyMove(s.state, i+1, mv) })
		if out == nil {
			return steps, cost, err
		}
		sum, over := addOverflows(cost, out.cost)
		if over {
			return steps, cost, &model.OverflowError{File: j.info.File.Name, Pos: posOf(mv.Decl)}
		}
		last := &steps[i]
		last.Move, last.Label, last.Cost = given, out.label, out.cost
		s, cost = out.to, sum
		steps = append(steps, model.Step{State: slices.Clone(s.leaves)})
		if err != nil {
			return steps, cost, err
		}
	}
	cost, err = j.verifyEnd(s, len(moves)+1, cost, goal)
	return steps, cost, err
}

// verifyStart returns the state in which a plan begins.
func (j *Judge) verifyStart(find []int64) (*safeState, error) {
	return j.memo.start(find, func() (*safeState, error) {
		if len(find) != len(j.findCells) {
			return nil, &model.PlanError{Why: fmt.Sprintf("%d find values are needed, %d are given", len(j.findCells), len(find))}
		}
		s, err := j.Found(find)
		if err != nil {
			return nil, &model.PlanError{Why: err.Error()}
		}
		failed, err := j.Required(s)
		if err == nil && len(failed) > 0 {
			err = &model.PlanError{Rules: failed, Why: "the values found break"}
		}
		if err != nil {
			return nil, err
		}
		if s, err = j.Begin(s); err == nil && s == nil {
			err = &model.PlanError{Why: "the values found give no start"}
		}
		if err != nil {
			return nil, err
		}
		return j.verifySafe(s, 0, func() string { return "" })
	})
}

// verifySafe checks that a state of a plan is safe. It also returns the state with an error.
func (j *Judge) verifySafe(s State, step int, move func() string) (*safeState, error) {
	safe := func() error {
		broken, err := j.Broken(s)
		if err == nil && len(broken) > 0 {
			err = &model.PlanError{Step: step, Move: move(), Rules: broken, Why: "breaks"}
		}
		return err
	}
	if len(j.moves) == 0 { // only this plan reaches the state
		x := &safeState{state: s, leaves: j.Leaves(s)}
		return x, safe()
	}
	return j.memo.state(s, j.Leaves(s), safe)
}

// verifyMove makes a move of a plan, which must apply and lead to a safe state. It also returns
// the result if that state is not safe.
func (j *Judge) verifyMove(s State, n int, mv Move) (*transition, error) {
	out, err := j.Apply(s, mv)
	if err == nil && out.Next == nil {
		err = j.refusal(n, mv, out.Refused)
	}
	if err != nil {
		return nil, err
	}
	to, err := j.verifySafe(out.Next, n, func() string { return j.Written(mv) })
	return &transition{to: to, label: out.Label, cost: out.Cost}, err
}

// resolve returns the ground move that a plan names.
func (j *Judge) resolve(given *model.Move) (Move, bool) {
	return j.memo.move(given, func() (Move, bool) {
		mv := j.move(func(d *syntax.MoveDecl) bool { return declares(d, given.Schema) })
		if mv == nil || len(given.Args) != len(mv.params) {
			return Move{}, false
		}
		var args []types.Value
		for i, p := range mv.params {
			param := []*types.Object{p}
			s, err := fromAll(param, layoutOf(param), given.Args[i].Leaves)
			if err != nil {
				return Move{}, false
			}
			args = append(args, s...)
		}
		return Move{mv.decl, args}, true
	})
}

// declares reports whether a declaration is that of a move or of its end.
func declares(d *syntax.MoveDecl, s *model.Schema) bool {
	if s.Role == model.Ends {
		return s.Name == "end "+d.Name.Name
	}
	return s.Name == d.Name.Name
}

// refusal returns the error of a move that does not apply.
func (j *Judge) refusal(n int, mv Move, refused syntax.Stmt) error {
	e := &model.PlanError{Step: n, Move: j.Written(mv), Why: "does not apply: its cost is undefined or negative"}
	if refused == nil {
		return e
	}
	e.Stmt = j.said(refused)
	what := e.Stmt.Text + " has no value in range"
	if e.Stmt.Kind == model.Guard {
		if what = e.Stmt.Label; what == "" {
			what = "it needs " + e.Stmt.Text
		}
	}
	e.Why = fmt.Sprintf("does not apply: %s (line %d)", what, e.Stmt.Pos.Line)
	return e
}

// said returns a statement as messages describe it.
func (j *Judge) said(s syntax.Stmt) *model.Stmt {
	st := &model.Stmt{Kind: model.Assign, Text: j.source(s.Pos(), s.End()), Pos: posOf(s)}
	switch s := s.(type) {
	case *syntax.RequireStmt:
		st.Kind, st.Label, st.Text = model.Guard, labelOf(s.Why), j.source(s.Cond.Pos(), s.Cond.End())
	case *syntax.LetStmt:
		st.Kind = model.Let
	case *syntax.ForStmt:
		st.Text = j.source(s.Pos(), s.Binders[len(s.Binders)-1].End())
	}
	return st
}

// verifyEnd checks the state in which a plan ends.
func (j *Judge) verifyEnd(s *safeState, step int, cost int64, goal bool) (int64, error) {
	if j.objective != nil {
		ask := func() (int64, error) { return j.worth(s.state, step, cost) }
		n, err := int64(0), error(nil)
		if len(j.moves) > 0 { // it may depend on the path
			n, err = ask()
		} else {
			n, err = j.memo.worth(s, ask)
		}
		if err != nil {
			return cost, err
		}
		cost = n
	}
	if !goal {
		return cost, nil
	}
	return cost, j.memo.end(s, func() error {
		missed, err := j.Missed(s.state)
		if err == nil && len(missed) > 0 {
			err = &model.PlanError{Step: step, Rules: missed, Why: "the goal is not met:"}
		}
		return err
	})
}

// worth returns the objective in a state, which must be defined.
func (j *Judge) worth(s State, step int, cost int64) (int64, error) {
	n, ok, err := j.Worth(j.objective, s, cost, int64(step-1))
	if err == nil && !ok {
		err = &model.PlanError{Step: step, Why: "the objective has no value"}
	}
	return n, err
}
