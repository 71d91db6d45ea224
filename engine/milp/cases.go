package milp

import (
	"fmt"
	"slices"

	"farbank/model"
)

// A moveCase is a ground move in the states in which some cells have given values.
type moveCase struct {
	move    int
	cost    int64
	before  map[int]int64 // what those cells are
	after   map[int]int64 // what the ones it changes become
	further []*model.Expr // conditions over other cells
}

// Limits of what is turned into a program.
const (
	maxAssignments = 1 << 11 // of the cells a move's effects depend on
	maxCases       = 1 << 13
)

// casesOf splits every move into cases.
func casesOf(p *model.Problem) ([]*moveCase, error) {
	var all []*moveCase
	for n, m := range p.Moves {
		cases, err := splitMove(p, n, m)
		if err != nil {
			return nil, err
		}
		if all = append(all, cases...); len(all) > maxCases {
			return nil, fmt.Errorf("the moves fall into more than %d cases", maxCases)
		}
	}
	return all, nil
}

// splitMove runs a move for every value of the cells that its effects depend on.
// Conditions at its beginning that look at other cells are kept as they are.
func splitMove(p *model.Problem, n int, m *model.Move) ([]*moveCase, error) {
	guards, rest := leadingGuards(m.Body)
	cells := cellsOf(m.Cost, nil)
	for i := range rest {
		cells = cellsOfStmt(&rest[i], cells)
	}
	slices.Sort(cells)
	cells = slices.Compact(cells)
	var inside, further []*model.Expr
	for _, g := range guards {
		if subset(cellsOf(g, nil), cells) {
			inside = append(inside, g)
		} else {
			further = append(further, g)
		}
	}
	// A condition that adds few values to tell apart makes cases sharper.
	further = slices.DeleteFunc(further, func(g *model.Expr) bool {
		more := append(slices.Clone(cells), cellsOf(g, nil)...)
		slices.Sort(more)
		more = slices.Compact(more)
		if assignments(p, more) > 64 {
			return false
		}
		cells = more
		inside = append(inside, g)
		return true
	})
	if assignments(p, cells) > maxAssignments {
		return nil, fmt.Errorf("what %s does depends on more than %d combinations of values", m, maxAssignments)
	}
	run := &model.Move{Schema: m.Schema, Args: m.Args, Cost: m.Cost, Locals: m.Locals, Body: rest}
	s := make(model.State, len(p.Cells))
	for i, c := range p.Cells {
		s[i] = c.Lo
	}
	var cases []*moveCase
	err := each(p, cells, s, func() error {
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

func cellsOf(e *model.Expr, cells []int) []int {
	e.Cells(func(c int) {
		if !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	})
	return cells
}

func cellsOfStmt(st *model.Stmt, cells []int) []int {
	cells = cellsOf(st.Value, cells)
	if st.Target != nil && st.Kind == model.Assign {
		cells = cellsOf(st.Target, cells)
	}
	for _, body := range [][]model.Stmt{st.Then, st.Else} {
		for i := range body {
			cells = cellsOfStmt(&body[i], cells)
		}
	}
	return cells
}

func subset(a, b []int) bool {
	return !slices.ContainsFunc(a, func(c int) bool { return !slices.Contains(b, c) })
}

// assignments counts the values that cells can have together, up to a limit.
func assignments(p *model.Problem, cells []int) int64 {
	n := int64(1)
	for _, c := range cells {
		if n *= p.Cells[c].Hi - p.Cells[c].Lo + 1; n > 1<<40 {
			return n
		}
	}
	return n
}

// each gives the cells all their values in s, one combination after the other.
func each(p *model.Problem, cells []int, s model.State, do func() error) error {
	if len(cells) == 0 {
		return do()
	}
	c := cells[0]
	for v := p.Cells[c].Lo; v <= p.Cells[c].Hi; v++ {
		s[c] = v
		if err := each(p, cells[1:], s, do); err != nil {
			return err
		}
	}
	s[c] = p.Cells[c].Lo
	return nil
}
