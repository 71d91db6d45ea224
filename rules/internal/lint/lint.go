// Package lint analyses the text of a program: rules that can never fire, facts that no rule matches, rules that
// others shadow, and rules that activate themselves without an end.
//
// It knows what the forms say and nothing of a run. Where a program makes facts or code of texts at run time
// (eval, build, assert-string, load-facts), it does not report missing facts.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"farbank/rules/syntax"
)

// A Finding is a mistake that the text of a program suggests.
type Finding struct {
	Pos     syntax.Pos
	Rule    string // its name, or "" for none
	Kind    string // never-fires, unmatched, shadowed, duplicate, endless, initial-fact or no-reset
	Message string
}

// String returns the finding with its place.
func (f Finding) String() string {
	if f.Rule == "" {
		return fmt.Sprintf("%s: %s", f.Pos, f.Message)
	}
	return fmt.Sprintf("%s: defrule %s: %s", f.Pos, f.Rule, f.Message)
}

// fact is a fact that the program asserts, or a pattern.
type fact struct {
	form    *syntax.Form
	name    string
	slots   map[string][]*syntax.Form // of a template
	ordered []*syntax.Form
	partial bool // of modify: other slots keep unknown values
}

// rule is a rule in parts.
type rule struct {
	name     string
	form     *syntax.Form
	salience int64
	left     []*syntax.Form
	right    []*syntax.Form
	patterns []fact // positive ones, outside negations
	inside   []fact // those of not, exists, forall, or and accumulate
	bound    map[string]int
	tests    []*syntax.Form
	asserts  []fact
	retracts map[string]bool // variables
	modifies []*syntax.Form
}

type program struct {
	templates map[string]map[string]bool // slots by name; true for a multislot
	rules     []*rule
	asserts   []fact
	matched   map[string]bool // relations that patterns or queries name
	dynamic   bool            // facts are made of texts
	resets    bool
	runs      bool
	limited   bool // some run has a limit of firings
	modular   bool // there are modules, whose rules run only with their focus
	retracts  bool // functions or calls outside rules, or queries, may retract facts
	deffacts  *syntax.Form
	findings  []Finding
}

// Check returns what the forms of a program suggest, in the order of the text.
func Check(forms []*syntax.Form) []Finding {
	p := &program{templates: map[string]map[string]bool{}, matched: map[string]bool{}}
	for _, f := range forms {
		if f.Head() == "deftemplate" {
			p.template(f)
		}
	}
	for _, f := range forms {
		p.construct(f)
	}
	p.never()
	p.unmatched()
	p.shadowed()
	p.endless()
	p.cycles()
	p.habits()
	slices.SortStableFunc(p.findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(file(a.Pos), file(b.Pos)), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return p.findings
}

func file(p syntax.Pos) string {
	if p.File == nil {
		return ""
	}
	return *p.File
}

func (p *program) report(at *syntax.Form, rule, kind, format string, args ...any) {
	p.findings = append(p.findings, Finding{at.Pos, rule, kind, fmt.Sprintf(format, args...)})
}

// base returns a name without its module.
func base(name string) string {
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return name[i+2:]
	}
	return name
}

func (p *program) template(f *syntax.Form) {
	if len(f.Items) < 2 {
		return
	}
	slots := map[string]bool{}
	for _, s := range f.Items[2:] {
		if h := s.Head(); (h == "slot" || h == "multislot" || h == "field" || h == "multifield") && len(s.Items) > 1 {
			slots[s.Items[1].Text] = h == "multislot" || h == "multifield"
		}
	}
	p.templates[base(f.Items[1].Text)] = slots
}

// construct reads one form of the program.
func (p *program) construct(f *syntax.Form) {
	switch f.Head() {
	case "defmodule":
		p.modular = true
	case "deftemplate", "defclass":
	case "deffacts":
		p.deffacts = cmp.Or(p.deffacts, f)
		for _, item := range f.Items[min(2, len(f.Items)):] {
			if item.Head() != "" {
				p.asserts = append(p.asserts, p.fact(item))
			}
		}
	case "defrule":
		p.rule(f)
	default:
		p.calls(f, nil)
	}
}

