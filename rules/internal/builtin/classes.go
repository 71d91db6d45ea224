package builtin

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/value"
)

func classBuiltins() []compile.Builtin {
	sample := "(defclass P (is-a USER) (slot x (type INTEGER) (default 1))) (defclass Q (is-a P) (multislot y)) "
	test := func(name, takes, help, example string, do func(c *core.Call, class *core.Class) (value.Value, error)) compile.Builtin {
		return compile.Builtin{Name: name, Takes: "class:symbol" + takes, Help: help, Example: sample + example, Do: func(c *core.Call) (value.Value, error) {
			class, err := classArgument(c, 0)
			if err != nil {
				return value.False, err
			}
			return do(c, class)
		}}
	}
	slot := func(name, help, example string, do func(c *core.Call, s *core.ClassSlot) value.Value) compile.Builtin {
		return test(name, " slot:symbol", help, example, func(c *core.Call, class *core.Class) (value.Value, error) {
			s, err := slotArgument(c, class)
			if err != nil {
				return value.False, err
			}
			return do(c, s), nil
		})
	}
	return onlyCLIPS([]compile.Builtin{
		{Name: "class-existp", Takes: "class:symbol", Gives: "boolean", Help: "reports whether a class exists", Example: "(class-existp USER)", Do: func(c *core.Call) (value.Value, error) {
			return value.Bool(c.Env.FindClass(c.Env.Current, c.Args[0].Text()) != nil), nil
		}},
		test("superclassp", " other:symbol", "reports whether a class is a superclass of another", "(superclassp P Q)", func(c *core.Call, class *core.Class) (value.Value, error) {
			other, err := classArgument(c, 1)
			return value.Bool(err == nil && other != class && other.Is(class)), err
		}),
		test("subclassp", " other:symbol", "reports whether a class is a subclass of another", "(subclassp P Q)", func(c *core.Call, class *core.Class) (value.Value, error) {
			other, err := classArgument(c, 1)
			return value.Bool(err == nil && other != class && class.Is(other)), err
		}),
		test("class-abstractp", "", "reports whether a class has no direct instances", "(class-abstractp P)", func(c *core.Call, class *core.Class) (value.Value, error) {
			return value.Bool(class.Abstract), nil
		}),
		test("class-reactivep", "", "reports whether instances of a class match patterns", "(class-reactivep P)", func(c *core.Call, class *core.Class) (value.Value, error) {
			return value.Bool(class.Reactive), nil
		}),
		test("class-superclasses", " [inherit:symbol]", "returns the direct superclasses, or with `inherit` all", "(class-superclasses Q inherit)", func(c *core.Call, class *core.Class) (value.Value, error) {
			all, err := inherits(c, 1)
			list := class.Parents
			if all {
				list = class.Precedence[1:]
			}
			return classNames(c, list), err
		}),
		test("class-subclasses", " [inherit:symbol]", "returns the direct subclasses, or with `inherit` all", "(class-subclasses P)", func(c *core.Call, class *core.Class) (value.Value, error) {
			all, err := inherits(c, 1)
			if !all {
				return classNames(c, class.Subclasses), err
			}
			var list []*core.Class
			var visit func(*core.Class)
			visit = func(k *core.Class) {
				for _, s := range k.Subclasses {
					if !slices.Contains(list, s) {
						list = append(list, s)
						visit(s)
					}
				}
			}
			visit(class)
			return classNames(c, list), err
		}),
		test("class-slots", " [inherit:symbol]", "returns the slots that a class defines, or with `inherit` all", "(class-slots Q inherit)", func(c *core.Call, class *core.Class) (value.Value, error) {
			all, err := inherits(c, 1)
			list := class.Own
			if all {
				list = class.Slots
			}
			var names []value.Value
			for _, s := range list {
				names = append(names, c.Env.Symbol(s.Name))
			}
			return value.List(names...), err
		}),
		test("describe-class", "", "describes a class: its superclasses, slots and handlers", "(describe-class Q)", describeClass),
		{Name: "browse-classes", Takes: "[class:symbol]", Gives: "nothing", Help: "shows a class and its subclasses as a tree", Example: sample + "(browse-classes P)", Do: browseClasses},
		test("slot-existp", " slot:symbol [inherit:symbol]", "reports whether a class defines a slot, or with `inherit` has it", "(slot-existp Q x)", func(c *core.Call, class *core.Class) (value.Value, error) {
			all, err := inherits(c, 2)
			if !all {
				return value.Bool(class.OwnSlot(c.Args[1].Text()) != nil), err
			}
			return value.Bool(class.Slot(c.Args[1].Text()) >= 0), err
		}),
		slot("slot-writablep", "reports whether a slot can be set", "(slot-writablep Q x)", func(c *core.Call, s *core.ClassSlot) value.Value { return value.Bool(s.Access == core.ReadWrite) }),
		slot("slot-initablep", "reports whether a slot can be initialized", "(slot-initablep Q x)", func(c *core.Call, s *core.ClassSlot) value.Value { return value.Bool(s.Access != core.ReadOnly) }),
		slot("slot-publicp", "reports whether a slot is public", "(slot-publicp P x)", func(c *core.Call, s *core.ClassSlot) value.Value { return value.Bool(s.Public) }),
		test("slot-direct-accessp", " slot:symbol", "reports whether handlers of a class can access a slot directly", "(slot-direct-accessp Q x)", func(c *core.Call, class *core.Class) (value.Value, error) {
			s, err := slotArgument(c, class)
			return value.Bool(err == nil && (s.Public || s.Class == class)), err
		}),
		slot("slot-default-value", "returns the default of a slot", "(slot-default-value Q x)", func(c *core.Call, s *core.ClassSlot) value.Value {
			if s.Dropped {
				return c.Env.Symbol("?NONE")
			}
			v, err := s.Standard(c.Env)
			if err != nil {
				return value.False
			}
			return v
		}),
		slot("slot-facets", "returns the facets of a slot", "(slot-facets Q x)", func(c *core.Call, s *core.ClassSlot) value.Value {
			var list []value.Value
			for _, word := range facetWords(s) {
				list = append(list, c.Env.Symbol(strings.TrimSpace(word)))
			}
			return value.List(list...)
		}),
		slot("slot-sources", "returns the classes that contribute facets to a slot", "(slot-sources Q x)", func(c *core.Call, s *core.ClassSlot) value.Value { return classNames(c, s.Sources) }),
		slot("slot-types", "returns the kinds of values that a slot allows", "(slot-types Q x)", func(c *core.Call, s *core.ClassSlot) value.Value { return classSlotTypes(c, s) }),
		slot("slot-cardinality", "returns the least and greatest number of values", "(slot-cardinality Q y)", func(c *core.Call, s *core.ClassSlot) value.Value { return slotCardinality(c, &s.Slot) }),
		slot("slot-range", "returns the least and the greatest number allowed", "(slot-range Q x)", func(c *core.Call, s *core.ClassSlot) value.Value { return slotRange(c, &s.Slot) }),
		slot("slot-allowed-values", "returns the allowed values, or FALSE if there is no restriction", "(slot-allowed-values Q x)", func(c *core.Call, s *core.ClassSlot) value.Value { return slotAllowed(c, &s.Slot) }),
		slot("slot-allowed-classes", "returns the allowed classes of instances, or FALSE if there is no restriction", "(slot-allowed-classes Q x)", func(c *core.Call, s *core.ClassSlot) value.Value {
			if !s.Restricted {
				return value.False
			}
			return classNames(c, s.Classes)
		}),
		{Name: "set-class-defaults-mode", Takes: "mode:symbol", Gives: "symbol", Help: "sets the defaults of classes, convenience or conservation, and returns the old mode", Example: "(set-class-defaults-mode conservation)", Do: setClassDefaults},
		{Name: "get-class-defaults-mode", Gives: "symbol", Help: "returns convenience or conservation", Example: "(get-class-defaults-mode)", Do: func(c *core.Call) (value.Value, error) {
			return c.Env.Symbol(classDefaults(c.Env)), nil
		}},
		{Name: "message-handler-existp", Takes: "class:symbol name:symbol [kind:symbol]", Gives: "boolean", Help: "reports whether a class itself has a message handler", Example: "(message-handler-existp USER print)", Do: handlerExists},
		{Name: "list-defmessage-handlers", Takes: "[class:symbol] [inherit:symbol]", Gives: "nothing", Help: "lists message handlers of a class, or with `inherit` also those of its superclasses", Example: sample + "(list-defmessage-handlers P)", Do: listHandlers},
		{Name: "get-defmessage-handler-list", Takes: "[class:symbol] [inherit:symbol]", Gives: "multifield", Help: "returns class, name and kind of message handlers", Example: sample + "(get-defmessage-handler-list P)", Do: handlerNames},
		{Name: "ppdefmessage-handler", Takes: "class:symbol name:symbol [kind:symbol]", Gives: "nothing", Help: "prints a message handler", Example: sample + "(defmessage-handler P m () 7) (ppdefmessage-handler P m)", Do: printHandler},
		{Name: "undefmessage-handler", Takes: "class:symbol [name:symbol] [kind:symbol]", Gives: "nothing", Help: "removes message handlers; `*` means all", Example: sample + "(defmessage-handler P m () 7) (undefmessage-handler P m) (list-defmessage-handlers P)", Do: undefHandler},
		{Name: "preview-send", Takes: "class:symbol name:symbol", Gives: "nothing", Help: "lists the handlers of a message in the order of their execution", Example: sample + "(preview-send Q get-x)", Do: previewSend},
	})
}

