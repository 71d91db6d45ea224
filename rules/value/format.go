package value

import (
	"math"
	"strconv"
	"strings"
)

// Named is what a fact address or external object may be, to print itself.
type Named interface{ RuleText() string }

// String writes v as a program would: strings in quotes, lists in parentheses.
func (v Value) String() string {
	var b strings.Builder
	write(&b, v, Quote)
	return b.String()
}

// Display writes v as printout does: a string is its text alone, in a list
// between quotes as it is.
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

// plainly puts a text in quotes without minding quotes in it.
func plainly(text string) string { return `"` + text + `"` }

// write writes v, with strings as quote gives them.
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
	case FactKind, ExternalKind:
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

// Implode writes the items with blanks between, strings in quotes.
func Implode(items []Value) string {
	var b strings.Builder
	writeItems(&b, items, Quote)
	return b.String()
}

// Quote puts a text in double quotes; quotes and backslashes in it get a
// backslash.
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

// FormatFloat writes a float with up to 15 significant digits, and always with a
// point or an exponent: infinity is inf.0.
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

// general writes f as C's %.*g does: Go's own 'g' differs in when it takes the
// exponent form, and keeps trailing zeros out in both.
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
