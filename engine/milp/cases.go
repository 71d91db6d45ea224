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
	for n, m := range pl.p.Moves {
		if err := pl.ended(); err != nil {
			return nil, err
		}
		cases, err := pl.splitMove(n, m, most)
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
	cell, v := g, int64(1)
	switch {
	case g.Op == model.Eq && g.Args[1].IsConst():
		cell, v = g.Args[0], g.Args[1].Value
	case g.Op == model.Eq && g.Args[0].IsConst():
		cell, v = g.Args[1], g.Args[0].Value
	case g.Op == model.Not:
		cell, v = g.Args[0], 0
	}
	if cell.Op != model.Cell {
		c.further = append(c.further, g)
		return
	}
	if was, ok := c.before[int(cell.Value)]; ok && was != v {
		c.further = append(c.further, g) // never both
		return
	}
	c.before[int(cell.Value)] = v
}

// aside reports whether the case gives a cell a value, and does not tell both which and
// what it was before.
func (c *moveCase) aside(cell int) bool {
	_, set := c.sets[cell]
	_, copied := c.copies[cell]
	return set || copied || c.values[cell] != nil
}

// splitMove runs a move for every value of the cells that its effects depend on;
// errMany says that there are too many. Conditions at its beginning that look at other cells are kept as they are.
func (pl *planner) splitMove(n int, m *model.Move, most int64) ([]*moveCase, error) {
	p := pl.p
	guards, rest := leadingGuards(m.Body)
	cells := append(cellsOf(m.Cost), cellsOfBody(rest)...)
	slices.Sort(cells)
	cells = slices.Compact(cells)
	var inside, further []*model.Expr
	for _, g := range guards {
		if subset(cellsOf(g), cells) {
			inside = append(inside, g)
		} else {
			further = append(further, g)
		}
	}
	// A condition that adds few values to tell apart makes cases sharper.
	further = slices.DeleteFunc(further, func(g *model.Expr) bool {
		more := append(slices.Clone(cells), cellsOf(g)...)
		slices.Sort(more)
		more = slices.Compact(more)
		if assignments(p, more) > 64 {
			return false
		}
		cells = more
		inside = append(inside, g)
		return true
	})
	if n := assignments(p, cells); n > most || !pl.spend(n) {
		return nil, errMany
	}
	run := &model.Move{Schema: m.Schema, Args: m.Args, Cost: m.Cost, Locals: m.Locals, Body: rest}
	var cases []*moveCase
	err := pl.each(cells, func(s model.State) error {
		for _, g := range inside {
			if v, _, err := p.Eval(g, s); err != nil || v == 0 {
				return err
			}
		}
		out, err := p.Apply(run, s)
		if err != nil || out.Next == nil {
			return err
		}
		c := &moveCase{move: n, cost: out.Cost, before: map[int]int64{}, after: map[int]int64{}, further: further}
		for _, cell := range cells {
			c.before[cell] = s[cell]
			if out.Next[cell] != s[cell] {
				c.after[cell] = out.Next[cell]
			}
		}
		cases = append(cases, c)
		return nil
	})
	return cases, err
}

// leadingGuards parts a body into the conditions it begins with and the rest.
func leadingGuards(body []model.Stmt) ([]*model.Expr, []model.Stmt) {
	var guards []*model.Expr
	for len(body) > 0 && body[0].Kind == model.Guard && !usesLocals(body[0].Value) {
		guards = conjuncts(guards, body[0].Value)
		body = body[1:]
	}
	return guards, body
}

func usesLocals(e *model.Expr) bool {
	found := false
	e.Walk(func(n *model.Expr) { found = found || n.Op == model.Local || n.Op == model.At && n.Locals })
	return found
}

func conjuncts(list []*model.Expr, e *model.Expr) []*model.Expr {
	if e.Op != model.And {
		return append(list, e)
	}
	for _, a := range e.Args {
		list = conjuncts(list, a)
	}
	return list
}

// cellsOf lists the cells that an expression reads, rising.
func cellsOf(e *model.Expr) []int {
	var cells []int
	e.Cells(func(c int) { cells = append(cells, c) })
	slices.Sort(cells)
	return slices.Compact(cells)
}

func cellsOfBody(body []model.Stmt) []int {
	var cells []int
	for i := range body {
		st := &body[i]
		cells = append(cells, cellsOf(st.Value)...)
		if st.Target != nil && st.Kind == model.Assign {
			cells = append(cells, cellsOf(st.Target)...)
		}
		cells = append(cells, cellsOfBody(st.Then)...)
		cells = append(cells, cellsOfBody(st.Else)...)
	}
	return cells
}

// subset reports whether all of a, which rises, are in b, which does too.
func subset(a, b []int) bool {
	return !slices.ContainsFunc(a, func(c int) bool { _, found := slices.BinarySearch(b, c); return !found })
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
