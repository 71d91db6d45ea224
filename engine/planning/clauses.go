package planning

import (
	"slices"

	"farbank/model"
	"farbank/planning"
)

// A conjunction is facts and disjunctions of facts that must all hold.
type conjunction struct {
	all   []planning.Fact
	some  [][]planning.Fact
	never bool
}

// tidy puts facts in order, each once, and drops disjunctions that they settle; it reports
// false if they contradict each other.
func (c *conjunction) tidy() bool {
	slices.SortFunc(c.all, func(a, b planning.Fact) int {
		if a.Var != b.Var {
			return a.Var - b.Var
		}
		return a.Value - b.Value
	})
	c.all = slices.Compact(c.all)
	for i := 1; i < len(c.all); i++ {
		if c.all[i].Var == c.all[i-1].Var {
			return false
		}
	}
	return !c.never
}

// clauses are a condition as a conjunction: what it becomes is worked out once.
type clauses struct {
	conjunction
	err error
}

// add adds a condition to a conjunction.
func (t *translator) add(g *conjunction, cond *model.Expr) error {
	c := t.known[cond]
	if c == nil {
		c = &clauses{}
		c.err = t.clausesOf(&c.conjunction, cond)
		t.known[cond] = c
	}
	g.all = append(g.all, c.all...)
	g.some = append(g.some, c.some...)
	g.never = g.never || c.never
	return c.err
}

// clausesOf takes a condition apart at its ands; what is left becomes the values that a
// cell may have, if it is about one, and else a disjunction for each case in which it fails.
func (t *translator) clausesOf(g *conjunction, cond *model.Expr) error {
	switch {
	case cond.IsTrue():
		return nil
	case cond.IsFalse():
		g.never = true
		return nil
	case cond.Wide:
		return &tooLarge{"arithmetic may leave 64 bits"}
	case cond.Op == model.And:
		for _, e := range cond.Args {
			if err := t.add(g, e); err != nil {
				return err
			}
		}
		return nil
	}
	if given, _, ok := known([]*model.Expr{cond}); ok && len(given) == 1 {
		for cell, v := range given {
			t.values(g, cell, []int64{v})
		}
		return nil
	}
	if cell := only(cond); cell >= 0 {
		var values []int64
		for v := range t.p.Cells[cell].Values() {
			if t.substitution(map[int]int64{cell: v}).Apply(cond).IsTrue() {
				values = append(values, v)
			}
		}
		t.values(g, cell, values)
		return nil
	}
	return t.failing(g, cond)
}

// values says that a cell has one of some values.
func (t *translator) values(g *conjunction, cell int, values []int64) {
	info := &t.p.Cells[cell]
	var list []planning.Fact
	for _, v := range values {
		if v >= info.Lo && v <= info.Hi {
			list = append(list, planning.Fact{Var: cell, Value: int(v - info.Lo)})
		}
	}
	switch {
	case len(list) == 0:
		g.never = true
	case len(list) == 1:
		g.all = append(g.all, list[0])
	case int64(len(list)) < info.Span():
		g.some = append(g.some, list)
	}
}

// only is the one cell that an expression depends on; -1 if there are more.
func only(e *model.Expr) int {
	cell := -1
	e.Cells(func(i int) {
		switch {
		case cell < 0:
			cell = i
		case cell != i:
			cell = -2
		}
	})
	return max(cell, -1)
}

// failing makes a disjunction of each case in which a condition fails: some cell has
// another value.
func (t *translator) failing(g *conjunction, cond *model.Expr) error {
	list, ok := t.sys.DNF([]*model.Expr{t.sys.Builder.Not(cond)}, maxClauses)
	if !ok {
		return &tooLarge{"the condition " + where(t.p, cond) + " fails in too many ways to be told by single variables"}
	}
	for _, facts := range list {
		var clause []planning.Fact
		for _, f := range facts {
			clause = append(clause, t.but(t.fact(f))...)
		}
		if len(clause) == 0 {
			g.never = true
		}
		if t.facts += len(clause); t.facts > maxFacts {
			return &tooLarge{"conditions are too large to be told by single variables"}
		}
		g.some = append(g.some, clause)
	}
	return nil
}

// but is all values of a variable but one.
func (t *translator) but(f planning.Fact) []planning.Fact {
	list, ok := t.others[f]
	if !ok {
		for v := range t.out.task.Variables[f.Var].Size {
			if v != f.Value {
				list = append(list, planning.Fact{Var: f.Var, Value: v})
			}
		}
		t.others[f] = list
	}
	return list
}
