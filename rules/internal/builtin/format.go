package builtin

import (
	"fmt"
	"strconv"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/router"
	"farbank/rules/value"
)

// directive is one piece of a format: literal text, or a conversion of an argument.
type directive struct {
	text  string // of the piece; of a conversion, from its % on
	verb  byte   // 0 for a literal
	left  bool   // flag -
	zeros bool   // flag 0
	width int
	limit int // precision, -1 without one
}

var plainDirectives = map[byte]string{'n': "\n", 'r': "\r", 't': "\t", 'v': "\v", '%': "%"}

// widest is the greatest width and precision accepted.
const widest = 1 << 16

// parseFormat splits a format into directives. Text after % that could only begin a conversion is
// literal.
func parseFormat(text string) ([]directive, error) {
	var all []directive
	for text != "" {
		if text[0] != '%' {
			n := strings.IndexByte(text, '%')
			if n < 0 {
				n = len(text)
			}
			all = append(all, directive{text: text[:n]})
			text = text[n:]
			continue
		}
		if len(text) > 1 {
			if plain, ok := plainDirectives[text[1]]; ok {
				all = append(all, directive{text: plain})
				text = text[2:]
				continue
			}
		}
		n := 1 + len(text[1:]) - len(strings.TrimLeft(text[1:], "0123456789.-"))
		switch {
		case n == len(text) || text[n] == '%':
			all = append(all, directive{text: text[:n]})
			text = text[n:]
		case strings.IndexByte("doxucsefg", text[n]) < 0:
			return nil, fmt.Errorf("[IOFUN3] Invalid format flag \"%s\" specified in format function.", text[:n+1])
		default:
			d, err := conversion(text[:n+1])
			if err != nil {
				return nil, err
			}
			all = append(all, d)
			text = text[n+1:]
		}
	}
	return all, nil
}

// conversion parses the flags, the width and the precision of a conversion.
func conversion(text string) (directive, error) {
	verb := text[len(text)-1]
	d := directive{text: text, verb: verb, limit: -1}
	s := text[1 : len(text)-1]
	for ; s != "" && (s[0] == '-' || s[0] == '0'); s = s[1:] {
		d.left = d.left || s[0] == '-'
		d.zeros = d.zeros || s[0] == '0'
	}
	width, limit, precise := strings.Cut(s, ".")
	d.width = count(width)
	if precise {
		d.limit = count(limit)
		if strings.HasPrefix(limit, "-") {
			d.limit = -1
		}
	}
	if d.width > widest || d.limit > widest || d.width < 0 {
		return d, fmt.Errorf("[IOFUN3] Invalid format flag \"%s\" specified in format function.", text)
	}
	return d, nil
}

// count parses a number of digits. It returns 0 for "" and -1 for anything that is not a number.
func count(digits string) int {
	if digits == "" {
		return 0
	}
	if strings.Trim(digits, "0123456789") != "" {
		return -1
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return widest + 1
	}
	return n
}

func format(c *core.Call) (value.Value, error) {
	empty := value.String("")
	name, err := logicalName(c, 0, "stdout")
	if err != nil {
		return empty, err
	}
	if name != "nil" && !c.Env.Routers.Has(name) {
		c.Report(router.UnknownName(name).Error())
		return empty, nil
	}
	text, err := c.StringText(1)
	if err != nil {
		return empty, err
	}
	directives, err := parseFormat(text)
	if err != nil {
		return empty, err
	}
	if err := checkConversions(c, directives); err != nil {
		return empty, err
	}
	var b strings.Builder
	arg := 2
	for _, d := range directives {
		if d.verb == 0 {
			b.WriteString(d.text)
			continue
		}
		converted, err := convert(c, d, arg)
		if err != nil {
			return empty, err
		}
		b.WriteString(converted)
		arg++
	}
	if name != "nil" {
		c.Env.Routers.Print(name, b.String())
	}
	return value.String(b.String()), nil
}