// fact reads an assertion or a pattern.
func (p *program) fact(f *syntax.Form) fact {
	a := fact{form: f, name: base(f.Head())}
	if p.templates[a.name] == nil {
		a.ordered = f.Items[1:]
		return a
	}
	a.slots = map[string][]*syntax.Form{}
	for _, s := range f.Items[1:] {
		if s.Head() != "" {
			a.slots[s.Head()] = s.Items[1:]
		}
	}
	return a
}

// calls collects what the calls within a form do. r is the rule to which they belong, or nil.
func (p *program) calls(f *syntax.Form, r *rule) {
	if f.Kind != syntax.List {
		return
	}
	switch f.Head() {
	case "assert":
		for _, item := range f.Items[1:] {
			if item.Head() == "" {
				continue
			}
			a := p.fact(item)
			p.asserts = append(p.asserts, a)
			if r != nil {
				r.asserts = append(r.asserts, a)
			}
		}
	case "assert-string", "str-assert", "load-facts", "eval", "build", "load", "load*", "batch", "batch*":
		p.dynamic = true
	case "reset":
		p.resets = true
	case "run":
		p.runs = true
		p.limited = p.limited || len(f.Items) > 1
	case "modify", "duplicate":
		if r != nil && f.Head() == "modify" {
			r.modifies = append(r.modifies, f)
		}
		p.anySlots(f)
	case "retract":
		if p.retracts = p.retracts || r == nil; r != nil {
			for _, item := range f.Items[1:] {
				r.retracts[item.Text] = true
			}
		}
	case "any-factp", "find-fact", "find-all-facts", "do-for-fact", "do-for-all-facts", "delayed-do-for-all-facts", "get-fact-list":
		p.retracts = p.retracts || mentions(f, "retract") || mentions(f, "modify")
		if len(f.Items) > 1 {
			p.queried(f.Items[1])
		}
	}
	for _, item := range f.Items {
		p.calls(item, r)
	}
}

// queried records the templates that a query names: set is ((?variable template ...) ...).
func (p *program) queried(set *syntax.Form) {
	for _, one := range set.Items {
		if one.Kind != syntax.List {
			continue
		}
		for _, name := range one.Items[min(1, len(one.Items)):] {
			p.matched[base(name.Text)] = true
		}
	}
}

// anySlots records that a modify may give a template with these slots any of their values.
func (p *program) anySlots(f *syntax.Form) {
	for name, slots := range p.templates {
		a := fact{form: f, name: name, slots: map[string][]*syntax.Form{}, partial: true}
		fits := true
		for _, s := range f.Items[min(2, len(f.Items)):] {
			if _, known := slots[s.Head()]; !known {
				fits = false
			} else {
				a.slots[s.Head()] = s.Items[1:]
			}
		}
		if fits {
			p.asserts = append(p.asserts, a)
		}
	}
}

// rule reads a rule.
func (p *program) rule(f *syntax.Form) {
	if len(f.Items) < 3 {
		return
	}
	r := &rule{name: base(f.Items[1].Text), form: f, bound: map[string]int{}, retracts: map[string]bool{}}
	rest := f.Items[2:]
	if rest[0].Kind == syntax.String {
		rest = rest[1:]
	}
	if len(rest) > 0 && rest[0].Head() == "declare" {
		for _, d := range rest[0].Items[1:] {
			if d.Head() == "salience" && len(d.Items) == 2 && d.Items[1].Kind == syntax.Integer {
				r.salience = d.Items[1].Int
			}
		}
		rest = rest[1:]
	}
	arrow := slices.IndexFunc(rest, func(f *syntax.Form) bool { return f.IsSymbol("=>") })
	if arrow < 0 {
		return
	}
	r.left, r.right = rest[:arrow], rest[arrow+1:]
	p.conditions(r, r.left, false)
	for _, a := range r.right {
		p.calls(a, r)
	}
	p.rules = append(p.rules, r)
}

