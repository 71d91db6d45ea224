package ground

import (
	"encoding/binary"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// maxCalls is the maximum depth of recursive calls.
const maxCalls = 5000

// lowerRecursive evaluates a call of a recursive function.
func (g *grounder) lowerRecursive(e *syntax.CallExpr, o *types.Object, args []value) value {
	if !o.Least {
		return g.falling(e, o, args)
	}
	var leaves []*model.Expr
	var index []*model.Type
	for i, a := range args {
		leaves = append(leaves, a.leaves()...)
		index = append(index, o.Params[i].Type.Finite())
	}
	off := make([]int64, len(leaves))
	for i, l := range leaves {
		off[i] = l.Value
	}
	if !slices.ContainsFunc(leaves, func(l *model.Expr) bool { return !l.IsConst() }) {
		return scalar(g.tuple(o, index, off))
	}
	n := int64(1)
	for _, t := range index {
		if n *= g.places(t); n > types.MaxElements {
			g.tooMuch(o.Name+" is called with too many arguments that depend on the state", "fewer parameters that depend on the state make it smaller")
		}
	}
	elems := make([]*model.Expr, n)
	whole := &model.Type{Kind: model.Tuple, Elems: index}
	for i := range elems {
		g.step()
		elems[i] = g.b.Truth(false)
		if at := whole.Nth(int64(i)); g.mayBe(leaves, at) {
			elems[i] = g.tuple(o, index, at)
		}
	}
	g.at(e)
	return scalar(g.b.Element(elems, dimsOf(index), g.indices(index, leaves)))
}

// falling evaluates a call of a function with a decreasing number. Results for constant
// arguments are cached, since a body with two calls would otherwise take exponential time.
func (g *grounder) falling(e *syntax.CallExpr, o *types.Object, args []value) value {
	k := binary.AppendVarint(nil, int64(o.ID))
	for _, a := range args {
		if a.kind != vScalar && a.kind != vTuple || !a.fixed() {
			return g.inside(e, o, args)
		}
		for _, n := range a.constLeaves() {
			k = binary.AppendVarint(k, n)
		}
	}
	v, known := g.fell[string(k)]
	if !known {
		if v = g.inside(e, o, args); v.kind != vBad {
			g.fell[string(k)] = v
		}
	}
	return v
}

// mayBe reports whether each of the expressions may have the value in at.
func (g *grounder) mayBe(leaves []*model.Expr, at []int64) bool {
	for i, l := range leaves {
		if at[i] < l.Lo || at[i] > l.Hi {
			return false
		}
	}
	return true
}

// inside evaluates the body of a function, and saves the bindings of an enclosing call.
func (g *grounder) inside(n syntax.Node, o *types.Object, args []value) value {
	if g.calls++; g.calls > maxCalls {
		g.at(n)
		g.tooMuch(o.Name+" calls itself too often", "a smaller range of its parameters makes the calls fewer")
	}
	saved := make([]value, len(o.Inner))
	for i, x := range o.Inner {
		saved[i] = g.values[x.ID]
	}
	for i, p := range o.Params {
		g.values[p.ID] = args[i]
	}
	v := g.lower(o.Def.Body)
	for i, x := range o.Inner {
		g.values[x.ID] = saved[i]
	}
	g.calls--
	return v
}

// A relation is the least fixpoint of a group of functions: a condition for each requested
// tuple, with placeholders for the others.
type relation struct {
	number map[string]int
	tuples []tuple
}

type tuple struct {
	o    *types.Object
	args []value
	name string
	body *model.Expr
}

// tuple returns the condition that a tuple is in the least relation of its function.
func (g *grounder) tuple(o *types.Object, index []*model.Type, leaves []int64) *model.Expr {
	k := binary.AppendVarint(nil, int64(o.ID))
	for _, n := range leaves {
		k = binary.AppendVarint(k, n)
	}
	if e := g.solved[string(k)]; e != nil {
		return e
	}
	if r := g.relations[o.Group[0]]; r != nil {
		return g.placeholder(r, string(k), o, index, leaves)
	}
	r := &relation{number: map[string]int{}}
	g.relations[o.Group[0]] = r
	g.placeholder(r, string(k), o, index, leaves)
	for i := 0; i < len(r.tuples); i++ {
		t := r.tuples[i]
		body := g.inside(o.Def, t.o, t.args)
		if body.kind != vScalar {
			panic(stopped{})
		}
		r.tuples[i].body = body.e
	}
	delete(g.relations, o.Group[0])
	bodies := make([]*model.Expr, len(r.tuples))
	names := make([]string, len(r.tuples))
	for i, t := range r.tuples {
		bodies[i], names[i] = t.body, t.name
	}
	solved := g.least(names, bodies, g.pos(o.Ident))
	for key, i := range r.number {
		g.solved[key] = solved[i]
	}
	return g.solved[string(k)]
}

// placeholder returns the local that stands for a tuple until the relation is solved.
func (g *grounder) placeholder(r *relation, key string, o *types.Object, index []*model.Type, leaves []int64) *model.Expr {
	g.step()
	i, ok := r.number[key]
	if !ok {
		i = len(r.tuples)
		r.number[key] = i
		t := tuple{o: o}
		var text []string
		for _, it := range index {
			n := it.Leaves()
			t.args = append(t.args, g.fixedValue(it, leaves[:n]))
			text = append(text, it.Format(leaves[:n]))
			leaves = leaves[n:]
		}
		t.name = o.Name + "(" + strings.Join(text, ", ") + ")"
		r.tuples = append(r.tuples, t)
	}
	return g.b.Local(model.DerivedBase+i, 0, 1, true)
}

// least returns the least fixpoint of conditions with placeholders for each other.
func (g *grounder) least(names []string, bodies []*model.Expr, pos model.Pos) []*model.Expr {
	l := &model.Least{Names: names, Bodies: bodies, Pos: pos, First: len(g.p.Derived), Spend: func(nodes int) {
		g.b.Pos = pos
		for range nodes {
			g.step()
		}
	}}
	solved, derived := l.Solve(g.b)
	g.p.Derived = append(g.p.Derived, derived...)
	return solved
}
