package compile

import (
	"slices"
	"time"

	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// deftemplate compiles a template.
func (c *Compiler) deftemplate(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	if name == "object" && c.Env.Dialect != core.Jess {
		return c.At(f.Items[1], "[PATTERN1] The symbol object has special meaning and may not be used as a deftemplate name.")
	}
	t := &core.Template{Name: name, Module: c.Env.Current, Source: c.sourceOf(f)}
	if err := c.conflict("deftemplate", t.Module, f.Items[1]); err != nil {
		return err
	}
	if err := c.makeRoom(f, t); err != nil {
		return err
	}
	if len(rest) >= 2 && rest[0].IsSymbol("extends") {
		if t.Parent = c.Env.FindTemplate(c.Env.Current, rest[1].Text); t.Parent == nil {
			return c.At(rest[1], "there is no template %s to extend", rest[1])
		}
		t.Slots = slices.Clone(t.Parent.Slots)
		rest = rest[2:]
		if len(rest) > 0 && rest[0].Kind == syntax.String {
			rest = rest[1:]
		}
	}
	for _, item := range rest {
		if item.Head() == "declare" {
			if err := c.lifeOf(t, item); err != nil {
				return err
			}
			continue
		}
		if err := c.slotOf(t, item); err != nil {
			return err
		}
	}
	c.Env.Enter(t)
	t.Uses = c.uses
	t.Uses.Hold()
	return nil
}

// lifeOf parses (declare (ttl 5m)): the time after which the facts of a template expire.
func (c *Compiler) lifeOf(t *core.Template, f *syntax.Form) error {
	for _, item := range f.Items[1:] {
		if item.Head() != "ttl" {
			continue
		}
		if len(item.Items) != 2 {
			return c.At(item, "(ttl duration) is expected, as in (ttl 5m)")
		}
		d, err := c.duration(item.Items[1])
		if err != nil {
			return err
		}
		t.Life = d
	}
	return nil
}

// duration returns a duration such as 500ms, 30s, 5m or 1h30m.
func (c *Compiler) duration(f *syntax.Form) (time.Duration, error) {
	d, err := time.ParseDuration(f.Text)
	if f.Kind != syntax.Symbol || err != nil || d <= 0 {
		return 0, c.At(f, "a duration is expected, as in 500ms, 30s, 5m or 1h30m, not %s", f)
	}
	return d, nil
}

// makeRoom removes an old template of the same name, unless it is in use.
func (c *Compiler) makeRoom(f *syntax.Form, t *core.Template) error {
	old := c.Env.TemplateOf(t.Module, t.Name)
	if old == nil {
		return nil
	}
	if c.Env.InUse(old) {
		return c.At(f, "[CSTRCPSR4] Cannot redefine deftemplate %s while it is in use", t.Name)
	}
	old.Uses.Release()
	t.Module.Templates = core.RemoveItem(t.Module.Templates, old)
	return nil
}

// slotOf parses a slot.
func (c *Compiler) slotOf(t *core.Template, f *syntax.Form) error {
	head := f.Head()
	if head != "slot" && head != "field" && head != "multislot" && head != "multifield" {
		return c.At(f, "a slot or multislot is expected here")
	}
	if len(f.Items) < 2 || f.Items[1].Kind != syntax.Symbol {
		return c.At(f, "the slot needs a name")
	}
	s := core.Slot{Name: f.Items[1].Text, Multi: head == "multislot" || head == "multifield"}
	s.Constraint.MaxFields = -1
	old := t.Slot(s.Name)
	if old >= 0 && (t.Parent == nil || old >= len(t.Parent.Slots)) {
		return c.At(f.Items[1], "the slot %s is defined twice", s.Name)
	}
	var fallback *syntax.Form
	seen := map[string]bool{}
	for _, facet := range f.Items[2:] {
		if facet.Kind == syntax.String || facet.Kind == syntax.Symbol && c.Env.Dialect == core.Jess {
			continue
		}
		if seen[facet.Head()] {
			return c.At(facet, "%s is given twice", facet.Head())
		}
		if other := conflicting(seen, facet.Head()); other != "" && c.Env.Dialect != core.Jess {
			return c.At(facet, "[CSTRNPSR3] The %s attribute cannot be used in conjunction with the %s attribute.", facet.Head(), other)
		}
		seen[facet.Head()] = true
		if facet.Head() == "default" || facet.Head() == "default-dynamic" {
			fallback = facet
		} else if err := c.facet(&s, facet); err != nil {
			return err
		}
	}
	if err := c.agree(&s, f); err != nil {
		return err
	}
	if err := c.fallback(&s, fallback); err != nil {
		return err
	}
	if old >= 0 {
		t.Slots[old] = s
	} else {
		t.Slots = append(t.Slots, s)
	}
	return nil
}

// fallback compiles a slot's default.
func (c *Compiler) fallback(s *core.Slot, f *syntax.Form) error {
	switch {
	case f == nil || len(f.Items) == 2 && f.Items[1].String() == "?DERIVE":
		v := s.Derived(c.Env.Dialect)
		s.Fallback = &v
		return nil
	case len(f.Items) == 2 && f.Items[1].String() == "?NONE":
		s.NoDefault = true
		return nil
	}
	scope := NewScope(c)
	n, err := scope.Sequence(f.Items[1:])
	if err != nil {
		return err
	}
	if f.Head() == "default-dynamic" {
		s.Dynamic, s.DynamicSize = n, scope.Size
		return nil
	}
	if c.Env.Checking && !constant(n...) {
		return nil
	}
	v, err := s.Evaluate(c.Env, n, scope.Size)
	if err != nil {
		return c.At(f, "%w", err)
	}
	if problem := s.Constraint.Check(v, s.Multi); problem != "" && c.checks() {
		return c.At(f, "the default of slot %s %s", s.Name, problem)
	}
	s.Fallback = &v
	return nil
}

// constant reports whether all nodes are constants.
func constant(nodes ...core.Node) bool {
	return !slices.ContainsFunc(nodes, func(n core.Node) bool { _, ok := n.(ConstantNode); return !ok })
}

// constant returns the value of an atom that is a constant.
func (c *Compiler) constant(f *syntax.Form) (value.Value, bool) {
	switch f.Kind {
	case syntax.Symbol:
		if n := len(f.Text); n > 2 && f.Text[0] == '[' && f.Text[n-1] == ']' && c.Env.Dialect != core.Jess {
			return value.InstanceName(f.Text[1 : n-1]), true
		}
		return c.Env.Symbol(f.Text), true
	case syntax.String:
		return value.String(f.Text), true
	case syntax.Integer:
		return value.Integer(f.Int), true
	case syntax.FloatNumber:
		return value.Float(f.Float()), true
	}
	return value.Value{}, false
}
