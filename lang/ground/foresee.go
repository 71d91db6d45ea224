package ground

import (
	"cmp"
	"math/bits"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// foresee reports that the limit is too small if a lower bound of the steps for an expression
// exceeds it.
func (g *grounder) foresee(e *syntax.Comprehension) {
	if n := g.atLeast(e); n > g.opts.Limit-g.steps {
		g.at(e)
		g.tooLarge(n)
	}
}

// atLeast returns a lower bound of the steps to ground an expression, from its syntax.
func (g *grounder) atLeast(e syntax.Expr) int64 {
	n := int64(1)
	add := func(es ...syntax.Expr) {
		for _, x := range es {
			n = saturated(n, 1, g.atLeast(x))
		}
	}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		add(e.X)
	case *syntax.UnaryExpr:
		add(e.X)
	case *syntax.BinaryExpr:
		if add(e.X); e.Op != syntax.And && e.Op != syntax.Or && e.Op != syntax.Implies && g.info.Types[e].Kind == types.Int {
			add(e.Y)
		}
	case *syntax.CompareExpr:
		if !slices.Contains(e.Ops, syntax.In) {
			add(e.Xs...)
		}
	case *syntax.IfExpr:
		add(e.Cond)
	case *syntax.IndexExpr:
		add(e.Index...)
	case *syntax.Comprehension:
		return g.choices(e)
	}
	return n
}

// choices returns atLeast of a comprehension.
func (g *grounder) choices(e *syntax.Comprehension) int64 {
	n, known := g.foreseen[e]
	if !known {
		n = g.countChoices(e)
		g.foreseen[e] = n
	}
	return n
}

// countChoices multiplies the sizes of the domains that are types.
func (g *grounder) countChoices(e *syntax.Comprehension) int64 {
	n := int64(1)
	if e.Kind == syntax.Connected {
		return n
	}
	for _, b := range e.Binders {
		t := g.info.Types[b.Domain]
		if !g.isTypeExpr(b.Domain) || t == nil || t.Kind != types.Set || t.Elem().Finite() == nil {
			return n
		}
		size, ok := t.Elem().Finite().Size()
		if !ok {
			return g.opts.Limit
		}
		for range b.Names {
			n = saturated(0, n, size)
		}
	}
	switch {
	case e.Where != nil:
		return saturated(n, n, g.atLeast(e.Where))
	case e.Body != nil:
		return saturated(n, n, g.atLeast(e.Body))
	}
	return n
}

// saturated returns x + y*z, at most 1<<62. All are at least 0.
func saturated(x, y, z int64) int64 {
	const most = 1 << 62
	hi, lo := bits.Mul64(uint64(y), uint64(z))
	if hi != 0 || lo > most || uint64(x)+lo > most {
		return most
	}
	return x + int64(lo)
}

// repeated returns a hint if calls are grounded again for every choice of names that they do
// not depend on, or "".
func (g *grounder) repeated() string {
	var most *syntax.CallExpr
	var around *syntax.Comprehension
	better := func(call *syntax.CallExpr) bool {
		if most == nil || g.tried[call].all != g.tried[most].all {
			return most == nil || g.tried[call].all > g.tried[most].all
		}
		return call.Pos().Offset < most.Pos().Offset
	}
	var all []*syntax.Comprehension
	for e := range g.info.Types {
		if c, ok := e.(*syntax.Comprehension); ok {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b *syntax.Comprehension) int { // the outer ones first
		return cmp.Or(cmp.Compare(a.Pos().Offset, b.Pos().Offset), cmp.Compare(b.End().Offset, a.End().Offset))
	})
	for _, c := range all {
		syntax.Inspect(c, func(n syntax.Node) bool {
			call, ok := n.(*syntax.CallExpr)
			if !ok || g.tried[call] == nil || g.depends(call, c) {
				return true
			}
			if o := g.info.Uses[call.Fun]; o != nil && o.Kind == types.Def && better(call) {
				most, around = call, c
			}
			return true
		})
	}
	if most == nil || g.tried[most].all < 100 {
		return ""
	}
	call := g.Text(most)
	return call + " is written out again for each " + syntax.BoundNames(around.Binders)[0].Name + ": let v = " + call + " in ..., outside of that choice, writes it out once"
}

// depends reports whether a part of a comprehension uses names bound by it.
func (g *grounder) depends(part syntax.Expr, c *syntax.Comprehension) bool {
	bound := map[*types.Object]bool{}
	syntax.Inspect(c, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binder:
			for _, id := range n.Names {
				bound[g.info.Uses[id]] = true
			}
		case *syntax.LetExpr:
			bound[g.info.Uses[n.Name]] = true
		}
		return true
	})
	found := false
	syntax.Inspect(part, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			found = found || bound[g.info.Uses[id]]
		}
		return !found
	})
	return found
}
