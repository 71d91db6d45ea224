package lsp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank/examples"
	"farbank/lang/syntax"
)

const wolfURI = "untitled:wolf"

func wolf(t *testing.T) string {
	t.Helper()
	s, ok := examples.Source("wolf")
	if !ok {
		t.Fatal("no wolf")
	}
	return s
}

// withOpen starts a client that has a document open.
func withOpen(t *testing.T, source string) *client {
	t.Helper()
	c := start(t, struct{}{}, Options{Run: func(_ context.Context, dir string, args []string, stdin string) (string, error) {
		return "ran " + strings.Join(args, " "), nil
	}})
	c.open(wolfURI, source)
	return c
}

// hovered returns the hover text of a mark.
func (c *client) hovered(source, mark string, k int) string {
	c.t.Helper()
	var h *hover
	if err := c.ask("textDocument/hover", where(wolfURI, source, mark, k, 0), &h); err != nil {
		c.t.Fatal(err)
	}
	if h == nil {
		return ""
	}
	return h.Contents.Value
}

func TestHover(t *testing.T) {
	source := "puzzle \"h\"\n// how many\nparam n: 1..9 = 3\nconst twice = 2 * n\nenum E { a, b }\nstate at[E]: 1..n = 1\n" +
		"def up(x: 1..9) = x + abs(n)\nmove go(e: E, k: 1..2) { require at[e] < twice\n    at[e] += 1 }\ngoal all e: E { at[e] == up(1) }\n"
	c := withOpen(t, source)
	for _, x := range []struct {
		mark string
		k    int
		want []string
	}{
		{"twice", 2, []string{"const twice = 2 * n", "a number", "`6`"}},
		{"n: 1", 1, []string{"param n: 1..9 = 3", "how many", "`3`"}},
		{"a, b", 1, []string{"E.a", "the value 1 of 2"}},
		{"E {", 1, []string{"enum E { a, b }", "2 values"}},
		{"go(", 1, []string{"move go(e: E, k: 1..2)", "4 ground moves"}},
		{"abs", 1, []string{"abs(n)", "the absolute value", "`abs(n)` gives `5`"}},
		{"up(1)", 1, []string{"def up", "a function that gives a number"}},
		{"at[E]", 1, []string{"state at[E]: 1..n = 1", "a state variable", "2 elements"}},
		{"goal", 1, []string{"the last state"}},
		{"x + abs", 1, []string{"x: 1..9"}},
	} {
		got := c.hovered(source, x.mark, x.k)
		for _, want := range x.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is missing in\n%s", x.mark, want, got)
			}
		}
	}
}

// TestWordsAreDescribed checks that hover describes all words of the language.
func TestWordsAreDescribed(t *testing.T) {
	documented := words()
	for w := range syntax.Keywords {
		if documented[w] == "" {
			t.Errorf("no description of %s", w)
		}
	}
	for _, list := range [][]string{declarationWords, statementWords, expressionWords, typeWords} {
		for _, w := range list {
			if documented[w] == "" {
				t.Errorf("no description of %s", w)
			}
		}
	}
}

// completed returns the completions at | in a text.
func (c *client) completed(uri string, version int, source string) []string {
	c.t.Helper()
	at := strings.Index(source, "|")
	text := source[:at] + source[at+1:]
	c.edit(uri, version, change{Text: text})
	var items []completionItem
	if err := c.ask("textDocument/completion", map[string]any{"textDocument": map[string]string{"uri": uri}, "position": newText(text).position(at)}, &items); err != nil {
		c.t.Fatal(err)
	}
	slices.SortStableFunc(items, func(a, b completionItem) int { return strings.Compare(a.SortText, b.SortText) })
	var labels []string
	for _, x := range items {
		labels = append(labels, x.Label)
	}
	return labels
}

