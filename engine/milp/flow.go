package milp

import (
	"fmt"
	"maps"
	"slices"

	"farbank/milp"
	"farbank/model"
)

// turn adds the moves of a turn, their preconditions and their effects.
func (g *program) turn(t int, idle bool) {
	before, after := g.at[t], g.at[t+1]
	moves := make([]milp.Expr, len(g.cases))
	for k, c := range g.cases {
		moves[k] = g.m.Binary(fmt.Sprintf("%s#%d,%d", g.p.Moves[c.move], k, t)).Expr
	}
	g.moves = append(g.moves, moves)
	sum := milp.Sum(moves...)
	if idle {
		rest := g.m.Binary(fmt.Sprintf("idle,%d", t)).Expr
		sum = sum.Plus(rest)
		if t > 0 {
			g.m.AddNamed("idle-last", g.idle[t-1].LessEqual(rest))
		}
		g.idle = append(g.idle, rest)
	}
	g.m.AddNamed(fmt.Sprintf("one-move(%d)", t), sum.Is(1))
	for c := g.p.NumFind; c < len(g.p.Cells); c++ {
		g.flow(c, before, after, moves)
	}
	for c := range g.p.NumFind {
		g.needs(c, before, moves)
	}
	g.conditions(before, moves)
}

// needs adds the rows for preconditions: at most one move needs a value, and only if it is there.
func (g *program) needs(cell int, before *snapshot, moves []milp.Expr) {
	info := &g.p.Cells[cell]
	if info.Lo == info.Hi {
		return
	}
	for v := range info.Values() {
		var users []milp.Expr
		for k, c := range g.cases {
			if w, ok := c.before[cell]; ok && w == v {
				users = append(users, moves[k])
			}
		}
		if len(users) > 0 {
			g.m.AddNamed("needs("+info.Name+")", milp.Sum(users...).LessEqual(before.has(cell, v)))
		}
	}
}

// flow adds flow conservation: the binary of a value after a turn is that before, plus the moves
// that add the value, minus those that delete it. Moves that leave the value before or after open
// relax these rows, and have rows of their own.
func (g *program) flow(cell int, before, after *snapshot, moves []milp.Expr) {
	g.needs(cell, before, moves)
	info := &g.p.Cells[cell]
	if info.Lo == info.Hi {
		return
	}
	var aside []milp.Expr
	for k, c := range g.cases {
		if c.aside(cell) {
			aside = append(aside, moves[k])
		}
	}
	for v := range info.Values() {
		if info.Span() == 2 && v == info.Lo {
			continue // it follows from the other row
		}
		sum := []milp.Expr{before.has(cell, v)}
		var stay []milp.Expr // moves that need the value and keep it
		for k, c := range g.cases {
			w, changes := c.after[cell]
			was, known := c.before[cell]
			switch {
			case changes && w == v:
				sum = append(sum, moves[k])
			case changes && was == v:
				sum = append(sum, moves[k].Neg())
			case known && was == v && !c.aside(cell):
				stay = append(stay, moves[k])
			}
		}
		g.balance(info.Name, after.has(cell, v), milp.Sum(sum...), aside)
		if len(stay) > 0 {
			g.m.AddNamed("stays("+info.Name+")", milp.Sum(stay...).LessEqual(after.has(cell, v)))
		}
	}
	if len(aside) > 0 {
		g.effects(cell, before, after, moves)
	}
}

// balance posts value = sum, unless one of the moves aside is made.
func (g *program) balance(cell string, value, sum milp.Expr, aside []milp.Expr) {
	if len(aside) == 0 {
		g.m.AddNamed("flow("+cell+")", value.Equal(sum))
		return
	}
	loose := milp.Sum(aside...)
	g.m.AddNamed("flow("+cell+")", value.LessEqual(sum.Plus(loose)))
	g.m.AddNamed("flow("+cell+")", sum.Minus(loose).LessEqual(value))
}

// effects adds the rows of moves that set a cell to a constant whatever its value, copy another
// cell, or assign an expression.
func (g *program) effects(cell int, before, after *snapshot, moves []milp.Expr) {
	info := &g.p.Cells[cell]
	set := map[int64][]milp.Expr{}
	copied := map[int][]milp.Expr{}
	valued := map[*model.Expr][]milp.Expr{}
	var sources []int
	var values []*model.Expr
	for k, c := range g.cases {
		if v, ok := c.sets[cell]; ok {
			set[v] = append(set[v], moves[k])
		}
		if from, ok := c.copies[cell]; ok {
			if copied[from] == nil {
				sources = append(sources, from)
			}
			copied[from] = append(copied[from], moves[k])
		}
		if e := c.values[cell]; e != nil {
			if valued[e] == nil {
				values = append(values, e)
			}
			valued[e] = append(valued[e], moves[k])
		}
	}
	for _, v := range slices.Sorted(maps.Keys(set)) {
		g.m.AddNamed("set("+info.Name+")", milp.Sum(set[v]...).LessEqual(after.has(cell, v)))
	}
	for _, from := range sources {
		made := milp.Sum(copied[from]...)
		source := &g.p.Cells[from]
		for v := range source.Values() {
			if v < info.Lo || v > info.Hi {
				continue // the precondition excludes these values
			}
			g.m.AddNamed("copy("+info.Name+")", before.has(from, v).Plus(made).Shift(-1).LessEqual(after.has(cell, v)))
		}
	}
	for _, e := range values {
		if g.full {
			return
		}
		made := milp.Sum(valued[e]...)
		g.m.AddNamed("value("+info.Name+")", milp.Implies(made.AtLeast(1), before.equals(after, cell, e)))
	}
}

// conditions posts the conditions of moves over other cells, each once for all cases that share it.
func (g *program) conditions(before *snapshot, moves []milp.Expr) {
	users := map[*model.Expr][]milp.Expr{}
	var order []*model.Expr
	for k, c := range g.cases {
		for _, e := range c.further {
			if users[e] == nil {
				order = append(order, e)
			}
			users[e] = append(users[e], moves[k])
		}
	}
	for _, e := range order {
		if g.full {
			return
		}
		sum, r := milp.Sum(users[e]...), g.planner.further[e]
		if !r.small {
			g.m.AddNamed("condition", sum.LessEqual(g.m.Truth(before.holds(e))))
			continue
		}
		for _, b := range r.boxes {
			g.m.AddNamed("condition", sum.Plus(before.inside(b)).AtMost(float64(len(b.cells))))
		}
	}
}