// conditions collects the patterns of a left-hand side.
func (p *program) conditions(r *rule, forms []*syntax.Form, within bool) {
	for i, f := range forms {
		if f.Kind != syntax.List {
			continue
		}
		switch f.Head() {
		case "and", "logical":
			p.conditions(r, f.Items[1:], within)
		case "or", "not", "exists", "forall":
			p.conditions(r, f.Items[1:], true)
		case "test":
			r.tests = append(r.tests, f)
			p.calls(f, nil)
		case "object":
		case "accumulate":
			if len(f.Items) > 2 && f.Items[1].Kind == syntax.List {
				p.conditions(r, f.Items[2:], true)
			}
		case "":
		default:
			a := p.fact(f)
			p.matched[a.name] = true
			if within {
				r.inside = append(r.inside, a)
				continue
			}
			if i >= 2 && forms[i-1].IsSymbol("<-") {
				r.bound[forms[i-2].Text] = len(r.patterns)
			}
			r.patterns = append(r.patterns, a)
		}
	}
}

// never reports rules whose patterns no assertion of the program can match.
func (p *program) never() {
	if p.dynamic {
		return
	}
	for _, r := range p.rules {
		for _, c := range r.patterns {
			if c.name == "initial-fact" {
				continue
			}
			same, fits := 0, false
			for _, a := range p.asserts {
				if a.name == c.name {
					same++
					fits = fits || p.mayMatch(c, a)
				}
			}
			switch {
			case same == 0:
				p.report(c.form, r.name, "never-fires", "never fires unless facts come from outside: nothing asserts (%s ...)", c.name)
			case !fits:
				p.report(c.form, r.name, "never-fires", "never fires unless facts come from outside: no fact that the program asserts matches %s", c.form)
			default:
				continue
			}
			break
		}
	}
}

// mayMatch reports whether a pattern may match an asserted fact, as far as constants show.
func (p *program) mayMatch(c, a fact) bool {
	if c.slots == nil {
		return fieldsMatch(c.ordered, a.ordered)
	}
	for name, want := range c.slots {
		given, ok := a.slots[name]
		if !ok || p.templates[c.name][name] {
			continue // a default, or a multislot
		}
		if !fieldsMatch(want, given) {
			return false
		}
	}
	return true
}

// fieldsMatch compares the fields of a pattern with the values of a fact. Anything but a single constant matches.
func fieldsMatch(pattern, values []*syntax.Form) bool {
	fields := split(pattern)
	if fields == nil && len(pattern) > 0 {
		return true
	}
	for _, v := range values {
		if v.Kind == syntax.MultiVariable || v.Kind == syntax.List || v.Kind == syntax.MultiGlobal || v.IsSymbol("=") {
			return true // of unknown length
		}
	}
	if len(fields) != len(values) {
		return false
	}
	for i, f := range fields {
		if len(f) == 1 && constant(f[0]) && constant(values[i]) && f[0].String() != values[i].String() {
			return false
		}
	}
	return true
}

// split returns the fields of a pattern, or nil if it has multifield variables.
func split(pattern []*syntax.Form) [][]*syntax.Form {
	var fields [][]*syntax.Form
	joined := false
	for i := 0; i < len(pattern); i++ {
		f := pattern[i]
		if f.Kind == syntax.MultiVariable || f.Kind == syntax.MultiWildcard {
			return nil
		}
		connective := f.Kind == syntax.And || f.Kind == syntax.Or || f.Kind == syntax.Not
		prefix := f.IsSymbol(":") || f.IsSymbol("=")
		if joined && len(fields) > 0 {
			fields[len(fields)-1] = append(fields[len(fields)-1], f)
		} else if connective && f.Kind != syntax.Not && len(fields) > 0 {
			fields[len(fields)-1] = append(fields[len(fields)-1], f)
		} else {
			fields = append(fields, []*syntax.Form{f})
		}
		joined = connective || prefix
	}
	return fields
}

func constant(f *syntax.Form) bool {
	switch f.Kind {
	case syntax.Symbol, syntax.String, syntax.Integer, syntax.FloatNumber:
		return true
	}
	return false
}

// unmatched reports facts that no pattern and no query names.
func (p *program) unmatched() {
	if p.dynamic {
		return
	}
	seen := map[string]bool{}
	for _, a := range p.asserts {
		if !a.partial && !p.matched[a.name] && !seen[a.name] && a.name != "initial-fact" {
			seen[a.name] = true
			p.report(a.form, "", "unmatched", "no rule and no query matches the facts (%s ...)", a.name)
		}
	}
}
