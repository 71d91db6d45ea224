package export

import (
	"context"
	"math"

	"farbank/model"
)

// A system is a problem as conditions and values over its cells, all of them total.
type system struct {
	w       *writer
	p       *model.Problem
	b       *model.Builder
	require []rule
	start   []*model.Expr // by cell from NumFind on; whether it fits the cell stands in begins
	begins  []rule
	safety  []rule
	goal    []rule
	moves   []*transition
	value   *model.Expr // of the objective, or nil
}

// A rule is a condition and what a person calls it.
type rule struct {
	text string
	cond *model.Expr
}

// A transition is a ground move over the state before it.
type transition struct {
	move  *model.Move
	index int           // its number among the moves of the problem
	guard []*model.Expr // conditions that must all hold
	next  []update      // by rising cell; what does not stand here stays
	cost  *model.Expr
}

type update struct {
	cell  int
	value *model.Expr
}

// maxTree is the most nodes that the expressions of a system may have when they are
// written out as trees.
const maxTree = 1 << 22

// maxNodes is the most nodes that running the moves on symbols may make.
const maxNodes = 1 << 24

// newSystem runs the moves of a problem on symbols. Values must lie within 64 bits, or
// those of limit where it is not 0.
func (w *writer) newSystem(limit int64) (*system, error) {
	s := &system{w: w, p: w.p, b: model.NewBuilder()}
	t := newTotaliser(s.b, s.cell, nil)
	s.require = s.rules(t, w.p.Require)
	s.safety = s.rules(t, w.p.Safety)
	s.goal = s.rules(t, w.p.Goal)
	s.startValues(t)
	if w.p.Goals != nil {
		v := t.expr(w.p.Goals.Value)
		s.value = v.value
		if !v.defined.IsTrue() {
			s.require = append(s.require, rule{"the objective has a value", v.defined})
		}
	}
	for i, m := range w.p.Moves {
		if w.ctx.Err() != nil {
			return nil, context.Cause(w.ctx)
		}
		if tr := s.run(m); tr != nil {
			tr.index = i
			s.moves = append(s.moves, tr)
		}
	}
	if w.err != nil {
		return nil, w.err
	}
	return s, w.checkSize(s, limit)
}

func (s *system) rules(t *totaliser, rules []model.Rule) []rule {
	var list []rule
	for i := range rules {
		if c := t.truth(rules[i].Cond); !c.IsTrue() {
			list = append(list, rule{rules[i].String(), c})
		}
	}
	return list
}

func (s *system) startValues(t *totaliser) {
	for i, e := range s.p.Start {
		v := t.expr(e)
		c := s.p.NumFind + i
		fits := s.b.And(v.defined, s.inside(c, v.value))
		if !fits.IsTrue() {
			s.begins = append(s.begins, rule{"the start has " + s.p.Cells[c].Name, fits})
		}
		s.start = append(s.start, v.value)
	}
}

// cell is the value of a cell as an expression; a constant where it has only one.
func (s *system) cell(i int) *model.Expr {
	c := &s.p.Cells[i]
	if c.Lo == c.Hi {
		return s.constant(i, c.Lo)
	}
	return s.b.Cell(i, c.Lo, c.Hi, c.Type.Kind == model.Bool)
}

// constant is a value that cell i can have.
func (s *system) constant(i int, v int64) *model.Expr {
	if s.p.Cells[i].Type.Kind == model.Bool {
		return s.b.Truth(v != 0)
	}
	return s.b.Const(v)
}

// inside is the condition that a value is one that cell i can have.
func (s *system) inside(i int, v *model.Expr) *model.Expr {
	if v.Bool {
		return s.b.Truth(true)
	}
	c := &s.p.Cells[i]
	return s.b.And(s.b.Le(s.b.Const(c.Lo), v), s.b.Le(v, s.b.Const(c.Hi)))
}

