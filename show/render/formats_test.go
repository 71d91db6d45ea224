package render_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"farbank"
	"farbank/internal/visible"
	"farbank/picture"
	"farbank/show/render"
	"farbank/study/atlas"
)

// odd returns a problem of one move with a text in every possible place.
func odd(text string) (*farbank.Problem, []farbank.Step, error) {
	names, err := json.Marshal(map[string]any{"N": []string{text, "other " + text}, "s": text, "first": text, "last": "other " + text})
	if err != nil {
		return nil, nil, err
	}
	source := `
param enum N { aa, bb }
param s: text = "x"
param first: N = aa
param last: N = bb
state at: N = first
move go(n: N) "{n} {s}" { require n != at
 at = n }
goal at == last
show "{s}" = "{at}{s}"
`
	p, err := farbank.Parse("odd.far", source, farbank.WithData("odd.json", names))
	if err != nil {
		return nil, nil, err
	}
	p.Title = text
	p.Show[0].Title = text
	steps, _, err := p.Verify(farbank.Plan{Moves: []int{1}})
	return p, steps, err
}

var oddTexts = []string{"plain", "=1+1", "+1", "-1", "@x", "-", "\t=1", "\r=1", "a,b", `"`, `a"b`, "a\nb", "a\r\nb", "|", `\`, `\|`, "<b>&amp;</b>", "`x`", "*a* _b_ c_d [x](y) ~~z~~", "]]>", "-->",
	"\x1b[31m", "\x1b]0;t\x07", "\u009b31m", "\u202e", "\u200b", "\u2028", "🐐", "{}", "#quot;", "\x00", "\uFFFE\uFFFF", "---\ntitle: x", `\N\G`, "</svg>", "%s%n", "a\\", "'"}

// TestOddTexts runs the check of FuzzFormats.
func TestOddTexts(t *testing.T) {
	for _, text := range oddTexts {
		formats(t, text)
	}
}

func FuzzFormats(f *testing.F) {
	for _, text := range oddTexts {
		f.Add(text)
	}
	f.Fuzz(formats)
}

// formats writes a problem with a text everywhere in every format, and reads it back.
func formats(t *testing.T, text string) {
	p, steps, err := odd(text)
	if err != nil {
		if text != "" && utf8.ValidString(text) && !strings.Contains("aa bb s first last N at n go", text) {
			t.Fatal(err)
		}
		return
	}
	for _, f := range []func(io.Writer, *farbank.Problem, []farbank.Step) error{render.Table, render.Steps, render.Plan, render.CSV, render.Markdown} {
		var out bytes.Buffer
		if err := f(&out, p, steps); err != nil {
			t.Fatal(err)
		}
		if shown := visible.Text(out.String()); shown != out.String() {
			t.Fatalf("%q is written as %q", text, out.String())
		}
	}
	aCSV(t, text, p, steps)
	aTable(t, text, p, steps)
	aMarkdown(t, text, p, steps)
	aJSON(t, text, p, steps)
	pictures(t, text, p)
}

func aTable(t *testing.T, text string, p *farbank.Problem, steps []farbank.Step) {
	var out bytes.Buffer
	_ = render.Table(&out, p, steps)
	if n := strings.Count(out.String(), "\n"); n != 3 {
		t.Fatalf("%q: the table has %d lines:\n%s", text, n, out.String())
	}
}

// aCSV checks that the cells are the texts, after an apostrophe if they would be formulas.
func aCSV(t *testing.T, text string, p *farbank.Problem, steps []farbank.Step) {
	var out bytes.Buffer
	_ = render.CSV(&out, p, steps)
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != 3 || len(rows[0]) != 3 {
		t.Fatalf("%q: %v, %v", text, rows, err)
	}
	cell := rows[0][1]
	if cell != visible.Text(text) && cell != "'"+visible.Text(text) {
		t.Fatalf("%q is the cell %q", text, cell)
	}
	for _, row := range rows {
		for _, c := range row {
			if c != "" && strings.Contains("=+-@\t\r\n", c[:1]) && strings.Trim(c[1:], "0123456789") != "" {
				t.Fatalf("%q gives a formula: %q", text, c)
			}
		}
	}
}

// aMarkdown checks that each cell without its escapes is the text, and that a row has three cells.
func aMarkdown(t *testing.T, text string, p *farbank.Problem, steps []farbank.Step) {
	var out bytes.Buffer
	_ = render.Markdown(&out, p, steps)
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 4 {
		t.Fatalf("%q: %d lines", text, len(lines))
	}
	var cells []string
	cell := ""
	for i := 0; i < len(lines[0]); i++ {
		switch c := lines[0][i]; {
		case c == '\\':
			i++
			cell += lines[0][i : i+1]
		case c == '|':
			cells, cell = append(cells, cell), ""
		case strings.IndexByte("<`*[]&~", c) >= 0:
			t.Fatalf("%q: a mark in %q", text, lines[0])
		default:
			cell += string(lines[0][i])
		}
	}
	if len(cells) != 4 || utf8.RuneCountInString(text) == len(text) && cells[2] != " "+visible.Line(text)+" " && visible.Line(text) == text {
		t.Fatalf("%q: the cells are %q", text, cells)
	}
}

// aJSON checks that the values are the texts; an invalid byte becomes the replacement character.
func aJSON(t *testing.T, text string, p *farbank.Problem, steps []farbank.Step) {
	b, err := json.Marshal(render.PlanDocument(p, steps, 1))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Plan []struct {
			Args  []string
			State map[string]string
		}
	}
	want := "other " + string([]rune(text))
	if err := json.Unmarshal(visible.JSON(b), &doc); err != nil || doc.Plan[0].Args[0] != want || doc.Plan[0].State["at"] != want {
		t.Fatalf("%q: %s, %v", text, b, err)
	}
}

