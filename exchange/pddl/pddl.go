// Package pddl writes a problem as ground PDDL: STRIPS with an action for each case of a move
// (Fikes, Nilsson 1971), or ADL if there are too many cases (Pednault 1989). It also reads
// PDDL.
package pddl

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"farbank/exchange/writing"
	"farbank/model"
	"farbank/model/transition"
)

// Language is the pddl language.
var Language = &writing.Language{Name: "pddl", File: "pddl", About: "PDDL domain and problem: ground STRIPS, or ADL for large problems", Times: true, Writes: writePDDL}

// Separator starts the second part of the output: the problem.
const Separator = ";; ---- problem ----"

const pddlWords = `and or not when forall exists imply define domain problem object objects action parameters precondition effect goal init
increase total-cost either number reached phase running`

// pddlWriter writes a domain and a problem. The fact (v i x) means that the variable v at the
// index i is x. Find variables are chosen by actions without cost, in phases before the first
// move.
type pddlWriter struct {
	*writing.Writer
	s         *writing.System
	facts     []func(v int64) string // by cell: the fact that it has a value
	constants map[string]bool
	arity     map[string]int
	namer     *writing.Namer
	actions   []pddlAction
	costs     bool
	phases    int
	words     map[string]string // constants by key
	ctx       context.Context
	adl       bool              // some effects are conditional
	negative  bool              // some conditions negate a derived fact
	safe      string            // the derived fact that the safety rules on derived facts hold, or ""
	derived   map[string]string // derived predicates of disjunctions, by text
	idle      map[int]string    // by cell of the running time of a move: the fact that it is not under way
	rules     []string          // derived facts and their conditions, alternating
}

type pddlAction struct {
	about         string
	name          string
	pre, add, del []string
	also          []string // further effects
	cost          int64
}

// effects returns the add and delete effects.
func (a *pddlAction) effects() []string {
	effects := slices.Clone(a.add)
	for _, f := range a.del {
		if !slices.Contains(a.add, f) {
			effects = append(effects, "(not "+f+")")
		}
	}
	return effects
}

func writePDDL(ctx context.Context, w *writing.Writer) error {
	s, err := w.NewFoldedCells(0)
	if err != nil {
		return err
	}
	if s.Objective != nil && w.Problem.Unit == 0 {
		return w.Refuse(w.Problem.Goals.Pos, "an objective over find variables")
	}
	d := &pddlWriter{Writer: w, s: s, namer: writing.NewNamer('-', true, pddlWords), constants: map[string]bool{}, arity: map[string]int{},
		costs: !w.Problem.UnitCosts(), words: map[string]string{}, derived: map[string]string{}, ctx: ctx}
	if w.Problem.Unit > 0 {
		return d.timed()
	}
	d.nameFacts()
	if err := cmp.Or(d.derive(), d.watch()); err != nil {
		return err
	}
	init, err := d.setUp()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	for _, o := range s.Operators {
		err := d.move(o)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err = cmp.Or(err, d.Err); err != nil {
			return err
		}
	}
	goal, err := d.goal()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	d.domain()
	d.problem(init, goal)
	return nil
}

// nameFacts names the facts of each cell by the variable, its index and its value.
func (d *pddlWriter) nameFacts() {
	predicates := map[int]string{}
	for i := range d.Problem.Cells {
		if idle := d.idle[i]; idle != "" {
			d.facts = append(d.facts, func(int64) string { return idle })
			continue
		}
		c := &d.Problem.Cells[i]
		v := &d.Problem.Vars[c.Var]
		if predicates[c.Var] == "" {
			predicates[c.Var] = d.namer.Name(v.Name, "var")
		}
		head := predicates[c.Var]
		d.arity[head] = 1
		if v.Cells > 1 {
			rest := strings.TrimSuffix(strings.TrimPrefix(c.Name, v.Name), " in "+v.Name)
			if rest == c.Name && strings.Contains(c.Name, " in ") {
				rest = strings.Replace(c.Name, " in "+v.Name, " ", 1)
			}
			head += " " + d.constant(fmt.Sprintf("%d %s", c.Var, rest), rest, "i")
			d.arity[predicates[c.Var]] = 2
		}
		d.facts = append(d.facts, func(x int64) string {
			text := c.Type.Format([]int64{x})
			return "(" + head + " " + d.constant("value "+c.Type.String()+text, text, "n") + ")"
		})
	}
}

// constant returns the name of the object for a key.
func (d *pddlWriter) constant(key, text, what string) string {
	if d.words[key] == "" {
		if strings.HasPrefix(text, "-") {
			text = "minus" + text
		}
		word := d.namer.Plain(text)
		if word == "" || word[0] >= '0' && word[0] <= '9' {
			word = what + word
		}
		d.words[key] = d.object(key, word)
	}
	return d.words[key]
}