func TestCompletion(t *testing.T) {
	head := "puzzle \"c\"\nenum Bank { west, east }\nenum Thing { goat, wolf }\nstate at[Thing]: Bank = west\nstate n: 0..3 = 0\ntype P = (row: 1..2, col: 1..2)\nfind p: P\n"
	c := withOpen(t, "")
	for i, x := range []struct {
		source string
		first  []string // in front
		there  []string
		gone   []string
	}{
		{head + "never all t: Thing { at[t] == | }", []string{"at", "east", "west"}, []string{"other", "goat", "n"}, []string{"Pos"}},
		{head + "never all t: Thing { at[|] == west }", []string{"goat", "t", "wolf"}, []string{"n"}, nil},
		{head + "never all t: Thing { at[t] == |", nil, []string{"west", "t"}, nil},
		{head + "state x: |", []string{"Bank", "P", "Thing"}, []string{"bool", "set"}, []string{"goat", "at"}},
		{head + "never p.|", []string{"col", "row"}, nil, []string{"goat"}},
		{head + "never p.row == 1 and at[Thing.|] == west", []string{"goat", "wolf"}, nil, []string{"west"}},
		{head + "|", nil, []string{"move", "goal", "state"}, []string{"at", "goat"}},
		{head + "move m(t: Thing) {\n    |\n}", []string{"at", "n"}, []string{"require", "let"}, []string{"goal", "goat"}},
		{head + "move m(t: Thing) {\n    let far = other(at[t])\n    at[t] = |\n}", []string{"at", "east", "far"}, []string{"t"}, nil},
		{head + "move m(t: Thing) {\n    require at[|\n", []string{"goat", "t", "wolf"}, nil, nil},
		{head + "move m(t: Thing) {\n    require wes|\n}\ngoal n == 1", nil, []string{"west"}, nil},
		{head + "const |", nil, nil, []string{"at", "goat", "move"}},
		{head + "// wes|", nil, nil, []string{"west"}},
		{head + "show \"at wes|\" = n", nil, nil, []string{"west"}},
		{head + "show \"x\" = \"{we|}\"", nil, []string{"west"}, nil},
	} {
		got := c.completed(wolfURI, i+2, x.source)
		line := x.source[strings.LastIndex(x.source[:strings.Index(x.source, "|")], "\n")+1:]
		if len(got) < len(x.first) || !slices.Equal(got[:len(x.first)], x.first) {
			t.Errorf("%s: first come %q, not %q", line, got[:min(len(got), 6)], x.first)
		}
		for _, w := range x.there {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %s is missing in %q", line, w, got)
			}
		}
		for _, w := range x.gone {
			if slices.Contains(got, w) {
				t.Errorf("%s: %s is offered", line, w)
			}
		}
	}
}

func TestSignatureHelp(t *testing.T) {
	source := "puzzle \"s\"\nenum E { a }\nstate at[E, 1..2]: 1..3 = 1\ndef f(x: 1..3, y: E) = x\nnever f(1, a) == min(1, 2) and at[a, 1] == 2\ngoal f(1, "
	c := withOpen(t, source)
	for _, x := range []struct {
		mark   string
		k, in  int
		label  string
		active int
	}{
		{"f(1, a", 1, 5, "f(x: 1..3, y: E): 1..3", 1},
		{"min(1", 1, 4, "min(a)", 0},
		{"at[a", 1, 3, "at[E, 1..2]: 1..3", 0},
		{"goal f(1, ", 1, 10, "f(x: 1..3, y: E): 1..3", 1},
	} {
		var h *signatureHelp
		if err := c.ask("textDocument/signatureHelp", where(wolfURI, source, x.mark, x.k, x.in), &h); err != nil {
			t.Fatal(err)
		}
		if h == nil || h.Signatures[0].Label != x.label || h.ActiveParameter != x.active {
			t.Errorf("%s: %+v", x.mark, h)
		}
	}
	var h *signatureHelp
	if c.ask("textDocument/signatureHelp", where(wolfURI, source, "puzzle", 1, 0), &h); h != nil {
		t.Errorf("%+v", h)
	}
}

