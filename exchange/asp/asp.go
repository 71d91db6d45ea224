// Package asp writes a problem as an answer-set program: choice rules and inertia over time
// (Lifschitz 1999).
package asp

import (
	"context"
	"fmt"
	"strings"

	"farbank/exchange/writing"
	"farbank/model"
	"farbank/model/transition"
)

// Language is the asp language.
var Language = &writing.Language{Name: "asp", Also: []string{"clingo"}, File: "lp", About: "answer set program for clingo, with a bounded horizon, or for unknowns", Bounded: true, Writes: writeASP}

const aspWords = "not val found move cost derived live time length horizon changed violated goal_met step show const minimize maximize"

// aspWriter writes one answer-set program. val(c,v,t) means that cell c has value v at time t.
// A condition or number that a rule body cannot express directly gets an auxiliary atom, e7(T)
// or v7(V,T).
type aspWriter struct {
	*writing.Writer
	s       *writing.System
	names   []string
	atoms   map[*model.Expr]string // auxiliary atoms of conditions
	numbers map[*model.Expr]string // auxiliary atoms of numbers
	rules   []string               // their rules that are not printed yet
	fresh   int
}

func writeASP(ctx context.Context, w *writing.Writer) error {
	s, err := w.NewFolded(writing.Int32s)
	if err != nil {
		return err
	}
	a := &aspWriter{Writer: w, s: s, names: Cells(w.Problem), atoms: map[*model.Expr]string{}, numbers: map[*model.Expr]string{}}
	a.Head("%", a.names)
	if len(w.Problem.Schemas) > 0 {
		a.Comment("%", "A best plan: clingo FILE. All of them: clingo FILE --opt-mode=optN -n 0.")
	}
	a.times()
	a.derived()
	a.beginning()
	a.moves()
	for _, r := range s.Safety {
		a.forbid(r, "T", "live(T)")
	}
	for _, r := range s.Goal {
		a.forbid(r, "T", "length(T)")
	}
	a.objective()
	return nil
}

// Cells returns the names of the cells of a problem in the asp language.
func Cells(p *model.Problem) []string { return writing.NewNamer('_', true, aspWords).Cells(p) }

// derived writes the axioms of the problem as rules.
func (a *aspWriter) derived() {
	for k, d := range a.s.Derived {
		a.Comment("%", "%s", d.Text)
		parts := []*model.Expr{d.Cond}
		if d.Cond.Op == model.Or {
			parts = d.Cond.Args
		}
		for _, c := range parts {
			a.rule(fmt.Sprintf("derived(%d,T)", k), append([]string{"time(T)"}, a.holds(c, "T")...))
		}
	}
}

func (a *aspWriter) times() {
	horizon := a.Options.Horizon
	if len(a.s.Operators) == 0 {
		horizon = 0
	}
	a.Printf("\n#const horizon = %d.\ntime(0..horizon).\n", horizon)
	a.Comment("%", "The plan has L moves; the times up to L are live.")
	a.Printf("1 { length(L) : time(L) } 1.\nlive(T) :- length(L), time(T), T <= L.\n\n")
}

func (a *aspWriter) beginning() {
	for i := range a.Problem.NumFind {
		c := &a.Problem.Cells[i]
		a.Printf("1 { found(%s,%d..%d) } 1.\n", a.names[i], c.Lo, c.Hi)
	}
	for _, r := range append(a.s.Require[:len(a.s.Require):len(a.s.Require)], a.s.Begins...) {
		a.forbid(r, "0", "")
	}
	for i, e := range a.s.Start {
		a.set(a.Problem.NumFind+i, e, "0", "0", nil)
	}
	a.Printf("\n")
}

