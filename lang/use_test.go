package lang_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"farbank/internal/testing/generated"
	"farbank/internal/testing/oracle"
	"farbank/lang"
	"farbank/lang/syntax"
)

// filesOf returns a loader of the files in a map.
func filesOf(files map[string]string) syntax.Loader {
	return func(name string) (string, error) {
		if text, ok := files[name]; ok {
			return text, nil
		}
		return "", errors.New("there is no such file")
	}
}

// TestUseGenerated moves the types, data and functions of generated problems to another file; the
// problems must stay the same.
func TestUseGenerated(t *testing.T) {
	taken := 0
	for seed := range uint64(200) {
		m := generated.New(seed, generated.Options{Without: []string{"use"}})
		o := oracle.Options(m)
		whole, err := lang.Parse("made.far", m.Source, o)
		if err != nil {
			continue
		}
		main, shared := split(t, m.Source)
		o.Load = filesOf(map[string]string{"lib/shared.far": shared})
		p, err := lang.Parse("lib/made.far", main, o)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n// shared:\n%s", seed, err, main, shared)
		}
		taken++
		if p.Digest() != whole.Digest() {
			t.Errorf("seed %d: another problem:\n%s\n// shared:\n%s", seed, main, shared)
		}
	}
	if taken < 150 {
		t.Errorf("only %d problems are accepted", taken)
	}
}

// split moves the declarations that can be shared to a second file.
func split(t *testing.T, source string) (main, shared string) {
	f, err := syntax.Parse("made.far", source)
	if err != nil {
		t.Fatal(err)
	}
	use := "use \"shared.far\"\n"
	for _, d := range f.Decls {
		text := source[d.Pos().Offset:d.End().Offset] + "\n"
		switch d := d.(type) {
		case *syntax.EnumDecl, *syntax.TypeDecl, *syntax.DefDecl:
			shared += text
			continue
		case *syntax.ValueDecl:
			if d.Kind == syntax.Const || d.Kind == syntax.Param {
				shared += text
				continue
			}
		case *syntax.PuzzleDecl:
			main = text + main
			continue
		}
		main += use + text
		use = ""
	}
	return main + use, shared
}

// TestUseErrors checks that errors in used files have their names and lines.
func TestUseErrors(t *testing.T) {
	files := map[string]string{
		"a/one.far": "use \"two.far\"\nconst c = 1\n", "a/two.far": "const d = nope\n",
		"a/loop.far": "use \"../a/loop.far\"\n", "a/move.far": "// a remark\nmove m { }\nstate s: 0..1 = 0\n", "a/bad.far": "const = 1\n\nenum E { }\n",
		"a/twice.far": "const c = 2\nuse \"one.far\"\n", "top.far": "const top = 1 / 0\n", "a/def.far": "\n\ndef big(n: 0..9) = n + 9223372036854775807\n",
	}
	for i := range 120 {
		files[fmt.Sprintf("a/n%d.far", i)] = fmt.Sprintf("use \"n%d.far\"\n", i+1)
	}
	for _, c := range []struct{ source, want string }{
		{`use "one.far"`, "a/two.far:1:11: unknown name nope"},
		{`use "../top.far"`, "top.far:1:13: this has no value"},
		{`use "none.far"`, "a/x.far:1:5: a/none.far cannot be read: there is no such file"},
		{`use "/one.far"`, "a/x.far:1:5: the path of a file that is used is relative to this file"},
		{`use "x.far"`, "a/x.far:1:5: a/x.far uses itself: a/x.far uses a/x.far"},
		{`use "loop.far"`, "a/loop.far:1:5: a/loop.far uses itself: a/x.far uses a/loop.far uses a/loop.far"},
		{`use "move.far"`, "a/move.far:2:1: a file that is used has types, data and functions, no move\na/move.far:3:1: a file that is used has types, data and functions, no state"},
		{`use "bad.far"`, "a/bad.far:1:7: a name is needed after const, not =\na/bad.far:3:6: E has no members"},
		{`use "twice.far"`, "a/one.far:2:7: c is declared twice\na/two.far:1:11: unknown name nope"},
		{`use "n0.far"`, "a/n99.far:1:5: more than 100 files are used"},
		{"use \"def.far\"\nrequire big(3) == 1", "a/def.far:3:20: the value does not fit 64 bits"},
		{`use one`, "a/x.far:1:1: a declaration cannot start with use"},
	} {
		_, err := lang.Parse("a/x.far", c.source, lang.Options{Load: filesOf(files)})
		if err == nil {
			t.Errorf("%s: no error, want %s", c.source, c.want)
			continue
		}
		if got := err.Error(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.source, got, c.want)
		}
	}
	if _, err := lang.Parse("x.far", `use "y.far"`, lang.Options{}); err == nil || !strings.Contains(err.Error(), "without its files") {
		t.Error(err)
	}
}

// TestDeclaredTwiceElsewhere checks that the position of the first declaration includes its
// file if it is another one.
func TestDeclaredTwiceElsewhere(t *testing.T) {
	files := filesOf(map[string]string{"one.far": "const a = 1\nconst b = 2\nconst b = 3\n"})
	_, err := lang.Parse("x.far", "use \"one.far\"\nenum E { a }\n", lang.Options{Load: files})
	var list syntax.ErrorList
	if !errors.As(err, &list) || len(list) != 2 {
		t.Fatal(err)
	}
	for i, want := range []string{"the first one is a member of an enum at line 2 of x.far", "the first one is a const at line 2"} {
		if list[i].File != "one.far" || list[i].Hint != want {
			t.Errorf("%s: %s, want %s", list[i].File, list[i].Hint, want)
		}
	}
}
