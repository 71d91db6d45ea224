package rules

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Rule is a rule of a program. An "or" among its conditions makes several rules
// of it in the network.
type Rule struct {
	Name   string
	Module *Module

	source       string
	salience     node
	salienceSize int
	constant     int
	autoFocus    bool
	parts        []*rete.Rule
	actions      map[*rete.Rule]*actions
	uses         uses
	watchFire    bool
	watchAct     bool
}

// actions are the right side of one part of a rule: its variables lie elsewhere
// in the facts than in other parts.
type actions struct {
	body []node
	size int
}

type salienceMode int

const (
	whenDefined salienceMode = iota
	whenActivated
	everyCycle
)

var salienceModes = [...]string{"when-defined", "when-activated", "every-cycle"}

const (
	minSalience = -10000
	maxSalience = 10000
)

func (c *compiler) defrule(f *syntax.Form) error {
	if c.env.matching {
		return c.at(f, "%w", errBusy)
	}
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	r := &Rule{Name: name, Module: c.env.current, source: c.sourceOf(f), actions: map[*rete.Rule]*actions{},
		watchFire: c.env.watched.rules, watchAct: c.env.watched.activations}
	if err := c.env.replaceRule(r); err != nil {
		return c.at(f, "%w", err)
	}
	if len(rest) > 0 && rest[0].Head() == "declare" {
		if err := c.declarations(r, rest[0]); err != nil {
			return err
		}
		rest = rest[1:]
	}
	arrow := slices.IndexFunc(rest, func(f *syntax.Form) bool { return f.IsSymbol("=>") })
	if arrow < 0 {
		return c.at(f, "=> is expected in a rule")
	}
	top, err := c.conditions(rest[:arrow])
	if err == nil {
		err = c.checkLogical(top)
	}
	if err != nil {
		return err
	}
	return c.build(r, top, rest[arrow+1:])
}

func (c *compiler) declarations(r *Rule, f *syntax.Form) error {
	seen := map[string]bool{}
	for _, item := range f.Items[1:] {
		if item.Kind != syntax.List || len(item.Items) != 2 {
			return c.at(item, "(salience ...) or (auto-focus ...) is expected")
		}
		if seen[item.Head()] {
			return c.at(item, "[PRNTUTIL5] The %s declaration has already been parsed", item.Head())
		}
		seen[item.Head()] = true
		v := item.Items[1]
		switch item.Head() {
		case "salience":
			s := newScope(c)
			n, err := s.compile(v)
			if err != nil {
				return err
			}
			r.salience, r.salienceSize = n, s.size
			if c.env.checking && !constant(n) {
				break
			}
			if r.constant, err = c.env.evalSalience(r); err != nil {
				return c.at(v, "%w", err)
			}
		case "auto-focus":
			if !v.IsSymbol("TRUE") && !v.IsSymbol("FALSE") {
				return c.at(v, "auto-focus is TRUE or FALSE")
			}
			r.autoFocus = v.Text == "TRUE"
		case "no-loop", "node-index-hash", "slot-specific":
		default:
			return c.at(item, "%s is no declaration of a rule", item.Head())
		}
	}
	return nil
}

func (e *Environment) evalSalience(r *Rule) (int, error) {
	v, err := r.salience.eval(&frame{env: e, vars: make([]value.Value, r.salienceSize)})
	if err != nil {
		return 0, err
	}
	if v.Kind() != value.IntegerKind {
		return 0, fmt.Errorf("[PRNTUTIL10] a salience is an integer, not %s", v)
	}
	if v.Int() < minSalience || v.Int() > maxSalience {
		return 0, fmt.Errorf("[PRNTUTIL9] the salience %d is out of the range %d to %d", v.Int(), minSalience, maxSalience)
	}
	return int(v.Int()), nil
}

// build analyses the alternatives of a rule and puts it into the network.
func (c *compiler) build(r *Rule, top *element, right []*syntax.Form) error {
	const most = 1000
	if top.count(most+1) > most {
		return fmt.Errorf("%s: its conditions have more than %d alternatives", c.construct, most)
	}
	alternatives := top.alternatives()
	var conditions [][]rete.Condition
	for _, parts := range alternatives {
		a, list, err := c.analyse(parts)
		if err != nil {
			return err
		}
		body, err := c.rightSide(a, right)
		if err != nil {
			return err
		}
		part := c.env.ruleFor(r, a)
		r.parts = append(r.parts, part)
		r.actions[part] = body
		conditions = append(conditions, c.env.extend(list)...)
	}
	r.uses = c.uses
	r.uses.hold()
	r.Module.rules = append(r.Module.rules, r)
	err := c.env.whileMatching(func() { c.env.network.AddRule(r.parts, conditions, c.env.options.incremental) })
	if fatal(err) {
		return err
	}
	return nil
}

// extend is where a dialect may add conditions; the network takes what it gives.
func (e *Environment) extend(list []rete.Condition) [][]rete.Condition {
	return [][]rete.Condition{list}
}

func (e *Environment) ruleFor(r *Rule, a *analysis) *rete.Rule {
	e.ruleCount++
	return &rete.Rule{Name: r.Name, Module: r.Module.number, Order: e.ruleCount, Complexity: a.complexity,
		AutoFocus: r.autoFocus, Salience: func() int { return e.salienceOf(r) }, Data: r}
}

func (e *Environment) salienceOf(r *Rule) int {
	if r.salience == nil || e.options.salience == whenDefined {
		return r.constant
	}
	switch s, err := e.evalSalience(r); {
	case err == nil:
		r.constant = s
	case errors.Is(err, ErrExit):
		e.pending = err
	default:
		e.warn("defrule %s: %v", r.Name, err)
	}
	return r.constant
}

func (c *compiler) rightSide(a *analysis, forms []*syntax.Form) (*actions, error) {
	s := newScope(c)
	s.places, s.bound = a.places, a.bound
	if c.checks() {
		s.types = maps.Clone(a.types)
		for name := range a.multis {
			s.types[name] = kindsOf(value.MultifieldKind)
		}
	}
	body, err := s.sequence(forms)
	return &actions{body, s.size}, err
}

// replaceRule takes the rule of the same name out; what was said of it, of
// watches and breakpoints, holds for the new one.
func (e *Environment) replaceRule(r *Rule) error {
	for _, old := range r.Module.rules {
		if old.Name != r.Name {
			continue
		}
		if e.running == old {
			return fmt.Errorf("[CSTRCPSR4] Cannot redefine defrule %s while it is in use", r.Name)
		}
		r.watchFire, r.watchAct = old.watchFire, old.watchAct
		stops := e.options.breakpoints[old]
		e.removeRule(old)
		if stops {
			e.options.breakpoints[r] = true
		}
		return nil
	}
	return nil
}

func (e *Environment) removeRule(r *Rule) {
	if r.watchAct {
		e.network.Deactivate(r.Module.number, func(part *rete.Rule) bool { return part.Data.(*Rule) == r })
	}
	for _, p := range r.parts {
		e.network.RemoveRule(p)
	}
	r.uses.release()
	r.Module.rules = removeItem(r.Module.rules, r)
	delete(e.options.breakpoints, r)
}

// basis writes the facts of an activation: f-1,f-7,* where * binds none.
func basis(facts []*Fact) string {
	parts := make([]string, len(facts))
	for i, f := range facts {
		parts[i] = "*"
		if f != nil {
			parts[i] = fmt.Sprintf("f-%d", f.Index)
		}
	}
	return strings.Join(parts, ",")
}
