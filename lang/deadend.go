package lang

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// toDeadEnd returns a file whose goal is a dead end: a state that does not meet the goal and in
// which no move is possible.
func toDeadEnd(f *syntax.File) *syntax.File {
	out := *f
	out.Decls = nil
	var met syntax.Expr
	at := syntax.Pos{Line: 1, Col: 1}
	for _, d := range f.Decls {
		r, ok := d.(*syntax.RuleDecl)
		if !ok || r.Kind != syntax.Goal {
			out.Decls = append(out.Decls, d)
			continue
		}
		if at = r.Pos(); met == nil {
			met = r.Cond
			continue
		}
		met = &syntax.BinaryExpr{Op: syntax.And, X: met, Y: r.Cond}
	}
	span := syntax.Span{From: at, To: at}
	var goal syntax.Expr = &syntax.Ident{Span: span, Name: types.AlwaysStuck}
	if met != nil {
		goal = &syntax.BinaryExpr{Op: syntax.And, X: goal, Y: &syntax.UnaryExpr{Op: syntax.Not, X: met}}
	}
	out.Decls = append(out.Decls, &syntax.RuleDecl{Span: span, Kind: syntax.Goal, Why: &syntax.StringLit{Value: "a dead end"}, Cond: goal})
	return &out
}
