package pretty

import (
	"strings"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Print formats a construct as the pp commands of CLIPS do: its name with its module; each condition,
// action, slot or fact on a line; the parts of control structures indented.
func Print(source, module, name string) string {
	f, err := syntax.NewReader("", source).Next()
	if err != nil || f == nil {
		return source
	}
	p := &prettyPrinter{indent: 3}
	p.construct(f, module, name)
	return p.text.String()
}

type prettyPrinter struct {
	text   strings.Builder
	indent int
}

func (p *prettyPrinter) write(parts ...string) {
	for _, s := range parts {
		p.text.WriteString(s)
	}
}

func (p *prettyPrinter) newLine() { p.write("\n", strings.Repeat(" ", p.indent)) }

func (p *prettyPrinter) construct(f *syntax.Form, module, name string) {
	switch f.Head() {
	case "defglobal":
		p.global(f, module)
		return
	case "defmodule":
		p.write("(defmodule ", name)
	default:
		p.write("(", f.Head(), " ", module, "::", name)
	}
	rest := f.Items[2:]
	for len(rest) > 0 && p.onFirstLine(f, rest[0]) {
		p.write(" ", atom(rest[0]))
		rest = rest[1:]
	}
	switch f.Head() {
	case "defrule":
		p.rule(rest)
	case "deffunction":
		p.newLine()
		p.write(atom(rest[0]))
		p.lines(rest[1:])
	case "defclass":
		for _, item := range rest {
			p.newLine()
			p.facets(item)
		}
	case "definstances":
		for _, item := range rest {
			p.newLine()
			p.instance(item)
		}
	case "defmethod":
		p.parameters(rest)
	case "defmessage-handler":
		if len(rest) > 0 {
			p.newLine()
			p.write(atom(rest[0]))
			p.lines(rest[1:])
		}
	case "defmodule", "deftemplate":
		for _, item := range rest {
			p.newLine()
			p.write(atom(item))
		}
	default:
		p.lines(rest)
	}
	p.write(")")
}

// onFirstLine reports whether a part of a construct stands on its first line: a comment, the name and
// kind of a message handler, the index of a method.
func (p *prettyPrinter) onFirstLine(f, part *syntax.Form) bool {
	switch part.Kind {
	case syntax.String:
		return true
	case syntax.Symbol:
		return f.Head() == "defmessage-handler" || f.Head() == "definstances"
	}
	return part.Kind == syntax.Integer && f.Head() == "defmethod"
}

// facets writes a part of a defclass; each facet of a slot stands on a line.
func (p *prettyPrinter) facets(f *syntax.Form) {
	switch f.Head() {
	case "slot", "single-slot", "multislot":
		p.split(f, 2)
	default:
		p.write(atom(f))
	}
}

// split writes the first items of a list on a line and each of the others on one of its own.
func (p *prettyPrinter) split(f *syntax.Form, first int) {
	first = min(first, len(f.Items))
	p.write("(")
	for i, item := range f.Items[:first] {
		if i > 0 {
			p.write(" ")
		}
		p.write(atom(item))
	}
	p.indent += 3
	for _, item := range f.Items[first:] {
		p.newLine()
		p.write(atom(item))
	}
	p.indent -= 3
	p.write(")")
}

// instance writes an instance of a definstances: its slots stand on lines of their own.
func (p *prettyPrinter) instance(f *syntax.Form) {
	first := 0
	for first < len(f.Items) && f.Items[first].Kind != syntax.List {
		first++
	}
	p.split(f, first)
}

// parameters writes parameters and body of a method: each parameter stands on a line.
func (p *prettyPrinter) parameters(rest []*syntax.Form) {
	if len(rest) == 0 {
		return
	}
	p.newLine()
	p.write("(")
	p.indent++
	for i, item := range rest[0].Items {
		if i > 0 {
			p.newLine()
		}
		p.write(atom(item))
	}
	p.indent--
	p.write(")")
	p.lines(rest[1:])
}

func (p *prettyPrinter) global(f *syntax.Form, module string) {
	rest := f.Items[1:]
	if len(rest) > 0 && rest[0].Kind == syntax.Symbol {
		module, rest = rest[0].Text, rest[1:]
	}
	p.write("(defglobal ", module)
	for _, item := range rest {
		p.write(" ")
		p.expression(item)
	}
	p.write(")")
}

func (p *prettyPrinter) rule(rest []*syntax.Form) {
	for i := 0; i < len(rest); i++ {
		p.newLine()
		switch f := rest[i]; {
		case f.IsSymbol("=>"):
			p.write("=>")
			p.lines(rest[i+1:])
			return
		case i == 0 && f.Head() == "declare":
			p.expression(f)
		default:
			i = p.condition(rest, i)
		}
	}
}

// lines writes each form on a line.
func (p *prettyPrinter) lines(forms []*syntax.Form) {
	for _, f := range forms {
		p.newLine()
		p.expression(f)
	}
}

// condition writes the condition that begins at forms[i] and returns the index of its last form.
func (p *prettyPrinter) condition(forms []*syntax.Form, i int) int {
	if forms[i].IsVariable() && i+2 < len(forms) && forms[i+1].IsSymbol("<-") {
		p.write(atom(forms[i]), " <- ")
		i += 2
	}
	f := forms[i]
	switch f.Head() {
	case "test":
		p.expression(f)
	case "or":
		p.group(f, "  ")
	case "and", "not":
		p.group(f, " ")
	case "exists", "forall", "logical":
		p.group(f, "")
	default:
		p.pattern(f)
	}
	return i
}

// group writes a condition with nested ones; gap precedes the first of them, "" for a new line.
func (p *prettyPrinter) group(f *syntax.Form, gap string) {
	p.write("(", f.Head())
	p.indent += 5
	for i := 1; i < len(f.Items); i++ {
		if i == 1 && gap != "" {
			p.write(gap)
		} else {
			p.newLine()
		}
		i = p.condition(f.Items, i)
	}
	p.indent -= 5
	p.write(")")
}

// pattern writes a pattern without spaces around connectives.
func (p *prettyPrinter) pattern(f *syntax.Form) {
	if f.Kind != syntax.List {
		p.write(atom(f))
		return
	}
	p.write("(")
	for i, item := range f.Items {
		if i > 0 && !joins(f.Items[i-1], item) {
			p.write(" ")
		}
		switch {
		case i > 0 && item.Kind == syntax.List && calls(f.Items[i-1]):
			p.expression(item)
		default:
			p.pattern(item)
		}
	}
	p.write(")")
}

func calls(f *syntax.Form) bool { return f.IsSymbol(":") || f.IsSymbol("=") }

// joins reports whether no space separates two parts of a pattern.
func joins(a, b *syntax.Form) bool {
	switch b.Kind {
	case syntax.And, syntax.Or:
		return true
	}
	switch a.Kind {
	case syntax.And, syntax.Or, syntax.Not:
		return true
	}
	return calls(a) && b.Kind == syntax.List
}

// expression writes a call; that of a control structure takes several lines.
func (p *prettyPrinter) expression(f *syntax.Form) {
	if f.Kind != syntax.List || len(f.Items) == 0 {
		p.write(atom(f))
		return
	}
	items := f.Items[1:]
	switch f.Head() {
	case "if":
		p.ifForm(items)
	case "while":
		p.loop(f, items)
	case "loop-for-count":
		p.loop(f, items)
	case "progn$", "foreach":
		p.foreach(f, items)
	case "progn":
		p.write("(progn")
		p.block(items)
		p.write(")")
	case "switch":
		p.switchForm(items)
	case "assert":
		p.write("(assert ")
		p.indent += 8
		for i, item := range items {
			if i > 0 {
				p.newLine()
			}
			p.plain(item)
		}
		p.indent -= 8
		p.write(")")
	case "any-factp", "find-fact", "find-all-facts", "do-for-fact", "do-for-all-facts", "delayed-do-for-all-facts",
		"any-instancep", "find-instance", "find-all-instances", "do-for-instance", "do-for-all-instances", "delayed-do-for-all-instances":
		p.write("(", f.Head(), " ", atom(items[0]))
		p.block(items[1:])
		p.write(")")
	default:
		p.plain(f)
	}
}

// plain writes a call on one line, except for its arguments.
func (p *prettyPrinter) plain(f *syntax.Form) {
	if f.Kind != syntax.List {
		p.write(atom(f))
		return
	}
	p.write("(")
	for i, item := range f.Items {
		if i > 0 && !(f.Items[i-1].IsSymbol("=") && item.Kind == syntax.List) {
			p.write(" ")
		}
		p.expression(item)
	}
	p.write(")")
}

// block writes each action on a line, indented by three columns.
func (p *prettyPrinter) block(forms []*syntax.Form) {
	p.indent += 3
	p.lines(forms)
	p.indent -= 3
}

func (p *prettyPrinter) ifForm(items []*syntax.Form) {
	p.write("(if ")
	if len(items) > 0 {
		p.expression(items[0])
		p.block(items[1:])
	}
	p.write(")")
}

// loop writes a while or loop-for-count, with or without the word do.
func (p *prettyPrinter) loop(f *syntax.Form, items []*syntax.Form) {
	p.write("(", f.Head(), " ")
	head, rest := items[0], items[1:]
	if f.Head() == "loop-for-count" && head.Kind == syntax.List && len(head.Items) > 0 && head.Items[0].Kind == syntax.Variable {
		p.plain(head)
		p.write(" ")
	} else {
		p.expression(head)
	}
	if len(rest) > 0 && rest[0].IsSymbol("do") {
		p.write(" do")
		rest = rest[1:]
	}
	p.block(rest)
	p.write(")")
}

func (p *prettyPrinter) foreach(f *syntax.Form, items []*syntax.Form) {
	p.write("(", f.Head(), " ")
	switch head := items[0]; {
	case f.Head() == "foreach" && len(items) > 1:
		p.write(atom(head), " ")
		p.expression(items[1])
		items = items[1:]
	case head.Kind == syntax.List && len(head.Items) == 2 && head.Items[0].Kind == syntax.Variable:
		p.plain(head)
		p.write(" ")
	default:
		p.expression(head)
	}
	p.block(items[1:])
	p.write(")")
}

func (p *prettyPrinter) switchForm(items []*syntax.Form) {
	p.write("(switch ")
	p.indent += 3
	for i, item := range items {
		if i == 0 {
			p.expression(item)
			continue
		}
		p.newLine()
		if item.Head() == "case" && len(item.Items) > 2 {
			p.write("(case ")
			p.expression(item.Items[1])
			p.write(" then")
			p.block(item.Items[3:])
		} else {
			p.write("(default ")
			p.block(item.Items[1:])
		}
		p.write(")")
	}
	p.indent -= 3
	p.write(")")
}

// atom writes a form on one line, with numbers as they are printed.
func atom(f *syntax.Form) string {
	switch f.Kind {
	case syntax.FloatNumber:
		return value.Float(f.Float()).String()
	case syntax.Integer:
		return value.Integer(f.Int).String()
	case syntax.List:
		parts := make([]string, len(f.Items))
		for i, item := range f.Items {
			parts[i] = atom(item)
		}
		return "(" + strings.Join(parts, " ") + ")"
	}
	return f.String()
}
