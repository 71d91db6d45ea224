package native

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"farbank/model"
)

// ErrUnfit says that a problem is not for this package: the interpreter has to do.
var ErrUnfit = errors.New("not fit for compilation")

// An Action is a ground move, or one of the cases it was split into, as conditions and
// values over the state before it.
type Action struct {
	Label  int // the number of the move
	Guard  []*model.Expr
	Cost   *model.Expr
	Update []Update // by cell
}

// An Update gives a cell its value after the action.
type Update struct {
	Cell  int
	Value *model.Expr
}

// A program is what is made of a problem before code is.
type program struct {
	p       *model.Problem
	b       *model.Builder
	actions []*Action
	safe    []*model.Expr // conditions to be tested on successors; nil: they are guards
	goal    []*model.Expr
	unit    bool // every action costs 1
	meter   *meter
}

// Limits of what is compiled: beyond them the code would be large and slow to make.
const (
	maxActions   = 1 << 14
	maxNodes     = 1 << 18 // nodes built
	maxSafeNodes = 1 << 14 // of safety conditions as guards; beyond, they are tested after
	maxCases     = 1 << 8  // into which one move is split
	maxCode      = 1 << 24 // bytes of WebAssembly
	maxTree      = 1 << 20 // nodes of all expressions as trees, where they are evaluated as such
)

// analyse runs the moves of p on symbols. It ends with ctx.
func analyse(ctx context.Context, p *model.Problem) (_ *program, err error) {
	defer catch(&err)
	pr := &program{p: p, b: model.NewBuilder(), unit: true, meter: &meter{ctx: ctx}}
	var safety, goal conditions
	for i := range p.Safety {
		safety.add(p.Safety[i].Cond)
	}
	for i := range p.Goal {
		goal.add(pr.b.Rewrite(p.Goal[i].Cond, pr.cell))
	}
	rules := safety.list
	pr.goal = goal.list
	if anyWide(rules) || anyWide(pr.goal) {
		return nil, fmt.Errorf("%w: arithmetic may leave 64 bits", ErrUnfit)
	}
	for label, m := range p.Moves {
		if err := pr.addMove(label, m); err != nil {
			return nil, err
		}
	}
	pr.addSafety(rules)
	pr.actions = slices.DeleteFunc(pr.actions, func(a *Action) bool { return slices.ContainsFunc(a.Guard, (*model.Expr).IsFalse) })
	for _, a := range pr.actions {
		pr.unit = pr.unit && a.Cost.IsConst() && a.Cost.Value == 1
	}
	return pr, nil
}

// Actions runs one ground move of p on symbols: the cases it falls into, with all that it
// needs but the safety rules. An error that is [ErrUnfit] says that there is no such form.
func Actions(p *model.Problem, label int) (_ []*Action, err error) {
	return ActionsContext(context.Background(), p, label)
}

// ActionsContext is Actions that ends with a context.
func ActionsContext(ctx context.Context, p *model.Problem, label int) (_ []*Action, err error) {
	defer catch(&err)
	pr := &program{p: p, b: model.NewBuilder(), meter: &meter{ctx: ctx}}
	err = pr.addMove(label, p.Moves[label])
	return pr.actions, err
}

func (pr *program) cell(i int) *model.Expr {
	c := &pr.p.Cells[i]
	if c.Lo == c.Hi {
		if c.Type.Kind == model.Bool {
			return pr.b.Truth(c.Lo != 0)
		}
		return pr.b.Const(c.Lo)
	}
	return pr.b.Cell(i, c.Lo, c.Hi, c.Type.Kind == model.Bool)
}

func anyWide(list []*model.Expr) bool {
	return slices.ContainsFunc(list, func(e *model.Expr) bool { return e.Wide })
}

// addMove adds the actions of a move.
func (pr *program) addMove(label int, m *model.Move) error {
	a, err := pr.run(label, m, nil)
	if err != nil || a == nil {
		return err
	}
	cases := pr.cases(a)
	if cases == nil {
		return pr.add(a)
	}
	return pr.split(label, m, cases, map[int]int64{})
}

// split adds an action for each way to give the cells of cases values.
func (pr *program) split(label int, m *model.Move, cases []int, given map[int]int64) error {
	if len(cases) == 0 {
		a, err := pr.run(label, m, given)
		if err != nil || a == nil {
			return err
		}
		return pr.add(a)
	}
	c := cases[0]
	defer delete(given, c)
	for v := range pr.p.Cells[c].Values() {
		given[c] = v
		if err := pr.split(label, m, cases[1:], given); err != nil {
			return err
		}
	}
	return nil
}

