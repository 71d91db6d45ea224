package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A Plan is a solution: values of the find cells, and ground moves.
type Plan struct {
	Find  []int64 // by find cell
	Moves []int   // indices into Problem.Moves
	Cost  int64   // the total cost of the moves; with an Objective, its value
}

// A Step is a state of a plan and the move made in it.
type Step struct {
	State State
	Move  *Move  // nil in the last step
	Label string // of Move
	Cost  int64  // of Move
}

// A PlanError says at which step a plan is invalid, and why.
type PlanError struct {
	Step  int    // the number of the move that fails, from 1; 0 means the start or the find values, and len(Moves)+1 the end
	Move  string // the plan form of that move, or ""
	Rules []*Rule
	Stmt  *Stmt // the statement of the move that fails, or nil
	Why   string
	At    string // where moves take time: the instant, as in "time 8"
}

// Error returns the step and the reason.
func (e *PlanError) Error() string {
	where := fmt.Sprintf("step %d, %s", e.Step, e.Move)
	switch {
	case e.Step == 0:
		where = "at the start"
	case e.Move == "":
		where = "at the end"
	case e.At != "":
		where = fmt.Sprintf("%s, %s", e.At, e.Move)
	}
	msg := where + ": " + e.Why
	for i, r := range e.Rules {
		if i > 0 {
			msg += ";"
		}
		msg += fmt.Sprintf(" %s (line %d)", r, r.Pos.Line)
	}
	return msg
}

// Verify validates a plan by the source of the problem or, without a source, by the reference
// semantics of this package. It returns the steps, one for each state, and the total cost. The
// error is a *PlanError, with the steps up to the failure, or an *OverflowError.
func (p *Problem) Verify(plan Plan) ([]Step, int64, error) {
	return p.VerifyContext(context.Background(), plan, true)
}

// VerifyWalk is like Verify, but the last state need not meet the goal.
func (p *Problem) VerifyWalk(plan Plan) ([]Step, int64, error) {
	return p.VerifyContext(context.Background(), plan, false)
}

// VerifyContext is like Verify, or like VerifyWalk if goal is false. It stops with the error of
// ctx when ctx is done.
func (p *Problem) VerifyContext(ctx context.Context, plan Plan, goal bool) ([]Step, int64, error) {
	if p.Judge != nil {
		return p.judged(ctx, plan, goal)
	}
	return p.VerifyGround(plan, goal)
}

// judged validates a plan by the judge.
func (p *Problem) judged(ctx context.Context, plan Plan, goal bool) ([]Step, int64, error) {
	moves := make([]*Move, len(plan.Moves))
	for i, n := range plan.Moves {
		if n < 0 || n >= len(p.Moves) {
			return nil, 0, &PlanError{Step: i + 1, Move: "?", Why: "there is no such move"}
		}
		moves[i] = p.Moves[n]
	}
	steps, total, err := p.Judge.Within(ctx).Verify(plan.Find, moves, goal)
	if p.Unit > 0 {
		err = p.hidden(steps, plan, err)
	}
	return steps, total, err
}

// hidden adds the values of the hidden variables to the states of a judge, which does not know
// them. It compares the other values with those of the ground problem.
func (p *Problem) hidden(steps []Step, plan Plan, verdict error) error {
	if len(steps) == 0 {
		return verdict
	}
	s, ok, err := p.Begin(plan.Find)
	if err != nil || !ok {
		return errors.Join(verdict, err)
	}
	for i := range steps {
		if n := len(steps[i].State); !slices.Equal(steps[i].State, s[:n]) {
			return fmt.Errorf("the states after %d happenings disagree: the text and the ground problem are run differently", i)
		}
		steps[i].State = slices.Clone(s)
		if i == len(steps)-1 {
			break
		}
		out, err := p.Apply(p.Moves[plan.Moves[i]], s)
		if err != nil {
			return errors.Join(verdict, err)
		}
		if out.Next == nil && p.Moves[plan.Moves[i]].Schema.Role == Waits && p.nothingUnderWay(s) {
			continue // the judge knows that waiting changes nothing
		}
		if out.Next == nil {
			return fmt.Errorf("the ground problem does not allow %s", p.Moves[plan.Moves[i]])
		}
		s = out.Next
	}
	return verdict
}

// nothingUnderWay reports whether no move is under way.
func (p *Problem) nothingUnderWay(s State) bool {
	return !slices.ContainsFunc(p.Moves, func(m *Move) bool { return m.Lasts && s[m.Under] > 0 })
}

