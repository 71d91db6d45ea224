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
	cliques []coveredClique
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

// Undetermined returns the positions of conditions that exactly one of several holds, on which a value of a requirement
// or of the objective depends and which no requirement implies. Such a value is no table of a choice.
func Undetermined(p *model.Problem) []model.Pos {
	if len(p.Schemas) > 0 {
		return nil
	}
	q := Choices(p)
	var list []model.Pos
	visit := func(e *model.Expr) {
		if e.Op == model.If && e.Args[2].Op == model.Undefined && exactlyOne(e.Args[0]) && e.Pos.Line > 0 && !slices.Contains(list, e.Pos) {
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
