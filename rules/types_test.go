package rules_test

import (
	"errors"
	"testing"

	"farbank/rules"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// TestPromised checks the fields of the exported type aliases, which callers use.
func TestPromised(t *testing.T) {
	m := &rules.Module{Name: "MAIN"}
	low := 1.0
	slot := rules.Slot{Name: "x", Multi: true, Constraint: rules.Constraint{Types: []value.Kind{value.IntegerKind}, Values: []value.Value{value.Integer(1)},
		Minimum: &low, Maximum: &low, MinFields: 1, MaxFields: 2}}
	parent := &rules.Template{Name: "p", Module: m, Slots: []rules.Slot{slot}}
	child := rules.Template{Name: "q", Module: m, Implied: false, Parent: parent}
	if child.Parent.Slots[0].Constraint.MaxFields != 2 {
		t.Error("a template has no slots")
	}
	_ = []any{rules.Rule{Name: "r", Module: m}, rules.Deffacts{Name: "d", Module: m}, rules.Deffunction{Name: "f", Module: m},
		rules.Defquery{Name: "q", Module: m}, rules.Global{Name: "g", Module: m, Value: value.Nil}, rules.Symbol("s"),
		rules.Program{Name: "p", Text: "(reset)"}, rules.Match{}}

	cause := errors.New("cause")
	for _, err := range []error{
		&rules.Error{Pos: syntax.Pos{}, Construct: "defrule r", Message: "m", Err: cause},
		&rules.RunError{Rule: "r", Err: cause},
		&rules.PanicError{Function: "f", Value: cause, Stack: nil},
	} {
		if !errors.Is(err, cause) || err.Error() == "" {
			t.Errorf("%T: %v does not say what it comes from", err, err)
		}
	}
	if (&rules.ArgumentError{Function: "f", Argument: 1, Want: "of type integer"}).Error() == "" || !(&rules.MemoryError{Bytes: 1}).MemoryLimit() {
		t.Error("an error has no message")
	}
}
