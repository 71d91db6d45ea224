package canonical

import (
	"slices"

	"farbank/model"
)

// readAll adds the choices that conditions state.
func (c *choices) readAll(conditions []*model.Expr) {
	exclusive := map[[2]*model.Expr]*model.Expr{}
	for _, e := range conditions {
		for _, part := range e.Conjuncts() {
			c.read(part)
			c.implied(part)
			if x, y, ok := excluded(part); ok {
				exclusive[[2]*model.Expr{x, y}], exclusive[[2]*model.Expr{y, x}] = part, part
			}
		}
	}
	for _, e := range conditions {
		for _, part := range e.Conjuncts() {
			if len(exclusive) == 0 {
				continue
			}
			if part.Op == model.Or {
				c.clique(part, exclusive)
			} else {
				c.cover(part, exclusive)
			}
		}
	}
	c.addCovered()
}

// read adds the choices that a condition states.
func (c *choices) read(e *model.Expr) {
	switch e.Op {
	case model.Eq, model.Le, model.Lt:
		sum, n := e.Args[0], e.Args[1]
		if e.Op == model.Eq && sum.IsConst() {
			sum, n = n, sum
		}
		one := n.IsConst() && n.Value == 1
		if e.Op == model.Lt {
			one = n.IsConst() && n.Value == 2
		}
		if sum.Op == model.Sum && one && !slices.ContainsFunc(sum.Args, func(a *model.Expr) bool { return !a.Bool }) {
			c.add(sum.Args, e.Op == model.Eq, e)
		}
	case model.Distinct:
		c.distinct(e)
	}
}

// implied adds the choices without which a comparison has no value: a condition is false where a value does not exist.
func (c *choices) implied(e *model.Expr) {
	switch e.Op {
	case model.Eq, model.Ne, model.Lt, model.Le:
		for _, a := range e.Args {
			c.exists(a)
		}
	}
}

// exists adds the choices without which a value does not exist, and the conditions that state them.
func (c *choices) exists(e *model.Expr) {
	if !e.Partial || e.Bool {
		return
	}
	switch e.Op {
	case model.Sum, model.Neg, model.Mul, model.Abs, model.Div, model.Mod:
		for _, a := range e.Args {
			c.exists(a)
		}
	case model.If:
		if only := e.Args[0]; e.Args[2].Op == model.Undefined && !c.facts[only] && exactlyOne(only) {
			c.read(only)
			c.extra = append(c.extra, only)
		}
	}
}

// exactlyOne reports whether a condition states that exactly one of several holds.
func exactlyOne(e *model.Expr) bool {
	return e.Op == model.Eq && e.Args[0].Op == model.Sum && e.Args[1].IsConst() && e.Args[1].Value == 1 &&
		!slices.ContainsFunc(e.Args[0].Args, func(a *model.Expr) bool { return !a.Bool })
}

// distinct adds, for each value of pairwise different cells, the choice of the cell that has it.
func (c *choices) distinct(e *model.Expr) {
	lo, hi := e.Args[0].Lo, e.Args[0].Hi
	for _, a := range e.Args {
		if a.Op != model.Cell {
			return
		}
		lo, hi = min(lo, a.Lo), max(hi, a.Hi)
	}
	if n := model.Span(lo, hi); n > maxCompared || int(n)*len(e.Args) > maxLiterals {
		return
	}
	for v := range model.Range(lo, hi) {
		var literals []*model.Expr
		for _, a := range e.Args {
			if l := c.b.Eq(a, c.b.Const(v)); !l.IsFalse() {
				literals = append(literals, l)
			}
		}
		c.add(literals, model.Span(lo, hi) == int64(len(e.Args)), e)
	}
}

// excluded reports whether a condition states that two others do not hold together.
func excluded(e *model.Expr) (x, y *model.Expr, ok bool) {
	switch {
	case e.Op == model.Not && e.Args[0].Op == model.And && len(e.Args[0].Args) == 2:
		return e.Args[0].Args[0], e.Args[0].Args[1], true
	case e.Op == model.Or && len(e.Args) == 2 && e.Args[0].Op == model.Not && e.Args[1].Op == model.Not:
		return e.Args[0].Args[0], e.Args[1].Args[0], true
	}
	return nil, nil, false
}