func TestDefinitionAndReferences(t *testing.T) {
	source := wolf(t)
	c := withOpen(t, source)
	var l *Location
	if err := c.ask("textDocument/definition", where(wolfURI, source, "at[cargo]", 1, 0), &l); err != nil {
		t.Fatal(err)
	}
	if want := where(wolfURI, source, "at[Thing]", 1, 0)["position"]; l == nil || l.Range.Start != want {
		t.Errorf("%+v, not at %+v", l, want)
	}
	if c.ask("textDocument/typeDefinition", where(wolfURI, source, "at[cargo]", 1, 0), &l); l == nil || l.Range.Start != where(wolfURI, source, "Bank", 1, 0)["position"] {
		t.Errorf("the type: %+v", l)
	}
	p := where(wolfURI, source, "at[cargo]", 1, 0)
	p["context"] = map[string]bool{"includeDeclaration": true}
	var all []Location
	c.ask("textDocument/references", p, &all)
	if len(all) != strings.Count(source, "at[") {
		t.Errorf("%d references, at[ stands %d times", len(all), strings.Count(source, "at["))
	}
	p["context"] = map[string]bool{"includeDeclaration": false}
	c.ask("textDocument/references", p, &all)
	if len(all) != strings.Count(source, "at[")-1 {
		t.Errorf("%d references without the declaration", len(all))
	}
	var marks []any
	if c.ask("textDocument/documentHighlight", p, &marks); len(marks) != strings.Count(source, "at[") {
		t.Errorf("%d highlights", len(marks))
	}
}

func TestRename(t *testing.T) {
	source := "puzzle \"r\"\nenum E { a, b }\nstate at[E]: 0..3 = 0\ndef f(x: E) = at[x]\nmove go(e: E) \"{e}: {at[e]}\" { require all x: E { f(x) < 3 }\n at[e] += 1 }\ngoal at[a] == 2\nshow \"at\" = at\n"
	c := withOpen(t, source)
	rename := func(mark string, k int, name string) (string, *failure) {
		p := where(wolfURI, source, mark, k, 0)
		p["newName"] = name
		var e workspaceEdit
		f := c.ask("textDocument/rename", p, &e)
		return newText(source).apply(e.Changes[wolfURI]), f
	}
	got, f := rename("at[E]", 1, "place")
	if want := strings.ReplaceAll(strings.ReplaceAll(source, "at[", "place["), "= at\n", "= place\n"); f != nil || got != want {
		t.Errorf("%v\n%s", f, got)
	}
	got, f = rename("e: E)", 1, "who")
	if f != nil || !strings.Contains(got, `go(who: E) "{who}: {at[who]}"`) || !strings.Contains(got, "at[who] += 1") {
		t.Errorf("%v\n%s", f, got)
	}
	for _, x := range []struct {
		mark, name, why string
	}{
		{"at[E]", "f", "declared twice"}, {"at[E]", "x", "with the name x"}, {"at[E]", "goal", "word of the language"}, {"at[E]", "9", "a letter"},
		{"a, b", "b", "declared twice"}, {"f(x: E", "at", "declared twice"}, {"e: E)", "at", ""},
	} {
		if _, f := rename(x.mark, 1, x.name); f == nil || !strings.Contains(f.Message, x.why) {
			t.Errorf("%s as %s: %v", x.mark, x.name, f)
		}
	}
	var p map[string]any
	if c.ask("textDocument/prepareRename", where(wolfURI, source, "at[E]", 1, 1), &p); p["placeholder"] != "at" {
		t.Errorf("%v", p)
	}
	if c.ask("textDocument/prepareRename", where(wolfURI, source, "goal", 1, 1), &p); p != nil {
		t.Errorf("%v", p)
	}
}

