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
		t.shared = newAxiomatiser(t)
	}
	c, err := t.shared.told(cond)
	if err != nil {
		return err
	}
	g.all, g.never = append(g.all, c.all...), g.never || c.never
	return nil
}

// An axiomatiser tells conditions by facts, of the cells and of variables that are derived from them.
type axiomatiser struct {
	*translator
	group map[int]bool // cells that need what is told: more of them makes more hold
	known map[*model.Expr]*derived
}

func newAxiomatiser(t *translator) *axiomatiser {
	return &axiomatiser{translator: t, group: map[int]bool{}, known: map[*model.Expr]*derived{}}
}

// derived are the facts that must all hold, or the condition never does; or why it cannot be told so.
type derived struct {
	all   []planning.Fact
	never bool
	err   error
}

// told tells a condition. What cannot be told stays so: whoever asks again gets the error again.
func (d *axiomatiser) told(e *model.Expr) (*derived, error) {
	c := d.known[e]
	if c == nil {
		c = &derived{}
		if c.all, c.never, c.err = d.tell(e); c.err != nil {
			c.all, c.never = nil, false
		}
		d.known[e] = c
	}
	return c, c.err
}

// tell tells a condition by its facts where it holds in one case, else by a variable that holds where it does.
func (d *axiomatiser) tell(e *model.Expr) (all []planning.Fact, never bool, err error) {
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

// waysOf lists ways in which a condition holds: it does where all facts of one of them do.
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
			c, err := d.told(part)
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

// together puts together what parts ask for: one way, or none.
func (d *axiomatiser) together(parts []*model.Expr) ([][]planning.Fact, error) {
	sum := &conjunction{}
	for _, e := range parts {
		c, err := d.told(e)
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

// where adds the axioms by which a fact holds in some ways: all of them or none.
func (d *axiomatiser) where(f planning.Fact, ways [][]planning.Fact) error {
	for _, facts := range ways {
		if d.facts += len(facts) + 1; d.facts > maxFacts {
			return &tooLarge{"conditions are too large to be told by single variables"}
		}
	}
	for _, facts := range ways {
		d.out.task.Axioms = append(d.out.task.Axioms, planning.Axiom{When: facts, Fact: f})
	}
	return nil
}

// casesOf lists the cases in which a condition holds. Where it is built of cells that need what is told, those cases
// in which one of them does not hold say nothing: the condition holds as well where it does.
func (d *axiomatiser) casesOf(e *model.Expr) ([][]planning.Fact, error) {
	list, ok := d.sys.DNF([]*model.Expr{e}, d.ways())
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
