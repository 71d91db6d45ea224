package value_test

import (
	"math"
	"strings"
	"testing"

	"farbank/rules/value"
)

type named struct{}

func (named) RuleText() string { return "<Named>" }

// each returns a value of every kind, as program text and as printout prints it.
func each(table *value.Table) []struct {
	v             value.Value
	kind          value.Kind
	text, display string
} {
	return []struct {
		v             value.Value
		kind          value.Kind
		text, display string
	}{
		{value.Value{}, value.None, "", ""},
		{table.Symbol("a"), value.SymbolKind, "a", "a"},
		{value.String("a"), value.StringKind, `"a"`, "a"},
		{value.String(`say "\"`), value.StringKind, `"say \"\\\""`, `say "\"`},
		{value.Integer(-3), value.IntegerKind, "-3", "-3"},
		{value.Integer(1), value.IntegerKind, "1", "1"},
		{value.Float(1), value.FloatKind, "1.0", "1.0"},
		{value.Float(0.1), value.FloatKind, "0.1", "0.1"},
		{value.Empty, value.MultifieldKind, "()", "()"},
		{value.List(value.Integer(1), value.String(`"`)), value.MultifieldKind, `(1 "\"")`, `(1 """)`},
		{value.Reference(value.FactKind, named{}, 7), value.FactKind, "<Named>", "<Named>"},
		{value.Reference(value.ExternalKind, "x", 0), value.ExternalKind, "<Pointer>", "<Pointer>"},
	}
}

// TestValues checks kinds, texts and equality of values of every kind.
func TestValues(t *testing.T) {
	var table, other value.Table
	list, again := each(&table), each(&other)
	for i, c := range list {
		if c.v.Kind() != c.kind || c.v.String() != c.text || c.v.Display() != c.display {
			t.Errorf("%s is of kind %s and shown as %s", c.v, c.v.Kind(), c.v.Display())
		}
		for j, d := range again {
			if value.Equal(c.v, d.v) != (i == j) {
				t.Errorf("%s (%s) and %s (%s) are equal: %v", c.v, c.v.Kind(), d.v, d.v.Kind(), i != j)
			}
			if i == j && c.v.Hash() != d.v.Hash() {
				t.Errorf("%s has two hashes", c.v)
			}
		}
		number, lexeme := c.kind == value.IntegerKind || c.kind == value.FloatKind, c.kind == value.SymbolKind || c.kind == value.StringKind
		if c.v.IsNumber() != number || c.v.IsLexeme() != lexeme {
			t.Errorf("%s: a number %v, a lexeme %v", c.v, c.v.IsNumber(), c.v.IsLexeme())
		}
		if lexeme && c.v.Text() != c.display || len(c.v.Items()) > 0 && c.kind != value.MultifieldKind {
			t.Errorf("%s has the text %s and the items %v", c.v, c.v.Text(), c.v.Items())
		}
		if (c.v.Ref() != nil) != (c.kind >= value.FactKind) {
			t.Errorf("%s stands for %v", c.v, c.v.Ref())
		}
	}
	if (value.Value{}).Text() != "" || value.FactKind.String() != "FACT-ADDRESS" {
		t.Error("wrong name of a kind")
	}
}

// TestSymbols checks that only FALSE is false and that a table has one symbol for each text.
func TestSymbols(t *testing.T) {
	var table value.Table
	for text, isFalse := range map[string]bool{"FALSE": true, "TRUE": false, "nil": false, "false": false} {
		known := table.Known(text)
		v := table.Symbol(text)
		if v.IsFalse() != isFalse || !v.IsSymbol(text) || v != table.Symbol(text) || !table.Known(text) || known != (text != "false") {
			t.Errorf("%s: known %v", text, known)
		}
	}
	if table.Known("other") || value.String("FALSE").IsFalse() || value.Bool(true) != value.True || value.Bool(false) != table.Symbol("FALSE") {
		t.Error("wrong equality of symbols")
	}
}

// TestNumbers checks conversions and formats of numbers.
func TestNumbers(t *testing.T) {
	if value.Integer(3).Number() != 3 || value.Float(-3.9).Int() != -3 || value.Float(2.5).Number() != 2.5 || value.Integer(math.MinInt64).Int() != math.MinInt64 {
		t.Error("wrong conversion of a number")
	}
	for f, want := range map[float64]string{0: "0.0", 1e14: "100000000000000.0", 1e15: "1e+15", 123456789012345678: "1.23456789012346e+17",
		0.0001: "0.0001", 0.00001: "1e-05", -2.5: "-2.5", 1e100: "1e+100", math.Inf(1): "inf.0", math.Inf(-1): "-inf.0"} {
		if got := value.FormatFloat(f); got != want {
			t.Errorf("%g is written %s, not %s", f, got, want)
		}
	}
	if got := value.FormatFloat(math.NaN()); !strings.HasSuffix(got, "nan.0") {
		t.Error(got)
	}
	if got := value.FormatFloat(math.Copysign(math.NaN(), -1)); got != "-nan.0" {
		t.Error(got)
	}
}

// TestLists checks that nested lists are flattened and compared by their items.
func TestLists(t *testing.T) {
	a, b := value.Integer(1), value.String("b")
	flat := value.List(a, value.List(b, value.Empty, a), a, value.List(b))
	if got := flat.String(); got != `(1 "b" 1 1 "b")` || value.Implode(flat.Items()) != `1 "b" 1 1 "b"` {
		t.Error(got)
	}
	if value.EqualItems(flat.Items(), flat.Items()[1:]) || value.EqualItems([]value.Value{a}, []value.Value{b}) || !value.EqualItems(nil, value.Empty.Items()) {
		t.Error("wrong equality of lists")
	}
	if value.List(a, b).Hash() != value.HashItems([]value.Value{a, b}) || value.List(a, b).Hash() == value.List(b, a).Hash() {
		t.Error("wrong hash of a list")
	}
}