func TestSymbolsFoldingFormatting(t *testing.T) {
	source := wolf(t) + "const   odd=  1\n"
	c := withOpen(t, source)
	doc := map[string]any{"textDocument": map[string]string{"uri": wolfURI}}
	var list []documentSymbol
	c.ask("textDocument/documentSymbol", doc, &list)
	var names []string
	for _, x := range list {
		names = append(names, x.Name)
	}
	for _, want := range []string{"Wolf, goat and cabbage", "Bank", "Thing", "at", "cross", "the wolf eats the goat", "odd"} {
		if !slices.Contains(names, want) {
			t.Errorf("no symbol %s in %q", want, names)
		}
	}
	if len(list) > 2 && len(list[1].Children) == 0 {
		t.Errorf("%+v has no members", list[1])
	}
	var folds []foldingRange
	c.ask("textDocument/foldingRange", doc, &folds)
	if len(folds) == 0 {
		t.Error("nothing to fold")
	}
	var edits []textEdit
	c.ask("textDocument/formatting", doc, &edits)
	f, _ := syntax.Parse("w", source)
	if got := newText(source).apply(edits); got != syntax.Format(f) || len(edits) != 1 {
		t.Errorf("%s", got)
	}
	c.edit(wolfURI, 2, change{Text: "goal ("})
	if f := c.ask("textDocument/formatting", doc, &edits); f == nil || f.Code != requestFailed {
		t.Errorf("%v", f)
	}
}

func TestSemanticTokens(t *testing.T) {
	source := "puzzle \"ü𝄞\" /* a\n b */\nenum E { a }\nstate at: E = a\nmove go(e: E) \"{e} 𝄞 {at}\" { at = e }\n"
	c := withOpen(t, source)
	var r struct{ Data []int }
	c.ask("textDocument/semanticTokens/full", map[string]any{"textDocument": map[string]string{"uri": wolfURI}}, &r)
	lines := strings.Split(source, "\n")
	var got []string
	line, col := 0, 0
	for i := 0; i+4 < len(r.Data); i += 5 {
		if r.Data[i] > 0 {
			line, col = line+r.Data[i], 0
		}
		col += r.Data[i+1]
		x := newText(lines[line])
		got = append(got, lines[line][x.offset(Position{0, col}):x.offset(Position{0, col + r.Data[i+2]})]+":"+tokenTypes[r.Data[i+3]])
	}
	want := []string{"puzzle:keyword", `"ü𝄞":string`, "/* a:comment", " b */:comment", "enum:keyword", "E:enum", "a:enumMember", "state:keyword", "at:variable",
		"E:enum", "=:operator", "a:enumMember", "move:keyword", "go:method", "e:parameter", "E:enum", `"{:string`, "e:parameter", "} 𝄞 {:string", "at:variable", `}":string`,
		"at:variable", "=:operator", "e:parameter"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nnot\n%q", got, want)
	}
}

func TestInlayHints(t *testing.T) {
	source := "puzzle \"i\"\nenum E { a }\nconst c = 1 + 1\ndef f(x: E) = x == a\nstate s: set of E = {}\nmove m { let y = size(s)\n require any z in s { f(z) } and y > c\n s += a }\n"
	c := withOpen(t, source)
	var hints []inlayHint
	c.ask("textDocument/inlayHint", map[string]any{"textDocument": map[string]string{"uri": wolfURI}, "range": Range{End: Position{Line: 99}}}, &hints)
	x := newText(source)
	out := source
	slices.SortFunc(hints, func(a, b inlayHint) int { return x.offset(b.Position) - x.offset(a.Position) })
	for _, h := range hints {
		at := x.offset(h.Position)
		out = out[:at] + "<" + h.Label + ">" + out[at:]
	}
	for _, want := range []string{"const c<: number> =", "def f(x: E)<: bool> =", "let y<: number> =", "any z<: E> in s"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s is missing in\n%s", want, out)
		}
	}
}

