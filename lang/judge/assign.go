package judge

import (
	"math/big"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A target is the variable, or the part of one, that an assignment changes.
type target struct {
	place int         // index of the variable in the state
	path  []int       // positions of elements and components, outermost first
	t     *types.Type // type of the part
	root  *types.Type // type of the variable
}

// assign runs an assignment. It returns the statement if the target or the value is undefined,
// or the value is not of the target's type.
func (m *machine) assign(s *step) (refused syntax.Stmt) {
	if e := s.at.(*syntax.AssignStmt); !m.assigned(e, s.x, s.y) {
		return e
	}
	return nil
}

func (m *machine) assigned(s *syntax.AssignStmt, x, y *node) bool {
	to, u := m.target(x)
	v, w := m.eval(y)
	if u != nil || w != nil {
		m.lost = true
		return false
	}
	old := part(m.state[to.place], to.path)
	var members *types.Value // members added to a set or removed
	if s.Op != syntax.Assign && old.Kind == types.Set {
		set := asSet(v)
		members = &set
	}
	switch s.Op {
	case syntax.Assign:
		v = m.into(v, y, to.t)
	case syntax.PlusAssign:
		v = m.plus(old, v, s)
	case syntax.MinusAssign:
		v = m.minus(old, v, s)
	}
	if m.outside(v, to.t, y) != nil || !m.wholeFits(to, v) {
		m.left = true
		return false
	}
	if m.pending != nil {
		if !m.later(to, v, members) && m.clash == nil {
			m.clash = s
		}
		return true
	}
	m.write(to, v)
	return true
}

func (m *machine) target(n *node) (target, *Undefined) {
	switch e := n.at.(type) {
	case *syntax.ParenExpr:
		return m.target(n.x)
	case *syntax.Ident:
		o := m.object(n.name, e)
		m.stored(n)
		return target{place: n.place, t: o.Type, root: o.Type}, nil
	case *syntax.IndexExpr:
		of, u := m.target(n.x)
		i, w := m.position(n, of.t)
		return target{of.place, append(of.path, i), of.t.Elem(), of.root}, first(u, w)
	case *syntax.SelectExpr:
		of, u := m.target(n.x)
		i := of.t.Component(e)
		return target{of.place, append(of.path, i), of.t.Elems[i], of.root}, u
	}
	bug(n.at, "this cannot be assigned to")
	return target{}, nil
}

// plus returns old + v for numbers, or the union of the set old with the member or set v.
func (m *machine) plus(old, v types.Value, s *syntax.AssignStmt) types.Value {
	if old.Kind == types.Set {
		return m.combine(syntax.Union, old, asSet(v), s.Value)
	}
	if !old.Whole() || !v.Whole() {
		return fraction(new(big.Rat).Add(old.Rat(), v.Rat()), s)
	}
	n, over := addOverflows(old.N, v.N)
	return types.IntValue(fitting(n, over, s))
}

func (m *machine) minus(old, v types.Value, s *syntax.AssignStmt) types.Value {
	if old.Kind == types.Set {
		return m.combine(syntax.SetMinus, old, asSet(v), s.Value)
	}
	if !old.Whole() || !v.Whole() {
		return fraction(new(big.Rat).Sub(old.Rat(), v.Rat()), s)
	}
	n, over := subOverflows(old.N, v.N)
	return types.IntValue(fitting(n, over, s))
}

// asSet returns v if it is a set, or else the set with the member v.
func asSet(v types.Value) types.Value {
	if v.Kind == types.Set {
		return v
	}
	return types.SetValue([]types.Value{v})
}

// wholeFits reports whether the tuple around an assigned component stays a value of its type.
func (m *machine) wholeFits(to target, v types.Value) bool {
	whole, t, path := m.state[to.place], to.root, to.path
	for ; len(path) > 0 && t.Kind == types.Array; path = path[1:] {
		whole, t = whole.Elems[path[0]], t.Elem()
	}
	return len(path) == 0 || in(with(whole, path, v), t)
}

func part(v types.Value, path []int) types.Value {
	for _, i := range path {
		v = v.Elems[i]
	}
	return v
}

// write changes the state. The elements of an array are copied once, since they may be shared.
func (m *machine) write(to target, v types.Value) {
	m.forget()
	root := &m.state[to.place]
	if len(to.path) == 0 || root.Kind != types.Array {
		*root = with(*root, to.path, v)
		m.mine[to.place] = false
		return
	}
	if !m.mine[to.place] {
		m.spend(len(root.Elems), nil)
		root.Elems, m.mine[to.place] = slices.Clone(root.Elems), true
	}
	element := &root.Elems[to.path[0]]
	*element = with(*element, to.path[1:], v)
}

// with returns a copy of a value with the part at path replaced.
func with(old types.Value, path []int, v types.Value) types.Value {
	if len(path) == 0 {
		return v
	}
	old.Elems = slices.Clone(old.Elems)
	old.Elems[path[0]] = with(old.Elems[path[0]], path[1:], v)
	return old
}
