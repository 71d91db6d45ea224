package ground

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
)

// A later has the assignments of a together, which are made at its end.
type later struct {
	conds []*model.Expr // path condition of the current statement, kept in locals
	list  []assignment
}

// An assignment is made at the end of a together. Its operands are constants or kept in locals.
type assignment struct {
	model.Stmt
	cond *model.Expr
	at   syntax.Node
}

// together builds a block of simultaneous assignments. Each statement reads the state at the
// beginning. The assignments are made at the end, with guards that they do not assign different
// values to one cell.
func (m *moveBuilder) together(s *syntax.TogetherStmt) {
	if m.later != nil { // nested blocks begin in the same state
		m.stmts(s.Body.Stmts)
		return
	}
	m.later = &later{}
	m.stmts(s.Body.Stmts)
	list := m.later.list
	m.later = nil
	for i, a := range list {
		for _, b := range list[:i] {
			m.g.step()
			m.agree(a, b)
		}
	}
	for _, a := range list {
		m.under(a.at, a.cond, func() { m.add(a.Stmt, a.at) })
	}
}

// settled returns the current value of a condition for use at the end of a together.
func (m *moveBuilder) settled(n syntax.Node, cond *model.Expr) *model.Expr {
	if m.later == nil {
		return cond
	}
	return m.local(n, cond, m.g.Text(n))
}

// where runs f with cond added to the path condition.
func (m *moveBuilder) where(cond *model.Expr, f func()) {
	if m.later == nil {
		f()
		return
	}
	saved := m.later.conds
	m.later.conds = append(saved[:len(saved):len(saved)], cond)
	f()
	m.later.conds = saved
}

// postpone defers an assignment to the end of the together.
func (m *moveBuilder) postpone(st model.Stmt, n syntax.Node) {
	st.Value = m.local(n, st.Value, st.Text)
	if st.Target.Op == model.At {
		args := slices.Clone(st.Target.Args)
		for i, x := range args {
			args[i] = m.local(n, x, st.Text)
		}
		var cells []*model.Expr
		dims := slices.Clone(st.Target.Dims)
		stride := int64(1)
		for i := len(dims) - 1; i >= 0; i-- {
			dims[i].Stride = stride
			stride *= dims[i].N
		}
		st.Target.Addresses(func(a int64) { cells = append(cells, m.g.cell(int(a))) })
		inside := m.g.b.Element(m.g.repeat(m.g.b.Truth(true), len(cells)), dims, args)
		m.guard(n, inside, "", st.Text) // now: later guards are not evaluated if this one fails
		st.Target = m.g.b.Element(cells, dims, args)
	}
	if st.Target.Lo <= st.Target.Hi && !st.Target.Bool {
		fits := m.g.b.And(m.g.b.Le(m.g.b.Const(st.Target.Lo), st.Value), m.g.b.Le(st.Value, m.g.b.Const(st.Target.Hi)))
		m.guard(n, fits, "", st.Text)
	}
	m.later.list = append(m.later.list, assignment{st, m.g.b.And(m.later.conds...), n})
}

// cell returns the value of a cell.
func (g *grounder) cell(i int) *model.Expr {
	c := &g.p.Cells[i]
	return g.b.Cell(i, c.Lo, c.Hi, c.Type.Kind == model.Bool)
}

// agree adds the guard that two assignments do not assign different values to one cell.
func (m *moveBuilder) agree(x, y assignment) {
	b := m.g.b
	same := m.sameCell(x.Target, y.Target)
	differ := b.And(x.cond, y.cond, same, b.Not(b.Eq(x.Value, y.Value)))
	m.guard(x.at, b.Not(differ), "", x.Text)
}

// sameCell returns the condition that two targets address the same cell.
func (m *moveBuilder) sameCell(x, y *model.Expr) *model.Expr {
	seen := map[int64]bool{}
	x.Addresses(func(a int64) { seen[a] = true })
	meet := false
	y.Addresses(func(a int64) { meet = meet || seen[a] })
	if !meet {
		return m.g.b.Truth(false)
	}
	return m.g.b.Eq(m.address(x), m.address(y))
}

// address returns the number of the cell that a target addresses.
func (m *moveBuilder) address(x *model.Expr) *model.Expr {
	b := m.g.b
	sum := []*model.Expr{b.Const(x.Value)}
	for i, d := range x.Dims {
		sum = append(sum, b.Mul(b.Sub(x.Args[i], b.Const(d.Lo)), b.Const(d.Stride)))
	}
	return b.Sum(sum...)
}

// changeMembers adds the members of v to a set or removes them, and does not assign the other
// members.
func (m *moveBuilder) changeMembers(s *syntax.AssignStmt, target, v value) {
	text := m.g.Text(s)
	for _, d := range m.setDefs(v) {
		m.guard(s, d, "", text)
	}
	join := s.Op == syntax.PlusAssign
	for i, in := range v.in {
		leaves, ok := hasMember(v.elem.Nth(int64(i)), v.elem, target.elem)
		switch {
		case in.IsFalse():
		case ok:
			to := target.in[target.elem.Ordinal(leaves)]
			m.under(s, in, func() { m.set(s, to, m.g.b.Truth(join), text) })
		case join:
			m.guard(s, m.g.b.Not(in), "", text)
		}
	}
}
