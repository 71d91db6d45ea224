package compile

import (
	"fmt"

	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// topVariable returns a variable of the calls outside constructs.
func (s *Scope) topVariable(f *syntax.Form) core.Node {
	name := f.Text
	return NodeFunc(func(x *core.Frame) (value.Value, error) {
		if v, ok := x.Env.Variables[name]; ok {
			return v, nil
		}
		return value.False, fmt.Errorf("[EVALUATN1] Variable %s is unbound", name)
	})
}

// bindTop compiles the assignment of a variable outside constructs.
func (s *Scope) bindTop(f *syntax.Form, values []core.Node) core.Node {
	name := f.Text
	return NodeFunc(func(x *core.Frame) (value.Value, error) {
		v, err := boundValue(x, values)
		if err != nil {
			return value.False, err
		}
		if v.Kind() == value.None {
			delete(x.Env.Variables, name)
			return value.False, nil
		}
		if x.Env.Variables == nil {
			x.Env.Variables = map[string]value.Value{}
		}
		x.Env.Variables[name] = v
		return v, nil
	})
}

// Bind compiles (bind variable value ...).
func (s *Scope) Bind(f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	if base, name, ok := s.dotted(f.Items[1]); ok {
		return s.bindProperty(f, base, name)
	}
	values, err := s.Sequence(f.Items[2:])
	if err != nil {
		return nil, err
	}
	switch target := f.Items[1]; target.Kind {
	case syntax.Global, syntax.MultiGlobal:
		return s.bindGlobal(target, values)
	case syntax.Variable, syntax.MultiVariable:
		if slot, err := s.selfSlot(target); err != nil {
			return nil, err
		} else if slot != "" {
			if c := s.handler.Class; c.Slots[c.Slot(slot)].Access == core.ReadOnly {
				return nil, s.At(target, "[MSGFUN3] %s slot in class %s: write access denied.", slot, c.Name)
			}
			return s.bindSelf(slot, values), nil
		}
		return s.BindLocal(target, values)
	}
	return nil, s.At(f.Items[1], "bind sets a variable")
}

// boundValue returns the value that bind assigns: a single one as it is, several as a multifield,
// and the zero Value for none at all.
func boundValue(x *core.Frame, values []core.Node) (value.Value, error) {
	args, err := evalArgs(x, values, nil)
	if err != nil {
		return value.Value{}, err
	}
	switch len(args) {
	case 0:
		return value.Value{}, nil
	case 1:
		return args[0], nil
	}
	return value.List(args...), nil
}

// BindLocal compiles the assignment of a variable of the current rule, function or call.
func (s *Scope) BindLocal(target *syntax.Form, values []core.Node) (core.Node, error) {
	if s.Top {
		return s.bindTop(target, values), nil
	}
	if s.View {
		return nil, s.At(target, "bind has no place in a condition")
	}
	place := s.place(target.Text)
	if why := s.fixed[place]; why != "" {
		return nil, s.At(target, "%s", why)
	}
	delete(s.types, target.Text)
	return NodeFunc(func(x *core.Frame) (value.Value, error) {
		v, err := boundValue(x, values)
		if err != nil {
			return value.False, err
		}
		x.Vars[place] = v
		if v.Kind() == value.None {
			return value.False, nil
		}
		return v, nil
	}), nil
}

// bindGlobal compiles the assignment of a global.
func (s *Scope) bindGlobal(target *syntax.Form, values []core.Node) (core.Node, error) {
	g := s.Env.FindGlobal(s.Module, target.Text)
	if g == nil {
		return nil, s.At(target, "[GLOBLPSR1] Global variable ?*%s* was referenced, but is not defined", target.Text)
	}
	s.Use(&g.Usage)
	return NodeFunc(func(x *core.Frame) (value.Value, error) {
		v, err := boundValue(x, values)
		if err != nil {
			return value.False, err
		}
		if v.Kind() == value.None {
			err := g.Reset(x.Env)
			return x.Env.GlobalValue(g), err
		}
		x.Env.SetGlobal(g, v)
		return v, nil
	}), nil
}

// Whole refuses an expanded value where no arguments are expected.
func (s *Scope) Whole(f *syntax.Form, n core.Node) error {
	if _, ok := n.(ExpandNode); ok && s.Env.Dialect != core.Jess {
		return s.At(f, "[EXPRNPSR4] $ Sequence operator not a valid argument here")
	}
	return nil
}
