package compile

import (
	"fmt"
	"slices"

	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// reserved are words that begin conditions and cannot be names of facts.
var reserved = map[string]bool{"=": true, "and": true, "or": true, "not": true, "test": true, "exists": true, "forall": true, "logical": true,
	"object": true}

// Assertion compiles a fact pattern of a right-hand side into an assertion.
func (s *Scope) Assertion(f *syntax.Form) (core.Node, error) {
	if f.Kind != syntax.List || len(f.Items) == 0 || f.Items[0].Kind != syntax.Symbol {
		return nil, s.At(f, "a fact, (name ...), is expected")
	}
	if reserved[f.Items[0].Text] {
		return nil, s.At(f.Items[0], "%s cannot be the name of a fact", f.Items[0])
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

func (s *Scope) orderedFact(t *core.Template, items []*syntax.Form) (core.Node, error) {
	fields, err := s.fields(withoutEqual(items))
	if err != nil {
		return nil, err
	}
	return assertNode(func(x *core.Frame) (*core.Fact, error) {
		args, err := evalArgs(x, fields, make([]value.Value, 0, len(fields)))
		if err != nil {
			return nil, err
		}
		return &core.Fact{Relation: t.Relation, Slots: []value.Value{value.List(args...)}}, nil
	}), nil
}

// assertNode creates a fact and asserts it. Its value is the fact's address, or FALSE if an equal
// fact exists.
type assertNode func(*core.Frame) (*core.Fact, error)

func (n assertNode) Do(x *core.Frame) error {
	f, err := n(x)
	if err == nil {
		_, err = x.Env.AssertChecked(f)
	}
	return err
}

func (n assertNode) Eval(x *core.Frame) (value.Value, error) {
	f, err := n(x)
	if err != nil {
		return value.False, err
	}
	if f, err = x.Env.AssertChecked(f); f == nil || err != nil {
		return value.False, err
	}
	return x.Env.Address(f), nil
}

// withoutEqual removes each = before a call, which has no effect.
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
func (s *Scope) fields(forms []*syntax.Form) ([]core.Node, error) {
	fields := make([]core.Node, 0, len(forms))
	for _, f := range forms {
		n, err := s.Compile(f)
		if err != nil {
			return nil, err
		}
		if _, ok := n.(ExpandNode); ok && s.Env.Dialect != core.Jess {
			return nil, s.At(f, "[EXPRNPSR4] $ Sequence operator not a valid argument for assert")
		}
		fields = append(fields, n)
	}
	return fields, nil
}

// slotValue is a slot and the expressions of its values.
type slotValue struct {
	slot   int
	fields []core.Node
}

// slotValues compiles the slots of a template fact.
func (s *Scope) slotValues(t *core.Template, forms []*syntax.Form) ([]slotValue, error) {
	var values []slotValue
	seen := map[int]bool{}
	for _, f := range forms {
		if f.Kind != syntax.List || f.Head() == "" {
			return nil, s.At(f, "(slot value) is expected")
		}
		i := t.Slot(f.Head())
		if i < 0 {
			return nil, s.At(f, "[TMPLTDEF1] Invalid slot %s not defined in corresponding deftemplate %s", f.Head(), t.Name)
		}
		if seen[i] {
			return nil, s.At(f, "[TMPLTDEF1] Slot %s is given twice", f.Head())
		}
		seen[i] = true
		given := withoutEqual(f.Items[1:])
		fields, err := s.fields(given)
		if err != nil {
			return nil, err
		}
		if !t.Slots[i].Multi && (len(fields) != 1 || given[0].Kind != syntax.Variable && s.kindsOf(given[0]) == core.KindsOf(value.MultifieldKind)) {
			return nil, s.At(f, "[TMPLTDEF2] The single field slot %s can only contain a single field value", f.Head())
		}
		if err := s.checkConstants(&t.Slots[i], f, given); err != nil && !s.trusting {
			return nil, err
		}
		values = append(values, slotValue{i, fields})
	}
	return values, nil
}

// checkConstants checks the constants of an assertion against the slot's constraint.
func (s *Scope) checkConstants(slot *core.Slot, at *syntax.Form, forms []*syntax.Form) error {
	if !slot.Constraint.Limited || !s.checks() {
		return nil
	}
	if least, most := s.numberOf(forms); slot.Multi && !slot.Constraint.Holds(least, most) {
		return s.At(at, "[CSTRNCHK1] Literal slot values %s for slot %s", core.WrongNumber, slot.Name)
	}
	for _, f := range forms {
		v, ok := s.constant(f)
		if !ok {
			if f.Kind == syntax.List && s.kindsOf(f)&(slot.Constraint.Kinds()|core.KindsOf(value.MultifieldKind)) == 0 {
				return s.At(f, "[CSTRNCHK1] The function return value does not match the allowed types for slot %s", slot.Name)
			}
			continue
		}
		if problem := slot.Constraint.CheckOne(v); problem != "" {
			return s.At(f, "[CSTRNCHK1] A literal slot value for slot %s %s", slot.Name, problem)
		}
	}
	return nil
}

// numberOf returns the least and greatest number of values of forms; -1 for no limit.
func (s *Scope) numberOf(forms []*syntax.Form) (least, most int) {
	open := false
	for _, f := range forms {
		if s.kindsOf(f)&core.KindsOf(value.MultifieldKind) == 0 {
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

// eval computes the value of a slot.
func (v *slotValue) eval(x *core.Frame, t *core.Template) (value.Value, error) {
	slot := &t.Slots[v.slot]
	if len(v.fields) == 1 && !slot.Multi {
		w, err := v.fields[0].Eval(x)
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
	if len(args) != 1 || args[0].Kind() == value.MultifieldKind && x.Env.Dialect != core.Jess {
		return value.False, fmt.Errorf("[TMPLTFUN2] The single field slot %s of %s cannot hold a multifield value", slot.Name, t.Name)
	}
	return args[0], nil
}

// templateFact compiles the assertion of a fact with slots.
func (s *Scope) templateFact(t *core.Template, f *syntax.Form) (core.Node, error) {
	values, err := s.slotValues(t, f.Items[1:])
	if err != nil {
		return nil, err
	}
	given := make([]bool, len(t.Slots))
	for _, v := range values {
		given[v.slot] = true
	}
	for i := range t.Slots {
		if t.Slots[i].NoDefault && !given[i] {
			return nil, s.At(f, "[TMPLTRHS1] Slot %s requires a value because of its (default ?NONE) attribute", t.Slots[i].Name)
		}
	}
	if ready := s.constantSlots(t, values, given); ready != nil {
		return assertNode(func(*core.Frame) (*core.Fact, error) {
			return &core.Fact{Relation: t.Relation, Slots: slices.Clone(ready)}, nil
		}), nil
	}
	return assertNode(func(x *core.Frame) (*core.Fact, error) {
		f := &core.Fact{Relation: t.Relation, Slots: make([]value.Value, len(t.Slots))}
		var err error
		for i := range t.Slots {
			if given[i] {
				continue
			}
			if f.Slots[i], err = t.Slots[i].Standard(x.Env); err != nil {
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

// constantSlots returns the slots of a fact whose values are all constants, or nil.
func (s *Scope) constantSlots(t *core.Template, values []slotValue, given []bool) []value.Value {
	ready := make([]value.Value, len(t.Slots))
	for i := range t.Slots {
		if given[i] {
			continue
		}
		if t.Slots[i].Dynamic != nil {
			return nil
		}
		v, err := t.Slots[i].Standard(s.Env)
		if err != nil {
			return nil
		}
		ready[i] = v
	}
	x := &core.Frame{Env: s.Env}
	for i := range values {
		for _, n := range values[i].fields {
			if _, ok := n.(ConstantNode); !ok {
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

// AssertForm compiles (assert fact ...).
func (s *Scope) AssertForm(f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	var facts []core.Node
	for _, item := range f.Items[1:] {
		n, err := s.Assertion(item)
		if err != nil {
			return nil, err
		}
		facts = append(facts, n)
	}
	if len(facts) == 1 {
		return facts[0], nil
	}
	return NodeFunc(func(x *core.Frame) (value.Value, error) { return core.RunActions(x, facts) }), nil
}
