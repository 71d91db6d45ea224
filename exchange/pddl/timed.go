package pddl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"farbank/exchange/writing"
	"farbank/model"
	"farbank/model/transition"
)

// A problem in which moves take time becomes durative actions of PDDL 2.1 (Fox, Long 2003): one
// for each case of the beginning of a ground move and each case of its end. What the lowering
// adds is left out: the running times and the move that waits.

// A timedWriter writes the durative actions of a problem.
type timedWriter struct {
	*pddlWriter
	under map[int]string // the fact that a move is not under way, by the cell of its running time
	ends  map[*model.Move]*transition.Operator
	price bool // the metric depends on the cost
}

// A timedAction is a durative action.
type timedAction struct {
	about, name, takes   string
	start, overall, stop []string // conditions
	first, last          []string // effects
}

func (d *pddlWriter) timed() error {
	t := &timedWriter{pddlWriter: d, under: map[int]string{}, ends: map[*model.Move]*transition.Operator{}}
	metric, err := t.metric()
	if err = cmp.Or(err, t.supported()); err != nil {
		return err
	}
	for _, o := range d.s.Operators {
		if m := d.s.Move(o); m.Schema.Role == model.Ends {
			t.ends[m] = o
		}
	}
	for _, m := range d.Problem.Moves {
		if m.Schema.Role == model.Begins && m.Lasts {
			name := d.namer.Name("idle "+m.String(), "idle")
			t.under[m.Under] = "(" + name + ")"
			d.arity[name] = 0
		}
	}
	d.idle = t.under
	d.nameFacts()
	init, err := d.setUp()
	if err != nil {
		return err
	}
	var actions []timedAction
	for _, o := range d.s.Operators {
		if d.Ended() {
			break
		}
		var list []timedAction
		switch m := d.s.Move(o); {
		case m.Schema.Role != model.Begins:
		case !m.Lasts:
			list, err = t.instant(o)
		default:
			list, err = t.durative(o)
		}
		if err != nil {
			return err
		}
		actions = append(actions, list...)
	}
	if d.Err != nil {
		return d.Err
	}
	goal, err := t.target()
	if err != nil {
		return err
	}
	t.write(actions, init, goal, metric)
	return d.Err
}

// supported refuses what durative actions cannot express.
func (t *timedWriter) supported() error {
	p := t.Problem
	if p.NumFind > 0 {
		return t.Refuse(p.Vars[0].Pos, "unknowns together with moves that take time")
	}
	if len(t.s.Derived) > 0 {
		return t.Refuse(p.Derived[0].Pos, "a recursive condition together with moves that take time")
	}
	lasting := map[int]bool{}
	for _, m := range p.Moves {
		if m.Lasts {
			lasting[m.Under] = true
		}
	}
	for _, m := range p.Moves {
		if m.Schema.Role != model.Waits {
			continue
		}
		for _, s := range m.Body {
			if s.Kind == model.Assign && !lasting[int(s.Target.Value)] {
				return t.Refuse(p.Vars[p.Cells[s.Target.Value].Var].Pos, "the time since the start in a rule or a move")
			}
		}
	}
	for _, r := range t.s.Safety {
		rule := p.Safety[r.Number]
		other := rule.Kind != model.While && reads(r.Cond, func(c int) bool { return lasting[c] })
		if other {
			return t.Refuse(rule.Pos, "a rule about the moves that are under way")
		}
	}
	return nil
}

// reads reports whether an expression reads a cell.
func reads(e *model.Expr, is func(cell int) bool) bool {
	found := false
	e.Cells(func(c int) { found = found || is(c) })
	return found
}

// metric returns the metric: a linear combination of the time and the cost.
func (t *timedWriter) metric() (string, error) {
	p, o := t.Problem, t.Problem.Goals
	switch then := o.Then; {
	case o.Maximize:
		return "", t.Refuse(o.Pos, "maximize together with moves that take time")
	case !o.Value.IsConst() || o.Steps != 0:
		return "", t.Refuse(o.Pos, "an objective that is no combination of time and cost")
	case then != nil && then.Pos.Line > 0:
		return "", t.Refuse(then.Pos, "an objective after another")
	}
	var terms []string
	add := func(by int64, digits int, of string) {
		if by == 0 {
			return
		}
		if factor := model.Decimal(by*model.Power(digits), o.Digits); factor != "1" {
			of = "(* " + factor + " " + of + ")"
		}
		terms = append(terms, of)
	}
	add(o.Time, p.TimeDigits, "(total-time)")
	add(o.Cost, p.CostDigits, "(total-cost)")
	t.price = o.Cost != 0
	switch len(terms) {
	case 0:
		return "", nil
	case 1:
		return terms[0], nil
	}
	return "(+ " + strings.Join(terms, " ") + ")", nil
}

