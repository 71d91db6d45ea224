package rules

import (
	"fmt"
	"slices"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// reserved are the words that begin conditions, not facts.
var reserved = map[string]bool{"=": true, "and": true, "or": true, "not": true, "test": true, "exists": true, "forall": true, "logical": true,
	"object": true}

// assertion compiles a fact pattern on the right side into the fact it makes.
func (s *scope) assertion(f *syntax.Form) (node, error) {
	if f.Kind != syntax.List || len(f.Items) == 0 || f.Items[0].Kind != syntax.Symbol {
		return nil, s.at(f, "a fact, (name ...), is expected")
	}
	if reserved[f.Items[0].Text] {
		return nil, s.at(f.Items[0], "%s cannot be the name of a fact", f.Items[0])
	}
	t, err := s.relationFor(f.Items[0])
	if err != nil {
		return nil, err
	}
	if t.Implied {
		return s.orderedFact(t, f.Items[1:])
	}
	return s.templateFact(t, f)
}

func (s *scope) orderedFact(t *Template, items []*syntax.Form) (node, error) {
	fields, err := s.fields(withoutEqual(items))
	if err != nil {
		return nil, err
	}
	return assertNode(func(x *frame) (*Fact, error) {
		args, err := evalArgs(x, fields, make([]value.Value, 0, len(fields)))
		if err != nil {
			return nil, err
		}
		return &Fact{Relation: t.relation, Slots: []value.Value{value.List(args...)}}, nil
	}), nil
}

// assertNode makes a fact and asserts it; its value is the fact's address, or
// FALSE if the fact was there already.
type assertNode func(*frame) (*Fact, error)

func (n assertNode) do(x *frame) error {
	f, err := n(x)
	if err == nil {
		_, err = x.env.assertChecked(f)
	}
	return err
}

func (n assertNode) eval(x *frame) (value.Value, error) {
	f, err := n(x)
	if err != nil {
		return value.False, err
	}
	if f, err = x.env.assertChecked(f); f == nil || err != nil {
		return value.False, err
	}
	return x.env.address(f), nil
}

// withoutEqual leaves out each = before a call, which changes nothing.
func withoutEqual(forms []*syntax.Form) []*syntax.Form {
	var kept []*syntax.Form
	for i, f := range forms {
		if !f.IsSymbol("=") || i+1 == len(forms) || forms[i+1].Kind != syntax.List {
			kept = append(kept, f)
		}
	}
	return kept
}

// fields compiles the values of a fact.
func (s *scope) fields(forms []*syntax.Form) ([]node, error) {
	fields := make([]node, 0, len(forms))
	for _, f := range forms {
		n, err := s.compile(f)
		if err != nil {
			return nil, err
		}
		if _, ok := n.(expandNode); ok && s.env.dialect != Jess {
			return nil, s.at(f, "[EXPRNPSR4] $ Sequence operator not a valid argument for assert")
		}
		fields = append(fields, n)
	}
	return fields, nil
}

type slotValue struct {
	slot   int
	fields []node
}

func (s *scope) slotValues(t *Template, forms []*syntax.Form) ([]slotValue, error) {
	var values []slotValue
	seen := map[int]bool{}
	for _, f := range forms {
		if f.Kind != syntax.List || f.Head() == "" {
			return nil, s.at(f, "(slot value) is expected")
		}
		i := t.slot(f.Head())
		if i < 0 {
			return nil, s.at(f, "[TMPLTDEF1] Invalid slot %s not defined in corresponding deftemplate %s", f.Head(), t.Name)
		}
		if seen[i] {
			return nil, s.at(f, "[TMPLTDEF1] Slot %s is given twice", f.Head())
		}
		seen[i] = true
		given := withoutEqual(f.Items[1:])
		fields, err := s.fields(given)
		if err != nil {
			return nil, err
		}
		if !t.Slots[i].Multi && (len(fields) != 1 || given[0].Kind != syntax.Variable && s.kindsOf(given[0]) == kindsOf(value.MultifieldKind)) {
			return nil, s.at(f, "[TMPLTDEF2] The single field slot %s can only contain a single field value", f.Head())
		}
		if err := s.checkConstants(&t.Slots[i], f, given); err != nil && !s.trusting {
			return nil, err
		}
		values = append(values, slotValue{i, fields})
	}
	return values, nil
}

// checkConstants holds the constants of an assertion against the slot's limits.
func (s *scope) checkConstants(slot *Slot, at *syntax.Form, forms []*syntax.Form) error {
	if !slot.Constraint.limited || !s.checks() {
		return nil
	}
	if least, most := s.numberOf(forms); slot.Multi && !slot.Constraint.holds(least, most) {
		return s.at(at, "[CSTRNCHK1] Literal slot values %s for slot %s", wrongNumber, slot.Name)
	}
	for _, f := range forms {
		v, ok := s.constant(f)
		if !ok {
			if f.Kind == syntax.List && s.kindsOf(f)&(slot.Constraint.kinds()|kindsOf(value.MultifieldKind)) == 0 {
				return s.at(f, "[CSTRNCHK1] The function return value does not match the allowed types for slot %s", slot.Name)
			}
			continue
		}
		if problem := slot.Constraint.checkOne(v); problem != "" {
			return s.at(f, "[CSTRNCHK1] A literal slot value for slot %s %s", slot.Name, problem)
		}
	}
	return nil
}

// numberOf gives how many values forms have at least, and at most.
func (s *scope) numberOf(forms []*syntax.Form) (least, most int) {
	open := false
	for _, f := range forms {
		if s.kindsOf(f)&kindsOf(value.MultifieldKind) == 0 {
			least++
		} else {
			open = true
		}
	}
	if open {
		return least, -1
	}
	return least, least
}

func (v *slotValue) eval(x *frame, t *Template) (value.Value, error) {
	slot := &t.Slots[v.slot]
	if len(v.fields) == 1 && !slot.Multi {
		w, err := v.fields[0].eval(x)
		if err != nil || w.Kind() != value.MultifieldKind {
			return w, err
		}
	}
	args, err := evalArgs(x, v.fields, make([]value.Value, 0, len(v.fields)))
	if err != nil {
		return value.False, err
	}
	if slot.Multi {
		return value.List(args...), nil
	}
	if len(args) != 1 || args[0].Kind() == value.MultifieldKind && x.env.dialect != Jess {
		return value.False, fmt.Errorf("[TMPLTFUN2] The single field slot %s of %s cannot hold a multifield value", slot.Name, t.Name)
	}
	return args[0], nil
}

func (s *scope) templateFact(t *Template, f *syntax.Form) (node, error) {
	values, err := s.slotValues(t, f.Items[1:])
	if err != nil {
		return nil, err
	}
	given := make([]bool, len(t.Slots))
	for _, v := range values {
		given[v.slot] = true
	}
	for i := range t.Slots {
		if t.Slots[i].noDefault && !given[i] {
			return nil, s.at(f, "[TMPLTRHS1] Slot %s requires a value because of its (default ?NONE) attribute", t.Slots[i].Name)
		}
	}
	if ready := s.constantSlots(t, values, given); ready != nil {
		return assertNode(func(*frame) (*Fact, error) {
			return &Fact{Relation: t.relation, Slots: slices.Clone(ready)}, nil
		}), nil
	}
	return assertNode(func(x *frame) (*Fact, error) {
		f := &Fact{Relation: t.relation, Slots: make([]value.Value, len(t.Slots))}
		var err error
		for i := range t.Slots {
			if given[i] {
				continue
			}
			if f.Slots[i], err = t.Slots[i].standard(x.env); err != nil {
				return nil, err
			}
		}
		for i := range values {
			if f.Slots[values[i].slot], err = values[i].eval(x, t); err != nil {
				return nil, err
			}
		}
		return f, nil
	}), nil
}

// constantSlots gives the slots of a fact that is the same each time it is
// asserted, as those of data are, or nil.
func (s *scope) constantSlots(t *Template, values []slotValue, given []bool) []value.Value {
	ready := make([]value.Value, len(t.Slots))
	for i := range t.Slots {
		if given[i] {
			continue
		}
		if t.Slots[i].dynamic != nil {
			return nil
		}
		v, err := t.Slots[i].standard(s.env)
		if err != nil {
			return nil
		}
		ready[i] = v
	}
	x := &frame{env: s.env}
	for i := range values {
		for _, n := range values[i].fields {
			if _, ok := n.(constantNode); !ok {
				return nil
			}
		}
		v, err := values[i].eval(x, t)
		if err != nil {
			return nil
		}
		ready[values[i].slot] = v
	}
	return ready
}

// assertChecked asserts a fact and, if asked to, holds it against the limits of
// its slots then: the fact stays, but the actions end.
func (e *Environment) assertChecked(f *Fact) (*Fact, error) {
	asserted, err := e.assert(f)
	if err == nil && e.options.dynamicCheck && asserted != nil {
		err = e.checkFact(f.Relation.Data.(*Template), f)
	}
	return asserted, err
}

// checkFact holds a fact against the limits of its slots.
func (e *Environment) checkFact(t *Template, f *Fact) error {
	for i, v := range f.Slots {
		if problem := t.Slots[i].Constraint.check(v, t.Slots[i].Multi); problem != "" {
			return fmt.Errorf("[CSTRNCHK1] Slot value %s found in fact f-%d %s for slot %s", v, f.Index, problem, t.Slots[i].Name)
		}
	}
	return nil
}

func (s *scope) assertForm(f *syntax.Form) (node, error) {
	if err := s.counted(f); err != nil {
		return nil, err
	}
	var facts []node
	for _, item := range f.Items[1:] {
		n, err := s.assertion(item)
		if err != nil {
			return nil, err
		}
		facts = append(facts, n)
	}
	if len(facts) == 1 {
		return facts[0], nil
	}
	return nodeFunc(func(x *frame) (value.Value, error) { return run(x, facts) }), nil
}

func retractFunction(c *Call) (value.Value, error) {
	for i, v := range c.Args {
		if v.IsSymbol("*") {
			for _, f := range c.Env.facts.list() {
				if err := c.Env.retract(f); err != nil {
					return value.Value{}, err
				}
			}
			return value.Value{}, nil
		}
		if v.Kind() != value.FactKind && v.Kind() != value.IntegerKind {
			return value.Value{}, c.Wrong(i, "of type fact-address, fact-index, or the symbol *")
		}
		f, err := c.fact(i)
		switch {
		case err != nil && v.Int() < 0:
			c.report(c.Wrong(i, "of type fact-address, fact-index, or the symbol *").Error())
		case err != nil:
			c.report(err.Error())
		case f != nil:
			if err := c.Env.retract(f); err != nil {
				return value.Value{}, err
			}
		}
	}
	return value.Value{}, nil
}

// fact gives argument i, a fact by its address or index; nil if that fact is
// gone.
func (c *Call) fact(i int) (*Fact, error) {
	v := c.Args[i]
	if v.Kind() != value.FactKind && (v.Kind() != value.IntegerKind || v.Int() < 0) {
		return nil, c.remarkWrong(i, "of type fact-address or fact-index")
	}
	f := c.Env.factOf(v)
	if f == nil && v.Kind() == value.IntegerKind {
		return nil, missing("fact", fmt.Sprintf("f-%d", v.Int()))
	}
	if f != nil && f.Deleted {
		return nil, nil
	}
	return f, nil
}

// modifyForm is modify and duplicate: a new fact like an old one but for some
// slots.
func (s *scope) modifyForm(f *syntax.Form) (node, error) {
	if err := s.counted(f); err != nil {
		return nil, err
	}
	subject, err := s.compile(f.Items[1])
	if err != nil {
		return nil, err
	}
	if s.top { // CLIPS looks at constants in rules and functions only
		old := s.trusting
		s.trusting = true
		defer func() { s.trusting = old }()
	}
	// Which template it is shows when it runs: one set of values a template.
	for _, item := range f.Items[2:] {
		if item.Kind != syntax.List || len(item.Items) == 0 {
			return nil, s.at(item, "(slot value) is expected")
		}
		if _, err := s.sequence(withoutEqual(item.Items[1:])); err != nil {
			return nil, err
		}
	}
	if t := s.bound[f.Items[1].Text]; f.Items[1].Kind == syntax.Variable && t != nil && !t.Implied && s.checks() {
		if _, err := s.slotValues(t, f.Items[2:]); err != nil {
			return nil, err
		}
	}
	changes := map[*Template][]slotValue{}
	s.env.compileChanges(s, changes, f)
	name := f.Head()
	later := *s
	return nodeFunc(func(x *frame) (value.Value, error) {
		v, err := subject.eval(x)
		if err != nil {
			return value.False, err
		}
		old, err := x.env.subjectOf(v, name)
		if err != nil || old == nil {
			return value.False, err
		}
		t := old.Relation.Data.(*Template)
		values, ok := changes[t]
		if !ok {
			if values, err = later.slotValues(t, f.Items[2:]); err != nil {
				return value.False, err
			}
			changes[t] = values
		}
		return x.change(old, t, values, name == "modify")
	}), nil
}

// compileChanges compiles the slots of a modify for every template that has
// them all, so that variables get their places before the actions run.
func (e *Environment) compileChanges(s *scope, changes map[*Template][]slotValue, f *syntax.Form) {
	for _, m := range e.modules {
		for _, t := range m.templates {
			if t.Implied {
				continue
			}
			if values, err := s.slotValues(t, f.Items[2:]); err == nil {
				changes[t] = values
			}
		}
	}
}

func (e *Environment) subjectOf(v value.Value, function string) (*Fact, error) {
	c := &Call{Env: e, Name: function, Args: []value.Value{v}}
	if v.Kind() != value.FactKind && v.Kind() != value.IntegerKind {
		return nil, c.Wrong(0, "of type fact-address or fact-index")
	}
	f := e.factOf(v) // one that was retracted, too: it still has its slots
	if f == nil {
		_, err := c.fact(0)
		return nil, err
	}
	if f.Relation.Data.(*Template).Implied {
		if f.Deleted {
			return nil, nil
		}
		return nil, remarkf("[TMPLTFUN1] Fact %s is ordered: %s needs slots", f.RuleText(), function)
	}
	return f, nil
}

func (x *frame) change(old *Fact, t *Template, values []slotValue, replace bool) (value.Value, error) {
	f := &Fact{Relation: t.relation, Slots: append([]value.Value(nil), old.Slots...)}
	for i := range values {
		v, err := values[i].eval(x, t)
		if err != nil {
			return value.False, err
		}
		f.Slots[values[i].slot] = v
	}
	if replace {
		if err := x.env.retract(old); err != nil {
			return value.False, err
		}
	}
	if f, err := x.env.assertChecked(f); f == nil || err != nil {
		return value.False, err
	}
	return x.env.address(f), nil
}