// VerifyGround is like Verify, but uses the ground problem only.
func (p *Problem) VerifyGround(plan Plan, goal bool) ([]Step, int64, error) {
	s, err := p.verifyStart(plan.Find)
	if err != nil {
		return nil, 0, err
	}
	steps, total, err := p.verifyMoves(s, plan.Moves)
	if err != nil {
		return steps, total, err
	}
	if p.Goals != nil {
		v, ok, err := p.worth(p.Goals, steps[len(steps)-1].State, SpentBy(steps))
		if err == nil && !ok {
			err = &PlanError{Step: len(plan.Moves) + 1, Why: "the objective has no value"}
		}
		if err != nil {
			return steps, total, err
		}
		total = v
	}
	if !goal {
		return steps, total, nil
	}
	missed, err := p.Missed(steps[len(steps)-1].State)
	if err == nil && len(missed) > 0 {
		err = &PlanError{Step: len(plan.Moves) + 1, Rules: missed, Why: "the goal is not met:"}
	}
	return steps, total, err
}

// GivenUp returns the soft rules that a state of a plan breaks.
func (p *Problem) GivenUp(steps []Step) ([]*Soft, error) {
	var given []*Soft
	for i := range p.Soft {
		for _, st := range steps {
			ev := evaluator{cells: st.State}
			v, _ := ev.eval(p.Soft[i].Cond)
			if err := p.overflow(ev.wide); err != nil {
				return nil, err
			}
			if v == 0 {
				given = append(given, &p.Soft[i])
				break
			}
		}
	}
	return given, nil
}

func (p *Problem) verifyStart(find []int64) (State, error) {
	if len(find) != p.NumFind {
		return nil, &PlanError{Why: fmt.Sprintf("%d find values are needed, %d are given", p.NumFind, len(find))}
	}
	for i, v := range find {
		if c := &p.Cells[i]; v < c.Lo || v > c.Hi {
			return nil, &PlanError{Why: fmt.Sprintf("%s cannot be %d", c.Name, v)}
		}
	}
	for i := range p.Vars {
		if v := &p.Vars[i]; v.Find && !v.Type.holds(find[v.Base:v.Base+v.Cells]) {
			return nil, &PlanError{Why: v.Name + " has a value that is not of its type"}
		}
	}
	failed, err := p.Required(find)
	if err != nil {
		return nil, err
	}
	if len(failed) > 0 {
		return nil, &PlanError{Rules: failed, Why: "the values found break"}
	}
	s, ok, err := p.Begin(find)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &PlanError{Why: "the values found give no start"}
	}
	return s, p.verifySafe(s, 0, "")
}

func (p *Problem) verifySafe(s State, step int, move string) error {
	broken, err := p.Broken(s)
	if err == nil && len(broken) > 0 {
		err = &PlanError{Step: step, Move: move, Rules: broken, Why: "breaks"}
	}
	return err
}

func (p *Problem) verifyMoves(s State, moves []int) ([]Step, int64, error) {
	steps := []Step{{State: s}}
	total := int64(0)
	for i, n := range moves {
		if n < 0 || n >= len(p.Moves) {
			return steps, total, &PlanError{Step: i + 1, Move: "?", Why: "there is no such move"}
		}
		m := p.Moves[n]
		out, err := p.Apply(m, s)
		if err != nil {
			return steps, total, err
		}
		if out.Next == nil {
			return steps, total, refusal(i+1, m, out)
		}
		last := &steps[len(steps)-1]
		last.Move, last.Label, last.Cost = m, out.Label, out.Cost
		if total > math.MaxInt64-out.Cost {
			return steps, total, &OverflowError{File: p.File, Pos: m.Schema.Pos}
		}
		total += out.Cost
		s = out.Next
		steps = append(steps, Step{State: s})
		if err := p.verifySafe(s, i+1, m.String()); err != nil {
			return steps, total, err
		}
	}
	return steps, total, nil
}

func refusal(step int, m *Move, out Outcome) *PlanError {
	e := &PlanError{Step: step, Move: m.String(), Stmt: out.Refused, Why: "does not apply: its cost is undefined or negative"}
	if st := out.Refused; st != nil {
		e.Why = fmt.Sprintf("does not apply: it needs %s (line %d)", st.Text, st.Pos.Line)
		if st.Label != "" {
			e.Why = fmt.Sprintf("does not apply: %s (line %d)", st.Label, st.Pos.Line)
		}
		if st.Kind != Guard {
			e.Why = fmt.Sprintf("does not apply: %s has no value in range (line %d)", st.Text, st.Pos.Line)
		}
	}
	return e
}
