package rules

import (
	"strings"

	"farbank/rules/value"
)

var textFunctions = []Function{
	{Name: "str-cat", Min: 1, Max: -1, Func: stringOf},
	{Name: "sym-cat", Min: 1, Max: -1, Func: symbolOf},
	{Name: "str-length", Min: 1, Max: 1, Func: textLength},
	{Name: "str-byte-length", Min: 1, Max: 1, Func: byteLength},
	{Name: "sub-string", Min: 3, Max: 3, Func: subString},
	{Name: "str-index", Min: 2, Max: 2, Func: indexOf},
	{Name: "str-compare", Min: 2, Max: 3, Func: compareTexts},
	{Name: "str-replace", Min: 3, Max: 3, Func: replaceText},
	{Name: "upcase", Min: 1, Max: 1, Func: upperCase},
	{Name: "lowcase", Min: 1, Max: 1, Func: lowerCase},
	{Name: "string-to-field", Min: 1, Max: 1, Func: stringToField},
}

// joined writes the arguments one after the other.
func (c *Call) joined() (string, error) {
	n := 0
	for _, v := range c.Args {
		if v.IsLexeme() {
			n += len(v.Text())
		}
	}
	if err := c.room(n); err != nil {
		return "", err
	}
	var b strings.Builder
	for i, v := range c.Args {
		object := v.Kind() == value.ExternalKind && c.Env.dialect == Jess
		if !v.IsLexeme() && !v.IsNumber() && !object {
			return "", c.Wrong(i, "of type string, instance name, symbol, float, or integer")
		}
		b.WriteString(v.Display())
	}
	return b.String(), nil
}

func stringOf(c *Call) (value.Value, error) {
	text, err := c.joined()
	return value.String(text), err
}

func symbolOf(c *Call) (value.Value, error) {
	text, err := c.joined()
	if err != nil {
		return value.Nil, err
	}
	return c.Env.symbols.Symbol(text), nil
}

// nextChar gives the place after the character of UTF-8 at place i: a byte and
// up to three that continue it.
func nextChar(s string, i int) int {
	end := min(i+4, len(s))
	for i++; i < end && s[i]&0xC0 == 0x80; i++ {
	}
	return i
}

// charsTo counts the characters that begin before byte end.
func charsTo(s string, end int) int64 {
	n := int64(0)
	for i := 0; i < end; i = nextChar(s, i) {
		n++
	}
	return n
}

func textLength(c *Call) (value.Value, error) {
	text, err := c.Lexeme(0)
	return value.Integer(charsTo(text, len(text))), err
}

func byteLength(c *Call) (value.Value, error) {
	text, err := c.Lexeme(0)
	return value.Integer(int64(len(text))), err
}

func subString(c *Call) (value.Value, error) {
	empty := value.String("")
	from, err := c.Int(0)
	if err != nil {
		return empty, err
	}
	to, err := c.Int(1)
	if err != nil {
		return empty, err
	}
	if to < 1 {
		return empty, nil // whatever the third argument is
	}
	text, err := c.Lexeme(2)
	if err != nil || from > to {
		return empty, err
	}
	start, end := len(text), len(text)
	for i, n := 0, int64(1); i < len(text) && n <= to; n++ {
		if n == max(from, 1) {
			start = i
		}
		i = nextChar(text, i)
		end = i
	}
	if start >= end {
		return empty, nil
	}
	return value.String(text[start:end]), nil
}

// indexOf gives the place of the first text in the second, in characters from
// 1. The empty text is behind the last.
func indexOf(c *Call) (value.Value, error) {
	part, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	text, err := c.Lexeme(1)
	if err != nil {
		return value.False, err
	}
	if part == "" {
		return value.Integer(charsTo(text, len(text)) + 1), nil
	}
	i := strings.Index(text, part)
	if i < 0 {
		return value.False, nil
	}
	return value.Integer(charsTo(text, i+1)), nil
}

// compareTexts gives -1, 0 or 1; with a third argument only so many bytes count,
// all of them if it is negative.
func compareTexts(c *Call) (value.Value, error) {
	a, err := c.Lexeme(0)
	if err != nil {
		return value.Value{}, err
	}
	b, err := c.Lexeme(1)
	if err != nil {
		return value.Value{}, err
	}
	if len(c.Args) == 3 {
		n, err := c.Int(2)
		if err != nil {
			return value.Value{}, err
		}
		if n := int(int32(n)); n >= 0 {
			a, b = a[:min(n, len(a))], b[:min(n, len(b))]
		}
	}
	return value.Integer(int64(strings.Compare(a, b))), nil
}

// replaceText puts the third text for every occurrence of the second.
func replaceText(c *Call) (value.Value, error) {
	var texts [3]string
	for i := range texts {
		var err error
		if texts[i], err = c.Lexeme(i); err != nil {
			return value.Value{}, err
		}
	}
	if texts[1] == "" {
		return c.Args[0], nil
	}
	n := strings.Count(texts[0], texts[1])
	if err := c.room(len(texts[0]) + n*(len(texts[2])-len(texts[1]))); err != nil {
		return value.Value{}, err
	}
	return c.like(0, strings.ReplaceAll(texts[0], texts[1], texts[2])), nil
}

// like makes a symbol or a string of a text, as argument i is one.
func (c *Call) like(i int, text string) value.Value {
	if c.Args[i].Kind() == value.SymbolKind {
		return c.Env.symbols.Symbol(text)
	}
	return value.String(text)
}

func upperCase(c *Call) (value.Value, error) { return c.mapBytes('a', 'z', 'A'-'a') }

func lowerCase(c *Call) (value.Value, error) { return c.mapBytes('A', 'Z', 'a'-'A') }

// mapBytes moves the letters of a range, those of ASCII only.
func (c *Call) mapBytes(from, to byte, by int) (value.Value, error) {
	text, err := c.Lexeme(0)
	if err != nil {
		return value.Value{}, err
	}
	b := []byte(text)
	for i, x := range b {
		if x >= from && x <= to {
			b[i] = byte(int(x) + by)
		}
	}
	return c.like(0, string(b)), nil
}

func stringToField(c *Call) (value.Value, error) {
	text, err := c.Lexeme(0)
	if err != nil {
		return value.Value{}, err
	}
	f := c.Env.scan(text).next()
	if f.kind == badField {
		return value.String("*** ERROR ***"), nil
	}
	return f.read(), nil
}
