package ground

import (
	"encoding/binary"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// maxCalls is how many calls of a function that calls itself may lie within one another.
const maxCalls = 5000

// lowerRecursive is a call of a function that is defined in terms of itself.
func (g *grounder) lowerRecursive(e *syntax.CallExpr, o *types.Object, args []value) value {
	if !o.Least {
		return g.inside(e, o, args)
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
			g.tooMuch(o.Name+" is asked for too many arguments that depend on the state", "fewer parameters that depend on the state make it smaller")
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

// mayBe reports whether expressions may have some values.
func (g *grounder) mayBe(leaves []*model.Expr, at []int64) bool {
	for i, l := range leaves {
		if at[i] < l.Lo || at[i] > l.Hi {
			return false
		}
	}
	return true
}

// inside lowers a body, whose names may have values already in a call around this one.
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

// A relation is the least one that the bodies of a group of functions allow: a condition for
// each of the tuples that were asked for, told by placeholders for the others.
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

// tuple is the condition that a tuple is in the least relation of its function.
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

// placeholder stands for a tuple until the relation is known.
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

// least solves conditions that are told by placeholders for each other: it returns those of
// the least solution. Those that need each other are worked out in rounds, from nothing: as
// many as they are suffice, since each round but the last adds one to what holds.
func (g *grounder) least(names []string, bodies []*model.Expr, pos model.Pos) []*model.Expr {
	solved := make([]*model.Expr, len(bodies))
	for _, comp := range components(bodies) {
		g.solve(comp, names, bodies, solved, pos)
	}
	return solved
}

func (g *grounder) solve(comp []int, names []string, bodies, solved []*model.Expr, pos model.Pos) {
	for _, i := range comp {
		solved[i] = g.b.Truth(false)
	}
	if len(comp) == 1 { // one that asks for itself holds where it does without
		solved[comp[0]] = g.filling(solved).Apply(bodies[comp[0]])
		return
	}
	for range comp {
		next := slices.Clone(solved)
		changed := false
		sub := g.filling(solved)
		before := g.b.Len()
		for _, i := range comp {
			g.step()
			next[i] = sub.Apply(bodies[i])
			changed = changed || next[i] != solved[i]
		}
		copy(solved, next)
		if !changed {
			break
		}
		if g.steps += int64(g.b.Len() - before); g.steps > g.opts.Limit {
			g.b.Pos = pos
			g.tooLarge()
		}
	}
	g.derive(comp, names, bodies, solved, pos)
}

// derive notes the rules of conditions that need each other, so that whoever can read rules
// need not read the rounds.
func (g *grounder) derive(comp []int, names []string, bodies, solved []*model.Expr, pos model.Pos) {
	for _, i := range comp { // what a let of a move holds is no part of a rule
		own := false
		bodies[i].Walk(func(e *model.Expr) { own = own || e.Op == model.Local && e.Value < model.DerivedBase || e.Locals })
		if own {
			return
		}
	}
	first := len(g.p.Derived)
	within := slices.Clone(solved) // as the rules say it
	for k, i := range comp {
		within[i] = g.b.Local(model.DerivedBase+first+k, 0, 1, true)
	}
	sub := g.filling(within)
	for k, i := range comp {
		g.p.Derived = append(g.p.Derived, model.Derived{Name: names[i], Body: sub.Apply(bodies[i]), Pos: pos})
		solved[i] = g.b.Derive(solved[i], first+k)
	}
}

// filling puts what is known in the place of placeholders.
func (g *grounder) filling(known []*model.Expr) *model.Substitution {
	var asks model.Memo[bool]
	var has func(e *model.Expr) bool
	has = func(e *model.Expr) bool {
		return e.Op == model.Local && e.Value >= model.DerivedBase || slices.ContainsFunc(e.Args, func(a *model.Expr) bool { return asks.Of(a, has) })
	}
	return g.b.Replacing(func(e *model.Expr) *model.Expr {
		switch {
		case !asks.Of(e, has):
			return e
		case e.Op == model.Local:
			return known[e.Value-model.DerivedBase]
		}
		return nil
	})
}

func eachPlaceholder(e *model.Expr, visit func(k int)) {
	e.Walk(func(n *model.Expr) {
		if n.Op == model.Local && n.Value >= model.DerivedBase {
			visit(int(n.Value) - model.DerivedBase)
		}
	})
}

// components are the strongly connected components of what conditions ask for, each after
// those that it needs (Tarjan 1972).
func components(bodies []*model.Expr) [][]int {
	needs := make([][]int, len(bodies))
	for i, b := range bodies {
		eachPlaceholder(b, func(k int) { needs[i] = append(needs[i], k) })
	}
	var out [][]int
	number, low := make([]int, len(bodies)), make([]int, len(bodies))
	on := make([]bool, len(bodies))
	var stack []int
	count := 0
	var visit func(i int)
	visit = func(i int) {
		count++
		number[i], low[i] = count, count
		stack = append(stack, i)
		on[i] = true
		for _, k := range needs[i] {
			if number[k] == 0 {
				visit(k)
				low[i] = min(low[i], low[k])
			} else if on[k] {
				low[i] = min(low[i], number[k])
			}
		}
		if low[i] < number[i] {
			return
		}
		at := slices.Index(stack, i)
		comp := slices.Clone(stack[at:])
		stack = stack[:at]
		for _, k := range comp {
			on[k] = false
		}
		slices.Sort(comp)
		out = append(out, comp)
	}
	for i := range bodies {
		if number[i] == 0 {
			visit(i)
		}
	}
	return out
}
