package types_test

import (
	"slices"
	"testing"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

func number(lo, hi int64) *types.Type {
	return &types.Type{Kind: types.Int, Model: &model.Type{Kind: model.Int, Lo: lo, Hi: hi}}
}

func enum(name string, members ...string) *types.Type {
	return &types.Type{Kind: types.Enum, Model: &model.Type{Kind: model.Enum, Name: name, Members: members}}
}

func tuple(elems ...*types.Type) *types.Type { return &types.Type{Kind: types.Tuple, Elems: elems} }

func array(elem *types.Type, index ...*types.Type) *types.Type {
	return &types.Type{Kind: types.Array, Elems: []*types.Type{elem}, Index: index}
}

var (
	bank  = enum("Bank", "west", "east")
	owner = enum("Owner", "ann", "ben")
	all   = []*types.Type{types.BoolType, types.IntType, number(1, 3), number(1, 4), bank, owner, types.TextType, tuple(bank, types.IntType), tuple(bank, types.BoolType),
		types.SetOf(bank), types.SetOf(number(1, 3)), types.EmptyType, array(types.IntType, bank), array(types.IntType, number(1, 3)), array(types.IntType, number(1, 4)),
		array(number(0, 9), bank, number(1, 3)), array(number(0, 9), tuple(bank, number(1, 3)))}
)

// TestFits checks that Fits is reflexive and symmetric, and that a merged type fits both.
func TestFits(t *testing.T) {
	for _, a := range all {
		if !types.Fits(a, a) || !types.Fits(a, nil) || !types.Fits(nil, a) || !types.Fits(a, types.BadType) {
			t.Errorf("%s does not fit itself, or an unknown type", a)
		}
		for _, b := range all {
			if types.Fits(a, b) != types.Fits(b, a) {
				t.Errorf("%s and %s fit one way only", a, b)
			}
			if !types.Fits(a, b) {
				continue
			}
			if m := types.Merge(a, b); !types.Fits(m, a) || !types.Fits(m, b) {
				t.Errorf("%s, of %s and %s, does not fit both", m, a, b)
			}
		}
	}
	for _, c := range []struct {
		a, b *types.Type
		want bool
	}{
		{number(1, 3), number(5, 9), true}, {bank, owner, false}, {types.EmptyType, types.SetOf(bank), true}, {types.SetOf(bank), types.SetOf(owner), false},
		{tuple(bank, types.IntType), tuple(bank, types.BoolType), false}, {tuple(bank), tuple(bank, bank), false},
		{array(types.IntType, number(1, 3)), array(types.IntType, number(1, 4)), false}, {array(types.IntType, bank), array(types.BoolType, bank), false},
		{array(types.IntType, tuple(bank, number(1, 3))), array(types.IntType, tuple(bank, number(1, 4))), false},
		{array(types.IntType, bank), array(number(0, 9), bank), true}, {types.IntType, types.BoolType, false},
	} {
		if got := types.Fits(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

// TestMerge checks that a range is kept if both types have it.
func TestMerge(t *testing.T) {
	three := number(1, 3)
	for _, c := range []struct{ a, b, want *types.Type }{
		{three, number(1, 3), three}, {three, number(1, 4), types.IntType}, {three, types.IntType, types.IntType}, {types.BadType, three, three}, {three, types.BadType, three},
		{types.EmptyType, types.SetOf(bank), types.SetOf(bank)}, {tuple(three, bank), tuple(number(0, 3), bank), tuple(types.IntType, bank)},
	} {
		if got := types.Merge(c.a, c.b); got.Plain() != c.want.Plain() {
			t.Errorf("of %s and %s: %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

func TestNamesOfTypes(t *testing.T) {
	for _, c := range []struct {
		t         *types.Type
		plain, is string
	}{
		{types.BoolType, "bool", "a truth value"}, {types.IntType, "number", "a number"}, {number(1, 3), "1..3", "a number"}, {bank, "Bank", "a Bank"}, {owner, "Owner", "an Owner"},
		{types.TextType, "text", "a text"}, {tuple(bank, types.BoolType), "(Bank, bool)", "a tuple (Bank, bool)"}, {types.SetOf(bank), "set of Bank", "a set of Bank"},
		{types.EmptyType, "set of ?", "an empty set"}, {array(types.IntType, bank, number(1, 2)), "[Bank, 1..2]: number", "an array [Bank, 1..2]: number"}, {types.BadType, "?", "unknown"},
	} {
		if c.t.Plain() != c.plain || c.t.String() != c.is {
			t.Errorf("%s, %s; want %s, %s", c.t.Plain(), c.t, c.plain, c.is)
		}
	}
}

// TestFinite checks that only bounded types have a type in the model.
func TestFinite(t *testing.T) {
	for _, c := range []struct {
		t    *types.Type
		want string
	}{
		{types.BoolType, "bool"}, {types.IntType, ""}, {number(1, 3), "1..3"}, {types.TextType, ""}, {tuple(bank, number(1, 3)), "(Bank, 1..3)"}, {tuple(bank, types.IntType), ""},
		{types.SetOf(bank), "set of Bank"}, {array(number(0, 9), bank), "[Bank]: 0..9"}, {array(types.TextType, bank), ""},
	} {
		m, got := c.t.Finite(), ""
		if m != nil {
			got = m.String()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.t.Plain(), got, c.want)
		}
	}
}

// TestOrder checks the order of docs/language.md, and that sets have no duplicates.
func TestOrder(t *testing.T) {
	rising := [][]types.Value{
		{types.BoolValue(false), types.BoolValue(true)},
		{types.IntValue(-3), types.IntValue(0), types.IntValue(7)},
		{types.EnumValue(0), types.EnumValue(1)},
		{types.TextValue(""), types.TextValue("a"), types.TextValue("ab"), types.TextValue("b"), types.TextValue("é")},
		{types.TupleValue(types.IntValue(1), types.IntValue(9)), types.TupleValue(types.IntValue(2), types.IntValue(0)), types.TupleValue(types.IntValue(2), types.IntValue(1))},
	}
	for _, vs := range rising {
		for i, x := range vs {
			for k, y := range vs {
				if c := types.Compare(x, y); (c < 0) != (i < k) || (c == 0) != (i == k) || types.Equal(x, y) != (i == k) {
					t.Errorf("%v and %v: %d", x, y, c)
				}
			}
		}
		set := types.SetValue(slices.Concat(vs, vs[:1]))
		if len(set.Elems) != len(vs) || !slices.IsSortedFunc(set.Elems, types.Compare) {
			t.Errorf("%v has %d members", set, len(set.Elems))
		}
		for _, x := range vs {
			if !set.Contains(x) {
				t.Errorf("%v is not in its set", x)
			}
		}
	}
	set := types.SetValue([]types.Value{types.IntValue(3), types.IntValue(1)})
	if set.Contains(types.IntValue(2)) || !types.Equal(types.ArrayValue(set.Elems), types.ArrayValue([]types.Value{types.IntValue(1), types.IntValue(3)})) || !types.BoolValue(true).True() {
		t.Error("a set, or an array, has other members than it was given")
	}
}

func TestObjects(t *testing.T) {
	f, err := syntax.Parse("x.far", "const a[1..1, 1..1]: 0..1 = {(1, 1): 1}\n")
	if err != nil {
		t.Fatal(err)
	}
	info := types.NewInfo(f)
	id := f.Decls[0].(*syntax.ValueDecl).Name
	a, b := info.NewObject(types.Const, id), info.NewObject(types.Local, nil)
	if a.ID == b.ID || info.Count != 2 || a.Name != "a" || b.Name != "" || a.Kind.String() != "a const" || b.Kind.String() != "a local name" {
		t.Errorf("%+v, %+v", a, b)
	}
	two := array(types.IntType, number(1, 1), number(1, 1))
	for source, want := range map[string]bool{"(1, 1)": true, "(1, 1, 1)": false, "1": false} {
		e, err := syntax.ParseExpr("x", source)
		if err != nil {
			t.Fatal(err)
		}
		if types.IsTupleKey(e, two) != want {
			t.Errorf("%s: %v", source, !want)
		}
	}
}
