package export

import (
	"fmt"
	"strings"

	"farbank/model"
)

// Moves that fall into too many cases as STRIPS actions are one action of ADL each
// (Pednault 1989): what a cell becomes depends on conditions of its own, and conditions of
// the move that are disjunctions are derived predicates, since planners would multiply
// disjunctions out.

// maxStrips is the most cases of a move that are written as actions of their own.
var maxStrips = 5000

// maxParts is the most cases of a condition or an effect of an action.
const maxParts = 10_000

// adlMove writes a move as one action.
func (d *pddlWriter) adlMove(t *transition, conds []*model.Expr) error {
	if !t.cost.IsConst() {
		return d.refuse(t.move.Schema.Pos, "what the move %s costs: more than %d cases to tell apart", t.move, maxStrips)
	}
	a := pddlAction{about: t.move.String(), name: t.move.String(), pre: []string{"(running)"}, cost: t.cost.Value}
	for _, c := range conds {
		text, err := d.formula(t, c)
		if err != nil {
			return err
		}
		if text == "" {
			return nil // it never holds
		}
		a.pre = append(a.pre, text)
	}
	for _, u := range t.next {
		if err := d.conditional(t, &a, u); err != nil {
			return err
		}
	}
	d.adl = true
	d.add(a)
	return nil
}

// formula is a condition as a disjunction of its cases; "" if there is none.
func (d *pddlWriter) formula(t *transition, c *model.Expr) (string, error) {
	x := d.splitter(maxParts)
	var cases []string
	x.split([]*model.Expr{c}, nil, func(given map[int]int64, _ []int64) {
		cases = append(cases, conjunction(d.known(given)))
	})
	switch {
	case x.full && (c.Op == model.And || c.Op == model.Or):
		return d.parts(t, c)
	case x.full:
		return "", d.tooManyOf(t)
	case len(cases) == 0:
		return "", nil
	case len(cases) == 1:
		return cases[0], nil
	}
	return d.disjunction(cases), nil
}

// disjunction gives the name of a derived predicate.
func (d *pddlWriter) disjunction(cases []string) string {
	text := "(or " + strings.Join(cases, " ") + ")"
	if d.derived[text] == "" {
		d.derived[text] = "(" + d.namer.name("either of", "either") + ")"
		d.rules = append(d.rules, d.derived[text], text)
	}
	return d.derived[text]
}

// parts writes a conjunction or disjunction by its operands.
func (d *pddlWriter) parts(t *transition, c *model.Expr) (string, error) {
	var list []string
	for _, e := range c.Args {
		text, err := d.formula(t, e)
		if err != nil {
			return "", err
		}
		switch {
		case text != "":
			list = append(list, text)
		case c.Op == model.And:
			return "", nil
		}
	}
	if c.Op == model.And {
		return conjunction(list), nil
	}
	if len(list) == 0 {
		return "", nil
	}
	return d.disjunction(list), nil
}

func conjunction(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "(and " + strings.Join(list, " ") + ")"
}

// conditional adds what a cell becomes: an effect for each case of its value, but for
// those in which it stays what it was.
func (d *pddlWriter) conditional(t *transition, a *pddlAction, u update) error {
	x := d.splitter(maxParts)
	x.own = u.cell
	x.split(nil, []*model.Expr{u.value}, func(given map[int]int64, v []int64) {
		c := &d.p.Cells[u.cell]
		if old, ok := given[u.cell]; ok && old == v[0] || v[0] < c.Lo || v[0] > c.Hi {
			return // nothing changes, or the move is not possible
		}
		var one pddlAction
		d.change(&one, u.cell, given, v[0])
		effects := one.effects()
		if len(given) == 0 {
			a.also = append(a.also, effects...)
			return
		}
		a.also = append(a.also, fmt.Sprintf("(when %s %s)", conjunction(d.known(given)), conjunction(effects)))
	})
	if x.full {
		return d.tooManyOf(t)
	}
	return nil
}

func (d *pddlWriter) tooManyOf(t *transition) error {
	return d.refuse(t.move.Schema.Pos, "the move %s: more than %d cases of one condition or effect to tell apart", t.move, maxParts)
}
