package compile

import (
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/objects"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Compile compiles an expression.
func (s *Scope) Compile(f *syntax.Form) (core.Node, error) {
	switch f.Kind {
	case syntax.Variable, syntax.MultiVariable:
		n, err := s.variable(f)
		if f.Kind == syntax.MultiVariable && s.Env.Options.Spread && err == nil {
			n = ExpandNode{n}
		}
		return n, err
	case syntax.Global, syntax.MultiGlobal:
		g := s.Env.FindGlobal(s.Module, f.Text)
		if g == nil && s.Top && s.Env.Dialect != core.Jess {
			return s.lateGlobal(f), nil
		}
		if g == nil {
			return nil, s.At(f, "[GLOBLPSR1] Global variable ?*%s* was referenced, but is not defined", f.Text)
		}
		if !s.byName {
			s.Use(&g.Usage)
		}
		if f.Kind == syntax.MultiGlobal && s.Env.Dialect != core.Jess {
			return ExpandNode{globalNode{g}}, nil
		}
		return globalNode{g}, nil
	case syntax.List:
		return s.call(f)
	}
	if v, ok := s.constant(f); ok {
		return ConstantNode{v}, nil
	}
	return nil, s.At(f, "%s has no place in an expression", f)
}

// lateGlobal compiles a global that does not exist when a call outside constructs is read. As in CLIPS, the call ends
// only where it needs the value.
func (s *Scope) lateGlobal(f *syntax.Form) core.Node {
	module := s.Module
	return NodeFunc(func(x *core.Frame) (value.Value, error) {
		if g := x.Env.FindGlobal(module, f.Text); g != nil {
			return x.Env.GlobalValue(g), nil
		}
		return value.False, s.At(f, "[GLOBLDEF1] Global variable ?*%s* is unbound.", f.Text)
	})
}

// Sequence compiles several forms.
func (s *Scope) Sequence(forms []*syntax.Form) ([]core.Node, error) {
	nodes := make([]core.Node, 0, len(forms))
	for _, f := range forms {
		n, err := s.Compile(f)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

// variable compiles a variable.
func (s *Scope) variable(f *syntax.Form) (core.Node, error) {
	if slot, err := s.selfSlot(f); err != nil || slot != "" {
		return &selfNode{slot}, err
	}
	place, known := s.names[f.Text]
	ref := s.places[f.Text]
	switch {
	case known:
		return &localNode{place, f.Text, ref}, nil
	case ref != nil && s.View:
		return conditionNode{ref}, nil
	case ref != nil:
		return &localNode{s.place(f.Text), f.Text, ref}, nil
	}
	if base, name, ok := s.dotted(f); ok {
		object, err := s.variable(base)
		n := &propertyNode{of: object, name: name}
		if s.Top {
			n.full = f.Text
		}
		return n, err
	}
	if i := strings.IndexByte(f.Text, ':'); i > 0 {
		if place, ok := s.names[f.Text[:i]]; ok {
			return &slotNode{fact: &localNode{place, f.Text[:i], s.places[f.Text[:i]]}, slot: f.Text[i+1:]}, nil
		}
	}
	if s.Top {
		return s.topVariable(f), nil
	}
	if s.View {
		return nil, s.At(f, "[PRCCODE3] Variable %s is used before a condition binds it", f)
	}
	return nil, s.At(f, "[PRCCODE3] Undefined variable %s referenced in %s", f.Text, s.part())
}

// part names the current part of the program in messages.
func (s *Scope) part() string {
	if strings.HasPrefix(s.construct, "defrule") {
		return "RHS of " + s.construct
	}
	return s.construct
}

// call compiles a call.
func (s *Scope) call(f *syntax.Form) (core.Node, error) {
	if len(f.Items) == 0 {
		return nil, s.At(f, "[EXPRNPSR1] A function name must be the first field of a call")
	}
	head := f.Items[0]
	if head.Kind != syntax.Symbol {
		if s.Env.Dialect == core.Jess {
			return s.MethodCall(f)
		}
		return nil, s.At(head, "[EXPRNPSR1] A function name must be a symbol")
	}
	if hasGenerics(s.Env) {
		if g := s.Env.FindGeneric(s.Module, head.Text); g != nil {
			return s.genericCall(f, g)
		}
	}
	if special := SpecialForm(s.Env, head.Text); special != nil {
		n, err := special.Compile(s, f)
		if do, ok := n.(NodeFunc); ok && err == nil {
			return &placedNode{do, s.site(f)}, nil
		}
		return n, err
	}
	if d := s.Env.FindFunction(s.Module, head.Text); d != nil {
		return s.deffunctionCall(f, d)
	}
	if fn := s.Env.Function(head.Text); fn != nil {
		return s.functionCall(f, fn, entry(s.Env, head.Text))
	}
	if part := leftOut[head.Text]; part != "" {
		return nil, s.At(head, "%s belongs to %s, which is not part of this engine", head.Text, part)
	}
	if s.Env.Dialect == core.Jess {
		if objects.Classes[objects.ClassName(head.Text)] != nil {
			return s.MethodCall(f)
		}
		return s.laterCall(f)
	}
	return nil, s.At(head, "%w", s.Env.MissingFunction(head.Text))
}

// functionCall compiles the call of a function written in Go. entry is nil for one that is not in
// the table.
func (s *Scope) functionCall(f *syntax.Form, fn *core.Function, entry *Builtin) (core.Node, error) {
	args, err := s.Sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	if fn.Name == "why" {
		s.Env.Reasons = true
	}
	n := &callNode{fn, args, false, s.site(f)}
	if n.expands = n.mayExpand(); !n.expands {
		if err := fault.CountArgs(fn.Name, len(args), fn.Min, fn.Max); err != nil {
			return nil, s.At(f, "%w", err)
		}
	}
	if entry == nil || n.expands {
		return n, nil
	}
	if err := s.checkArguments(f, entry); err != nil {
		return nil, err
	}
	return quick(lazy(n)), nil
}

// leftOut maps functions that this engine lacks to the part of the language to which they belong.
var leftOut = map[string]string{}

func init() {
	for part, names := range map[string]string{
		"binary images":   "bload bsave bload-instances bsave-instances",
		"code generation": "constructs-to-c",
		"text lookup":     "fetch toss print-region get-region",
		"profiling":       "profile profile-info profile-reset set-profile-percent-threshold get-profile-percent-threshold",
		"join statistics": "join-activity join-activity-reset",
	} {
		for _, name := range strings.Fields(names) {
			leftOut[name] = part
		}
	}
}