// elements are the expressions that an At, Table or Select chooses from, the last
// index varying fastest.
func (s *system) elements(e *model.Expr) []*model.Expr {
	var list []*model.Expr
	for _, off := range offsets(e.Dims) {
		switch {
		case e.Op == model.Select:
			list = append(list, e.Elems()[off])
		case e.Op == model.Table && e.Bool:
			list = append(list, s.b.Truth(e.Values[off] != 0))
		case e.Op == model.Table:
			list = append(list, s.b.Const(e.Values[off]))
		default:
			list = append(list, s.cell(int(e.Value+off)))
		}
	}
	return list
}

// place is the number, from 0, that the indices of e have among its elements.
func (s *system) place(e *model.Expr) *model.Expr {
	at := s.b.Const(0)
	for k, i := range e.Indices() {
		at = s.b.Sum(s.b.Mul(at, s.b.Const(e.Dims[k].N)), i, s.b.Const(-e.Dims[k].Lo))
	}
	return at
}

// checks are the conditions on what is chosen, in parts that read few cells.
func (s *system) checks() []rule {
	var list []rule
	for _, r := range s.require {
		parts := []*model.Expr{r.cond}
		if r.cond.Op == model.And {
			parts = r.cond.Args
		}
		for _, c := range parts {
			if c.Op != model.Distinct {
				list = append(list, rule{r.text, c})
				continue
			}
			for i, x := range c.Args {
				for _, y := range c.Args[:i] {
					list = append(list, rule{r.text, s.b.Ne(y, x)})
				}
			}
		}
	}
	return list
}

// after is a condition over the state after a move, as one over the state before it.
func (s *system) after(t *transition) *model.Substitution {
	next := map[int]*model.Expr{}
	for _, u := range t.next {
		next[u.cell] = u.value
	}
	return s.b.Substitution(func(i int) *model.Expr {
		if v := next[i]; v != nil {
			return v
		}
		return s.cell(i)
	}, nil)
}

// each calls visit for all expressions of the system.
func (s *system) each(visit func(*model.Expr)) {
	for _, rules := range [][]rule{s.require, s.begins, s.safety, s.goal} {
		for _, r := range rules {
			visit(r.cond)
		}
	}
	for _, e := range s.start {
		visit(e)
	}
	if s.value != nil {
		visit(s.value)
	}
	for _, t := range s.moves {
		visit(t.cost)
		for _, g := range t.guard {
			visit(g)
		}
		for _, u := range t.next {
			visit(u.value)
		}
	}
}

// checkSize refuses what does not fit: values, or the text itself.
func (w *writer) checkSize(s *system, limit int64) error {
	var err error
	for i := range w.p.Cells {
		if c := &w.p.Cells[i]; limit > 0 && err == nil && (c.Lo < -limit || c.Hi > limit) {
			err = w.refuse(w.p.Vars[c.Var].Pos, "the variable %s with values of more than 31 bits", c.Name)
		}
	}
	size := int64(0)
	seen := map[*model.Expr]bool{}
	s.each(func(root *model.Expr) {
		if size = model.TreeSize(size, root); err == nil && size > maxTree {
			err = w.refuse(root.Pos, "the conditions written out are too large")
		}
		if err != nil || seen[root] {
			return
		}
		root.Walk(func(e *model.Expr) {
			wide := e.Wide || limit > 0 && (e.Lo < -limit || e.Hi > limit)
			if wide && err == nil && !seen[e] {
				err = w.refuse(e.Pos, "%s of values up to %s", describe(e), reach(e))
			}
			seen[e] = true
		})
	})
	return err
}

func reach(e *model.Expr) string {
	if e.Wide {
		return "more than 64 bits"
	}
	return "more than 31 bits"
}

// describe names the construct of an expression in the words of the language.
func describe(e *model.Expr) string {
	switch e.Op {
	case model.Sum:
		return "a sum"
	case model.Mul:
		return "a product"
	case model.Neg:
		return "a negation"
	case model.Const:
		return "a number"
	case model.Cell:
		return "a variable"
	}
	return "an expression (" + e.Op.String() + ")"
}

// int32s is the limit of languages whose numbers have 32 bits.
const int32s = math.MaxInt32 / 4
