package editors_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"farbank/examples"
	"farbank/lang/syntax"
)

const treeSitter = "tree-sitter-far"

// A tree is what the parser of tree-sitter makes of a text.
type tree struct {
	errors, missing, declarations int
	form                          string
	captures                      []string // the name of a capture and its text, with a blank between
}

// compiled returns the path of the parser of tree-sitter, compiled with Debian's library.
func compiled(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		needed(t, "gcc is not installed")
	}
	if _, err := os.Stat("/usr/include/tree_sitter/api.h"); err != nil {
		needed(t, "libtree-sitter-dev is not installed")
	}
	program := filepath.Join(t.TempDir(), "parse")
	folder := func(name string) string { return filepath.Join(treeSitter, name) }
	out, err := exec.Command("gcc", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", "-I"+folder("src"), "-o", program, folder("test/parse.c"), folder("src/parser.c"),
		folder("src/scanner.c"), "-ltree-sitter").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// parser returns a function that parses texts.
func parser(t *testing.T) func(texts []string) []tree {
	t.Helper()
	program := compiled(t)
	return func(texts []string) (trees []tree) {
		var in bytes.Buffer
		for _, text := range texts {
			fmt.Fprintf(&in, "%d\n%s", len(text), text)
		}
		cmd := exec.Command(program, filepath.Join(treeSitter, "queries/highlights.scm"))
		cmd.Stdin = &in
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, err.(*exec.ExitError).Stderr)
		}
		lines := strings.Split(string(out), "\n")
		for _, text := range texts {
			var one tree
			head := strings.SplitN(lines[0], " ", 4)
			one.errors, _ = strconv.Atoi(head[0])
			one.missing, _ = strconv.Atoi(head[1])
			one.declarations, _ = strconv.Atoi(head[2])
			one.form = head[3]
			for lines = lines[1:]; lines[0] != ""; lines = lines[1:] {
				var name string
				var from, to int
				fmt.Sscan(lines[0], &name, &from, &to)
				one.captures = append(one.captures, name+" "+text[from:to])
			}
			lines = lines[1:]
			trees = append(trees, one)
		}
		return trees
	}
}

// needed skips a test for which something is not installed; in CI the test fails.
func needed(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(what)
	}
	t.Skip(what)
}

var farBlock = regexp.MustCompile("(?s)```far\n(.*?)```")

// TestTreeSitter parses all examples, the programs of the documents, and programs with mistakes. Where the parser of the
// language finds no mistake, tree-sitter may find none. Where it finds one, tree-sitter finds one too, except for mistakes
// that a grammar for editors allows; and it recognizes the declarations around the mistake.
func TestTreeSitter(t *testing.T) {
	var names, texts []string
	add := func(name, text string) { names, texts = append(names, name), append(texts, text) }
	for _, name := range examples.Names() {
		text, _ := examples.Source(name)
		add(name, text)
	}
	for _, pattern := range []string{"../docs/*.md", "../docs/*/*.md", "../README.md"} {
		pages, _ := filepath.Glob(pattern)
		for _, page := range pages {
			b, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for k, block := range farBlock.FindAllSubmatch(b, -1) {
				add(fmt.Sprintf("%s, block %d", page, k+1), string(block[1]))
			}
		}
	}
	files, _ := filepath.Glob("../lang/testdata/wrong/*.txt")
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, chunk := range strings.Split(string(b), "=== ")[1:] {
			name, body, _ := strings.Cut(chunk, "\n")
			text, _, _ := strings.Cut(body, "---\n")
			add(filepath.Base(file)+": "+name, text)
		}
	}
	if len(texts) < 500 {
		t.Fatalf("only %d texts", len(texts))
	}
	correct, wrong, allowed, lost := 0, 0, 0, 0
	for k, one := range parser(t)(texts) {
		f, err := syntax.Parse("x.far", texts[k])
		if err == nil {
			correct++
			if one.errors+one.missing > 0 {
				t.Errorf("%s is correct, and parsed as %s\n%s", names[k], one.form, texts[k])
			} else if one.declarations != len(f.Decls) {
				t.Errorf("%s has %d declarations, not %d: %s", names[k], len(f.Decls), one.declarations, one.form)
			}
			continue
		}
		wrong++
		if one.errors+one.missing == 0 {
			allowed++
			t.Logf("%s is accepted: %v", names[k], err)
		}
		good := slices.DeleteFunc(f.Decls, func(d syntax.Decl) bool { _, bad := d.(*syntax.BadDecl); return bad })
		if one.declarations < len(good)-1 {
			lost++
			t.Logf("%s has %d declarations, %d are recognized: %s", names[k], len(good), one.declarations, one.form)
		}
	}
	t.Logf("%d correct texts; %d with mistakes of syntax, %d of them accepted, %d with declarations lost", correct, wrong, allowed, lost)
	if allowed > wrong/5 || lost > wrong/20 {
		t.Errorf("of %d texts with mistakes %d are accepted, and %d lose declarations", wrong, allowed, lost)
	}
}

