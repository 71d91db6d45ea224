package builtin

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSidesAreApart checks that the Judge and the Lower of the table call no common function of
// this package, so that a mistake in one cannot hide in both.
func TestSidesAreApart(t *testing.T) {
	p := readPackage(t)
	lower, judge := p.reached("Lower"), p.reached("Judge")
	if len(lower) < 2 || len(judge) < 2 {
		t.Fatalf("the sides are not found: %v, %v", lower, judge)
	}
	for name := range lower {
		if judge[name] {
			t.Errorf("%s is called by Lower and by Judge", name)
		}
	}
}

// A source is the syntax of this package.
type source struct {
	funcs map[string]*ast.FuncDecl
	sides map[string][]ast.Node // the values of the fields Lower and Judge
}

func readPackage(t *testing.T) *source {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	p := &source{funcs: map[string]*ast.FuncDecl{}, sides: map[string][]ast.Node{}}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, p.visit)
	}
	return p
}

// visit records functions and the values of Lower and Judge, written as "Lower: f" in an entry
// or as "f.Lower = ..." in a function that makes one.
func (p *source) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Recv == nil {
			p.funcs[n.Name.Name] = n
		}
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok {
			p.sides[id.Name] = append(p.sides[id.Name], n.Value)
		}
	case *ast.AssignStmt:
		if sel, ok := n.Lhs[0].(*ast.SelectorExpr); ok {
			p.sides[sel.Sel.Name] = append(p.sides[sel.Sel.Name], n.Rhs[0])
		}
	}
	return true
}

// reached returns the functions of the package that a side calls, directly or indirectly.
func (p *source) reached(side string) map[string]bool {
	seen := map[string]bool{}
	todo := slices.Clone(p.sides[side])
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for name := range p.named(n) {
			if !seen[name] {
				seen[name] = true
				todo = append(todo, p.funcs[name].Body)
			}
		}
	}
	return seen
}

// named returns the functions of the package that are named below n.
func (p *source) named(n ast.Node) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(n, func(x ast.Node) bool {
		if sel, ok := x.(*ast.SelectorExpr); ok { // a selected name is no function of the package
			ast.Inspect(sel.X, func(y ast.Node) bool {
				if id, ok := y.(*ast.Ident); ok && p.funcs[id.Name] != nil {
					names[id.Name] = true
				}
				return true
			})
			return false
		}
		if id, ok := x.(*ast.Ident); ok && p.funcs[id.Name] != nil {
			names[id.Name] = true
		}
		return true
	})
	return names
}
