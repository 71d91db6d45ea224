package milp

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"farbank/milp"
	"farbank/model"
)

// A planner makes programs for plans of a problem, of any number of turns.
type planner struct {
	ctx     context.Context // ends the writing of large programs; nil: nothing does
	p       *model.Problem
	cases   []*moveCase
	require []rule
	safety  []rule
	goal    []rule
}

// A rule is a condition and the boxes of what it forbids, if it looks at few cells.
type rule struct {
	cond  *model.Expr
	boxes []box
	small bool
}

func newPlanner(p *model.Problem) (*planner, error) {
	pl := &planner{p: p}
	var err error
	if pl.require, err = rulesOf(p, p.Require); err != nil {
		return nil, err
	}
	if pl.cases, err = casesOf(p); err != nil {
		return nil, err
	}
	if pl.safety, err = rulesOf(p, p.Safety); err != nil {
		return nil, err
	}
	pl.goal, err = rulesOf(p, p.Goal)
	return pl, err
}

func rulesOf(p *model.Problem, list []model.Rule) ([]rule, error) {
	var rules []rule
	for i := range list {
		for _, e := range conjuncts(nil, list[i].Cond) {
			boxes, small, err := forbidden(p, e)
			if err != nil {
				return nil, err
			}
			rules = append(rules, rule{e, boxes, small})
		}
	}
	return rules, nil
}

// A program is the model of the plans of so many turns.
type program struct {
	*planner
	m     *milp.Model
	at    []*snapshot // before the first turn, and after each
	moves [][]milp.Expr
	idle  []milp.Expr // whether a turn is not used; nil: all are
}

// horizon makes the program of plans of exactly turns moves, or, with idle, of at
// most so many that cost as little as possible.
func (pl *planner) horizon(turns int, idle bool) *program {
	g := &program{planner: pl, m: milp.NewModel("plan")}
	first := g.first()
	g.at = append(g.at, first)
	g.demand(first, pl.safety, "safe(0)")
	for t := range turns {
		if pl.ended() {
			return g // it will not be solved
		}
		g.at = append(g.at, g.cells(t+1))
		g.turn(t, idle)
		g.demand(g.at[t+1], pl.safety, fmt.Sprintf("safe(%d)", t+1))
	}
	g.demand(g.at[turns], pl.goal, "goal")
	if idle {
		// Of the plans of least cost one with the fewest moves: it goes in no circles.
		cost := g.cost().Times(float64(turns + 1))
		for t := range turns {
			cost = cost.Plus(milp.Sum(g.moves[t]...))
		}
		g.m.Minimize(cost)
	}
	return g
}

// ended says that nobody waits for the program any more.
func (pl *planner) ended() bool { return pl.ctx != nil && pl.ctx.Err() != nil }

// cost is what the moves of all turns cost.
func (g *program) cost() milp.Expr {
	var terms []milp.Expr
	for t := range g.moves {
		for k, c := range g.cases {
			if c.cost != 0 {
				terms = append(terms, g.moves[t][k].Times(float64(c.cost)))
			}
		}
	}
	return milp.Sum(terms...)
}

// first makes the cells before the first turn. Find cells stay what they are.
func (g *program) first() *snapshot {
	s := &snapshot{m: g.m, p: g.p}
	for i := range g.p.NumFind {
		g.cell(s, i, g.p.Cells[i].Name)
	}
	g.demand(s, g.require, "require")
	for i, e := range g.p.Start {
		cell := g.p.NumFind + i
		info := &g.p.Cells[cell]
		if e.IsConst() {
			s.value = append(s.value, milp.Constant(e.Value))
			s.is = append(s.is, constants(e.Value-info.Lo, info.Hi-info.Lo+1))
			continue
		}
		g.cell(s, cell, info.Name+",0")
		g.m.AddNamed("start("+info.Name+")", s.defined(s.value[cell].Equal(s.number(e)), e))
	}
	return s
}

// constants is 1 at a place and 0 elsewhere; all 0 if the place is outside.
func constants(place, n int64) []milp.Expr {
	list := make([]milp.Expr, n)
	for i := range list {
		list[i] = milp.Constant(0)
		if int64(i) == place {
			list[i] = milp.Constant(1)
		}
	}
	return list
}

