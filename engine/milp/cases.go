package milp

import (
	"context"
	"errors"
	"math"
	"slices"

	"farbank/model"
	"farbank/model/transition"
)

// A moveCase is a ground move restricted to the states in which some cells have given values.
type moveCase struct {
	move    int
	cost    int64
	before  map[int]int64       // the values of these cells before the move
	after   map[int]int64       // their new values, for the cells that change
	sets    map[int]int64       // new values of cells with any value before
	copies  map[int]int         // cells that get the value of another cell
	values  map[int]*model.Expr // cells that get the value of an expression over the state before
	further []*model.Expr       // conditions over other cells
}

// Limits of the translation.
const (
	maxAssignments = 1 << 13 // of the cells that a move's effects depend on
	maxCases       = 1 << 13
	fewAssignments = 1 << 5
	fewValues      = 1 << 6  // of cells that occur in conditions only
	fewSplits      = 1 << 8  // of the cells that addresses depend on
	maxNodes       = 1 << 18 // of expressions, when a move is executed symbolically
)

// casesOf splits every move into cases by the values of all cells that its effects depend on, which
// gives the tighter rows. If there are too many cases, it splits only by the cells that determine
// which cell gets which value.
func (pl *planner) casesOf() ([]*moveCase, error) {
	for _, most := range []int64{maxAssignments, fewAssignments} {
		all, err := pl.casesWithin(most)
		if err != nil || len(all) <= maxCases {
			return all, err
		}
	}
	return nil, refused("the moves split into more than %d cases", maxCases)
}

// casesWithin splits moves by at most the given number of combinations of values.
func (pl *planner) casesWithin(most int64) ([]*moveCase, error) {
	var all []*moveCase
	x := transition.New(pl.ctx, pl.p, transition.Options{Total: true})
	for n := range pl.p.Moves {
		if err := pl.ended(); err != nil {
			return nil, err
		}
		cases, err := pl.valueCases(x, n, most)
		if err == errMany {
			cases, err = symbolicCases(pl.ctx, pl.p, n, most)
		}
		if all = append(all, cases...); err != nil || len(all) > maxCases {
			return all, err
		}
	}
	return all, nil
}

var errMany = errors.New("too many combinations of values")