// treeSize is the nodes of all that is evaluated, as trees.
func (pr *program) treeSize() int64 {
	size := model.TreeSize(model.TreeSize(0, pr.safe...), pr.goal...)
	for _, a := range pr.actions {
		size = model.TreeSize(model.TreeSize(size, a.Guard...), a.Cost)
		for _, u := range a.Update {
			size = model.TreeSize(size, u.Value)
		}
	}
	return size
}

func (pr *program) add(a *Action) error {
	pr.actions = append(pr.actions, a)
	if len(pr.actions) > maxActions || pr.b.Len() > maxNodes {
		return errLarge
	}
	return nil
}

// cases returns the cells that the dynamic addresses of an action depend on, nil if
// there are none or too many values to tell apart.
func (pr *program) cases(a *Action) []int {
	seen := map[int]bool{}
	var cells []int
	all, indices := model.NewWalk(), model.NewWalk()
	note := func(e *model.Expr) {
		all.Each(e, func(n *model.Expr) {
			if n.Op != model.At && n.Op != model.Select {
				return
			}
			for _, i := range n.Indices() {
				indices.Each(i, func(x *model.Expr) {
					x.Reads(func(c int) {
						if !seen[c] {
							seen[c], cells = true, append(cells, c)
						}
					})
				})
			}
		})
	}
	for _, g := range a.Guard {
		note(g)
	}
	for _, u := range a.Update {
		note(u.Value)
	}
	n := int64(1)
	for _, c := range cells {
		if n *= pr.p.Cells[c].Hi - pr.p.Cells[c].Lo + 1; n > maxCases {
			return nil
		}
	}
	slices.Sort(cells)
	return cells
}

// addSafety adds to the guards of every action the rules that it may break, unless
// that makes them too large; then they are tested on the successors.
func (pr *program) addSafety(rules []*model.Expr) {
	cells := make([][]int, len(rules))
	for i, r := range rules {
		r.Cells(func(c int) { cells[i] = append(cells[i], c) })
	}
	guards := make([][]*model.Expr, len(pr.actions))
	size := int64(0)
	for i, a := range pr.actions {
		pr.meter.tick()
		after := map[int]*model.Expr{}
		for _, u := range a.Update {
			after[u.Cell] = u.Value
		}
		sub := pr.b.Substitution(func(c int) *model.Expr {
			if v := after[c]; v != nil {
				return v
			}
			return pr.cell(c)
		}, nil)
		guard := conditionsOf(a.Guard)
		for k, r := range rules {
			pr.meter.tick()
			if !slices.ContainsFunc(cells[k], func(c int) bool { return after[c] != nil }) {
				continue
			}
			old := len(guard.list)
			guard.add(sub.Apply(r))
			size = model.TreeSize(size, guard.list[old:]...)
		}
		guards[i] = guard.list
		if size > maxSafeNodes && size > 16*int64(len(pr.actions)) {
			var safe conditions
			for _, r := range rules {
				safe.add(pr.b.Rewrite(r, pr.cell))
			}
			pr.safe = safe.list
			return
		}
	}
	for i, a := range pr.actions {
		a.Guard = guards[i]
	}
}

// A symbolic state of a move that is being run.
type symbolic struct {
	pr     *program
	cells  map[int]*model.Expr // those that are no longer as before
	locals map[int]*model.Expr
	given  map[int]int64 // what the cells are known to be before
	guard  conditions
}

// run runs a move on symbols; nil if it never applies.
func (pr *program) run(label int, m *model.Move, given map[int]int64) (*Action, error) {
	s := &symbolic{pr: pr, cells: map[int]*model.Expr{}, locals: map[int]*model.Expr{}, given: given}
	for _, c := range slices.Sorted(maps.Keys(given)) {
		s.guard.add(pr.b.Eq(pr.cell(c), s.known(c, given[c])))
	}
	a := &Action{Label: label, Cost: s.value(m.Cost)}
	s.require(s.defined(a.Cost), pr.b.Le(pr.b.Const(0), a.Cost))
	s.block(m.Body)
	a.Guard = s.guard.list
	for c, v := range s.cells {
		if v != pr.cell(c) {
			a.Update = append(a.Update, Update{c, v})
		}
	}
	slices.SortFunc(a.Update, func(x, y Update) int { return x.Cell - y.Cell })
	if slices.ContainsFunc(a.Guard, (*model.Expr).IsFalse) {
		return nil, nil
	}
	if s.wide(a) {
		return nil, fmt.Errorf("%w: arithmetic may leave 64 bits", ErrUnfit)
	}
	return a, nil
}

func (s *symbolic) wide(a *Action) bool {
	return anyWide(a.Guard) || a.Cost.Wide || slices.ContainsFunc(a.Update, func(u Update) bool { return u.Value.Wide })
}

func (s *symbolic) known(c int, v int64) *model.Expr {
	if s.pr.p.Cells[c].Type.Kind == model.Bool {
		return s.pr.b.Truth(v != 0)
	}
	return s.pr.b.Const(v)
}

