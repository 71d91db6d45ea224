package ground

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
)

// stray adds, in a strict problem, a guard that fails where v is not of the type of the target.
func (m *moveBuilder) stray(s *syntax.AssignStmt, target, v value) {
	if !m.g.p.Strict && !m.others() || m.never {
		return
	}
	b := m.g.b
	outside := m.outside(target, v)
	for _, in := range m.listed(s, v) {
		outside = b.Or(outside, b.Not(in))
	}
	m.strayWhere(s, target, v, outside)
}

// strayMembers is like stray for adding a member v, or all members of v, to a set.
func (m *moveBuilder) strayMembers(s *syntax.AssignStmt, target, v value) {
	if !m.g.p.Strict && !m.others() || m.never || s.Op != syntax.PlusAssign {
		return
	}
	more := v
	if v.kind != vSet {
		more = m.g.collect(m.g.info.Types[s.Value], []value{withoutDefs(v)}, []*model.Expr{m.g.b.Truth(true)})
	}
	m.strayWhere(s, target, v, m.outside(target, more))
}

func (m *moveBuilder) strayWhere(s *syntax.AssignStmt, target, v value, outside *model.Expr) {
	g := m.g
	if outside.IsFalse() {
		return
	}
	conds := []*model.Expr{outside, g.orTrue(g.defined(v.leaves()...))}
	for _, to := range target.leaves() {
		conds = append(conds, m.exists(to))
	}
	conds = append(conds, m.setDefs(v)...)
	st := model.Stmt{Kind: model.Guard, Value: g.b.Not(g.b.And(conds...)), Text: g.Text(s), Leaves: true}
	if target.kind == vScalar {
		st.Target = target.e
	}
	if st.Value.IsTrue() {
		return
	}
	m.strays = true
	m.add(st, s)
}

// outside returns the condition that a part of v is not of the type of the corresponding part
// of the target.
func (m *moveBuilder) outside(target, v value) *model.Expr {
	b := m.g.b
	out := b.Truth(false)
	switch target.kind {
	case vScalar:
		if v.e.Op == model.Undefined || v.e.Bool || v.e.Lo >= target.e.Lo && v.e.Hi <= target.e.Hi {
			return out
		}
		return b.Or(b.Lt(v.e, b.Const(target.e.Lo)), b.Lt(b.Const(target.e.Hi), v.e))
	case vSet:
		for i, in := range v.in {
			if _, ok := hasMember(v.elem.Nth(int64(i)), v.elem, target.elem); !ok {
				out = b.Or(out, in)
			}
		}
	default:
		for i := range min(len(target.parts), len(v.parts)) {
			out = b.Or(out, m.outside(target.parts[i], v.parts[i]))
		}
	}
	return out
}

// withoutStrays returns a body without the guards of strays.
func withoutStrays(list []model.Stmt) []model.Stmt {
	var out []model.Stmt
	for _, st := range list {
		switch {
		case st.Leaves:
			continue
		case st.Kind == model.Branch:
			st.Then, st.Else = withoutStrays(st.Then), withoutStrays(st.Else)
		}
		out = append(out, st)
	}
	return slices.Clip(out)
}
