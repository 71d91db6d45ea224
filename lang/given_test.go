package lang_test

import (
	"testing"

	"farbank/lang"
	"farbank/model"
)

const counter = `state n: 0..3 = 0
find k: 1..2
move up { require n < 2
 n += k }
move back { require n == 1
 n = 0 }
goal n == 2
goal k == 1
`

// reached returns the first two cells of the reachable goal states.
func reached(t *testing.T, p *model.Problem) map[[2]int64]bool {
	t.Helper()
	met, seen := map[[2]int64]bool{}, map[[2]int64]bool{}
	var queue []model.State
	note := func(s model.State) {
		if k := [2]int64{s[0], s[1]}; !seen[k] {
			seen[k] = true
			queue = append(queue, s)
			if ok, err := p.AtGoal(s); err != nil {
				t.Fatal(err)
			} else if ok {
				met[k] = true
			}
		}
	}
	for s, err := range p.Starts(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		note(s)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, m := range p.Moves {
			o, err := p.Apply(m, queue[0])
			if err != nil {
				t.Fatal(err)
			}
			if o.Next != nil {
				note(o.Next)
			}
		}
	}
	return met
}

// TestToDeadEnd checks the goal of dead ends: no move is possible and the goal of the text is
// not met.
func TestToDeadEnd(t *testing.T) {
	for source, want := range map[string]map[[2]int64]bool{
		counter: {{2, 2}: true}, // cells are ordered with find variables first: k, n
		"state n: 0..3 = 0\nfind k: 1..2\nmove up { n += k }\n": {{1, 3}: true, {2, 2}: true}, // without a goal, every state without moves is a dead end
	} {
		p, err := lang.Parse("t.far", source, lang.Options{ToDeadEnd: true})
		if err != nil {
			t.Fatal(err)
		}
		got := reached(t, p)
		if len(got) != len(want) {
			t.Errorf("%s: %v", source, got)
		}
		for k := range want {
			if !got[k] {
				t.Errorf("%s: %v, not %v", source, got, k)
			}
		}
	}
}

// TestRanges checks that variables get the ranges of the caller, and that the text is not
// changed.
func TestRanges(t *testing.T) {
	p, err := lang.Parse("t.far", counter, lang.Options{Ranges: []lang.Range{{Name: "n", Lo: -1, Hi: 7}, {Name: "k", Lo: 2, Hi: 2}, {Name: "up", Lo: 0, Hi: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]int64{{2, 2}, {-1, 7}} {
		if c := p.Cells[i]; c.Lo != want[0] || c.Hi != want[1] {
			t.Errorf("%s is in %d..%d", c.Name, c.Lo, c.Hi)
		}
	}
	o := lang.OriginOf(p)
	if o == nil || len(o.Options.Ranges) != 3 {
		t.Fatal("the origin is not known")
	}
	o.Options.Ranges = nil
	again, err := lang.Problem(o.File, o.Options)
	if err != nil || again.Cells[1].Hi != 3 || again.Cells[1].Lo != 0 {
		t.Error(err, "the range stays")
	}
	again.Judge = nil
	if lang.OriginOf(again) != nil || lang.OriginOf(&model.Problem{}) != nil {
		t.Error("a changed problem, or one that was not read, has an origin")
	}
	if _, err := lang.Parse("t.far", "state n: 0..3 = 3\n", lang.Options{Ranges: []lang.Range{{Name: "n", Lo: 0, Hi: 2}}}); err == nil {
		t.Error("a start outside the range given")
	}
}
