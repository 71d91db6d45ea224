package farbank_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows are the imports within the module that a package may have: the longest prefix
// of its path that stands here counts. Libraries have none: they know nothing of
// puzzles, of the language or of each other.
var arrows = map[string][]string{
	"atlas":          {"engine", "engine/states", "graph", "model"},
	"picture":        {},
	"play":           {"atlas", "engine", "model", "render"},
	"cmd/farbank":    {"", "atlas", "engine", "examples", "lang/plan", "lang/syntax", "model", "picture", "play", "render", "rules"},
	"":               {"engine", "engine/fold", "engine/journey", "engine/rules", "engine/search", "examples", "lang/check", "lang/plan", "lang/syntax", "model"},
	"lang/syntax":    {},
	"lang/check":     {"lang/syntax", "model"},
	"lang/plan":      {"lang/syntax", "model"},
	"model":          {},
	"native":         {"model"},
	"engine":         {"model"},
	"engine/search":  {"engine", "engine/search/assign", "engine/states", "graph", "model"},
	"engine/states":  {"engine", "engine/search/assign", "graph", "model", "native"},
	"engine/journey": {"engine", "engine/states", "journey", "model"},
	"engine/fold":    {"engine", "engine/search/assign", "engine/states", "fold", "model", "native"},
	"engine/rules":   {"engine", "model", "rules"},
	"journey":        {},
	"fold":           {},
	"graph":          {},
	"rules":          {"rules/real", "rules/rete", "rules/syntax", "rules/value"},
	"rules/rete":     {"rules/value"},
	"rules/syntax":   {},
	"rules/value":    {},
	"rules/real":     {},
	"bench":          {"fold", "journey"},
	"render":         {"atlas", "engine", "model", "picture"},
	"examples":       {},
	"internal":       {"engine", "lang/check", "lang/syntax", "model"},
}

// TestArrows holds who may import whom.
func TestArrows(t *testing.T) {
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		dir := strings.TrimPrefix(path.Dir(filepath.ToSlash(name)), ".")
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		allowed, ok := allowedIn(dir)
		if !ok {
			t.Errorf("%s: the package has no arrows", name)
		}
		for _, imp := range f.Imports {
			to, _ := strconv.Unquote(imp.Path.Value)
			if to != "farbank" && !strings.HasPrefix(to, "farbank/") {
				continue
			}
			to = strings.TrimPrefix(strings.TrimPrefix(to, "farbank"), "/")
			if !slices.Contains(allowed, to) {
				t.Errorf("%s may not import farbank/%s", name, to)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func allowedIn(dir string) ([]string, bool) {
	for d := dir; ; d = strings.TrimPrefix(path.Dir("/"+d), "/") {
		if list, ok := arrows[d]; ok && (d != "" || dir == "") {
			return list, true
		}
		if d == "" {
			return nil, false
		}
	}
}
