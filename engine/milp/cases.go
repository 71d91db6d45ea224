package milp

import (
	"context"
	"errors"
	"math"
	"slices"

	"farbank/model"
	"farbank/model/transition"
)

// A moveCase is a ground move in the states in which some cells have given values.
type moveCase struct {
	move    int
	cost    int64
	before  map[int]int64       // what those cells are
	after   map[int]int64       // what the ones it changes become
	sets    map[int]int64       // what cells become that may have been anything
	copies  map[int]int         // cells that become what others were
	values  map[int]*model.Expr // cells that become something else, told from the state before
	further []*model.Expr       // conditions over other cells
}

// Limits of what is turned into a program.
const (
	maxAssignments = 1 << 13 // of the cells a move's effects depend on
	maxCases       = 1 << 13
	fewAssignments = 1 << 5
	fewValues      = 1 << 6  // of cells that only conditions look at
	fewSplits      = 1 << 8  // of the cells that addresses depend on
	maxNodes       = 1 << 18 // of expressions, as a move is run on symbols
)

// casesOf splits every move into cases: by the values of all that its effects depend on,
// which gives the tighter rows, or, where these are too many, of what it takes to say
// which cell becomes what.
func (pl *planner) casesOf() ([]*moveCase, error) {
	for _, most := range []int64{maxAssignments, fewAssignments} {
		all, err := pl.casesWithin(most)
		if err != nil || len(all) <= maxCases {
			return all, err
		}
	}
	return nil, refused("the moves fall into more than %d cases", maxCases)
}

// casesWithin splits moves by at most so many combinations of values.
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

// symbolicCases has a move's effects as expressions over the state before.
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

// guard notes what a move needs: a value of a cell, or something else.
func (c *moveCase) guard(g *model.Expr) {
	f, ok := transition.FactOf(g)
	if was, there := c.before[f.Cell]; !ok || there && was != f.Value { // or never both
		c.further = append(c.further, g)
		return
	}
	c.before[f.Cell] = f.Value
}

// aside reports whether the case gives a cell a value, and does not tell both which and
// what it was before.
func (c *moveCase) aside(cell int) bool {
	_, set := c.sets[cell]
	_, copied := c.copies[cell]
	return set || copied || c.values[cell] != nil
}

// valueCases splits a move by the values of all cells that its effects depend on; errMany
// says that there are too many. Conditions that look at other cells are kept as they are.
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
		// A condition that adds few values to tell apart makes cases sharper.
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

// assigned has a case for each way to give the cells values with which the conditions hold.
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

// onlyCopies reports whether all that an operator does is that cells become what others were.
func onlyCopies(o *transition.Operator) bool {
	return !slices.ContainsFunc(o.Updates, func(u transition.Update) bool { return u.Value.Op != model.Cell })
}

// effectCells are the cells that an operator changes, and those that it looks at to say
// what they become and what it costs.
func effectCells(o *transition.Operator) []int {
	cells := cellsOf(o.Cost)
	for _, u := range o.Updates {
		cells = union(cells, append(cellsOf(u.Value), u.Cell))
	}
	return cells
}

// cellsOf lists the cells that an expression reads, rising.
func cellsOf(e *model.Expr) []int {
	var cells []int
	e.Cells(func(c int) { cells = append(cells, c) })
	slices.Sort(cells)
	return slices.Compact(cells)
}

// union is what is in one list or the other, rising.
func union(a, b []int) []int {
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}

// assignments counts the values that cells can have together; math.MaxInt64 stands for any more.
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
