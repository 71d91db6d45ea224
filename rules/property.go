package rules

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// In Jess ?f.slot is the slot of the fact, or the property of the object, that ?f holds.

// cutDot parts a variable's name ?f.slot.
func (c *compiler) cutDot(f *syntax.Form) (base *syntax.Form, name string, ok bool) {
	if c.env.dialect != Jess || f.Kind != syntax.Variable {
		return nil, "", false
	}
	before, after, found := strings.Cut(f.Text, ".")
	if !found || before == "" || after == "" {
		return nil, "", false
	}
	b := *f
	b.Text = before
	return &b, after, true
}

// dotted parts ?f.slot, unless ?f is no variable here or there is one of the whole name.
// Outside of all constructs that shows when it is read.
func (s *scope) dotted(f *syntax.Form) (base *syntax.Form, name string, ok bool) {
	base, name, ok = s.cutDot(f)
	return base, name, ok && !s.isKnown(f.Text) && (s.top || s.isKnown(base.Text))
}

func (s *scope) isKnown(name string) bool {
	_, ok := s.names[name]
	return ok || s.places[name] != nil
}

// undotted writes the properties in a condition as calls.
func (a *analysis) undotted(f *syntax.Form) *syntax.Form {
	if base, name, ok := a.cutDot(f); ok && a.places[base.Text] != nil && a.places[f.Text] == nil {
		word := func(text string) *syntax.Form { return &syntax.Form{Kind: syntax.Symbol, Text: text, Pos: f.Pos} }
		call := base
		for part := range strings.SplitSeq(name, ".") {
			call = &syntax.Form{Kind: syntax.List, Pos: f.Pos, Items: []*syntax.Form{word("get"), call, word(part)}}
		}
		return call
	}
	if f.Kind != syntax.List || a.env.dialect != Jess {
		return f
	}
	c := *f
	c.Items = make([]*syntax.Form, len(f.Items))
	for i, item := range f.Items {
		c.Items[i] = a.undotted(item)
	}
	return &c
}

type propertyNode struct {
	of         node
	name, full string // full: of the variable, which outside of constructs may be set as it is
}

func (n *propertyNode) eval(x *frame) (value.Value, error) {
	if v, ok := x.env.variables[n.full]; ok && n.full != "" {
		return v, nil
	}
	v, err := n.of.eval(x)
	if err != nil {
		return v, err
	}
	return x.env.path(v, n.name)
}

// path reads property after property: owner.name.
func (e *Environment) path(o value.Value, names string) (value.Value, error) {
	for name := range strings.SplitSeq(names, ".") {
		var err error
		if o, err = e.property(o, name); err != nil {
			return o, err
		}
	}
	return o, nil
}

// bindProperty is (bind ?f.slot value).
func (s *scope) bindProperty(f, base *syntax.Form, name string) (node, error) {
	if s.view {
		return nil, s.at(f, "bind has no place in a condition")
	}
	object, err := s.variable(base)
	if err != nil {
		return nil, err
	}
	values, err := s.sequence(f.Items[2:])
	if err != nil {
		return nil, err
	}
	changed := &givenNode{}
	rebind, err := s.bindLocal(base, []node{changed})
	if err != nil {
		return nil, err
	}
	plain := s.bindTop(f.Items[1], values)
	return nodeFunc(func(x *frame) (value.Value, error) {
		if _, known := x.env.variables[base.Text]; s.top && !known {
			return plain.eval(x)
		}
		o, err := object.eval(x)
		if err != nil {
			return value.False, err
		}
		v, err := boundValue(x, values)
		if err != nil {
			return value.False, err
		}
		last := name
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			last = name[i+1:]
			if o, err = x.env.path(o, name[:i]); err != nil {
				return value.False, err
			}
		}
		if changed.v, err = x.env.setProperty(o, last, v); err == nil && last == name && o.Kind() == value.FactKind {
			_, err = rebind.eval(x)
		}
		return v, err
	}), nil
}

// capital is a name as methods have it after get and set.
func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// property reads a slot of a fact, or a property of an object by its method (getName, isName)
// or its field.
func (e *Environment) property(o value.Value, name string) (value.Value, error) {
	if name == "" {
		return value.False, errors.New("a property needs a name")
	}
	if o.Kind() == value.FactKind {
		return factMethod(e, o.Ref().(*Fact), "getSlotValue", []value.Value{value.String(name)})
	}
	for _, method := range []string{"get" + capital(name), "is" + capital(name), name} {
		v, err := invoke(e, o, method, nil)
		var missing *missingMethod
		if !errors.As(err, &missing) {
			return v, err
		}
	}
	return value.False, fmt.Errorf("%s has no property %s", o, name)
}

// setProperty sets a slot of a fact, which is modified, or a property of an object. It gives
// the object, or the fact as it is now.
func (e *Environment) setProperty(o value.Value, name string, v value.Value) (value.Value, error) {
	if name == "" {
		return o, errors.New("a property needs a name")
	}
	if o.Kind() == value.FactKind {
		return e.modifySlot(o, name, v)
	}
	_, err := invoke(e, o, "set"+capital(name), []value.Value{v})
	var missing *missingMethod
	if errors.As(err, &missing) {
		err = fmt.Errorf("%s has no property %s that can be set", o, name)
	}
	return o, err
}

func (e *Environment) modifySlot(o value.Value, name string, v value.Value) (value.Value, error) {
	f, err := e.subjectOf(o, "modify")
	if err != nil || f == nil {
		return o, err
	}
	t := f.Relation.Data.(*Template)
	i := t.slot(name)
	if i < 0 {
		return o, fmt.Errorf("the template %s has no slot %s", t.Name, name)
	}
	x := &frame{env: e}
	return x.change(f, t, []slotValue{{i, []node{constantNode{v}}}}, true)
}

func setFunction(c *Call) (value.Value, error) {
	_, err := c.Env.setProperty(c.Args[0], c.Args[1].Display(), c.Args[2])
	return c.Args[2], err
}

// goField finds the field of a struct by its name, or by that with a capital.
func goField(o reflect.Value, name string) (reflect.Value, bool) {
	for o.Kind() == reflect.Pointer && !o.IsNil() {
		o = o.Elem()
	}
	if o.Kind() != reflect.Struct || name == "" {
		return o, false
	}
	for _, n := range []string{name, capital(name)} {
		if f, ok := o.Type().FieldByName(n); ok && f.IsExported() {
			v, err := o.FieldByIndexErr(f.Index)
			return v, err == nil
		}
	}
	return o, false
}
