package generated

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"farbank/lang/syntax"
)

// A Cover counts how often texts have each production of the grammar, each built-in function, each
// form of a type, and each edge case visible in a tree. It depends on the tree only and not on the
// generator.
type Cover map[string]int

// Productions returns all that a Cover counts.
func Productions() []string {
	return slices.Concat(declarations, statements, expressions, typeForms, calls(), edges, given)
}

var declarations = []string{
	"puzzle", "param", "param without value", "const", "const without type", "state", "find", "enum", "union of enums", "label of a member", "label of a type", "param enum", "param enum without members",
	"type", "def", "def without parameters", "def that calls itself", "move", "move without parameters", "move with cost", "move with label",
	"require", "never", "always", "goal", "reason", "use", "strict", "minimize", "maximize", "prefer", "weight", "several objectives", "objective of plans", "show title", "show board of one index", "show timeline", "show board of two indices",
	"index", "several indices", "index with names", "several names of a type", "comment", "comment of several lines",
	"value for all", "list value", "nested list value", "map value", "nested map value", "map with tuples as keys", "formula value", "start depends on find",
}

var statements = []string{
	"require statement", "require statement with reason", "let", "=", "+=", "-=", "assigned element", "assigned whole",
	"if statement", "else", "else if", "for", "for where", "for in", "for of several binders", "empty block", "together",
}

var expressions = []string{
	"integer", "text", "text in back-quotes", "text with values", "text with values in a text", "doubled brace", "true", "false", "name", "parentheses", "tuple", "index of one", "index of several",
	"index of an expression", "index by a tuple", "component", "component of a component", "member with its enum", "empty set", "set", "list", "set where", "set of values", "set of values where", "array formula", "array formula of several",
	"all", "any", "count", "sum", "min", "max", "distinct", "all where", "any where", "count where", "sum where", "min where", "max where", "distinct where", "connected",
	"binder of a type", "binder in a set", "binder of several names", "several binders", "binder that uses another",
	"if expression", "implies", "implies in implies", "or", "and", "not", "==", "!=", "<", "<=", ">", ">=", "in", "subset", "chain", "chain with in",
	"steps so far", "cost so far", "stuck", "enabled", "enabled with arguments", "..", "+", "-", "union", "minus", "*", "/", "%", "inter", "minus sign", "call of a def", "line goes on", "let expression", "the", "first", "component by its name",
}

var typeForms = []string{"type bool", "type text", "type range", "type enum or name", "type tuple", "type tuple in a tuple", "type set", "type set of tuples", "type of listed values", "type or none", "type tuple with names"}

var edges = []string{
	"greatest number", "least number", "negative number", "empty range", "range of one", "cost 0", "+= 0", "assigned to itself", "name that hides another", "name of a function as a name",
	"index plus or minus 1", "name of a type as a value", "comprehension in a comprehension", "if expression in an if expression",
}

var given = []string{"value given one by one", "value given as data", "list in data", "object in data", "odd member given"}

// calls returns the built-in functions in their forms, but for those that are of use for decimals only, which models
// do not have.
func calls() []string {
	var out []string
	for _, f := range functions() {
		if !slices.Contains([]string{"round", "floor", "ceil"}, f) {
			out = append(out, f+"()")
		}
	}
	return append(out, "sum(array)", "min(array)", "max(array)", "distinct(array)")
}

// Print prints the counts as a table.
func (c Cover) Print(w io.Writer) {
	for _, p := range slices.Sorted(maps.Keys(c)) {
		fmt.Fprintf(w, "%8d  %s\n", c[p], p)
	}
}

// Missing returns the productions that never occurred.
func (c Cover) Missing() []string {
	var out []string
	for _, p := range Productions() {
		if c[p] == 0 {
			out = append(out, p)
		}
	}
	return out
}