// classArgument returns the class that argument i names.
func classArgument(c *core.Call, i int) (*core.Class, error) {
	name, err := c.Symbol(i)
	if err != nil {
		return nil, err
	}
	class := c.Env.FindClass(c.Env.Current, name)
	if class == nil {
		return nil, fmt.Errorf("[CLASSFUN1] Unable to find class %s in function %s.", name, c.Name)
	}
	return class, nil
}

func slotArgument(c *core.Call, class *core.Class) (*core.ClassSlot, error) {
	name, err := c.Symbol(1)
	if err != nil {
		return nil, err
	}
	n := class.Slot(name)
	if n < 0 {
		if s := class.OwnSlot(name); s != nil {
			return s, nil
		}
		return nil, fmt.Errorf("[CLASSEXM1] No such slot %s in class %s in function %s.", name, class.Name, c.Name)
	}
	return class.Slots[n], nil
}

// inherits reports whether the optional argument i is inherit.
func inherits(c *core.Call, i int) (bool, error) {
	if len(c.Args) <= i {
		return false, nil
	}
	if !c.Args[i].IsSymbol("inherit") {
		return false, c.Wrong(i, `keyword "inherit"`)
	}
	return true, nil
}

func classNames(c *core.Call, list []*core.Class) value.Value {
	var names []value.Value
	for _, k := range list {
		names = append(names, c.Env.Symbol(k.Name))
	}
	return value.List(names...)
}