// cells makes the cells after a turn.
func (g *program) cells(t int) *snapshot {
	s := &snapshot{m: g.m, p: g.p}
	s.value = append(s.value, g.at[0].value[:g.p.NumFind]...)
	s.is = append(s.is, g.at[0].is[:g.p.NumFind]...)
	for i := g.p.NumFind; i < len(g.p.Cells); i++ {
		g.cell(s, i, fmt.Sprintf("%s,%d", g.p.Cells[i].Name, t))
	}
	return s
}

// cell adds a cell: a binary if it has two values, else one for each value.
func (g *program) cell(s *snapshot, i int, name string) {
	c := &g.p.Cells[i]
	switch n := c.Hi - c.Lo + 1; {
	case n == 1:
		s.value = append(s.value, milp.Constant(c.Lo))
		s.is = append(s.is, constants(0, 1))
	case n == 2:
		b := g.m.Binary(name)
		s.value = append(s.value, b.Shift(float64(c.Lo)))
		s.is = append(s.is, []milp.Expr{b.Not().Expr, b.Expr})
	default:
		x := g.m.Integer(name, float64(c.Lo), float64(c.Hi))
		s.value = append(s.value, x)
		_, truths := g.m.Values(x)
		is := make([]milp.Expr, len(truths))
		for k, t := range truths {
			is[k] = t.Expr
		}
		s.is = append(s.is, is)
	}
}

// demand posts rules: a row for each box, or what the modelling layer makes of the
// condition.
func (g *program) demand(s *snapshot, rules []rule, name string) {
	for i := range rules {
		r := &rules[i]
		if g.ended() {
			return
		}
		if !r.small {
			g.large(s, r.cond, name)
			continue
		}
		for _, b := range r.boxes {
			g.m.AddNamed(name, s.inside(b).AtMost(float64(len(b.cells)-1)))
		}
	}
}

// large posts a condition over many cells. That cells all differ is a row for each
// value: at most one of them has it.
func (g *program) large(s *snapshot, e *model.Expr, name string) {
	if e.Op != model.Distinct || slices.ContainsFunc(e.Args, func(a *model.Expr) bool { return a.Op != model.Cell }) {
		g.m.AddNamed(name, s.holds(e))
		return
	}
	users := map[int64][]milp.Expr{}
	for _, a := range e.Args {
		c := &g.p.Cells[a.Value]
		for v := c.Lo; v <= c.Hi; v++ {
			users[v] = append(users[v], s.has(int(a.Value), v))
		}
	}
	for _, v := range slices.Sorted(maps.Keys(users)) {
		row := milp.Sum(users[v]...)
		if len(users) == len(e.Args) {
			g.m.AddNamed(name, row.Is(1)) // as many values as cells: each is taken
		} else {
			g.m.AddNamed(name, row.AtMost(1))
		}
	}
}

// inside counts the cells of a box that have one of its values.
func (s *snapshot) inside(b box) milp.Expr {
	var terms []milp.Expr
	for k, c := range b.cells {
		for _, v := range b.values[k] {
			terms = append(terms, s.has(c, v))
		}
	}
	return milp.Sum(terms...)
}

// turn adds the moves of a turn and what they need and change.
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
	g.further(before, moves)
}