// now is the present value of a cell.
func (s *symbolic) now(c int) *model.Expr {
	if v := s.cells[c]; v != nil {
		return v
	}
	if v, ok := s.given[c]; ok {
		return s.known(c, v)
	}
	return s.pr.cell(c)
}

func (s *symbolic) value(e *model.Expr) *model.Expr {
	return s.pr.b.Substitution(s.now, func(i int) *model.Expr { return s.locals[i] }).Apply(e)
}

func (s *symbolic) require(conds ...*model.Expr) {
	s.guard.add(conds...)
}

// defined is the condition that a value is.
func (s *symbolic) defined(e *model.Expr) *model.Expr {
	if e.Op == model.Undefined {
		return s.pr.b.Truth(false)
	}
	return s.pr.b.Eq(e, e)
}

func (s *symbolic) block(body []model.Stmt) {
	for i := range body {
		st := &body[i]
		s.pr.meter.tick()
		if s.pr.b.Len() > maxNodes {
			panic(abort{errLarge})
		}
		v := s.value(st.Value)
		switch st.Kind {
		case model.Guard:
			s.require(v)
		case model.Let:
			s.require(s.defined(v))
			s.locals[int(st.Target.Value)] = v
		case model.Assign:
			s.require(s.defined(v))
			s.assign(st.Target, v)
		case model.Branch:
			s.branch(v, st)
		}
	}
}

// assign gives a cell a value, or one of several cells by a dynamic address.
func (s *symbolic) assign(target, v *model.Expr) {
	b := s.pr.b
	if target.Op == model.Cell {
		c := int(target.Value)
		s.require(s.inside(c, v))
		s.cells[c] = v
		return
	}
	indices := make([]*model.Expr, len(target.Dims))
	for k, d := range target.Dims {
		i := s.value(target.Args[k])
		s.require(s.defined(i), b.Le(b.Const(d.Lo), i), b.Le(i, b.Const(d.Lo+d.N-1)))
		indices[k] = i
	}
	var walk func(k int, here *model.Expr, address int64)
	walk = func(k int, here *model.Expr, address int64) {
		if here.IsFalse() {
			return
		}
		if k == len(indices) {
			c := int(address)
			s.require(b.Or(b.Not(here), s.inside(c, v)))
			s.cells[c] = b.If(here, v, s.now(c))
			return
		}
		d := target.Dims[k]
		for n := range d.N {
			walk(k+1, b.And(here, b.Eq(indices[k], b.Const(d.Lo+n))), address+n*d.Stride)
		}
	}
	walk(0, b.Truth(true), target.Value)
}

// inside is the condition that a value is in the domain of a cell.
func (s *symbolic) inside(c int, v *model.Expr) *model.Expr {
	info := &s.pr.p.Cells[c]
	if v.Bool {
		return s.pr.b.Truth(true)
	}
	return s.pr.b.And(s.pr.b.Le(s.pr.b.Const(info.Lo), v), s.pr.b.Le(v, s.pr.b.Const(info.Hi)))
}

// branch runs both branches apart and joins what they give.
func (s *symbolic) branch(cond *model.Expr, st *model.Stmt) {
	switch {
	case cond.IsTrue():
		s.block(st.Then)
		return
	case cond.IsFalse():
		s.block(st.Else)
		return
	}
	b := s.pr.b
	then, other := s.copy(), s.copy()
	then.block(st.Then)
	other.block(st.Else)
	for _, g := range then.guard.list {
		s.require(b.Or(b.Not(cond), g))
	}
	for _, g := range other.guard.list {
		s.require(b.Or(cond, g))
	}
	joined := map[int]*model.Expr{}
	for _, side := range []*symbolic{then, other} {
		for _, c := range slices.Sorted(maps.Keys(side.cells)) {
			joined[c] = b.If(cond, then.now(c), other.now(c))
		}
	}
	s.cells = joined
	for _, side := range []*symbolic{then, other} {
		for _, l := range slices.Sorted(maps.Keys(side.locals)) {
			x, y := then.locals[l], other.locals[l]
			if x != nil && y != nil {
				s.locals[l] = b.If(cond, x, y)
			} else if s.locals[l] == nil { // known in one branch only: used there only
				s.locals[l] = side.locals[l]
			}
		}
	}
}

// copy is a state for a branch: guards of its own, all else as it is now.
func (s *symbolic) copy() *symbolic {
	c := &symbolic{pr: s.pr, cells: map[int]*model.Expr{}, locals: map[int]*model.Expr{}, given: s.given}
	for k, v := range s.cells {
		c.cells[k] = v
	}
	for k, v := range s.locals {
		c.locals[k] = v
	}
	return c
}
