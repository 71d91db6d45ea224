package canonical

import (
	"slices"

	"farbank/model"
)

// Limits of rewriting by choices.
const (
	maxNodes    = 1 << 18 // nodes of the conditions
	maxLiterals = 1 << 14 // literals of all choices
	maxValues   = 1 << 20 // evaluations of expressions
	maxCompared = 1 << 4  // values of two choices that are compared
)

// Choices returns a problem without moves with conditions that depend less on how it was written, or p itself. Its
// requirements imply choices: lists of conditions, called literals, of which exactly one holds. An expression that
// depends on the literals of one choice is a table of them. A truth value becomes a disjunction of literals, and an
// equality of two values a list of clauses: so is `slot(a) != slot(b)`, where slot(e) is `the s: Slot where (e, s) in plan`.
// The solutions stay the same.
//
// The requirements from which choices are read stay as they are; all others are rewritten under the assumption that
// these hold.
func Choices(p *model.Problem) *model.Problem {
	if len(p.Schemas) > 0 || len(p.Derived) > 0 || p.NumFind == 0 {
		return p
	}
	c := newChoices(p)
	same := c.b.Substitution(c.cell, nil)
	var conditions []*model.Expr
	for i := range p.Require {
		if p.Require[i].Cond.Wide || c.b.Len() > maxNodes {
			return p
		}
		conditions = append(conditions, same.Apply(p.Require[i].Cond))
	}
	c.readAll(conditions)
	if len(c.list) == 0 {
		return p
	}
	return c.problem(conditions, same)
}

// problem returns the rewritten problem, or the original one if nothing changes.
func (c *choices) problem(conditions []*model.Expr, same *model.Substitution) *model.Problem {
	q := *c.p
	sub := c.b.Replacing(c.cell, c.replace)
	changed := len(c.extra) > 0
	q.Require = slices.Clone(c.p.Require)
	for i, e := range conditions {
		parts := slices.Clone(e.Conjuncts())
		for k, part := range parts {
			if !c.facts[part] {
				parts[k] = sub.Apply(part)
				changed = changed || parts[k] != part
			}
		}
		q.Require[i].Cond = c.b.And(parts...)
	}
	if len(c.extra) > 0 {
		q.Require = append(q.Require, model.Rule{Kind: model.Require, Cond: c.b.And(c.extra...)})
	}
	if g := c.p.Goals; g != nil && g.Value != nil && g.Then == nil && !g.Value.Wide {
		value := same.Apply(g.Value)
		one := *g
		one.Value = sub.Apply(value)
		changed = changed || one.Value != value
		q.Goals = &one
	}
	if !changed {
		return c.p
	}
	return &q
}

// A choice is a list of conditions of which exactly one holds. The last one is nil if it is that none of the others
// holds.
type choice struct {
	literals []*model.Expr
	at       []*model.Substitution // by literal: replaces it by true, and the others by false
}

// choices are the choices of a problem.
type choices struct {
	p       *model.Problem
	b       *model.Builder
	facts   map[*model.Expr]bool // the conditions from which the choices were read
	list    []*choice
	covered []covered
	extra   []*model.Expr         // conditions that follow from the facts
	of      map[*model.Expr][]int // by literal: the choices that it belongs to
	size    int                   // literals of all choices
	values  int                   // evaluations so far
	among   model.Memo[subset]
	tables  map[*model.Expr][]*model.Expr
	done    map[*model.Expr]*model.Expr
}

func newChoices(p *model.Problem) *choices {
	return &choices{p: p, b: model.NewBuilder(), facts: map[*model.Expr]bool{}, of: map[*model.Expr][]int{},
		tables: map[*model.Expr][]*model.Expr{}, done: map[*model.Expr]*model.Expr{}}
}

// cell returns a cell as an expression.
func (c *choices) cell(i int) *model.Expr {
	info := &c.p.Cells[i]
	return c.b.Cell(i, info.Lo, info.Hi, info.Type.Kind == model.Bool)
}

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
		if only := e.Args[0]; e.Args[2].Op == model.Undefined && !c.facts[only] && one(only) {
			c.read(only)
			c.extra = append(c.extra, only)
		}
	}
}

// one reports whether a condition states that exactly one of several holds.
func one(e *model.Expr) bool {
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
		c.covered = append(c.covered, covered{clique, append(from, e)})
		left = others
	}
	if len(left) > 0 { // more cliques are needed
		c.covered = c.covered[:len(c.covered)-int(n)]
	}
}

// maxCovered is the number of conditions that are covered by cliques.
const maxCovered = 1 << 10

// A covered is a clique of which one condition holds, and the conditions that imply this.
type covered struct{ clique, from []*model.Expr }

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