func pictures(t *testing.T, text string, p *farbank.Problem) {
	a, err := atlas.Build(t.Context(), p, atlas.Options{States: 10})
	if err != nil {
		t.Fatal(err)
	}
	g, err := render.StateGraph(a, "all")
	if err != nil {
		t.Fatal(err)
	}
	var svg, dot, mermaid bytes.Buffer
	if err := picture.SVG(&svg, g, picture.Auto); err != nil {
		t.Fatal(err)
	}
	_ = picture.DOT(&dot, g)
	_ = picture.Mermaid(&mermaid, g)
	for _, b := range []string{svg.String(), dot.String(), mermaid.String()} {
		if visible.Text(b) != b {
			t.Fatalf("%q is drawn as %q", text, b)
		}
	}
	anSVG(t, text, svg.String())
	aDOT(t, text, dot.String())
	aMermaid(t, text, mermaid.String())
}

// anSVG checks that the output is XML with the usual elements, and that its title is the text.
func anSVG(t *testing.T, text, svg string) {
	d := xml.NewDecoder(strings.NewReader(svg))
	title := ""
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%q: %v in\n%s", text, err, svg)
		}
		start, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		if !strings.Contains(" svg title desc defs marker path rect g text tspan polygon circle line ellipse polyline ", " "+start.Name.Local+" ") {
			t.Fatalf("%q: an element %s", text, start.Name.Local)
		}
		if start.Name.Local == "title" && title == "" {
			if err := d.DecodeElement(&title, &start); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := strings.NewReplacer("\uFFFE", `\ufffe`, "\uFFFF", `\uffff`).Replace(visible.Line(text))
	if title != want {
		t.Fatalf("%q has the title %q", text, title)
	}
}

// aDOT checks that nothing outside of strings depends on the text, and that the first string is the
// title.
func aDOT(t *testing.T, text, dot string) {
	outside, texts := dotTexts(dot)
	p, _, _ := odd("x")
	a, _ := atlas.Build(t.Context(), p, atlas.Options{States: 10})
	g, _ := render.StateGraph(a, "all")
	var plain bytes.Buffer
	_ = picture.DOT(&plain, g)
	if want, _ := dotTexts(plain.String()); outside != want {
		t.Fatalf("%q: %q", text, outside)
	}
	if !strings.HasPrefix(texts[0], strings.TrimSpace(visible.Line(text))) {
		t.Fatalf("%q has the title %q", text, texts[0])
	}
}

// dotTexts splits DOT into its strings and the rest.
func dotTexts(dot string) (outside string, texts []string) {
	text, in := "", false
	for i := 0; i < len(dot); i++ {
		switch c := dot[i]; {
		case in && c == '\\':
			i++
			text += strings.NewReplacer("n", "\n").Replace(dot[i : i+1])
		case c == '"':
			if in {
				texts, text = append(texts, text), ""
			}
			in = !in
		case in:
			text += string(rune(c))
		default:
			outside += string(rune(c))
		}
	}
	for i, s := range texts { // bytes were taken for characters
		b := make([]byte, 0, len(s))
		for _, r := range s {
			b = append(b, byte(r))
		}
		texts[i] = string(b)
	}
	return outside, texts
}

// aMermaid checks that each part is one line with its texts in one pair of quotes each.
func aMermaid(t *testing.T, text, mermaid string) {
	lines := strings.Split(mermaid, "\n")
	if lines[0] != "---" || !strings.HasPrefix(lines[1], "title: ") || lines[2] != "---" || lines[3] != "flowchart TD" {
		t.Fatalf("%q: %q", text, mermaid)
	}
	for _, l := range lines[4:] {
		if n := strings.Count(l, `"`); n != 0 && n != 2 || strings.ContainsAny(l, "`<") && strings.Count(l, "<")-strings.Count(l, "<br/>") != 0 {
			t.Fatalf("%q: %q", text, l)
		}
	}
}

// TestBoardAligned checks that signs of two columns take two columns.
func TestBoardAligned(t *testing.T) {
	p, err := farbank.Parse("b.far", "state at: 1..3 = 1\nmove go() { at += 1 }\ngoal at == 3\nshow b[r: 1..2, c: 1..3] = if c == at then \"⭐\" else if r == 1 then \"⬛\" else \".\"", nil)
	if err != nil {
		t.Fatal(err)
	}
	steps, _, err := p.Verify(farbank.Plan{Moves: []int{0, 0}})
	if err != nil {
		t.Fatal(err)
	}
	for _, st := range steps {
		lines := render.StateLines(p, st.State)
		if visible.Width(lines[0]) != 8 {
			t.Errorf("%q", lines)
		}
		for _, l := range lines {
			if i := strings.Index(l, "⭐"); visible.Width(l[:i]) != int(st.State[0]-1)*3 {
				t.Errorf("the star is misplaced in %q", lines)
			}
		}
	}
}

// TestNoColumns checks that a problem without cells can be shown in every format.
func TestNoColumns(t *testing.T) {
	p, err := farbank.Parse("empty.far", "find f[1..0]: bool\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []func(io.Writer, *farbank.Problem, []farbank.Step) error{render.Table, render.CSV, render.Markdown, render.Steps, render.Plan} {
		if err := f(io.Discard, p, []farbank.Step{{}}); err != nil {
			t.Error(err)
		}
	}
}
