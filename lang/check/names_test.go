package check_test

import (
	"testing"

	"farbank/lang/check"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// TestNamesOfData gives members of enums the names of other declarations; the file must keep
// its meaning.
func TestNamesOfData(t *testing.T) {
	const source = `
param enum Host { a, b }
param enum Rack { a, c }
param at[Host]: Rack
param few: set of Rack
param one: (Host, Rack)
const n = 3
const size3 = size(Rack)
const first = Host."n"
const other = if true then Rack.a else c
def twice(k: 1..9) = 2 * k
const six = twice(n)
const flags = size(bool)
`
	f := parse(t, source)
	info, err := check.Check(f, check.Options{
		Params: []check.Setting{{Name: "few", Value: `{"if", c, "twice", a}`}, {Name: "one", Value: `(n, Rack."a b")`}, {Name: "Host", Value: "n,bool,a"}},
		Data:   []check.Data{{Name: "d.json", JSON: []byte(`{"Rack": ["if", "a b", "c", "twice", "a", "size", "bool"], "at": {"n": "if", "bool": "a", "a": "size"}}`)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	e, n := types.EnumValue, types.IntValue
	for name, want := range map[string]types.Value{
		"at": types.ArrayValue([]types.Value{e(0), e(4), e(5)}), "few": types.SetValue([]types.Value{e(0), e(2), e(3), e(4)}), "one": types.TupleValue(e(0), e(1)),
		"n": n(3), "size3": n(7), "first": e(0), "other": e(4), "six": n(6), "flags": n(2),
	} {
		if got := info.Globals[name].Const; !types.Equal(got, want) {
			t.Errorf("%s is %+v, want %+v", name, got, want)
		}
	}
	if _, err := syntax.ParseExpr("x", `E."`); err == nil {
		t.Error("a name in quotes that are not closed was read")
	}
}
