package native

import (
	"slices"

	"farbank/model"
	"farbank/model/transition"
)

// A block is a part of the decision tree: a sequence of items.
type block []item

// An item is an applicable action (leaf), a test with the block where it holds (test, then), or
// a switch on the value of an expression (on, cases).
type item struct {
	leaf  *transition.Operator
	test  *model.Expr
	then  block
	on    *model.Expr
	cases []branch // by ascending value
}

// A branch is the block for one value.
type branch struct {
	value int64
	then  block
}

// A candidate is an action with its conditions that are not tested yet.
type candidate struct {
	action *transition.Operator
	guard  []*model.Expr
}

// decide builds the decision tree of the actions.
func decide(actions []*transition.Operator, m *meter) block {
	d := &decider{m}
	list := make([]candidate, len(actions))
	for i, a := range actions {
		list[i] = candidate{a, a.Guard}
	}
	return d.split(list)
}

// A decider builds a decision tree.
type decider struct{ meter *meter }

// split chooses the condition that most candidates share, or the expression that most of them
// compare with constants. It builds the tree of those candidates and continues with the others.
func (d *decider) split(list []candidate) block {
	var out block
	for len(list) > 0 {
		done := 0
		for _, c := range list {
			if len(c.guard) == 0 {
				out = append(out, item{leaf: c.action})
				done++
			}
		}
		if done > 0 {
			list = slices.DeleteFunc(slices.Clone(list), func(c candidate) bool { return len(c.guard) == 0 })
			continue
		}
		it, rest := d.splitOn(list)
		out = append(out, it)
		list = rest
	}
	return out
}

func (d *decider) splitOn(list []candidate) (item, []candidate) {
	tests := d.tally(list, func(g *model.Expr) *model.Expr { return g })
	if tests.n*64 < len(list) || tests.n == 1 { // too little sharing: take one candidate
		c := list[0]
		return chain(c.action, c.guard), list[1:]
	}
	compared := d.tally(list, func(g *model.Expr) *model.Expr {
		if x, _, ok := comparison(g); ok {
			return x
		}
		return nil
	})
	if compared.n >= tests.n && compared.n > 1 {
		if it, rest, ok := d.switchOn(list, compared.e); ok {
			return it, rest
		}
	}
	return d.testFor(list, tests.e)
}

// chain nests the tests of all conditions of one action.
func chain(a *transition.Operator, guard []*model.Expr) item {
	it := item{leaf: a}
	for k := len(guard) - 1; k >= 0; k-- {
		it = item{test: guard[k], then: block{it}}
	}
	return it
}

// comparison splits a condition that an expression has one constant value.
func comparison(g *model.Expr) (x *model.Expr, value int64, ok bool) {
	switch {
	case g.Op == model.Eq && g.Args[1].IsConst() && !g.Args[0].Partial:
		return g.Args[0], g.Args[1].Value, true
	case g.Op == model.Cell && g.Bool:
		return g, 1, true
	case g.Op == model.Not && g.Args[0].Op == model.Cell:
		return g.Args[0], 0, true
	}
	return nil, 0, false
}

type count struct {
	e *model.Expr
	n int
}

// tally returns the key that most candidates have among their conditions; among equals, the one
// with the least ID.
func (d *decider) tally(list []candidate, key func(*model.Expr) *model.Expr) count {
	n := map[*model.Expr]int{}
	last := map[*model.Expr]int{}
	var best count
	for i, c := range list {
		d.meter.tick()
		for _, g := range c.guard {
			k := key(g)
			if k == nil || last[k] == i+1 {
				continue
			}
			last[k] = i + 1
			n[k]++
		}
	}
	for _, c := range list {
		for _, g := range c.guard {
			if k := key(g); k != nil && (n[k] > best.n || n[k] == best.n && k.ID < best.e.ID) {
				best = count{k, n[k]}
			}
		}
	}
	return best
}

// testFor tests a condition once for all candidates that have it.
func (d *decider) testFor(list []candidate, e *model.Expr) (item, []candidate) {
	var with, without []candidate
	for _, c := range list {
		if k := slices.Index(c.guard, e); k >= 0 {
			with = append(with, candidate{c.action, remove(c.guard, k)})
		} else {
			without = append(without, c)
		}
	}
	return item{test: e, then: d.split(with)}, without
}

// switchOn branches on the value of e for all candidates that compare it. It reports false for
// fewer than three values.
func (d *decider) switchOn(list []candidate, e *model.Expr) (item, []candidate, bool) {
	byValue := map[int64][]candidate{}
	var values []int64
	var without []candidate
	for _, c := range list {
		k := slices.IndexFunc(c.guard, func(g *model.Expr) bool { x, _, ok := comparison(g); return ok && x == e })
		if k < 0 {
			without = append(without, c)
			continue
		}
		_, v, _ := comparison(c.guard[k])
		if byValue[v] == nil {
			values = append(values, v)
		}
		byValue[v] = append(byValue[v], candidate{c.action, remove(c.guard, k)})
	}
	slices.Sort(values)
	if len(values) < 3 || model.Span(e.Lo, e.Hi) > 1<<30 || model.Span(values[0], values[len(values)-1]) > 4*int64(len(values))+64 {
		return item{}, nil, false
	}
	it := item{on: e}
	for _, v := range values {
		it.cases = append(it.cases, branch{v, d.split(byValue[v])})
	}
	return it, without, true
}

func remove(list []*model.Expr, k int) []*model.Expr {
	return append(slices.Clone(list[:k]), list[k+1:]...)
}

// most returns an upper bound of the number of actions that apply in one state.
func (b block) most() int {
	n := 0
	for _, it := range b {
		switch {
		case it.leaf != nil:
			n++
		case it.test != nil:
			n += it.then.most()
		default:
			most := 0
			for _, c := range it.cases {
				most = max(most, c.then.most())
			}
			n += most
		}
	}
	return n
}
