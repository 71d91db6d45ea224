package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"farbank/model"
)

// A RangeError is a plan of a strict problem that leads to a move which would assign a value outside the range of a
// variable, or to the end of a move whose requirement fails. In a problem that is not strict, such a move does not apply.
type RangeError struct {
	File      string
	Pos       model.Pos // of the assignment
	Cell      string    // the cell that would leave its range; "" if a value of several parts would leave its type
	Lo        int64     // the range
	Hi        int64
	Range     string      // the range as written
	Plan      model.Plan  // the moves before it
	Move      *model.Move // the move that leaves the range
	Text      string      // the assignment as written; if Undefined, the expression
	Undefined bool        // the expression has no value
	Fails     bool        // the move is over, and a requirement of its end fails; Text is the requirement
	way       []string
	find      []string // values of the plan's find variables
}

// maxListed is the maximum number of moves, and of unknowns, in a message.
const maxListed = 20

// Error returns a message with the place of the assignment and the moves before it.
func (e *RangeError) Error() string {
	way := "at the start"
	if len(e.way) > 0 {
		way = "after " + strings.Join(e.way[:min(len(e.way), maxListed)], ", ")
		if more := len(e.way) - maxListed; more > 0 {
			way += fmt.Sprintf(" and %d moves more", more)
		}
	}
	if len(e.find) > 0 {
		way += ", with " + strings.Join(e.find[:min(len(e.find), maxListed)], ", ")
		if more := len(e.find) - maxListed; more > 0 {
			way += fmt.Sprintf(" and %d unknowns more", more)
		}
	}
	what := "a value would leave its type"
	if e.Fails {
		return fmt.Sprintf("%s:%d:%d: %s fails when the move is over: it needs %s, %s", e.File, e.Pos.Line, e.Pos.Col, e.Move, e.Text, way)
	}
	if e.Undefined {
		what = e.Text + " has no value (an index is out of range, or something is divided by 0)"
		return fmt.Sprintf("%s:%d:%d: %s by %s, %s", e.File, e.Pos.Line, e.Pos.Col, what, e.Move, way)
	}
	if e.Cell != "" {
		what = e.Cell + " would leave " + e.Range
	}
	return fmt.Sprintf("%s:%d:%d: %s by %s, %s: %s", e.File, e.Pos.Line, e.Pos.Col, what, e.Move, way, e.Text)
}

// A leaving is a move up to an assignment whose value is outside the range.
type leaving struct {
	move *model.Move
	stmt *model.Stmt
	cell int  // the assigned cell; -1 if there are several
	ends bool // it is a requirement of an end that fails
}

// CheckRanges searches for a shortest plan that leaves a range of a strict problem. It returns a *RangeError, or
// an answer if it is unknown whether there is one.
func (r Registry) CheckRanges(ctx context.Context, p *model.Problem, q Question) (*Answer, error) {
	if p == nil || !p.Strict || len(p.Strays) == 0 && p.Unit == 0 {
		return nil, nil
	}
	out, found := straying(p)
	if len(found) == 0 {
		return nil, nil
	}
	a, err := r.Solve(ctx, nil, out, Question{Workers: q.Workers, Memory: q.Memory, Progress: q.Progress}, nil)
	switch {
	case err != nil:
		return nil, err
	case a.Status == None:
		return nil, nil
	case a.Status != Solved && a.Status != Feasible:
		a.Reason = "whether a range can be left: " + a.Reason
		return a, nil
	}
	moves := a.Best.Moves
	last := found[moves[len(moves)-1]-len(p.Moves)]
	e := &RangeError{File: p.File, Pos: last.stmt.Pos, Move: last.move, Text: last.stmt.Text, Undefined: last.stmt.Undefined, Fails: last.ends,
		Plan: model.Plan{Find: a.Best.Find[:p.NumFind], Moves: moves[:len(moves)-1]}}
	if last.cell >= 0 {
		info := &p.Cells[last.cell]
		e.Cell, e.Lo, e.Hi, e.Range = info.Name, info.Lo, info.Hi, within(info)
	}
	time := int64(0)
	for _, i := range e.Plan.Moves {
		switch m := p.Moves[i]; {
		case p.Unit == 0:
			e.way = append(e.way, m.String())
		case m.Schema.Role == model.Begins: // ends follow from the beginnings
			e.way = append(e.way, model.Decimal(time, p.TimeDigits)+": "+m.String())
		default:
			time += m.Time
		}
	}
	for i := range p.Vars {
		if v := &p.Vars[i]; v.Find {
			value := model.Value{Type: v.Type, Leaves: e.Plan.Find[v.Base : v.Base+v.Cells]}
			e.find = append(e.find, v.Name+" = "+value.String())
		}
	}
	return nil, e
}

