package judge

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// call evaluates f(x): of a function of the file, or of one of the language.
func (m *machine) call(e *syntax.CallExpr) (types.Value, *Undefined) {
	if o := m.info.Uses[e.Fun]; o != nil {
		return m.apply(e, o)
	}
	switch e.Fun.Name {
	case "size":
		return m.sized(e)
	case "subset":
		x, u := m.eval(e.Args[0])
		d, w := m.domain(e.Args[1])
		return types.BoolValue(u == nil && w == nil && within(syntax.Subset, x, d)), nil
	}
	vs, u := m.evals(e.Args)
	if u != nil {
		return types.Value{}, u
	}
	if v, u, ok := m.several(e, vs); ok {
		return v, u
	}
	return m.single(e, vs[0])
}

// apply evaluates a call of a def. Its arguments must be of the types of its parameters.
func (m *machine) apply(e *syntax.CallExpr, o *types.Object) (types.Value, *Undefined) {
	if o.Kind != types.Def || len(o.Params) != len(e.Args) {
		bug(e, "%s cannot be called so", o.Name)
	}
	vs, u := m.evals(e.Args)
	if u != nil {
		return types.Value{}, u
	}
	for i, p := range o.Params {
		if !in(vs[i], p.Type) {
			return types.Value{}, &Undefined{Node: e.Args[i], Why: written(vs[i], p.Type) + " is not of the type of " + p.Name}
		}
	}
	for i, p := range o.Params {
		m.bind(p, vs[i])
	}
	return m.eval(o.Def.Body)
}

// sized is the number of members of a set, which need not be built for it.
func (m *machine) sized(e *syntax.CallExpr) (types.Value, *Undefined) {
	d, u := m.domain(e.Args[0])
	if u != nil {
		return types.Value{}, u
	}
	n, fits := d.size()
	return fitting(int64(n), !fits || int64(n) < 0, e), nil
}

// several evaluates the functions of an array or of several values.
func (m *machine) several(e *syntax.CallExpr, vs []types.Value) (types.Value, *Undefined, bool) {
	of := vs
	if len(vs) == 1 {
		of = vs[0].Elems
	}
	m.spend(len(of), e)
	switch e.Fun.Name {
	case "min", "max":
		v, u := extreme(of, e.Fun.Name == "max", e)
		return v, u, true
	case "distinct":
		return types.BoolValue(distinct(of)), nil, true
	case "sum":
		var sum total
		for _, v := range of {
			sum.add(v.N)
		}
		n, over := sum.overflows()
		return fitting(n, over, e), nil, true
	case "union":
		return m.combine(syntax.Union, vs[0], vs[1], e), nil, true
	case "inter":
		return m.combine(syntax.Inter, vs[0], vs[1], e), nil, true
	case "minus":
		return m.combine(syntax.SetMinus, vs[0], vs[1], e), nil, true
	}
	return types.Value{}, nil, false
}

// single evaluates the functions of one value.
func (m *machine) single(e *syntax.CallExpr, v types.Value) (types.Value, *Undefined) {
	t := m.typeOf(e.Args[0])
	switch e.Fun.Name {
	case "abs":
		if v.N >= 0 {
			return v, nil
		}
		n, over := negOverflows(v.N)
		return fitting(n, over, e), nil
	case "name":
		return types.TextValue(shown(v, t)), nil
	case "len":
		return types.IntValue(int64(length(v.Text))), nil
	case "digit":
		return digit(v.Text, e)
	case "grid":
		return m.grid(v.Text, e)
	case "rows", "cols":
		if len(t.Index) == 2 {
			return types.IntValue(int64(count(t.Index[map[string]int{"rows": 0, "cols": 1}[e.Fun.Name]]))), nil
		}
	case "other", "next", "prev", "ord":
		return neighbour(e, v.N, t)
	}
	bug(e, "%s is no function", e.Fun.Name)
	return types.Value{}, nil
}

// neighbour evaluates the functions that need to know all values of a type, in their order.
func neighbour(e *syntax.CallExpr, n int64, t *types.Type) (types.Value, *Undefined) {
	lo, hi := ends(t)
	if n < lo || n > hi {
		return types.Value{}, &Undefined{Node: e.Args[0], Why: "it is outside of its type"}
	}
	switch e.Fun.Name {
	case "ord":
		k, over := subOverflows(n, lo)
		return fitting(k, over, e), nil
	case "other":
		n = lo + hi - n
	case "next":
		if n++; n-1 == hi {
			n = lo
		}
	case "prev":
		if n--; n+1 == lo {
			n = hi
		}
	}
	return types.Value{Kind: t.Kind, N: n}, nil
}
