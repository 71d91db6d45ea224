// Package dimacs writes a problem as clauses for a SAT solver: planning as satisfiability
// (Kautz, Selman 1992) with the direct encoding of values (de Kleer 1989) and definitions of
// subformulas (Tseitin 1968). Every variable is a function of the plan, so that models and
// plans correspond one to one.
package dimacs

import (
	"bufio"
	"context"
	"fmt"

	"farbank/exchange/writing"
	"farbank/model"
	"farbank/model/transition"
)

// Language is the dimacs language.
var Language = &writing.Language{Name: "dimacs", Also: []string{"sat", "cnf"}, File: "cnf", About: "clauses for a SAT solver: a plan within a horizon, or the unknowns", Bounded: true, NeedsBest: true, Writes: writeDIMACS}

// An unrolling is a problem over a horizon as conditions over the cells of every time. Its
// cells are those of time 0, including the find cells, then for each step the move and the
// other cells of the state after it.
type unrolling struct {
	s     *writing.System
	flat  *writing.System // with the builder of the unrolled expressions, whose cells are numbered differently
	b     *model.Builder
	best  *model.Expr // value of the objective
	cells []flatCell
	conds []transition.Rule
	moves []int // the cell of the move of each step: 0 no move, k: s.Operators[k-1]
}

// A flatCell is a cell at a time, or the move of a step.
type flatCell struct {
	name   string
	lo, hi int64
	truth  bool
	digits int // its values are multiples of 10 to the power of -digits
}

// unroll writes out the steps of a problem. A plan may be shorter than the horizon; then the
// last steps have no move.
func unroll(w *writing.Writer, s *writing.System) *unrolling {
	b := model.NewBuilder()
	u := &unrolling{s: s, b: b, flat: &writing.System{System: &transition.System{Executor: &transition.Executor{Problem: s.Problem, Builder: b}}}}
	now := make([]int, len(w.Problem.Cells)) // by cell: its flat cell at this time
	for i := range w.Problem.Cells {
		now[i] = u.add(i, "")
	}
	here := u.over(now)
	u.rules(here, s.Require)
	u.rules(here, s.Begins)
	for i, e := range s.Start {
		u.conds = append(u.conds, writing.Condition("", b.Eq(u.cell(now[w.Problem.NumFind+i]), here.Apply(e))))
	}
	u.rules(here, s.Safety)
	if s.Objective != nil {
		u.best = here.Apply(s.Objective)
	}
	costs := []*model.Expr{b.Const(0)}
	horizon := w.Options.Horizon
	if len(s.Operators) == 0 {
		horizon = 0
	}
	for t := 1; t <= horizon; t++ {
		before := now
		now = append([]int(nil), before...)
		for i := w.Problem.NumFind; i < len(now); i++ {
			now[i] = u.add(i, fmt.Sprintf("@%d", t))
		}
		costs = append(costs, u.step(t, before, now))
	}
	u.rules(u.over(now), s.Goal)
	u.bound(w, b.Sum(costs...))
	return u
}

// add adds a flat cell for cell i of the problem.
func (u *unrolling) add(i int, suffix string) int {
	c := &u.s.Problem.Cells[i]
	u.cells = append(u.cells, flatCell{c.Name + suffix, c.Lo, c.Hi, c.Type.Kind == model.Bool, c.Type.Digits})
	return len(u.cells) - 1
}

func (u *unrolling) cell(i int) *model.Expr {
	c := &u.cells[i]
	if c.lo == c.hi && c.truth {
		return u.b.Truth(c.lo != 0)
	}
	if c.lo == c.hi {
		return u.b.Const(c.lo)
	}
	return u.b.Cell(i, c.lo, c.hi, c.truth)
}

// over returns a substitution of the flat cells of a time for the cells.
func (u *unrolling) over(now []int) *model.Substitution {
	return u.b.Substitution(func(i int) *model.Expr { return u.cell(now[i]) }, nil)
}

func (u *unrolling) rules(sub *model.Substitution, rules []transition.Rule) {
	for _, r := range rules {
		u.conds = append(u.conds, writing.Condition(r.Text, sub.Apply(r.Cond)))
	}
}

