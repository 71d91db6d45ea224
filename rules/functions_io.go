package rules

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"farbank/rules/value"
)

// ioBuiltins print and read. Functions that give nothing, like printout, give the zero Value.
func ioBuiltins() []builtin {
	return []builtin{
		{name: "printout", takes: "router [value ...]", gives: "nothing", help: "prints to a logical name, `t` for standard output; crlf, tab, vtab and ff stand for what they say",
			example: "(printout t \"a \" b 1 crlf)", compile: (*scope).printForm, do: printValues},
		{name: "print", takes: "[value ...]", help: "prints to standard output", example: "(print a b)", compile: (*scope).printForm},
		{name: "println", takes: "[value ...]", help: "prints a line to standard output", example: "(println \"x = \" 3)", compile: (*scope).printForm},
		{name: "format", takes: "router text:string [value ...]", gives: "string", help: "prints as `%d %f %e %g %s %c %o %x %u %n %%` say, and gives the text; `nil` prints nothing",
			example: "(format nil \"%5.2f|%-4d|%s\" 3.14159 42 abc)", do: format},
		{name: "put-char", takes: "[router] byte", gives: "nothing", help: "prints one byte", example: "(put-char 65)", do: putChar},
		{name: "read", takes: "[router]", help: "the next field of an input; EOF at its end", example: "(read)", do: inTime(read)},
		{name: "readline", takes: "[router]", gives: "lexeme", help: "the next line of an input; EOF at its end", example: "(readline)", do: inTime(readLine)},
		{name: "read-number", takes: "[router]", help: "the number that the next word begins with", example: "(read-number)", do: inTime(readNumber)},
		{name: "get-char", takes: "[router]", gives: "integer", help: "the next byte of an input; -1 at its end", example: "(get-char)", do: inTime(getChar)},
		{name: "unget-char", takes: "[router] byte", help: "gives a byte back to an input", example: "(unget-char 65) (get-char)", do: ungetChar},
		{name: "open", takes: "path:lexeme name [mode]", gives: "boolean", help: "gives a file a logical name; the mode is `\"r\"`, `\"w\"`, `\"a\"`, `\"r+\"`, `\"w+\"` or `\"a+\"`",
			example: "(open \"a.txt\" out \"w\") (printout out 1 crlf) (close out)", do: open},
		{name: "close", takes: "[name]", gives: "boolean", help: "closes a file, or all", example: "(close)", do: closeNamed},
		{name: "flush", takes: "[name]", help: "writes what is held back", example: "(flush)", do: flushNamed},
		{name: "rewind", takes: "name", help: "goes to the beginning of a file", example: "(open \"a.txt\" a \"w\") (rewind a)", do: rewind},
		{name: "tell", takes: "name", help: "the place in a file", example: "(open \"a.txt\" a \"w\") (tell a)", do: tell},
		{name: "seek", takes: "name offset from", help: "goes to a place in a file, counted from seek-set, seek-cur or seek-end",
			example: "(open \"a.txt\" a \"w\") (seek a 3 seek-set) (tell a)", do: seek},
		{name: "rename", takes: "path:lexeme path:lexeme", gives: "boolean", help: "renames a file", example: "(rename \"no.txt\" \"b.txt\")", do: renameFile},
		{name: "remove", takes: "path:lexeme", gives: "boolean", help: "removes a file", example: "(remove \"no.txt\")", do: removeFile},
		{name: "dribble-on", takes: "path", help: "writes what passes the standard outputs to a file, too", example: "(dribble-on \"log.txt\")", do: dribbleOn},
		{name: "dribble-off", help: "ends that", example: "(dribble-off)", do: func(c *Call) (value.Value, error) { return value.Bool(c.Env.stopDribble()), nil }},
	}
}

// printing is what the printing functions write for the values.
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

