package ground

import (
	"fmt"
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
)

// assign builds target = e, target += e and target -= e.
func (m *moveBuilder) assign(s *syntax.AssignStmt) {
	target := m.target(s.Target)
	if target.kind == vBad {
		return
	}
	if s.Op != syntax.Assign {
		m.change(s, target)
		return
	}
	v := m.g.lowerInto(s.Value, m.g.info.Types[s.Target])
	if v.kind == vBad {
		return
	}
	m.needs(s.Value, m.valueOf(v))
	m.store(s, target, v)
}

// target evaluates the left side of an assignment. Its leaves are cells, or Ats if an index
// depends on the state. If an index is out of range, the move does not apply.
func (m *moveBuilder) target(e syntax.Expr) value {
	t := m.lowerTarget(e, m.later != nil)
	if m.later == nil && m.readsItself(t) {
		t = m.lowerTarget(e, true)
	}
	m.needs(e, m.placeOf(t))
	for _, d := range m.setDefs(t) {
		m.guard(e, d, "", m.g.Text(e))
		if d.IsFalse() {
			return badValue
		}
	}
	t = withoutDefs(t)
	for _, l := range t.leaves() {
		if l.Op != model.Cell && l.Op != model.At {
			m.refuse(e, m.g.Text(e))
			return badValue
		}
	}
	return t
}

// placeOf returns the condition that the target addresses existing cells.
func (m *moveBuilder) placeOf(t value) *model.Expr {
	conds := m.setDefs(t)
	for _, l := range t.leaves() {
		switch l.Op {
		case model.Cell:
		case model.At:
			conds = append(conds, m.exists(l))
		default:
			conds = append(conds, m.g.b.Truth(false))
		}
	}
	return m.g.b.And(conds...)
}

// lowerTarget evaluates a target. If pin is set, the values of its indices are kept in locals,
// so that writing its leaves does not change them.
func (m *moveBuilder) lowerTarget(e syntax.Expr, pin bool) value {
	g := m.g
	switch e := e.(type) {
	case *syntax.IndexExpr:
		x := m.lowerTarget(e.X, pin)
		var indices []*model.Expr
		for _, i := range e.Index {
			v := g.lower(i)
			if v.kind == vBad {
				return badValue
			}
			if pin {
				m.needs(i, m.valueOf(v))
				v = m.capture(i, v)
			} else if v.def != nil {
				x.def = g.b.And(v.def, g.orTrue(x.def))
			}
			indices = append(indices, v.leaves()...)
		}
		if x.kind != vArray {
			return badValue
		}
		g.at(e)
		v := g.element(x, indices, g.info.Types[e])
		if x.def != nil { // a separate guard, so that the leaves stay cells
			v.def = g.b.And(x.def, g.orTrue(v.def))
		}
		return g.noted(e, v)
	case *syntax.SelectExpr:
		if x := m.lowerTarget(e.X, pin); x.kind == vTuple {
			v := x.parts[g.info.Types[e.X].Component(e)]
			if x.def != nil {
				v.def = g.b.And(x.def, g.orTrue(v.def))
			}
			return v
		}
		return badValue
	}
	return g.lower(e)
}

// readsItself reports whether an index of a target with several leaves depends on one of these
// leaves.
func (m *moveBuilder) readsItself(target value) bool {
	leaves := target.leaves()
	if len(leaves) < 2 {
		return false
	}
	written := map[int]bool{}
	for _, l := range leaves {
		l.Addresses(func(a int64) { written[int(a)] = true })
	}
	reads := false
	for _, l := range leaves {
		for _, x := range l.Args {
			x.Cells(func(cell int) { reads = reads || written[cell] })
		}
	}
	return reads
}

// store assigns the leaves of v to those of target simultaneously.
func (m *moveBuilder) store(s *syntax.AssignStmt, target, v value) {
	text := m.g.Text(s)
	for _, d := range m.setDefs(v) {
		m.guard(s, d, "", text)
	}
	m.stray(s, target, v)
	v = m.fitDigits(s, target, v)
	if target.kind == vSet && !m.fitSet(s, target, &v) {
		return
	}
	if v.kind == vArray {
		if v = m.fitArray(s, target, v); v.kind == vBad {
			return
		}
	}
	to, from := target.leaves(), slices.Clone(v.leaves())
	if len(to) != len(from) {
		return
	}
	m.keepListed(s, v)
	if len(to) > 1 && m.later == nil {
		m.keepRead(s, to, from, text)
	}
	for i := range to {
		m.set(s, to[i], from[i], text)
	}
}

