package planning

import (
	"slices"

	"farbank/model"
	"farbank/planning"
)

// A conjunction holds facts and disjunctions of facts that must all hold.
type conjunction struct {
	all   []planning.Fact
	some  [][]planning.Fact
	never bool
}

// tidy sorts the facts and removes duplicates, and simplifies the disjunctions by unit propagation. It reports false
// if the conjunction never holds.
func (c *conjunction) tidy() bool {
	for c.propagate() {
	}
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

// propagate removes facts from the disjunctions that contradict the conjunction, and turns disjunctions of
// one fact into facts. It reports whether there are new facts.
func (c *conjunction) propagate() bool {
	if len(c.some) == 0 {
		return false
	}
	values := map[int]int{}
	for _, f := range c.all {
		values[f.Var] = f.Value
	}
	var some [][]planning.Fact
	before := len(c.all)
	for _, list := range c.some {
		var open []planning.Fact
		holds := false
		for _, f := range list {
			switch x, ok := values[f.Var]; {
			case !ok:
				open = append(open, f)
			case x == f.Value:
				holds = true
			}
		}
		switch {
		case holds:
		case len(open) == 0:
			c.never = true
		case len(open) == 1:
			c.all = append(c.all, open[0])
		default:
			some = append(some, open)
		}
	}
	c.some = some
	return len(c.all) > before && !c.never
}

// A clauses caches the translation of a condition to a conjunction.
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

// clausesOf translates a condition. It splits conjunctions. A condition on one cell becomes the list of its
// possible values; any other becomes a disjunction for each case in which it fails.
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

// either translates a disjunction by distributing over its parts, if the result is small. It reports
// whether it did.
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

// most returns a limit on the number of disjunctions, which the options may lower.
func (t *translator) most(n int) int {
	if t.few > 0 {
		return min(n, t.few)
	}
	return n
}

// ways returns the limit on the number of cases of a condition that is translated by axioms.
func (t *translator) ways() int {
	if t.fewWays > 0 {
		return t.fewWays
	}
	return maxClauses
}

// mostEffects returns the limit on the number of cases of the new value of a cell.
func (t *translator) mostEffects() int {
	if t.fewWays > 0 {
		return t.fewWays
	}
	return maxEffects
}

// values adds the condition that a cell has one of some values.
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

// only returns the single cell that an expression depends on, or -1 if there are several.
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

// failing adds a disjunction for each case in which a condition fails: some cell has another value.
func (t *translator) failing(g *conjunction, cond *model.Expr) error {
	list, ok := t.sys.DNF([]*model.Expr{t.sys.Builder.Not(cond)}, t.most(maxClauses))
	if !ok {
		return &crowded{tooLarge{"the condition " + where(t.p, cond) + " fails in too many cases to be translated"}}
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
			return &crowded{tooLarge{"the conditions are too large to be translated"}}
		}
		g.some = append(g.some, clause)
	}
	return nil
}

// but returns the facts with all values of a variable but one.
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