func putChar(c *Call) (value.Value, error) {
	name, last := "stdout", len(c.Args)-1
	if last == 1 {
		var err error
		if name, err = c.logicalName(0, "stdout"); err != nil {
			return value.Value{}, err
		}
	}
	if !c.Env.routers.has(name) {
		return value.Value{}, unknownName(name)
	}
	n, err := c.Int(last)
	if err != nil {
		return value.Value{}, err
	}
	c.Env.routers.print(name, string([]byte{byte(n)}))
	return value.Value{}, nil
}

// input gives the source that argument i names, the standard input without one.
func (c *Call) input(i int) (in *source, standard bool, err error) {
	name, err := c.logicalName(i, "stdin")
	if err != nil {
		return nil, false, err
	}
	if !c.Env.routers.has(name) {
		return nil, false, unknownName(name)
	}
	in = c.Env.routers.source(name)
	in.begin(c.Env.readLimit)
	c.Env.routers.reading = in
	return in, name == "stdin", nil
}

// inTime makes an error of what a reading function has from an input that was given up
// because the context ended.
func inTime(f func(*Call) (value.Value, error)) func(*Call) (value.Value, error) {
	return func(c *Call) (value.Value, error) {
		v, err := f(c)
		if late := c.Env.interrupted(); late != nil {
			return value.False, late
		}
		if in := c.Env.routers.reading; in != nil && in.left < 0 {
			return value.False, fmt.Errorf("%s: %w: more than %d bytes", c.Name, ErrLongLine, c.Env.readLimit)
		}
		return v, err
	}
}

func getChar(c *Call) (value.Value, error) {
	in, _, err := c.input(0)
	if err != nil {
		return value.Value{}, err
	}
	b, err := in.ReadByte()
	if err != nil {
		return value.Integer(-1), nil
	}
	return value.Integer(int64(b)), nil
}

func ungetChar(c *Call) (value.Value, error) {
	last := len(c.Args) - 1
	in, _, err := c.input(1 - last) // without a name there is no argument 1
	if err != nil {
		return value.Value{}, err
	}
	n, err := c.Int(last)
	if err != nil {
		return value.Value{}, err
	}
	if n != -1 {
		in.putBack(byte(n))
	}
	return value.Integer(n), nil
}

// readError is what a read gives that has found nothing sensible.
var readError = value.String("*** READ ERROR ***")

// read gives the next field. The standard input is taken by lines, of which
// only the first field counts.
func read(c *Call) (value.Value, error) {
	in, standard, err := c.input(0)
	if err != nil {
		return value.Value{}, err
	}
	if !standard {
		return c.Env.scanFrom(in).next().read(), nil
	}
	for {
		line, end := restOfLine(in)
		if f := c.Env.scan(line).next(); f.kind != endField || end {
			return f.read(), nil
		}
	}
}

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

// restOfLine reads to the end of the line, which it takes too; end tells that
// there was none.
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

func readLine(c *Call) (value.Value, error) {
	in, _, err := c.input(0)
	if err != nil {
		return value.Value{}, err
	}
	line, end := restOfLine(in)
	if end && line == "" {
		return value.EOF, nil
	}
	return value.String(line), nil
}

// readNumber reads a word, of the standard input the rest of a line, and gives
// the number it begins with. A number right before the end of the input is lost,
// as in CLIPS.
func readNumber(c *Call) (value.Value, error) {
	in, standard, err := c.input(0)
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
		word += "p0" // hexadecimal, with the exponent that C lets one leave out
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil && !math.IsInf(f, 0) || strings.Contains(word, "_") {
		return readError
	}
	return value.Float(f)
}

// fileName gives argument i; ok is false if it is no name, which is reported.
func (c *Call) fileName(i int) (name string, ok bool) {
	if v := c.Args[i]; v.IsLexeme() {
		return v.Text(), true
	}
	c.report(c.Wrong(i, "of type file name").Error())
	return "", false
}