// known returns facts, without the running times greater than 0.
func (t *timedWriter) known(facts []transition.Fact) []string {
	return t.pddlWriter.known(slices.DeleteFunc(slices.Clone(facts), func(f transition.Fact) bool { return t.under[f.Cell] != "" && f.Value != 0 }))
}

// conditions returns the conditions of an operator in the state before it. The conditions of while
// become conditions over all.
func (t *timedWriter) conditions(o *transition.Operator) ([]*model.Expr, error) {
	plain := *t.s.System
	plain.Safety = slices.DeleteFunc(slices.Clone(plain.Safety), func(r transition.Rule) bool { return t.Problem.Safety[r.Number].Kind == model.While })
	list := plain.Needs(o)
	own := t.s.Move(o).Under
	for _, c := range list {
		if reads(c, func(cell int) bool { return t.under[cell] != "" && (cell != own || !t.s.Move(o).Lasts) }) {
			return nil, t.Refuse(t.s.Move(o).Schema.Pos, "a condition of %s about the moves that are under way", t.s.Move(o))
		}
	}
	return list, nil
}

// cases returns the cases of an operator.
func (t *timedWriter) cases(o *transition.Operator) ([]transition.Action, error) {
	conds, err := t.conditions(o)
	if err != nil {
		return nil, err
	}
	list, fit := t.s.Actions(o, conds, maxStrips)
	if !fit {
		return nil, t.Refuse(t.s.Move(o).Schema.Pos, "the move %s has more than %d cases", t.s.Move(o), maxStrips)
	}
	return list, nil
}

// part returns the conditions and the effects of a case.
func (t *timedWriter) part(x transition.Action) (needs, effects []string) {
	var a pddlAction
	for _, e := range x.Effects {
		if idle := t.under[e.Cell]; idle != "" {
			if e.Value != 0 {
				a.also = append(a.also, "(not "+idle+")")
			} else {
				a.also = append(a.also, idle)
			}
			continue
		}
		t.change(&a, e.Fact, x.Pre)
	}
	return t.known(x.Pre), append(a.effects(), a.also...)
}

// instant returns the actions of a move that takes no time.
func (t *timedWriter) instant(o *transition.Operator) ([]timedAction, error) {
	cases, err := t.cases(o)
	if err != nil {
		return nil, err
	}
	var list []timedAction
	for _, x := range cases {
		a := timedAction{about: t.s.Move(o).String()}
		a.start, a.first = t.part(x)
		a.first = append(a.first, t.charge(x)...)
		list = append(list, a)
	}
	return list, nil
}

// charge returns the effect on the cost.
func (t *timedWriter) charge(x transition.Action) []string {
	if !t.price || x.Cost == 0 {
		return nil
	}
	return []string{fmt.Sprintf("(increase (total-cost) %s)", t.Problem.CostText(x.Cost))}
}

// durative returns the actions of a move that takes time.
func (t *timedWriter) durative(o *transition.Operator) ([]timedAction, error) {
	m := t.s.Move(o)
	end := t.ends[m.Ends]
	if end == nil {
		return nil, nil // it never ends
	}
	begins, err := t.cases(o)
	if err != nil {
		return nil, err
	}
	ends, err := t.cases(end)
	if err != nil {
		return nil, err
	}
	if len(begins)*len(ends) > maxStrips {
		return nil, t.Refuse(m.Schema.Pos, "the move %s has more than %d cases", m, maxStrips)
	}
	overall, never, err := t.whiles(m)
	if err != nil || never {
		return nil, err
	}
	var list []timedAction
	for _, x := range begins {
		takes := int64(0)
		for _, e := range x.Effects {
			if e.Cell == m.Under {
				takes = (e.Value - 1) * t.Problem.Unit
			}
		}
		for _, y := range ends {
			a := timedAction{about: m.String(), takes: t.Problem.TimeText(takes), overall: overall}
			a.start, a.first = t.part(x)
			a.stop, a.last = t.part(y)
			a.first = append(a.first, t.charge(x)...)
			list = append(list, a)
		}
	}
	return list, nil
}

