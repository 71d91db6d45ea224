package compile

import (
	"slices"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/syntax"
)

// defclass compiles a class.
func (c *Compiler) defclass(f *syntax.Form) error {
	if c.Env.Matching {
		return c.At(f, "%w", core.ErrBusy)
	}
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	class := &core.Class{Name: name, Module: c.Env.Current, Source: c.sourceOf(f)}
	if old := c.Env.FindClass(class.Module, name); old != nil && old.System {
		return c.At(f.Items[1], "[CLASSPSR2] Cannot redefine a predefined system class.")
	}
	if err := c.conflict("defclass", class.Module, f.Items[1]); err != nil {
		return err
	}
	if rest, err = c.superclasses(class, f, rest); err != nil {
		return err
	}
	seen := map[string]bool{}
	given := func(item *syntax.Form, yes, no string, set *bool) error {
		if seen[item.Head()] {
			return c.At(item, "[PRNTUTIL5] The %s attribute has already been parsed", item.Head())
		}
		seen[item.Head()] = true
		if len(item.Items) != 2 || !item.Items[1].IsSymbol(yes) && !item.Items[1].IsSymbol(no) {
			return c.At(item, "[PRNTUTIL2] %s is %s or %s", item.Head(), yes, no)
		}
		*set = item.Items[1].IsSymbol(yes)
		return nil
	}
	var slots, handlers []*syntax.Form
	for _, item := range rest {
		switch item.Head() {
		case "role":
			err = given(item, "abstract", "concrete", &class.Abstract)
		case "pattern-match":
			err = given(item, "reactive", "non-reactive", &class.Reactive)
		case "slot", "single-slot", "multislot":
			slots = append(slots, item)
		case "message-handler":
			handlers = append(handlers, item)
		default:
			err = c.At(item, "[PRNTUTIL2] %s has no place in a defclass", item)
		}
		if err != nil {
			return err
		}
	}
	first := class.Parents[0]
	convenient := !c.Env.Objects.Conservative
	if !seen["role"] {
		class.Abstract = first.Abstract && !(first.System && convenient)
	}
	if !seen["pattern-match"] {
		class.Reactive = first.Reactive
		if first.System && !class.Abstract && convenient {
			class.Reactive = true
		}
	}
	if class.Abstract && class.Reactive {
		return c.At(f, "[CLASSPSR1] An abstract class cannot be reactive.")
	}
	return c.completeClass(class, f, slots, handlers)
}

// superclasses parses (is-a class...) and computes the precedence list.
func (c *Compiler) superclasses(class *core.Class, f *syntax.Form, rest []*syntax.Form) ([]*syntax.Form, error) {
	if len(rest) == 0 || rest[0].Head() != "is-a" {
		return nil, c.At(f, "[INHERPSR1] (is-a class ...) is expected in a defclass")
	}
	if len(rest[0].Items) < 2 {
		return nil, c.At(rest[0], "[INHERPSR4] Must have at least one superclass.")
	}
	for _, item := range rest[0].Items[1:] {
		if item.IsSymbol(class.Name) {
			return nil, c.At(item, "[INHERPSR1] A class may not have itself as a superclass.")
		}
		p := c.Env.FindClass(c.Env.Current, item.Text)
		switch {
		case p == nil || item.Kind != syntax.Symbol:
			return nil, c.At(item, "[INHERPSR3] A class must be defined after all its superclasses.")
		case slices.Contains(class.Parents, p):
			return nil, c.At(item, "[INHERPSR2] A class may inherit from a superclass only once.")
		case p.System && slices.Contains([]string{"INSTANCE", "INSTANCE-NAME", "INSTANCE-ADDRESS"}, p.Name):
			return nil, c.At(item, "[INHERPSR6] A user-defined class cannot be a subclass of %s.", p.Name)
		}
		class.Parents = append(class.Parents, p)
	}
	var err error
	if class.Precedence, err = core.PrecedenceOf(class); err != nil {
		return nil, c.At(rest[0], "%w", err)
	}
	return rest[1:], nil
}

// completeClass compiles the slots of a class and adds it in place of an older one of its name.
func (c *Compiler) completeClass(class *core.Class, f *syntax.Form, slots, handlers []*syntax.Form) error {
	for _, item := range slots {
		s, err := c.classSlot(class, item)
		if err != nil {
			return err
		}
		class.Own = append(class.Own, s)
	}
	for _, item := range handlers {
		if len(item.Items) < 2 || len(item.Items) > 3 || item.Items[1].Kind != syntax.Symbol {
			return c.At(item, "[CLASSPSR4] (message-handler name [kind]) is expected")
		}
	}
	for _, old := range class.Module.Classes {
		if old.Name != class.Name {
			continue
		}
		if len(old.Subclasses) > 0 || c.Env.ClassInUse(old) {
			return c.At(f, "[CLASSPSR3] %s class cannot be redefined while outstanding references to it still exist.", class.Name)
		}
		c.Env.RemoveClass(old)
		break
	}
	class.InheritSlots()
	c.Env.AddClass(class)
	for _, s := range class.Own {
		c.Env.AddAccessors(class, s)
	}
	class.Uses = c.uses
	class.Uses.Hold()
	return nil
}

