package lang_test

import (
	"errors"
	"strings"
	"testing"

	"farbank/lang"
	"farbank/lang/ground"
	"farbank/lang/judge"
	"farbank/lang/syntax"
	"farbank/model"
)

const rules = `state x: 0..9 = 0
state on: bool = false
require "never met": 1 > 2
move go(k: 1..3) {
    require "small": k < 3
    if on { require "odd": k % 2 == 1 } else { for i: 1..2 { require "far": x + i < 5 } }
    x += k
}
never "two": x == 2
goal "six": x == 6
goal on
`

// TestWithout removes rules and requires by position; the file must not change.
func TestWithout(t *testing.T) {
	f, err := syntax.Parse("x.far", rules)
	if err != nil {
		t.Fatal(err)
	}
	before := syntax.Format(f)
	whole := problemOf(t, f)
	for written, gone := range map[string]string{
		`require "never met"`: "never met", `require "small"`: "small", `require "odd"`: "odd", `require "far"`: "far", `never "two"`: "two", `goal "six"`: "six", "goal on": "goal on",
	} {
		before, _, _ := strings.Cut(rules, written)
		place := model.Pos{Line: strings.Count(before, "\n") + 1, Col: len(before) - strings.LastIndex(before, "\n")}
		p := problemOf(t, f, place)
		if got := strings.Replace(rulesOf(whole), gone+"\n", "", 1); got != rulesOf(p) || got == rulesOf(whole) {
			t.Errorf("without %s at %v there is\n%s", gone, place, rulesOf(p))
		}
	}
	if problemOf(t, f, model.Pos{Line: 99}).Digest() != whole.Digest() {
		t.Error("a position without a rule makes a difference")
	}
	if syntax.Format(f) != before {
		t.Error("the file has changed")
	}
}

func problemOf(t *testing.T, f *syntax.File, without ...model.Pos) *model.Problem {
	t.Helper()
	p, err := lang.Problem(f, lang.Options{Without: without})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rulesOf returns the rules and the requires of moves, one a line.
func rulesOf(p *model.Problem) string {
	var b strings.Builder
	for _, list := range [][]model.Rule{p.Require, p.Safety, p.Goal, p.Schemas[0].Requires} {
		for _, r := range list {
			b.WriteString(r.String() + "\n")
		}
	}
	return b.String()
}

// TestIsBug checks that only bugs are reported as bugs.
func TestIsBug(t *testing.T) {
	_, wrong := lang.Parse("x.far", "goal x\n", lang.Options{})
	for _, c := range []struct {
		err  error
		want bool
	}{
		{wrong, false}, {errors.New("no"), false}, {&ground.DisagreementError{}, true}, {&judge.Bug{}, true}, {errors.Join(wrong, &judge.Bug{}), true},
	} {
		if lang.IsBug(c.err) != c.want {
			t.Errorf("%T: %v", c.err, !c.want)
		}
	}
}
