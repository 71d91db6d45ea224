package builtin

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/router"
	"farbank/rules/value"
)

// ioBuiltins print and read. Functions without a result, like printout, return the zero Value.
func ioBuiltins() []compile.Builtin {
	return append(printBuiltins(), []compile.Builtin{
		{Name: "format", Takes: "router text:string [value ...]", Gives: "string", Help: "prints with the conversions `%d %f %e %g %s %c %o %x %u %n %%` and returns the text; `nil` prints nothing",
			Example: "(format nil \"%5.2f|%-4d|%s\" 3.14159 42 abc)", Do: format},
		{Name: "put-char", Takes: "[router] byte", Gives: "nothing", Help: "prints one byte", Example: "(put-char 65)", Do: putChar},
		{Name: "read", Takes: "[router]", Help: "reads the next field of an input; EOF at its end", Example: "(read)", Do: inTime(read)},
		{Name: "readline", Takes: "[router]", Gives: "lexeme", Help: "reads the next line of an input; EOF at its end", Example: "(readline)", Do: inTime(readLine)},
		{Name: "read-number", Takes: "[router]", Help: "reads the number at the start of the next word", Example: "(read-number)", Do: inTime(readNumber)},
		{Name: "get-char", Takes: "[router]", Gives: "integer", Help: "reads the next byte of an input; -1 at its end", Example: "(get-char)", Do: inTime(getChar)},
		{Name: "unget-char", Takes: "[router] byte", Help: "puts a byte back into an input", Example: "(unget-char 65) (get-char)", Do: ungetChar},
		{Name: "open", Takes: "path:lexeme name [mode]", Gives: "boolean", Help: "opens a file under a logical name; the mode is `\"r\"`, `\"w\"`, `\"a\"`, `\"r+\"`, `\"w+\"` or `\"a+\"`",
			Example: "(open \"a.txt\" out \"w\") (printout out 1 crlf) (close out)", Do: open},
		{Name: "close", Takes: "[name]", Gives: "boolean", Help: "closes a file, or all", Example: "(close)", Do: closeNamed},
		{Name: "flush", Takes: "[name]", Help: "flushes buffered output", Example: "(flush)", Do: flushNamed},
		{Name: "rewind", Takes: "name", Help: "moves to the beginning of a file", Example: "(open \"a.txt\" a \"w\") (rewind a)", Do: rewind},
		{Name: "tell", Takes: "name", Help: "returns the position in a file", Example: "(open \"a.txt\" a \"w\") (tell a)", Do: tell},
		{Name: "seek", Takes: "name offset from", Help: "moves to a position in a file, relative to seek-set, seek-cur or seek-end",
			Example: "(open \"a.txt\" a \"w\") (seek a 3 seek-set) (tell a)", Do: seek},
		{Name: "rename", Takes: "path:lexeme path:lexeme", Gives: "boolean", Help: "renames a file", Example: "(rename \"no.txt\" \"b.txt\")", Do: renameFile},
		{Name: "remove", Takes: "path:lexeme", Gives: "boolean", Help: "removes a file", Example: "(remove \"no.txt\")", Do: removeFile},
		{Name: "dribble-on", Takes: "path", Help: "copies the standard outputs to a file", Example: "(dribble-on \"log.txt\")", Do: dribbleOn},
		{Name: "dribble-off", Help: "ends `dribble-on`", Example: "(dribble-off)", Do: func(c *core.Call) (value.Value, error) { return value.Bool(c.Env.StopDribble()), nil }},
	}...)
}

func printBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "printout", Takes: "router [value ...]", Gives: "nothing", Help: "prints to a logical name, `t` for standard output; crlf, tab, vtab and ff are control characters",
			Example: "(printout t \"a \" b 1 crlf)", Compile: printForm, Do: printValues},
		{Name: "print", Takes: "[value ...]", Help: "prints to standard output", Example: "(print a b)", Compile: printForm},
		{Name: "println", Takes: "[value ...]", Help: "prints a line to standard output", Example: "(println \"x = \" 3)", Compile: printForm},
	}
}

// printing returns values as the printing functions write them.
func printing(values []value.Value) string {
	var b strings.Builder
	for _, v := range values {
		if v.Kind() == value.SymbolKind {
			switch v.Text() {
			case "crlf":
				b.WriteByte('\n')
				continue
			case "tab":
				b.WriteByte('\t')
				continue
			case "vtab":
				b.WriteByte('\v')
				continue
			case "ff":
				b.WriteByte('\f')
				continue
			}
		}
		b.WriteString(v.Display())
	}
	return b.String()
}

func putChar(c *core.Call) (value.Value, error) {
	name, last := "stdout", len(c.Args)-1
	if last == 1 {
		var err error
		if name, err = logicalName(c, 0, "stdout"); err != nil {
			return value.Value{}, err
		}
	}
	if !c.Env.Routers.Has(name) {
		return value.Value{}, router.UnknownName(name)
	}
	n, err := c.Int(last)
	if err != nil {
		return value.Value{}, err
	}
	c.Env.Routers.Print(name, string([]byte{byte(n)}))
	return value.Value{}, nil
}

