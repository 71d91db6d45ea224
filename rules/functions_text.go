package rules

import (
	"strings"

	"farbank/rules/value"
)

func textBuiltins() []builtin {
	return []builtin{
		{name: "str-cat", takes: "value ...", gives: "lexeme", help: "the values written one after the other, as a string", example: "(str-cat \"a b\" c 1)", do: stringOf},
		{name: "sym-cat", takes: "value ...", gives: "lexeme", help: "the same as a symbol", example: "(sym-cat a 1)", do: symbolOf},
		{name: "str-length", takes: "lexeme", gives: "integer", help: "how many characters it has", example: "(str-length \"naïve\")", do: textLength},
		{name: "str-byte-length", takes: "lexeme:value", help: "how many bytes it has", example: "(str-byte-length \"naïve\")", do: byteLength},
		{name: "sub-string", takes: "from:integer to:integer lexeme", gives: "string", help: "the characters from one place to another",
			example: "(sub-string 2 4 \"naïve\")", do: subString},
		{name: "str-index", takes: "part:lexeme lexeme", help: "the place where a part begins, or FALSE", example: "(str-index \"v\" \"naïve\")", do: indexOf},
		{name: "str-compare", takes: "lexeme lexeme [bytes:integer]", gives: "integer", help: "-1, 0 or 1: which comes first; of the first bytes only, if there is a third",
			example: "(str-compare abc abd)", do: compareTexts},
		{name: "str-replace", takes: "lexeme:value part:value by:value", help: "puts a text for every occurrence of a part",
			example: "(str-replace \"a-b-c\" \"-\" \"+\")", do: replaceText},
		{name: "upcase", takes: "lexeme", gives: "lexeme", help: "with the capitals of ASCII", example: "(upcase abc)", do: upperCase},
		{name: "lowcase", takes: "lexeme", gives: "lexeme", help: "with the small letters of ASCII", example: "(lowcase \"ABC\")", do: lowerCase},
		{name: "string-to-field", takes: "lexeme", help: "the first field of a text", example: "(string-to-field \"3.5 x\")", do: stringToField},
		{name: "gensym", gives: "symbol", help: "a new symbol", example: "(gensym)", do: func(c *Call) (value.Value, error) {
			return c.Env.symbols.Symbol(c.Env.generators.symbol()), nil
		}},
		{name: "gensym*", gives: "symbol", help: "a new symbol that the program does not have", example: "(create$ gen1) (gensym*)", do: gensymStar},
		{name: "setgen", takes: "integer", gives: "integer", help: "the number of the next `gensym`", example: "(setgen 7) (gensym)", do: setGensym},
	}
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
