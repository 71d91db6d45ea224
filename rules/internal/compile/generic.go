package compile

import (
	"slices"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// defgeneric compiles the header of a generic function.
func (c *Compiler) defgeneric(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return c.At(rest[0], "[PRNTUTIL2] a defgeneric has a name and a comment only")
	}
	g, err := c.generic(f, name)
	if err == nil {
		g.Source = c.sourceOf(f)
	}
	return err
}

// generic returns the generic function with the given name in the current module. It adds a missing one.
func (c *Compiler) generic(f *syntax.Form, name string) (*core.Generic, error) {
	m := c.Env.Current
	for _, g := range m.Generics {
		if g.Name == name {
			return g, nil
		}
	}
	if constructs[name] != nil {
		return nil, c.At(f.Items[1], "[GENRCPSR3] Defgenerics are not allowed to replace constructs.")
	}
	if slices.ContainsFunc(m.Deffunctions, func(d *core.Deffunction) bool { return d.Name == name }) {
		return nil, c.At(f.Items[1], "[GENRCPSR5] Defgenerics are not allowed to replace deffunctions.")
	}
	if err := c.conflict("defgeneric", m, f.Items[1]); err != nil {
		return nil, err
	}
	b := entry(c.Env, name)
	if b != nil && b.Compile != nil {
		return nil, c.At(f.Items[1], "[GENRCPSR16] The system function %s cannot be overloaded.", name)
	}
	fn := c.Env.Function(name)
	if fn == nil {
		return c.Env.NewGeneric(m, name, nil, nil, false), nil
	}
	restrictions, wildcard := c.restrictionsOf(b)
	return c.Env.NewGeneric(m, name, fn, restrictions, wildcard), nil
}

// restrictionsOf returns the restrictions of the method for a function of the system; b is nil for a Go
// function.
func (c *Compiler) restrictionsOf(b *Builtin) (list []core.Restriction, wildcard bool) {
	if b == nil {
		return []core.Restriction{{}}, true
	}
	for _, p := range b.params {
		var r core.Restriction
		for _, class := range classesOfKind[p.kind] {
			r.Classes = append(r.Classes, c.Env.FindClass(c.Env.Current, class))
		}
		if !p.optional {
			list = append(list, r)
		}
		if p.more || p.optional {
			return append(list, r), true
		}
	}
	return list, false
}

// classesOfKind maps names of kinds in the table of builtins to classes.
var classesOfKind = map[string][]string{"float": {"FLOAT"}, "integer": {"INTEGER"}, "number": {"NUMBER"}, "symbol": {"SYMBOL"}, "string": {"STRING"},
	"lexeme": {"LEXEME"}, "chars": {"INSTANCE-NAME", "LEXEME"}, "multifield": {"MULTIFIELD"}}

// defmethod compiles a method.
func (c *Compiler) defmethod(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	index := 0
	if len(rest) > 0 && rest[0].Kind == syntax.Integer {
		if rest[0].Int < 1 || rest[0].Int > 1<<20 {
			return c.At(rest[0], "[GENRCPSR6] Method index out of range.")
		}
		index = int(rest[0].Int)
		rest = rest[1:]
		if len(rest) > 0 && rest[0].Kind == syntax.String {
			rest = rest[1:]
		}
	}
	if len(rest) == 0 || rest[0].Kind != syntax.List {
		return c.At(f, "[GENRCPSR7] Expected a '(' to begin method parameter restrictions.")
	}
	before := len(c.Env.Current.Generics)
	g, err := c.generic(f, name)
	if err != nil {
		return err
	}
	m := &core.Method{Generic: g, Index: index, Watched: c.Env.Watched.Methods}
	if err := c.method(m, rest); err != nil {
		if len(c.Env.Current.Generics) > before && g.Busy == 0 {
			c.Env.RemoveGeneric(g)
		}
		return err
	}
	return c.install(f, g, m)
}

// install adds a compiled method, or puts it in the place of the one that it replaces.
func (c *Compiler) install(f *syntax.Form, g *core.Generic, m *core.Method) error {
	m.Source = c.sourceOf(f)
	same, at := g.Same(m), -1 // a method with the same restrictions keeps its place
	old := same
	if m.Index > 0 {
		numbered := g.Method(m.Index)
		if old != nil && old != numbered {
			return c.At(f, "[GENRCPSR4] New method #%d would be indistinguishable from method #%d.", m.Index, old.Index)
		}
		old = numbered
	}
	if old != nil {
		if old.System != nil {
			return c.At(f, "[GENRCPSR17] Cannot replace the implicit system method #%d.", old.Index)
		}
		if g.Executing() {
			return c.At(f, "[CSTRCPSR4] Cannot redefine defmethod %s while it is in use", g.Name)
		}
		old.Uses.Release()
		m.Index, m.Watched = old.Index, old.Watched
		if old == same {
			at = slices.Index(g.Methods, old)
		} else {
			g.Methods = core.RemoveItem(g.Methods, old)
		}
	}
	if m.Index == 0 {
		m.Index = g.NextIndex()
	}
	m.Uses = c.uses
	m.Uses.Hold()
	if at >= 0 {
		g.Methods[at] = m
	} else {
		g.Insert(m)
	}
	return nil
}