// AddInputs counts the inputs of a model.
func (c Cover) AddInputs(m Model) {
	met := map[string]bool{}
	for _, s := range m.Settings {
		met["value given one by one"] = true
		met["odd member given"] = met["odd member given"] || slices.ContainsFunc(strings.Split(s.Value, ","), odd)
	}
	var data map[string]any
	if m.Data != "" && json.Unmarshal([]byte(m.Data), &data) == nil {
		met["value given as data"] = true
	}
	for _, v := range data {
		list, ok := v.([]any)
		met["list in data"] = met["list in data"] || ok
		_, ok = v.(map[string]any)
		met["object in data"] = met["object in data"] || ok
		for _, x := range list {
			s, ok := x.(string)
			met["odd member given"] = met["odd member given"] || ok && odd(s)
		}
	}
	for p, ok := range met {
		if ok {
			c[p]++
		}
	}
}

// odd reports whether a given member is not a valid name.
func odd(s string) bool { return slices.Contains(oddMembers, s) && !isName(s) }

// Add counts the productions of a file. Each production counts once for a file.
func (c Cover) Add(f *syntax.File) {
	w := &walk{met: map[string]bool{}, globals: map[string]bool{}, types: map[string]bool{}, finds: map[string]bool{}, defs: map[string]bool{}, functions: functions()}
	w.file(f)
	for p := range w.met {
		c[p]++
	}
}

// A walk traverses one file.
type walk struct {
	met     map[string]bool
	globals map[string]bool
	types   map[string]bool
	finds   map[string]bool
	defs    map[string]bool
	source  string
	moves   bool

	functions []string // the built-in ones
}

func (w *walk) meet(ps ...string) {
	for _, p := range ps {
		w.met[p] = true
	}
}

// when records p if ok.
func (w *walk) when(ok bool, p string) {
	if ok {
		w.met[p] = true
	}
}

func (w *walk) file(f *syntax.File) {
	w.source = f.Source
	for _, c := range f.Comments {
		w.meet("comment")
		w.when(strings.Contains(c.Text, "\n"), "comment of several lines")
	}
	for _, d := range f.Decls {
		w.note(d)
	}
	for _, d := range f.Decls {
		w.decl(d)
	}
}

// note records the global names.
func (w *walk) note(d syntax.Decl) {
	switch d := d.(type) {
	case *syntax.ValueDecl:
		w.global(d.Name)
		w.finds[d.Name.Name] = d.Kind == syntax.Find
	case *syntax.EnumDecl:
		w.global(d.Name)
		w.types[d.Name.Name] = true
		for _, m := range d.Members {
			w.global(m)
		}
	case *syntax.TypeDecl:
		w.global(d.Name)
		w.types[d.Name.Name] = true
	case *syntax.DefDecl:
		w.global(d.Name)
		w.defs[d.Name.Name] = true
	case *syntax.MoveDecl:
		w.moves = true
		w.global(d.Name)
	}
}

func (w *walk) global(id *syntax.Ident) {
	w.globals[id.Name] = true
	w.when(slices.Contains(w.functions, id.Name), "name of a function as a name")
}

func (w *walk) decl(d syntax.Decl) {
	switch d := d.(type) {
	case *syntax.PuzzleDecl:
		w.meet("puzzle")
		w.when(d.Strict, "strict")
	case *syntax.UseDecl:
		w.meet("use")
	case *syntax.ValueDecl:
		w.value(d)
	case *syntax.EnumDecl:
		w.enum(d)
	case *syntax.TypeDecl:
		w.meet("type")
		w.when(d.Label != nil, "label of a type")
		w.typ(d.Type)
	case *syntax.DefDecl:
		w.meet("def")
		w.when(len(d.Params) == 0, "def without parameters")
		w.fields(d.Params)
		w.expr(d.Body)
		w.inside("def that calls itself", func(n syntax.Node) bool { e, ok := n.(*syntax.CallExpr); return ok && e.Fun.Name == d.Name.Name }, d.Body)
	case *syntax.MoveDecl:
		w.move(d)
	case *syntax.RuleDecl:
		w.meet(d.Kind.String())
		if d.Weight != nil {
			w.meet("weight")
			w.expr(d.Weight)
		}
		w.when(d.Why != nil, "reason")
		w.expr(d.Cond)
	case *syntax.ObjectiveDecl:
		w.when(d.Then != nil, "several objectives")
		w.when(w.moves, "objective of plans")
		for ; d != nil; d = d.Then {
			w.meet(map[bool]string{true: "maximize", false: "minimize"}[d.Maximize])
			w.expr(d.Value)
		}
	case *syntax.ShowDecl:
		w.when(d.Title != nil, "show title")
		if d.Name != nil {
			n := 0
			for _, f := range d.Index {
				n += max(1, len(f.Names))
			}
			w.meet(map[bool]string{true: "show board of one index", false: "show board of two indices"}[n == 1])
		}
		w.fields(d.Index)
		w.expr(d.Value)
		w.when(d.More != nil, "show timeline")
		for _, e := range d.More {
			w.expr(e)
		}
	}
}