// addCovered adds the choices of cliques, and the conditions that state them.
func (c *choices) addCovered() {
	for _, k := range c.covered {
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

// A subset is a set of choices.
type subset struct {
	all  bool
	list []int // ascending
}

func (s subset) meet(t subset) subset {
	switch {
	case s.all:
		return t
	case t.all:
		return s
	}
	return subset{list: slices.DeleteFunc(slices.Clone(s.list), func(k int) bool { return !slices.Contains(t.list, k) })}
}

// functionOf returns the choices of which an expression is a function, each alone.
func (c *choices) functionOf(e *model.Expr) subset {
	return c.among.Of(e, func(e *model.Expr) subset {
		switch e.Op {
		case model.Const, model.Undefined:
			return subset{all: true}
		case model.Cell, model.Local, model.At:
			return subset{list: c.of[e]}
		}
		s := subset{all: true}
		for _, a := range e.Args {
			s = s.meet(c.functionOf(a))
		}
		for _, k := range c.of[e] {
			if !s.all && !slices.Contains(s.list, k) {
				s.list = append(slices.Clone(s.list), k)
			}
		}
		return s
	})
}

// table returns the values of an expression by literal of a choice, or nil if it is not a function of one. A value is
// a constant or Undefined.
func (c *choices) table(e *model.Expr) (*choice, []*model.Expr) {
	s := c.functionOf(e)
	if s.all || len(s.list) == 0 {
		return nil, nil
	}
	one := c.list[s.list[0]]
	if t, ok := c.tables[e]; ok {
		return one, t
	}
	c.tables[e] = nil
	if c.values += len(one.literals); c.values > maxValues {
		return nil, nil
	}
	t := make([]*model.Expr, len(one.literals))
	for i, at := range one.at {
		if t[i] = at.Apply(e); !t[i].IsConst() && t[i].Op != model.Undefined {
			return one, nil
		}
	}
	c.tables[e] = t
	return one, t
}

// replace returns what an expression becomes, or nil if only its operands do.
func (c *choices) replace(e *model.Expr) *model.Expr {
	if e.IsConst() || e.Op == model.Undefined {
		return nil
	}
	if r, ok := c.done[e]; ok {
		return r
	}
	r := c.become(e)
	c.done[e] = r
	return r
}

func (c *choices) become(e *model.Expr) *model.Expr {
	if c.of[e] != nil {
		return e
	}
	one, t := c.table(e)
	switch {
	case t != nil && e.Bool:
		return c.smaller(e, c.where(one, t, func(v *model.Expr) bool { return v.Value != 0 }))
	case (e.Op == model.Eq || e.Op == model.Ne) && !e.Args[0].Bool && !e.Args[1].Bool:
		return c.compare(e)
	}
	return nil
}

// smaller returns r, or e if it has fewer nodes.
func (c *choices) smaller(e, r *model.Expr) *model.Expr {
	if r.Size > e.Size {
		return nil
	}
	return r
}

// where returns the condition that the literal that holds has a value for which holds.
func (c *choices) where(one *choice, t []*model.Expr, holds func(*model.Expr) bool) *model.Expr {
	var yes, no []*model.Expr
	turned := false // the condition holds if no literal does
	for i, l := range one.literals {
		switch ok := t[i].Op != model.Undefined && holds(t[i]); {
		case l == nil:
			turned = ok
		case ok:
			yes = append(yes, l)
		default:
			no = append(no, l)
		}
	}
	if exact := one.literals[len(one.literals)-1] != nil; turned || exact && len(no) < len(yes) {
		return c.b.Not(c.b.Or(no...))
	}
	return c.b.Or(yes...)
}

// compare returns an equality or inequality of two values as conditions on each value, or nil.
func (c *choices) compare(e *model.Expr) *model.Expr {
	one, s := c.table(e.Args[0])
	other, t := c.table(e.Args[1])
	if s == nil || t == nil {
		return nil
	}
	var values []int64
	for _, v := range slices.Concat(s, t) {
		if v.Op != model.Undefined && !slices.Contains(values, v.Value) {
			if values = append(values, v.Value); len(values) > maxCompared {
				return nil
			}
		}
	}
	slices.Sort(values)
	defined := func(*model.Expr) bool { return true }
	parts := []*model.Expr{c.where(one, s, defined), c.where(other, t, defined)}
	for _, n := range values {
		has := func(v *model.Expr) bool { return v.Value == n }
		x, y := c.where(one, s, has), c.where(other, t, has)
		if e.Op == model.Eq {
			parts = append(parts, c.b.Eq(x, y))
		} else {
			parts = append(parts, c.b.Or(c.b.Not(x), c.b.Not(y)))
		}
	}
	return c.b.And(parts...)
}

// Undetermined returns the positions of conditions that exactly one of several holds, on which a value of a requirement
// or of the objective depends and which no requirement implies. Such a value is no table of a choice.
func Undetermined(p *model.Problem) []model.Pos {
	if len(p.Schemas) > 0 {
		return nil
	}
	q := Choices(p)
	var list []model.Pos
	visit := func(e *model.Expr) {
		if e.Op == model.If && e.Args[2].Op == model.Undefined && one(e.Args[0]) && e.Pos.Line > 0 && !slices.Contains(list, e.Pos) {
			list = append(list, e.Pos)
		}
	}
	w := model.NewWalk()
	for i := range q.Require {
		w.Each(q.Require[i].Cond, visit)
	}
	if q.Goals != nil && q.Goals.Value != nil {
		w.Each(q.Goals.Value, visit)
	}
	return list
}
