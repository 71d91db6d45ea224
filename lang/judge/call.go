package judge

import (
	"math/big"
	"slices"

	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// call evaluates a call of a built-in function.
func (m *machine) call(n *node) (types.Value, *Undefined) {
	e, f := n.at.(*syntax.CallExpr), n.builtin
	if f == nil || f.Judge == nil {
		bug(e, "%s is no function", e.Fun.Name)
	}
	from := len(m.arguments)
	u := m.evaluate(n)
	if u != nil {
		m.arguments = m.arguments[:from]
		return types.Value{}, u
	}
	v, err := f.Judge(judging{m, n}, e, m.arguments[from:])
	m.arguments = m.arguments[:from]
	switch err := err.(type) {
	case nil:
	case *Undefined:
		return types.Value{}, err
	case builtin.Undefined:
		return types.Value{}, &Undefined{Node: e, Why: string(err)}
	default:
		fail(&Overflow{Node: e})
	}
	if t := n.static; v.Kind == types.Array && t != nil && total64(t.Index) != uint64(len(v.Elems)) {
		bug(e, "%s gives %d elements, its type has others", e.Fun.Name, len(v.Elems))
	}
	return v, nil
}

// evaluate adds the arguments of a built-in function to m.arguments. For the sets that the function queries as domains
// it adds empty values.
func (m *machine) evaluate(n *node) *Undefined {
	if n.form == nil {
		bug(n.at, "%s cannot be called so", n.builtin.Name)
	}
	var why *Undefined
	for i, a := range n.list {
		var v types.Value
		if !n.form.Param(i).Domain {
			var u *Undefined
			v, u = m.eval(a)
			why = first(why, u)
		}
		m.arguments = append(m.arguments, v)
	}
	return why
}

// apply evaluates a call of a def. It is undefined if an argument is not of the type of its
// parameter.
func (m *machine) apply(n *node) (types.Value, *Undefined) {
	o := n.name
	if o.Kind != types.Def || len(o.Params) != len(n.list) {
		bug(n.at, "%s cannot be called so", o.Name)
	}
	vs, u := m.evals(n.list)
	if u != nil {
		return types.Value{}, u
	}
	for i, p := range o.Params {
		if !in(vs[i], p.Type) {
			return types.Value{}, &Undefined{Node: n.list[i].at, Why: written(vs[i], p.Type) + " is not of the type of " + p.Name}
		}
	}
	if o.Group != nil {
		return m.recursive(n, vs)
	}
	for i, p := range o.Params {
		m.bind(p, vs[i])
	}
	return m.eval(n.x)
}

// judging implements builtin.Judging.
type judging struct {
	m    *machine
	call *node
}

// node returns the node of an argument.
func (j judging) node(e syntax.Expr) *node {
	for _, n := range j.call.list {
		if n.at == e {
			return n
		}
	}
	bug(e, "this is no argument")
	return nil
}

func (j judging) TypeOf(e syntax.Expr) *types.Type {
	if e == j.call.at {
		return j.m.typeOf(j.call)
	}
	return j.m.typeOf(j.node(e))
}
func (j judging) Spend(steps int, at syntax.Node)           { j.m.spend(steps, at) }
func (j judging) Room(members uint64, at syntax.Node)       { j.m.room(members, at) }
func (j judging) Ends(t *types.Type) (lo, hi int64)         { return ends(t) }
func (j judging) Shown(v types.Value, t *types.Type) string { return shown(v, t) }

func (j judging) Domain(e syntax.Expr) (builtin.Domain, error) {
	d, u := j.m.domain(j.node(e))
	if u != nil {
		return nil, u
	}
	return d, nil
}

func (j judging) Values(t *types.Type, at syntax.Node) builtin.Domain { return j.m.values(t, at) }

func (j judging) Operator(op syntax.Token, x, y types.Value, e syntax.Expr) types.Value {
	return j.m.combine(op, x, y, e)
}

func (j judging) Fold(k syntax.ComprehensionKind, args []types.Value, e syntax.Expr) (types.Value, error) {
	if len(args) == 1 {
		args = args[0].Elems
	}
	j.m.spend(len(args), e)
	if k == syntax.Sum {
		if slices.ContainsFunc(args, func(v types.Value) bool { return !v.Whole() }) {
			sum := new(big.Rat)
			for _, v := range args {
				sum.Add(sum, v.Rat())
			}
			return fraction(sum, e), nil
		}
		var sum total
		for _, v := range args {
			sum.add(v.N)
		}
		n, over := sum.overflows()
		return types.IntValue(fitting(n, over, e)), nil
	}
	v, u := folded(k, args, e)
	if u != nil {
		return types.Value{}, u
	}
	return v, nil
}
