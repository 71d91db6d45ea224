package compile

import (
	"errors"
	"fmt"
	"reflect"

	"farbank/rules/internal/core"
	"farbank/rules/internal/objects"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// laterCall compiles a call of an unknown function: in Jess it may be defined later.
func (s *Scope) laterCall(f *syntax.Form) (core.Node, error) {
	args, err := s.Sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	name, module, place := f.Items[0].Text, s.Module, s.site(f)
	return NodeFunc(func(x *core.Frame) (value.Value, error) {
		values, err := evalArgs(x, args, nil)
		if err != nil {
			return value.False, err
		}
		v, err := x.Env.CallNamed(module, name, values)
		if err != nil {
			err = x.Env.Settle(place, err)
		}
		return v, err
	}), nil
}

// MethodCall compiles (object method arguments...), (call object method ...) and (call Class
// method ...).
func (s *Scope) MethodCall(f *syntax.Form) (core.Node, error) {
	items := f.Items
	if items[0].IsSymbol("call") {
		items = items[1:]
	}
	if len(items) < 2 || items[1].Kind != syntax.Symbol {
		return nil, s.At(f, "[EXPRNPSR3] a function, or an object and a method's name, is expected")
	}
	var object core.Node
	var err error
	if head := items[0]; head.Kind == syntax.Symbol && objects.Classes[objects.ClassName(head.Text)] != nil {
		object = ConstantNode{value.Reference(value.ExternalKind, objects.Class(objects.ClassName(head.Text)), 0)}
	} else if object, err = s.Compile(head); err != nil {
		return nil, err
	}
	args, err := s.Sequence(items[2:])
	if err != nil {
		return nil, err
	}
	method := items[1].Text
	return NodeFunc(func(x *core.Frame) (value.Value, error) {
		o, err := object.Eval(x)
		if err != nil {
			return value.False, err
		}
		values, err := evalArgs(x, args, nil)
		if err != nil {
			return value.False, err
		}
		v, err := invoke(x.Env, o, method, values)
		var missing *objects.MissingMethod
		if err != nil && !errors.As(err, &missing) {
			err = fmt.Errorf("%s: %w", method, err)
		}
		return v, err
	}), nil
}

// invoke calls a method of an object.
func invoke(e *core.Environment, o value.Value, method string, args []value.Value) (value.Value, error) {
	switch o.Kind() {
	case value.SymbolKind, value.StringKind:
		return objects.StringMethod(o.Text(), method, args)
	case value.IntegerKind, value.FloatKind:
		return objects.NumberMethod(o, method, args)
	case value.FactKind:
		return factMethod(e, o.Ref().(*core.Fact), method, args)
	}
	if object, ok := o.Ref().(objects.JavaObject); ok {
		return object.Call(method, args)
	}
	if o.Ref() == nil {
		return value.False, fmt.Errorf("%s is no object with methods", o)
	}
	return e.Guard(method, func() (value.Value, error) { return e.InvokeGo(reflect.ValueOf(o.Ref()), method, args) })
}

// factMethod calls a method of a fact.
func factMethod(e *core.Environment, f *core.Fact, method string, args []value.Value) (value.Value, error) {
	t := f.Relation.Data.(*core.Template)
	switch {
	case method == "getName" && len(args) == 0:
		return value.String(t.Module.Name + "::" + t.Name), nil
	case method == "getFactId" && len(args) == 0:
		return value.Integer(f.Index), nil
	case method == "getSlotValue" && len(args) == 1:
		if i := t.Slot(args[0].Text()); i >= 0 {
			return f.Slots[i], nil
		}
		return value.False, fmt.Errorf("the template %s has no slot %s", t.Name, args[0])
	case method == "toString" && len(args) == 0:
		return value.String(core.FactText(f)), nil
	case method == "equals" && len(args) == 1:
		return value.Bool(args[0].Ref() == any(f)), nil
	}
	return value.False, objects.NoMethod("fact", method, args)
}