func (w *walk) enum(d *syntax.EnumDecl) {
	switch {
	case d.Of != nil:
		w.meet("union of enums")
	case !d.Param:
		w.meet("enum")
	case len(d.Members) == 0:
		w.meet("param enum without members")
	default:
		w.meet("param enum")
	}
	w.when(slices.ContainsFunc(d.Labels, func(l *syntax.StringLit) bool { return l != nil }), "label of a member")
}

func (w *walk) value(d *syntax.ValueDecl) {
	w.meet(d.Kind.String())
	w.when(d.Kind == syntax.Param && d.Value == nil, "param without value")
	w.when(d.Kind == syntax.Const && d.Type == nil, "const without type")
	w.fields(d.Index)
	w.when(len(d.Index) > 0, "index")
	if d.Type != nil {
		w.typ(d.Type)
	}
	if d.Value == nil {
		return
	}
	w.expr(d.Value)
	if d.Kind == syntax.State {
		syntax.Inspect(d.Value, func(n syntax.Node) bool {
			id, ok := n.(*syntax.Ident)
			w.when(ok && w.finds[id.Name], "start depends on find")
			return true
		})
	}
	if len(d.Index) > 0 {
		w.initial(d)
	}
}

// initial records the form of the value of an array.
func (w *walk) initial(d *syntax.ValueDecl) {
	switch v := d.Value.(type) {
	case *syntax.ListExpr:
		w.meet("list value")
		for _, x := range v.Elems {
			_, ok := x.(*syntax.ListExpr)
			w.when(ok, "nested list value")
		}
	case *syntax.MapExpr:
		w.meet("map value")
		for i, x := range v.Values {
			_, inner := x.(*syntax.MapExpr)
			w.when(inner, "nested map value")
			k, tuple := v.Keys[i].(*syntax.TupleExpr)
			w.when(tuple && len(d.Index) > 1 && len(k.Elems) == len(d.Index), "map with tuples as keys")
		}
	default:
		w.meet(map[bool]string{true: "formula value", false: "value for all"}[len(d.Index[0].Names) > 0])
	}
}

func (w *walk) fields(fs []*syntax.Field) {
	w.when(len(fs) > 1, "several indices")
	for _, f := range fs {
		w.when(len(f.Names) > 0, "index with names")
		w.when(len(f.Names) > 1, "several names of a type")
		w.typ(f.Type)
		w.bound(f.Names)
	}
}

func (w *walk) bound(names []*syntax.Ident) {
	for _, id := range names {
		w.when(w.globals[id.Name], "name that hides another")
		w.when(slices.Contains(w.functions, id.Name), "name of a function as a name")
	}
}

// typ records the form of a type.
func (w *walk) typ(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Ident:
		switch e.Name {
		case "bool", "text":
			w.meet("type " + e.Name)
		default:
			w.meet("type enum or name")
		}
	case *syntax.SetExpr:
		w.meet("type of listed values")
		w.expr(e)
	case *syntax.BinaryExpr:
		w.meet(map[syntax.Token]string{syntax.Range: "type range", syntax.Union: "type of listed values", syntax.Or: "type or none"}[e.Op])
		w.expr(e)
	case *syntax.TupleExpr:
		w.meet("type tuple")
		w.when(e.Names != nil, "type tuple with names")
		for _, x := range e.Elems {
			_, ok := x.(*syntax.TupleExpr)
			w.when(ok, "type tuple in a tuple")
			w.typ(x)
		}
	case *syntax.SetType:
		w.meet("type set")
		_, ok := e.Elem.(*syntax.TupleExpr)
		w.when(ok, "type set of tuples")
		w.typ(e.Elem)
	}
}