func open(c *Call) (value.Value, error) {
	path, ok := c.fileName(0)
	if !ok {
		return value.False, nil
	}
	name, err := c.logicalName(1, "")
	if err != nil {
		return value.Value{}, err
	}
	if c.Env.routers.has(name) {
		return value.Value{}, fmt.Errorf("[IOFUN2] Logical name %s already in use.", name)
	}
	mode := "r"
	if len(c.Args) == 3 {
		text := c.StringText
		if c.Env.dialect == Jess {
			text = c.Lexeme
		}
		if mode, err = text(2); err != nil {
			return value.Value{}, err
		}
	}
	if _, ok := fileModes[strings.Replace(mode, "b", "", 1)]; !ok || strings.HasPrefix(mode, "b") {
		return value.Value{}, c.Wrong(2, `of type string with value "r", "w", "a", "rb", "wb", or "ab"`)
	}
	err = c.Env.routers.open(name, path, mode)
	if late := c.Env.interrupted(); late != nil || c.Env.dialect == CLIPS {
		return value.Bool(err == nil), late
	}
	return value.Bool(err == nil), err
}

func closeNamed(c *Call) (value.Value, error) {
	if len(c.Args) == 0 {
		return value.Bool(c.Env.routers.closeFiles()), nil
	}
	name, err := c.logicalName(0, "")
	if err != nil {
		return value.Value{}, err
	}
	return value.Bool(c.Env.routers.closeFile(name)), nil
}

func flushNamed(c *Call) (value.Value, error) {
	r := c.Env.routers
	if len(c.Args) == 0 {
		r.flush()
		for _, f := range r.files {
			f.settle()
		}
		return value.True, nil
	}
	name, err := c.logicalName(0, "stdout")
	if err != nil {
		return value.Value{}, err
	}
	if f := r.files[name]; f != nil {
		return value.Bool(f.settle() == nil), nil
	}
	r.flush()
	return value.Bool(r.has(name)), nil
}

// file gives the file of the logical name that argument 0 is, or nil.
func (c *Call) file() (*file, error) {
	name, err := c.logicalName(0, "")
	if err != nil {
		return nil, err
	}
	if !c.Env.routers.has(name) {
		return nil, unknownName(name)
	}
	return c.Env.routers.files[name], nil
}

// placeInFile moves in the file of argument 0 and gives the new place, -1 if that
// cannot be done.
func (c *Call) placeInFile(offset int64, whence int) (int64, error) {
	f, err := c.file()
	if err != nil {
		return 0, err
	}
	if f == nil || f.settle() != nil {
		return -1, nil
	}
	at, err := f.Seek(offset, whence)
	if err != nil {
		return -1, nil
	}
	return at, nil
}

func rewind(c *Call) (value.Value, error) {
	at, err := c.placeInFile(0, io.SeekStart)
	return value.Bool(at >= 0), err
}

func tell(c *Call) (value.Value, error) {
	at, err := c.placeInFile(0, io.SeekCurrent)
	if at < 0 {
		return value.False, err
	}
	return value.Integer(at), err
}

var origins = map[string]int{"seek-set": io.SeekStart, "seek-cur": io.SeekCurrent, "seek-end": io.SeekEnd}

func seek(c *Call) (value.Value, error) {
	offset, err := c.Int(1)
	if err != nil {
		return value.Value{}, err
	}
	origin, err := c.Symbol(2)
	if err != nil {
		return value.Value{}, err
	}
	whence, ok := origins[origin]
	if !ok {
		return value.Value{}, c.Wrong(2, "of type symbol with value seek-set, seek-cur, or seek-end")
	}
	at, err := c.placeInFile(offset, whence)
	return value.Bool(at >= 0), err
}

func renameFile(c *Call) (value.Value, error) {
	from, ok := c.fileName(0)
	if !ok {
		return value.False, nil
	}
	to, ok := c.fileName(1)
	return value.Bool(ok && os.Rename(from, to) == nil), nil
}

func removeFile(c *Call) (value.Value, error) {
	name, ok := c.fileName(0)
	return value.Bool(ok && os.Remove(name) == nil), nil
}
