package rules

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"farbank/rules/value"
)

// saveFunction writes all constructs into a file that load can read.
func saveFunction(c *Call) (value.Value, error) {
	if !c.Args[0].IsLexeme() {
		return value.False, c.remarkWrong(0, "of type file name")
	}
	path := c.Args[0].Text()
	if err := os.WriteFile(path, []byte(c.Env.programText()), 0o666); err != nil {
		return value.False, remarkf("[ARGACCES2] Function save was unable to open file %s.", path)
	}
	return value.True, nil
}

// programText writes all constructs, modules before those that import them. A
// deffunction is announced first, so that others may call it.
func (e *Environment) programText() string {
	var b strings.Builder
	for _, m := range e.modulesInOrder() {
		if m.source != "" {
			fmt.Fprintf(&b, "%s\n\n", prettyPrint(m.source, m.Name, m.Name))
		}
		for _, d := range m.deffunctions {
			fmt.Fprintf(&b, "(deffunction %s::%s (%s))\n\n", m.Name, d.Name, strings.Join(d.parameterNames(), " "))
		}
		for _, word := range []string{"defglobal", "deftemplate", "deffacts", "deffunction", "defrule"} {
			i := slices.IndexFunc(kinds, func(k kind) bool { return k.word == word })
			for _, item := range kinds[i].list(m) {
				if d, ok := item.item.(*Deffacts); item.source == "" || ok && d.hidden {
					continue
				}
				fmt.Fprintf(&b, "%s\n\n", prettyPrint(item.source, m.Name, item.name))
			}
		}
	}
	return b.String()
}

func (d *Deffunction) parameterNames() []string {
	var names []string
	for i := range d.params {
		names = append(names, fmt.Sprintf("?p%d", i))
	}
	if d.rest {
		names = append(names, "$?wildargs")
	}
	return names
}

// modulesInOrder lists the modules, each after those it imports from.
func (e *Environment) modulesInOrder() []*Module {
	var order []*Module
	var visit func(*Module)
	visit = func(m *Module) {
		if m == nil || slices.Contains(order, m) {
			return
		}
		for _, p := range m.imports {
			visit(e.module(p.module))
		}
		order = append(order, m)
	}
	for _, m := range e.modules {
		visit(m)
	}
	return order
}
