package main

import (
	"strings"
	"testing"

	"farbank/internal/visible"
	"farbank/lang/syntax"

	"pgregory.net/rapid"
)

func TestDetail(t *testing.T) {
	at := func(line string, col, end int) string {
		return detail(syntax.ErrorList{{File: "a.far", Pos: syntax.Pos{Line: 3, Col: col}, End: syntax.Pos{Line: 3, Col: end}, Msg: "wrong", Hint: "mend it", Line: line}})
	}
	for _, tt := range []struct{ got, want string }{
		{at("goal x == y", 11, 12), "a.far:3:11: wrong\n    goal x == y\n              ^\n    hint: mend it"},
		{at("\tgoal xyz", 7, 10), "a.far:3:7: wrong\n    \tgoal xyz\n    \t     ^^^\n    hint: mend it"},
		{at(`show "山羊" = zz`, 13, 15), "a.far:3:13: wrong\n    show \"山羊\" = zz\n                  ^^\n    hint: mend it"},
		{at("a\x1bb", 3, 4), "a.far:3:3: wrong\n    a␛b\n      ^\n    hint: mend it"},
		{at("a\xffb", 3, 4), "a.far:3:3: wrong\n    a\\xffb\n         ^\n    hint: mend it"},
		{at("", 1, 1), "a.far:3:1: wrong\n    hint: mend it"},
		{at("abc", 9, 20), "a.far:3:9: wrong\n    abc\n       ^\n    hint: mend it"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s\nnot\n%s", tt.got, tt.want)
		}
	}
	long := at(strings.Repeat("(", 1000)+"x"+strings.Repeat(")", 1000), 1001, 1002)
	if !strings.Contains(long, "\n    … "+strings.Repeat("(", 60)+"x"+strings.Repeat(")", 120)+" …\n"+strings.Repeat(" ", 4+2+60)+"^\n") {
		t.Error(long)
	}
}

// TestExcerpt checks for any line and place that the mark begins under the error, and that the
// output is short.
func TestExcerpt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := &syntax.Error{Line: rapid.String().Draw(t, "line"), Pos: syntax.Pos{Line: 1, Col: rapid.IntRange(1, 300).Draw(t, "col")}, End: syntax.Pos{Line: 1, Col: rapid.IntRange(0, 300).Draw(t, "end")}}
		line, mark := excerpt(e)
		before, at, after := divide(e)
		if before+at+after != e.Line {
			t.Fatalf("%q %q %q", before, at, after)
		}
		if n := len([]rune(line)); n > 10*(4*shownAround+10) {
			t.Fatalf("%d characters", n)
		}
		if rest := strings.TrimLeft(mark, " \t"); strings.Trim(rest, "^") != "" || rest == "" {
			t.Fatalf("the mark %q", mark)
		}
		if len(before) < 2*shownAround && visible.Width(blanks(visible.Text(before))) != visible.Width(strings.TrimRight(mark, "^")) {
			t.Fatalf("%q\n%q", line, mark)
		}
	})
}
