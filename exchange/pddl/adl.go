package pddl

import (
	"fmt"
	"strings"

	"farbank/model"
	"farbank/model/transition"
)

// A move with too many cases for STRIPS actions is written as one ADL action (Pednault 1989).
// Its effects are conditional, and disjunctive conditions become derived predicates, since
// planners would expand disjunctions.

// maxStrips bounds the cases of a move that are written as separate actions.
var maxStrips = 5000

// maxParts bounds the cases of a condition or an effect of an action.
const maxParts = 10_000

// adlMove writes a move as one action.
func (d *pddlWriter) adlMove(t *transition.Operator, conds []*model.Expr) error {
	if !t.Cost.IsConst() {
		return d.Refuse(d.s.Move(t).Schema.Pos, "the cost of the move %s has more than %d cases", d.s.Move(t), maxStrips)
	}
	a := pddlAction{about: d.s.Move(t).String(), name: d.s.Move(t).String(), pre: d.running(), cost: t.Cost.Value}
	for _, c := range conds {
		text, err := d.formula(t, c)
		if err != nil {
			return err
		}
		if text == "" {
			return nil // the condition never holds
		}
		a.pre = append(a.pre, text)
	}
	for _, u := range t.Updates {
		if err := d.conditional(t, &a, u); err != nil {
			return err
		}
	}
	d.adl = true
	d.add(a)
	return nil
}

// formula returns a condition as a disjunction of its cases, or "" if it never holds.
func (d *pddlWriter) formula(t *transition.Operator, c *model.Expr) (string, error) {
	dnf, fit := d.s.DNF([]*model.Expr{c}, maxParts)
	switch {
	case !fit && (c.Op == model.And || c.Op == model.Or):
		return d.parts(t, c)
	case !fit:
		return "", d.tooManyOf(t)
	case len(dnf) == 0:
		return "", nil
	}
	cases := make([]string, len(dnf))
	for i, facts := range dnf {
		cases[i] = conjunction(d.known(facts))
	}
	if len(cases) == 1 {
		return cases[0], nil
	}
	return d.disjunction(cases), nil
}

// disjunction returns a derived predicate for a disjunction.
func (d *pddlWriter) disjunction(cases []string) string {
	text := "(or " + strings.Join(cases, " ") + ")"
	if d.derived[text] == "" {
		d.derived[text] = "(" + d.namer.Name("either of", "either") + ")"
		d.rules = append(d.rules, d.derived[text], text)
	}
	return d.derived[text]
}

// parts writes a conjunction or disjunction by its operands.
func (d *pddlWriter) parts(t *transition.Operator, c *model.Expr) (string, error) {
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

// conditional adds the effects on a cell, one for each case of its value.
func (d *pddlWriter) conditional(t *transition.Operator, a *pddlAction, u transition.Update) error {
	effects, fit := d.s.Effects(u, maxParts)
	if !fit {
		return d.tooManyOf(t)
	}
	for _, e := range effects {
		var one pddlAction
		d.change(&one, e.Fact, e.When)
		texts := one.effects()
		if len(e.When) > 0 {
			texts = []string{fmt.Sprintf("(when %s %s)", conjunction(d.known(e.When)), conjunction(texts))}
		}
		a.also = append(a.also, texts...)
	}
	return nil
}

func (d *pddlWriter) tooManyOf(t *transition.Operator) error {
	return d.Refuse(d.s.Move(t).Schema.Pos, "the move %s has a condition or an effect of more than %d cases", d.s.Move(t), maxParts)
}
