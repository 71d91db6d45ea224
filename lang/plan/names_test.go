package plan_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"farbank"
	"farbank/internal/visible"
	"farbank/lang/plan"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/show/render"

	"pgregory.net/rapid"
)

// problemWith returns a problem with names from data in all places of a plan: arguments, found
// values, indices, inside tuples and sets.
func problemWith(names ...string) (*farbank.Problem, error) {
	data, err := json.Marshal(map[string]any{"N": names})
	if err != nil {
		return nil, err
	}
	source := `
param enum N { a, b }
find f[n: N]: N
find g: set of N
find h[n: N, t: bool]: (N, bool)
state on[n: N]: bool = false
move go(n: N, s: (N, bool)) { on[n] = s.2 }
goal all n: N { on[n] or not on[n] }
`
	return farbank.Parse("named.far", source, farbank.WithData("names.json", data))
}

// roundTrip writes plans and reads them back, in both formats.
func roundTrip(p *farbank.Problem, find []int64) error {
	pl := farbank.Plan{Find: find}
	for i := range p.Moves {
		pl.Moves = append(pl.Moves, i)
	}
	steps, cost, err := p.VerifyWalk(pl)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := render.Plan(&text, p, steps); err != nil {
		return err
	}
	if shown := visible.Text(text.String()); shown != text.String() {
		return fmt.Errorf("the plan has hidden characters: %q", text.String())
	}
	doc, err := json.Marshal(render.PlanDocument(p, steps, cost))
	if err != nil {
		return err
	}
	for _, written := range []string{text.String(), string(doc), string(visible.JSON(doc)), strings.ReplaceAll(text.String(), "\n", "\r\n"), "\uFEFF" + strings.ReplaceAll(text.String(), "\n", "\r")} {
		back, err := plan.Read(p, "x.plan", written)
		if err != nil || len(back) != 1 || back[0].Err != nil {
			return fmt.Errorf("%w %+v, of\n%s", err, back, written)
		}
		if !slices.Equal(back[0].Plan.Find, find) || !slices.Equal(back[0].Plan.Moves, pl.Moves) {
			return fmt.Errorf("%+v, of\n%s", back[0].Plan, written)
		}
	}
	return nil
}

// TestNames checks that members may have any names.
func TestNames(t *testing.T) {
	for _, names := range [][]string{{"goat", "wolf"}, {"true", "false"}, {"if", "set"}, {"and", "not"}, {"🐐", "🐺"}, {"٣", "3"}, {"a٣", "-3"}, {"a b", " a"},
		{`"`, `\`}, {"(a", "a)"}, {"a, b", "a"}, {"//", "/*"}, {"=", "a=b"}, {"\n", "\r\n"}, {"\x1b[31m", "\u202e"}, {"\u2028", "\u0085"}, {"\ufeff", "\u200b"},
		{"é", "e\u0301"}, {"_a", "a_"}, {"`", "'"}, {"{", "}"}, {"[", "]"}, {"\x00", "\x7f"}, {"\uFFFD", "\\ufffd"}, {"null", "count"}, {"A", "a"}, {"\u3164", "\u034f"}} {
		p, err := problemWith(names...)
		if err != nil {
			t.Fatal(err)
		}
		if err := roundTrip(p, make([]int64, p.NumFind)); err != nil {
			t.Errorf("%q: %v", names, err)
		}
	}
}

// TestAnyNames is like TestNames with random names and random found values.
func TestAnyNames(t *testing.T) {
	words := slices.Collect(maps.Keys(syntax.Keywords))
	slices.Sort(words)
	name := rapid.OneOf(rapid.StringN(1, 8, -1), rapid.SampledFrom(words), rapid.StringOfN(rapid.SampledFrom([]rune("a3_-\"\\(){}[],=/ \n\r\t\x1b\u0085\u202e\u200d🐐é")), 1, 6, -1)).Filter(utf8.ValidString)
	rapid.Check(t, func(t *rapid.T) {
		p, err := problemWith(rapid.SliceOfNDistinct(name, 2, 3, rapid.ID).Draw(t, "names")...)
		if err != nil {
			t.Skip(err) // a name of the file
		}
		find := make([]int64, p.NumFind)
		for i := range find {
			find[i] = rapid.Int64Range(p.Cells[i].Lo, p.Cells[i].Hi).Draw(t, "value")
		}
		if err := roundTrip(p, find); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzNames(f *testing.F) {
	f.Add("true", "🐐")
	f.Add("a\"", "\\")
	f.Fuzz(func(t *testing.T, a, b string) {
		p, err := problemWith(a, b)
		if err != nil {
			return
		}
		if err := roundTrip(p, make([]int64, p.NumFind)); err != nil {
			t.Fatal(err)
		}
	})
}

// TestReserved checks that reserved words are quoted and identifiers are not.
func TestReserved(t *testing.T) {
	for w := range syntax.Keywords {
		if model.Written(w) == w {
			t.Errorf("%s is not quoted", w)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[\pL][\pL\pN_]{0,4}`).Draw(t, "name")
		e, err := syntax.ParseExpr("x", name)
		_, isName := e.(*syntax.Ident)
		plain := model.Written(name) == name
		digits := strings.ContainsFunc(name, func(r rune) bool { return r > 127 && unicode.IsDigit(r) })
		if plain && (err != nil || !isName) || !plain && err == nil && isName && !digits {
			t.Fatalf("%s is written %s", name, model.Written(name))
		}
	})
}

// TestLoose reads variants that people write by hand.
func TestLoose(t *testing.T) {
	p, err := problemWith("true", "🐐")
	if err != nil {
		t.Fatal(err)
	}
	find := "f = [🐐, true]\ng = {}\nh[true, true] = (🐐, false) // all of them\nh[🐐,true]=(\"true\",true)\nh[true, false] = (true, true)\nh [ \"🐐\" , false ] = ( true , true )\n"
	if _, _, err := farbank.Verify(p, find+"go(🐐, (true, true))\n  go ( \"true\", ((true), false) ) // back\n"); err != nil {
		t.Error(err)
	}
}

func TestWrongLines(t *testing.T) {
	p := load(t, "wolf")
	for text, want := range map[string]string{
		"cross":                               "1:1: a move is needed",
		"cross(goat) x":                       "1:13: nothing more",
		"\n\ncross(goat wolf)":                "3:12: a comma or )",
		"cross(":                              "1:7: a value is needed",
		"cross(goat":                          "1:11: ) is missing",
		`cross("goat)`:                        "1:7: the text is not closed",
		`cross("\q")`:                         "1:7: the text",
		"cross(99999999999999999999)":         "1:7: the number does not fit",
		"cross(-)":                            "1:7: a value is needed",
		"a[1 = 3":                             "1:5: a comma or ]",
		"x = ":                                "1:5: a value is needed",
		"= 3":                                 "1:1: a move is needed",
		"3(4)":                                "1:1: a move is needed",
		"\xff\xfe":                            "1:1: a move is needed",
		"x = " + strings.Repeat("(", 1000000): "nested too deeply",
		strings.Repeat("?\n", 1000000):        "not shown",
		`{"plan": ` + strings.Repeat("[", 1000000): "JSON",
	} {
		_, err := plan.Read(p, "x.plan", text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %.200v", text, err)
		}
	}
}
