package builtin

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"farbank/rules/internal/core"
	"farbank/rules/value"
)

// arguments parses the values of a test: fields, and lists in brackets.
func arguments(e *core.Environment, text string) []value.Value {
	var args, list []value.Value
	inside := false
	s := scan(e, text)
	for f := s.next(); f.kind != endField; f = s.next() {
		switch {
		case f.kind == signField && f.text == "(":
			inside, list = true, nil
		case f.kind == signField && f.text == ")":
			inside = false
			args = append(args, value.List(list...))
		case inside:
			list = append(list, f.value)
		default:
			args = append(args, f.value)
		}
	}
	return args
}

type libraryTest struct{ name, args, want string }

func checkLibrary(t *testing.T, tests []libraryTest) {
	t.Helper()
	e, out := libraryEnvironment("")
	for _, test := range tests {
		out.Reset()
		v, err := sample{test.name, arguments(e, test.args)}.call(e)
		got := v.String()
		if err != nil {
			got = err.Error()
		}
		if got = out.String() + got; got != test.want {
			t.Errorf("(%s %s) = %s, want %s", test.name, test.args, got, test.want)
		}
	}
}

func TestMathFunctions(t *testing.T) {
	checkLibrary(t, []libraryTest{
		{"+", "1 2 3", "6"},
		{"+", "1 2.5", "3.5"},
		{"+", "9223372036854775807 1", "-9223372036854775808"},
		{"+", "1 a", "[ARGACCES5] Function + expected argument #2 to be of type integer or float"},
		{"-", "10 1 2", "7"},
		{"*", "2 3 0.5", "3.0"},
		{"/", "7 2", "3.5"},
		{"/", "6 2", "3.0"},
		{"/", "1 0", "[PRNTUTIL7] Attempt to divide by zero in / function."},
		{"set-auto-float-dividend", "FALSE", "TRUE"},
		{"/", "7 2", "3"},
		{"/", "7 2.0", "3.5"},
		{"set-auto-float-dividend", "TRUE", "FALSE"},
		{"div", "-7 2", "-3"},
		{"div", "7 0.5", "[PRNTUTIL7] Attempt to divide by zero in div function."},
		{"mod", "-7 3", "-1"},
		{"mod", "7.5 2", "1.5"},
		{"min", "3 1.0 1", "1.0"},
		{"max", "1 3 3.0", "3"},
		{"abs", "-3", "3"},
		{"integer", "-2.7", "-2"},
		{"integer", "1e30", "-9223372036854775808"},
		{"float", "3", "3.0"},
		{"round", "2.5", "2"},
		{"round", "-2.5", "-3"},
		{"=", "1 1.0", "TRUE"},
		{"<>", "1 2 2", "TRUE"},
		{"!=", "1 2 1", "FALSE"},
		{"!=", "a 1", "[ARGACCES5] Function <> expected argument #1 to be of type integer or float"},
		{"<", "1 2 3", "TRUE"},
		{"<", "2 1 a", "FALSE"},
		{"<=", "1 1 a", "[ARGACCES5] Function <= expected argument #3 to be of type integer or float"},
		{">=", "3 3 2.5", "TRUE"},
		{"random", "", "1804289383"},
		{"random", "1 10", "7"},
		{"random", "5 1", "[MISCFUN3] Function random expected argument #1 to be less than argument #2\n1681692777"},
		{"seed", "42", ""},
		{"random", "", "71876166"},
	})
}

func TestRealFunctions(t *testing.T) {
	checkLibrary(t, []libraryTest{
		{"**", "2 10", "1024.0"},
		{"**", "0 0", "[EMATHFUN1] Domain error for ** function."},
		{"**", "-8 0.5", "[EMATHFUN1] Domain error for ** function."},
		{"sqrt", "2", "1.4142135623731"},
		{"sqrt", "-1", "[EMATHFUN1] Domain error for sqrt function."},
		{"sqrt", "a", "[ARGACCES5] Function sqrt expected argument #1 to be of type float"},
		{"log", "0", "[EMATHFUN2] Argument overflow for log function."},
		{"log10", "1000", "3.0"},
		{"exp", "1", "2.71828182845905"},
		{"pi", "", "3.14159265358979"},
		{"tan", "1", "1.5574077246549"},
		{"csc", "0", "[EMATHFUN3] Singularity at asymptote in csc function."},
		{"acot", "0", "1.5707963267949"},
		{"acosh", "0.5", "[EMATHFUN1] Domain error for acosh function."},
		{"deg-rad", "180", "3.14159265358979"},
		{"deg-grad", "90", "100.0"},
	})
}