func TestLensesAndCommands(t *testing.T) {
	source := wolf(t)
	c := withOpen(t, source)
	var list []codeLens
	c.ask("textDocument/codeLens", map[string]any{"textDocument": map[string]string{"uri": wolfURI}}, &list)
	answers := map[string]string{}
	for _, l := range list {
		var text string
		if f := c.ask("workspace/executeCommand", map[string]any{"command": l.Command.Command, "arguments": l.Command.Arguments}, &text); f != nil {
			t.Error(f)
		}
		answers[l.Command.Title] = text
	}
	if answers["solve"] != "ran solve - --quiet" || answers["explain"] != "ran explain - --quiet" || !strings.Contains(answers["play"], "cross(goat)    goat to the east") {
		t.Errorf("%q", answers)
	}
	var text string
	won := []string{"cross(goat)", "cross(farmer)", "cross(wolf)", "cross(goat)", "cross(cabbage)", "cross(farmer)", "cross(goat)"}
	c.ask("workspace/executeCommand", map[string]any{"command": playCommand, "arguments": []any{asking{URI: wolfURI, Moves: won}}}, &text)
	if !strings.Contains(text, "The goal is met after 7 moves.") {
		t.Errorf("%s", text)
	}
	c.ask("workspace/executeCommand", map[string]any{"command": filmCommand, "arguments": []any{wolfURI}}, &text)
	if text != "ran solve - --quiet --format=html" {
		t.Errorf("%s", text)
	}
	for _, p := range []map[string]any{
		{"command": "farbank.format", "arguments": []any{wolfURI}}, {"command": playCommand}, {"command": playCommand, "arguments": []any{7}},
		{"command": playCommand, "arguments": []any{"file:///none.far"}}, {"command": playCommand, "arguments": []any{asking{URI: wolfURI, Moves: []string{"cross(wolf)"}}}},
		{"command": playCommand, "arguments": []any{asking{URI: wolfURI, Moves: []string{"fly()"}}}},
	} {
		if f := c.ask("workspace/executeCommand", p, nil); f == nil {
			t.Errorf("%v was answered", p)
		}
	}
}

func TestQuickFixes(t *testing.T) {
	for _, x := range []struct{ source, want string }{
		{"enum E { west }\nstate at: E = wset\n", "enum E { west }\nstate at: E = west\n"},
		{"enum E { a }\nstate at[E]: E = a\ngoal at[a] == a && at[a] == a\n", "enum E { a }\nstate at[E]: E = a\ngoal at[a] == a and at[a] == a\n"},
		{"enum B { w }\nenum E { a }\nstate at[E]: B = w\ngoal at[a] == a\n", "enum B { w }\nenum E { a }\nstate at[E]: B = w\ngoal at[a] == at[a]\n"},
		{"enum E { a }\nstate s: set of E = {}\ngoal s + {a} == {}\n", "enum E { a }\nstate s: set of E = {}\ngoal s union {a} == {}\n"},
		{"find x: 1..3\nrequire x = 2\n", ""},
		{"def f(n) = 1\n", ""}, // the hint is n: T
		{"enum E { a, b }\nenum F { a, b }\nshow \"x\" = a\n", "enum E { a, b }\nenum F { a, b }\nshow \"x\" = E.a\n"},
		{"find x: 1..3\nrequire x <> 2\n", "find x: 1..3\nrequire x != 2\n"},
	} {
		c := withOpen(t, x.source)
		var list []codeAction
		c.ask("textDocument/codeAction", map[string]any{"textDocument": map[string]string{"uri": wolfURI}, "range": Range{End: Position{Line: 99}}, "context": struct{}{}}, &list)
		got := ""
		if len(list) > 0 {
			got = newText(x.source).apply(list[0].Edit.Changes[wolfURI])
		}
		if got != x.want {
			t.Errorf("%s became %q\n%+v", x.source, got, list)
		}
	}
}

