package lsp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/examples"
	"farbank/internal/sources"
	"farbank/internal/testing/long"
	"farbank/lang/syntax"
	"farbank/model"
)

// checked returns the lines that farbank check would print about a text: position and message.
func checked(source string) []string {
	p, err := farbank.Parse("untitled.far", sources.Text([]byte(source)))
	var list syntax.ErrorList
	var out []string
	if errors.As(err, &list) {
		for _, e := range list {
			line := fmt.Sprintf("%d:%d: %s", e.Pos.Line, e.Pos.Col, e.Msg)
			if e.Hint != "" {
				line += "\nhint: " + e.Hint
			}
			out = append(out, line)
		}
		return out
	}
	if err != nil {
		return []string{err.Error()}
	}
	warnings := append(slices.Clip(p.Warnings), engine.Inapplicable(context.Background(), p)...)
	slices.SortStableFunc(warnings, func(x, y model.Warning) int { return x.Pos.Line - y.Pos.Line })
	for _, w := range warnings {
		_, at := p.Place(w.Pos)
		out = append(out, fmt.Sprintf("%d:%d: %s", at.Line, at.Col, w.Msg))
	}
	return out
}

// shownAs returns diagnostics in the format of checked.
func shownAs(source string, list []Diagnostic) []string {
	x := newText(source)
	var out []string
	for _, d := range list {
		from := x.offset(d.Range.Start)
		line := 1 + strings.Count(source[:from], "\n")
		start := strings.LastIndexByte(source[:from], '\n') + 1
		out = append(out, fmt.Sprintf("%d:%d: %s", line, 1+len([]rune(source[start:from])), d.Message))
	}
	return out
}

