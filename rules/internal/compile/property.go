package compile

import (
	"errors"
	"fmt"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/objects"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// In Jess ?f.slot is a slot of the fact, or a property of the object, that ?f is bound to.

// cutDot splits the name of a variable ?f.slot.
func (c *Compiler) cutDot(f *syntax.Form) (base *syntax.Form, name string, ok bool) {
	if c.Env.Dialect != core.Jess || f.Kind != syntax.Variable {
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

// dotted splits ?f.slot, unless ?f is unknown or the whole name is a variable. Outside constructs
// that is only known at run time.
func (s *Scope) dotted(f *syntax.Form) (base *syntax.Form, name string, ok bool) {
	base, name, ok = s.cutDot(f)
	return base, name, ok && !s.isKnown(f.Text) && (s.Top || s.isKnown(base.Text))
}

// isKnown reports whether a variable is bound.
func (s *Scope) isKnown(name string) bool {
	_, ok := s.names[name]
	return ok || s.places[name] != nil
}

// undotted replaces the properties in a condition by calls.
func (a *analysis) undotted(f *syntax.Form) *syntax.Form {
	if base, name, ok := a.cutDot(f); ok && a.places[base.Text] != nil && a.places[f.Text] == nil {
		word := func(text string) *syntax.Form { return &syntax.Form{Kind: syntax.Symbol, Text: text, Pos: f.Pos} }
		call := base
		for part := range strings.SplitSeq(name, ".") {
			call = &syntax.Form{Kind: syntax.List, Pos: f.Pos, Items: []*syntax.Form{word("get"), call, word(part)}}
		}
		return call
	}
	if f.Kind != syntax.List || a.Env.Dialect != core.Jess {
		return f
	}
	c := *f
	c.Items = make([]*syntax.Form, len(f.Items))
	for i, item := range f.Items {
		c.Items[i] = a.undotted(item)
	}
	return &c
}

// propertyNode is a property of an object.
type propertyNode struct {
	of         core.Node
	name, full string // full is the name of a variable that may be set outside constructs
}

func (n *propertyNode) Eval(x *core.Frame) (value.Value, error) {
	if v, ok := x.Env.Variables[n.full]; ok && n.full != "" {
		return v, nil
	}
	v, err := n.of.Eval(x)
	if err != nil {
		return v, err
	}
	return path(x.Env, v, n.name)
}

// path returns a property of a property and so on: owner.name.
func path(e *core.Environment, o value.Value, names string) (value.Value, error) {
	for name := range strings.SplitSeq(names, ".") {
		var err error
		if o, err = Property(e, o, name); err != nil {
			return o, err
		}
	}
	return o, nil
}

// bindProperty compiles (bind ?f.slot value).
func (s *Scope) bindProperty(f, base *syntax.Form, name string) (core.Node, error) {
	if s.View {
		return nil, s.At(f, "bind has no place in a condition")
	}
	object, err := s.variable(base)
	if err != nil {
		return nil, err
	}
	values, err := s.Sequence(f.Items[2:])
	if err != nil {
		return nil, err
	}
	rebind, err := s.BindLocal(base, []core.Node{GivenNode{}})
	if err != nil {
		return nil, err
	}
	plain := s.bindTop(f.Items[1], values)
	return NodeFunc(func(x *core.Frame) (value.Value, error) {
		if _, known := x.Env.Variables[base.Text]; s.Top && !known {
			return plain.Eval(x)
		}
		o, err := object.Eval(x)
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
			if o, err = path(x.Env, o, name[:i]); err != nil {
				return value.False, err
			}
		}
		if x.Env.Given, err = SetProperty(x.Env, o, last, v); err == nil && last == name && o.Kind() == value.FactKind {
			_, err = rebind.Eval(x)
		}
		return v, err
	}), nil
}

// Property returns a slot of a fact, or a property of an object, by its method (getName, isName) or
// its field.
func Property(e *core.Environment, o value.Value, name string) (value.Value, error) {
	if name == "" {
		return value.False, errors.New("a property needs a name")
	}
	if o.Kind() == value.FactKind {
		return factMethod(e, o.Ref().(*core.Fact), "getSlotValue", []value.Value{value.String(name)})
	}
	for _, method := range []string{"get" + objects.Capital(name), "is" + objects.Capital(name), name} {
		v, err := invoke(e, o, method, nil)
		var missing *objects.MissingMethod
		if !errors.As(err, &missing) {
			return v, err
		}
	}
	return value.False, fmt.Errorf("%s has no property %s", o, name)
}

// SetProperty sets a slot of a fact, which is modified, or a property of an object. It returns the
// object or the new fact.
func SetProperty(e *core.Environment, o value.Value, name string, v value.Value) (value.Value, error) {
	if name == "" {
		return o, errors.New("a property needs a name")
	}
	if o.Kind() == value.FactKind {
		return modifySlot(e, o, name, v)
	}
	_, err := invoke(e, o, "set"+objects.Capital(name), []value.Value{v})
	var missing *objects.MissingMethod
	if errors.As(err, &missing) {
		err = fmt.Errorf("%s has no property %s that can be set", o, name)
	}
	return o, err
}

// modifySlot modifies one slot of a fact.
func modifySlot(e *core.Environment, o value.Value, name string, v value.Value) (value.Value, error) {
	f, err := subjectOf(e, o, "modify")
	if err != nil || f == nil {
		return o, err
	}
	t := f.Relation.Data.(*core.Template)
	i := t.Slot(name)
	if i < 0 {
		return o, fmt.Errorf("the template %s has no slot %s", t.Name, name)
	}
	x := &core.Frame{Env: e}
	return change(x, f, t, []slotValue{{i, []core.Node{ConstantNode{v}}}}, true)
}
