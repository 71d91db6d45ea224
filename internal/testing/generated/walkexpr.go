package generated

import (
	"math"
	"slices"
	"strings"

	"farbank/lang/syntax"
)

// expr records the productions of an expression and its parts.
func (w *walk) expr(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.IntLit:
		w.meet("integer")
		w.when(e.Value == math.MaxInt64, "greatest number")
		w.when(e.Value == math.MinInt64, "least number")
	case *syntax.BoolLit:
		w.meet(map[bool]string{true: "true", false: "false"}[e.Value])
	case *syntax.StringLit:
		w.string(e)
		return
	case *syntax.Ident:
		w.meet("name")
		if p := map[string]string{"steps": "steps so far", "cost": "cost so far", "stuck": "stuck"}[e.Name]; p != "" {
			w.meet(p)
		}
		w.when(w.types[e.Name], "name of a type as a value")
	case *syntax.ParenExpr:
		w.meet("parentheses")
	case *syntax.TupleExpr:
		w.meet("tuple")
	case *syntax.ListExpr:
		w.meet("list")
	case *syntax.SetExpr:
		w.meet(map[bool]string{true: "empty set", false: "set"}[len(e.Elems) == 0])
	case *syntax.IndexExpr:
		w.index(e)
	case *syntax.SelectExpr:
		if id, ok := e.X.(*syntax.Ident); ok && e.Name != nil && w.types[id.Name] {
			w.meet("member with its enum")
			return
		}
		w.when(e.Name != nil, "component by its name")
		w.meet("component")
		_, ok := e.X.(*syntax.SelectExpr)
		w.when(ok, "component of a component")
	case *syntax.UnaryExpr:
		w.meet(map[bool]string{true: "not", false: "minus sign"}[e.Op == syntax.Not])
		n, ok := integer(e)
		w.when(ok && n < 0, "negative number")
	case *syntax.BinaryExpr:
		w.binary(e)
	case *syntax.CompareExpr:
		w.compare(e)
	case *syntax.IfExpr:
		w.meet("if expression")
		w.inside("if expression in an if expression", func(n syntax.Node) bool { _, ok := n.(*syntax.IfExpr); return ok }, e.Then, e.Else, e.Cond)
	case *syntax.LetExpr:
		w.meet("let expression")
	case *syntax.CallExpr:
		if w.call(e); e.Fun.Name == "enabled" && !w.defs["enabled"] {
			return
		}
	case *syntax.Comprehension:
		w.comprehension(e)
		return
	}
	for _, p := range parts(e) {
		w.expr(p)
	}
}

// parts returns the direct subexpressions.
func parts(e syntax.Expr) []syntax.Expr {
	var out []syntax.Expr
	syntax.Inspect(e, func(n syntax.Node) bool {
		if n == syntax.Node(e) {
			return true
		}
		if x, ok := n.(syntax.Expr); ok {
			out = append(out, x)
		}
		return false
	})
	return out
}

// inside records p if a node for which like holds is in one of es.
func (w *walk) inside(p string, like func(syntax.Node) bool, es ...syntax.Expr) {
	for _, e := range es {
		if e == nil {
			continue
		}
		syntax.Inspect(e, func(n syntax.Node) bool {
			w.when(like(n), p)
			return true
		})
	}
}

func (w *walk) string(e *syntax.StringLit) {
	w.meet("text")
	w.when(e.Raw, "text in back-quotes")
	if e.Parts != nil {
		inner := w.text(e)
		w.when(strings.Contains(inner, "{{") || strings.Contains(inner, "}}"), "doubled brace")
	}
	for _, p := range e.Parts {
		if p.Expr == nil {
			continue
		}
		w.meet("text with values")
		s, ok := p.Expr.(*syntax.StringLit)
		w.when(ok && s.Parts != nil, "text with values in a text")
		w.expr(p.Expr)
	}
}

func (w *walk) index(e *syntax.IndexExpr) {
	w.meet(map[bool]string{true: "index of one", false: "index of several"}[len(e.Index) == 1])
	_, name := e.X.(*syntax.Ident)
	w.when(!name, "index of an expression")
	for _, x := range e.Index {
		_, tuple := x.(*syntax.TupleExpr)
		w.when(tuple, "index by a tuple")
		if b, ok := x.(*syntax.BinaryExpr); ok && (b.Op == syntax.Plus || b.Op == syntax.Minus) {
			n, ok := b.Y.(*syntax.IntLit)
			w.when(ok && n.Value == 1, "index plus or minus 1")
		}
	}
}

func (w *walk) binary(e *syntax.BinaryExpr) {
	w.meet(e.Op.String())
	if e.Op == syntax.Range {
		w.ends(e)
	}
	if y, ok := e.Y.(*syntax.BinaryExpr); ok {
		w.when(e.Op == syntax.Implies && y.Op == syntax.Implies, "implies in implies")
	}
	w.when(e.Y.Pos().Line > e.X.End().Line, "line goes on")
}

func (w *walk) compare(e *syntax.CompareExpr) {
	for _, op := range e.Ops {
		w.meet(op.String())
	}
	w.when(len(e.Ops) > 1, "chain")
	w.when(len(e.Ops) > 1 && slices.Contains(e.Ops, syntax.In), "chain with in")
}

func (w *walk) call(e *syntax.CallExpr) {
	f := e.Fun.Name
	if f == "enabled" {
		w.meet("enabled")
		if ground, ok := e.Args[0].(*syntax.CallExpr); ok {
			w.meet("enabled with arguments")
			for _, a := range ground.Args {
				w.expr(a)
			}
		}
		return
	}
	switch {
	case w.defs[f]:
		w.meet("call of a def")
	case f == "count":
		w.meet("count") // of the members of a set, without where
	case len(e.Args) == 1 && slices.Contains([]string{"sum", "min", "max", "distinct"}, f):
		w.meet(f+"(array)", f+"()")
	default:
		w.meet(f + "()")
	}
}

func (w *walk) comprehension(e *syntax.Comprehension) {
	s := e.Kind.String()
	switch e.Kind {
	case syntax.Set:
		s = map[bool]string{true: "set where", false: "set of values"}[e.Body == nil]
		w.when(e.Body != nil && e.Where != nil, "set of values where")
	case syntax.Array:
		s = "array formula"
		w.when(len(e.Binders) > 1, "array formula of several")
	case syntax.The, syntax.First:
	default:
		w.when(e.Where != nil, s+" where")
	}
	w.meet(s)
	w.binders(e.Binders)
	w.inside("comprehension in a comprehension", func(n syntax.Node) bool { _, ok := n.(*syntax.Comprehension); return ok }, e.Where, e.Body)
	if e.Where != nil {
		w.expr(e.Where)
	}
	if e.Body != nil {
		w.expr(e.Body)
	}
}
