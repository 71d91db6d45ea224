package main

import (
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var long = flag.Bool("long", false, "build all of the tree, renamed")

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -buildvcs=false", "GOWORK=off", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestSmall: a module with all kinds of imports and a nested module builds under its new name.
func TestSmall(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":            "module tool\n\ngo 1.26\n",
		"tool.go":           "// Package tool is tool/part and more.\npackage tool\n\nimport (\n\t\"fmt\"\n\n\t. \"tool/part\"\n\tother \"tool/part/deep\"\n)\n\nvar _ = fmt.Sprint(Part, other.Deep, \"tool/part\")\n",
		"part/part.go":      "package part\n\nimport _ \"tool/part/deep\"\n\nconst Part = 1\n",
		"part/deep/deep.go": "package deep\n\nconst Deep = 2\n",
		"toolbox.go":        "package tool\n\nimport \"toolbox\"\n\nvar _ = toolbox.Box\n",
		"nested/go.mod":     "module tool/nested\n\ngo 1.26\n\nrequire tool v0.0.0\n\nreplace tool => ../\n",
		"nested/main.go":    "package main\n\nimport \"tool/part\"\n\nfunc main() { println(part.Part) }\n",
		"README.md":         "`tool` has `tool/part`:\n\n\timport \"tool/part\"\n\n`go doc tool` and `go doc tool/part`; tool/part.\n",
		".git/config.go":    "not go",
	})
	if err := os.Remove(filepath.Join(dir, "toolbox.go")); err != nil { // only to be parsed below
		t.Fatal(err)
	}
	old, n, err := rewrite(dir, "example.com/me/tool")
	if err != nil || old != "tool" || n != 6 {
		t.Fatal(old, n, err)
	}
	run(t, dir, "build", "./...")
	run(t, filepath.Join(dir, "nested"), "build", "-o", os.DevNull, ".")
	text, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if want := "`tool` has `example.com/me/tool/part`:\n\n\timport \"example.com/me/tool/part\"\n\n`go doc example.com/me/tool` and `go doc example.com/me/tool/part`; tool/part.\n"; err != nil || string(text) != want {
		t.Errorf("%q, want %q (%v)", text, want, err)
	}
	text, err = os.ReadFile(filepath.Join(dir, "tool.go"))
	if err != nil || !strings.Contains(string(text), "\"tool/part\")") || !strings.Contains(string(text), "is tool/part and") {
		t.Errorf("what is no import was changed: %s (%v)", text, err)
	}
	if _, _, err := rewrite(dir, "example.com/me/tool"); err == nil {
		t.Error("the same name again")
	}
}

// TestOtherModules: names that only begin alike stay.
func TestOtherModules(t *testing.T) {
	text := "package a\n\nimport \"toolbox\"\nimport `tool`\n"
	out, err := inGo("a.go", []byte(text), "tool", "example.com/tool")
	if want := "package a\n\nimport \"toolbox\"\nimport \"example.com/tool\"\n"; err != nil || string(out) != want {
		t.Errorf("%q %v", out, err)
	}
}

// TestRefused: nothing is written where the path is none, or something cannot be read.
func TestRefused(t *testing.T) {
	for _, path := range []string{"", "farbank", "me/farbank", "example.com", "example.com/", "example.com//x", "example.com/a b", "-x.com/a", ".x/a"} {
		if err := check(path); err == nil {
			t.Errorf("%q is taken", path)
		}
	}
	dir := t.TempDir()
	if _, _, err := rewrite(dir, "example.com/x"); err == nil || !strings.Contains(err.Error(), "go.mod") {
		t.Error(err)
	}
	write(t, dir, map[string]string{"go.mod": "go 1.26\n"})
	if _, _, err := rewrite(dir, "example.com/x"); err == nil || !strings.Contains(err.Error(), "no line module") {
		t.Error(err)
	}
	write(t, dir, map[string]string{"go.mod": "module x\n", "a.go": "package a\n\nimport \"x/b\"\n", "b.go": "no go at all"})
	if _, _, err := rewrite(dir, "example.com/x"); err == nil {
		t.Error("what is no Go is taken")
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "go.mod")); string(text) != "module x\n" {
		t.Errorf("it was written: %s", text)
	}
}

// TestTree renames a copy of this tree; its imports are found again, and with -args -long all
// of it builds.
func TestTree(t *testing.T) {
	dir := t.TempDir()
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel("../..", name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, rel), 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, rel), text, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	old, n, err := rewrite(dir, "example.com/me/renamed")
	if err != nil || n < 300 {
		t.Fatal(n, err)
	}
	list := run(t, dir, "list", "-deps", "-test", "-f", "{{.ImportPath}} {{with .Error}}{{.}}{{end}}", "./...")
	for line := range strings.Lines(list) {
		path, problem, _ := strings.Cut(strings.TrimSpace(line), " ")
		if path == old || strings.HasPrefix(path, old+"/") || strings.Contains(problem, "package") {
			t.Error(line)
		}
	}
	run(t, dir, "build", "-o", os.DevNull, "./journey")
	if *long {
		run(t, dir, "vet", "./...")
		run(t, dir, "test", "-run", "TestArrows|TestAPI", ".")
	}
}
