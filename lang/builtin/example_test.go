package builtin_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/lang"
	"farbank/lang/builtin"
	"farbank/lang/check"
	"farbank/lang/ground"
	"farbank/lang/judge"
	"farbank/lang/syntax"
	"farbank/model"
)

// prelude declares the enums of the manual.
const prelude = "enum Bank { west, east }\nenum Thing { farmer, wolf, goat, cabbage }\n"

// A given is a name declared by an example.
type given struct{ name, index, typ, value string }

var with = regexp.MustCompile(`^(\w+)(\[[^\]]*\])?: (.*?) = (.*)$`)

func givens(t *testing.T, e builtin.Example) []given {
	t.Helper()
	var all []given
	for _, part := range strings.Split(e.With, "; ") {
		m := with.FindStringSubmatch(part)
		if m == nil {
			t.Fatalf("%s: %q is no name: type = value", e.Call, part)
		}
		all = append(all, given{m[1], m[2], m[3], m[4]})
	}
	return all
}

// declared returns declarations of the names of an example with the given keyword.
func declared(t *testing.T, e builtin.Example, keyword string) string {
	text := prelude
	for _, g := range givens(t, e) {
		switch {
		case g.typ == "text":
			text += fmt.Sprintf("param %s: text = %s\n", g.name, g.value)
		case keyword == "find":
			text += fmt.Sprintf("find %s%s: %s\n", g.name, g.index, g.typ)
		default:
			text += fmt.Sprintf("%s %s%s: %s = %s\n", keyword, g.name, g.index, g.typ, g.value)
		}
	}
	return text
}

// literal returns the call with the values in the place of the names.
func literal(t *testing.T, e builtin.Example) string {
	text := e.Call
	for _, g := range givens(t, e) {
		name := regexp.MustCompile(`\b` + g.name + `\b`)
		text = name.ReplaceAllLiteralString(text, g.value)
	}
	return text
}

// arguments returns the number of arguments of the function in an example.
func arguments(t *testing.T, f *builtin.Function, e builtin.Example) int {
	t.Helper()
	file, err := syntax.Parse("x.far", "show \"x\" = "+e.Call+"\n")
	if err != nil {
		t.Fatalf("%s: %v", e.Call, err)
	}
	n := -1
	syntax.Inspect(file.Decls[0].(*syntax.ShowDecl).Value, func(x syntax.Node) bool {
		if c, ok := x.(*syntax.CallExpr); ok && c.Fun.Name == f.Name {
			n = len(c.Args)
		}
		return true
	})
	return n
}

// eachExample runs a test for every example of every function.
func eachExample(t *testing.T, run func(t *testing.T, f *builtin.Function, e builtin.Example)) {
	for _, f := range builtin.All() {
		for _, e := range f.Examples {
			t.Run(literal(t, e), func(t *testing.T) { run(t, f, e) })
		}
	}
}

