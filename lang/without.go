package lang

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
)

// without returns a copy of a file without the rules, and the requires of moves, at the given
// positions.
func without(f *syntax.File, places []model.Pos) *syntax.File {
	if len(places) == 0 {
		return f
	}
	w := remover{}
	for _, p := range places {
		w[p] = true
	}
	out := *f
	out.Decls = nil
	for _, d := range f.Decls {
		switch x := d.(type) {
		case *syntax.RuleDecl:
			if w.has(x) {
				continue
			}
		case *syntax.MoveDecl:
			if x.Body != nil {
				m := *x
				m.Body = w.block(x.Body)
				d = &m
			}
		}
		out.Decls = append(out.Decls, d)
	}
	return &out
}

// A remover is the set of positions of removed statements.
type remover map[model.Pos]bool

func (w remover) has(n syntax.Node) bool {
	return w[model.Pos{Line: n.Pos().Line, Col: n.Pos().Col}]
}

func (w remover) block(b *syntax.Block) *syntax.Block {
	if b == nil {
		return nil
	}
	out := *b
	out.Stmts = slices.Clone(b.Stmts)[:0]
	for _, s := range b.Stmts {
		switch s.(type) {
		case *syntax.RequireStmt, *syntax.WhileStmt:
			if w.has(s) {
				continue
			}
		}
		out.Stmts = append(out.Stmts, w.stmt(s))
	}
	return &out
}

func (w remover) stmt(s syntax.Stmt) syntax.Stmt {
	switch s := s.(type) {
	case *syntax.Block:
		return w.block(s)
	case *syntax.IfStmt:
		x := *s
		x.Then = w.block(s.Then)
		if s.Else != nil {
			x.Else = w.stmt(s.Else)
		}
		return &x
	case *syntax.ForStmt:
		x := *s
		x.Body = w.block(s.Body)
		return &x
	case *syntax.TogetherStmt:
		x := *s
		x.Body = w.block(s.Body)
		return &x
	case *syntax.EndStmt:
		x := *s
		x.Body = w.block(s.Body)
		return &x
	}
	return s
}
