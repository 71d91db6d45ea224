package builtin

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"farbank/internal/testing/long"
	"farbank/internal/testing/peer"
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/value"
)

// libraryEnvironment returns an environment with the given input, and the buffer of its output and
// messages.
func libraryEnvironment(in string) (*core.Environment, *bytes.Buffer) {
	var out bytes.Buffer
	return newEnvironment(core.Options{Out: &out, In: strings.NewReader(in)}), &out
}

// call calls a function of the library, or a special form as in a program.
func (s sample) call(e *core.Environment) (value.Value, error) {
	for _, f := range library() {
		if f.Name == s.name {
			return f.Func(&core.Call{Env: e, Name: f.Name, Args: s.args})
		}
	}
	v, err := compile.Eval(e, s.String())
	if err != nil {
		err = errors.New(strings.TrimPrefix(err.Error(), "eval:1:1: "))
	}
	return v, err
}

// newEnvironment returns an environment with the functions of this package.
func newEnvironment(o core.Options) *core.Environment {
	l := compile.NewLanguage(Families(), o.Dialect)
	return core.New(o, &l)
}

// library returns the functions that need no facts and no rules.
func library() []*core.Function {
	var all []*core.Function
	e, _ := libraryEnvironment("")
	for _, b := range slices.Concat(comparingBuiltins(), kindBuiltins(), mathBuiltins(), realBuiltins(), listBuiltins(), textBuiltins(), ioBuiltins(),
		systemBuiltins()) {
		for _, name := range append(strings.Fields(b.Older), b.Name) {
			if f := e.Language.Functions[name]; f != nil && b.Compile == nil {
				all = append(all, f)
			}
		}
	}
	return all
}

// sample is a call to be evaluated here and in CLIPS.
type sample struct {
	name string
	args []value.Value
}