func (a *aspWriter) moves() {
	if len(a.s.Operators) == 0 {
		return
	}
	a.Comment("%", "One move at each step; what no move changes stays.")
	for _, t := range a.s.Operators {
		a.Printf("name(%s).\n", aspString(a.s.Move(t).String()))
	}
	a.Printf("1 { move(M,T) : name(M) } 1 :- live(T), T > 0.\n")
	a.Printf("val(C,V,T) :- val(C,V,T-1), live(T), not changed(C,T).\n\n")
	for _, t := range a.s.Operators {
		move := fmt.Sprintf("move(%s,T)", aspString(a.s.Move(t).String()))
		for _, g := range t.Guard {
			a.rule("", append([]string{move}, a.holds(a.s.Builder.Not(g), "T-1")...))
		}
		for _, u := range t.Updates {
			a.rule(fmt.Sprintf("changed(%s,T)", a.names[u.Cell]), []string{move})
			a.set(u.Cell, u.Value, "T-1", "T", []string{move})
		}
		c := a.value(t.Cost, "T-1")
		a.rule(fmt.Sprintf("cost(%s,T)", c.term), append([]string{move}, c.body...))
		a.Printf("\n")
	}
}

// set writes the assignment of a cell. Values outside the range are excluded: a constraint
// forbids them, and grounding them would be wasted.
func (a *aspWriter) set(cell int, e *model.Expr, before, after string, body []string) {
	v := a.value(e, before)
	body = append(body, v.body...)
	if c := &a.Problem.Cells[cell]; e.Lo < c.Lo || e.Hi > c.Hi {
		body = append(body, fmt.Sprintf("%d <= %s", c.Lo, v.term), fmt.Sprintf("%s <= %d", v.term, c.Hi))
	}
	a.rule(fmt.Sprintf("val(%s,%s,%s)", a.names[cell], v.term, after), body)
}

// forbid writes the constraint that a rule holds at a time.
func (a *aspWriter) forbid(r transition.Rule, time, when string) {
	a.Comment("%", "%s", r.Text)
	parts := []*model.Expr{r.Cond}
	if r.Cond.Op == model.And {
		parts = r.Cond.Args
	}
	for _, c := range parts {
		body := a.holds(a.s.Builder.Not(c), time)
		if when != "" {
			body = append([]string{when}, body...)
		}
		a.rule("", body)
	}
}

func (a *aspWriter) objective() {
	switch {
	case a.s.Objective != nil:
		v := a.value(a.s.Objective, "0")
		sign := "minimize"
		if a.Problem.Goals.Maximize {
			sign = "maximize"
		}
		a.rule("total("+v.term+")", v.body)
		a.Printf("#%s { V : total(V) }.\n", sign)
	case len(a.s.Operators) > 0:
		a.Printf("#minimize { C,T : cost(C,T) }.\n")
	}
	a.Printf("#show.\n")
	if a.Problem.NumFind > 0 {
		a.Printf("#show found/2.\n")
	}
	if len(a.s.Operators) > 0 {
		a.Printf("#show move/2.\n")
	}
}

// rule prints a rule after the auxiliary rules that it needs.
func (a *aspWriter) rule(head string, body []string) {
	for _, r := range a.rules {
		a.Printf("%s", r)
	}
	a.rules = nil
	a.Printf("%s", ruleText(head, body))
}

func ruleText(head string, body []string) string {
	if len(body) == 0 && head == "" {
		return ":- #true.\n"
	}
	if len(body) == 0 {
		return head + ".\n"
	}
	return strings.TrimSpace(head+" :- "+strings.Join(body, ", ")) + ".\n"
}

// define adds a rule for an auxiliary atom.
func (a *aspWriter) define(head string, body []string) {
	a.rules = append(a.rules, ruleText(head, append([]string{"time(T)"}, body...)))
}

// at returns the atom that cell i has the value of a term.
func (a *aspWriter) at(i int, term, time string) string {
	if i < a.Problem.NumFind {
		return fmt.Sprintf("found(%s,%s)", a.names[i], term)
	}
	return fmt.Sprintf("val(%s,%s,%s)", a.names[i], term, time)
}

func aspString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
