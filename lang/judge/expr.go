package judge

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// eval returns the value of an expression, or why it is undefined. A truth value with an
// undefined operand is false.
func (m *machine) eval(n *node) (types.Value, *Undefined) {
	m.tick(n)
	if n.leaf {
		return n.run(m, n)
	}
	m.enter(n.at)
	v, u := n.run(m, n)
	m.depth--
	if u != nil && n.truth {
		return types.BoolValue(false), nil
	}
	return v, u
}

// number is like eval for plain values: numbers, truth values and names.
func (m *machine) number(n *node) (int64, *Undefined) {
	if n.num == nil {
		v, u := m.eval(n)
		return v.N, u
	}
	m.tick(n)
	if n.leaf {
		return n.num(m, n)
	}
	m.enter(n.at)
	k, u := n.num(m, n)
	m.depth--
	if u != nil && n.truth {
		return 0, nil
	}
	return k, u
}

// numbered evaluates a node with num set.
func (m *machine) numbered(n *node) (types.Value, *Undefined) {
	k, u := n.num(m, n)
	return types.Value{Kind: n.kind, N: k}, u
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// holds evaluates a condition.
func (m *machine) holds(n *node) bool {
	k, u := m.number(n)
	return u == nil && k != 0
}

// evals evaluates all expressions, even if one is undefined.
func (m *machine) evals(list []*node) ([]types.Value, *Undefined) {
	vs := make([]types.Value, len(list))
	var why *Undefined
	for i, n := range list {
		v, u := m.eval(n)
		vs[i], why = v, first(why, u)
	}
	return vs, why
}

func (m *machine) unknown(n *node) (types.Value, *Undefined) {
	bug(n.at, "this is no expression")
	return types.Value{}, nil
}

func (m *machine) literal(n *node) (int64, *Undefined) { return n.number, nil }

func (m *machine) paren(n *node) (types.Value, *Undefined) { return m.eval(n.x) }
func (m *machine) inner(n *node) (int64, *Undefined)       { return m.number(n.x) }

// either evaluates if c then x else y.
func (m *machine) either(n *node) (types.Value, *Undefined) {
	if m.holds(n.list[0]) {
		return m.eval(n.list[1])
	}
	return m.eval(n.list[2])
}

func (m *machine) let(n *node) (types.Value, *Undefined) {
	v, u := m.eval(n.x)
	if u != nil {
		return types.Value{}, u
	}
	at := n.at.(*syntax.LetExpr)
	o := m.object(n.name, at.Name)
	if at.Type != nil && !in(v, o.Type) {
		return types.Value{}, &Undefined{Node: at.Value, Why: written(v, o.Type) + " is not of the type of " + o.Name}
	}
	m.bind(o, v)
	return m.eval(n.y)
}

// word evaluates a predeclared name.
func (m *machine) word(n *node) (types.Value, *Undefined) {
	switch name := n.at.(*syntax.Ident).Name; name {
	case types.Stuck, types.AlwaysStuck:
		return types.BoolValue(!m.anyMove(nil) && len(m.under) == 0), nil
	case "bool":
		return m.setOf(types.BoolType, n.at), nil
	case types.Steps:
		return types.IntValue(m.moves), nil
	case types.Cost:
		return types.DecimalValue(m.spent, m.info.CostDigits), nil
	case types.Time:
		return types.DecimalValue(m.time, m.info.TimeDigits), nil
	default:
		bug(n.at, "%s is not resolved", name)
	}
	return types.Value{}, nil
}

// named evaluates the name of a type as the set of its values.
func (m *machine) named(n *node) (types.Value, *Undefined) { return m.setOf(n.name.Type, n.at), nil }

func (m *machine) setOf(t *types.Type, n syntax.Node) types.Value {
	return types.Value{Kind: types.Set, Elems: m.list(m.values(t, n), n)}
}

// variable returns the whole value of a variable. The caller may keep it.
func (m *machine) variable(n *node) (types.Value, *Undefined) {
	v := m.stored(n)
	if n.place < len(m.mine) {
		m.mine[n.place] = false
	}
	return *v, nil
}

// stored returns the location of a variable's value in the state.
func (m *machine) stored(n *node) *types.Value {
	if n.place < 0 || n.place >= len(m.state) {
		bug(n.at, "there is no state to take %s from", n.name.Name)
	}
	return &m.state[n.place]
}

// plain returns the value of a variable with a plain type.
func (m *machine) plain(n *node) (int64, *Undefined) { return m.stored(n).N, nil }

// present returns the value of a name other than types and variables.
func (m *machine) present(n *node) (types.Value, *Undefined) {
	return m.valueOf(n.name, n.at), nil
}

// local returns the value of a local name with a plain type.
func (m *machine) local(n *node) (int64, *Undefined) {
	if id := n.name.ID; id < len(m.bound) && m.bound[id].Kind != types.Bad {
		return m.bound[id].N, nil
	}
	return m.valueOf(n.name, n.at).N, nil
}

// member evaluates E.a.
func (m *machine) member(n *node) (types.Value, *Undefined) {
	return m.valueOf(n.name, n.at.(*syntax.SelectExpr).Name), nil
}

func (m *machine) valueOf(o *types.Object, at syntax.Node) types.Value {
	switch o.Kind {
	case types.Local:
		if o.ID < len(m.bound) && m.bound[o.ID].Kind != types.Bad {
			return m.bound[o.ID]
		}
	case types.Param, types.Const:
		if o.Known {
			return o.Const
		}
	case types.Member:
		if o.Ghost {
			fail(&Ghost{Node: at, Object: o})
		}
		return types.EnumValue(o.Ordinal)
	}
	bug(at, "%s (%s) has no value here", o.Name, o.Kind)
	return types.Value{}
}

// element evaluates an array element with a plain type.
func (m *machine) element(n *node) (int64, *Undefined) {
	v, u := m.index(n)
	return v.N, u
}

// index evaluates an element of an array, or a character of a text.
func (m *machine) index(n *node) (types.Value, *Undefined) {
	a, u := m.base(n.x)
	t := m.typeOf(n.x)
	if t.Kind == types.Text {
		k, w := m.eval(n.list[0])
		if u = first(u, w); u != nil {
			return types.Value{}, u
		}
		return character(a.Text, k.N, n.at)
	}
	i, w := m.position(n, t)
	if u = first(u, w); u != nil {
		return types.Value{}, u
	}
	if i >= len(a.Elems) {
		return types.Value{}, outOfRange(n)
	}
	return a.Elems[i], nil
}

// base evaluates the indexed operand. A variable need not be marked as shared, since only an
// element is kept.
func (m *machine) base(n *node) (types.Value, *Undefined) {
	if o := n.name; n.leaf && o != nil && (o.Kind == types.State || o.Kind == types.Find) {
		m.tick(n)
		return *m.stored(n), nil
	}
	return m.eval(n)
}

// position returns the position of the indexed element in an array of type t, the last index
// varying fastest. A single tuple may be the index for several dimensions.
func (m *machine) position(n *node, t *types.Type) (int, *Undefined) {
	if len(n.list) == 1 && len(t.Index) > 1 {
		v, u := m.eval(n.list[0])
		if u == nil {
			if i, ok := place(t.Index, v.Elems); ok {
				return i, nil
			}
			u = outOfRange(n)
		}
		return 0, u
	}
	at, inside := 0, true
	var why *Undefined
	for i, x := range n.list {
		k, ok, u := m.ordinal(x, t.Index[i])
		if why = first(why, u); why != nil {
			continue
		}
		at, inside = at*count(t.Index[i])+k, inside && ok
	}
	if why == nil && !inside {
		why = outOfRange(n)
	}
	return at, why
}

// ordinal returns the position of the value of an index in its type.
func (m *machine) ordinal(n *node, t *types.Type) (k int, inside bool, u *Undefined) {
	if t.Of == nil && scalar(t.Kind) {
		v, u := m.number(n)
		lo, hi := ends(t)
		if u != nil || v < lo || v > hi {
			return 0, false, u
		}
		return int(v - lo), true, nil
	}
	v, u := m.eval(n)
	if u != nil {
		return 0, false, u
	}
	k, inside = ordinal(t, v)
	return k, inside, nil
}

func outOfRange(n *node) *Undefined {
	return &Undefined{Node: n.at, Why: "there is no element at this index"}
}

// component evaluates p.1, or p.row.
func (m *machine) component(n *node) (types.Value, *Undefined) {
	v, u := m.eval(n.x)
	if u != nil {
		return types.Value{}, u
	}
	return v.Elems[n.number], nil
}
