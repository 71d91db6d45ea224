package builtin

import (
	"strings"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/value"
)

func textBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "str-cat", Takes: "value ...", Gives: "lexeme", Help: "returns the values concatenated, as a string", Example: "(str-cat \"a b\" c 1)", Do: stringOf},
		{Name: "sym-cat", Takes: "value ...", Gives: "lexeme", Help: "returns the values concatenated, as a symbol", Example: "(sym-cat a 1)", Do: symbolOf},
		{Name: "str-length", Takes: "chars", Gives: "integer", Help: "returns the number of characters", Example: "(str-length \"naïve\")", Do: textLength},
		{Name: "str-byte-length", Takes: "lexeme:value", Help: "returns the number of bytes", Example: "(str-byte-length \"naïve\")", Do: byteLength},
		{Name: "sub-string", Takes: "from:integer to:integer chars", Gives: "string", Help: "returns the characters from one position to another",
			Example: "(sub-string 2 4 \"naïve\")", Do: subString},
		{Name: "str-index", Takes: "part:chars chars", Help: "returns the position at which a part begins, or FALSE", Example: "(str-index \"v\" \"naïve\")", Do: indexOf},
		{Name: "str-compare", Takes: "chars chars [bytes:integer]", Gives: "integer", Help: "returns -1, 0 or 1; a third argument limits the comparison to that number of bytes",
			Example: "(str-compare abc abd)", Do: compareTexts},
		{Name: "str-replace", Takes: "lexeme:value part:value by:value", Help: "replaces every occurrence of a part",
			Example: "(str-replace \"a-b-c\" \"-\" \"+\")", Do: replaceText},
		{Name: "upcase", Takes: "chars", Gives: "chars", Help: "converts ASCII letters to upper case", Example: "(upcase abc)", Do: upperCase},
		{Name: "lowcase", Takes: "chars", Gives: "chars", Help: "converts ASCII letters to lower case", Example: "(lowcase \"ABC\")", Do: lowerCase},
		{Name: "string-to-field", Takes: "chars", Help: "returns the first field of a text", Example: "(string-to-field \"3.5 x\")", Do: stringToField},
		{Name: "gensym", Gives: "symbol", Help: "returns a new symbol", Example: "(gensym)", Do: func(c *core.Call) (value.Value, error) {
			return c.Env.Symbols.Symbol(c.Env.Generators.NewName()), nil
		}},
		{Name: "gensym*", Gives: "symbol", Help: "returns a new symbol that the program does not contain", Example: "(create$ gen1) (gensym*)", Do: gensymStar},
		{Name: "setgen", Takes: "integer", Gives: "integer", Help: "sets the number of the next `gensym`", Example: "(setgen 7) (gensym)", Do: setGensym},
	}
}

// joined returns the arguments concatenated.
func joined(c *core.Call) (string, error) {
	n := 0
	for _, v := range c.Args {
		if v.IsLexeme() {
			n += len(v.Text())
		}
	}
	if err := room(c, n); err != nil {
		return "", err
	}
	var b strings.Builder
	for i, v := range c.Args {
		object := v.Kind() == value.ExternalKind && c.Env.Dialect == core.Jess
		if v.Kind() == value.InstanceNameKind {
			b.WriteString(v.Text())
			continue
		}
		if !v.IsLexeme() && !v.IsNumber() && !object {
			return "", c.Wrong(i, "of type string, instance name, symbol, float, or integer")
		}
		b.WriteString(v.Display())
	}
	return b.String(), nil
}

func stringOf(c *core.Call) (value.Value, error) {
	text, err := joined(c)
	return value.String(text), err
}

func symbolOf(c *core.Call) (value.Value, error) {
	text, err := joined(c)
	if err != nil {
		return value.Nil, err
	}
	return c.Env.Symbols.Symbol(text), nil
}

// nextChar returns the byte index after the UTF-8 character at byte i: one byte and up to three
// continuation bytes.
func nextChar(s string, i int) int {
	end := min(i+4, len(s))
	for i++; i < end && s[i]&0xC0 == 0x80; i++ {
	}
	return i
}

// charsTo returns the number of characters that begin before byte end.
func charsTo(s string, end int) int64 {
	n := int64(0)
	for i := 0; i < end; i = nextChar(s, i) {
		n++
	}
	return n
}

func textLength(c *core.Call) (value.Value, error) {
	text, err := c.Chars(0)
	return value.Integer(charsTo(text, len(text))), err
}

func byteLength(c *core.Call) (value.Value, error) {
	text, err := c.Lexeme(0)
	return value.Integer(int64(len(text))), err
}

func subString(c *core.Call) (value.Value, error) {
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
		return empty, nil // even if the third argument is wrong
	}
	text, err := c.Chars(2)
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

// indexOf returns the position of the first text in the second, in characters from 1. The empty text
// is after the last one.
func indexOf(c *core.Call) (value.Value, error) {
	part, err := c.Chars(0)
	if err != nil {
		return value.False, err
	}
	text, err := c.Chars(1)
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

// compareTexts returns -1, 0 or 1. With a third argument it compares only that number of bytes, or
// all if it is negative.
func compareTexts(c *core.Call) (value.Value, error) {
	a, err := c.Chars(0)
	if err != nil {
		return value.Value{}, err
	}
	b, err := c.Chars(1)
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

// replaceText replaces every occurrence of the second text by the third.
func replaceText(c *core.Call) (value.Value, error) {
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
	if err := room(c, len(texts[0])+n*(len(texts[2])-len(texts[1]))); err != nil {
		return value.Value{}, err
	}
	return like(c, 0, strings.ReplaceAll(texts[0], texts[1], texts[2])), nil
}

// like returns text as a symbol, a string or an instance name, whichever argument i is.
func like(c *core.Call, i int, text string) value.Value {
	if c.Args[i].Kind() == value.SymbolKind {
		return c.Env.Symbols.Symbol(text)
	}
	if c.Args[i].Kind() == value.InstanceNameKind {
		return value.InstanceName(text)
	}
	return value.String(text)
}

func upperCase(c *core.Call) (value.Value, error) { return mapBytes(c, 'a', 'z', 'A'-'a') }

func lowerCase(c *core.Call) (value.Value, error) { return mapBytes(c, 'A', 'Z', 'a'-'A') }

// mapBytes adds by to the bytes between from and to.
func mapBytes(c *core.Call, from, to byte, by int) (value.Value, error) {
	text, err := c.Chars(0)
	if err != nil {
		return value.Value{}, err
	}
	b := []byte(text)
	for i, x := range b {
		if x >= from && x <= to {
			b[i] = byte(int(x) + by)
		}
	}
	return like(c, 0, string(b)), nil
}

func stringToField(c *core.Call) (value.Value, error) {
	text, err := c.Chars(0)
	if err != nil {
		return value.Value{}, err
	}
	f := scan(c.Env, text).next()
	if f.kind == badField {
		return value.String("*** ERROR ***"), nil
	}
	return f.read(), nil
}