// clique adds the choice of a disjunction if its operands exclude each other.
func (c *choices) clique(e *model.Expr, exclusive map[[2]*model.Expr]*model.Expr) {
	var from []*model.Expr
	for i, x := range e.Args {
		for _, y := range e.Args[:i] {
			reason := exclusive[[2]*model.Expr{x, y}]
			if reason == nil {
				return
			}
			from = append(from, reason)
		}
	}
	c.add(e.Args, true, append(from, e)...)
}

// cover adds choices that follow from a number of conditions that hold: if conditions are covered by as many cliques of
// pairwise exclusive ones as must hold, exactly one of each clique does. It finds cliques greedily, in the order of the
// conditions.
func (c *choices) cover(e *model.Expr, exclusive map[[2]*model.Expr]*model.Expr) {
	sum, n, ok := atLeast(e)
	if !ok || len(sum.Args) > maxCovered {
		return
	}
	left := sum.Args
	for range n {
		var clique, others, from []*model.Expr
		for _, x := range left {
			reasons := make([]*model.Expr, 0, len(clique))
			for _, y := range clique {
				if reason := exclusive[[2]*model.Expr{x, y}]; reason != nil {
					reasons = append(reasons, reason)
				}
			}
			if len(reasons) < len(clique) {
				others = append(others, x)
				continue
			}
			clique, from = append(clique, x), append(from, reasons...)
		}
		c.cliques = append(c.cliques, coveredClique{clique, append(from, e)})
		left = others
	}
	if len(left) > 0 { // more cliques are needed
		c.cliques = c.cliques[:len(c.cliques)-int(n)]
	}
}

// maxCovered is the number of conditions that are covered by cliques.
const maxCovered = 1 << 10

// A coveredClique is a clique of which one condition holds, and the conditions that imply this.
type coveredClique struct{ clique, from []*model.Expr }

// atLeast splits a condition that at least n of some conditions hold.
func atLeast(e *model.Expr) (sum *model.Expr, n int64, ok bool) {
	if e.Op != model.Eq && e.Op != model.Le {
		return nil, 0, false
	}
	sum, most := e.Args[0], e.Args[1]
	if sum.IsConst() {
		sum, most = most, sum
	} else if e.Op == model.Le {
		return nil, 0, false
	}
	ok = sum.Op == model.Sum && most.IsConst() && most.Value > 1 && most.Value <= int64(len(sum.Args)) &&
		!slices.ContainsFunc(sum.Args, func(a *model.Expr) bool { return !a.Bool })
	return sum, most.Value, ok
}

// addCovered adds the choices of cliques, and the conditions that state them. An empty clique makes the problem
// infeasible: fewer cliques than conditions that must hold cover all of them.
func (c *choices) addCovered() {
	for _, k := range c.cliques {
		if len(k.clique) == 1 {
			c.extra = append(c.extra, k.clique[0])
			continue
		}
		c.add(k.clique, true, k.from...)
		c.extra = append(c.extra, c.b.Eq(c.b.Sum(k.clique...), c.b.Const(1)))
	}
}

// add adds a choice that follows from some conditions. If it is not exact, none of the literals may hold.
func (c *choices) add(literals []*model.Expr, exact bool, from ...*model.Expr) {
	seen := map[*model.Expr]bool{}
	for _, l := range literals {
		if seen[l] || l.IsConst() {
			return
		}
		seen[l] = true
	}
	if c.size += len(literals); len(literals) < 2 || c.size > maxLiterals {
		return
	}
	one := &choice{literals: slices.Clone(literals)}
	if !exact {
		one.literals = append(one.literals, nil)
	}
	for i := range one.literals {
		one.at = append(one.at, c.b.Replacing(c.cell, func(e *model.Expr) *model.Expr {
			if seen[e] {
				return c.b.Truth(e == one.literals[i])
			}
			return nil
		}))
	}
	for _, l := range literals {
		c.of[l] = append(c.of[l], len(c.list))
	}
	c.list = append(c.list, one)
	for _, e := range from {
		c.facts[e] = true
	}
}