// checkConversions checks the number of arguments.
func checkConversions(c *core.Call, directives []directive) error {
	n := 0
	for _, d := range directives {
		if d.verb != 0 {
			n++
		}
	}
	if n != len(c.Args)-2 {
		return fmt.Errorf("[ARGACCES4] Function format expected exactly %d argument(s)", n+2)
	}
	return nil
}

// convert formats argument i.
func convert(c *core.Call, d directive, i int) (string, error) {
	switch d.verb {
	case 's':
		text, err := c.Lexeme(i)
		if d.limit >= 0 && d.limit < len(text) {
			text = text[:d.limit]
		}
		return d.pad("", text, false), err
	case 'c':
		return convertChar(c, d, i)
	case 'e', 'f', 'g':
		v, err := c.Number(i)
		if err != nil {
			return "", err
		}
		return d.float(v.Number()), nil
	}
	n, err := numberAsInt(c, i)
	return d.integer(n), err
}

// convertChar formats the first byte of a text, or the byte of a number. A byte 0 ends the output.
func convertChar(c *core.Call, d directive, i int) (string, error) {
	var char byte
	switch v := c.Args[i]; {
	case v.IsLexeme():
		if text := v.Text(); text != "" {
			char = text[0]
		}
	case v.Kind() == value.IntegerKind:
		char = byte(v.Int())
	default:
		return "", c.Wrong(i, "of type symbol, string, or integer")
	}
	text, _, _ := strings.Cut(d.pad("", string([]byte{char}), false), "\x00")
	return text, nil
}

// integer formats n.
func (d directive) integer(n int64) string {
	sign, digits := "", ""
	switch {
	case d.verb == 'd' && n < 0:
		sign, digits = "-", strconv.FormatUint(-uint64(n), 10)
	case d.verb == 'o':
		digits = strconv.FormatUint(uint64(n), 8)
	case d.verb == 'x':
		digits = strconv.FormatUint(uint64(n), 16)
	default:
		digits = strconv.FormatUint(uint64(n), 10)
	}
	if d.limit == 0 && n == 0 {
		digits = ""
	}
	if short := d.limit - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	return d.pad(sign, digits, d.zeros && d.limit < 0)
}

// float formats f.
func (d directive) float(f float64) string {
	digits := d.limit
	if digits < 0 {
		digits = 6
	}
	var text string
	if d.verb == 'g' {
		text = general(f, max(digits, 1))
	} else {
		text = strconv.FormatFloat(f, d.verb, digits, 64)
	}
	zeros := d.zeros
	switch text {
	case "NaN", "+Inf", "-Inf":
		text = strings.TrimSuffix(value.FormatFloat(f), ".0")
		zeros = false
	}
	sign := ""
	if text[0] == '-' {
		sign, text = "-", text[1:]
	}
	return d.pad(sign, text, zeros)
}

// general formats f with the given number of significant digits, in the shorter of the two forms and
// without trailing zeros.
func general(f float64, digits int) string {
	e := strconv.FormatFloat(f, 'e', digits-1, 64)
	mark := strings.IndexByte(e, 'e')
	if mark < 0 {
		return e
	}
	exponent, _ := strconv.Atoi(e[mark+1:])
	if exponent < -4 || exponent >= digits {
		return withoutZeros(e[:mark]) + e[mark:]
	}
	return withoutZeros(strconv.FormatFloat(f, 'f', digits-1-exponent, 64))
}

func withoutZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// pad fills text up to the width: with spaces on the right, zeros after the sign, or spaces on the
// left.
func (d directive) pad(sign, text string, zeros bool) string {
	short := d.width - len(sign) - len(text)
	switch {
	case short <= 0:
		return sign + text
	case d.left:
		return sign + text + strings.Repeat(" ", short)
	case zeros:
		return sign + strings.Repeat("0", short) + text
	}
	return strings.Repeat(" ", short) + sign + text
}