// facetWords returns the facets of a slot as describe-class abbreviates them.
func facetWords(s *core.ClassSlot) []string {
	pick := func(on bool, yes, no string) string {
		if on {
			return yes
		}
		return no
	}
	standard := "STC"
	switch {
	case s.Dropped:
		standard = "NIL"
	case s.Dynamic != nil:
		standard = "DYN"
	}
	accessor := "NIL"
	switch {
	case s.Readable && s.Writable:
		accessor = "RW"
	case s.Readable:
		accessor = " R"
	case s.Writable:
		accessor = " W"
	}
	override := s.Override
	if override == "" {
		override = "NIL"
	}
	return []string{pick(s.Multi, "MLT", "SGL"), standard, pick(s.NoInherit, "NIL", "INH"), [...]string{"RW", " R", "INT"}[s.Access],
		pick(s.Shared, "SHR", "LCL"), pick(s.Reactive, "RCT", "NIL"), pick(s.Composite, "CMP", "EXC"), pick(s.Public, "PUB", "PRV"), accessor, override}
}

// typeColumns are the kinds of values in the order of describe-class.
var typeColumns = []value.Kind{value.SymbolKind, value.StringKind, value.InstanceNameKind, value.InstanceKind, value.ExternalKind, value.FactKind,
	value.IntegerKind, value.FloatKind}

func classSlotTypes(c *core.Call, s *core.ClassSlot) value.Value {
	var list []value.Value
	for _, k := range []value.Kind{value.FloatKind, value.IntegerKind, value.SymbolKind, value.StringKind, value.ExternalKind, value.FactKind, value.InstanceKind, value.InstanceNameKind} {
		if len(s.Constraint.Types) == 0 || s.Constraint.Allows(k) {
			list = append(list, c.Env.Symbol(k.String()))
		}
	}
	return value.List(list...)
}

const (
	thick = "================================================================================\n"
	stars = "********************************************************************************\n"
	thin  = "--------------------------------------------------------------------------------\n"
)

// namesLine returns a heading and names, broken after column 80.
func namesLine(heading string, list []*core.Class) string {
	var b strings.Builder
	b.WriteString(heading)
	length := len(heading)
	for i, k := range list {
		if length+len(k.Name)+1 > 79 {
			b.WriteString("\n                       ")
			length = 23
		}
		_ = i
		b.WriteString(" " + k.Name)
		length += len(k.Name) + 1
	}
	return b.String() + "\n"
}

