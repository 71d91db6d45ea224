package check_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"farbank/examples"
	"farbank/lang/check"
	"farbank/lang/internal/wrong"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

func parse(t *testing.T, source string) *syntax.File {
	t.Helper()
	f, err := syntax.Parse("x.far", source)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return f
}

// TestMessages compares the errors of the checker with the messages in lang/testdata/wrong. The
// grounder or the judge refuse the programs that the checker accepts.
func TestMessages(t *testing.T) {
	programs, err := wrong.Programs()
	if err != nil {
		t.Fatal(err)
	}
	refused, taken := 0, 0
	for _, w := range programs {
		f, err := syntax.Parse("x.far", w.Source)
		if err != nil {
			continue
		}
		o := check.Options{Limit: w.Limit}
		for _, p := range w.Params {
			name, value, _ := strings.Cut(p, "=")
			o.Params = append(o.Params, check.Setting{Name: name, Value: value})
		}
		for _, d := range w.Data {
			o.Data = append(o.Data, check.Data{Name: "data.json", JSON: []byte(d)})
		}
		info, err := check.Check(f, o)
		if err == nil {
			taken++
			continue
		}
		refused++
		if got := wrong.Said(err); got != w.Want || info != nil {
			t.Errorf("%s:\n%s\nwant\n%s", w.Name, got, w.Want)
		}
	}
	if refused < 100 || taken > refused/4 {
		t.Errorf("%d programs are refused, %d accepted", refused, taken)
	}
}

