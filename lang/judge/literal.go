package judge

import (
	"fmt"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// tuple evaluates (a, b); a tuple of types is the set of all such tuples.
func (m *machine) tuple(n *node) (types.Value, *Undefined) {
	if n.ofTypes() {
		d, u := m.tuples(n)
		return m.build(d, u, n.at)
	}
	vs, u := m.evals(n.list)
	return types.TupleValue(vs...), u
}

// set evaluates {a, b}.
func (m *machine) set(n *node) (types.Value, *Undefined) {
	vs, u := m.evals(n.list)
	return types.SetValue(vs), u
}

// listed evaluates [a, b]. For an array of several indices it is a list of arrays over the
// other indices.
func (m *machine) listed(n *node) (types.Value, *Undefined) {
	vs, u := m.evals(n.list)
	if t := n.static; u == nil && t != nil && len(t.Index) > 1 {
		var all []types.Value
		for _, v := range vs {
			all = append(all, v.Elems...)
		}
		m.room(uint64(len(all)), n.at)
		vs = all
	}
	return types.ArrayValue(vs), u
}

// mapped evaluates {k: v}: an array by its first index, or by tuples of all its indices. Each
// index must occur once.
func (m *machine) mapped(n *node) (types.Value, *Undefined) {
	t := m.typeOf(n)
	size := total64(t.Index)
	m.room(size, n.at)
	elems, given := make([]types.Value, size), make([]bool, size)
	var why *Undefined
	for i, k := range n.list {
		key, u := m.eval(k)
		v, w := m.eval(n.y.list[i])
		if u = first(u, w); u == nil {
			u = put(elems, given, t, n.at.(*syntax.MapExpr), i, key, v)
		}
		why = first(why, u)
	}
	for i, ok := range given {
		if !ok && why == nil {
			why = &Undefined{Node: n.at, Why: fmt.Sprintf("there is no value for %s, and a map has every index", writtenIndex(t.Index, i))}
		}
	}
	return types.ArrayValue(elems), why
}

// put stores the value of a key: one element, or all elements of the other indices.
func put(elems []types.Value, given []bool, t *types.Type, e *syntax.MapExpr, i int, key, v types.Value) *Undefined {
	index, keys := t.Index[:1], []types.Value{key}
	if _, ok := e.Keys[i].(*syntax.TupleExpr); ok && len(t.Index) > 1 && len(key.Elems) == len(t.Index) {
		index, keys = t.Index, key.Elems
	}
	at, ok := place(index, keys)
	if !ok {
		return &Undefined{Node: e.Keys[i], Why: "there is no such index"}
	}
	vs := []types.Value{v}
	if len(index) < len(t.Index) {
		vs = v.Elems
	}
	if len(vs) != int(total64(t.Index[len(index):])) {
		return &Undefined{Node: e.Values[i], Why: "its indices do not match those to be filled"}
	}
	for k, v := range vs {
		if given[at*len(vs)+k] {
			return &Undefined{Node: e.Keys[i], Why: "this index is given twice"}
		}
		elems[at*len(vs)+k], given[at*len(vs)+k] = v, true
	}
	return nil
}
