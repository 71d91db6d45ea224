package builtin

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/pretty"
	"farbank/rules/value"
)

// saveFunction writes all constructs to a file that load can read.
func saveFunction(c *core.Call) (value.Value, error) {
	if !c.Args[0].IsLexeme() {
		return value.False, c.RemarkWrong(0, "of type file name")
	}
	path := c.Args[0].Text()
	if err := os.WriteFile(path, []byte(programText(c.Env)), 0o666); err != nil {
		return value.False, fault.Remarkf("[ARGACCES2] Function save was unable to open file %s.", path)
	}
	return value.True, nil
}

// programText returns all constructs as text, modules before those that import them. It declares
// each deffunction first, so that others may call it.
func programText(e *core.Environment) string {
	var b strings.Builder
	for _, m := range modulesInOrder(e) {
		if m.Source != "" {
			fmt.Fprintf(&b, "%s\n\n", pretty.Print(m.Source, m.Name, m.Name))
		}
		for _, d := range m.Deffunctions {
			fmt.Fprintf(&b, "(deffunction %s::%s (%s))\n\n", m.Name, d.Name, strings.Join(parameterNames(d), " "))
		}
		for _, g := range m.Generics {
			fmt.Fprintf(&b, "(defgeneric %s::%s)\n\n", m.Name, g.Name)
		}
		for _, word := range []string{"defglobal", "deftemplate", "defclass", "defmessage-handler", "defmethod", "deffacts", "definstances", "deffunction", "defrule"} {
			if word == "defmessage-handler" || word == "defmethod" {
				saveParts(&b, m, word)
				continue
			}
			i := slices.IndexFunc(kinds, func(k kind) bool { return k.word == word })
			for _, item := range kinds[i].list(m) {
				if d, ok := item.item.(*core.Deffacts); item.source == "" || ok && d.Hidden {
					continue
				}
				fmt.Fprintf(&b, "%s\n\n", pretty.Print(item.source, m.Name, item.name))
			}
		}
	}
	return b.String()
}

// saveParts writes the message handlers or the methods of a module, in the order of their definition.
func saveParts(b *strings.Builder, m *core.Module, word string) {
	if word == "defmessage-handler" {
		for _, k := range m.Classes {
			for _, h := range k.Handlers {
				if h.Source != "" {
					fmt.Fprintf(b, "%s\n\n", pretty.Print(h.Source, m.Name, k.Name))
				}
			}
		}
		return
	}
	for _, g := range m.Generics {
		methods := slices.Clone(g.Methods)
		slices.SortFunc(methods, func(x, y *core.Method) int { return x.Index - y.Index })
		for _, k := range methods {
			if k.Source != "" {
				fmt.Fprintf(b, "%s\n\n", pretty.Print(k.Source, m.Name, g.Name))
			}
		}
	}
}

func parameterNames(d *core.Deffunction) []string {
	var names []string
	for i := range d.Params {
		names = append(names, fmt.Sprintf("?p%d", i))
	}
	if d.Rest {
		names = append(names, "$?wildargs")
	}
	return names
}

// modulesInOrder returns the modules, each after those it imports from.
func modulesInOrder(e *core.Environment) []*core.Module {
	var order []*core.Module
	var visit func(*core.Module)
	visit = func(m *core.Module) {
		if m == nil || slices.Contains(order, m) {
			return
		}
		for _, p := range m.Imports {
			visit(e.Module(p.Module))
		}
		order = append(order, m)
	}
	for _, m := range e.Modules {
		visit(m)
	}
	return order
}
