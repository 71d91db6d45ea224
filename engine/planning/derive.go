package planning

import (
	"slices"

	"farbank/model"
	"farbank/model/transition"
	"farbank/planning"
)

// Recursive definitions, and conditions that fail in too many cases, are translated by axioms: a derived
// variable with two values for each part that is a disjunction.

// derive translates the recursive definitions of the problem by axioms. Their cells come after those of the
// problem.
func (t *translator) derive() error {
	if len(t.sys.Derived) == 0 {
		return nil
	}
	first := len(t.p.Cells) - len(t.sys.Derived)
	for k, r := range t.sys.Derived {
		d := newAxiomatiser(t)
		t.p.Derived[k].Body.Walk(func(e *model.Expr) {
			switch {
			case e.Op == model.Local:
				d.group[first+int(e.Value)-model.DerivedBase] = true
			case e.Op == model.At && e.Locals:
				e.Addresses(func(n int64) { d.group[first+int(n)-model.DerivedBase] = true })
			}
		})
		ways, err := d.waysOf(r.Cond)
		if err != nil {
			return err
		}
		if err := d.where(planning.Fact{Var: first + k, Value: 1}, ways); err != nil {
			return err
		}
	}
	return nil
}

// watch removes the safety rules that depend on derived cells: the state before a move does not determine
// the derived values after it. Instead each move tests them in the state before it, and so does the goal.
func (t *translator) watch() error {
	first := len(t.p.Cells) - len(t.sys.Derived)
	t.sys.Safety = slices.DeleteFunc(t.sys.Safety, func(r transition.Rule) bool {
		asks := false
		r.Cond.Cells(func(c int) { asks = asks || c >= first })
		if asks {
			t.watched = append(t.watched, r.Cond)
		}
		return asks
	})
	for _, e := range t.watched {
		if err := t.add(&t.safe, e); err != nil {
			return err
		}
	}
	return nil
}

// needs returns the conditions of a move in the state before it.
func (t *translator) needs(o *transition.Operator) []*model.Expr {
	if len(t.watched) == 0 {
		return t.sys.Needs(o)
	}
	needs := transition.ConditionsOf(t.sys.Needs(o))
	needs.Add(t.watched...)
	return needs.List
}

// auxiliary adds a condition to a conjunction by means of axioms.
func (t *translator) auxiliary(g *conjunction, cond *model.Expr) error {
	if t.shared == nil {
		t.shared = newAxiomatiser(t)
	}
	c, err := t.shared.translate(cond)
	if err != nil {
		return err
	}
	g.all, g.never = append(g.all, c.all...), g.never || c.never
	return nil
}

// An axiomatiser translates conditions to facts of cells and of derived variables.
type axiomatiser struct {
	*translator
	group map[int]bool // cells of the same recursive definition, which the condition depends on monotonically
	known map[*model.Expr]*derived
}

func newAxiomatiser(t *translator) *axiomatiser {
	return &axiomatiser{translator: t, group: map[int]bool{}, known: map[*model.Expr]*derived{}}
}

// A derived holds the facts that must all hold, or never if the condition never does, or the error.
type derived struct {
	all   []planning.Fact
	never bool
	err   error
}

// translate returns the translation of a condition, which it caches, including errors.
func (d *axiomatiser) translate(e *model.Expr) (*derived, error) {
	c := d.known[e]
	if c == nil {
		c = &derived{}
		if c.all, c.never, c.err = d.compute(e); c.err != nil {
			c.all, c.never = nil, false
		}
		d.known[e] = c
	}
	return c, c.err
}

// compute translates a condition: to its facts if it holds in one case, else to a derived variable.
func (d *axiomatiser) compute(e *model.Expr) (all []planning.Fact, never bool, err error) {
	ways, err := d.waysOf(e)
	op, _ := junction(d.sys, e)
	switch {
	case err != nil:
		return nil, false, err
	case len(ways) == 0:
		return nil, true, nil
	case len(ways) == 1 && op != model.Or:
		return ways[0], false, nil
	}
	task := d.out.task
	f := planning.Fact{Var: len(task.Variables), Value: 1}
	if err := d.where(f, ways); err != nil {
		return nil, false, err
	}
	task.Variables = append(task.Variables, planning.Variable{Name: "derived", Size: 2})
	task.Init = append(task.Init, 0)
	return []planning.Fact{f}, false, nil
}

