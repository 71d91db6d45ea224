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
	if cond.Op == model.Or && t.either(g, cond) {
		return nil
	}
	kept := *g
	err := t.failing(g, cond)
	if err != nil && t.axioms {
		*g = kept
		return t.auxiliary(g, cond)
	}
	return err
}

// either tells a disjunction by the disjunctions that its parts are conjunctions of, where
// these are few; it reports whether it did.
func (t *translator) either(g *conjunction, cond *model.Expr) bool {
	product := [][]planning.Fact{nil}
	for _, e := range cond.Args {
		part := &conjunction{}
		if err := t.add(part, e); err != nil {
			return false
		}
		if part.never {
			continue
		}
		var next [][]planning.Fact
		for _, clause := range product {
			for _, f := range part.all {
				next = append(next, append(slices.Clone(clause), f))
			}
			for _, list := range part.some {
				next = append(next, slices.Concat(clause, list))
			}
		}
		if product = next; len(product) > t.most(fewClauses) {
			return false
		}
	}
	for _, clause := range product {
		if t.facts += len(clause); len(clause) == 0 || t.facts > maxFacts {
			return false
		}
	}
	g.some = append(g.some, product...)
	return true
}

// most is a bound on disjunctions, or a lower one that was asked for.
func (t *translator) most(n int) int {
	if t.few > 0 {
		return min(n, t.few)
	}
	return n
}

// ways is the bound on cases in which a part holds that axioms tell.
func (t *translator) ways() int {
	if t.fewWays > 0 {
		return t.fewWays
	}
	return maxClauses
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
	cell, more := -1, false
	e.Cells(func(i int) {
		more = more || cell >= 0 && cell != i
		cell = i
	})
	if more {
		return -1
	}
	return cell
}

// failing makes a disjunction of each case in which a condition fails: some cell has
// another value.
func (t *translator) failing(g *conjunction, cond *model.Expr) error {
	list, ok := t.sys.DNF([]*model.Expr{t.sys.Builder.Not(cond)}, t.most(maxClauses))
	if !ok {
		return &crowded{tooLarge{"the condition " + where(t.p, cond) + " fails in too many ways to be told by single variables"}}
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
			return &crowded{tooLarge{"conditions are too large to be told by single variables"}}
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