// classSlot parses a slot of a class.
func (c *Compiler) classSlot(class *core.Class, f *syntax.Form) (*core.ClassSlot, error) {
	if len(f.Items) < 2 || f.Items[1].Kind != syntax.Symbol {
		return nil, c.At(f, "[PRNTUTIL2] the slot needs a name")
	}
	s := &core.ClassSlot{Class: class, Sources: []*core.Class{class}, Reactive: true, Given: map[string]bool{}}
	s.Name, s.Multi = f.Items[1].Text, f.Head() == "multislot"
	s.Constraint.MaxFields = -1
	s.FieldGiven = f.Head() != "slot"
	switch {
	case s.Name == "is-a" || s.Name == "name":
		return nil, c.At(f.Items[1], "[CLSLTPSR1] The %s slot name is reserved.", s.Name)
	case class.OwnSlot(s.Name) != nil:
		return nil, c.At(f.Items[1], "[CLSLTPSR2] The slot name %s is a duplicate.", s.Name)
	}
	s.Readable = !c.Env.Objects.Conservative
	s.Writable = s.Readable
	var fallback *syntax.Form
	for _, facet := range f.Items[2:] {
		head := facet.Head()
		if s.Given[head] || head == "default" && s.Given["default-dynamic"] || head == "default-dynamic" && s.Given["default"] {
			return nil, c.At(facet, "[CLSLTPSR3] %s facet already specified.", head)
		}
		if other := conflicting(s.Given, head); other != "" {
			return nil, c.At(facet, "[CSTRNPSR3] The %s attribute cannot be used in conjunction with the %s attribute.", head, other)
		}
		s.Given[head] = true
		if head == "default" || head == "default-dynamic" {
			fallback = facet
			continue
		}
		if err := c.classFacet(s, facet); err != nil {
			return nil, err
		}
	}
	var inherited *core.ClassSlot
	if s.Composite {
		inherited = inheritedSlot(class, s.Name)
	}
	if inherited != nil {
		compose(s, inherited)
		s.Sources = sources(class, s)
	}
	if err := c.agree(&s.Slot, f); err != nil {
		return nil, err
	}
	if err := c.classDefault(s, fallback, inherited); err != nil {
		return nil, err
	}
	return s, c.finishSlot(s, f)
}

// finishSlot checks the facets of a slot together.
func (c *Compiler) finishSlot(s *core.ClassSlot, f *syntax.Form) error {
	if s.NoInherit && s.Public {
		return c.At(f, "[CLSLTPSR6] no-inherit slots cannot also be public")
	}
	if s.Access == core.ReadOnly {
		if s.Dropped {
			return c.At(f, "[CLSLTPSR4] read-only slots must have a default value")
		}
		if s.Given["create-accessor"] && s.Writable || s.Override != "" {
			return c.At(f, "[CLSLTPSR5] read-only slots cannot have a write accessor")
		}
		s.Writable = false
		if s.Dynamic == nil && !s.Given["storage"] {
			s.Shared = true
		}
	}
	if s.Override == "" && (s.Writable || s.Access != core.ReadOnly) && !s.Given["override-message"] {
		s.Override = "put-" + s.Name
	}
	return nil
}

// sources returns the classes from which a composite slot takes facets, the most general first.
func sources(class *core.Class, s *core.ClassSlot) []*core.Class {
	list := []*core.Class{class}
	for _, p := range class.Precedence[1:] {
		other := p.OwnSlot(s.Name)
		if other == nil || other.NoInherit {
			continue
		}
		list = slices.Insert(list, 0, p)
		if !other.Composite {
			break
		}
	}
	return list
}

// inheritedSlot returns the slot that a superclass passes on by a name, or nil.
func inheritedSlot(class *core.Class, name string) *core.ClassSlot {
	for _, p := range class.Precedence[1:] {
		if s := p.OwnSlot(name); s != nil && !s.NoInherit {
			return s
		}
	}
	return nil
}

