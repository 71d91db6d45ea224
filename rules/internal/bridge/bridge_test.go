package bridge_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"farbank/rules"
)

// A Parcel is a fact with all kinds of slots.
type Parcel struct {
	Number  int
	Weight  float64
	To      string
	Kind    rules.Symbol `rules:"sort"`
	Fragile bool
	Stamps  []int
	Small   uint8
	secret  int
	Left    string `rules:"-"`
}

func TestStructs(t *testing.T) {
	e := rules.New(rules.Options{})
	if err := e.DefineTemplate(&Parcel{}); err != nil {
		t.Fatal(err)
	}
	p := Parcel{1, 2.5, "ann", "letter", true, []int{1, 2}, 7, 0, ""}
	f, err := e.Assert(&p)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rules.FactText(f), `(parcel (number 1) (weight 2.5) (to "ann") (sort letter) (fragile TRUE) (stamps 1 2) (small 7))`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if again, err := e.Assert(p); again != nil || err != nil {
		t.Errorf("an equal one: %v, %v", again, err)
	}
	var back Parcel
	if err := rules.Read(f, &back); err != nil || !reflect.DeepEqual(back, p) {
		t.Errorf("%+v, %v", back, err)
	}
	if _, err := e.AssertString(`(parcel (number a))`); err != nil {
		t.Fatal(err)
	}
	var seen []string
	for p, err := range rules.Select[Parcel](e) {
		seen = append(seen, fmt.Sprintf("%d %v", p.Number, err != nil))
	}
	if got := strings.Join(seen, ", "); got != "1 false, 0 true" {
		t.Error(got)
	}
	if err := e.Retract(f); err != nil || e.Retract(f) != nil {
		t.Error("retracting a fact once or twice:", err)
	}
}

// TestStructFaults checks that a value that is not a struct or does not fit its template is an error.
func TestStructFaults(t *testing.T) {
	e, other := rules.New(rules.Options{}), rules.New(rules.Options{})
	type point struct{ X, Y int }
	if err := e.Load(strings.NewReader("(deftemplate point (slot x))"), "p"); err != nil {
		t.Fatal(err)
	}
	fact, err := other.AssertString("(a)")
	if err != nil {
		t.Fatal(err)
	}
	_, noTemplate := e.Assert(Parcel{})
	_, noSlot := e.Assert(point{1, 2})
	_, nothing := e.Assert(nil)
	_, noPointer := e.Assert((*point)(nil))
	ours, _ := e.AssertString("(point (x a))")
	var p point
	for i, c := range []struct {
		err  error
		want string
	}{
		{e.DefineTemplate(3), "a struct with a name is expected, not int"},
		{e.DefineTemplate(nil), "a struct is expected, not nil"},
		{e.DefineTemplate(point{}), "is defined already"},
		{noTemplate, "there is no template parcel; DefineTemplate makes one"},
		{noSlot, "has no slot y"},
		{nothing, "a struct is expected"},
		{noPointer, "not a nil pointer"},
		{e.Retract(nil), "there is no fact"},
		{e.Retract(fact.Ref().(*rules.Fact)), "another environment"},
		{rules.Read(ours.Ref().(*rules.Fact), p), "a pointer to a struct is expected"},
		{rules.Read(ours.Ref().(*rules.Fact), new(int)), "a struct with a name"},
		{rules.Read(ours.Ref().(*rules.Fact), &p), "slot x of (point (x a)): a is no int"},
		{rules.Read(ours.Ref().(*rules.Fact), &Parcel{}), "has no slot number"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("case %d: %v, not %s", i, c.err, c.want)
		}
	}
	for _, err := range rules.Select[int](e) {
		if err == nil {
			t.Error("Select accepts an int")
		}
	}
	for x := range rules.Select[Parcel](e) {
		t.Error("facts of an unknown template:", x)
	}
	for _, err := range rules.Select[struct{ A int }](e) {
		if err == nil {
			t.Error("Select accepts a struct without a name")
		}
	}
}

func TestFunctions(t *testing.T) {
	e := rules.New(rules.Options{})
	failed := errors.New("failed")
	for name, f := range map[string]any{
		"go-add":  func(a, b int) int { return a + b },
		"go-join": func(parts ...string) string { return strings.Join(parts, "-") },
		"go-fail": func(x bool) (int, error) { return 0, failed },
		"go-void": func() {},
		"go-list": func(x []float64) []string { return []string{fmt.Sprint(x)} },
	} {
		if err := e.DefineFunc(name, f); err != nil {
			t.Fatal(name, err)
		}
	}
	for call, want := range map[string]string{
		"(go-add 1 2)":               "3",
		`(go-join "a" b "c")`:        `"a-b-c"`,
		"(go-join)":                  `""`,
		"(go-void)":                  "",
		"(go-list (create$ 1 2.5))":  `("[1 2.5]")`,
		"(go-add 1)":                 "expected exactly 2",
		"(go-add 1 a)":               "argument #2 to be of type int",
		"(go-join a 3)":              "argument #2 to be of type string",
		"(go-fail TRUE)":             "failed",
		"(go-list (create$ 1 a))":    "argument #1 to be of type []float64",
		"(str-length (go-join x y))": "3",
	} {
		v, err := e.Eval(call)
		if got := fmt.Sprint(v, err); err == nil && v.String() != want || err != nil && !strings.Contains(got, want) {
			t.Errorf("%s: %v, %v, not %s", call, v, err, want)
		}
	}
	if _, err := e.Eval("(go-fail TRUE)"); !errors.Is(err, failed) {
		t.Errorf("the Go error is not wrapped: %v", err)
	}
	for _, f := range []any{nil, 3, (func())(nil), func() (int, int) { return 1, 2 }, func() (int, int, error) { return 1, 2, nil }} {
		if e.DefineFunc("bad", f) == nil {
			t.Errorf("%T is accepted", f)
		}
	}
}
