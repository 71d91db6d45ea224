package lang

import (
	"slices"

	"farbank/lang/syntax"
)

// A Range replaces the declared range of the numbers of a state or find variable.
type Range struct {
	Name   string
	Lo, Hi int64
	Digits int // Lo and Hi are multiples of 10 to the power of -Digits
}

// ranged returns a copy of a file with the ranges of variables replaced.
func ranged(f *syntax.File, ranges []Range) *syntax.File {
	if len(ranges) == 0 {
		return f
	}
	out := *f
	out.Decls = slices.Clone(f.Decls)
	for _, r := range ranges {
		for i, d := range out.Decls {
			if v, ok := d.(*syntax.ValueDecl); ok && v.Name.Name == r.Name && (v.Kind == syntax.State || v.Kind == syntax.Find) {
				at := syntax.Span{From: v.Type.Pos(), To: v.Type.End()}
				wide := *v
				wide.Type = &syntax.BinaryExpr{Span: at, Op: syntax.Range, X: number(at, r.Lo, r.Digits), Y: number(at, r.Hi, r.Digits)}
				out.Decls[i] = &wide
			}
		}
	}
	return &out
}

func number(at syntax.Span, n int64, digits int) syntax.Expr {
	if digits == 0 {
		return &syntax.IntLit{Span: at, Value: n}
	}
	return &syntax.DecimalLit{Span: at, Value: n, Digits: digits}
}