func TestPredicateFunctions(t *testing.T) {
	checkLibrary(t, []libraryTest{
		{"eq", "1 1.0", "FALSE"},
		{"eq", `a "a"`, "FALSE"},
		{"eq", "(a b) (a b) (a b)", "TRUE"},
		{"neq", "a b b", "TRUE"},
		{"not", "FALSE", "TRUE"},
		{"not", "0", "FALSE"},
		{"lexemep", `"x"`, "TRUE"},
		{"symbolp", `"x"`, "FALSE"},
		{"multifieldp", "()", "TRUE"},
		{"pointerp", "a", "FALSE"},
		{"evenp", "2.9", "TRUE"},
		{"oddp", "-3", "TRUE"},
		{"oddp", "a", "[ARGACCES5] Function oddp expected argument #1 to be of type integer"},
	})
}

func TestTextFunctions(t *testing.T) {
	checkLibrary(t, []libraryTest{
		{"str-cat", `"a b" c 1 2.0`, `"a bc12.0"`},
		{"sym-cat", `a 1 "x"`, "a1x"},
		{"str-cat", "a (b)", "[ARGACCES5] Function str-cat expected argument #2 to be of type string, instance name, symbol, float, or integer"},
		{"str-length", `"naïve"`, "5"},
		{"length", `"naïve"`, "6"},
		{"sub-string", `2 4 "naïve"`, `"aïv"`},
		{"sub-string", `-2 99 "abc"`, `"abc"`},
		{"sub-string", `3 2 "abc"`, `""`},
		{"str-index", `"v" "naïve"`, "4"},
		{"str-index", `"z" "naïve"`, "FALSE"},
		{"str-index", `"" abc`, "4"},
		{"str-compare", "abc abd", "-1"},
		{"str-compare", "abc abd 2", "0"},
		{"str-replace", `"a-b-c" "-" "+"`, `"a+b+c"`},
		{"upcase", `aé1`, "Aé1"},
		{"lowcase", `"ABC d"`, `"abc d"`},
		{"string-to-field", `"  3.5 x"`, "3.5"},
		{"string-to-field", `""`, "EOF"},
		{"string-to-field", `"?x"`, `"?x"`},
		{"gensym", "", "gen1"},
		{"setgen", "7", "7"},
		{"gensym", "", "gen7"},
		{"gensym*", "", "gen8"},
		{"setgen", "0", "[ARGACCES5] Function setgen expected argument #1 to be of type number (greater than or equal to 1)\n9"},
		{"setgen", "1", "1"},
		{"gensym*", "", "gen2"}, // gen1 is the symbol defined above
	})
}

func TestListFunctions(t *testing.T) {
	checkLibrary(t, []libraryTest{
		{"create$", "a (b c) 1", "(a b c 1)"},
		{"create$", "", "()"},
		{"nth$", "2 (a b)", "b"},
		{"nth$", "3 (a b)", "nil"},
		{"nth", "a (b)", "[ARGACCES5] Function nth$ expected argument #1 to be of type integer"},
		{"first$", "()", "()"},
		{"rest$", "(a b c)", "(b c)"},
		{"subseq$", "(a b c) 0 2", "(a b)"},
		{"subseq$", "(a b c) 3 2", "()"},
		{"mv-subseq", "2 9 (a b c)", "(b c)"},
		{"insert$", "(a b) 2 x (y z)", "(a x y z b)"},
		{"insert$", "(a b) 9 x", "(a b x)"},
		{"insert$", "(a b) 0 x", "[MULTIFUN1] Multifield index 0 out of range 1..3 in function insert$."},
		{"replace$", "(a b c) 2 3 x y z", "(a x y z)"},
		{"delete$", "(a b c) 2 4", "[MULTIFUN1] Multifield index range 2..4 out of range 1..3 in function delete$."},
		{"mv-delete", "1 (a b c)", "(b c)"},
		{"member$", "b (a b c)", "2"},
		{"member$", "(b c) (a b c)", "(2 3)"},
		{"member$", "x (a b c)", "FALSE"},
		{"member", "() (a)", "(1 0)"},
		{"delete-member$", "(a b a c b a) a (c b)", "(b)"},
		{"replace-member$", "(a b a) (a a) a", "(a a b a a)"},
		{"subsetp", "(a a b) (b a)", "TRUE"},
		{"subset", "(a x) (b a)", "FALSE"},
		{"union$", "(a b) (b c)", "(a b c)"},
		{"intersection$", "(a b c) (c a) (a d c)", "(a c)"},
		{"difference$", "(a b c) (b) (d)", "(a c)"},
		{"explode$", `"a \"b c\" 3 ?x"`, `(a "b c" 3 "?x")`},
		{"implode$", `(a "b\"c" 1.0)`, `"a \"b\\\"c\" 1.0"`},
		{"length$", "(a b)", "2"},
		{"length$", "3", "[ARGACCES5] Function length$ expected argument #1 to be of type multifield, symbol, or string"},
	})
}

func TestInputAndOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	checkLibrary(t, []libraryTest{
		{"printout", `t a "b" (c "d") 1.5 crlf`, "ab(c \"d\")1.5\n"},
		{"printout", "nil x", ""},
		{"printout", "nowhere x", "[ROUTER1] Logical name nowhere was not recognized by any routers\n"},
		{"print", `a tab "b"`, "a\tb"},
		{"println", "a", "a\n"},
		{"format", `nil "%-5s|%05.1f|%x%%" ab 2.25 255`, `"ab   |002.2|ff%"`},
		{"format", `t "%d%n" 7`, "7\n\"7\n\""},
		{"format", `nil "%y" 7`, `[IOFUN3] Invalid format flag "%y" specified in format function.`},
		{"format", `nil "%d"`, "[ARGACCES4] Function format expected exactly 3 argument(s)"},
		{"open", `"f" f "w+"`, "TRUE"},
		{"open", `"f" f`, "[IOFUN2] Logical name f already in use."},
		{"printout", `f "one two" crlf 3 crlf`, ""},
		{"tell", "f", "10"},
		{"rewind", "f", "TRUE"},
		{"read", "f", "one"},
		{"seek", "f 1 seek-cur", "TRUE"},
		{"readline", "f", `"two"`},
		{"get-char", "f", "51"},
		{"unget-char", "f 52", "52"},
		{"get-char", "f", "52"},
		{"read", "f", "EOF"},
		{"seek", "f 4 seek-set", "TRUE"},
		{"printout", "f TWO", ""},
		{"flush", "f", "TRUE"},
		{"rewind", "f", "TRUE"},
		{"readline", "f", `"one TWO"`},
		{"close", "", "TRUE"},
		{"close", "f", "FALSE"},
		{"open", `"nothing" f`, "FALSE"},
		{"rename", `"f" "g"`, "TRUE"},
		{"remove", `"g"`, "TRUE"},
		{"remove", `"g"`, "FALSE"},
		{"read", "f", "[ROUTER1] Logical name f was not recognized by any routers"},
		{"system", `"true"`, "system: commands of the operating system are not run"},
	})
}

func TestTime(t *testing.T) {
	e, _ := libraryEnvironment("")
	at := time.Date(2018, 5, 26, 12, 21, 31, 0, time.UTC)
	call := &core.Call{Env: e}
	if got, want := date(call, at).String(), "(2018 5 26 12 21 31 Saturday 145 FALSE)"; got != want {
		t.Errorf("date %s, want %s", got, want)
	}
}

// TestAnyArguments checks that no function panics for any argument.
func TestAnyArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	p := picker{rand.New(rand.NewPCG(12, 13))}
	e, out := libraryEnvironment("some input\n1 2 3\n")
	for _, f := range library() {
		for range 200 {
			args := make([]value.Value, f.Min+p.IntN(3))
			if f.Max >= 0 {
				args = args[:min(len(args), f.Max)]
			}
			for i := range args {
				args[i] = pick(p, []func() value.Value{p.any, p.integer, p.float, p.text, p.list,
					func() value.Value { return value.Value{} },
					func() value.Value { return value.Reference(value.ExternalKind, &p, 1) }})()
			}
			f.Func(&core.Call{Env: e, Name: f.Name, Args: args})
		}
	}
	e.CloseFiles()
	out.Reset()
}

func FuzzScan(f *testing.F) {
	f.Add(`a "b" 3 4.5 ?x $?y <= ; rest`)
	f.Fuzz(func(t *testing.T, text string) {
		e, _ := libraryEnvironment(text)
		for _, name := range []string{"explode$", "string-to-field"} {
			sample{name, []value.Value{value.String(text)}}.call(e)
		}
		args := []value.Value{value.Nil, value.String(text)}
		for range strings.Count(text, "%") {
			args = append(args, value.Integer(65))
			sample{"format", args}.call(e)
		}
	})
}
