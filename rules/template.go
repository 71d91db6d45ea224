package rules

import (
	"fmt"
	"math"
	"slices"

	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Template is what a deftemplate describes: the slots of the facts of a name. An
// implied one, of ordered facts, has a single multifield slot.
type Template struct {
	Name    string
	Module  *Module
	Slots   []Slot
	Implied bool
	Parent  *Template // in Jess: what it extends

	relation *rete.Relation
	source   string
	watched  bool
	uses     uses
	usage
}

// Slot describes one slot of a template.
type Slot struct {
	Name       string
	Multi      bool
	Constraint Constraint

	fallback    *value.Value // the static default
	dynamic     []node       // default-dynamic
	noDefault   bool         // (default ?NONE)
	dynamicSize int
}

// Constraint says what a slot may hold; its zero value allows everything.
type Constraint struct {
	Types                []value.Kind // nil: any
	Values               []value.Value
	Minimum, Maximum     *float64 // of numbers
	MinFields, MaxFields int      // of a multislot; MaxFields -1: no end
	minValue, maxValue   value.Value
	limited              bool
}

// addTemplate makes an implied template.
func (e *Environment) addTemplate(m *Module, name string) *Template {
	t := &Template{Name: name, Module: m, Implied: true, Slots: []Slot{{Name: "implied", Multi: true}}}
	return e.enter(t)
}

func (e *Environment) enter(t *Template) *Template {
	t.relation = &rete.Relation{Name: t.Name, Data: t}
	if t.Parent != nil {
		t.relation.Parent = t.Parent.relation
	}
	t.watched = e.watched.facts
	t.Module.templates = append(t.Module.templates, t)
	return t
}

// slot finds a slot's number, or -1.
func (t *Template) slot(name string) int {
	return slices.IndexFunc(t.Slots, func(s Slot) bool { return s.Name == name })
}

func (t *Template) extends(other *Template) bool {
	for ; t != nil; t = t.Parent {
		if t == other {
			return true
		}
	}
	return false
}

func (c *compiler) deftemplate(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	t := &Template{Name: name, Module: c.env.current, source: c.sourceOf(f)}
	if err := c.conflict("deftemplate", t.Module, f.Items[1]); err != nil {
		return err
	}
	if err := c.makeRoom(f, t); err != nil {
		return err
	}
	if len(rest) >= 2 && rest[0].IsSymbol("extends") {
		if t.Parent = c.env.findTemplate(c.env.current, rest[1].Text); t.Parent == nil {
			return c.at(rest[1], "there is no template %s to extend", rest[1])
		}
		t.Slots = slices.Clone(t.Parent.Slots)
		rest = rest[2:]
		if len(rest) > 0 && rest[0].Kind == syntax.String {
			rest = rest[1:]
		}
	}
	for _, item := range rest {
		if item.Head() == "declare" {
			continue
		}
		if err := c.slotOf(t, item); err != nil {
			return err
		}
	}
	c.env.enter(t)
	t.uses = c.uses
	t.uses.hold()
	return nil
}

// makeRoom makes room for a template of that name, unless it is in use.
func (c *compiler) makeRoom(f *syntax.Form, t *Template) error {
	for _, old := range t.Module.templates {
		if old.Name != t.Name {
			continue
		}
		if c.env.inUse(old) {
			return c.at(f, "[CSTRCPSR4] Cannot redefine deftemplate %s while it is in use", t.Name)
		}
		old.uses.release()
		t.Module.templates = removeItem(t.Module.templates, old)
		return nil
	}
	return nil
}

func (e *Environment) inUse(t *Template) bool {
	if t.busy > 0 {
		return true
	}
	for _, f := range e.facts.list() {
		if f.Relation == t.relation {
			return true
		}
	}
	return false
}

func (c *compiler) slotOf(t *Template, f *syntax.Form) error {
	head := f.Head()
	if head != "slot" && head != "field" && head != "multislot" && head != "multifield" {
		return c.at(f, "a slot or multislot is expected here")
	}
	if len(f.Items) < 2 || f.Items[1].Kind != syntax.Symbol {
		return c.at(f, "the slot needs a name")
	}
	s := Slot{Name: f.Items[1].Text, Multi: head == "multislot" || head == "multifield"}
	s.Constraint.MaxFields = -1
	old := t.slot(s.Name)
	if old >= 0 && (t.Parent == nil || old >= len(t.Parent.Slots)) {
		return c.at(f.Items[1], "the slot %s is defined twice", s.Name)
	}
	var fallback *syntax.Form
	seen := map[string]bool{}
	for _, facet := range f.Items[2:] {
		if facet.Kind == syntax.String || facet.Kind == syntax.Symbol && c.env.dialect == Jess {
			continue
		}
		if seen[facet.Head()] {
			return c.at(facet, "%s is given twice", facet.Head())
		}
		seen[facet.Head()] = true
		if facet.Head() == "default" || facet.Head() == "default-dynamic" {
			fallback = facet
		} else if err := c.facet(&s, facet); err != nil {
			return err
		}
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

// fallback works out a slot's default.
func (c *compiler) fallback(s *Slot, f *syntax.Form) error {
	switch {
	case f == nil || len(f.Items) == 2 && f.Items[1].String() == "?DERIVE":
		v := s.derived(c.env.dialect)
		s.fallback = &v
		return nil
	case len(f.Items) == 2 && f.Items[1].String() == "?NONE":
		s.noDefault = true
		return nil
	}
	scope := newScope(c)
	n, err := scope.sequence(f.Items[1:])
	if err != nil {
		return err
	}
	if f.Head() == "default-dynamic" {
		s.dynamic, s.dynamicSize = n, scope.size
		return nil
	}
	v, err := s.evaluate(c.env, n, scope.size)
	if err != nil {
		return c.at(f, "%w", err)
	}
	if problem := s.Constraint.check(v, s.Multi); problem != "" {
		return c.at(f, "the default of slot %s %s", s.Name, problem)
	}
	s.fallback = &v
	return nil
}

func (s *Slot) evaluate(e *Environment, n []node, size int) (value.Value, error) {
	x := &frame{env: e, vars: make([]value.Value, size)}
	var values []value.Value
	for _, item := range n {
		v, err := item.eval(x)
		if err != nil {
			return v, err
		}
		values = append(values, v)
	}
	if s.Multi {
		return value.List(values...), nil
	}
	if len(values) != 1 || values[0].Kind() == value.MultifieldKind {
		return value.Value{}, fmt.Errorf("a single value is expected as default of slot %s", s.Name)
	}
	return values[0], nil
}

// derived is the default of a slot that gives none: the first value allowed,
// or the plainest of its type.
func (s *Slot) derived(d Dialect) value.Value {
	if s.Multi {
		var items []value.Value
		for range s.Constraint.MinFields {
			items = append(items, s.Constraint.plainest())
		}
		return value.List(items...)
	}
	return s.Constraint.plainest()
}

func (c *Constraint) plainest() value.Value {
	kind := value.SymbolKind
	if len(c.Types) > 0 {
		kind = c.Types[0]
		for _, k := range []value.Kind{value.SymbolKind, value.StringKind, value.IntegerKind, value.FloatKind} {
			if slices.Contains(c.Types, k) {
				kind = k
				break
			}
		}
	}
	for _, v := range c.Values {
		if len(c.Types) == 0 || v.Kind() == kind {
			return v
		}
	}
	switch kind {
	case value.StringKind:
		return value.String("")
	case value.IntegerKind:
		return value.Integer(int64(c.nearZero()))
	case value.FloatKind:
		return value.Float(c.nearZero())
	}
	return value.Nil
}

func (c *Constraint) nearZero() float64 {
	if c.Minimum != nil {
		return *c.Minimum
	}
	if c.Maximum != nil {
		return *c.Maximum
	}
	return 0
}

// default gives the value of a slot that an assert leaves out.
func (s *Slot) standard(e *Environment) (value.Value, error) {
	if s.dynamic != nil {
		return s.evaluate(e, s.dynamic, s.dynamicSize)
	}
	if s.fallback == nil {
		return value.Nil, nil
	}
	return *s.fallback, nil
}

// check says what is wrong with a value, or "".
func (c *Constraint) check(v value.Value, multi bool) string {
	if !c.limited {
		return ""
	}
	items := []value.Value{v}
	if multi {
		items = v.Items()
		if len(items) < c.MinFields || c.MaxFields >= 0 && len(items) > c.MaxFields {
			return "does not satisfy the cardinality restrictions"
		}
	}
	for _, item := range items {
		if problem := c.checkOne(item); problem != "" {
			return problem
		}
	}
	return ""
}

func (c *Constraint) checkOne(v value.Value) string {
	if len(c.Types) > 0 && !slices.Contains(c.Types, v.Kind()) {
		return "does not match the allowed types"
	}
	if len(c.Values) > 0 && !slices.ContainsFunc(c.Values, func(w value.Value) bool { return value.Equal(v, w) }) {
		return "does not match the allowed values"
	}
	if v.IsNumber() && (c.Minimum != nil && v.Number() < *c.Minimum || c.Maximum != nil && v.Number() > *c.Maximum) {
		return fmt.Sprintf("does not fall in the allowed range %s to %s", limit(c.Minimum, c.minValue, "-oo"), limit(c.Maximum, c.maxValue, "+oo"))
	}
	return ""
}

func limit(bound *float64, v value.Value, none string) string {
	if bound == nil {
		return none
	}
	return v.String()
}

var typeNames = map[string][]value.Kind{
	"SYMBOL": {value.SymbolKind}, "STRING": {value.StringKind}, "LEXEME": {value.SymbolKind, value.StringKind},
	"INTEGER": {value.IntegerKind}, "FLOAT": {value.FloatKind}, "NUMBER": {value.IntegerKind, value.FloatKind},
	"FACT-ADDRESS": {value.FactKind}, "EXTERNAL-ADDRESS": {value.ExternalKind}, "INSTANCE-NAME": {}, "INSTANCE-ADDRESS": {}, "INSTANCE": {},
}

// facet reads one of the attributes that limit a slot.
func (c *compiler) facet(s *Slot, f *syntax.Form) error {
	k := &s.Constraint
	head := f.Head()
	if len(f.Items) < 2 {
		return c.at(f, "this attribute has no value")
	}
	all := f.Items[1].String() == "?VARIABLE"
	k.limited = k.limited || !all
	switch head {
	case "type":
		for _, item := range f.Items[1:] {
			kinds, ok := typeNames[item.String()]
			if !ok && !all && (c.env.dialect != Jess || item.Kind != syntax.Symbol) {
				return c.at(item, "%s is no type", item)
			}
			k.Types = append(k.Types, kinds...)
		}
	case "range":
		return c.rangeFacet(k, f)
	case "cardinality":
		if !s.Multi {
			return c.at(f, "only a multislot has a cardinality")
		}
		return c.cardinality(k, f)
	case "allowed-symbols", "allowed-strings", "allowed-lexemes", "allowed-integers", "allowed-floats", "allowed-numbers", "allowed-values":
		if all {
			return nil
		}
		for _, item := range f.Items[1:] {
			v, ok := c.constant(item)
			if !ok {
				return c.at(item, "a constant is expected here")
			}
			k.Values = append(k.Values, v)
		}
		c.allowedTypes(k, head)
	case "allowed-classes", "allowed-instance-names":
		return c.at(f, "%s belongs to the object system, which is not part of this engine", head)
	default:
		return c.at(f, "%s is no attribute of a slot", f)
	}
	return nil
}

// allowedTypes: allowed-symbols limits the symbols only, and a list of symbols
// without a type makes the slot's type that of the list.
func (c *compiler) allowedTypes(k *Constraint, head string) {
	if head == "allowed-values" || len(k.Types) > 0 {
		return
	}
	k.Types = typeNames[map[string]string{"allowed-symbols": "SYMBOL", "allowed-strings": "STRING", "allowed-lexemes": "LEXEME",
		"allowed-integers": "INTEGER", "allowed-floats": "FLOAT", "allowed-numbers": "NUMBER"}[head]]
}

func (c *compiler) rangeFacet(k *Constraint, f *syntax.Form) error {
	if len(f.Items) != 3 {
		return c.at(f, "a range has a lower and an upper end")
	}
	for i, item := range f.Items[1:] {
		if item.String() == "?VARIABLE" {
			continue
		}
		v, ok := c.constant(item)
		if !ok || !v.IsNumber() {
			return c.at(item, "a number is expected here")
		}
		x := v.Number()
		if i == 0 {
			k.Minimum, k.minValue = &x, v
		} else {
			k.Maximum, k.maxValue = &x, v
		}
	}
	if k.Minimum != nil && k.Maximum != nil && *k.Minimum > *k.Maximum {
		return c.at(f, "the range is empty")
	}
	return nil
}

func (c *compiler) cardinality(k *Constraint, f *syntax.Form) error {
	if len(f.Items) != 3 {
		return c.at(f, "a cardinality has a lower and an upper end")
	}
	for i, item := range f.Items[1:] {
		if item.String() == "?VARIABLE" {
			continue
		}
		if item.Kind != syntax.Integer || item.Int < 0 || item.Int > math.MaxInt32 {
			return c.at(item, "a whole number, not negative, is expected here")
		}
		if i == 0 {
			k.MinFields = int(item.Int)
		} else {
			k.MaxFields = int(item.Int)
		}
	}
	if k.MaxFields >= 0 && k.MinFields > k.MaxFields {
		return c.at(f, "the cardinality is empty")
	}
	return nil
}

// constant gives the value of an atom that is one.
func (c *compiler) constant(f *syntax.Form) (value.Value, bool) {
	switch f.Kind {
	case syntax.Symbol:
		return c.env.Symbol(f.Text), true
	case syntax.String:
		return value.String(f.Text), true
	case syntax.Integer:
		return value.Integer(f.Int), true
	case syntax.FloatNumber:
		return value.Float(f.Float()), true
	}
	return value.Value{}, false
}