// symbolicCases returns cases whose effects are expressions over the state before.
func symbolicCases(ctx context.Context, p *model.Problem, n int, most int64) ([]*moveCase, error) {
	actions, err := transition.New(ctx, p, transition.Options{Nodes: maxNodes}).Split(n, fewSplits)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, refused("what %s does has no linear form: %v", p.Moves[n], err)
	}
	var cases []*moveCase
	for _, a := range actions {
		if a.Wide() {
			return nil, refused("what %s does has no linear form: arithmetic may leave 64 bits", p.Moves[n])
		}
		if !a.Cost.IsConst() {
			return nil, refused("what %s costs depends on more than %d combinations of values", p.Moves[n], most)
		}
		c := &moveCase{move: n, cost: a.Cost.Value, before: map[int]int64{}, after: map[int]int64{}, sets: map[int]int64{}, copies: map[int]int{}, values: map[int]*model.Expr{}}
		for _, g := range a.Guard {
			c.guard(g)
		}
		for _, u := range a.Updates {
			was, known := c.before[u.Cell]
			switch {
			case u.Value.IsConst() && known && was == u.Value.Value:
			case u.Value.IsConst() && known:
				c.after[u.Cell] = u.Value.Value
			case u.Value.IsConst():
				c.sets[u.Cell] = u.Value.Value
			case u.Value.Op == model.Cell:
				c.copies[u.Cell] = int(u.Value.Value)
			default:
				c.values[u.Cell] = u.Value
			}
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// guard adds a condition of a move: a value of a cell, or another condition.
func (c *moveCase) guard(g *model.Expr) {
	f, ok := transition.FactOf(g)
	if was, there := c.before[f.Cell]; !ok || there && was != f.Value { // or a contradiction
		c.further = append(c.further, g)
		return
	}
	c.before[f.Cell] = f.Value
}

// aside reports whether the case assigns a cell without fixing both its values before and after.
func (c *moveCase) aside(cell int) bool {
	_, set := c.sets[cell]
	_, copied := c.copies[cell]
	return set || copied || c.values[cell] != nil
}

// valueCases splits a move by the values of all cells that its effects depend on; the error is
// errMany if there are too many. Conditions over other cells remain as conditions.
func (pl *planner) valueCases(x *transition.Executor, n int, most int64) ([]*moveCase, error) {
	o, err := x.Run(n)
	switch {
	case errors.Is(err, transition.ErrLarge):
		return nil, errMany
	case err != nil || o == nil:
		return nil, err
	}
	if onlyCopies(o) {
		most = min(most, fewAssignments) // copies have rows of their own, one for each value
	}
	cells := effectCells(o)
	var inside, further []*model.Expr
	for _, g := range o.Guard {
		// A condition with few further values is included, which gives tighter cases.
		more := union(cells, cellsOf(g))
		if len(more) > len(cells) && assignments(pl.p, more) > fewValues {
			further = append(further, g)
			continue
		}
		cells = more
		inside = append(inside, g)
	}
	further = slices.DeleteFunc(further, func(g *model.Expr) bool {
		within := len(union(cells, cellsOf(g))) == len(cells)
		if within {
			inside = append(inside, g)
		}
		return within
	})
	if n := assignments(pl.p, cells); n > most || !pl.spend(n) {
		return nil, errMany
	}
	return pl.assigned(o, cells, inside, further)
}

// assigned returns a case for each assignment of the cells that satisfies the conditions inside.
func (pl *planner) assigned(o *transition.Operator, cells []int, inside, further []*model.Expr) ([]*moveCase, error) {
	var cases []*moveCase
	err := pl.each(cells, func(s model.State) error {
		for _, g := range inside {
			if v, _, err := pl.p.Eval(g, s); err != nil || v == 0 {
				return err
			}
		}
		cost, _, err := pl.p.Eval(o.Cost, s)
		if err != nil {
			return err
		}
		c := &moveCase{move: o.Move, cost: cost, before: map[int]int64{}, after: map[int]int64{}, further: further}
		for _, cell := range cells {
			c.before[cell] = s[cell]
		}
		for _, u := range o.Updates {
			v, _, err := pl.p.Eval(u.Value, s)
			if err != nil {
				return err
			}
			if v != s[u.Cell] {
				c.after[u.Cell] = v
			}
		}
		cases = append(cases, c)
		return nil
	})
	return cases, err
}

// onlyCopies reports whether an operator only copies values between cells.
func onlyCopies(o *transition.Operator) bool {
	return !slices.ContainsFunc(o.Updates, func(u transition.Update) bool { return u.Value.Op != model.Cell })
}

// effectCells returns the cells that an operator changes, and those that its effects and its cost
// depend on.
func effectCells(o *transition.Operator) []int {
	cells := cellsOf(o.Cost)
	for _, u := range o.Updates {
		cells = union(cells, append(cellsOf(u.Value), u.Cell))
	}
	return cells
}

// cellsOf returns the cells that an expression reads, in rising order.
func cellsOf(e *model.Expr) []int {
	var cells []int
	e.Cells(func(c int) { cells = append(cells, c) })
	slices.Sort(cells)
	return slices.Compact(cells)
}

// union returns the sorted union of two lists.
func union(a, b []int) []int {
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}

// assignments returns the number of joint assignments of cells, or math.MaxInt64 if it is larger.
func assignments(p *model.Problem, cells []int) int64 {
	n := int64(1)
	for _, c := range cells {
		span := p.Cells[c].Span()
		if span > math.MaxInt64/n {
			return math.MaxInt64
		}
		n *= span
	}
	return n
}