// TestFiles checks that used files are read as they are in the editor, and that names are known
// across files.
func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a [b] ü")
	if err := os.MkdirAll(filepath.Join(dir, "lib"), 0o777); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"main.far":        "puzzle \"m\"\nuse \"lib/shared.far\"\nparam n: 1..9\nfind x: Small\nrequire x == double(n) or x == 1\n",
		"other.far":       "puzzle \"o\"\nuse \"lib/shared.far\"\nfind y: Small\nrequire double(y) == 4\n",
		"lib/shared.far":  "\ufefftype Small = 1..5\ndef double(k: 1..9) = 2 * k\n",
		"main-today.json": `{"n": 2}`,
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	uri := func(name string) string { return uriOf(filepath.Join(dir, name)) }
	c := start(t, map[string]any{"rootUri": uriOf(dir), "initializationOptions": settings{map[string]inputs{"main.far": {Data: []string{"main-today.json"}}}}}, Options{})
	main := uri("main.far")
	c.open(main, files["main.far"])
	if list := c.diagnostics(main, 1); len(list) != 0 {
		t.Fatalf("%+v", list)
	}
	var l Location
	c.ask("textDocument/definition", where(main, files["main.far"], "double", 1, 0), &l)
	if l.URI != uri("lib/shared.far") || l.Range != (Range{Position{1, 4}, Position{1, 10}}) {
		t.Errorf("%+v", l)
	}
	c.ask("textDocument/definition", where(main, files["main.far"], "lib/", 1, 0), &l)
	if l.URI != uri("lib/shared.far") {
		t.Errorf("%+v", l)
	}
	p := where(main, files["main.far"], "double", 1, 0)
	p["newName"] = "twofold"
	var e workspaceEdit
	if f := c.ask("textDocument/rename", p, &e); f != nil || len(e.Changes) != 3 {
		t.Errorf("%v %+v", f, e)
	}
	p["newName"] = "y" // which other.far has
	if f := c.ask("textDocument/rename", p, &e); f == nil {
		t.Error("double became y")
	}
	var items []completionItem
	c.ask("textDocument/completion", where(main, files["main.far"], "shared", 1, 0), &items)
	if len(items) != 1 || items[0].Label != "lib/shared.far" {
		t.Errorf("%+v", items)
	}
	var lenses []codeLens
	c.ask("textDocument/codeLens", map[string]any{"textDocument": map[string]string{"uri": main}}, &lenses)
	if n := len(lenses); n != 3 || lenses[2].Command.Title != "solve with main-today.json" {
		t.Errorf("%+v", lenses)
	}

	c.open(uri("lib/shared.far"), "type Small = 1..3\ndef treble(k: 1..9) = 3 * k\n")
	c.until(main, "unknown function double")
	c.edit(uri("lib/shared.far"), 2, change{Text: "type Small = 1..\n"})
	c.until(main, "lib/shared.far:")
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]string{"uri": uri("lib/shared.far")}})
	c.until(main, "")
	c.open(uri("main-today.json"), `{"n": 20}`)
	c.until(main, "main-today.json: n: 20 is not in 1..9")
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"farbank": settings{map[string]inputs{"main.far": {Params: map[string]string{"n": "3"}}}}}})
	c.until(main, "")
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{}})
	c.until(main, "the value of n must be given")
}

// until waits for diagnostics that contain a text; "": for none.
func (c *client) until(uri, text string) {
	c.t.Helper()
	late := time.AfterFunc(patience, func() { c.change.Broadcast() })
	defer late.Stop()
	begun := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		list := c.latest[uri].Diagnostics
		b, _ := json.Marshal(list)
		if text == "" && len(list) == 0 || text != "" && strings.Contains(string(b), text) {
			return
		}
		if time.Since(begun) > patience {
			c.t.Fatalf("%q did not come, but %s", text, b)
		}
		c.change.Wait()
	}
}
