package ground

import (
	"context"
	"errors"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
	"farbank/model/transition"
)

// counting makes a move add to steps and cost, if the file uses them. It captures the cost and
// returns a function to be called after the body is built.
func (m *moveBuilder) counting(d *syntax.MoveDecl, cost *model.Expr) func() {
	steps, total := m.g.info.Counters[types.Steps], m.g.info.Counters[types.Cost]
	if total != nil {
		b := m.g.b
		good := b.And(m.g.orTrue(m.g.defined(cost)), b.Le(b.Const(0), cost)) // else the move does not apply
		cost = m.local(d, b.If(good, cost, b.Const(0)), "cost")
	}
	add := func(o *types.Object, by *model.Expr) {
		if o != nil && !m.never {
			cell := m.g.values[o.ID].e
			m.g.at(d)
			most := m.g.b.Const(o.Type.Model.Hi) // values beyond the bound of the rules are one value
			m.set(d, cell, m.g.b.Least(m.g.b.Sum(cell, m.g.b.Least(by, most)), most), o.Name)
		}
	}
	kept := len(m.out) // 1 if the cost was captured
	return func() {
		if kept > 0 {
			sink(m.out)
		}
		add(steps, m.g.b.Const(1))
		add(total, cost)
	}
}

// sink moves the first statement behind the following guards and lets, so that a guard fails
// before the cost overflows.
func sink(body []model.Stmt) {
	for i := 1; i < len(body) && (body[i].Kind == model.Guard || body[i].Kind == model.Let); i++ {
		body[i-1], body[i] = body[i], body[i-1]
	}
}

// lowerEnabled evaluates enabled(m) or enabled(m(x)).
func (g *grounder) lowerEnabled(e *syntax.CallExpr) value {
	call, ok := e.Args[0].(*syntax.CallExpr)
	if !ok {
		return scalar(g.enabled(g.info.Uses[e.Args[0].(*syntax.Ident)], nil))
	}
	args := make([]value, len(call.Args))
	for i, a := range call.Args {
		if args[i] = g.lower(a); args[i].kind == vBad {
			return badValue
		}
	}
	g.at(e)
	return scalar(g.b.And(append(g.wellDefined(args...), g.enabled(g.info.Uses[call.Fun], args))...))
}

// enabled returns the condition that a ground move of o with the arguments args is possible. A
// nil o means any move, nil args any arguments.
func (g *grounder) enabled(o *types.Object, args []value) *model.Expr {
	if o == nil && g.anyAble != nil {
		return g.anyAble
	}
	pos := g.b.Pos
	defer func() { g.b.Pos = pos }()
	g.findAble()
	var any []*model.Expr
	for i, mv := range g.p.Moves {
		g.step()
		if mv.Schema.Role != model.Begins || o != nil && mv.Schema.Name != o.Name {
			continue
		}
		conds := []*model.Expr{g.able[i]}
		for k, a := range args {
			conds = append(conds, g.comparePair(nil, syntax.Eq, a, g.fixedValue(mv.Args[k].Type, mv.Args[k].Leaves)))
		}
		any = append(any, g.b.And(conds...))
	}
	e := g.b.Or(any...)
	if o == nil {
		g.anyAble = e
	}
	return e
}

// stuck returns the condition that no move is possible and, where moves take time, none is under
// way.
func (g *grounder) stuck(id *syntax.Ident) *model.Expr {
	stuck := g.b.Not(g.enabled(nil, nil))
	if !g.info.Timed {
		return stuck
	}
	if g.info.Counters[types.Time] != nil {
		g.Errorf(id, "%s cannot be used in a file with rules or moves that use time", strings.TrimSpace(id.Name)).Hint = "whether a move can begin after waiting is not decided by the state; enabled(m) asks for now"
	}
	return g.b.And(stuck, g.idle())
}

// findAble computes for every ground move the condition that it applies and, where it is ours, leads to a state that meets the
// rules which do not depend on possible moves.
func (g *grounder) findAble() {
	if g.able != nil || len(g.p.Moves) == 0 {
		return
	}
	ctx := g.opts.Context
	if ctx == nil {
		ctx = context.Background()
	}
	x := transition.New(ctx, g.p, transition.Options{Nodes: g.b.Len() + int(min(g.opts.Limit, 1<<24))})
	x.Builder = g.b
	for i := range g.p.Moves {
		g.step()
		op, err := x.Run(i)
		switch {
		case errors.Is(err, transition.ErrLarge):
			g.tooMuch("the conditions under which moves can be made are too large", "smaller parameters make it smaller")
		case err != nil:
			panic(stopped{err})
		case op == nil:
			g.able = append(g.able, g.b.Truth(false))
			continue
		}
		mv := g.p.Moves[i]
		conds := slices.Clone(op.Guard)
		if mv.Schema.By == model.ByChance && mv.Weight != nil {
			conds = append(conds, g.b.Le(g.b.Const(1), mv.Weight))
		}
		if mv.Schema.By == model.ByUs || mv.When != nil {
			theirs := g.b.Truth(false)
			if mv.When != nil {
				theirs = mv.When
			}
			after := x.After(op)
			for _, r := range g.keeps {
				conds = append(conds, g.b.Or(theirs, after.Apply(r.Cond)))
			}
		}
		g.able = append(g.able, g.b.And(conds...))
	}
}
