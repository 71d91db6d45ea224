package milp

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"farbank/milp"
	"farbank/model"
)

// A program is the model of the plans of a fixed number of turns.
type program struct {
	*planner
	m     *milp.Model
	at    []*snapshot // before the first turn, and after each
	moves [][]milp.Expr
	idle  []milp.Expr // whether a turn is idle; nil: none is
	full  bool        // too large, or the context has ended: nothing more is added
}

// maxProgram bounds the columns, rows and terms of a program together.
const maxProgram = 1 << 23

func (pl *planner) program() *program {
	g := &program{planner: pl, m: milp.NewModel("plan")}
	g.m.Guard(func(size int) error {
		err := pl.ended()
		if err == nil && size > maxProgram {
			err = refused("the program would be too large")
		}
		g.full = err != nil
		return err
	})
	return g
}

// fault returns the reason why the program cannot be solved, or nil. An error of the modelling
// layer becomes unsupported.
func (g *program) fault() error {
	if err := g.ended(); err != nil {
		return err
	}
	err := g.m.Err()
	var u *unsupported
	switch {
	case err == nil:
		return nil
	case errors.As(err, &u):
		return u
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return refused("%s", strings.TrimPrefix(first, "milp: "))
}

// horizon returns the program of plans of exactly turns moves, or, with idle, of the cheapest plans
// of at most turns moves.
func (pl *planner) horizon(turns int, idle bool) *program {
	g := pl.program()
	first := g.first()
	g.at = append(g.at, first)
	g.demand(first, pl.safety, "safe(0)")
	for t := range turns {
		if g.full {
			break
		}
		if t > 0 && g.m.Size()/t > maxProgram/turns {
			panic(refused("the program would be too large")) // otherwise it would be noticed late
		}
		g.at = append(g.at, g.cells(t+1))
		g.turn(t, idle)
		g.demand(g.at[t+1], pl.safety, fmt.Sprintf("safe(%d)", t+1))
	}
	if g.full {
		return g // it will not be solved
	}
	g.demand(g.at[turns], pl.goal, "goal")
	if idle {
		g.m.Minimize(g.leastMoves(turns))
	}
	return g
}

// leastMoves returns the objective. If moves may be free, it is the cost times the number of turns
// plus the number of moves: among the cheapest plans, one with the fewest moves has no cycles.
func (g *program) leastMoves(turns int) milp.Expr {
	cost := g.cost()
	if g.leastCost() > 0 {
		return cost
	}
	g.checkCosts(int64(turns) * int64(turns+1))
	cost = cost.Times(float64(turns + 1))
	for t := range turns {
		cost = cost.Plus(milp.Sum(g.moves[t]...))
	}
	return cost
}

// checkCosts refuses costs that are too large when they are added times times.
func (g *program) checkCosts(times int64) {
	for _, c := range g.cases {
		if c.cost > maxNumber/max(times, 1) {
			panic(refused("what moves cost may be too large for floating point"))
		}
	}
}

// cost returns the cost of the moves of all turns.
func (g *program) cost() milp.Expr {
	g.checkCosts(int64(len(g.moves)))
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

func (g *program) snapshot() *snapshot { return &snapshot{planner: g.planner, m: g.m} }

// first adds the cells before the first turn. Find cells are the same in all turns.
func (g *program) first() *snapshot {
	s := g.snapshot()
	for i := range g.p.NumFind {
		g.cell(s, i, g.p.Cells[i].Name)
	}
	g.demand(s, g.require, "require")
	for i, e := range g.p.Start {
		cell := g.p.NumFind + i
		info := &g.p.Cells[cell]
		if e.IsConst() {
			v := e.Value
			if v < info.Lo || v > info.Hi {
				g.m.AddNamed("start("+info.Name+")", milp.False)
				v = info.Lo
			}
			s.value = append(s.value, milp.Constant(v-s.baseOfCell(cell)))
			s.is = append(s.is, constants(v-info.Lo, info.Span()))
			continue
		}
		g.cell(s, cell, info.Name+",0")
		g.m.AddNamed("start("+info.Name+")", s.defined(s.equals(s, cell, e), e))
	}
	return s
}

// equals returns the condition that a cell has, later, the current value of an expression.
func (s *snapshot) equals(later *snapshot, cell int, e *model.Expr) milp.Condition {
	info := &s.p.Cells[cell]
	if e.Lo > info.Hi || e.Hi < info.Lo {
		return milp.False
	}
	from, to := s.baseOfCell(cell), base(min(e.Lo, info.Lo), max(e.Hi, info.Hi))
	fit(info.Lo, info.Hi, to)
	return later.value[cell].Shift(float64(from - to)).Equal(s.number(e, to))
}

// constants returns n constants, 1 at a place and 0 elsewhere; all are 0 if the place is outside.
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

// cells adds the cells after a turn.
func (g *program) cells(t int) *snapshot {
	s := g.snapshot()
	s.value = append(s.value, g.at[0].value[:g.p.NumFind]...)
	s.is = append(s.is, g.at[0].is[:g.p.NumFind]...)
	for i := g.p.NumFind; i < len(g.p.Cells); i++ {
		g.cell(s, i, fmt.Sprintf("%s,%d", g.p.Cells[i].Name, t))
	}
	return s
}

// maxValues is the maximum number of values of a cell with a binary for each value.
const maxValues = 1 << 14

// cell adds a cell: one binary for two values, otherwise one for each value, unless there are too
// many.
func (g *program) cell(s *snapshot, i int, name string) {
	c := &g.p.Cells[i]
	low := c.Lo - s.baseOfCell(i)
	switch c.Span() {
	case 1:
		s.value = append(s.value, milp.Constant(low))
		s.is = append(s.is, constants(0, 1))
	case 2:
		b := g.m.Binary(name)
		s.value = append(s.value, b.Shift(float64(low)))
		s.is = append(s.is, []milp.Expr{b.Not().Expr, b.Expr})
	default:
		if c.Span() > maxValues && (c.Span() > maxNumber || g.p.NumFind <= i) {
			panic(refused("%s has more than %d values", c.Name, maxValues))
		}
		x := g.m.Integer(name, float64(low), float64(c.Hi-s.baseOfCell(i)))
		s.value = append(s.value, x)
		if c.Span() > maxValues {
			s.is = append(s.is, nil)
			return
		}
		_, truths := g.m.Values(x)
		is := make([]milp.Expr, len(truths))
		for k, t := range truths {
			is[k] = t.Expr
		}
		s.is = append(s.is, is)
	}
}

// demand posts rules: a row for each box, or the condition through the modelling layer.
func (g *program) demand(s *snapshot, rules []rule, name string) {
	for i := range rules {
		r := &rules[i]
		if g.full {
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

// large posts a condition over many cells. Distinct cells become a row for each value: at most one
// cell has it.
func (g *program) large(s *snapshot, e *model.Expr, name string) {
	if e.Op != model.Distinct || slices.ContainsFunc(e.Args, func(a *model.Expr) bool { return a.Op != model.Cell }) {
		g.m.AddNamed(name, s.holds(e))
		return
	}
	users := map[int64][]milp.Expr{}
	for _, a := range e.Args {
		c := &g.p.Cells[a.Value]
		for v := range c.Values() {
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

// inside returns the number of cells that have one of the values of the box.
func (s *snapshot) inside(b box) milp.Expr {
	var terms []milp.Expr
	for k, c := range b.cells {
		for _, v := range b.values[k] {
			terms = append(terms, s.has(c, v))
		}
	}
	return milp.Sum(terms...)
}