// whiles returns the conditions that hold while a move is under way, or reports that one never
// does.
func (t *timedWriter) whiles(m *model.Move) (list []string, never bool, err error) {
	on := t.s.Builder.Substitution(func(c int) *model.Expr {
		if c == m.Under {
			return t.s.Builder.Const(1)
		}
		return t.s.Cell(c)
	}, nil)
	for _, r := range t.s.Safety {
		if t.Problem.Safety[r.Number].Kind != model.While || !reads(r.Cond, func(c int) bool { return c == m.Under }) {
			continue
		}
		cases, fit := t.s.DNF([]*model.Expr{on.Apply(r.Cond)}, maxParts)
		if !fit {
			return nil, false, t.tooMany(r.Cond, r.Text)
		}
		if len(cases) == 0 {
			return nil, true, nil
		}
		texts := make([]string, len(cases))
		for i, facts := range cases {
			texts[i] = conjunction(t.known(facts))
		}
		list = append(list, disjunctionOf(texts))
	}
	return list, false, nil
}

// target returns the goal as a condition. That no move is under way is a matter of course in
// PDDL.
func (t *timedWriter) target() (string, error) {
	var conds []*model.Expr
	for _, r := range t.s.Goal {
		if !reads(r.Cond, func(c int) bool { return t.under[c] != "" }) {
			conds = append(conds, r.Cond)
		}
	}
	cases, fit := t.s.DNF(conds, writing.MaxCases)
	if !fit {
		return "", t.tooMany(conds[0], "the goal")
	}
	texts := make([]string, len(cases))
	for i, facts := range cases {
		texts[i] = conjunction(append([]string{"(running)"}, t.known(facts)...))
	}
	if len(texts) == 0 {
		return "(reached)", nil
	}
	return disjunctionOf(texts), nil
}

// write writes the domain and the problem.
func (t *timedWriter) write(actions []timedAction, init []string, goal, metric string) {
	d := t.pddlWriter
	name := cmp.Or(d.namer.Plain(d.Problem.Title), "farbank")
	d.Comment(";;", "%s", d.Problem.Title)
	d.Comment(";;", "Written by farbank. (v i x): the variable v at the index i is x.")
	d.Comment(";;", "PDDL needs a moment (epsilon) between happenings that touch the same thing; in the file it is 0.")
	requirements := []string{":strips", ":durative-actions"}
	texts := []string{goal}
	for _, a := range actions {
		texts = append(texts, a.overall...)
	}
	if slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, "(or ") }) {
		requirements = append(requirements, ":disjunctive-preconditions")
	}
	if t.price {
		requirements = append(requirements, ":numeric-fluents")
	}
	d.Printf("(define (domain %s)\n  (:requirements %s)\n", name, strings.Join(requirements, " "))
	d.predicates()
	if t.price {
		d.Printf("  (:functions (total-cost))\n")
	}
	at := func(when string, list []string) (out []string) {
		for _, s := range list {
			out = append(out, "(at "+when+" "+s+")")
		}
		return out
	}
	for _, a := range actions {
		d.Comment("  ;", "%s", a.about)
		a.name = d.namer.Name(a.about, "do")
		if a.takes == "" {
			d.Printf("  (:action %s\n    :parameters ()\n    :precondition (and %s)\n    :effect (and %s))\n", a.name, strings.Join(a.start, " "), strings.Join(a.first, " "))
			continue
		}
		needs := slices.Concat(at("start", a.start), at("end", a.stop))
		for _, s := range a.overall {
			needs = append(needs, "(over all "+s+")")
		}
		d.Printf("  (:durative-action %s\n    :parameters ()\n    :duration (= ?duration %s)\n    :condition (and %s)\n    :effect (and %s))\n", a.name, a.takes,
			strings.Join(needs, " "), strings.Join(slices.Concat(at("start", a.first), at("end", a.last)), " "))
	}
	d.Printf(")\n")
	if t.price {
		init = append(init, "(= (total-cost) 0)")
	}
	d.Printf("%s\n(define (problem %s-problem)\n  (:domain %s)\n  (:init %s)\n  (:goal %s)", Separator, name, name, strings.Join(init, " "), goal)
	if metric != "" {
		d.Printf("\n  (:metric minimize %s)", metric)
	}
	d.Printf(")\n")
}
