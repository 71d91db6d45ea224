package builtin

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank/internal/testing/long"
	"farbank/rules/value"
)

func symbolValue(text string) value.Value { return (&value.Table{}).Symbol(text) }

func TestFormatAsCLIPS(t *testing.T) {
	p := picker{rand.New(rand.NewPCG(5, 6))}
	var samples []sample
	for range long.Of(800, 3000) {
		text, args := p.format()
		args = append([]value.Value{symbolValue(pick(p, []string{"nil", "nil", "nil", "t", "nowhere"})), value.String(text)}, args...)
		samples = append(samples, sample{"format", args})
	}
	compareWithCLIPS(t, samples, "", 0)
}

// format generates a format and its arguments, some of them wrong.
func (p picker) format() (string, []value.Value) {
	var text strings.Builder
	var args []value.Value
	for range p.IntN(4) {
		text.WriteString(pick(p, []string{"", "x ", "[", "%%", "%n", "%t", "%r", "%v", "] "}))
		text.WriteString("%")
		text.WriteString(pick(p, []string{"", "", "-", "0", "-0", "0-", "--"}))
		text.WriteString(pick(p, []string{"", "", "1", "5", "12"}))
		text.WriteString(pick(p, []string{"", "", "", ".", ".0", ".1", ".3", ".10"}))
		verb := pick(p, []string{"d", "d", "o", "x", "u", "f", "e", "g", "g", "s", "c"})
		if p.IntN(60) == 0 {
			verb = pick(p, []string{"", "q", "%", "E", "5"})
		}
		text.WriteString(verb)
		letter := 'n'
		if verb == "s" || verb == "c" {
			letter = 'j'
		}
		args = append(args, p.argument(letter))
	}
	if p.IntN(40) == 0 {
		args = append(args, p.any())
	}
	return text.String(), args
}

// material has pieces of random input; the last ones are rarer.
var material = []string{" ", " ", "\n", "\n", "a", "abc", "12", "-3", "+4", "1.5", ".5", "-.25", "1e3", "1.e-2", "2.5E+1", "-", "+", ".", "e", "E5", "-e5",
	"1e", "1e+", "1.2.3", "12abc", "\t", "\r", "\f", "\"s t\"", "\"q\\\"q\"", "\"\\\\\"", "(", ")", "&", "|", "~", "<", "<=", "=>", "?", "?x", "$?y", "$?", "$z", "?*g*", "$?*h*",
	"?1", "; rest\n", "é", "日本", "*", "/", "'", "#", "a<b", "x;y\n", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e400", "\"open", "\v", "\x01",
	"99999999999999999999.5", "0x10", "nil", "TRUE", "crlf", "a\"b\"", "%", "{", "!", "\\d"}

func (p picker) text2read(pieces int) string {
	var b strings.Builder
	for range p.IntN(pieces) {
		b.WriteString(pick(p, material))
		if p.IntN(2) == 0 {
			b.WriteByte(" \n"[p.IntN(2)])
		}
	}
	return b.String()
}

func TestScannerAsCLIPS(t *testing.T) {
	p := picker{rand.New(rand.NewPCG(7, 8))}
	var samples []sample
	for range long.Of(500, 1500) {
		name := pick(p, []string{"explode$", "explode$", "string-to-field"})
		samples = append(samples, sample{name, []value.Value{value.String(p.text2read(6))}})
	}
	compareWithCLIPS(t, samples, "", 0)
}

func TestFilesAsCLIPS(t *testing.T) {
	p := picker{rand.New(rand.NewPCG(9, 10))}
	var samples []sample
	do := func(name string, args ...value.Value) { samples = append(samples, sample{name, args}) }
	log := symbolValue("log")
	for i := range 60 {
		path := value.String(fmt.Sprintf("f%d.txt", i%7))
		do("open", path, log, value.String(pick(p, []string{"w", "a", "wb", "ab"})))
		for range p.IntN(5) {
			do("printout", log, value.String(p.text2read(5)), p.any(), symbolValue(pick(p, []string{"crlf", "tab", "vtab", "ff", "t"})))
			do("put-char", log, value.Integer(int64('a'+p.IntN(26))))
		}
		do("read", log)
		do("open", path, log)
		do("close", log)
		do("close", log)
		do("open", path, log, value.String(pick(p, []string{"r", "rb", "r", "x"})))
		for range 12 {
			do(pick(p, []string{"read", "readline", "get-char", "read-number"}), log)
		}
		do("printout", log, value.String("lost"))
		do("close")
		switch p.IntN(6) {
		case 0:
			do("remove", path)
		case 1:
			do("rename", path, value.String("f3.txt"))
		}
		do("printout", pick(p, []value.Value{log, symbolValue("nil"), value.List(), value.Integer(3)}), value.String("x"))
		do("read", symbolValue(pick(p, []string{"none", "stdout", "nil", "werror"})))
	}
	compareWithCLIPS(t, samples, "", 0)
}

func TestStandardInputAsCLIPS(t *testing.T) {
	for seed := range 20 {
		p := picker{rand.New(rand.NewPCG(11, uint64(seed)))}
		var samples []sample
		for range 30 {
			s := sample{name: pick(p, []string{"read", "read", "readline", "get-char", "read-number"})}
			if p.IntN(2) == 0 {
				s.args = []value.Value{symbolValue(pick(p, []string{"t", "stdin"}))}
			}
			samples = append(samples, s)
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) { compareWithCLIPS(t, samples, p.text2read(60), 0) })
	}
}