func (w *walk) move(d *syntax.MoveDecl) {
	w.meet("move")
	w.when(len(d.Params) == 0, "move without parameters")
	w.when(d.Cost != nil, "move with cost")
	w.when(d.Label != nil, "move with label")
	w.fields(d.Params)
	if d.Cost != nil {
		n, ok := d.Cost.(*syntax.IntLit)
		w.when(ok && n.Value == 0, "cost 0")
		w.expr(d.Cost)
	}
	if d.Label != nil {
		w.expr(d.Label)
	}
	w.block(d.Body)
}

func (w *walk) block(b *syntax.Block) {
	w.when(len(b.Stmts) == 0, "empty block")
	for _, s := range b.Stmts {
		w.stmt(s)
	}
}

func (w *walk) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.Block:
		w.block(s)
	case *syntax.RequireStmt:
		w.meet("require statement")
		w.when(s.Why != nil, "require statement with reason")
		w.expr(s.Cond)
	case *syntax.LetStmt:
		w.meet("let")
		w.bound([]*syntax.Ident{s.Name})
		w.expr(s.Value)
	case *syntax.AssignStmt:
		w.assign(s)
	case *syntax.IfStmt:
		w.meet("if statement")
		w.expr(s.Cond)
		w.block(s.Then)
		switch e := s.Else.(type) {
		case *syntax.Block:
			w.meet("else")
			w.block(e)
		case *syntax.IfStmt:
			w.meet("else if")
			w.stmt(e)
		}
	case *syntax.ForStmt:
		w.meet("for")
		w.when(s.Where != nil, "for where")
		w.when(len(s.Binders) > 1, "for of several binders")
		for _, b := range s.Binders {
			w.when(b.In, "for in")
		}
		w.binders(s.Binders)
		if s.Where != nil {
			w.expr(s.Where)
		}
		w.block(s.Body)
	case *syntax.TogetherStmt:
		w.meet("together")
		w.block(s.Body)
	}
}

func (w *walk) assign(s *syntax.AssignStmt) {
	w.meet(s.Op.String())
	_, element := s.Target.(*syntax.IndexExpr)
	w.meet(map[bool]string{true: "assigned element", false: "assigned whole"}[element])
	n, ok := s.Value.(*syntax.IntLit)
	w.when(ok && n.Value == 0 && s.Op != syntax.Assign, "+= 0")
	w.when(s.Op == syntax.Assign && w.text(s.Target) == w.text(s.Value), "assigned to itself")
	w.expr(s.Target)
	w.expr(s.Value)
}

func (w *walk) text(n syntax.Node) string { return w.source[n.Pos().Offset:n.End().Offset] }

func (w *walk) binders(bs []*syntax.Binder) {
	w.when(len(bs) > 1, "several binders")
	var before []string
	for _, b := range bs {
		w.when(len(b.Names) > 1, "binder of several names")
		w.bound(b.Names)
		if b.In {
			w.meet("binder in a set")
			w.expr(b.Domain)
		} else {
			w.meet("binder of a type")
			w.typ(b.Domain)
		}
		syntax.Inspect(b.Domain, func(n syntax.Node) bool {
			id, ok := n.(*syntax.Ident)
			w.when(ok && slices.Contains(before, id.Name), "binder that uses another")
			return true
		})
		for _, id := range b.Names {
			before = append(before, id.Name)
		}
	}
}

// ends records edge cases of the ends of a range.
func (w *walk) ends(e *syntax.BinaryExpr) {
	lo, ok1 := integer(e.X)
	hi, ok2 := integer(e.Y)
	w.when(ok1 && ok2 && lo > hi, "empty range")
	w.when(ok1 && ok2 && lo == hi, "range of one")
}

func integer(e syntax.Expr) (int64, bool) {
	switch e := e.(type) {
	case *syntax.IntLit:
		return e.Value, true
	case *syntax.ParenExpr:
		return integer(e.X)
	case *syntax.UnaryExpr:
		n, ok := integer(e.X)
		return -n, ok && e.Op == syntax.Minus && n != math.MinInt64
	}
	return 0, false
}