func describeClass(c *core.Call, class *core.Class) (value.Value, error) {
	var b strings.Builder
	b.WriteString(thick + stars)
	if class.Abstract {
		b.WriteString("Abstract: direct instances of this class cannot be created.\n\n")
	} else {
		b.WriteString("Concrete: direct instances of this class can be created.\n")
		if class.Reactive {
			b.WriteString("Reactive: direct instances of this class can match defrule patterns.\n\n")
		} else {
			b.WriteString("Non-reactive: direct instances of this class cannot match defrule patterns.\n\n")
		}
	}
	b.WriteString(namesLine("Direct Superclasses:", class.Parents))
	b.WriteString(namesLine("Inheritance Precedence:", class.Precedence))
	b.WriteString(namesLine("Direct Subclasses:", class.Subclasses))
	if len(class.Slots) > 0 {
		describeSlots(&b, class)
	}
	var lines []string
	for _, k := range slices.Backward(class.Precedence) {
		for _, h := range k.Handlers {
			lines = append(lines, handlerLine(h))
		}
	}
	if len(lines) > 0 {
		b.WriteString(thin + "Recognized message-handlers:\n" + strings.Join(lines, ""))
	}
	b.WriteString(stars + thick)
	c.Env.Display(b.String())
	return value.Value{}, nil
}

func handlerLine(h *core.Handler) string {
	return fmt.Sprintf("%s %s in class %s\n", h.Name, core.HandlerKinds[h.Kind], h.Class.Name)
}

// describeSlots writes the tables of the slots.
func describeSlots(b *strings.Builder, class *core.Class) {
	width, override := 5, 8
	for _, s := range class.Slots {
		width, override = max(width, len(s.Name)), max(override, len(facetWords(s)[9]))
	}
	b.WriteString(thin)
	fmt.Fprintf(b, "%-*s : FLD DEF PRP ACC STO MCH SRC VIS CRT %-*s SOURCE(S)\n", width, "SLOTS", override, "OVRD-MSG")
	for _, s := range class.Slots {
		w := facetWords(s)
		fmt.Fprintf(b, "%-*s :", width, s.Name)
		for _, word := range w[:9] {
			fmt.Fprintf(b, " %-3s", word)
		}
		fmt.Fprintf(b, " %-*s", override, w[9])
		for _, k := range s.Sources {
			b.WriteString(" " + k.Name)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "\nConstraint information for slots:\n\n%-*s : SYM STR INN INA EXA FTA INT FLT\n", width, "SLOTS")
	for _, s := range class.Slots {
		k := &s.Constraint
		fmt.Fprintf(b, "%-*s :", width, s.Name)
		numbers := false
		for _, kind := range typeColumns {
			mark := " "
			if len(k.Types) == 0 || k.Allows(kind) {
				mark = "+"
				if k.Listed&core.KindsOf(kind) != 0 || s.Restricted && (kind == value.InstanceKind || kind == value.InstanceNameKind) {
					mark = "#"
				}
				numbers = numbers || kind == value.IntegerKind || kind == value.FloatKind
			}
			b.WriteString("  " + mark + " ")
		}
		b.WriteString(" ")
		if numbers {
			low, high := "-oo", "+oo"
			if k.Minimum != nil {
				low = k.MinValue.String()
			}
			if k.Maximum != nil {
				high = k.MaxValue.String()
			}
			fmt.Fprintf(b, "RNG:[%s..%s]", low, high)
			b.WriteString(" ")
		}
		if s.Multi {
			most := "+oo"
			if k.MaxFields >= 0 {
				most = fmt.Sprint(k.MaxFields)
			}
			fmt.Fprintf(b, "CRD:[%d..%s]", k.MinFields, most)
		}
		b.WriteString("\n")
	}
}

func browseClasses(c *core.Call) (value.Value, error) {
	name := "OBJECT"
	if len(c.Args) > 0 {
		var err error
		if name, err = c.Symbol(0); err != nil {
			return value.Value{}, err
		}
	}
	class := c.Env.FindClass(c.Env.Current, name)
	if class == nil {
		return value.Value{}, fmt.Errorf("[CLASSFUN1] Unable to find class %s in function browse-classes.", name)
	}
	var show func(*core.Class, string)
	show = func(k *core.Class, indent string) {
		mark := ""
		if len(k.Parents) > 1 {
			mark = " *"
		}
		c.Env.Display(indent + k.Name + mark + "\n")
		for _, s := range k.Subclasses {
			show(s, indent+"  ")
		}
	}
	show(class, "")
	return value.Value{}, nil
}

func classDefaults(e *core.Environment) string {
	if e.Objects.Conservative {
		return "conservation"
	}
	return "convenience"
}

func setClassDefaults(c *core.Call) (value.Value, error) {
	mode, err := c.Symbol(0)
	if err != nil {
		return value.False, err
	}
	if mode != "convenience" && mode != "conservation" {
		return value.False, c.Wrong(0, "symbol with value conservation or convenience")
	}
	old := classDefaults(c.Env)
	c.Env.Objects.Conservative = mode == "conservation"
	return c.Env.Symbol(old), nil
}