func (s sample) String() string {
	parts := []string{s.name}
	for _, a := range s.args {
		parts = append(parts, literal(a))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// literal returns a value as program text.
func literal(v value.Value) string {
	switch v.Kind() {
	case value.MultifieldKind:
		return strings.TrimSuffix("(create$ "+value.Implode(v.Items()), " ") + ")"
	case value.FloatKind:
		return strconv.FormatFloat(v.Number(), 'e', -1, 64)
	}
	return v.String()
}

// outcome is the output of a call: messages, and the value as printed by type, implode$ and printout.
// For an error it has only the message.
type outcome struct{ messages, kind, imploded, printed string }

func (s sample) here(e *core.Environment, out *bytes.Buffer) outcome {
	out.Reset()
	v, err := s.call(e)
	o := outcome{messages: out.String()}
	if err != nil {
		o.messages += err.Error() + "\n"
		return o
	}
	if void[s.name] {
		return o
	}
	o.kind, o.imploded, o.printed = v.Kind().String(), value.Implode(fields([]value.Value{v})), printing([]value.Value{v})
	return o
}

// there returns the outcomes in CLIPS. Arguments are passed in variables: the parser would report
// constants of the wrong type with other messages.
func there(t *testing.T, samples []sample, in string) []outcome {
	var program strings.Builder
	for i := range 8 {
		fmt.Fprintf(&program, "(defglobal ?*a%d* = 0)\n", i)
	}
	program.WriteString("(defglobal ?*r* = 0)\n")
	for i, s := range samples {
		call := "(" + s.name
		for j, a := range s.args {
			fmt.Fprintf(&program, "(bind ?*a%d* %s)\n", j, literal(a))
			call += fmt.Sprintf(" ?*a%d*", j)
		}
		if void[s.name] {
			fmt.Fprintf(&program, "(printout t \"@@%d^\")\n%s)\n(printout t \"^^^\")\n", i, call)
			continue
		}
		fmt.Fprintf(&program, "(printout t \"@@%d^\")\n(bind ?*r* %s))\n", i, call)
		program.WriteString(`(printout t "^" (type ?*r*) "^" (implode$ (create$ ?*r*)) "^" ?*r*)` + "\n")
	}
	program.WriteString("(printout t \"@@\")\n(exit)\n")
	parts := strings.Split(runCLIPS(t, program.String(), in), "@@")[1:]
	outcomes := make([]outcome, 0, len(samples))
	for _, part := range parts[:len(samples)] {
		p := strings.Split(part, "^")
		outcomes = append(outcomes, outcome{p[1], p[2], p[3], p[4]})
	}
	return outcomes
}

// void has the functions without a result.
var void = map[string]bool{"printout": true, "put-char": true, "seed": true}

func runCLIPS(t *testing.T, program, in string) string {
	clips, err := exec.LookPath("clips")
	if err != nil {
		peer.Missing(t, "clips is not installed")
	}
	path := filepath.Join(t.TempDir(), "program.clp")
	if err := os.WriteFile(path, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(clips, "-f2", path)
	command.Dir = filepath.Dir(path)
	command.Stdin = strings.NewReader(in)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// compareWithCLIPS evaluates the calls in both systems, each in its own directory, with the given
// standard input. At most allowed calls may differ.
func compareWithCLIPS(t *testing.T, samples []sample, in string, allowed int) {
	t.Helper()
	wanted := there(t, samples, in)
	t.Chdir(t.TempDir())
	e, out := libraryEnvironment(in)
	different := 0
	for i, want := range wanted {
		got := samples[i].here(e, out)
		if got.kind == "" {
			want = outcome{messages: want.messages}
		}
		if got != want {
			if different++; different > allowed && different <= allowed+20 {
				t.Errorf("%v:\n here %+q\nclips %+q", samples[i], got, want)
			}
		}
	}
	t.Logf("%d calls, %d different", len(samples), different)
}

var (
	someIntegers = []int64{0, 1, -1, 2, 3, 4, 5, 7, 10, -3, 100, 1 << 31, -1 << 31, 1 << 53, 1<<53 + 1, 1<<63 - 1, -1 << 63, -1<<63 + 1}
	someFloats   = []float64{0, 1, -1, 0.5, 1.5, 2.5, -0.5, -2.5, 3, 0.1, 1e10, -1e10, 1e15, 1e16, 123456.789, 1e300, -1e300, 1e-300, 9.2e18, 9.3e18, -9.3e18}
	someTexts    = []string{"", "a", "b", "ab", "abc", "Hello", "crlf", "TRUE", "FALSE", "nil", "x y", "3", "4.5", "é", "naïve", "日本語", `q"q`, `b\s`, "ABC", "{|}"}
)

type picker struct{ *rand.Rand }

func pick[T any](p picker, from []T) T { return from[p.IntN(len(from))] }

func (p picker) integer() value.Value {
	if p.IntN(3) > 0 {
		return value.Integer(int64(p.IntN(9) - 2))
	}
	return value.Integer(pick(p, someIntegers))
}

func (p picker) float() value.Value {
	switch p.IntN(3) {
	case 0:
		return value.Float(pick(p, someFloats))
	case 1:
		return value.Float(float64(p.IntN(41)-20) / 4)
	}
	return value.Float(p.NormFloat64() * 3)
}

func (p picker) number() value.Value {
	if p.IntN(2) == 0 {
		return p.integer()
	}
	return p.float()
}

func (p picker) symbol() value.Value {
	for {
		if s := pick(p, someTexts); s != "" && !strings.ContainsAny(s, ` "\|`) && !strings.ContainsAny(s[:1], "0123456789") {
			return (&value.Table{}).Symbol(s)
		}
	}
}

func (p picker) text() value.Value {
	if p.IntN(2) == 0 {
		return p.symbol()
	}
	return value.String(pick(p, someTexts))
}

// item returns one of a few values, so that lists have common items.
func (p picker) item() value.Value {
	switch p.IntN(5) {
	case 0:
		return value.Integer(int64(p.IntN(3)))
	case 1:
		return value.Float(float64(p.IntN(3)))
	case 2:
		return value.String(pick(p, someTexts[:4]))
	}
	return (&value.Table{}).Symbol(pick(p, []string{"a", "b", "c"}))
}

func (p picker) list() value.Value {
	items := make([]value.Value, p.IntN(6))
	for i := range items {
		items[i] = p.item()
	}
	return value.List(items...)
}

func (p picker) any() value.Value {
	switch p.IntN(6) {
	case 0:
		return p.number()
	case 1:
		return p.text()
	case 2:
		return p.list()
	}
	return p.item()
}

// argument returns a value for a letter, and sometimes any value.
func (p picker) argument(letter rune) value.Value {
	if p.IntN(12) == 0 {
		return p.any()
	}
	switch letter {
	case 'i':
		return p.integer()
	case 'n':
		return p.number()
	case 'f':
		return p.float()
	case 'j':
		return p.text()
	case 's':
		return value.String(pick(p, someTexts))
	case 'm':
		return p.list()
	}
	return p.any()
}

// sampleArguments has the letters of the arguments of each function; * after the last letter means
// any number of it.
var sampleArguments = map[string]string{
	"+": "nn*", "-": "nn*", "*": "nn*", "/": "nn*", "div": "nn*", "mod": "nn", "min": "nn*", "max": "nn*", "abs": "n",
	"integer": "n", "float": "n", "round": "n", "=": "nn*", "<>": "nn*", "!=": "nn*", "<": "nn*", "<=": "nn*", ">": "nn*", ">=": "nn*",
	"eq": "uu*", "neq": "uu*", "not": "u", "symbolp": "u", "wordp": "u", "stringp": "u", "lexemep": "u", "integerp": "u",
	"floatp": "u", "numberp": "u", "multifieldp": "u", "sequencep": "u", "pointerp": "u", "evenp": "n", "oddp": "n",
	"create$": "u*", "mv-append": "u*", "length$": "m", "length": "j", "nth$": "im", "nth": "im", "first$": "m", "rest$": "m",
	"subseq$": "mii", "mv-subseq": "iim", "insert$": "miu*", "replace$": "miiu*", "mv-replace": "imu", "delete$": "mii",
	"mv-delete": "im", "member$": "um", "member": "um", "delete-member$": "mu*", "replace-member$": "muu*", "subsetp": "mm",
	"subset": "mm", "explode$": "s", "str-explode": "s", "implode$": "m", "str-implode": "m",
	"str-cat": "u*", "sym-cat": "j*", "str-length": "j", "sub-string": "iij", "str-index": "jj", "str-compare": "jj",
	"upcase": "j", "lowcase": "j", "string-to-field": "j", "setgen": "i", "gensym": "", "random": "", "open": "jjj", "rename": "jj", "remove": "n",
	"get-auto-float-dividend": "", "operating-system": "", "close": "j", "get-char": "j", "read": "j", "readline": "j",
}

func TestLibraryAsCLIPS(t *testing.T) {
	p := picker{rand.New(rand.NewPCG(1, 2))}
	var samples []sample
	for _, f := range library() {
		letters, ok := sampleArguments[f.Name]
		if !ok {
			continue
		}
		n := long.Of(25, 80)
		if letters == "" {
			n = 5
		}
		for range n {
			samples = append(samples, sample{f.Name, p.arguments(letters)})
		}
	}
	compareWithCLIPS(t, samples, "", 0)
}

func (p picker) arguments(letters string) []value.Value {
	var args []value.Value
	last, more := 'u', strings.HasSuffix(letters, "*")
	for _, letter := range strings.TrimSuffix(letters, "*") {
		args = append(args, p.argument(letter))
		last = letter
	}
	for more && p.IntN(2) == 0 && len(args) < 8 {
		args = append(args, p.argument(last))
	}
	return args
}

// TestRealFunctionsAsCLIPS allows differences in the last digits where the C library rounds worse.
func TestRealFunctionsAsCLIPS(t *testing.T) {
	p := picker{rand.New(rand.NewPCG(3, 4))}
	e, _ := libraryEnvironment("")
	var samples []sample
	for _, b := range realBuiltins() {
		f := e.Language.Functions[b.Name]
		for range long.Of(60, 400) {
			var args []value.Value
			for range f.Max {
				args = append(args, value.Float([]float64{p.Float64(), p.NormFloat64() * 3, p.ExpFloat64() * 20, float64(p.IntN(9) - 4)}[p.IntN(4)]))
			}
			samples = append(samples, sample{f.Name, args})
		}
	}
	compareWithCLIPS(t, samples, "", len(samples)/450)
}
