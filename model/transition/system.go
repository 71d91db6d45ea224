package transition

import (
	"context"
	"slices"

	"farbank/model"
)

// A System is a problem as total conditions and values over its cells.
type System struct {
	*Executor
	Require   []Rule
	Start     []*model.Expr // by cell from NumFind on; Begins says whether it fits the cell
	Begins    []Rule
	Safety    []Rule
	Goal      []Rule
	Operators []*Operator // the moves that may apply
	Objective *model.Expr // nil without an objective
	Derived   []Rule      // the axioms of the problem, after Fold or FoldCells

	folding *model.Substitution // nil before Fold and FoldCells
}

// A Rule is a condition and its text for people.
type Rule struct {
	Text   string
	Cond   *model.Expr
	Number int // its index in its list of the problem, or -1
}

// NewSystem executes all moves of a problem symbolically. The error is that of the context, or
// a [LargeError].
func NewSystem(ctx context.Context, p *model.Problem) (*System, error) {
	s := &System{Executor: New(ctx, p, Options{Total: true})}
	t := newTotaliser(s.Builder, true, s.Cell, nil)
	s.Require = s.rules(t, p.Require)
	s.Safety = s.rules(t, p.Safety)
	s.Goal = s.rules(t, p.Goal)
	s.begin(t)
	if p.Goals != nil {
		v := t.expr(p.Goals.Value)
		s.Objective = v.value
		if !v.defined.IsTrue() {
			s.Require = append(s.Require, Rule{"the objective has a value", v.defined, -1})
		}
	}
	for i := range p.Moves {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		o, err := s.Run(i)
		if err != nil {
			return nil, err
		}
		if o != nil {
			s.Operators = append(s.Operators, o)
		}
	}
	return s, nil
}

func (s *System) rules(t *totaliser, rules []model.Rule) []Rule {
	var list []Rule
	for i := range rules {
		if c := t.truth(rules[i].Cond); !c.IsTrue() {
			list = append(list, Rule{rules[i].String(), c, i})
		}
	}
	return list
}

func (s *System) begin(t *totaliser) {
	for i, e := range s.Problem.Start {
		v := t.expr(e)
		c := s.Problem.NumFind + i
		fits := s.Builder.And(v.defined, s.Inside(c, v.value))
		if !fits.IsTrue() {
			s.Begins = append(s.Begins, Rule{"the start has " + s.Problem.Cells[c].Name, fits, -1})
		}
		s.Start = append(s.Start, v.value)
	}
}

// Fold replaces the expanded uses of Problem.Derived by locals and sets Derived to the rules of
// these locals.
func (s *System) Fold() {
	s.fold(func(k int) *model.Expr { return s.Builder.Local(model.DerivedBase+k, 0, 1, true) })
}

// FoldCells is like Fold, with additional cells in the place of the locals. They follow the
// cells of the problem, so that Cases can split on them.
func (s *System) FoldCells() {
	p := *s.Problem
	first := len(p.Cells)
	p.Cells = slices.Clone(p.Cells)
	for _, d := range p.Derived {
		p.Cells = append(p.Cells, model.CellInfo{Name: d.Name, Type: model.Boolean, Hi: 1})
	}
	s.Problem = &p
	s.fold(func(k int) *model.Expr { return s.Cell(first + k) })
}

func (s *System) fold(derived func(k int) *model.Expr) {
	sub := s.Builder.Fold(s.Cell, derived)
	s.folding = sub
	fold := func(rules []Rule) {
		for i := range rules {
			rules[i].Cond = sub.Apply(rules[i].Cond)
		}
	}
	t := newTotaliser(s.Builder, true, s.Cell, func(i int) *model.Expr { return s.Builder.Local(i, 0, 1, true) })
	for i := range s.Problem.Derived {
		d := &s.Problem.Derived[i]
		s.Derived = append(s.Derived, Rule{d.Name, t.truth(d.Body), i})
	}
	for _, rules := range [][]Rule{s.Require, s.Begins, s.Safety, s.Goal, s.Derived} {
		fold(rules)
	}
	for i, e := range s.Start {
		s.Start[i] = sub.Apply(e)
	}
	if s.Objective != nil {
		s.Objective = sub.Apply(s.Objective)
	}
	for _, o := range s.Operators {
		s.foldOperator(o)
	}
}

func (s *System) foldOperator(o *Operator) {
	o.Cost = s.folding.Apply(o.Cost)
	for i, g := range o.Guard {
		o.Guard[i] = s.folding.Apply(g)
	}
	for i := range o.Updates {
		o.Updates[i].Value = s.folding.Apply(o.Updates[i].Value)
	}
}

// Split is like Executor.Split; the operators are folded if the system is.
func (s *System) Split(move, most int) ([]*Operator, error) {
	list, err := s.Executor.Split(move, most)
	if s.folding != nil {
		for _, o := range list {
			s.foldOperator(o)
		}
	}
	return list, err
}

// Elements returns the elements of an At, Table or Select, the last index
// varying fastest.
func (s *System) Elements(e *model.Expr) []*model.Expr {
	var list []*model.Expr
	for _, off := range Offsets(e.Dims) {
		switch {
		case e.Op == model.Select:
			list = append(list, e.Elems()[off])
		case e.Op == model.Table && e.Bool:
			list = append(list, s.Builder.Truth(e.Values[off] != 0))
		case e.Op == model.Table:
			list = append(list, s.Builder.Const(e.Values[off]))
		case e.Locals: // inserted by Fold
			list = append(list, s.Builder.Local(int(e.Value+off), 0, 1, true))
		default:
			list = append(list, s.Cell(int(e.Value+off)))
		}
	}
	return list
}

// Needs returns the conditions of an operator: its guard, and the safety rules that it may
// break, over the state before it.
func (s *System) Needs(o *Operator) []*model.Expr {
	needs := ConditionsOf(o.Guard)
	after := s.After(o)
	for _, r := range s.Safety {
		if c := after.Apply(r.Cond); c != r.Cond {
			needs.Add(c)
		}
	}
	return needs.List
}

// Each calls visit for all expressions of the system.
func (s *System) Each(visit func(*model.Expr)) {
	for _, rules := range [][]Rule{s.Require, s.Begins, s.Safety, s.Goal, s.Derived} {
		for _, r := range rules {
			visit(r.Cond)
		}
	}
	for _, e := range s.Start {
		visit(e)
	}
	if s.Objective != nil {
		visit(s.Objective)
	}
	for _, o := range s.Operators {
		o.Each(visit)
	}
}