// TestExamples checks that in a correct file every expression has a type, every name is
// resolved and constants have values.
func TestExamples(t *testing.T) {
	for _, name := range examples.Names() {
		source, _ := examples.Source(name)
		info, err := check.Check(parse(t, source), check.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for e, typ := range info.Types {
			if typ == nil || typ.Kind == types.Bad {
				t.Errorf("%s: %v has no type", name, e.Pos())
			}
		}
		for id, o := range info.Uses {
			if o == nil || o.Name != id.Name {
				t.Errorf("%s: %s stands for %v", name, id.Name, o)
			}
		}
		for _, o := range info.Objects {
			if (o.Kind == types.Const || o.Kind == types.Param) && (!o.Known || o.Type == nil) {
				t.Errorf("%s: %s is not known", name, o.Name)
			}
		}
	}
}

// TestTypes checks the types of expressions as messages name them.
func TestTypes(t *testing.T) {
	const prelude = `
enum Host { a, b, c }
type Slot = 1..4
const w[Host, Slot]: 0..9 = 3
param names[1..2]: text = ["x", "yz"]
state x: 0..5 = 0
state at[Host]: Slot = 1
state s: set of Host = {}
def twice(n: 0..9) = 2 * n
def first(p: (Host, Slot)) = p.1
`
	for expr, want := range map[string]string{
		"x + 1": "number", "x": "0..5", "at[a]": "1..4", "at": "[Host]: 1..4", "a": "Host", "s": "set of Host", "Host": "set of Host", "Slot": "set of 1..4", "1..3": "set of number",
		"{a, b} union s": "set of Host", "size(s)": "number", "x < 3 and a in s": "bool", "(a, x)": "(Host, 0..5)", "first((a, 2))": "Host", "twice(x)": "number", "if x > 1 then a else b": "Host",
		"if x > 1 then x else 2": "number", "[1, 2, 3]": "[1..3]: number", "[h: Host -> at[h]]": "[Host]: 1..4", "{h: Host -> at[h]}": "set of 1..4", "{h: Host where h in s}": "set of Host",
		"{h: Host, k: Slot where w[h, k] > x}": "set of (Host, 1..4)", "min(h: Host -> at[h])": "1..4", "min(a, b)": "Host", "sum(at)": "number", "count(h in s)": "number", "next(a)": "Host",
		"names[1]": "text", "names[1][0]": "text", "\"{x}\"": "text", "all h in s { at[h] == 1 }": "bool", "(Host, bool)": "set of (Host, bool)", "bool": "set of bool", "-x": "number", "not (x == 1)": "bool",
		"w[(a, 2)]": "0..9", "distinct(h: Host -> at[h])": "bool", "{}": "set of ?", "grid(\"ab\\nc\")": "[1..2, 1..2]: text", "x in {1, 2} implies a == b": "bool",
	} {
		f := parse(t, prelude+"show \"x\" = "+expr+"\n")
		info, err := check.Check(f, check.Options{})
		if err != nil {
			t.Errorf("%s: %v", expr, err)
			continue
		}
		if got := info.Types[f.Decls[len(f.Decls)-1].(*syntax.ShowDecl).Value].Plain(); got != want {
			t.Errorf("%s is %s, want %s", expr, got, want)
		}
	}
}

// TestInputs checks the values of parameters given one by one and as data.
func TestInputs(t *testing.T) {
	const source = `
param n: 1..9 = 3
param on: bool = false
param word: text = "a"
param enum Host { x, y }
param w[Host]: 0..9 = 1
param pairs: set of (Host, 1..3) = {}
param table[1..2, 1..2]: 0..9 = 0
`
	check1 := func(o check.Options) (map[string]types.Value, error) {
		info, err := check.Check(parse(t, source), o)
		if err != nil {
			return nil, err
		}
		all := map[string]types.Value{}
		for _, ob := range info.Objects {
			if ob.Kind == types.Param {
				all[ob.Name] = ob.Const
			}
		}
		return all, nil
	}
	got, err := check1(check.Options{
		Params: []check.Setting{{Name: "n", Value: "7"}, {Name: "on", Value: "true"}, {Name: "word", Value: "a text\n", FromFile: true}},
		Data:   []check.Data{{Name: "d.json", JSON: []byte(`{"n": 5, "Host": ["p", "q r"], "w": {"p": 4, "q r": 6}, "pairs": [["p", 2], ["q r", 3]], "table": [[1, 2], [3, 4]]}`)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	ints := func(ns ...int64) (vs []types.Value) {
		for _, n := range ns {
			vs = append(vs, types.IntValue(n))
		}
		return vs
	}
	for name, want := range map[string]types.Value{
		"n": types.IntValue(7), "on": types.BoolValue(true), "w": types.ArrayValue(ints(4, 6)), "table": types.ArrayValue(ints(1, 2, 3, 4)),
		"pairs": types.SetValue([]types.Value{types.TupleValue(types.EnumValue(0), types.IntValue(2)), types.TupleValue(types.EnumValue(1), types.IntValue(3))}),
	} {
		if !types.Equal(got[name], want) {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
	if !strings.HasPrefix(got["word"].Text, "a text") {
		t.Errorf("word is %q", got["word"].Text)
	}
	for _, data := range []string{`{`, `[]`, `{"n": 10}`, `{"n": 1.5}`, `{"n": "7x"}`, `{"none": 1}`, `{"on": 1}`, `{"w": [1]}`, `{"w": {"x": 1, "z": 2}}`, `{"table": [[1], [2]]}`, `{"Host": ["a", "a"]}`, `{"Host": "a"}`, `{"pairs": [["x"]]}`,
		`{"n": 1, "n": 2}`, `{"word": 7}`} {
		if _, err := check1(check.Options{Data: []check.Data{{Name: "d.json", JSON: []byte(data)}}}); err == nil {
			t.Errorf("taken: %s", data)
		}
	}
}

// TestEnds checks that a cancelled context and a limit end a long evaluation.
func TestEnds(t *testing.T) {
	const long = "const c = sum(i: 1..3000, j: 1..3000 -> i % (j + 1))\n"
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := check.Check(parse(t, long), check.Options{Context: ctx}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := check.Check(parse(t, long), check.Options{Limit: 10_000}); err == nil || !strings.Contains(err.Error(), "more than the limit of 10000 steps") {
		t.Error(err)
	}
}
