package compile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// defrule compiles a rule.
func (c *Compiler) defrule(f *syntax.Form) error {
	if c.Env.Matching {
		return c.At(f, "%w", core.ErrBusy)
	}
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	r := &core.Rule{Name: name, Module: c.Env.Current, Source: c.sourceOf(f), Actions: map[*rete.Rule]*core.Actions{},
		WatchFire: c.Env.Watched.Rules, WatchAct: c.Env.Watched.Activations}
	if err := c.Env.ReplaceRule(r); err != nil {
		return c.At(f, "%w", err)
	}
	if len(rest) > 0 && rest[0].Head() == "declare" {
		if err := c.declarations(r, rest[0]); err != nil {
			return err
		}
		rest = rest[1:]
	}
	arrow := slices.IndexFunc(rest, func(f *syntax.Form) bool { return f.IsSymbol("=>") })
	if arrow < 0 {
		return c.At(f, "=> is expected in a rule")
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

// declarations parses the (declare ...) of a rule.
func (c *Compiler) declarations(r *core.Rule, f *syntax.Form) error {
	seen := map[string]bool{}
	for _, item := range f.Items[1:] {
		if item.Kind != syntax.List || len(item.Items) != 2 {
			return c.At(item, "(salience ...) or (auto-focus ...) is expected")
		}
		if seen[item.Head()] {
			return c.At(item, "[PRNTUTIL5] The %s declaration has already been parsed", item.Head())
		}
		seen[item.Head()] = true
		v := item.Items[1]
		switch item.Head() {
		case "salience":
			s := NewScope(c)
			n, err := s.Compile(v)
			if err != nil {
				return err
			}
			r.Salience, r.SalienceSize = n, s.Size
			if c.Env.Checking && !constant(n) {
				break
			}
			if r.Constant, err = c.Env.EvalSalience(r); err != nil {
				return c.At(v, "%w", err)
			}
		case "auto-focus":
			if !v.IsSymbol("TRUE") && !v.IsSymbol("FALSE") {
				return c.At(v, "auto-focus is TRUE or FALSE")
			}
			r.AutoFocus = v.Text == "TRUE"
		case "no-loop", "node-index-hash", "slot-specific":
		default:
			return c.At(item, "%s is no declaration of a rule", item.Head())
		}
	}
	return nil
}

// build analyses the alternatives of a rule and adds it to the network.
func (c *Compiler) build(r *core.Rule, top *element, right []*syntax.Form) error {
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
		part := ruleFor(c.Env, r, a)
		r.Parts = append(r.Parts, part)
		r.Actions[part] = body
		conditions = append(conditions, list)
		r.Ways = append(r.Ways, core.Way{Conditions: list, Texts: c.textsOf(attachTests(parts)), Places: a.places})
	}
	r.Uses = c.uses
	r.Uses.Hold()
	r.Module.Rules = append(r.Module.Rules, r)
	err := c.Env.WhileMatching(func() { c.Env.Network.AddRule(r.Parts, conditions, c.Env.Options.Incremental) })
	if core.Fatal(err) {
		return err
	}
	return nil
}

// textsOf returns conditions as in the program, each in one line.
func (c *Compiler) textsOf(parts []*element) []string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		text := ""
		if p.binding != "" {
			text = "?" + p.binding + " <- "
		}
		text += c.oneLine(p.form)
		for _, t := range p.tests {
			if p.kind != testElement {
				text += " (test " + c.oneLine(t) + ")"
			}
		}
		texts[i] = text
	}
	return texts
}

// oneLine returns the text of a form without line breaks and comments.
func (c *Compiler) oneLine(f *syntax.Form) string {
	if f.Start < 0 || int(f.End) > len(c.Text) || f.Start >= f.End {
		return f.String()
	}
	text := c.Text[f.Start:f.End]
	if strings.Contains(text, ";") {
		return f.String()
	}
	return strings.Join(strings.Fields(text), " ")
}

// ruleFor returns the network's form of one alternative.
func ruleFor(e *core.Environment, r *core.Rule, a *analysis) *rete.Rule {
	e.RuleCount++
	return &rete.Rule{Name: r.Name, Module: r.Module.Number, Order: e.RuleCount, Complexity: a.complexity,
		AutoFocus: r.AutoFocus, Salience: func(owner any) int { return owner.(*core.Environment).SalienceOf(r) }, Data: r}
}

// rightSide compiles the actions for one alternative.
func (c *Compiler) rightSide(a *analysis, forms []*syntax.Form) (*core.Actions, error) {
	s := NewScope(c)
	s.places, s.bound = a.places, a.bound
	if c.checks() {
		s.types = maps.Clone(a.types)
		for name := range a.multis {
			s.types[name] = core.KindsOf(value.MultifieldKind)
		}
	}
	body, err := s.Sequence(forms)
	return &core.Actions{Body: body, Size: s.Size}, err
}