// same compares diagnostics with check. Messages without a position are at the top in an editor.
func same(t *testing.T, source string, list []Diagnostic) {
	t.Helper()
	got, want := shownAs(source, list), checked(source)
	for i := range want {
		want[i] = strings.Replace(want[i], "0:0: ", "1:1: ", 1)
		if !strings.HasPrefix(want[i], "1:1: ") && i < len(got) && strings.TrimPrefix(got[i], "1:1: ") == want[i] {
			got[i] = want[i]
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%q\nnot as check has it:\n%q\nin\n%s", got, want, source)
	}
}

// TestSeveralSyntaxErrors checks that each error is reported, and the rest is parsed.
func TestSeveralSyntaxErrors(t *testing.T) {
	source := "puzzle \"s\"\nenum E { a, b }\nstate at[E: 0..3 = 0\nmove go(e: E) {\n    require at[e] < \n    let far = at[e] +* 2\n    at[e] += 1\n}\ngoal at[a] == = 2\ndef twice(k: 1..3) = 2 * k\nnever twice(\n"
	c := withOpen(t, source)
	list := c.diagnostics(wolfURI, 1)
	if len(list) < 4 {
		t.Errorf("%+v", list)
	}
	same(t, source, list)
	if got := c.hovered(source, "twice", 1); !strings.Contains(got, "def twice") {
		t.Errorf("%q", got)
	}
	if got := c.hovered(source, "e: E", 1); !strings.Contains(got, "e: E") {
		t.Errorf("%q", got)
	}
}

// TestBracketsLeftOpen checks that an open bracket ends where the next statement or declaration
// begins, so that errors there are reported as well.
func TestBracketsLeftOpen(t *testing.T) {
	source := "enum E { a }\nstate at[E]: 0..3 = 0\nmove go(e: E) {\n    require (at[e] == 1\n    require at[e < 2\n    for x in {a} { at[x] = 1 }\n    at[e] = = 2\n    require zero\n}\nrequire (1 == 1\nrequire [1] == 2)\ngoal at[a] == 2\n"
	c := withOpen(t, source)
	var got []string
	for _, d := range c.diagnostics(wolfURI, 1) {
		got = append(got, fmt.Sprint(d.Range.Start.Line+1, ": ", strings.Split(d.Message, "\n")[0]))
	}
	want := []string{"4: ( is not closed", "5: [ is not closed", "7: a value is needed, not =", "10: ( is not closed", "11: ) closes nothing"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	var found any
	if c.ask("textDocument/definition", where(wolfURI, source, "x] = 1", 1, 0), &found); found == nil {
		t.Error("the loop was not read")
	}
}

func TestPlacesOfDiagnostics(t *testing.T) {
	for source, want := range map[string]Range{
		"enum E { ä }\nstate at: E = ä\nshow \"𝄞𝄞 {at} 𝄞\" = oops\n": {Position{2, 22}, Position{2, 26}},
		"const a = 1\rgoal b == 1\r":     {Position{1, 5}, Position{1, 6}},
		"const a = 1\r\ngoal 𝄞 == 1\r\n": {Position{1, 5}, Position{1, 7}},
	} {
		c := withOpen(t, source)
		list := c.diagnostics(wolfURI, 1)
		if len(list) == 0 || list[0].Range != want {
			t.Errorf("%q: %+v", source, list)
		}
	}
}

// asks are all requests about a document.
var asks = []string{"textDocument/hover", "textDocument/completion", "textDocument/signatureHelp", "textDocument/definition", "textDocument/references",
	"textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/formatting", "textDocument/semanticTokens/full", "textDocument/inlayHint",
	"textDocument/codeLens", "textDocument/codeAction", "textDocument/rename", "textDocument/prepareRename", "textDocument/typeDefinition"}

// TestEdges checks extreme texts and invalid positions.
func TestEdges(t *testing.T) {
	deep := strings.Repeat("(", 20_000)
	for _, source := range []string{"", "\ufeff", "\x00", "\r", "goal " + deep, "goal " + strings.Repeat("not ", 20_000) + "true", strings.Repeat("// a\n", 5000),
		"use \"\"\nuse \"/etc/passwd\"\nuse \"untitled.far\"\n", "enum", "move m(", "def f(x: 1..3) = \"{", strings.Repeat("const a = 1\n", 300)} {
		c := withOpen(t, source)
		same(t, source, c.diagnostics(wolfURI, 1))
		for _, ask := range asks {
			for _, p := range []Position{{0, 0}, {-1, -1}, {1 << 40, 1 << 40}, {0, 1 << 40}} {
				q := map[string]any{"textDocument": map[string]string{"uri": wolfURI}, "position": p, "newName": "fresh", "range": Range{p, Position{}},
					"context": map[string]bool{"includeDeclaration": true}}
				if f := c.ask(ask, q, nil); f != nil && f.Code != requestFailed {
					t.Errorf("%.40q: %s at %v: %v", source, ask, p, f)
				}
			}
		}
	}
}

// TestLongReading checks that reading a text with slow constants is cancelled when the text
// changes.
func TestLongReading(t *testing.T) {
	c := withOpen(t, "const a = sum(i: 1..3000, j: 1..3000, k: 1..3 -> i * j % 7)\nfind x: 1..3\nrequire x == a\n")
	c.edit(wolfURI, 2, change{Text: "find x: 1..3\nrequire x == y\n"})
	if list := c.diagnostics(wolfURI, 2); len(list) != 1 {
		t.Errorf("%+v", list)
	}
}

// TestRandomEdits edits examples at random: the server must not crash, must answer, and must report
// what check reports.
func TestRandomEdits(t *testing.T) {
	rounds := 300
	if long.Enabled() {
		rounds = 10_000
	}
	rng := rand.New(rand.NewPCG(7, 7))
	names := []string{"wolf", "husbands", "jugs", "queens", "send-more", "hanoi", "lights", "bridge", "knapsack", "map"}
	var sources []string
	for _, n := range names {
		s, ok := examples.Source(n)
		if !ok {
			t.Fatal(n)
		}
		sources = append(sources, s)
	}
	c := start(t, struct{}{}, Options{})
	source := sources[0]
	c.open(wolfURI, source)
	version := 1
	for i := range rounds {
		if i%25 == 0 || len(source) > 6000 {
			source = sources[rng.IntN(len(sources))]
			version++
			c.edit(wolfURI, version, change{Text: source})
		}
		x := newText(source)
		piece, from, to := scribble(rng, source, sources)
		span := x.span(from, to)
		source = x.edit(change{&span, piece})
		version++
		c.edit(wolfURI, version, change{&span, piece})
		place := newText(source).position(rng.IntN(len(source) + 1))
		p := map[string]any{"textDocument": map[string]string{"uri": wolfURI}, "position": place, "newName": "fresh", "range": Range{place, place},
			"context": map[string]bool{"includeDeclaration": true}}
		ask := asks[i%len(asks)]
		if f := c.ask(ask, p, nil); f != nil && f.Code != requestFailed {
			t.Fatalf("%s: %v\n%s", ask, f, source)
		}
		if i%3 == 0 || long.Enabled() {
			same(t, source, c.diagnostics(wolfURI, version))
		}
	}
}

// scribble returns a random edit: a piece of a text, a word or a sign for a short range.
func scribble(rng *rand.Rand, source string, sources []string) (piece string, from, to int) {
	x := newText(source)
	from = x.offset(x.position(rng.IntN(len(source) + 1)))
	to = x.offset(x.position(min(len(source), from+rng.IntN(12))))
	signs := []string{"", "", "(", ")", "{", "}", "[", "]", "\"", "`", "\n", " ", ".", ",", ":", "=", "ä", "𝄞", "//", "/*", "1", "..", "->", "{}"}
	switch rng.IntN(4) {
	case 0:
		words := append(slices.Clone(declarationWords), expressionWords...)
		piece = " " + words[rng.IntN(len(words))] + " "
	case 1:
		other := sources[rng.IntN(len(sources))]
		k := rng.IntN(len(other))
		piece = strings.ToValidUTF8(other[k:min(len(other), k+rng.IntN(40))], "")
	default:
		piece = signs[rng.IntN(len(signs))]
	}
	return piece, from, max(from, to)
}

// many returns a text with the given number of lines.
func many(lines int) string {
	var b strings.Builder
	b.WriteString("puzzle \"many\"\nenum Bank { west, east }\nenum Thing { farmer, wolf, goat, cabbage }\n")
	for i := 0; strings.Count(b.String(), "\n") < lines; i++ {
		fmt.Fprintf(&b, "state at%d[Thing]: Bank = west\n// number %d\nmove cross%d(cargo: Thing) \"{cargo} to the {far}\" {\n    require at%d[cargo] == at%d[farmer]\n"+
			"    let far = other(at%d[farmer])\n    at%d[farmer] = far\n    at%d[cargo] = far\n}\nnever \"why %d\": at%d[wolf] == at%d[goat] != at%d[farmer]\n",
			i, i, i, i, i, i, i, i, i, i, i, i)
	}
	return b.String()
}

// BenchmarkKeystroke types a letter in a text of 2,000 lines and requests completions:
//
//	go test ./lsp -run '^$' -bench Keystroke
func BenchmarkKeystroke(b *testing.B) {
	source := many(2000)
	at := strings.LastIndex(source, "== at") + len("== at")
	span := newText(source).span(at, at)
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			s := newSnapshot(wolfURI, 1, newText(source).edit(change{&span, "x"}), nil, inputs{})
			_ = s.wrong(s.look().errs, nil)
			s.cancel()
		}
	})
	b.Run("complete", func(b *testing.B) {
		s := newSnapshot(wolfURI, 1, source, nil, inputs{})
		for b.Loop() {
			r := &request{snap: s, at: placed(s, at)}
			if list, err := r.completion(); err != nil || len(list.([]completionItem)) == 0 {
				b.Fatal(err)
			}
		}
	})
	b.Run("colour", func(b *testing.B) {
		for b.Loop() {
			s := newSnapshot(wolfURI, 1, source, nil, inputs{})
			r := &request{snap: s}
			_, _ = r.semanticTokens()
		}
	})
}

func placed(s *snapshot, offset int) at { return at{Position: s.position(offset)} }
