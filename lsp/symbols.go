package lsp

import (
	"strings"

	"farbank/lang/syntax"
)

// Kinds of symbols, as in the protocol.
const (
	symbolFile     = 1
	symbolMethod   = 6
	symbolEnum     = 10
	symbolFunction = 12
	symbolVariable = 13
	symbolConstant = 14
	symbolString   = 15
	symbolBoolean  = 17
	symbolMember   = 22
	symbolType     = 26
	symbolEvent    = 24
)

// symbols returns the declarations of the document.
func (r *request) symbols() (any, error) {
	s := r.snap
	out := []documentSymbol{}
	for _, d := range s.look().own.Decls {
		if x, ok := s.symbol(d); ok {
			out = append(out, x)
		}
	}
	return out, nil
}

func (s *snapshot) symbol(d syntax.Decl) (documentSymbol, bool) {
	named := func(id *syntax.Ident, kind int, detail string) (documentSymbol, bool) {
		return documentSymbol{Name: id.Name, Detail: detail, Kind: kind, Range: s.node(d), SelectionRange: s.node(id)}, id.Name != ""
	}
	titled := func(name, detail string, kind int) (documentSymbol, bool) {
		return documentSymbol{Name: name, Detail: detail, Kind: kind, Range: s.node(d), SelectionRange: s.node(d)}, true
	}
	switch d := d.(type) {
	case *syntax.PuzzleDecl:
		return titled(or(d.Title.Value, "puzzle"), "puzzle", symbolFile)
	case *syntax.UseDecl:
		return titled(or(d.Path.Value, "use"), "use", symbolFile)
	case *syntax.ValueDecl:
		kind := symbolConstant
		if d.Kind == syntax.State || d.Kind == syntax.Find {
			kind = symbolVariable
		}
		return named(d.Name, kind, d.Kind.String())
	case *syntax.EnumDecl:
		x, ok := named(d.Name, symbolEnum, "enum")
		for _, m := range d.Members {
			if m.Name != "" {
				x.Children = append(x.Children, documentSymbol{Name: m.Name, Kind: symbolMember, Range: s.node(m), SelectionRange: s.node(m)})
			}
		}
		return x, ok
	case *syntax.TypeDecl:
		return named(d.Name, symbolType, "type")
	case *syntax.DefDecl:
		return named(d.Name, symbolFunction, "def")
	case *syntax.MoveDecl:
		return named(d.Name, symbolMethod, "move")
	case *syntax.RuleDecl:
		return titled(s.title(d.Why, d.Cond), d.Kind.String(), symbolBoolean)
	case *syntax.ObjectiveDecl:
		return titled(s.title(nil, d.Value), "objective", symbolEvent)
	case *syntax.ShowDecl:
		if d.Name != nil {
			return named(d.Name, symbolString, "show")
		}
		return titled(s.title(d.Title, d.Value), "show", symbolString)
	}
	return documentSymbol{}, false
}

// title returns the reason of a rule, or its expression.
func (s *snapshot) title(why *syntax.StringLit, e syntax.Expr) string {
	if why != nil && strings.TrimSpace(why.Value) != "" {
		return why.Value
	}
	if e == nil {
		return "?"
	}
	return or(shorten(strings.Join(strings.Fields(s.source[e.Pos().Offset:e.End().Offset]), " ")), "?")
}

func or(text, other string) string {
	if strings.TrimSpace(text) == "" {
		return other
	}
	return text
}

// folding returns the ranges that can be folded: declarations and blocks of several lines, and
// consecutive comments.
func (r *request) folding() (any, error) {
	s := r.snap
	k := s.look()
	out := []foldingRange{}
	add := func(n syntax.Node, kind string) {
		from, to := s.position(n.Pos().Offset).Line, s.position(n.End().Offset).Line
		if to > from {
			out = append(out, foldingRange{from, to, kind})
		}
	}
	for _, d := range k.own.Decls {
		add(d, "")
		m, ok := d.(*syntax.MoveDecl)
		if !ok || m.Body == nil {
			continue
		}
		for _, x := range m.Body.Stmts {
			syntax.Inspect(x, func(n syntax.Node) bool {
				switch n.(type) {
				case *syntax.IfStmt, *syntax.ForStmt, *syntax.TogetherStmt, *syntax.EndStmt:
					add(n, "")
				}
				return true
			})
		}
	}
	for i := 0; i < len(k.own.Comments); i++ {
		run := *k.own.Comments[i]
		for i+1 < len(k.own.Comments) && ownLine(k.own.Source, k.own.Comments[i+1].From.Offset) && k.own.Comments[i+1].From.Line == run.To.Line+1 {
			i++
			run.To = k.own.Comments[i].To
		}
		add(&syntax.Ident{Span: run.Span}, "comment")
	}
	return out, nil
}

// formatting returns the edits that format the document as farbank fmt does.
func (r *request) formatting() (any, error) {
	s := r.snap
	f, err := syntax.Parse(s.name, s.sourceText())
	if err != nil {
		return nil, failed(requestFailed, "a file with mistakes in its syntax cannot be formatted")
	}
	formatted := syntax.Format(f)
	if formatted == s.source {
		return []textEdit{}, nil
	}
	from, to, inserted := difference(s.source, formatted)
	return []textEdit{{s.span(from, to), inserted}}, nil
}

// difference returns the range of whole lines that changed between two texts, and its new content.
func difference(old, now string) (from, to int, inserted string) {
	for from < len(old) && from < len(now) && old[from] == now[from] {
		from++
	}
	from = strings.LastIndexByte(old[:from], '\n') + 1
	tail := 0
	for tail < len(old)-from && tail < len(now)-from && old[len(old)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	if i := strings.IndexByte(old[len(old)-tail:], '\n'); i >= 0 {
		tail -= i + 1
	} else {
		tail = 0
	}
	return from, len(old) - tail, now[from : len(now)-tail]
}
