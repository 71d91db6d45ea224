package judge

import (
	"fmt"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// A Plan is a plan to be judged.
type Plan struct {
	Find  []int64 // the leaves of the find variables, as declared
	Moves []Call
}

// A Call is a ground move by its name, and its arguments by their leaves.
type Call struct {
	Name string
	Args [][]int64
}

// Verify judges a plan. It returns its steps, one a state, and its cost, which of a problem
// with an objective is the value of that; or a *model.PlanError with the steps up to the
// failure; or a *model.OverflowError, or what ended the evaluation. If goal is false, the
// plan may end in any safe state.
func (j *Judge) Verify(p Plan, goal bool) ([]model.Step, int64, error) {
	s, err := j.verifyStart(p.Find)
	if err != nil {
		return nil, 0, err
	}
	steps := []model.Step{{State: j.Leaves(s)}}
	total := int64(0)
	for i, c := range p.Moves {
		var step model.Step
		next, err := j.verifyMove(s, i+1, c, &step)
		if next == nil {
			return steps, total, err
		}
		sum, over := addOverflows(total, step.Cost)
		if over {
			return steps, total, &model.OverflowError{File: j.info.File.Name, Pos: step.Move.Schema.Pos}
		}
		s, total = next, sum
		last := &steps[i]
		last.Move, last.Label, last.Cost = step.Move, step.Label, step.Cost
		steps = append(steps, model.Step{State: j.Leaves(s)})
		if err != nil {
			return steps, total, err
		}
	}
	total, err = j.verifyEnd(s, len(p.Moves)+1, total, goal)
	return steps, total, err
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

// verifyMove makes a move of a plan. It returns no state if the move cannot be made, and a
// state and an error if it leads to one that is not safe.
func (j *Judge) verifyMove(s State, n int, c Call, step *model.Step) (State, error) {
	mv, args, ok := j.resolve(c)
	if !ok {
		return nil, &model.PlanError{Step: n, Move: c.Name, Why: errNoMove.Error()}
	}
	out, err := j.Apply(s, mv)
	if err != nil {
		return nil, err
	}
	if out.Next == nil {
		return nil, j.refusal(n, mv, out.Refused)
	}
	schema := j.move(func(d *syntax.MoveDecl) bool { return d == mv.Decl }).schema
	step.Move, step.Label, step.Cost = &model.Move{Schema: schema, Args: args}, out.Label, out.Cost
	return out.Next, j.verifySafe(out.Next, n, j.Written(mv))
}

// resolve finds the ground move that a plan names.
func (j *Judge) resolve(c Call) (Move, []model.Value, bool) {
	mv := j.move(func(d *syntax.MoveDecl) bool { return d.Name.Name == c.Name })
	if mv == nil || len(c.Args) != len(mv.params) {
		return Move{}, nil, false
	}
	var vs []types.Value
	var args []model.Value
	for i, p := range mv.params {
		cells := layout(p.Name, p.Type)
		if len(c.Args[i]) != len(cells) {
			return Move{}, nil, false
		}
		for k, n := range c.Args[i] {
			if n < cells[k].lo || n > cells[k].hi {
				return Move{}, nil, false
			}
		}
		v, _ := fromLeaves(p.Type, c.Args[i])
		vs = append(vs, v)
		args = append(args, model.Value{Type: mv.schema.Params[i].Type, Leaves: c.Args[i]})
	}
	return Move{mv.decl, vs}, args, true
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
