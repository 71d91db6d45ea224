package types_test

import (
	"fmt"
	"slices"
	"testing"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// beings returns two enums joined by a union; both have a rat.
func beings() *types.Family {
	f := &types.Family{
		Members: []string{"cow", "rat", "ann", "rat"},
		Enums:   []string{"Animal", "Animal", "Person", "Person"},
		Labels:  []string{"the cow", "", "Ann", ""},
	}
	f.All = f.Sub("Being", []int64{0, 1, 2, 3})
	return f
}

// TestFamily checks that members have their unqualified names unless these are ambiguous.
func TestFamily(t *testing.T) {
	f := beings()
	for _, c := range []struct {
		values []int64
		want   string
		lo, hi int64
		listed bool
	}{
		{[]int64{0, 1, 2, 3}, "[cow Animal.rat ann Person.rat]", 0, 3, false},
		{[]int64{0, 1}, "[cow rat]", 0, 1, false},
		{[]int64{2, 3}, "[ann rat]", 2, 3, false},
		{[]int64{0, 3}, "[cow Animal.rat Person.ann rat]", 0, 3, true},
		{[]int64{types.None, 0}, "[none cow]", -1, 0, false},
		{[]int64{types.None, 1}, "[none Animal.cow rat]", -1, 1, true},
		{nil, "[]", 0, -1, false},
	} {
		s := f.Sub("", c.values)
		if fmt.Sprint(s.Model.Members) != c.want || (s.Of != nil) != c.listed || s.HasNone() != slices.Contains(c.values, types.None) {
			t.Errorf("%v: %v, listed %v", c.values, s.Model.Members, s.Of)
		}
		if lo, hi := s.Model.Domain(); len(c.values) > 0 && (lo != c.lo || hi != c.hi) {
			t.Errorf("%v: from %d to %d", c.values, lo, hi)
		}
		for _, v := range []int64{-1, 0, 1, 2, 3} {
			if s.Model.Has([]int64{v}) != slices.Contains(c.values, v) {
				t.Errorf("%v: has %d: %v", c.values, v, s.Model.Has([]int64{v}))
			}
		}
	}
	or := f.OrNone(f.All)
	if !or.HasNone() || f.All.HasNone() || bank.HasNone() || types.IntType.HasNone() {
		t.Error("none in a type without it")
	}
	if again := f.OrNone(or); again.Plain() != or.Plain() || or.Model.Name != "Being or none" {
		t.Errorf("%s, %s", or, again)
	}
	if n, _ := or.Model.Size(); n != 5 {
		t.Errorf("%d values", n)
	}
}

// TestFamilyFits checks that enums of a family fit, and merge to the union of their values.
func TestFamilyFits(t *testing.T) {
	f := beings()
	animals, people, maybe := f.Sub("Animal", []int64{0, 1}), f.Sub("Person", []int64{2, 3}), f.Sub("", []int64{types.None, 0})
	if !types.Fits(animals, people) || types.Fits(animals, bank) || types.Fits(animals, beings().All) {
		t.Error("what fits")
	}
	for _, c := range []struct{ a, b, want *types.Type }{
		{animals, people, f.All}, {animals, f.Sub("Animal", []int64{0, 1}), animals}, {animals, maybe, f.OrNone(f.All)}, {maybe, people, f.OrNone(f.All)},
	} {
		if got := types.Merge(c.a, c.b); got.Plain() != c.want.Plain() {
			t.Errorf("of %s and %s: %s, want %s", c.a.Plain(), c.b.Plain(), got.Plain(), c.want.Plain())
		}
	}
}

// TestNamedComponents selects components by number and by name; merging keeps names on which
// both types agree.
func TestNamedComponents(t *testing.T) {
	at := tuple(number(1, 3), bank)
	at.Names = []string{"row", "side"}
	for source, want := range map[string]int{"x.1": 0, "x.2": 1, "x.3": -1, "x.row": 0, "x.side": 1, "x.col": -1} {
		e, err := syntax.ParseExpr("x", source)
		if err != nil {
			t.Fatal(err)
		}
		if got := at.Component(e.(*syntax.SelectExpr)); got != want {
			t.Errorf("%s: %d", source, got)
		}
	}
	if at.Plain() != "(row: 1..3, side: Bank)" {
		t.Error(at.Plain())
	}
	other := tuple(number(1, 4), bank)
	if got := types.Merge(at, other).Plain(); got != "(row: number, side: Bank)" {
		t.Error(got)
	}
	if got := types.Merge(other, at).Plain(); got != "(row: number, side: Bank)" {
		t.Error(got)
	}
	other.Names = []string{"row", "col"}
	if got := types.Merge(at, other).Plain(); got != "(number, Bank)" {
		t.Error(got)
	}
}

// TestListedTuples checks the model type of a tuple type with listed values.
func TestListedTuples(t *testing.T) {
	cell := tuple(number(1, 2), bank)
	cell.Name, cell.Of = "Cell", []types.Value{types.TupleValue(types.IntValue(1), types.EnumValue(0)), types.TupleValue(types.IntValue(2), types.EnumValue(1))}
	m := cell.Finite()
	if fmt.Sprint(m.Only) != "[[1 0] [2 1]]" || cell.Plain() != "Cell" || cell.String() != "a Cell" {
		t.Errorf("%v, %s, %s", m.Only, cell.Plain(), cell)
	}
	if got := fmt.Sprint(types.TupleValue(cell.Of[1], types.IntValue(7)).LeavesOf(tuple(cell, number(0, 9)), nil)); got != "[2 1 7]" {
		t.Error(got)
	}
}

// TestWhatIsOrdered checks which types are ordered, and Unlabelled.
func TestWhatIsOrdered(t *testing.T) {
	for _, c := range []struct {
		t    *types.Type
		want bool
	}{{types.BoolType, true}, {types.IntType, true}, {bank, true}, {types.TextType, true}, {tuple(bank), true}, {types.SetOf(bank), false}, {array(bank, bank), false}, {types.BadType, false}} {
		if c.t.Ordered() != c.want {
			t.Errorf("%s: %v", c.t, !c.want)
		}
	}
	e := &types.Type{Kind: types.Enum, Model: &model.Type{Kind: model.Enum, Name: "Bank", Members: []string{"west"}, Labels: []string{"the west"}}}
	if u := e.Unlabelled(); u.Model.Labels != nil || e.Model.Labels == nil || u.Model.Name != "Bank" {
		t.Errorf("%+v of %+v", u.Model, e.Model)
	}
}

// TestMembers resolves a member name that several enums have.
func TestMembers(t *testing.T) {
	f, err := syntax.Parse("x.far", "enum A { a, b }\nenum B { b, c }\n")
	if err != nil {
		t.Fatal(err)
	}
	info := types.NewInfo(f)
	var enums []*syntax.EnumDecl
	for _, d := range f.Decls {
		e := d.(*syntax.EnumDecl)
		enums = append(enums, e)
		b := info.NewObject(types.Member, e.Name)
		b.Enum = e
		info.Members["b"] = append(info.Members["b"], b)
	}
	for i, e := range enums {
		if m := info.Member(e, "b"); m != info.Members["b"][i] {
			t.Errorf("%+v", m)
		}
		if info.Member(e, "z") != nil {
			t.Error("there is no z")
		}
	}
}
