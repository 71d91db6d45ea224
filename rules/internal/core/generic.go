package core

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/value"
)

// Generic is a generic function: methods with restrictions on their arguments.
type Generic struct {
	Name    string
	Module  *Module
	Source  string
	Methods []*Method // the first applicable one is called
	next    int       // the index of the next method

	Watched bool
	Usage
}

// Method is a method of a generic function.
type Method struct {
	Generic      *Generic
	Index        int
	Restrictions []Restriction // one for each parameter; of the wildcard parameter the last
	Wildcard     bool          // the last parameter takes all further arguments
	Source       string
	Body         []Node
	Size         int
	Height       int
	Current      int       // the place of ?current-argument
	System       *Function // the function of the system that the generic function overloads
	Watched      bool
	Uses         Uses
	Busy         int
}

// Restriction restricts one argument.
type Restriction struct {
	Classes []*Class // nil: any
	Query   Node     // nil: none
	Text    string   // of the query
}

// NewGeneric adds a generic function to a module. System is the function with its name, or nil, and
// restrictions are those of its arguments.
func (e *Environment) NewGeneric(m *Module, name string, system *Function, restrictions []Restriction, wildcard bool) *Generic {
	g := &Generic{Name: name, Module: m, next: 1, Watched: e.Watched.generics}
	if system != nil {
		g.Insert(&Method{Generic: g, Index: g.next, Restrictions: restrictions, Wildcard: wildcard, System: system})
	}
	e.Symbol(name)
	m.Generics = append(m.Generics, g)
	return g
}

// FindGeneric returns the generic function that a module sees by a name, or nil.
func (e *Environment) FindGeneric(m *Module, name string) *Generic {
	return LookUp(e, m, "defgeneric", name, func(m *Module) []*Generic { return m.Generics }, func(g *Generic) string { return g.Name })
}

// RemoveGeneric removes a generic function.
func (e *Environment) RemoveGeneric(g *Generic) {
	for _, m := range g.Methods {
		m.Uses.Release()
	}
	g.Module.Generics = RemoveItem(g.Module.Generics, g)
}

// Executing reports whether a method is being executed.
func (g *Generic) Executing() bool {
	return slices.ContainsFunc(g.Methods, func(m *Method) bool { return m.Busy > 0 })
}

// Least returns the number of arguments that the method needs.
func (m *Method) Least() int {
	if m.Wildcard {
		return len(m.Restrictions) - 1
	}
	return len(m.Restrictions)
}

// Most returns the number of arguments that the method takes, or -1 for any number.
func (m *Method) Most() int {
	if m.Wildcard {
		return -1
	}
	return len(m.Restrictions)
}

// NextIndex returns the index of a new method.
func (g *Generic) NextIndex() int { return g.next }

// Insert adds a method by the order of precedence.
func (g *Generic) Insert(m *Method) {
	g.next = max(g.next, m.Index+1)
	at := slices.IndexFunc(g.Methods, func(other *Method) bool { return m.compare(other) > 0 })
	if at < 0 {
		at = len(g.Methods)
	}
	g.Methods = slices.Insert(g.Methods, at, m)
}

// Same returns the method with the same restrictions, or nil.
func (g *Generic) Same(m *Method) *Method {
	for _, other := range g.Methods {
		if c := m.compare(other); c == 0 {
			return other
		} else if c > 0 {
			return nil
		}
	}
	return nil
}

// Method returns the method with an index, or nil.
func (g *Generic) Method(index int) *Method {
	for _, m := range g.Methods {
		if m.Index == index {
			return m
		}
	}
	return nil
}

// compare returns 1 if a new method m precedes other, -1 if it follows, and 0 for equal restrictions.
func (m *Method) compare(other *Method) int {
	differ := false
	for i := 0; i < len(m.Restrictions) && i < len(other.Restrictions); i++ {
		if i == len(m.Restrictions)-1 && m.Wildcard && !other.Wildcard {
			return -1
		}
		if i == len(other.Restrictions)-1 && !m.Wildcard && other.Wildcard {
			return 1
		}
		a, b := m.Restrictions[i], other.Restrictions[i]
		if c := compareClasses(a.Classes, b.Classes); c != 0 {
			return c
		}
		switch {
		case a.Query == nil && b.Query != nil:
			return -1
		case a.Query != nil && b.Query == nil:
			return 1
		case a.Text != b.Text:
			differ = true
		}
	}
	if len(m.Restrictions) == len(other.Restrictions) {
		if differ {
			return -1
		}
		return 0
	}
	if m.Least() > other.Least() || !m.Wildcard {
		return 1
	}
	return -1
}

// compareClasses compares the classes of two restrictions: the more specific precede.
func compareClasses(a, b []*Class) int {
	switch {
	case len(a) == 0 && len(b) == 0:
		return 0
	case len(a) == 0:
		return -1
	case len(b) == 0:
		return 1
	}
	differ := false
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] == b[i] {
			continue
		}
		differ = true
		if a[i].Is(b[i]) {
			return 1
		}
		if b[i].Is(a[i]) {
			return -1
		}
	}
	switch {
	case len(a) < len(b):
		return 1
	case len(a) > len(b) || differ:
		return -1
	}
	return 0
}

// Describe returns the restrictions as listings show them.
func (m *Method) Describe() string {
	text := fmt.Sprintf("%s #", m.Generic.Name)
	if m.System != nil {
		text += "SYS"
	}
	text += fmt.Sprintf("%d ", m.Index)
	for i, r := range m.Restrictions {
		rest := m.Wildcard && i == len(m.Restrictions)-1
		if rest && len(r.Classes) == 0 && r.Query == nil {
			text += " $?"
			continue
		}
		var words []string
		if rest {
			words = append(words, "$?")
		}
		for _, c := range r.Classes {
			words = append(words, c.Name)
		}
		if r.Query != nil {
			words = append(words, "<qry>")
		}
		text += " (" + strings.Join(words, " ") + ")"
	}
	if len(m.Restrictions) == 0 {
		text += " "
	}
	return text
}

