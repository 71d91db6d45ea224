package compile

import (
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// ModifyForm compiles modify and duplicate, which assert a copy of a fact with some slots changed.
func (s *Scope) ModifyForm(f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	subject, err := s.Compile(f.Items[1])
	if err != nil {
		return nil, err
	}
	if s.Top { // CLIPS checks constants only in rules and functions
		old := s.trusting
		s.trusting = true
		defer func() { s.trusting = old }()
	}
	// The template is known only at run time, so there is one set of values for each template.
	for _, item := range f.Items[2:] {
		if item.Kind != syntax.List || len(item.Items) == 0 {
			return nil, s.At(item, "(slot value) is expected")
		}
		if _, err := s.Sequence(withoutEqual(item.Items[1:])); err != nil {
			return nil, err
		}
	}
	if t := s.bound[f.Items[1].Text]; f.Items[1].Kind == syntax.Variable && t != nil && !t.Implied && s.checks() {
		if _, err := s.slotValues(t, f.Items[2:]); err != nil {
			return nil, err
		}
	}
	changes := map[*core.Template][]slotValue{}
	compileChanges(s.Env, s, changes, f)
	name := f.Head()
	later := *s
	return NodeFunc(func(x *core.Frame) (value.Value, error) {
		v, err := subject.Eval(x)
		if err != nil {
			return value.False, err
		}
		old, err := subjectOf(x.Env, v, name)
		if err != nil || old == nil {
			return value.False, err
		}
		t := old.Relation.Data.(*core.Template)
		values, ok := changes[t]
		if !ok {
			if values, err = later.slotValues(t, f.Items[2:]); err != nil {
				return value.False, err
			}
			changes[t] = values
		}
		return change(x, old, t, values, name == "modify")
	}), nil
}

// compileChanges compiles the slots of a modify for every template that has all of them, so that
// variables get their places before the actions run.
func compileChanges(e *core.Environment, s *Scope, changes map[*core.Template][]slotValue, f *syntax.Form) {
	for _, m := range e.Modules {
		for _, t := range m.Templates {
			if t.Implied {
				continue
			}
			if values, err := s.slotValues(t, f.Items[2:]); err == nil {
				changes[t] = values
			}
		}
	}
}

// subjectOf returns the fact to modify, or nil if it is ordered and retracted.
func subjectOf(e *core.Environment, v value.Value, function string) (*core.Fact, error) {
	c := &core.Call{Env: e, Name: function, Args: []value.Value{v}}
	if v.Kind() != value.FactKind && v.Kind() != value.IntegerKind {
		return nil, c.Wrong(0, "of type fact-address or fact-index")
	}
	f := e.FactOf(v) // a retracted fact still has its slots
	if f == nil {
		_, err := c.Fact(0)
		return nil, err
	}
	if f.Relation.Data.(*core.Template).Implied {
		if f.Deleted {
			return nil, nil
		}
		return nil, fault.Remarkf("[TMPLTFUN1] Fact %s is ordered: %s needs slots", f.RuleText(), function)
	}
	return f, nil
}

// change asserts a copy of old with new values, and retracts old if replace is true.
func change(x *core.Frame, old *core.Fact, t *core.Template, values []slotValue, replace bool) (value.Value, error) {
	f := &core.Fact{Relation: t.Relation, Slots: append([]value.Value(nil), old.Slots...)}
	for i := range values {
		v, err := values[i].eval(x, t)
		if err != nil {
			return value.False, err
		}
		f.Slots[values[i].slot] = v
	}
	if replace {
		if err := x.Env.Retract(old); err != nil {
			return value.False, err
		}
	}
	if f, err := x.Env.AssertChecked(f); f == nil || err != nil {
		return value.False, err
	}
	return x.Env.Address(f), nil
}