// object returns an unused name for an object. One name may be an index and a value, which are
// never compared, but not two objects of one kind.
func (d *pddlWriter) object(key, word string) string {
	kind, _, _ := strings.Cut(key, " ")
	for k := 1; ; k++ {
		name := word
		if k > 1 {
			name = fmt.Sprintf("%s-%d", word, k)
		}
		if !d.constants[kind+" "+name] && !slices.Contains(strings.Fields(pddlWords), name) {
			d.constants[kind+" "+name] = true
			return name
		}
	}
}

func (d *pddlWriter) phase(n int) string {
	return fmt.Sprintf("(phase %s)", d.constant(fmt.Sprintf("phase %d", n), fmt.Sprint("phase-", n), "p"))
}

// setUp returns the initial facts. Without find variables they are the start.
func (d *pddlWriter) setUp() ([]string, error) {
	if d.Problem.NumFind == 0 {
		var init []string
		for _, r := range slices.Concat(d.s.Require, d.s.Begins) {
			if r.Cond.IsFalse() {
				return nil, nil // no start: without (running) the goal is unreachable
			}
		}
		for i, e := range d.s.Start {
			init = append(init, d.facts[i](e.Value))
		}
		return append(init, "(running)"), nil
	}
	checks := d.s.Checks()
	for i := range d.Problem.NumFind {
		c := &d.Problem.Cells[i]
		if c.Span() > writing.MaxCases {
			return nil, d.Refuse(d.Problem.Vars[c.Var].Pos, "%s: more than %d values to choose from", c.Name, writing.MaxCases)
		}
		for v := range c.Values() {
			d.add(pddlAction{name: fmt.Sprintf("choose %s %s", c.Name, c.Type.Format([]int64{v})), pre: []string{d.phase(d.phases)},
				add: []string{d.facts[i](v), d.phase(d.phases + 1)}, del: []string{d.phase(d.phases)}})
		}
		d.phases++
		for _, r := range checks {
			if last := writing.Last(r.Cond); last == i || last > i && i == d.Problem.NumFind-1 { // a derived fact may read any cell
				if err := d.step(r, -1, nil); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, r := range checks {
		if writing.Last(r.Cond) < 0 {
			if err := d.step(r, -1, nil); err != nil {
				return nil, err
			}
		}
	}
	return []string{d.phase(0)}, d.startCells()
}

// step adds a phase with an action for each case of a condition. The action assigns value to
// cell if value is not nil.
func (d *pddlWriter) step(r transition.Rule, cell int, value *model.Expr) error {
	if r.Cond.IsTrue() && value == nil {
		return nil
	}
	one := &transition.Operator{Cost: d.s.Builder.Const(0)}
	name := "check " + r.Text
	if value != nil {
		one.Updates = []transition.Update{{Cell: cell, Value: value}}
		name = "set " + d.Problem.Cells[cell].Name
	}
	actions, fit := d.s.Actions(one, []*model.Expr{r.Cond}, writing.MaxCases)
	for _, x := range actions {
		a := pddlAction{name: name, pre: append([]string{d.phase(d.phases)}, d.known(x.Pre)...),
			add: []string{d.phase(d.phases + 1)}, del: []string{d.phase(d.phases)}}
		for _, e := range x.Effects {
			a.add = append(a.add, d.fact(e.Fact))
		}
		d.add(a)
	}
	d.phases++
	if !fit {
		return d.tooMany(r.Cond, r.Text)
	}
	return nil
}

func (d *pddlWriter) tooMany(e *model.Expr, what string) error {
	return d.Refuse(e.Pos, "%s: more than %d cases", what, writing.MaxCases)
}

// startCells adds the phases that set the first state and check it.
func (d *pddlWriter) startCells() error {
	for _, r := range d.s.Begins {
		if err := d.step(r, -1, nil); err != nil {
			return err
		}
	}
	for i, e := range d.s.Start {
		if err := d.step(writing.Condition("", d.s.Builder.Truth(true)), d.Problem.NumFind+i, e); err != nil {
			return err
		}
	}
	for _, r := range d.s.Safety {
		if d.readsDerived(r.Cond) {
			continue // every action requires it
		}
		if err := d.step(r, -1, nil); err != nil {
			return err
		}
	}
	d.add(pddlAction{name: "begin", pre: []string{d.phase(d.phases)}, add: []string{"(running)"}, del: []string{d.phase(d.phases)}})
	return nil
}

// fact returns the fact that a cell has a value.
func (d *pddlWriter) fact(f transition.Fact) string { return d.facts[f.Cell](f.Value) }

func (d *pddlWriter) known(facts []transition.Fact) []string {
	list := make([]string, len(facts))
	for i, f := range facts {
		list[i] = d.fact(f)
	}
	return list
}

// move adds the actions of a move: one for each case of its conditions, including those of the
// state after it.
func (d *pddlWriter) move(o *transition.Operator) error {
	conds := d.needs(o)
	actions, fit := d.s.Actions(o, conds, maxStrips)
	if !fit {
		return d.adlMove(o, conds)
	}
	name := d.s.Move(o).String()
	for _, x := range actions {
		a := pddlAction{about: name, name: name, pre: append(d.running(), d.known(x.Pre)...), cost: x.Cost}
		for _, e := range x.Effects {
			d.change(&a, e.Fact, x.Pre)
		}
		d.add(a)
	}
	return nil
}

// change adds the effects that set a cell to a value, where some facts are known to hold.
func (d *pddlWriter) change(a *pddlAction, f transition.Fact, known []transition.Fact) {
	a.add = append(a.add, d.fact(f))
	c := &d.Problem.Cells[f.Cell]
	if i := slices.IndexFunc(known, func(k transition.Fact) bool { return k.Cell == f.Cell }); i >= 0 {
		if known[i] != f {
			a.del = append(a.del, d.fact(known[i]))
		}
		return
	}
	at := d.Problem.Vars[c.Var].Pos
	if c.Span() > writing.MaxCases || !d.Spend(int64(len(d.fact(f)))*c.Span(), at) {
		d.Err = cmp.Or(d.Err, d.Refuse(at, "%s: more than %d values that it may have had", c.Name, writing.MaxCases))
		return
	}
	for w := range c.Values() {
		if w != f.Value {
			a.del = append(a.del, d.facts[f.Cell](w))
		}
	}
}

func (d *pddlWriter) add(a pddlAction) {
	a.name = d.namer.Name(a.name, "do")
	d.actions = append(d.actions, a)
}

// goal returns the goal facts: those of the only case, or the fact that an action for one of
// the cases was made.
func (d *pddlWriter) goal() ([]string, error) {
	var conds []*model.Expr
	for _, r := range d.s.Goal {
		conds = append(conds, r.Cond)
	}
	cases, fit := d.s.DNF(conds, writing.MaxCases)
	if !fit {
		return nil, d.tooMany(conds[0], "the goal")
	}
	if len(cases) == 1 {
		return append(d.running(), d.known(cases[0])...), nil
	}
	for _, facts := range cases {
		d.add(pddlAction{name: "reach goal", pre: append(d.running(), d.known(facts)...), add: []string{"(reached)"}})
	}
	return []string{"(reached)"}, nil
}

func (d *pddlWriter) domain() {
	name := d.namer.Plain(d.Problem.Title)
	if name == "" {
		name = "farbank"
	}
	d.Comment(";;", "%s", d.Problem.Title)
	d.Comment(";;", "Written by farbank. (v i x): the variable v at the index i is x.")
	d.Printf("(define (domain %s)\n  (:requirements :strips", name)
	if d.adl {
		d.Printf(" :conditional-effects")
	}
	if d.negative {
		d.Printf(" :negative-preconditions")
	}
	if len(d.rules) > 0 {
		d.Printf(" :disjunctive-preconditions :derived-predicates")
	}
	if d.costs {
		d.Printf(" :action-costs")
	}
	d.Printf(")\n")
	d.predicates()
	if d.costs {
		d.Printf("  (:functions (total-cost))\n")
	}
	for i := 0; i < len(d.rules); i += 2 {
		d.Printf("  (:derived %s %s)\n", d.rules[i], d.rules[i+1])
	}
	for _, a := range d.actions {
		if a.about != "" {
			d.Comment("  ;", "%s", a.about)
		}
		effect := append(a.effects(), a.also...)
		if d.costs {
			effect = append(effect, fmt.Sprintf("(increase (total-cost) %s)", d.Problem.CostText(a.cost)))
		}
		d.Printf("  (:action %s\n    :parameters ()\n    :precondition (and %s)\n    :effect (and %s))\n", a.name,
			strings.Join(a.pre, " "), strings.Join(effect, " "))
	}
	d.Printf(")\n")
}

// predicates writes the predicates and the constants.
func (d *pddlWriter) predicates() {
	d.Printf("  (:predicates (running) (reached) (phase ?p)")
	for _, p := range slices.Sorted(maps.Keys(d.arity)) {
		d.Printf(" (%s%s)", p, []string{"", " ?x", " ?i ?x"}[d.arity[p]])
	}
	for i := 0; i < len(d.rules); i += 2 {
		d.Printf(" %s", d.rules[i])
	}
	d.Printf(")\n")
	d.objects(":constants")
}

func (d *pddlWriter) objects(where string) {
	names := map[string]bool{}
	for _, w := range d.words {
		names[w] = true
	}
	d.Printf("  (%s %s)\n", where, strings.Join(slices.Sorted(maps.Keys(names)), " "))
}

func (d *pddlWriter) problem(init, goal []string) {
	name := d.namer.Plain(d.Problem.Title)
	if name == "" {
		name = "farbank"
	}
	if d.costs {
		init = append(init, "(= (total-cost) 0)")
	}
	d.Printf("%s\n(define (problem %s-problem)\n  (:domain %s)\n  (:init %s)\n  (:goal (and %s))", Separator, name, name,
		strings.Join(init, " "), strings.Join(goal, " "))
	if d.costs {
		d.Printf("\n  (:metric minimize (total-cost))")
	}
	d.Printf(")\n")
}

// Split splits the output of the pddl language into the domain and the problem.
func Split(text []byte) (domain, problem []byte) {
	domain, problem, _ = bytes.Cut(text, []byte(Separator+"\n"))
	return domain, problem
}
