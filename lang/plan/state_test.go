package plan_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/lang/plan"
	"farbank/model"
	"farbank/show/render"
)

// first returns a function for the first start of p.
func first(t testing.TB, p *farbank.Problem) func() (model.State, error) {
	return func() (model.State, error) {
		for s, err := range p.Starts(t.Context()) {
			return s, err
		}
		t.Fatal("there is no start")
		return nil, nil
	}
}

// TestStates reads states back from JSON, whole or in parts.
func TestStates(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 15))
	for _, name := range []string{"wolf", "wolf-sets", "tiles", "husbands", "sokoban", "evacuation", "rollout", "queens-place"} {
		p := load(t, name)
		base, err := first(t, p)()
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			s := slices.Clone(base)
			for i := range s {
				s[i] = p.Cells[i].Lo + r.Int64N(p.Cells[i].Span())
			}
			doc, err := json.Marshal(render.StateDocument(p, s))
			if err != nil {
				t.Fatal(err)
			}
			back, err := plan.ReadState(p, string(doc), first(t, p))
			if err != nil || !slices.Equal(back, s) {
				t.Errorf("%s: %v: %v, of %s", name, err, back, doc)
			}
		}
		for _, text := range []string{"", "{}", " \n", "// nothing\n"} {
			if back, err := plan.ReadState(p, text, first(t, p)); err != nil || !slices.Equal(back, base) {
				t.Errorf("%s, %q: %v %v", name, text, back, err)
			}
		}
	}
}

// TestStateTexts checks the notations of a state, and errors.
func TestStateTexts(t *testing.T) {
	p, err := farbank.Parse("grid.far", `
find k: 1..3
require k > 1
state a[r: 1..2, c: 1..2]: 0..9 = k
state s: set of 1..3 = {}
state t: (bool, 0..4) = (false, 0)
move m { a[1, 1] = 0 }
goal true
`)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                                    "2 2 2 2 2 0 0 0 0 0",
		"k = 3":                               "3 3 3 3 3 0 0 0 0 0",
		"a[1, 2] = 7; s = {1, 3}":             "2 2 7 2 2 1 0 1 0 0",
		"t = (true, 4)\na[2,1]=0,":            "2 2 2 0 2 0 0 0 1 4",
		`{"a": {"2": {"1": 9}}, "s": [2]}`:    "2 2 2 9 2 0 1 0 0 0",
		`{"a": {"2": [4, 5]}, "k": 3}`:        "3 3 3 4 5 0 0 0 0 0",
		`{"a": [[1, 2], [3, 4]]}`:             "2 1 2 3 4 0 0 0 0 0",
		"a = [[1, 2], [3, 4]]":                "2 1 2 3 4 0 0 0 0 0",
		"x = 1":                               "no variable x",
		"a[1] = 1":                            "does not take 1 indices",
		"a[1, 3] = 1":                         "3 is not of type",
		"a[1, 1] = 12":                        "12 is not of type",
		"a[1, 1] = 1, a[1, 1] = 2":            "two values",
		"a[1, 1] = 1 a[1, 2] = 2":             "nothing more",
		"m()":                                 "as in at[goat] = east",
		"k = 9999999999999999999":             "64 bits",
		`{"a": {"3": {"1": 1}}}`:              `no element "3"`,
		`{"a": {"1": {"1": {"1": 1}}}}`:       "not of type",
		`{"k": 2.5}`:                          "not of type",
		`{"k": 2} {"k": 3}`:                   "more after it",
		`{"k": ` + strings.Repeat("[", 99999): "not the JSON of a state",
		"s = " + strings.Repeat("[", 999):     "nested too deeply",
	} {
		s, err := plan.ReadState(p, text, first(t, p))
		got := strings.Trim(fmt.Sprint(s), "[]")
		if err != nil {
			got = err.Error()
		}
		if got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%.60q: %s, want %s", text, got, want)
		}
	}
}
