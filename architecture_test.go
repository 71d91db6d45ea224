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
var arrows = table(`
cmd/farbank: farbank atlas certificate compare engine examples explain export generate lang/plan lang/syntax milp/branch milp/file milp/highs milp/outside milp/pb milp/problem model picture play render rules
farbank: certificate compare engine engine/fold engine/journey engine/milp engine/rules engine/search examples explain export generate lang lang/check lang/plan lang/syntax model
export: engine engine/milp engine/rules milp/file model model/transition
compare: engine engine/milp export milp/outside milp/problem model
generate: engine lang/syntax model
atlas: engine engine/states graph model
picture:
play: atlas engine model render
lang/syntax:
lang: lang/check lang/ground lang/judge lang/syntax lang/types model
lang/types: lang/syntax model
lang/builtin: lang/syntax lang/types model
lang/judge: lang/builtin lang/syntax lang/types model
lang/check: lang/builtin lang/judge lang/syntax lang/types model
lang/ground: lang/builtin lang/syntax lang/types model
lang/plan: lang/syntax model
model:
model/transition: model
model/symmetry: model model/transition
model/native: model model/transition
certificate: model
explain: engine engine/search/assign model
engine: model
engine/search: engine engine/search/assign engine/states graph model
engine/states: engine engine/search/assign graph model model/native model/symmetry
engine/journey: engine engine/states journey model
engine/fold: engine engine/search/assign engine/states fold model model/native
engine/rules: engine model rules
engine/milp: engine milp milp/branch milp/problem model model/transition
journey:
fold:
graph:
milp: milp/branch milp/problem
milp/problem:
milp/simplex: milp/problem
milp/presolve: milp/problem
milp/branch: milp/presolve milp/problem milp/simplex
milp/file: milp/problem
milp/pb: milp/problem
milp/highs: milp/problem
milp/made: milp/problem
milp/outside: milp/file milp/problem
milp/internal: milp/problem
rules: rules/real rules/rete rules/syntax rules/value
rules/rete: rules/value
rules/syntax:
rules/value:
rules/real:
bench: fold journey milp/branch milp/file milp/made milp/problem
render: atlas engine explain model picture
examples:
internal: engine lang lang/builtin lang/syntax lang/types model
internal/peer:
internal/bounded:
internal/portable: farbank
internal/visible:
`)

// table reads lines "package: what it may import". The root is called farbank.
func table(text string) map[string][]string {
	arrows := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		name, list, _ := strings.Cut(line, ":")
		names := strings.Fields(list)
		for i, n := range names {
			names[i] = strings.TrimPrefix(n, "farbank")
		}
		arrows[strings.TrimPrefix(name, "farbank")] = names
	}
	return arrows
}

// everyone may import these: they know of nothing.
var everyone = []string{"internal/bounded", "internal/visible"}

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
			if !slices.Contains(allowed, to) && !slices.Contains(everyone, to) {
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