// both returns the ground problem and the judge of a file.
func both(t *testing.T, source string) (*model.Problem, *judge.Judge) {
	t.Helper()
	f, err := syntax.Parse("x.far", source)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	info, err := check.Check(f, check.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	p, err := ground.Ground(info, ground.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	j, err := judge.New(info, judge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p, j
}

// TestValues evaluates the examples by the model and by the judge, with constant arguments and
// with arguments in the state.
func TestValues(t *testing.T) {
	eachExample(t, func(t *testing.T, f *builtin.Function, e builtin.Example) {
		for _, keyword := range []string{"const", "state"} {
			written := literal(t, e)
			if e.Declared {
				written = e.Call
			}
			p, j := both(t, declared(t, e, keyword)+
				fmt.Sprintf("show \"x\" = %s\nshow \"y\" = %s\nshow \"z\" = %s\n", e.Call, e.Gives, written))
			s, _, err := p.Begin(nil)
			if err != nil {
				t.Fatal(err)
			}
			x, y, z := p.Text(p.Show[0].Cells[0], s), p.Text(p.Show[1].Cells[0], s), p.Text(p.Show[2].Cells[0], s)
			if x != y || z != y {
				t.Errorf("of %s values %s, written out %s, want %s", keyword, x, z, y)
			}
			js, err := j.State(s)
			if err != nil {
				t.Fatal(err)
			}
			shown, err := j.Show(js)
			if err != nil || shown[0].Cells[0] != y || shown[2].Cells[0] != y {
				t.Errorf("by the judge %v (%v), want %s", shown, err, y)
			}
		}
	})
}

// TestJudgeAgainstLowering compares the two for all values of the names of an example, and with
// each of the names undefined.
func TestJudgeAgainstLowering(t *testing.T) {
	eachExample(t, func(t *testing.T, f *builtin.Function, e builtin.Example) {
		compare(t, declared(t, e, "find")+"show \"x\" = "+e.Call+"\n")
		for _, g := range givens(t, e) {
			if g.index != "" || g.typ == "text" {
				continue
			}
			// Replace the name by an array of one element; the index d may be outside it.
			name := regexp.MustCompile(`\b` + g.name + `\b`)
			source := declared(t, e, "find") + "show \"x\" = " + name.ReplaceAllLiteralString(e.Call, g.name+"[d]") + "\nfind d: 0..1\n"
			compare(t, strings.Replace(source, "find "+g.name+":", "find "+g.name+"[1..1]:", 1))
		}
	})
}

// compare evaluates every start of a problem by the model and by the judge.
func compare(t *testing.T, source string) {
	t.Helper()
	p, j := both(t, source)
	n := 0
	for s, err := range p.Starts(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		js, err := j.State(s)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := j.Show(js)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := p.Text(p.Show[0].Cells[0], s), shown[0].Cells[0]; got != want {
			t.Fatalf("in %v the model gives %s, the judge %s\n%s", s, got, want, source)
		}
		if n++; n == 5_000 {
			break
		}
	}
	if n == 0 {
		t.Error("there is nothing to compare")
	}
}

// TestEngines runs every example on every engine that supports it. Over find variables it
// compares the number of solutions. Over a state it compares whether a move is possible that
// requires the value of the call, or its negation.
func TestEngines(t *testing.T) {
	eachExample(t, func(t *testing.T, f *builtin.Function, e builtin.Example) {
		if f.Name == "name" {
			t.Skip("a text that depends on the state can only be shown")
		}
		is := e.Call + " == " + e.Gives
		t.Run("unknowns", func(t *testing.T) {
			p := problem(t, declared(t, e, "find")+"require "+is+"\n")
			askAll(t, p, farbank.Count, func(a *farbank.Answer) string { return fmt.Sprint(a.Status, " ", a.Count) }, fmt.Sprint(farbank.Solved, " ", count(t, p)))
		})
		for cond, want := range map[string]farbank.Status{is: farbank.Solved, "not (" + is + ")": farbank.None} {
			p := problem(t, declared(t, e, "state")+"state done: bool = false\nmove go {\n require "+cond+"\n done = true\n}\ngoal done\n")
			askAll(t, p, farbank.One, func(a *farbank.Answer) string { return a.Status.String() }, want.String())
		}
	})
}

func problem(t *testing.T, source string) *farbank.Problem {
	t.Helper()
	p, err := lang.Parse("x.far", source, lang.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return p
}

// count returns the number of assignments that meet the requirements.
func count(t *testing.T, p *farbank.Problem) int {
	n := 0
	for _, err := range p.Starts(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// askAll compares the answers of all engines that support the question; at least one must.
func askAll(t *testing.T, p *farbank.Problem, w engine.Want, got func(*farbank.Answer) string, want string) {
	t.Helper()
	q := farbank.Question{Want: w}
	if w == farbank.Count {
		q.Plans = farbank.Simple
	}
	asked := 0
	for _, e := range farbank.Engines {
		if e.Can(p, q) != nil || e.Name() == "milp" && want == farbank.None.String() {
			continue // milp proves it by trying every horizon, which takes long
		}
		a, err := farbank.SolveWith(context.Background(), e, p, q, func(farbank.Plan) bool { return true })
		if err != nil {
			t.Errorf("%s: %v", e.Name(), err)
			continue
		}
		if a.Status == farbank.Unsupported || a.Status == farbank.NoneWithinBound && want == farbank.None.String() {
			continue // a refusal at run time, or a bounded horizon
		}
		if asked++; got(a) != want {
			t.Errorf("%s: %s, want %s", e.Name(), got(a), want)
		}
	}
	if asked == 0 {
		t.Error("no engine answers")
	}
}