// input returns the source that argument i names, or the standard input if it is missing.
func input(c *core.Call, i int) (in *router.Source, standard bool, err error) {
	name, err := logicalName(c, i, "stdin")
	if err != nil {
		return nil, false, err
	}
	if !c.Env.Routers.Has(name) {
		return nil, false, router.UnknownName(name)
	}
	in = c.Env.Routers.Source(name)
	in.Begin(c.Env.ReadLimit)
	c.Env.Routers.Reading = in
	return in, name == "stdin", nil
}

// inTime makes a reading function return an error if the context ended or the input was too long.
func inTime(f func(*core.Call) (value.Value, error)) func(*core.Call) (value.Value, error) {
	return func(c *core.Call) (value.Value, error) {
		v, err := f(c)
		if late := c.Env.Interrupted(); late != nil {
			return value.False, late
		}
		if in := c.Env.Routers.Reading; in != nil && in.Left < 0 {
			return value.False, fmt.Errorf("%s: %w: more than %d bytes", c.Name, fault.ErrLongLine, c.Env.ReadLimit)
		}
		return v, err
	}
}

func getChar(c *core.Call) (value.Value, error) {
	in, _, err := input(c, 0)
	if err != nil {
		return value.Value{}, err
	}
	b, err := in.ReadByte()
	if err != nil {
		return value.Integer(-1), nil
	}
	return value.Integer(int64(b)), nil
}

func ungetChar(c *core.Call) (value.Value, error) {
	last := len(c.Args) - 1
	in, _, err := input(c, 1-last) // without a name there is no argument 1
	if err != nil {
		return value.Value{}, err
	}
	n, err := c.Int(last)
	if err != nil {
		return value.Value{}, err
	}
	if n != -1 {
		in.PutBack(byte(n))
	}
	return value.Integer(n), nil
}

// readError is the result of a read of invalid input.
var readError = value.String("*** READ ERROR ***")

// read returns the next field. It reads the standard input by lines and uses only the first field of
// each.
func read(c *core.Call) (value.Value, error) {
	in, standard, err := input(c, 0)
	if err != nil {
		return value.Value{}, err
	}
	if !standard {
		return scanFrom(c.Env, in).next().read(), nil
	}
	for {
		line, end := restOfLine(in)
		if f := scan(c.Env, line).next(); f.kind != endField || end {
			return f.read(), nil
		}
	}
}

// read returns the value that read returns for a field.
func (f field) read() value.Value {
	switch f.kind {
	case valueField:
		return f.value
	case signField:
		return value.String(f.text)
	case endField:
		return value.EOF
	}
	return readError
}

// restOfLine reads to the end of the line and consumes it. end reports that the input ended without
// one.
func restOfLine(in io.ByteReader) (line string, end bool) {
	var b []byte
	for {
		switch c, err := in.ReadByte(); {
		case err != nil:
			return string(b), true
		case c == '\n' || c == '\r':
			return string(b), false
		default:
			b = append(b, c)
		}
	}
}

func readLine(c *core.Call) (value.Value, error) {
	in, _, err := input(c, 0)
	if err != nil {
		return value.Value{}, err
	}
	line, end := restOfLine(in)
	if end && line == "" {
		return value.EOF, nil
	}
	return value.String(line), nil
}

// readNumber reads a word, or a line of the standard input, and returns the number at its start. As
// in CLIPS, a number directly before the end of the input is lost.
func readNumber(c *core.Call) (value.Value, error) {
	in, standard, err := input(c, 0)
	if err != nil {
		return value.Value{}, err
	}
	var word []byte
	for {
		b, err := in.ReadByte()
		if err != nil {
			return value.EOF, nil
		}
		blank := strings.IndexByte(" \t\n\v\f\r", b) >= 0
		switch {
		case len(word) == 0 && blank:
			continue
		case blank && (!standard || b == '\n' || b == '\r'):
			return firstNumber(string(word)), nil
		}
		word = append(word, b)
	}
}

// firstNumber returns the number at the start of text, or readError.
func firstNumber(text string) value.Value {
	word := strings.Fields(text)[0]
	if digits := strings.TrimLeft(word, "+-"); digits != "" && len(word)-len(digits) <= 1 && strings.Trim(digits, "0123456789") == "" {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			n = math.MaxInt64
			if word[0] == '-' {
				n = math.MinInt64
			}
		}
		return value.Integer(n)
	}
	if strings.ContainsAny(word, "xX") && !strings.ContainsAny(word, "pP") {
		word += "p0" // hexadecimal, with the exponent that C allows to omit
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil && !math.IsInf(f, 0) || strings.Contains(word, "_") {
		return readError
	}
	return value.Float(f)
}