// step adds the conditions of a step, and returns its cost.
func (u *unrolling) step(t int, before, now []int) *model.Expr {
	b := u.b
	u.cells = append(u.cells, flatCell{fmt.Sprintf("move@%d", t), 0, int64(len(u.s.Operators)), false, 0})
	u.moves = append(u.moves, len(u.cells)-1)
	move := u.cell(len(u.cells) - 1)
	if t > 1 {
		earlier := u.cell(u.moves[t-2])
		u.conds = append(u.conds, writing.Condition("", b.Or(b.Ne(earlier, b.Const(0)), b.Eq(move, b.Const(0)))))
	}
	here := u.over(before)
	changed := make([][]*model.Expr, len(now))
	cost := []*model.Expr{b.Const(0)}
	for k, m := range u.s.Operators {
		is := b.Eq(move, b.Const(int64(k+1)))
		if is.IsFalse() {
			continue
		}
		for _, g := range m.Guard {
			u.conds = append(u.conds, writing.Condition("", b.Or(b.Not(is), here.Apply(g))))
		}
		for _, up := range m.Updates {
			u.conds = append(u.conds, writing.Condition("", b.Or(b.Not(is), b.Eq(u.cell(now[up.Cell]), here.Apply(up.Value)))))
			changed[up.Cell] = append(changed[up.Cell], is)
		}
		cost = append(cost, b.If(is, here.Apply(m.Cost), b.Const(0)))
	}
	for i := u.s.Problem.NumFind; i < len(now); i++ {
		same := b.Eq(u.cell(now[i]), u.cell(before[i]))
		u.conds = append(u.conds, writing.Condition("", b.Or(append(changed[i], same)...)))
	}
	u.rules(u.over(now), u.s.Safety)
	if u.s.Problem.UnitCosts() {
		return b.Const(0)
	}
	return b.Sum(cost...)
}

// bound adds the condition that the cost, or the objective, is the best one.
func (u *unrolling) bound(w *writing.Writer, cost *model.Expr) {
	b := u.b
	if w.Options.Best == nil {
		return
	}
	best := b.Const(*w.Options.Best)
	switch {
	case u.best != nil && w.Problem.Goals.Maximize:
		u.conds = append(u.conds, writing.Condition("the objective", b.Le(best, u.best)))
	case u.best != nil:
		u.conds = append(u.conds, writing.Condition("the objective", b.Le(u.best, best)))
	case !w.Problem.UnitCosts():
		u.conds = append(u.conds, writing.Condition("the cost", b.Le(cost, best)))
	}
}

func writeDIMACS(ctx context.Context, w *writing.Writer) error {
	s, err := w.NewShared(0)
	if err != nil {
		return err
	}
	if (s.Objective != nil || len(w.Problem.Schemas) > 0 && !w.Problem.UnitCosts()) && w.Options.Best == nil {
		return w.Refuse(w.Place(), "a minimum cost needs a bound, the best cost")
	}
	u := unroll(w, s)
	c := newClauses(u)
	for _, r := range u.conds {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		c.assert(r.Cond)
		if c.full() {
			return w.Refuse(r.Cond.Pos, "the clauses would be more than %d", maxClauses)
		}
	}
	out := bufio.NewWriter(w.Out)
	w.Out = out
	head(w, u, c)
	w.Printf("p cnf %d %d\n", c.vars, c.count)
	if w.Err == nil {
		_, w.Err = out.Write(c.text)
	}
	if err := out.Flush(); w.Err == nil {
		w.Err = err
	}
	return nil
}

// head writes comments with the meaning of the variables: "c var N cell = value", and for a
// move "c var N step T move".
func head(w *writing.Writer, u *unrolling, c *clauses) {
	if w.Problem.Title != "" {
		w.Comment("c", "%s", w.Problem.Title)
	}
	w.Comment("c", "Written by farbank. A true variable means:")
	step := map[int]int{}
	for t, cell := range u.moves {
		step[cell] = t + 1
	}
	for i := range u.cells {
		cell := &u.cells[i]
		for v, lit := range c.cellLits(i) {
			t, isMove := step[i]
			switch {
			case isMove && v == 0:
				w.Printf("c var %d step %d none\n", lit, t)
			case isMove:
				w.Printf("c var %d step %d %s\n", lit, t, u.s.Move(u.s.Operators[v-1]))
			case cell.truth && v == 0:
			default:
				w.Printf("c var %d %s = %s\n", lit, cell.name, model.Decimal(cell.lo+int64(v), cell.digits))
			}
		}
	}
}
