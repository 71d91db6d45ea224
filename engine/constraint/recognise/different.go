package recognise

import "farbank/model"

// different finds sets of numbers that are pairwise different, up to added constants.
func (f *Found) different() {
	var g graph
	nodes, exprs := map[*model.Expr]int{}, []*model.Expr(nil)
	node := func(e *model.Expr) int {
		i, ok := nodes[e]
		if !ok {
			i = len(exprs)
			nodes[e], exprs = i, append(exprs, e)
		}
		return i
	}
	f.take(func(e *model.Expr) bool {
		x, y, gaps := apart(e)
		for _, d := range gaps {
			g.add(node(x), node(y), d)
		}
		return len(gaps) > 0
	})
	for _, set := range g.cliques() {
		list := make([]Linear, len(set))
		for i, m := range set {
			list[i] = Linear{[]Term{{1, exprs[m.node]}}, m.height}
		}
		f.Different = append(f.Different, list)
	}
}

// apart decomposes a condition that x differs from y + gap for each of some gaps: x != y + gap, or
// |x - y| != gap.
func apart(e *model.Expr) (x, y *model.Expr, gaps []int64) {
	if e.Op != model.Ne || e.Args[0].Bool || e.Args[1].Bool {
		return nil, nil, nil
	}
	a, b := e.Args[0], e.Args[1]
	if a.IsConst() {
		a, b = b, a
	}
	if a.Op == model.Abs && b.IsConst() && b.Value > 0 && small(b.Value) {
		if x, y, gap, ok := difference(a.Args[0], nil); ok && gap == 0 {
			return x, y, []int64{b.Value, -b.Value}
		}
		return nil, nil, nil
	}
	if x, y, gap, ok := difference(a, b); ok {
		return x, y, []int64{-gap}
	}
	return nil, nil, nil
}

// difference writes a minus b as x - y + plus.
func difference(a, b *model.Expr) (x, y *model.Expr, plus int64, ok bool) {
	l, ok := linearOf(a, b)
	if !ok || len(l.Terms) != 2 || abs(l.Terms[0].Coef) != 1 || l.Terms[0].Coef != -l.Terms[1].Coef {
		return nil, nil, 0, false
	}
	x, y = l.Terms[0].Of, l.Terms[1].Of
	if l.Terms[0].Coef < 0 {
		x, y = y, x
	}
	return x, y, l.Constant, !x.Bool && !y.Bool
}