// waysOf returns cases of a condition: the condition holds if all facts of one of them do.
func (d *axiomatiser) waysOf(e *model.Expr) ([][]planning.Fact, error) {
	op, args := junction(d.sys, e)
	switch {
	case e.IsTrue():
		return [][]planning.Fact{nil}, nil
	case e.IsFalse():
		return nil, nil
	case e.Wide:
		return nil, &tooLarge{"arithmetic may leave 64 bits"}
	case op == model.And:
		return d.together(args)
	case op == model.Or:
		var ways [][]planning.Fact
		for _, part := range args {
			c, err := d.translate(part)
			if err != nil {
				return nil, err
			}
			if !c.never {
				ways = append(ways, c.all)
			}
		}
		return ways, nil
	}
	return d.casesOf(e)
}

// together returns the conjunction of parts as one case, or no case.
func (d *axiomatiser) together(parts []*model.Expr) ([][]planning.Fact, error) {
	sum := &conjunction{}
	for _, e := range parts {
		c, err := d.translate(e)
		if err != nil {
			return nil, err
		}
		sum.all, sum.never = append(sum.all, c.all...), sum.never || c.never
	}
	if !sum.tidy() {
		return nil, nil
	}
	return [][]planning.Fact{sum.all}, nil
}

// where adds axioms by which a fact holds in some cases: all of them, or none on an error.
func (d *axiomatiser) where(f planning.Fact, ways [][]planning.Fact) error {
	for _, facts := range ways {
		if d.facts += len(facts) + 1; d.facts > maxFacts {
			return &tooLarge{"the conditions are too large to be translated"}
		}
	}
	for _, facts := range ways {
		d.out.task.Axioms = append(d.out.task.Axioms, planning.Axiom{When: facts, Fact: f})
	}
	return nil
}

// casesOf returns the cases in which a condition holds. Facts that a cell of the same recursive definition
// is false are removed: the condition is monotone in these cells, so it also holds if they are true.
func (d *axiomatiser) casesOf(e *model.Expr) ([][]planning.Fact, error) {
	list, ok := d.sys.DNF([]*model.Expr{e}, d.ways())
	if !ok && len(d.group) == 0 {
		c, err := d.tabulator().tabulate(e)
		if err != nil {
			return nil, err
		}
		if all, never := c.of(1); !never {
			return [][]planning.Fact{all}, nil
		}
		return nil, nil
	}
	if !ok {
		return nil, &tooLarge{"the condition " + where(d.p, e) + " holds in too many cases to be translated"}
	}
	var cases [][]planning.Fact
	for _, facts := range list {
		facts = slices.DeleteFunc(facts, func(f transition.Fact) bool { return f.Value == 0 && d.group[f.Cell] })
		c := &conjunction{}
		for _, f := range facts {
			c.all = append(c.all, d.fact(f))
		}
		if c.tidy() {
			cases = append(cases, c.all)
		}
	}
	return cases, nil
}

// junction returns the operation and the operands of a conjunction or disjunction, which may be negated, or
// else 0.
func junction(sys *transition.System, e *model.Expr) (op model.Op, args []*model.Expr) {
	switch {
	case e.Op == model.And || e.Op == model.Or:
		return e.Op, e.Args
	case e.Op == model.Not && (e.Args[0].Op == model.And || e.Args[0].Op == model.Or):
		for _, a := range e.Args[0].Args {
			args = append(args, sys.Builder.Not(a))
		}
		if e.Args[0].Op == model.And {
			return model.Or, args
		}
		return model.And, args
	}
	return 0, nil
}
