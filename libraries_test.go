package farbank_test

import (
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// libraries lists the packages of the section "One pattern for the libraries" of docs/internals.md.
var libraries = []string{"graph", "planning", "constraint", "constraint/sat", "constraint/maxsat", "milp", "milp/branch", "fold", "journey", "game", "rules"}

// always lists functions with a context that return no error: their result is valid whenever the context ends.
var always = []string{"farbank/planning.MutexGroups", "(*farbank/planning.Task).MergeGroups"}

// TestLibraries checks the pattern of docs/internals.md: no bool parameters, the fields of Options, the Status and
// Reason of results, and that results have no other fields for this.
func TestLibraries(t *testing.T) {
	compiled := compiledLibraries(t)
	for _, name := range libraries {
		pkg, err := compiled.Import("farbank/" + name)
		if err != nil {
			t.Fatal(err)
		}
		l := &library{t: t, pkg: pkg, name: name}
		for _, id := range pkg.Scope().Names() {
			if o := pkg.Scope().Lookup(id); o.Exported() {
				l.object(o)
			}
		}
	}
}

// compiledLibraries returns an importer of the libraries and what they import, as the go command compiled them.
func compiledLibraries(t *testing.T) types.Importer {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}")
	for _, name := range libraries {
		list.Args = append(list.Args, "farbank/"+name)
	}
	text, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(text)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
}

// A library checks one package.
type library struct {
	t    *testing.T
	pkg  *types.Package
	name string
}

func (l *library) object(o types.Object) {
	switch o := o.(type) {
	case *types.Func:
		l.function(o)
	case *types.TypeName:
		named, ok := types.Unalias(o.Type()).(*types.Named)
		if !ok || named.Obj().Pkg() != l.pkg {
			return
		}
		for m := range named.Methods() {
			if m.Exported() {
				l.function(m)
			}
		}
		if s, ok := named.Underlying().(*types.Struct); ok && strings.HasSuffix(o.Name(), "Options") {
			l.options(o.Name(), s)
		}
	}
}

// function checks the parameters and results of a function or method.
func (l *library) function(f *types.Func) {
	sig := f.Signature()
	params, results := sig.Params(), sig.Results()
	for r := range results.Variables() {
		l.ending(f, r.Type())
	}
	long := false
	for i := range params.Len() {
		p := params.At(i)
		if types.Identical(p.Type(), types.Typ[types.Bool]) {
			l.t.Errorf("%s: %s has the bool parameter %s", l.name, f.FullName(), p.Name())
		}
		if p.Type().String() == "context.Context" {
			long = true
			if i > 0 {
				l.t.Errorf("%s: the context of %s is not its first parameter", l.name, f.FullName())
			}
		}
	}
	if !long || results.Len() == 0 {
		return
	}
	if slices.Contains(always, f.FullName()) {
		return
	}
	if last := results.At(results.Len() - 1).Type().String(); last != "error" && last != "bool" && !lazy(results.At(0).Type()) {
		l.t.Errorf("%s: %s has a context and returns no error", l.name, f.FullName())
	}
	l.result(f, results.At(0).Type())
}

// lazy reports whether a result yields values later, and with them their errors.
func lazy(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// result checks the fields Status and Reason of a result that has one of them.
func (l *library) result(f *types.Func, t types.Type) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	status, reason := field(s, "Status"), field(s, "Reason")
	switch {
	case status == nil && reason == nil:
	case status != nil && types.Unalias(status.Type()).String() != "farbank/solver.Status":
		l.t.Errorf("%s: the Status of %s is a %s", l.name, f.FullName(), status.Type())
	case reason == nil || reason.Type().String() != "error":
		l.t.Errorf("%s: the result of %s has no Reason of type error", l.name, f.FullName())
	}
}

// apart lists fields that ending would refuse, each with the reason why it is right.
var apart = map[string]string{
	"constraint.Bound.Infeasible": "it is the statement that a proof proves, not how the check of the proof ended",
}

// ending checks that a struct that a function returns or yields says how it ended with Status and Reason, not with
// another field of type error or a bool.
func (l *library) ending(f *types.Func, t types.Type) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return
	}
	path := named.Obj().Pkg().Path()
	if path == "iter" {
		for v := range named.TypeArgs().Types() {
			l.ending(f, v)
		}
	}
	if !strings.HasPrefix(path, "farbank/") {
		return
	}
	s, ok := named.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for v := range s.Fields() {
		name := strings.TrimPrefix(path, "farbank/") + "." + named.Obj().Name() + "." + v.Name()
		if v.Exported() && endings(v) && apart[name] == "" {
			l.t.Errorf("%s: %s, which %s returns, should be part of Status or Reason", l.name, name, f.FullName())
		}
	}
}

// endings reports whether a field says how a computation ended in another way than Status and Reason.
func endings(v *types.Var) bool {
	switch v.Type().String() {
	case "error":
		return v.Name() != "Reason"
	case "bool":
		return slices.Contains(verdicts, v.Name())
	}
	return false
}

// verdicts lists names of bool fields that a Status replaces.
var verdicts = []string{"Found", "Solved", "Optimal", "Infeasible", "Unsolvable", "Complete", "Exhausted", "Finished", "Done", "Stopped", "Interrupted"}

// shared lists the types of the fields that several libraries have.
var shared = map[string]string{
	"Memory":     "int64",
	"Workers":    "int",
	"Checkpoint": "farbank/solver.Checkpoint",
}

func (l *library) options(name string, s *types.Struct) {
	for id, want := range shared {
		if f := field(s, id); f != nil && f.Type().String() != want {
			l.t.Errorf("%s: %s.%s is a %s, not a %s", l.name, name, id, f.Type(), want)
		}
	}
	if f := field(s, "Progress"); f != nil {
		if sig, ok := f.Type().Underlying().(*types.Signature); !ok || sig.Params().Len() != 1 || sig.Results().Len() != 0 {
			l.t.Errorf("%s: %s.Progress is not a func(Progress)", l.name, name)
		}
	}
}

// field returns a field of s, also a promoted one, or nil.
func field(s *types.Struct, name string) *types.Var {
	for f := range s.Fields() {
		if f.Name() == name {
			return f
		}
		if inner, ok := f.Type().Underlying().(*types.Struct); ok && f.Embedded() {
			if g := field(inner, name); g != nil {
				return g
			}
		}
	}
	return nil
}
