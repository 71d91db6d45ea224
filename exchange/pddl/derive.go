package pddl

import (
	"slices"
	"strings"

	"farbank/exchange/writing"
	"farbank/model"
	"farbank/model/transition"
)

// Mutually recursive conditions are written as derived predicates (Edelkamp, Hoffmann 2004).
// Each is a cell of the system after those of the problem. A safety rule that reads one cannot
// be regressed to the state before a move, so it becomes a derived predicate too, which every
// action requires.

// derive adds the rules of derived predicates.
func (d *pddlWriter) derive() error {
	for _, r := range d.s.Derived {
		name := "(" + d.namer.Name(r.Text, "derived") + ")"
		d.facts = append(d.facts, func(x int64) string {
			if x == 0 {
				d.negative = true
				return "(not " + name + ")"
			}
			return name
		})
		d.rules = append(d.rules, name)
	}
	rules := make([]string, 0, 2*len(d.rules))
	for k, r := range d.s.Derived {
		group := d.group(k)
		text, err := d.nested(r.Cond, r.Text, group)
		if err != nil {
			return err
		}
		rules = append(rules, d.rules[k], text)
	}
	d.rules = rules
	return nil
}

// group returns a function that reports whether a derived cell occurs in the rule of
// Derived[k], which is monotone in it.
func (d *pddlWriter) group(k int) func(cell int) bool {
	first := len(d.Problem.Cells) - model.DerivedBase
	group := map[int]bool{}
	d.Problem.Derived[k].Body.Walk(func(e *model.Expr) {
		switch {
		case e.Op == model.Local:
			group[first+int(e.Value)] = true
		case e.Op == model.At && e.Locals:
			e.Addresses(func(n int64) { group[first+int(n)] = true })
		}
	})
	return func(cell int) bool { return group[cell] }
}

func (d *pddlWriter) readsDerived(e *model.Expr) bool {
	return writing.Last(e) >= len(d.Problem.Cells)
}

// watch adds the rule for the safety rules that read derived predicates.
func (d *pddlWriter) watch() error {
	var texts []string
	for _, r := range d.s.Safety {
		if !d.readsDerived(r.Cond) {
			continue
		}
		text, err := d.nested(r.Cond, r.Text, func(int) bool { return false })
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	if len(texts) > 0 {
		d.safe = "(" + d.namer.Name("safe", "safe") + ")"
		d.rules = append(d.rules, d.safe, conjunction(texts))
	}
	return nil
}

// running returns the facts that every action requires.
func (d *pddlWriter) running() []string {
	if d.safe == "" {
		return []string{"(running)"}
	}
	return []string{"(running)", d.safe}
}

// needs returns the conditions of an operator over the state before it.
func (d *pddlWriter) needs(o *transition.Operator) []*model.Expr {
	plain := *d.s.System
	plain.Safety = slices.DeleteFunc(slices.Clone(plain.Safety), func(r transition.Rule) bool { return d.readsDerived(r.Cond) })
	return plain.Needs(o)
}

// nested returns a condition by its structure. A fact that a derived cell of the group is false
// is omitted from a case, since the condition is monotone in the cell.
func (d *pddlWriter) nested(c *model.Expr, what string, group func(cell int) bool) (string, error) {
	if not := c.Op == model.Not; not && (c.Args[0].Op == model.And || c.Args[0].Op == model.Or) {
		return d.negated(c.Args[0], what, group)
	}
	if c.Op == model.And || c.Op == model.Or {
		return d.junction(c.Op, c.Args, what, group)
	}
	dnf, fit := d.s.DNF([]*model.Expr{c}, maxParts)
	if !fit {
		return "", d.tooMany(c, what)
	}
	cases := make([]string, len(dnf))
	for i, facts := range dnf {
		facts = slices.DeleteFunc(facts, func(f transition.Fact) bool { return f.Value == 0 && group(f.Cell) })
		cases[i] = conjunction(d.known(facts))
	}
	return d.within(c, disjunctionOf(cases)), nil
}

func (d *pddlWriter) negated(c *model.Expr, what string, group func(cell int) bool) (string, error) {
	args := make([]*model.Expr, len(c.Args))
	for i, a := range c.Args {
		args[i] = d.s.Builder.Not(a)
	}
	if c.Op == model.And {
		return d.junction(model.Or, args, what, group)
	}
	return d.junction(model.And, args, what, group)
}

func (d *pddlWriter) junction(op model.Op, args []*model.Expr, what string, group func(cell int) bool) (string, error) {
	texts := make([]string, len(args))
	for i, a := range args {
		var err error
		if texts[i], err = d.nested(a, what, group); err != nil {
			return "", err
		}
	}
	text := conjunction(texts)
	if op == model.Or {
		text = disjunctionOf(texts)
	}
	return d.within(args[0], text), d.Err
}

// within counts the size of a text against the budget.
func (d *pddlWriter) within(at *model.Expr, text string) string {
	d.Spend(int64(len(text)), at.Pos)
	return text
}

// disjunctionOf returns a disjunction; of no operands it is "(or)", which is false.
func disjunctionOf(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return strings.Join(append([]string{"(or"}, list...), " ") + ")"
}