// fitDigits gives the numbers of v the denominators of the target. The move does not apply where
// the digits of the target do not suffice.
func (m *moveBuilder) fitDigits(s *syntax.AssignStmt, target, v value) value {
	if !anyFraction(target, v) || v.kind == vBad {
		return v
	}
	switch target.kind {
	case vScalar:
		digits, _ := digitsOf(target)
		n, exact := m.g.leaf(v, digits)
		if exact != nil {
			m.strayDigits(s, v, exact)
			m.guard(s, exact, "", m.g.Text(s))
		}
		v.e, v.den = n, target.den
	case vTuple, vArray:
		parts := slices.Clone(v.parts)
		for i := range min(len(parts), len(target.parts)) {
			parts[i] = m.fitDigits(s, target.parts[i], parts[i])
		}
		v.parts = parts
	}
	return v
}

// strayDigits is like stray for a number with too many digits.
func (m *moveBuilder) strayDigits(s *syntax.AssignStmt, v value, exact *model.Expr) {
	if (m.g.p.Strict || m.others()) && !m.never {
		m.strayWhere(s, value{kind: vTuple}, v, m.g.b.Not(exact))
	}
}

// keepListed adds guards that the assigned value, and the tuple of which it is a component, are
// values listed in their types.
func (m *moveBuilder) keepListed(s *syntax.AssignStmt, v value) {
	for _, in := range m.listed(s, v) {
		m.guard(s, in, "", m.g.Text(s))
	}
}

// listed returns the conditions that the assigned value, and the tuple of which it is a
// component, are values listed in their types.
func (m *moveBuilder) listed(s *syntax.AssignStmt, v value) (conds []*model.Expr) {
	g, e := m.g, s.Target
	for {
		conds = append(conds, g.listing(v, g.info.Types[e])...)
		for p, ok := e.(*syntax.ParenExpr); ok; p, ok = e.(*syntax.ParenExpr) {
			e = p.X
		}
		c, ok := e.(*syntax.SelectExpr)
		if !ok {
			return conds
		}
		whole := withoutDefs(m.lowerTarget(c.X, false))
		if whole.kind != vTuple {
			return conds
		}
		whole.parts = slices.Clone(whole.parts)
		whole.parts[g.info.Types[c.X].Component(c)] = v
		v, e = whole, c.X
	}
}

// keepRead copies those expressions of from that read a cell of to into locals, so that the
// whole assignment reads the state before it.
func (m *moveBuilder) keepRead(s *syntax.AssignStmt, to, from []*model.Expr, text string) {
	written := map[int]bool{}
	for _, t := range to {
		t.Addresses(func(a int64) { written[int(a)] = true })
	}
	for i, e := range from {
		reads := false
		e.Cells(func(cell int) { reads = reads || written[cell] })
		if reads && e != to[i] {
			from[i] = m.local(s, e, text)
		}
	}
}

// set assigns one cell.
func (m *moveBuilder) set(s syntax.Node, to, from *model.Expr, text string) {
	if to == from && m.later == nil { // nothing changes, but the cell must exist
		m.guard(s, m.exists(to), "", text)
		return
	}
	if from.Op == model.Undefined {
		m.refuse(s, text)
		return
	}
	if from.Hi < to.Lo || from.Lo > to.Hi {
		if m.depth == 0 {
			m.never = true
			m.g.never(m.schema, s, fmt.Sprintf("%s would leave %d..%d", text, to.Lo, to.Hi))
			return
		}
		m.refuse(s, text)
		return
	}
	m.add(model.Stmt{Kind: model.Assign, Target: to, Value: from, Text: text}, s)
}

// exists returns the condition that there is a cell to assign to.
func (m *moveBuilder) exists(to *model.Expr) *model.Expr {
	if to.Op != model.At {
		return m.g.b.Truth(true)
	}
	n := int64(1)
	for _, d := range to.Dims {
		n *= d.N
	}
	dims := slices.Clone(to.Dims)
	for i, stride := len(dims)-1, int64(1); i >= 0; i-- {
		dims[i].Stride = stride
		stride *= dims[i].N
	}
	return m.g.b.Element(m.g.repeat(m.g.b.Truth(true), int(n)), dims, to.Args)
}

// fitSet lays the set v out over the possible members of target. If a constant member of v is
// impossible, the move does not apply there, and fitSet returns false.
func (m *moveBuilder) fitSet(s *syntax.AssignStmt, target value, v *value) bool {
	if v.elem == nil {
		*v = m.g.emptySet(target.elem)
		return true
	}
	for i, in := range v.in {
		if _, ok := hasMember(v.elem.Nth(int64(i)), v.elem, target.elem); !ok {
			m.guard(s, m.g.b.Not(in), "", m.g.Text(s))
		}
	}
	*v = m.g.widen(*v, target.elem)
	return !m.never
}

