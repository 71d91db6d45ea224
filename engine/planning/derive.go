package planning

import (
	"slices"

	"farbank/model"
	"farbank/model/transition"
	"farbank/planning"
)

// Conditions that are defined by each other, and those that fail in too many ways, are told by axioms: a derived
// variable of two values for each part that is a disjunction.

// derive tells by axioms what the problem defines by each other. Each is a cell of the system after those of the problem.
func (t *translator) derive() error {
	if len(t.sys.Derived) == 0 {
		return nil
	}
	first := len(t.p.Cells) - len(t.sys.Derived)
	for k, r := range t.sys.Derived {
		d := &derivation{translator: t, group: map[int]bool{}, known: map[*model.Expr]derived{}}
		t.p.Derived[k].Body.Walk(func(e *model.Expr) {
			switch {
			case e.Op == model.Local:
				d.group[first+int(e.Value)-model.DerivedBase] = true
			case e.Op == model.At && e.Locals:
				e.Addresses(func(n int64) { d.group[first+int(n)-model.DerivedBase] = true })
			}
		})
		if err := d.where(planning.Fact{Var: first + k, Value: 1}, r.Cond); err != nil {
			return err
		}
	}
	return nil
}

// watch takes out rules of every state that ask for what is derived: what is so after a move is not told by the state
// before it. So each move asks for it where it begins, and the goal as well.
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

// needs are the conditions of a move in the state before it.
func (t *translator) needs(o *transition.Operator) []*model.Expr {
	if len(t.watched) == 0 {
		return t.sys.Needs(o)
	}
	needs := transition.ConditionsOf(t.sys.Needs(o))
	needs.Add(t.watched...)
	return needs.List
}

// auxiliary adds a condition to a conjunction by way of axioms.
func (t *translator) auxiliary(g *conjunction, cond *model.Expr) error {
	if t.shared == nil {
		t.shared = &derivation{translator: t, known: map[*model.Expr]derived{}}
	}
	c, err := t.shared.told(cond)
	g.all, g.never = append(g.all, c.all...), g.never || c.never
	return err
}

// A derivation tells conditions by facts, of the cells and of variables that are derived from them.
type derivation struct {
	*translator
	group map[int]bool // cells that need what is told: more of them makes more hold
	known map[*model.Expr]derived
}

// derived are the facts that must all hold, or the condition never does.
type derived struct {
	all   []planning.Fact
	never bool
}

// told tells a condition.
func (d *derivation) told(e *model.Expr) (derived, error) {
	if c, ok := d.known[e]; ok {
		return c, nil
	}
	c, err := d.tell(e)
	d.known[e] = c
	return c, err
}

func (d *derivation) tell(e *model.Expr) (derived, error) {
	op, args := junction(d.sys, e)
	switch {
	case e.IsTrue(), e.IsFalse():
		return derived{never: e.IsFalse()}, nil
	case e.Wide:
		return derived{}, &tooLarge{"arithmetic may leave 64 bits"}
	case op == model.And:
		return d.conjunction(args)
	}
	if op != model.Or {
		cases, err := d.casesOf(e)
		switch {
		case len(cases) == 0:
			return derived{never: true}, err
		case len(cases) == 1:
			return derived{all: cases[0]}, nil
		}
	}
	task := d.out.task
	f := planning.Fact{Var: len(task.Variables), Value: 1}
	task.Variables = append(task.Variables, planning.Variable{Name: "derived", Size: 2})
	task.Init = append(task.Init, 0)
	return derived{all: []planning.Fact{f}}, d.where(f, e)
}

// conjunction puts together what parts ask for.
func (d *derivation) conjunction(parts []*model.Expr) (derived, error) {
	sum := &conjunction{}
	for _, e := range parts {
		c, err := d.told(e)
		if err != nil {
			return derived{}, err
		}
		sum.all, sum.never = append(sum.all, c.all...), sum.never || c.never
	}
	if !sum.tidy() {
		return derived{never: true}, nil
	}
	return derived{all: sum.all}, nil
}

// where adds the axioms by which a fact holds where a condition does.
func (d *derivation) where(f planning.Fact, cond *model.Expr) error {
	var cases [][]planning.Fact
	if op, args := junction(d.sys, cond); op == model.Or {
		for _, e := range args {
			c, err := d.told(e)
			if err != nil {
				return err
			}
			if !c.never {
				cases = append(cases, c.all)
			}
		}
	} else if op == model.And {
		c, err := d.told(cond)
		if err != nil {
			return err
		}
		if !c.never {
			cases = append(cases, c.all)
		}
	} else {
		var err error
		if cases, err = d.casesOf(cond); err != nil {
			return err
		}
	}
	for _, facts := range cases {
		if d.facts += len(facts) + 1; d.facts > maxFacts {
			return &tooLarge{"conditions are too large to be told by single variables"}
		}
		d.out.task.Axioms = append(d.out.task.Axioms, planning.Axiom{When: facts, Fact: f})
	}
	return nil
}

// casesOf lists the cases in which a condition holds. Where it is built of cells that need what is told, those cases
// in which one of them does not hold say nothing: the condition holds as well where it does.
func (d *derivation) casesOf(e *model.Expr) ([][]planning.Fact, error) {
	list, ok := d.sys.DNF([]*model.Expr{e}, maxClauses)
	if !ok {
		return nil, &tooLarge{"the condition " + where(d.p, e) + " holds in too many ways to be told by single variables"}
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

// junction takes a condition apart at an and or an or, which may be negated; else the operation is 0.
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
