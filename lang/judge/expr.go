package judge

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// eval returns the value of an expression, or why it is undefined. A Boolean expression
// with an undefined part is false.
func (m *machine) eval(e syntax.Expr) (types.Value, *Undefined) {
	m.spend(1, e)
	switch e := e.(type) {
	case *syntax.Ident:
		if o := m.info.Uses[e]; o == nil && (e.Name == types.Stuck || e.Name == types.AlwaysStuck) {
			return types.BoolValue(!m.anyMove(nil)), nil
		}
		return m.name(e), nil
	case *syntax.IntLit:
		return types.IntValue(e.Value), nil
	}
	m.enter(e)
	v, u := m.value(e)
	m.depth--
	if u != nil && m.boolean(e) {
		return types.BoolValue(false), nil
	}
	return v, u
}

func (m *machine) boolean(e syntax.Expr) bool {
	t := m.info.Types[e]
	return t != nil && t.Kind == types.Bool
}

// holds evaluates a condition.
func (m *machine) holds(e syntax.Expr) bool {
	v, u := m.eval(e)
	return u == nil && v.True()
}

// evals evaluates several expressions, all of them even if one is undefined.
func (m *machine) evals(es []syntax.Expr) ([]types.Value, *Undefined) {
	vs := make([]types.Value, len(es))
	var why *Undefined
	for i, e := range es {
		v, u := m.eval(e)
		vs[i], why = v, first(why, u)
	}
	return vs, why
}

func (m *machine) value(e syntax.Expr) (types.Value, *Undefined) {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return m.eval(e.X)
	case *syntax.BoolLit:
		return types.BoolValue(e.Value), nil
	case *syntax.StringLit:
		if t := m.info.Types[e]; t != nil && t.Kind == types.Enum { // as it may stand in what the caller gives
			return types.EnumValue(t.Model.Lo + int64(slices.Index(t.Model.Members, e.Value))), nil
		}
		return m.string(e), nil
	case *syntax.UnaryExpr:
		return m.unary(e)
	case *syntax.BinaryExpr:
		return m.binary(e)
	case *syntax.CompareExpr:
		return types.BoolValue(m.compare(e)), nil
	case *syntax.IfExpr:
		if m.holds(e.Cond) {
			return m.eval(e.Then)
		}
		return m.eval(e.Else)
	case *syntax.LetExpr:
		v, u := m.eval(e.Value)
		if u != nil {
			return types.Value{}, u
		}
		m.bind(m.object(e.Name), v)
		return m.eval(e.Body)
	case *syntax.CallExpr:
		return m.call(e)
	case *syntax.IndexExpr:
		return m.index(e)
	case *syntax.SelectExpr:
		return m.component(e)
	case *syntax.TupleExpr:
		return m.tuple(e)
	case *syntax.ListExpr:
		return m.listed(e)
	case *syntax.SetExpr:
		return m.set(e)
	case *syntax.MapExpr:
		return m.mapped(e)
	case *syntax.Comprehension:
		return m.comprehension(e)
	}
	bug(e, "this is no expression")
	return types.Value{}, nil
}

// name returns what a name stands for at present; the name of a type stands for the set of
// its values.
func (m *machine) name(id *syntax.Ident) types.Value {
	o := m.info.Uses[id]
	if o == nil && id.Name == "bool" {
		return m.setOf(types.BoolType, id)
	}
	if o == nil && id.Name == types.Steps {
		return types.IntValue(m.moves)
	}
	if o == nil && id.Name == types.Cost {
		return types.IntValue(m.spent)
	}
	if o == nil {
		bug(id, "%s stands for nothing", id.Name)
	}
	switch o.Kind {
	case types.EnumName, types.TypeName:
		return m.setOf(o.Type, id)
	case types.State, types.Find:
		if at := m.placeOf(o, id); at < len(m.mine) {
			m.mine[at] = false // whoever asks for it may keep it
		}
	}
	return m.present(o, id)
}