// TestTreeSitterKeywords checks that the grammar has exactly the keywords of the language, and the words that are names
// elsewhere.
func TestTreeSitterKeywords(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(treeSitter, "src/grammar.json"))
	if err != nil {
		t.Fatal(err)
	}
	var grammar struct{ Rules map[string]any }
	if err := json.Unmarshal(b, &grammar); err != nil {
		t.Fatal(err)
	}
	var words []string
	var collect func(rule any)
	collect = func(rule any) {
		switch rule := rule.(type) {
		case map[string]any:
			if rule["type"] == "STRING" && regexp.MustCompile(`^[a-z]+$`).MatchString(rule["value"].(string)) {
				words = append(words, rule["value"].(string))
			}
			for _, inner := range rule {
				collect(inner)
			}
		case []any:
			for _, inner := range rule {
				collect(inner)
			}
		}
	}
	names := grammar.Rules["name"]
	delete(grammar.Rules, "name")
	collect(grammar.Rules)
	var elsewhere []string
	words, elsewhere = nil, words
	collect(names)
	elsewhere, words = words, elsewhere
	compare(t, slices.DeleteFunc(words, func(w string) bool { return slices.Contains(elsewhere, w) }))
}

// TestTreeSitterGenerated checks that the parser was generated from the grammar as it is, and the files for Zed from the
// queries.
func TestTreeSitterGenerated(t *testing.T) {
	grammar, err := os.ReadFile(filepath.Join(treeSitter, "grammar.js"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(treeSitter, "src/grammar.sum"))
	if want := fmt.Sprintf("%x\n", sha256.Sum256(grammar)); err != nil || string(sum) != want {
		t.Errorf("the parser is of another grammar (%v): run %s/generate", err, treeSitter)
	}
	queries, _ := filepath.Glob(filepath.Join(treeSitter, "queries/*.scm"))
	for _, query := range queries {
		want, err := os.ReadFile(query)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join("zed/languages/far", filepath.Base(query))); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not copied (%v): run %s/generate", query, err, treeSitter)
		}
	}
}

// TestTreeSitterHighlights checks some colours.
func TestTreeSitterHighlights(t *testing.T) {
	source, _ := examples.Source("wolf")
	source += "never \"open {\": end == 1 // end\nshow \"x\" = \"{end} {{no}} {if by == 1 then `{by}` else `{{`}\"\n"
	one := parser(t)([]string{source})[0]
	if one.errors+one.missing > 0 {
		t.Fatal(one.form)
	}
	for _, want := range []string{"keyword puzzle", "type Bank", "constant west", "function cross", "variable.parameter cargo", "keyword never",
		"operator ==", "comment // end", "variable end", "variable by", "keyword.conditional then", "keyword all", "type Thing", "string `{by}`", "punctuation.special {"} {
		if !slices.Contains(one.captures, want) {
			t.Errorf("%s is missing in %q", want, one.captures)
		}
	}
	for _, wrong := range []string{"keyword end", "keyword by", "variable no", "function.call cross"} {
		if slices.Contains(one.captures, wrong) {
			t.Errorf("%s is captured", wrong)
		}
	}
}

// TestTreeSitterQueries checks that all queries fit the grammar.
func TestTreeSitterQueries(t *testing.T) {
	queries, _ := filepath.Glob(filepath.Join(treeSitter, "queries/*.scm"))
	if len(queries) < 5 {
		t.Fatal(queries)
	}
	program := compiled(t)
	for _, query := range queries {
		cmd := exec.Command(program, query)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}
