package farbank_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var updateAPI = flag.Bool("update-api", false, "write testdata/api anew")

// TestAPI compares the exported API of the packages with the files in testdata/api, so that no change
// goes unnoticed: go test . -run TestAPI -args -update-api writes them.
func TestAPI(t *testing.T) {
	for _, dir := range []string{".", "engine", "fold", "game", "graph", "journey", "milp", "planning", "constraint", "rules"} {
		name := dir
		if dir == "." {
			name = "farbank"
		}
		got := strings.Join(exported(t, dir), "\n") + "\n"
		file := filepath.Join("testdata", "api", name+".txt")
		if *updateAPI {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range difference(string(want), got) {
			t.Errorf("%s: %s (if that is meant: go test . -run TestAPI -args -update-api)", name, d)
		}
	}
}

// difference returns the lines that occur in one text only.
func difference(want, got string) []string {
	var list []string
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for _, line := range w {
		if !slices.Contains(g, line) {
			list = append(list, "gone: "+line)
		}
	}
	for _, line := range g {
		if !slices.Contains(w, line) {
			list = append(list, "new: "+line)
		}
	}
	return list
}

// exported returns the exported declarations of the package in a folder, one on each line, sorted.
func exported(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	a := &api{fset: token.NewFileSet()}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(a.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.FileExports(f)
		for _, d := range f.Decls {
			a.declaration(d)
		}
	}
	slices.Sort(a.lines)
	return slices.Compact(a.lines)
}

// An api collects declarations.
type api struct {
	fset  *token.FileSet
	lines []string
}

func (a *api) text(n any) string {
	var b bytes.Buffer
	if err := format.Node(&b, a.fset, n); err != nil {
		panic(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func (a *api) add(format string, args ...any) {
	a.lines = append(a.lines, strings.TrimSpace(fmt.Sprintf(format, args...)))
}

func (a *api) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil && !receiver(d) {
			return
		}
		d.Body = nil
		a.add("%s", a.text(d))
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				a.typeSpec(s)
			case *ast.ValueSpec:
				a.values(d.Tok, s)
			}
		}
	}
}

// typeSpec lists a type, and its fields or methods each by itself.
func (a *api) typeSpec(s *ast.TypeSpec) {
	params := ""
	if s.TypeParams != nil {
		for _, p := range s.TypeParams.List {
			params += " " + a.text(p.Type)
		}
	}
	var members *ast.FieldList
	kind := ""
	switch x := s.Type.(type) {
	case *ast.StructType:
		members, kind = x.Fields, "struct"
	case *ast.InterfaceType:
		members, kind = x.Methods, "interface"
	default:
		equals := ""
		if s.Assign.IsValid() {
			equals = "= "
		}
		a.add("type %s%s %s%s", s.Name, params, equals, a.text(s.Type))
		return
	}
	a.add("type %s%s %s", s.Name, params, kind)
	for _, f := range members.List {
		names := []string{a.text(f.Type)}
		if len(f.Names) > 0 {
			names = names[:0]
			for _, n := range f.Names {
				names = append(names, n.Name+" "+a.text(f.Type))
			}
		}
		for _, n := range names {
			a.add("type %s.%s", s.Name, n)
		}
	}
}

func (a *api) values(tok token.Token, s *ast.ValueSpec) {
	for _, n := range s.Names {
		if !n.IsExported() {
			continue
		}
		typ := ""
		if s.Type != nil {
			typ = " " + a.text(s.Type)
		}
		a.add("%s %s%s", tok, n.Name, typ)
	}
}

// TestDocumented checks that every exported declaration of these packages has a comment, or stands in a
// commented group.
func TestDocumented(t *testing.T) {
	for _, dir := range []string{".", "engine", "fold", "game", "graph", "journey", "milp", "planning", "constraint", "rules"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				for _, what := range undocumented(d) {
					t.Errorf("%s: %s has no comment", name, what)
				}
			}
		}
	}
}

// undocumented returns the exported names of a declaration without a comment. Methods that only
// implement an interface of the standard library need none.
func undocumented(d ast.Decl) []string {
	var list []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		plain := []string{"Error", "Unwrap", "String", "MemoryLimit", "Len", "Less", "Swap", "Push", "Pop"}
		if d.Name.IsExported() && d.Doc == nil && (d.Recv == nil || receiver(d) && !slices.Contains(plain, d.Name.Name)) {
			list = append(list, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && s.Doc == nil && (d.Doc == nil || len(d.Specs) > 1) {
					list = append(list, s.Name.Name)
				}
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if n.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
						list = append(list, n.Name)
					}
				}
			}
		}
	}
	return list
}

// receiver reports whether d is a method of an exported type.
func receiver(d *ast.FuncDecl) bool {
	x := d.Recv.List[0].Type
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.IndexListExpr:
			x = y.X
		case *ast.Ident:
			return y.IsExported()
		default:
			return false
		}
	}
}