// method compiles the parameters and the body of a method.
func (c *Compiler) method(m *core.Method, rest []*syntax.Form) error {
	s := NewScope(c)
	c.self = &m.Generic.Usage
	var queries []*syntax.Form
	for i, p := range rest[0].Items {
		r, query, variable, err := c.restriction(p)
		if err != nil {
			return err
		}
		if m.Wildcard {
			return c.At(p, "[PRCCODE8] No parameters allowed after wildcard parameter.")
		}
		m.Wildcard = variable.Kind == syntax.MultiVariable
		if _, twice := s.names[variable.Text]; twice {
			return c.At(p, "[PRCCODE7] Duplicate parameter names not allowed.")
		}
		if variable.Kind == syntax.MultiVariable && i < len(rest[0].Items)-1 {
			return c.At(p, "[PRCCODE8] No parameters allowed after wildcard parameter.")
		}
		s.Declare(variable.Text)
		m.Restrictions = append(m.Restrictions, r)
		queries = append(queries, query)
	}
	place, restore := s.Declare("current-argument")
	m.Current = place
	for i, q := range queries {
		if q == nil {
			continue
		}
		n, err := s.Compile(q)
		if err != nil {
			return err
		}
		m.Restrictions[i].Query, m.Restrictions[i].Text = n, q.String()
	}
	restore()
	body := rest[1:]
	if len(body) > 1 && body[0].Kind == syntax.String {
		body = body[1:]
	}
	nodes, err := s.Sequence(body)
	m.Body, m.Size, m.Height = nodes, s.Size, height(body...)
	return err
}

// restriction parses one parameter: ?x or (?x class... query).
func (c *Compiler) restriction(f *syntax.Form) (r core.Restriction, query, variable *syntax.Form, err error) {
	if f.IsVariable() {
		return r, nil, f, nil
	}
	if f.Kind != syntax.List || len(f.Items) == 0 || !f.Items[0].IsVariable() {
		return r, nil, nil, c.At(f, "[GENRCPSR8] Expected a variable for parameter specification.")
	}
	if len(f.Items) == 1 {
		return r, nil, nil, c.At(f, "[GENRCPSR13] Expected a valid class name or query.")
	}
	for i, item := range f.Items[1:] {
		if item.Kind != syntax.Symbol {
			if i < len(f.Items)-2 {
				return r, nil, nil, c.At(item, "[GENRCPSR12] Query must be last in parameter restriction.")
			}
			query = item
			break
		}
		class := c.Env.FindClass(c.Env.Current, item.Text)
		if class == nil {
			return r, nil, nil, c.At(item, "[GENRCPSR14] Unknown class %s in method.", item.Text)
		}
		for _, other := range r.Classes {
			if other == class {
				return r, nil, nil, c.At(item, "[GENRCPSR15] %s class is redundant.", item.Text)
			}
			if other.Is(class) || class.Is(other) {
				return r, nil, nil, c.At(item, "[GENRCPSR15] %s class is redundant.", item.Text)
			}
		}
		if !class.System {
			c.Use(&class.Usage)
		}
		r.Classes = append(r.Classes, class)
	}
	return r, query, f.Items[0], nil
}

// genericCall is a call of a generic function.
type genericCall struct {
	generic *core.Generic
	args    []core.Node
	site    *fault.Site
}

func (s *Scope) genericCall(f *syntax.Form, g *core.Generic) (core.Node, error) {
	args, err := s.Sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	s.Use(&g.Usage)
	return &genericCall{g, args, s.site(f)}, nil
}

func (n *genericCall) Eval(x *core.Frame) (value.Value, error) {
	var few [6]value.Value
	args, err := evalArgs(x, n.args, few[:0])
	if err != nil {
		return value.False, err
	}
	v, err := x.Env.CallGeneric(n.generic, args)
	if err != nil {
		err = x.Env.Settle(n.site, err)
	}
	return v, err
}

// hasGenerics reports whether any generic function exists.
func hasGenerics(e *core.Environment) bool {
	return slices.ContainsFunc(e.Modules, func(m *core.Module) bool { return len(m.Generics) > 0 })
}