// compose adds to a slot the facets of an inherited one that it does not give itself.
func compose(s, from *core.ClassSlot) {
	k, o := &s.Constraint, &from.Constraint
	lacks := func(prefix string) bool {
		for name := range s.Given {
			if strings.HasPrefix(name, prefix) {
				return false
			}
		}
		return true
	}
	if lacks("type") {
		k.Types = o.Types
	}
	if lacks("allowed-") {
		k.Values, k.Listed = o.Values, o.Listed
	}
	if lacks("allowed-classes") {
		s.Classes, s.Restricted = from.Classes, from.Restricted
	}
	if lacks("range") {
		k.Minimum, k.Maximum, k.MinValue, k.MaxValue = o.Minimum, o.Maximum, o.MinValue, o.MaxValue
	}
	if !s.FieldGiven {
		s.Multi = from.Multi
	}
	if lacks("cardinality") && s.Multi {
		k.MinFields, k.MaxFields = o.MinFields, o.MaxFields
		if !from.Multi {
			k.MinFields, k.MaxFields, k.Limited = 1, 1, true // as in CLIPS
		}
	}
	if lacks("create-accessor") {
		s.Readable, s.Writable = from.Readable, from.Writable
		s.Given["create-accessor"] = from.Given["create-accessor"]
	}
	k.Limited = k.Limited || o.Limited
	if lacks("storage") {
		s.Shared = from.Shared
	}
	if lacks("access") {
		s.Access = from.Access
	}
	if lacks("pattern-match") {
		s.Reactive = from.Reactive
	}
	if lacks("visibility") {
		s.Public = from.Public
	}
	if lacks("override-message") && from.Given["override-message"] {
		s.Override = from.Override
	}
}

// classDefault compiles the default of a slot, or takes an inherited one.
func (c *Compiler) classDefault(s *core.ClassSlot, f *syntax.Form, inherited *core.ClassSlot) error {
	if inherited != nil && (f == nil || len(f.Items) == 2 && f.Items[1].String() == "?DERIVE") && (inherited.Given["default"] || inherited.Given["default-dynamic"]) {
		s.Fallback, s.Dynamic, s.DynamicSize, s.Dropped = inherited.Fallback, inherited.Dynamic, inherited.DynamicSize, inherited.Dropped
		s.NoDefault = inherited.NoDefault
		for _, name := range []string{"default", "default-dynamic"} {
			s.Given[name] = s.Given[name] || inherited.Given[name]
		}
		return nil
	}
	err := c.fallback(&s.Slot, f)
	s.Dropped = s.NoDefault
	return err
}

// classFacet parses a facet of a slot of a class.
func (c *Compiler) classFacet(s *core.ClassSlot, f *syntax.Form) error {
	one := func(values ...string) (string, error) {
		if len(f.Items) == 2 {
			for _, v := range values {
				if f.Items[1].String() == v {
					return v, nil
				}
			}
		}
		return "", c.At(f, "[CLSLTPSR3] %s is one of %s", f.Head(), strings.Join(values, ", "))
	}
	var v string
	var err error
	switch f.Head() {
	case "storage":
		v, err = one("local", "shared")
		s.Shared = v == "shared"
	case "access":
		v, err = one("read-write", "read-only", "initialize-only")
		s.Access = map[string]core.SlotAccess{"read-only": core.ReadOnly, "initialize-only": core.InitializeOnly}[v]
	case "propagation":
		v, err = one("inherit", "no-inherit")
		s.NoInherit = v == "no-inherit"
	case "source":
		v, err = one("exclusive", "composite")
		s.Composite = v == "composite"
	case "pattern-match":
		v, err = one("reactive", "non-reactive")
		s.Reactive = v == "reactive"
	case "visibility":
		v, err = one("private", "public")
		s.Public = v == "public"
	case "create-accessor":
		v, err = one("?NONE", "read", "write", "read-write", "?DEFAULT")
		s.Readable = v == "read" || v == "read-write" || v == "?DEFAULT"
		s.Writable = v == "write" || v == "read-write" || v == "?DEFAULT"
	case "override-message":
		if len(f.Items) != 2 || f.Items[1].Kind != syntax.Symbol && f.Items[1].String() != "?DEFAULT" {
			return c.At(f, "[CLSLTPSR3] override-message names a message")
		}
		if f.Items[1].Kind == syntax.Symbol {
			s.Override = f.Items[1].Text
		}
	case "allowed-classes":
		if len(f.Items) == 2 && f.Items[1].String() == "?VARIABLE" {
			return nil
		}
		for _, item := range f.Items[1:] {
			if item.Kind != syntax.Symbol {
				return c.At(item, "[CSTRNPSR4] Value does not match the expected type for the allowed-classes attribute")
			}
			if k := c.Env.FindClass(c.Env.Current, item.Text); k != nil {
				s.Classes = append(s.Classes, k)
			}
		}
		s.Restricted = true
	default:
		return c.facet(&s.Slot, f)
	}
	return err
}
