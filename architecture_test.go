package farbank_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"farbank/engine"
)

// A house holds the import rules of docs/internals.md.
type house struct {
	floors map[string]int      // layers of rooms (the first parts of import paths); the root package is called farbank
	inside map[string][]string // what a package may import within its room
}

// readHouse reads the tables of docs/internals.md.
func readHouse(t *testing.T) *house {
	t.Helper()
	text, err := os.ReadFile("docs/internals.md")
	if err != nil {
		t.Fatal(err)
	}
	h := &house{map[string]int{}, map[string][]string{}}
	for line := range strings.Lines(block(t, string(text), "rooms")) {
		fields := strings.Fields(line)
		if h.floors[fields[0]], err = strconv.Atoi(fields[1]); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
	}
	for line := range strings.Lines(block(t, string(text), "inside")) {
		name, list, _ := strings.Cut(line, ":")
		h.inside[name] = strings.Fields(list)
	}
	return h
}

// block returns the fenced block of a kind.
func block(t *testing.T, text, kind string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "```"+kind+"\n")
	body, _, end := strings.Cut(rest, "```")
	if !ok || !end {
		t.Fatalf("docs/internals.md has no block %q", kind)
	}
	return body
}

// room returns the room of a package.
func room(pkg string) string {
	name, _, _ := strings.Cut(pkg, "/")
	return name
}

// everyone lists the packages that any package may import. They import nothing of the house.
var everyone = []string{"internal/bounded", "internal/clock", "internal/durable", "internal/only64", "internal/sources", "internal/visible", "solver", "examples"}

// wrong describes what is wrong with an import, or returns "".
func (h *house) wrong(from, to string) string {
	a, known := h.floors[room(from)]
	b, there := h.floors[room(to)]
	switch {
	case h.listed(from, to):
		return ""
	case !known || !there:
		return "is in no room of docs/internals.md"
	case slices.Contains(everyone, to), room(from) == "internal" && a < b: // internal: for tests
		return ""
	case room(from) != room(to) && a > b && room(to) != "internal":
		return ""
	case room(from) != room(to):
		return "is not below"
	case to == room(to), h.allowed(from, to):
		return ""
	}
	return "is a sibling in the same room"
}

// listed reports whether the tables name an import from one room into another.
func (h *house) listed(from, to string) bool {
	for d := from; d != "."; d = path.Dir(d) {
		if room(from) != room(to) && slices.Contains(h.inside[d], to) {
			return true
		}
	}
	return false
}

// allowed reports whether a package, or a folder that contains it, may import to within its room.
func (h *house) allowed(from, to string) bool {
	for d := from; d != "."; d = path.Dir(d) {
		if list, ok := h.inside[d]; ok {
			return slices.Contains(list, to)
		}
	}
	return room(from) == "bench" || room(from) == "internal"
}

// module is the path of this module, which a publisher may change.
var module = path.Dir(reflect.TypeFor[engine.Question]().PkgPath())

// TestArrows checks all imports against the rules.
func TestArrows(t *testing.T) {
	h := readHouse(t)
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		from := path.Dir(filepath.ToSlash(name))
		if from == "." {
			from = "farbank"
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range f.Imports {
			to, _ := strconv.Unquote(imp.Path.Value)
			if to == module {
				to = "farbank"
			} else if below, ok := strings.CutPrefix(to, module+"/"); ok {
				to = below
			} else {
				continue
			}
			if why := h.wrong(from, to); why != "" {
				t.Errorf("%s imports %s, which %s", name, to, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