func (m *machine) setOf(t *types.Type, n syntax.Node) types.Value {
	return types.Value{Kind: types.Set, Elems: m.list(m.values(t, n), n)}
}

// present returns the value of a name that is not one of a type.
func (m *machine) present(o *types.Object, id *syntax.Ident) types.Value {
	switch o.Kind {
	case types.Param, types.Const:
		if o.Known {
			return o.Const
		}
	case types.Member:
		if o.Ghost {
			fail(&Ghost{Node: id, Object: o})
		}
		return types.EnumValue(o.Ordinal)
	case types.State, types.Find:
		return m.state[m.placeOf(o, id)]
	case types.Local:
		if o.ID < len(m.bound) && m.bound[o.ID].Kind != types.Bad {
			return m.bound[o.ID]
		}
	}
	bug(id, "%s (%s) has no value here", o.Name, o.Kind)
	return types.Value{}
}

// placeOf returns where a variable stands in the state.
func (m *machine) placeOf(o *types.Object, n syntax.Node) int {
	if o.ID < len(m.place) {
		if at := m.place[o.ID] - 1; at >= 0 && at < len(m.state) {
			return at
		}
	}
	bug(n, "there is no state to take %s from", o.Name)
	return 0
}

// index evaluates an element of an array, or a character of a text.
func (m *machine) index(e *syntax.IndexExpr) (types.Value, *Undefined) {
	a, u := m.base(e.X)
	t := m.typeOf(e.X)
	if t.Kind == types.Text {
		n, w := m.eval(e.Index[0])
		if u = first(u, w); u != nil {
			return types.Value{}, u
		}
		return character(a.Text, n.N, e)
	}
	i, w := m.position(e, t)
	if u = first(u, w); u != nil {
		return types.Value{}, u
	}
	if i >= len(a.Elems) {
		return types.Value{}, outOfRange(e)
	}
	return a.Elems[i], nil
}

// base evaluates what is indexed: of a variable only an element is going to be kept.
func (m *machine) base(e syntax.Expr) (types.Value, *Undefined) {
	if id, ok := e.(*syntax.Ident); ok {
		if o := m.info.Uses[id]; o != nil && (o.Kind == types.State || o.Kind == types.Find) {
			m.spend(1, e)
			return m.present(o, id), nil
		}
	}
	return m.eval(e)
}

// position returns the position of the element that the indices choose from an array of
// type t, the last index varying fastest. One tuple can be the index for several.
func (m *machine) position(e *syntax.IndexExpr, t *types.Type) (int, *Undefined) {
	if len(e.Index) == 1 && len(t.Index) > 1 {
		v, u := m.eval(e.Index[0])
		if u == nil {
			if n, ok := place(t.Index, v.Elems); ok {
				return n, nil
			}
			u = outOfRange(e)
		}
		return 0, u
	}
	n, inside := 0, true
	var why *Undefined
	for i, x := range e.Index {
		v, u := m.eval(x)
		if why = first(why, u); why != nil {
			continue
		}
		k, ok := ordinal(t.Index[i], v)
		n, inside = n*count(t.Index[i])+k, inside && ok
	}
	if why == nil && !inside {
		why = outOfRange(e)
	}
	return n, why
}

func outOfRange(e *syntax.IndexExpr) *Undefined {
	return &Undefined{Node: e, Why: "there is no element at this index"}
}

// component evaluates p.1, or E.a.
func (m *machine) component(e *syntax.SelectExpr) (types.Value, *Undefined) {
	if e.Name != nil && m.info.Uses[e.Name] != nil {
		return m.present(m.object(e.Name), e.Name), nil
	}
	v, u := m.eval(e.X)
	if u != nil {
		return types.Value{}, u
	}
	if e.Name != nil {
		return v.Elems[m.typeOf(e.X).Component(e)], nil
	}
	return v.Elems[e.N-1], nil
}