// needs: the moves that need a value are no more than it is there.
func (g *program) needs(cell int, before *snapshot, moves []milp.Expr) {
	info := &g.p.Cells[cell]
	if info.Lo == info.Hi {
		return
	}
	for v := info.Lo; v <= info.Hi; v++ {
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

// flow: a value is there after a turn as much as before, plus the moves that bring
// it, minus those that take it away. Moves that do not tell what it was or becomes set
// these rows aside, and have rows of their own.
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
	for v := info.Lo; v <= info.Hi; v++ {
		if info.Hi == info.Lo+1 && v == info.Lo {
			continue // it follows from the other
		}
		sum := []milp.Expr{before.has(cell, v)}
		var stay []milp.Expr // moves that look at the value and leave it
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

// balance makes a value equal to a sum, unless a move is made that sets it aside.
func (g *program) balance(cell string, value, sum milp.Expr, aside []milp.Expr) {
	if len(aside) == 0 {
		g.m.AddNamed("flow("+cell+")", value.Equal(sum))
		return
	}
	loose := milp.Sum(aside...)
	g.m.AddNamed("flow("+cell+")", value.LessEqual(sum.Plus(loose)))
	g.m.AddNamed("flow("+cell+")", sum.Minus(loose).LessEqual(value))
}

// effects: a cell becomes a value whatever it was, or what another was, or the value of
// an expression.
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
		for v := source.Lo; v <= source.Hi; v++ {
			if v < info.Lo || v > info.Hi {
				continue // the move needs that it is none of these
			}
			g.m.AddNamed("copy("+info.Name+")", before.has(from, v).Plus(made).Shift(-1).LessEqual(after.has(cell, v)))
		}
	}
	for _, e := range values {
		if g.ended() {
			return
		}
		made := milp.Sum(valued[e]...)
		g.m.AddNamed("value("+info.Name+")", milp.Implies(made.AtLeast(1), after.value[cell].Equal(before.number(e))))
	}
}

// further: the conditions of moves over other cells, each once for all cases that
// share it.
func (g *program) further(before *snapshot, moves []milp.Expr) {
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
		if g.ended() {
			return
		}
		sum := milp.Sum(users[e]...)
		boxes, small, err := forbidden(g.p, e)
		if err != nil || !small {
			g.m.AddNamed("condition", sum.LessEqual(g.m.Truth(before.holds(e))))
			continue
		}
		for _, b := range boxes {
			g.m.AddNamed("condition", sum.Plus(before.inside(b)).AtMost(float64(len(b.cells))))
		}
	}
}

// earliest is the first turn after which the goal's values could all be there if
// moves never took anything away; -1 if they never could.
func (pl *planner) earliest(most int) int {
	p := pl.p
	have := make([]map[int64]bool, len(p.Cells))
	for i, c := range p.Cells {
		have[i] = map[int64]bool{}
		if i >= p.NumFind && p.Start[i-p.NumFind].IsConst() {
			have[i][p.Start[i-p.NumFind].Value] = true
			continue
		}
		for v := c.Lo; v <= c.Hi && v-c.Lo < 1<<16; v++ {
			have[i][v] = true
		}
	}
	for turn := 0; turn <= most; turn++ {
		if pl.possible(have) {
			return turn
		}
		var next []func()
		for _, c := range pl.cases {
			if !holdsAll(have, c.before) {
				continue
			}
			gain := func(cell int, v int64) {
				if !have[cell][v] {
					next = append(next, func() { have[cell][v] = true })
				}
			}
			for cell, v := range c.after {
				gain(cell, v)
			}
			for cell, v := range c.sets {
				gain(cell, v)
			}
			for cell, from := range c.copies {
				for v := range have[from] {
					gain(cell, v)
				}
			}
			for cell, e := range c.values {
				for v := max(e.Lo, p.Cells[cell].Lo); v <= min(e.Hi, p.Cells[cell].Hi); v++ {
					gain(cell, v)
				}
			}
		}
		if len(next) == 0 {
			return -1
		}
		for _, do := range next {
			do()
		}
	}
	return most
}

func holdsAll(have []map[int64]bool, values map[int]int64) bool {
	for cell, v := range values {
		if !have[cell][v] {
			return false
		}
	}
	return true
}

// possible reports whether each of the goal's small conditions could hold.
func (pl *planner) possible(have []map[int64]bool) bool {
	for _, r := range pl.goal {
		if !r.small {
			continue
		}
		cells := cellsOf(r.cond, nil)
		s := make(model.State, len(pl.p.Cells))
		for i, c := range pl.p.Cells {
			s[i] = c.Lo
		}
		found := false
		_ = each(pl.p, cells, s, func() error {
			if !found && !slices.ContainsFunc(cells, func(c int) bool { return !have[c][s[c]] }) {
				v, _, err := pl.p.Eval(r.cond, s)
				found = err == nil && v != 0
			}
			return nil
		})
		if !found {
			return false
		}
	}
	return true
}
