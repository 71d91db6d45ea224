package compile

import (
	"fmt"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// definstances compiles a definstances.
func (c *Compiler) definstances(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	d := &core.Definstances{Name: name, Module: c.Env.Current, Source: c.sourceOf(f)}
	if len(rest) > 0 && rest[0].IsSymbol("active") {
		d.Active = true
		rest = rest[1:]
		if len(rest) > 0 && rest[0].Kind == syntax.String {
			rest = rest[1:]
		}
	}
	s := NewScope(c)
	for _, item := range rest {
		if item.Kind != syntax.List {
			return c.At(item, "[PRNTUTIL2] (name of class (slot value) ...) is expected")
		}
		n, err := s.MakeInstance(item, item.Items, d.Active)
		if err != nil {
			return err
		}
		d.Makes = append(d.Makes, n)
	}
	for _, old := range d.Module.Definstances {
		if old.Name == name {
			old.Uses.Release()
			d.Module.Definstances = core.RemoveItem(d.Module.Definstances, old)
			break
		}
	}
	d.Size, d.Uses = s.Size, c.uses
	d.Uses.Hold()
	d.Module.Definstances = append(d.Module.Definstances, d)
	return nil
}

// An Override is a slot of make-instance, modify-instance and their like, and its values.
type Override struct {
	Slot   core.Node
	Values []core.Node
	Site   *fault.Site
}

// Overrides compiles (slot value...) items.
func (s *Scope) Overrides(items []*syntax.Form) ([]Override, error) {
	var list []Override
	for _, item := range items {
		if item.Kind != syntax.List || len(item.Items) == 0 {
			return nil, s.At(item, "[PRNTUTIL2] (slot value ...) is expected")
		}
		n, err := s.Compile(item.Items[0])
		if err != nil {
			return nil, err
		}
		values, err := s.Sequence(item.Items[1:])
		if err != nil {
			return nil, err
		}
		list = append(list, Override{n, values, s.site(item)})
	}
	return list, nil
}

// Evaluate returns the name of the slot and the value.
func (o *Override) Evaluate(x *core.Frame) (string, []value.Value, error) {
	name, err := o.Slot.Eval(x)
	if err != nil {
		return "", nil, err
	}
	if name.Kind() != value.SymbolKind {
		return "", nil, o.Site.Place(fmt.Errorf("[INSMNGR9] Expected a valid slot name for slot-override."))
	}
	args, err := evalArgs(x, o.Values, nil)
	return name.Text(), args, err
}

// Apply sets the slot of an instance by its message.
func (o *Override) Apply(x *core.Frame, i *core.Instance) error {
	name, args, err := o.Evaluate(x)
	if err != nil {
		return err
	}
	n := i.Class.Slot(name)
	if n < 0 {
		return o.Site.Place(fmt.Errorf("[INSMNGR13] Slot %s does not exist in instance %s.", name, i.Name))
	}
	slot := i.Class.Slots[n]
	message := slot.Override
	if message == "" {
		message = "put-" + name
	}
	if len(o.Values) == 0 {
		args = nil // the message resets the slot
	} else if len(args) == 0 {
		args = []value.Value{value.Empty}
	}
	if len(args) > 1 || slot.Multi && len(args) > 0 {
		args = []value.Value{value.List(args...)}
	}
	_, err = x.Env.Send(i.Address(), message, args)
	if err != nil {
		return o.Site.Place(err)
	}
	return nil
}

// MakeInstance compiles name of class (slot value)...; the name may be left out.
func (s *Scope) MakeInstance(f *syntax.Form, items []*syntax.Form, active bool) (core.Node, error) {
	var name core.Node
	var err error
	if len(items) > 0 && !items[0].IsSymbol("of") {
		if name, err = s.Compile(items[0]); err != nil {
			return nil, err
		}
		items = items[1:]
	}
	if len(items) < 2 || !items[0].IsSymbol("of") {
		return nil, s.At(f, "[PRNTUTIL2] of and a class are expected in make-instance")
	}
	var class *core.Class
	var named core.Node
	if items[1].Kind == syntax.Symbol {
		if class = s.Env.FindClass(s.Module, items[1].Text); class == nil {
			return nil, s.At(items[1], "[PRNTUTIL1] Unable to find class %s.", items[1].Text)
		}
		if class.Abstract {
			return nil, s.At(items[1], "[INSMNGR3] Cannot create instances of abstract class %s.", class.Name)
		}
		s.Use(&class.Usage)
	} else if named, err = s.Compile(items[1]); err != nil {
		return nil, err
	}
	overrides, err := s.Overrides(items[2:])
	if err != nil {
		return nil, err
	}
	site := s.site(f)
	return NodeFunc(func(x *core.Frame) (value.Value, error) {
		class := class
		n := ""
		if name != nil {
			v, err := name.Eval(x)
			if err != nil {
				return value.False, err
			}
			if !v.IsLexeme() && v.Kind() != value.InstanceNameKind {
				return value.False, site.Place(fmt.Errorf("[INSMNGR1] Expected a valid name for new instance."))
			}
			n = v.Text()
		} else {
			n = x.Env.NewInstanceName()
		}
		if named != nil {
			v, err := named.Eval(x)
			if err != nil {
				return value.False, err
			}
			if class = x.Env.FindClass(x.Env.Current, v.Text()); v.Kind() != value.SymbolKind || class == nil {
				return value.False, site.Place(fmt.Errorf("[INSMNGR2] Expected a valid class name for new instance."))
			}
		}
		v, err := makeInstance(x, class, n, overrides, active)
		if err != nil {
			err = x.Env.Settle(site, err)
		}
		return v, err
	}), nil
}

// makeInstance makes and initializes an instance. With active the patterns see each change at once.
func makeInstance(x *core.Frame, class *core.Class, name string, overrides []Override, active bool) (v value.Value, err error) {
	v = value.False
	do := func() error {
		i, err := x.Env.MakeRaw(class, name)
		if err != nil || i == nil {
			return err
		}
		_, err = x.Env.Send(i.Address(), "create", nil)
		if err == nil && !i.Deleted {
			err = InitializeInstance(x, i, overrides)
		}
		if err != nil || !i.Ready() {
			_ = x.Env.DeleteInstance(i) // an instance without init-slots is not complete
			return err
		}
		if !i.Deleted {
			v = i.NameValue()
		}
		return nil
	}
	if active {
		return v, do()
	}
	err = x.Env.DelayMatching(do)
	return v, err
}

// InitializeInstance sets slots by messages and sends init.
func InitializeInstance(x *core.Frame, i *core.Instance, overrides []Override) error {
	return x.Env.Initialize(i, func() error {
		for k := range overrides {
			if err := overrides[k].Apply(x, i); err != nil || i.Deleted {
				return err
			}
		}
		return nil
	})
}

// RestoreInstance makes the instance that (name of class (slot value)...) describes without messages.
func (s *Scope) RestoreInstance(f *syntax.Form) error {
	items := f.Items
	if len(items) < 3 || !items[1].IsSymbol("of") || items[2].Kind != syntax.Symbol {
		return s.At(f, "(name of class (slot value) ...) is expected")
	}
	class := s.Env.FindClass(s.Module, items[2].Text)
	name, ok := s.constant(items[0])
	if class == nil || !ok {
		return s.At(items[2], "[PRNTUTIL1] Unable to find class %s.", items[2])
	}
	overrides, err := s.Overrides(items[3:])
	if err != nil {
		return err
	}
	x := &core.Frame{Env: s.Env, Vars: make([]value.Value, s.Size)}
	return s.Env.DelayMatching(func() error {
		i, err := s.Env.MakeRaw(class, name.Text())
		if err != nil || i == nil {
			return err
		}
		return s.Env.Restore(i, func() error {
			for k := range overrides {
				slot, args, err := overrides[k].Evaluate(x)
				if err != nil {
					return err
				}
				v := value.List(args...)
				if n := i.Class.Slot(slot); n >= 0 && !i.Class.Slots[n].Multi && len(args) == 1 {
					v = args[0]
				}
				if err := s.Env.SetSlot(i, slot, v, false); err != nil {
					return err
				}
			}
			return nil
		})
	})
}
