package rules

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// The dialect of Jess (Friedman-Hill, "Jess in Action", 2003): templates that
// extend others, queries, and objects of Java's collections with their methods.

func jessBuiltins() []builtin {
	list := slices.Concat(jessForms(), jessFunctions(), jessQueries(), jessObjects())
	for i := range list {
		list[i].jess = true
	}
	return list
}

// LooksLikeJess reports whether a program, the texts of its files, uses words that only Jess
// has, and that it does not define itself, in whichever file.
func LooksLikeJess(texts ...string) bool {
	var forms []*syntax.Form
	for _, text := range texts {
		some, _ := syntax.Parse("", text)
		forms = append(forms, some...)
	}
	own := map[string]bool{}
	for _, f := range forms {
		if f.Head() == "deffunction" && len(f.Items) > 1 {
			own[f.Items[1].Text] = true
		}
	}
	return slices.ContainsFunc(forms, func(f *syntax.Form) bool { return usesJess(f, own) })
}

// jessWords begin calls that only Jess has, but for new and import, which need more.
var jessWords = map[string]bool{"defquery": true, "run-query": true, "run-query*": true, "count-query-results": true, "try": true, "throw": true,
	"++": true, "--": true, "eq*": true, "fact-id": true, "store": true, "instanceof": true, "clear-storage": true, "for": true}

func usesJess(f *syntax.Form, own map[string]bool) bool {
	if f.Kind != syntax.List {
		return false
	}
	head := f.Head()
	if own[head] {
		head = ""
	}
	switch {
	case jessWords[head]:
		return true
	case head == "import":
		return len(f.Items) == 2 && strings.Contains(f.Items[1].Text, ".")
	case head == "if":
		if slices.ContainsFunc(f.Items, func(item *syntax.Form) bool { return item.IsSymbol("elif") }) {
			return true
		}
	case head == "defmodule":
		return false
	case head == "new":
		return len(f.Items) > 1 && f.Items[1].Kind == syntax.Symbol && classes[className(f.Items[1].Text)] != nil
	case head == "deftemplate":
		return len(f.Items) > 3 && f.Items[2].IsSymbol("extends")
	case head == "deffacts" || head == "assert" || head == "modify" || head == "duplicate":
		return false // facts and slots may have any name
	}
	items := f.Items
	if arrow := slices.IndexFunc(items, func(item *syntax.Form) bool { return item.IsSymbol("=>") }); head == "defrule" && arrow >= 0 {
		items = items[arrow:] // conditions are on facts
	}
	return slices.ContainsFunc(items, func(item *syntax.Form) bool { return usesJess(item, own) })
}

// laterCall calls a function that is not known yet: in Jess it may be defined later.
func (s *scope) laterCall(f *syntax.Form) (node, error) {
	args, err := s.sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	name, module, place := f.Items[0].Text, s.module, s.site(f)
	return nodeFunc(func(x *frame) (value.Value, error) {
		values, err := evalArgs(x, args, nil)
		if err != nil {
			return value.False, err
		}
		v, err := x.env.callNamed(module, name, values)
		if err != nil {
			err = x.env.settle(place, err)
		}
		return v, err
	}), nil
}

// methodCall is (object method arguments...), (call object method ...) and
// (call Class method ...).
func (s *scope) methodCall(f *syntax.Form) (node, error) {
	items := f.Items
	if items[0].IsSymbol("call") {
		items = items[1:]
	}
	if len(items) < 2 || items[1].Kind != syntax.Symbol {
		return nil, s.at(f, "[EXPRNPSR3] a function, or an object and a method's name, is expected")
	}
	var object node
	var err error
	if head := items[0]; head.Kind == syntax.Symbol && classes[className(head.Text)] != nil {
		object = constantNode{value.Reference(value.ExternalKind, class(className(head.Text)), 0)}
	} else if object, err = s.compile(head); err != nil {
		return nil, err
	}
	args, err := s.sequence(items[2:])
	if err != nil {
		return nil, err
	}
	method := items[1].Text
	return nodeFunc(func(x *frame) (value.Value, error) {
		o, err := object.eval(x)
		if err != nil {
			return value.False, err
		}
		values, err := evalArgs(x, args, nil)
		if err != nil {
			return value.False, err
		}
		v, err := invoke(x.env, o, method, values)
		var missing *missingMethod
		if err != nil && !errors.As(err, &missing) {
			err = fmt.Errorf("%s: %w", method, err)
		}
		return v, err
	}), nil
}

// invoke calls a method of an object.
func invoke(e *Environment, o value.Value, method string, args []value.Value) (value.Value, error) {
	switch o.Kind() {
	case value.SymbolKind, value.StringKind:
		return stringMethod(o.Text(), method, args)
	case value.IntegerKind, value.FloatKind:
		return numberMethod(o, method, args)
	case value.FactKind:
		return factMethod(e, o.Ref().(*Fact), method, args)
	}
	if object, ok := o.Ref().(javaObject); ok {
		return object.call(method, args)
	}
	if o.Ref() == nil {
		return value.False, fmt.Errorf("%s is no object with methods", o)
	}
	return e.guard(method, func() (value.Value, error) { return e.invokeGo(reflect.ValueOf(o.Ref()), method, args) })
}

func factMethod(e *Environment, f *Fact, method string, args []value.Value) (value.Value, error) {
	t := f.Relation.Data.(*Template)
	switch {
	case method == "getName" && len(args) == 0:
		return value.String(t.Module.Name + "::" + t.Name), nil
	case method == "getFactId" && len(args) == 0:
		return value.Integer(f.Index), nil
	case method == "getSlotValue" && len(args) == 1:
		if i := t.slot(args[0].Text()); i >= 0 {
			return f.Slots[i], nil
		}
		return value.False, fmt.Errorf("the template %s has no slot %s", t.Name, args[0])
	case method == "toString" && len(args) == 0:
		return value.String(FactText(f)), nil
	case method == "equals" && len(args) == 1:
		return value.Bool(args[0].Ref() == any(f)), nil
	}
	return value.False, noMethod("fact", method, args)
}

// missingMethod says that an object has no such method.
type missingMethod struct {
	what, method string
	args         int
}

func (e *missingMethod) Error() string {
	return fmt.Sprintf("a %s has no method %s with %d arguments", e.what, e.method, e.args)
}

func noMethod(what, method string, args []value.Value) error {
	return &missingMethod{what, method, len(args)}
}
