package judge

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// declared returns the value of a declaration: one value; or an array, given as a whole, by one
// value for all elements, or by a formula.
func (m *machine) declared(o *types.Object, value *node) (types.Value, error) {
	d, t := o.Value, o.Type
	if o.Counter {
		return types.IntValue(0), nil
	}
	if d == nil || d.Value == nil || t == nil {
		bug(o.Ident, "%s is declared without a value", o.Name)
	}
	var v types.Value
	var u *Undefined
	if names, formula := indexNames(d); formula {
		v, u = m.formula(d, value, t, names)
	} else if v, u = m.eval(value); u == nil {
		v = m.into(v, value, t)
	}
	if u != nil {
		return types.Value{}, u
	}
	if err := m.outside(v, t, value); err != nil {
		return v, err
	}
	return v, nil
}

// indexNames returns the names of the indices of a declaration, nil for those without a name,
// and whether any has a name.
func indexNames(d *syntax.ValueDecl) (names []*syntax.Ident, formula bool) {
	for _, f := range d.Index {
		if len(f.Names) == 0 {
			names = append(names, nil)
		}
		names = append(names, f.Names...)
		formula = formula || len(f.Names) > 0
	}
	return names, formula
}

// formula evaluates each element with the names bound to its index.
func (m *machine) formula(d *syntax.ValueDecl, value *node, t *types.Type, names []*syntax.Ident) (types.Value, *Undefined) {
	n := total64(t.Index)
	m.room(n, d)
	elems := make([]types.Value, n)
	var why *Undefined
	for i := range elems {
		for k, v := range tupleAt(t.Index, i) {
			if names[k] != nil {
				m.bind(m.object(m.info.Uses[names[k]], names[k]), v)
			}
		}
		v, u := m.eval(value)
		elems[i], why = v, first(why, u)
	}
	return types.ArrayValue(elems), why
}

// into returns v, repeated for all elements if t is an array and v is not.
func (m *machine) into(v types.Value, e *node, t *types.Type) types.Value {
	if t.Kind != types.Array || v.Kind == types.Array {
		return v
	}
	n := total64(t.Index)
	m.room(n, e.at)
	elems := make([]types.Value, n)
	for i := range elems {
		elems[i] = v
	}
	return types.ArrayValue(elems)
}

// outside returns an error if v, the value of e, is not of type t.
func (m *machine) outside(v types.Value, t *types.Type, e *node) error {
	m.spend(len(v.Elems), e.at)
	if t.Kind != types.Array {
		if in(v, t) {
			return nil
		}
		return &Outside{Node: e.at, Value: v, Type: t}
	}
	if given := e.static; len(v.Elems) != int(total64(t.Index)) || given != nil && given.Kind == types.Array && !sameIndex(given, t) {
		return &Outside{Node: e.at, Value: v, Type: t}
	}
	for i, x := range v.Elems {
		if !in(x, t.Elem()) {
			return &Outside{Node: e.at, Index: tupleAt(t.Index, i), Value: x, Type: t.Elem()}
		}
	}
	return nil
}