// fitArray lays out the sets of an array over the possible members of target.
func (m *moveBuilder) fitArray(s *syntax.AssignStmt, target, v value) value {
	if !sameIndex(target.index, v.index) {
		m.g.Errorf(s.Value, "the array is over [%s], not [%s]", joinPlain(v.index), joinPlain(target.index))
		return badValue
	}
	parts := slices.Clone(v.parts)
	for i := range parts {
		if parts[i].kind == vSet && !m.fitSet(s, target.parts[i], &parts[i]) {
			return badValue
		}
	}
	v.parts = parts
	return v
}

// change builds += and -=.
func (m *moveBuilder) change(s *syntax.AssignStmt, target value) {
	v := m.g.lower(s.Value)
	if v.kind == vBad {
		return
	}
	m.needs(s.Value, m.valueOf(v))
	m.g.at(s)
	switch {
	case target.kind == vScalar:
		op := syntax.Plus
		if s.Op == syntax.MinusAssign {
			op = syntax.Minus
		}
		to := m.fitDigits(s, target, m.g.calculate(op, target, v))
		m.stray(s, target, to)
		m.keepListed(s, to)
		m.set(s, target.e, to.e, m.g.Text(s))
	case m.later != nil && v.kind == vSet:
		m.strayMembers(s, target, v)
		m.changeMembers(s, target, v)
	case v.kind == vSet && s.Op == syntax.PlusAssign:
		m.store(s, target, m.g.setOperation(syntax.Union, target, v))
	case v.kind == vSet:
		m.store(s, target, m.g.setOperation(syntax.SetMinus, target, v))
	default:
		m.strayMembers(s, target, v)
		m.changeMember(s, target, v)
	}
}

// changeMember adds a member to a set or removes it. Removing an impossible member changes
// nothing; if one is added, the move does not apply.
func (m *moveBuilder) changeMember(s *syntax.AssignStmt, target, v value) {
	b := m.g.b
	for _, d := range m.setDefs(v) {
		m.guard(s, d, "", m.g.Text(s))
	}
	v = withoutDefs(v)
	index := []*model.Type{target.elem}
	dims, indices := dimsOf(index), m.g.indices(index, m.g.leavesAs(v, target.elem))
	cell, plain := m.memberCell(target, dims, indices)
	if !plain {
		m.changeEach(s, target, v)
		return
	}
	if cell == nil { // an impossible member
		def := m.g.b.Truth(false)
		if s.Op == syntax.MinusAssign {
			def = m.g.orTrue(m.g.defined(v.leaves()...))
		}
		m.guard(s, def, "", m.g.Text(s))
		return
	}
	if s.Op == syntax.MinusAssign && cell.Partial || cell.Op == model.At && m.mayMiss(dims, indices) && s.Op == syntax.MinusAssign {
		m.changeEach(s, target, v)
		return
	}
	m.add(model.Stmt{Kind: model.Assign, Target: cell, Value: b.Truth(s.Op == syntax.PlusAssign), Text: m.g.Text(s)}, s)
}

// mayMiss reports whether an index may lie outside its dimension.
func (m *moveBuilder) mayMiss(dims []model.Dim, indices []*model.Expr) bool {
	for i, x := range indices {
		if x.Partial || !dims[i].Holds(x.Lo, x.Hi) {
			return true
		}
	}
	return false
}

// memberCell returns the cell of a member of a set, or nil if the member is impossible. plain
// is false if the cells of the members are not in arithmetic progression.
func (m *moveBuilder) memberCell(target value, dims []model.Dim, indices []*model.Expr) (cell *model.Expr, plain bool) {
	e := m.g.b.Element(target.in, dims, indices)
	switch e.Op {
	case model.Cell, model.At:
		return e, true
	case model.Const:
		return nil, true
	}
	return nil, false
}

// changeEach is like changeMember for each possible member, for sets whose cells are addressed
// by the state.
func (m *moveBuilder) changeEach(s *syntax.AssignStmt, target, v value) {
	text := m.g.Text(s)
	if d := m.g.defined(v.leaves()...); d != nil {
		m.guard(s, d, "", text)
	}
	one := m.g.collect(m.g.info.Types[s.Value], []value{v}, []*model.Expr{m.g.b.Truth(true)})
	op := syntax.SetMinus
	if s.Op == syntax.PlusAssign {
		op = syntax.Union
	}
	one.def = nil
	if m.later != nil {
		m.changeMembers(s, target, one)
		return
	}
	m.store(s, target, m.g.setOperation(op, target, one))
}