// GenericCall is a call of a method: what call-next-method needs.
type GenericCall struct {
	Generic *Generic
	Method  *Method
	Args    []value.Value
	Depth   int // of the call of the generic function
}

// CallGeneric calls the first applicable method of a generic function.
func (e *Environment) CallGeneric(g *Generic, args []value.Value) (value.Value, error) {
	if err := e.Deeper("generic function "+g.Name, 1); err != nil {
		return value.False, err
	}
	defer e.Shallower(1)
	const often = 256
	if e.work++; e.work%often == 0 {
		if err := e.Interrupted(); err != nil {
			return value.False, err
		}
	}
	args = slices.Clone(args)
	m, err := e.applicable(g, 0, args)
	if err != nil {
		return value.False, err
	}
	if m == nil {
		return value.False, fmt.Errorf("[GENRCEXE1] No applicable methods for %s.", g.Name)
	}
	e.occupy(&g.Busy, 1)
	defer e.occupy(&g.Busy, -1)
	depth := e.callDepth()
	e.watchCalled(g.Watched, "GNC >> "+g.Name+" ", depth, args)
	v, err := e.CallMethod(m, args, depth)
	e.watchCalled(g.Watched, "GNC << "+g.Name+" ", depth, args)
	return v, err
}

// applicable returns the first applicable method from a position on, or nil.
func (e *Environment) applicable(g *Generic, from int, args []value.Value) (*Method, error) {
	for _, m := range slices.Clone(g.Methods[min(from, len(g.Methods)):]) {
		if ok, err := e.Applicable(m, args); err != nil || ok {
			return m, err
		}
	}
	return nil, nil
}

// NextMethod returns the next applicable method after that of a call, or nil.
func (e *Environment) NextMethod(c *GenericCall, args []value.Value) (*Method, error) {
	if c.Method.System != nil {
		return nil, nil
	}
	return e.applicable(c.Generic, slices.Index(c.Generic.Methods, c.Method)+1, args)
}

// Applicable reports whether arguments satisfy the restrictions of a method.
func (e *Environment) Applicable(m *Method, args []value.Value) (bool, error) {
	if len(args) < m.Least() || !m.Wildcard && len(args) > len(m.Restrictions) {
		return false, nil
	}
	var x *Frame
	for i, v := range args {
		r := m.Restrictions[min(i, len(m.Restrictions)-1)]
		if len(r.Classes) > 0 {
			if ok, err := e.hasClass(v, r.Classes, m.Generic.Name); err != nil || !ok {
				return false, err
			}
		}
		if r.Query == nil {
			continue
		}
		if x == nil {
			x = m.frame(e, args)
		}
		x.Vars[m.Current] = v
		if ok, err := Truth(x, r.Query); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// hasClass reports whether a value belongs to one of the classes.
func (e *Environment) hasClass(v value.Value, classes []*Class, generic string) (bool, error) {
	own := e.Objects.ofKind[v.Kind()]
	c := e.ClassOf(v)
	if c == nil {
		return false, fmt.Errorf("[GENRCEXE3] Unable to determine class of %s in generic function %s.", v, generic)
	}
	return slices.ContainsFunc(classes, func(want *Class) bool {
		return c.Is(want) || own != c && own != nil && (own == want || want.System && want.Name == "INSTANCE")
	}), nil
}

// frame returns the frame of a call of the method.
func (m *Method) frame(e *Environment, args []value.Value) *Frame {
	x := &Frame{Env: e, Vars: make([]value.Value, m.Size), Method: &GenericCall{Generic: m.Generic, Method: m, Args: args}}
	n := copy(x.Vars[:min(m.Least(), m.Size)], args)
	if m.Wildcard {
		x.Vars[n] = value.List(slices.Clone(args[n:])...)
	}
	return x
}

// CallMethod calls one method, whether or not it is applicable. Depth is that of the call of the
// generic function, for watch.
func (e *Environment) CallMethod(m *Method, args []value.Value, depth int) (value.Value, error) {
	if m.System != nil {
		return m.System.Do(&Call{Env: e, Name: m.System.Name, Args: slices.Clone(args)})
	}
	if err := e.Deeper("generic function "+m.Generic.Name, m.Height); err != nil {
		return value.False, err
	}
	e.occupy(&m.Busy, 1)
	defer func() { e.Shallower(m.Height); e.occupy(&m.Busy, -1) }()
	label := fmt.Sprintf("%s:#%d ", m.Generic.Name, m.Index)
	e.watchCalled(m.Watched, "MTH >> "+label, depth, args)
	x := m.frame(e, args)
	x.Method.Depth = depth
	v, err := RunActions(x, m.Body)
	if x.Control == Returning {
		v = x.Result
	}
	e.watchCalled(m.Watched, "MTH << "+label, depth, args)
	return v, err
}

// watchCalled reports a call.
func (e *Environment) watchCalled(on bool, what string, depth int, args []value.Value) {
	if on {
		e.trace(fmt.Sprintf("%s ED:%d (%s)\n", what, depth, value.Implode(args)))
	}
}

// callDepth returns the nesting of the current call.
func (e *Environment) callDepth() int {
	depth := e.depth - e.Evals
	if e.Running != nil {
		depth++ // a rule's actions are a call of their own
	}
	return depth
}