// straying returns the problem of leaving a range: the moves of p, and their beginnings up to an assignment that
// may leave a range, or up to a requirement of an end that fails.
func straying(p *model.Problem) (*model.Problem, []leaving) {
	b := model.NewBuilder()
	out := *p
	out.Strict, out.Strays, out.Judge, out.Goals, out.Soft = false, nil, nil, nil, nil
	n := len(p.Cells)
	out.Vars = append(slices.Clip(out.Vars), model.Var{Name: "left", Type: model.Boolean, Base: n, Cells: 1})
	out.Cells = append(slices.Clip(out.Cells), model.CellInfo{Name: "left", Var: len(out.Vars) - 1, Type: model.Boolean, Hi: 1})
	out.Start = append(slices.Clip(out.Start), b.Truth(false))
	left := b.Cell(n, 0, 1, true)
	out.Goal = []model.Rule{{Kind: model.Goal, Text: "a range is left", Cond: left}}
	out.Safety = slices.Clone(p.Safety)
	for i := range out.Safety { // the effects of the move before it left a range are not a state
		out.Safety[i].Cond = b.Or(left, out.Safety[i].Cond)
	}
	out.Moves = nil
	one := b.Const(1)
	stay := model.Stmt{Kind: model.Guard, Value: b.Not(left)}
	for _, m := range p.Moves {
		c := *m
		c.Cost = one
		c.Body = append([]model.Stmt{stay, {Kind: model.Guard, Value: b.Le(b.Const(0), m.Cost)}}, m.Body...)
		out.Moves = append(out.Moves, &c)
	}
	var found []leaving
	for _, m := range p.Strays {
		each(b, []model.Stmt{stay}, m.Body, func(before []model.Stmt, st *model.Stmt, cell int, outside *model.Expr) {
			found = append(found, leaving{move: m, stmt: st, cell: cell})
			body := append(slices.Clip(before), model.Stmt{Kind: model.Guard, Value: outside}, model.Stmt{Kind: model.Assign, Target: left, Value: b.Truth(true)})
			out.Moves = append(out.Moves, &model.Move{Schema: m.Schema, Args: m.Args, Cost: one, Locals: m.Locals, Body: body})
		})
	}
	for _, m := range p.Moves {
		if m.Schema.Role != model.Ends || len(m.Body) == 0 {
			continue
		}
		eachRequired(b, []model.Stmt{stay, m.Body[0]}, m.Body[1:], func(before []model.Stmt, st *model.Stmt) {
			found = append(found, leaving{move: m, stmt: st, cell: -1, ends: true})
			body := append(slices.Clip(before), model.Stmt{Kind: model.Guard, Value: b.Not(st.Value)}, model.Stmt{Kind: model.Assign, Target: left, Value: b.Truth(true)})
			out.Moves = append(out.Moves, &model.Move{Schema: m.Schema, Args: m.Args, Cost: one, Locals: m.Locals, Body: body})
		})
	}
	return &out, found
}

// eachRequired calls found for every guard, with the statements before it.
func eachRequired(b *model.Builder, before, body []model.Stmt, found func([]model.Stmt, *model.Stmt)) {
	for i := range body {
		st := &body[i]
		switch st.Kind {
		case model.Branch:
			eachRequired(b, append(slices.Clip(before), model.Stmt{Kind: model.Guard, Value: st.Value}), st.Then, found)
			eachRequired(b, append(slices.Clip(before), model.Stmt{Kind: model.Guard, Value: b.Not(st.Value)}), st.Else, found)
		case model.Guard:
			if !st.Value.Partial {
				found(before, st)
			}
		}
		before = append(slices.Clip(before), *st)
	}
}

// each calls found for every guard that fails where a range is left, for each cell that may be assigned: with the
// statements before it, and the condition.
func each(b *model.Builder, before, body []model.Stmt, found func([]model.Stmt, *model.Stmt, int, *model.Expr)) {
	for i := range body {
		st := &body[i]
		switch {
		case st.Kind == model.Branch:
			each(b, append(slices.Clip(before), model.Stmt{Kind: model.Guard, Value: st.Value}), st.Then, found)
			each(b, append(slices.Clip(before), model.Stmt{Kind: model.Guard, Value: b.Not(st.Value)}), st.Else, found)
		case st.Leaves && st.Target == nil:
			found(before, st, -1, b.Not(st.Value))
		case st.Leaves:
			st.Target.Reads(func(cell int) {
				outside := b.Not(st.Value)
				if st.Target.Op == model.At {
					outside = b.And(outside, addresses(b, st.Target, cell))
				}
				found(before, st, cell, outside)
			})
		}
		before = append(slices.Clip(before), *st)
	}
}

// addresses returns the condition that a target is a given cell.
func addresses(b *model.Builder, target *model.Expr, cell int) *model.Expr {
	at := []*model.Expr{b.Const(target.Value)}
	var conds []*model.Expr
	for k, d := range target.Dims {
		i := target.Args[k]
		conds = append(conds, b.Le(b.Const(d.Lo), i), b.Le(i, b.Const(d.Lo+d.N-1)))
		at = append(at, b.Mul(b.Sub(i, b.Const(d.Lo)), b.Const(d.Stride)))
	}
	return b.And(append(conds, b.Eq(b.Sum(at...), b.Const(int64(cell))))...)
}

// within returns the range of a cell, as written.
func within(info *model.CellInfo) string {
	if t := info.Type; t.Only != nil {
		return t.String()
	}
	return info.Type.Plain([]int64{info.Lo}) + ".." + info.Type.Plain([]int64{info.Hi})
}
