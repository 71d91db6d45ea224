package render_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/internal/visible"
	"farbank/show/render"
)

// shortest returns a shortest plan of a problem.
func shortest(t *testing.T, text string) (*farbank.Problem, []farbank.Step) {
	t.Helper()
	p, err := farbank.Parse("p.far", text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := farbank.Solve(t.Context(), p, farbank.Question{})
	if err != nil || a.Best == nil {
		t.Fatal(a, err)
	}
	steps, _, err := p.Verify(*a.Best)
	if err != nil {
		t.Fatal(err)
	}
	return p, steps
}

func onScreen(t *testing.T, s render.Screen, p *farbank.Problem, steps []farbank.Step) string {
	t.Helper()
	var b strings.Builder
	if err := s.Table(&b, p, steps); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const ferry = `
enum Person { anna, boris, clara }
enum Bank { near, far }
state at[p: Person, n: 1..2]: Bank = near
move all_cross(b: Bank) "to the {b}" { at = [p: Person, n: 1..2 -> b] }
goal all p: Person { at[p, 1] == far }
show "Here" = {p: Person, n: 1..2 where at[p, n] == near}
show "There" = {p: Person, n: 1..2 where at[p, n] == far}
show "Never changes" = size({near, far})
`

// TestNarrow checks that a table that is too wide is written in blocks with the changes, that no
// line is wider than the screen, and that no tuple is broken.
func TestNarrow(t *testing.T) {
	p, steps := shortest(t, ferry)
	want := `    Here           (anna, 1),
                   (anna, 2),
                   (boris, 1),
                   (boris, 2),
                   (clara, 1),
                   (clara, 2)
    There
    Never changes  2

1  to the far

    Here
    There          (anna, 1),
                   (anna, 2),
                   (boris, 1),
                   (boris, 2),
                   (clara, 1),
                   (clara, 2)
    Never changes  2
`
	if got := onScreen(t, render.Screen{Width: 32}, p, steps); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := onScreen(t, render.Screen{Width: 200}, p, steps); !strings.HasPrefix(got, "   Here ") {
		t.Errorf("got\n%s", got)
	}
}

const lift = `
enum Floor { cellar, ground, roof }
enum Shaft { left, right }
state at: Floor = cellar
move go(f: Floor) { at = f }
goal at == roof
show house[f: Floor, s: Shaft] = if at == f and s == left then "▣" else "·"
`

// TestBoardNames checks the names of rows and columns. Columns get numbers if their names do not
// fit; then boards are split.
func TestBoardNames(t *testing.T) {
	p, steps := shortest(t, lift)
	for width, want := range map[int]string{0: `            left right
    cellar  ▣    ·
    ground  ·    ·
    roof    ·    ·
`, 20: `    columns: 1 left,
      2 right
            1 2
    cellar  ▣ ·
    ground  · ·
    roof    · ·
`} {
		if got := onScreen(t, render.Screen{Width: width}, p, steps); !strings.HasPrefix(got, want+"\n1  go(roof)\n") {
			t.Errorf("in %d columns\n%s", width, got)
		}
	}
	p, steps = shortest(t, "state x: 1..40 = 1\nmove go { x = 40 }\ngoal x == 40\nshow line[r: 1..1, c: 1..40] = if c == x then \"x\" else \".\"\n")
	for _, l := range strings.Split(onScreen(t, render.Screen{Width: 30}, p, steps), "\n") {
		if visible.Width(l) > 30 {
			t.Errorf("%q", l)
		}
	}
}

const hosts = `
enum Host { a "server-a", b "server-b", c "server-c", d "server-d", e "server-e", f "server-f" }
find x: 1..1
show links[from: Host, to: Host] = if from == a and to == f then "x" else "."
`

// TestNumberedNames checks the legend before the board for long names of columns and rows, with any
// cells and for boards in parts.
func TestNumberedNames(t *testing.T) {
	const twelve = "enum E { anna, boris, clara, dora, emil, frida, greta, hugo, ida, jan, karl, lena }\nfind x: 1..1\nshow b[e: E] = "
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{hosts, 60, `columns: 1 server-a, 2 server-b, 3 server-c, 4 server-d,
  5 server-e, 6 server-f
          1 2 3 4 5 6
server-a  . . . . . x
server-b  . . . . . .
server-c  . . . . . .
server-d  . . . . . .
server-e  . . . . . .
server-f  . . . . . .
`},
		{"enum E { a, b }\nenum R { one, other \"the other, of a long name\" }\nfind x: 1..1\nshow b[r: R, e: E] = \"x\"\n", 24, `rows: 1 one,
  2 the other, of a long
  name
   a b
1  x x
2  x x
`},
		{twelve + "\"·\"\n", 44, `columns: 1 anna, 2 boris, 3 clara, 4 dora,
  5 emil, 6 frida, 7 greta, 8 hugo, 9 ida,
  10 jan, 11 karl, 12 lena
                  1 1 1
1 2 3 4 5 6 7 8 9 0 1 2
· · · · · · · · · · · ·
`},
		{twelve + "\"█\"\n", 44, `columns: 1 anna, 2 boris, 3 clara, 4 dora,
  5 emil, 6 frida, 7 greta, 8 hugo, 9 ida,
  10 jan, 11 karl, 12 lena
         111
123456789012
████████████
`},
		{twelve + "\"{ord(e) * 100}\"\n", 30, `columns: 1 anna, 2 boris,
  3 clara, 4 dora, 5 emil,
  6 frida
   1    2    3    4    5    6
   0  100  200  300  400  500

columns: 7 greta, 8 hugo,
  9 ida, 10 jan, 11 karl,
  12 lena
   7    8    9   10   11   12
 600  700  800  900 1000 1100
`},
	} {
		p, err := farbank.Parse("p.far", c.text)
		if err != nil {
			t.Fatal(err)
		}
		got := onScreen(t, render.Screen{Width: c.width}, p, []farbank.Step{{State: []int64{1}}})
		if got != c.want {
			t.Errorf("got\n%s", got)
		}
		for _, l := range strings.Split(got, "\n") {
			if visible.Width(l) > c.width {
				t.Errorf("%q", l)
			}
		}
	}
}

// TestCells checks the alignment: numbers to the right, pictures of two columns and block elements
// without gaps, others separated by a blank.
func TestCells(t *testing.T) {
	for cell, want := range map[string]string{
		`"{x * c}"`:                            " 4  8 12",
		`if c == x then "🐺" else "🟩"`:          "🟩🟩🟩",
		`if c < x then "▀" else " "`:           "▀▀▀",
		`if c == 2 then "wolf" else "·"`:       "· wolf ·",
		`if c == 2 then "⭐" else "."`:          ". ⭐ .",
		`if c == 3 then "12" else "·"`:         " ·  · 12",
		`if c == 1 then "{x}" else "{x * 25}"`: "  4 100 100",
	} {
		p, err := farbank.Parse("p.far", "find x: 4..4\nshow b[r: 1..1, c: 1..3] = "+cell+"\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := onScreen(t, render.Screen{}, p, []farbank.Step{{State: []int64{4}}}); got != want+"\n" {
			t.Errorf("%s: %q, want %q", cell, got, want)
		}
	}
}

// TestColours checks that colours only add escape sequences, and that a text has the same colour on
// every board.
func TestColours(t *testing.T) {
	sequence := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for _, text := range []string{ferry, lift, "enum E { a, b }\nstate x: E = a\nmove go { x = b }\ngoal x == b\nshow b[e: E, n: 1..2] = if x == e then \"#\" else \"x\x1b\"\n"} {
		p, steps := shortest(t, text)
		plain := onScreen(t, render.Screen{}, p, steps)
		painted := onScreen(t, render.Screen{Colour: true}, p, steps)
		if !strings.Contains(painted, "\x1b[") {
			t.Error("no colour")
		}
		if got := sequence.ReplaceAllString(painted, ""); trimmed(got) != trimmed(plain) {
			t.Errorf("got\n%s\nwant\n%s", got, plain)
		}
		marks := regexp.MustCompile("\x1b\\[[0-9;]*m▣").FindAllString(painted, -1)
		if slices.Sort(marks); len(slices.Compact(marks)) > 1 {
			t.Errorf("%q", marks)
		}
	}
}

// trimmed removes blanks at the ends of lines.
func trimmed(s string) string {
	return regexp.MustCompile(` +\n`).ReplaceAllString(s, "\n")
}

// TestTimeline checks that a timeline is drawn after the plan, in the rows of the show, with lanes
// for overlaps, and no wider than the screen.
func TestTimeline(t *testing.T) {
	const shop = "find s[1..2, 1..2]: 0..99\nconst m[1..2, 1..2]: 1..2 = [[1, 2], [2, 1]]\nshow timeline \"Shop\" = s, [j, k: 1..2 -> 3 * j]"
	for text, want := range map[string]string{
		shop + ", m\n": "Shop\n1  [1 1=======]            [2 2###################]\n2  [2 1###################]\n               [1 2=======]\n   0   1   2   3   4   5   6   7   8   9   10  11  12\n",
		shop + "\n":    "Shop\n1  [1#########][2#########]\n2  [1#####################][2#####################]\n   0   1   2   3   4   5   6   7   8   9   10  11  12\n",
	} {
		p, err := farbank.Parse("p.far", text)
		if err != nil {
			t.Fatal(err)
		}
		got := onScreen(t, render.Screen{}, p, []farbank.Step{{State: []int64{0, 3, 0, 6}}})
		if got != want {
			t.Errorf("got\n%s", got)
		}
		for _, l := range strings.Split(onScreen(t, render.Screen{Width: 30}, p, []farbank.Step{{State: []int64{0, 3, 0, 6}}}), "\n") {
			if visible.Width(l) > 33 {
				t.Errorf("%q", l)
			}
		}
	}
}

// TestLabelsWhole checks that a unit of time takes as many columns as labels need, if there is
// room.
func TestLabelsWhole(t *testing.T) {
	p, steps := shortest(t, "enum Job { grinding, blasting }\nfind start[Job]: 0..1\nconst long[Job]: 1..1 = 1\nrequire start[grinding] > start[blasting]\nshow timeline \"jobs\" = start, long, [j: Job -> \"all\"]\n")
	for width, want := range map[int]string{0: "[blasting][grinding]", 30: "[blasting][grinding]"} {
		got := onScreen(t, render.Screen{Width: width}, p, steps)
		if !strings.Contains(got, want) {
			t.Errorf("in %d columns\n%s", width, got)
		}
	}
}

// TestRowNumbers checks that the numbers of columns are above a board of one row.
func TestRowNumbers(t *testing.T) {
	p, steps := shortest(t, "find x[3..5]: 0..20\nrequire all i: 3..5 { x[i] == 4 * i - 5 }\nshow xs[i: 3..5] = x[i]\n")
	if got := onScreen(t, render.Screen{}, p, steps); !strings.HasPrefix(got, " 3  4  5\n 7 11 15\n") {
		t.Errorf("got\n%s", got)
	}
}
