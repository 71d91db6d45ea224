package judge

import (
	"fmt"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// Verify judges a plan: the leaves of its find variables, and its ground moves, of which only
// the names and the leaves of the arguments count. It returns the steps, one a state, and the
// cost, which of a problem with an objective is the value of that; or a *model.PlanError with
// the steps up to the failure; or a *model.OverflowError, or what ended the evaluation. If
// goal is false, the plan may end in any safe state.
func (j *Judge) Verify(find []int64, moves []*model.Move, goal bool) ([]model.Step, int64, error) {
	s, err := j.verifyStart(find)
	if err != nil {
		return nil, 0, err
	}
	steps := []model.Step{{State: j.Leaves(s)}}
	cost := int64(0)
	for i, given := range moves {
		mv, ok := j.resolve(given)
		if !ok {
			return steps, cost, &model.PlanError{Step: i + 1, Move: given.Schema.Name, Why: errNoMove.Error()}
		}
		out, err := j.verifyMove(s, i+1, mv)
		if err != nil {
			return steps, cost, err
		}
		sum, over := addOverflows(cost, out.Cost)
		if over {
			return steps, cost, &model.OverflowError{File: j.info.File.Name, Pos: posOf(mv.Decl)}
		}
		last := &steps[i]
		last.Move, last.Label, last.Cost = given, out.Label, out.Cost
		s, cost = out.Next, sum
		steps = append(steps, model.Step{State: j.Leaves(s)})
		if err := j.verifySafe(s, i+1, j.Written(mv)); err != nil {
			return steps, cost, err
		}
	}
	cost, err = j.verifyEnd(s, len(moves)+1, cost, goal)
	return steps, cost, err
}

// verifyStart returns the state in which a plan begins.
func (j *Judge) verifyStart(find []int64) (State, error) {
	if n := len(layoutOf(j.vars[:j.finds])); len(find) != n {
		return nil, &model.PlanError{Why: fmt.Sprintf("%d find values are needed, %d are given", n, len(find))}
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
	return s, j.verifySafe(s, 0, "")
}

func (j *Judge) verifySafe(s State, step int, move string) error {
	broken, err := j.Broken(s)
	if err == nil && len(broken) > 0 {
		err = &model.PlanError{Step: step, Move: move, Rules: broken, Why: "breaks"}
	}
	return err
}

// verifyMove makes a move of a plan, which must apply.
func (j *Judge) verifyMove(s State, n int, mv Move) (Outcome, error) {
	out, err := j.Apply(s, mv)
	if err == nil && out.Next == nil {
		err = j.refusal(n, mv, out.Refused)
	}
	return out, err
}

// resolve finds the ground move that a plan names.
func (j *Judge) resolve(given *model.Move) (Move, bool) {
	mv := j.move(func(d *syntax.MoveDecl) bool { return d.Name.Name == given.Schema.Name })
	if mv == nil || len(given.Args) != len(mv.params) {
		return Move{}, false
	}
	var args []types.Value
	for i, p := range mv.params {
		s, err := fromAll([]*types.Object{p}, given.Args[i].Leaves)
		if err != nil {
			return Move{}, false
		}
		args = append(args, s...)
	}
	return Move{mv.decl, args}, true
}

// refusal says why a move does not apply.
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

// said is a statement as messages speak of it.
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

// verifyEnd judges the state in which a plan ends.
func (j *Judge) verifyEnd(s State, step int, cost int64, goal bool) (int64, error) {
	if j.objective != nil {
		n, ok, err := j.Objective(s)
		if err != nil {
			return cost, err
		}
		if !ok {
			return cost, &model.PlanError{Step: step, Why: "the objective has no value"}
		}
		cost = n
	}
	if !goal {
		return cost, nil
	}
	missed, err := j.Missed(s)
	if err == nil && len(missed) > 0 {
		err = &model.PlanError{Step: step, Rules: missed, Why: "the goal is not met:"}
	}
	return cost, err
}
