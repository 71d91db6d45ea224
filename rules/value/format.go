package value

import (
	"math"
	"strconv"
	"strings"
)

// Named is implemented by facts and external objects that print themselves.
type Named interface{ RuleText() string }

// String returns v as program text: strings in quotes, lists in parentheses.
func (v Value) String() string {
	var b strings.Builder
	write(&b, v, Quote)
	return b.String()
}

// Display returns v as printout prints it: a string as its text, and within a list in quotes
// without escapes.
func (v Value) Display() string {
	switch v.Kind() {
	case SymbolKind, StringKind:
		return v.object.text
	case MultifieldKind:
		var b strings.Builder
		b.WriteByte('(')
		writeItems(&b, v.object.list, plainly)
		b.WriteByte(')')
		return b.String()
	}
	return v.String()
}

// Unescaped returns v as CLIPS prints it at its prompt: strings in quotes, but without escapes.
func (v Value) Unescaped() string {
	var b strings.Builder
	write(&b, v, plainly)
	return b.String()
}

// plainly encloses a text in quotes without escaping it.
func plainly(text string) string { return `"` + text + `"` }

// write writes v; quote formats strings.
func write(b *strings.Builder, v Value, quote func(string) string) {
	switch v.Kind() {
	case SymbolKind:
		b.WriteString(v.object.text)
	case StringKind:
		b.WriteString(quote(v.object.text))
	case IntegerKind:
		b.WriteString(strconv.FormatInt(int64(v.number), 10))
	case FloatKind:
		b.WriteString(FormatFloat(v.Number()))
	case MultifieldKind:
		b.WriteByte('(')
		writeItems(b, v.object.list, quote)
		b.WriteByte(')')
	case InstanceNameKind:
		b.WriteByte('[')
		b.WriteString(v.object.text)
		b.WriteByte(']')
	case FactKind, ExternalKind, InstanceKind:
		if named, ok := v.object.ref.(Named); ok {
			b.WriteString(named.RuleText())
		} else {
			b.WriteString("<Pointer>")
		}
	}
}

func writeItems(b *strings.Builder, items []Value, quote func(string) string) {
	for i, item := range items {
		if i > 0 {
			b.WriteByte(' ')
		}
		write(b, item, quote)
	}
}

// Implode returns the items separated by spaces, strings in quotes.
func Implode(items []Value) string {
	var b strings.Builder
	writeItems(&b, items, Quote)
	return b.String()
}

// Quote encloses a text in double quotes and escapes quotes and backslashes in it with
// backslashes.
func Quote(text string) string {
	if !strings.ContainsAny(text, `"\`) {
		return `"` + text + `"`
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(text); i++ {
		if text[i] == '"' || text[i] == '\\' {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	b.WriteByte('"')
	return b.String()
}

// FormatFloat formats a float with up to 15 significant digits and always with a point or an
// exponent. Infinity is inf.0.
func FormatFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		if math.Signbit(f) {
			return "-nan.0"
		}
		return "nan.0"
	case math.IsInf(f, 1):
		return "inf.0"
	case math.IsInf(f, -1):
		return "-inf.0"
	}
	s := general(f, 15)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// general formats f like C's %.*g. Go's 'g' chooses the exponent form for other numbers.
func general(f float64, digits int) string {
	e := strconv.FormatFloat(f, 'e', digits-1, 64)
	mark := strings.IndexByte(e, 'e')
	exponent, _ := strconv.Atoi(e[mark+1:])
	if exponent < -4 || exponent >= digits {
		return trimZeros(e[:mark]) + e[mark:]
	}
	return trimZeros(strconv.FormatFloat(f, 'f', digits-1-exponent, 64))
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
