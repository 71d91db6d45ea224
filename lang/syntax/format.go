package syntax

import (
	"strings"
)

const indentWidth = 4

// Format returns the file in the canonical layout. A file that could not be parsed is returned
// unchanged.
//
// It keeps the lexemes of each line, and at most one blank line between two lines. It sets the
// indentation to four blanks for each line with an open bracket, and for a line that continues
// a statement. Between two lexemes it sets one blank or none. Comments at the ends of
// neighbouring lines are aligned.
func Format(f *File) string {
	if f.lexemes == nil {
		return f.Source
	}
	p := &printer{sets: map[int]bool{}, calls: map[int]bool{}}
	p.findSets(f)
	return p.print(merge(f.lexemes, f.Comments))
}

// An item is a lexeme or a comment.
type item struct {
	lexeme
	comment bool
}

// merge inserts the comments among the lexemes by position, and drops newlines.
func merge(lexemes []lexeme, comments []*Comment) []item {
	var out []item
	for _, l := range lexemes {
		for len(comments) > 0 && comments[0].From.Offset < l.from.Offset {
			c := comments[0]
			out = append(out, item{lexeme{text: c.Text, from: c.From, to: c.To}, true})
			comments = comments[1:]
		}
		if l.tok != Newline && l.tok != EOF {
			out = append(out, item{l, false})
		}
	}
	for _, c := range comments {
		out = append(out, item{lexeme{text: c.Text, from: c.From, to: c.To}, true})
	}
	return out
}

type printer struct {
	sets  map[int]bool // offsets of the { of sets and maps, which have no blanks inside
	calls map[int]bool // offsets of names that a ( follows without a blank
	stack []openBracket
	lines []outLine
}

// An openBracket is an open bracket around the current position.
type openBracket struct {
	tight  bool // of a set or a map
	line   int  // the output line where it was opened
	indent int  // the indentation of that line
}

type outLine struct {
	text    string
	comment string // at the end of the line
	blank   bool   // an empty line before it
}

// findSets records what the spacing depends on beside the lexemes.
func (p *printer) findSets(f *File) {
	note := func(e Expr) {
		if e == nil {
			return
		}
		Inspect(e, func(n Node) bool {
			switch n := n.(type) {
			case *SetExpr, *MapExpr:
				p.sets[n.Pos().Offset] = true
			case *Comprehension:
				if n.Kind == Set {
					p.sets[n.Pos().Offset] = true
				}
				if n.Kind >= Count && n.Kind <= Distinct || n.Kind == First || n.Kind == Connected {
					p.calls[n.Pos().Offset] = true
				}
			case *CallExpr:
				p.calls[n.Fun.Pos().Offset] = true
			}
			return true
		})
	}
	for _, d := range f.Decls {
		p.declExprs(d, note)
	}
}

func (p *printer) declExprs(d Decl, note func(Expr)) {
	fields := func(fs []*Field) {
		for _, f := range fs {
			note(f.Type)
		}
	}
	switch d := d.(type) {
	case *ValueDecl:
		fields(d.Index)
		note(d.Type)
		note(d.Value)
	case *TypeDecl:
		note(d.Type)
	case *DefDecl:
		p.calls[d.Name.Pos().Offset] = true
		fields(d.Params)
		note(d.Body)
	case *MoveDecl:
		p.calls[d.Name.Pos().Offset] = true
		fields(d.Params)
		note(d.Takes)
		note(d.Cost)
		note(d.When)
		note(d.Weight)
		p.stmtExprs(d.Body, note)
	case *RuleDecl:
		note(d.Weight)
		note(d.Cond)
	case *ObjectiveDecl:
		for ; d != nil; d = d.Then {
			note(d.Value)
		}
	case *ShowDecl:
		fields(d.Index)
		note(d.Value)
		for _, e := range d.More {
			note(e)
		}
	}
}

func (p *printer) stmtExprs(s Stmt, note func(Expr)) {
	switch s := s.(type) {
	case *Block:
		for _, t := range s.Stmts {
			p.stmtExprs(t, note)
		}
	case *RequireStmt:
		note(s.Cond)
	case *LetStmt:
		note(s.Type)
		note(s.Value)
	case *AssignStmt:
		note(s.Target)
		note(s.Value)
	case *IfStmt:
		note(s.Cond)
		p.stmtExprs(s.Then, note)
		if s.Else != nil {
			p.stmtExprs(s.Else, note)
		}
	case *ForStmt:
		for _, b := range s.Binders {
			note(b.Domain)
		}
		note(s.Where)
		p.stmtExprs(s.Body, note)
	case *TogetherStmt:
		p.stmtExprs(s.Body, note)
	case *WhileStmt:
		note(s.Cond)
	case *EndStmt:
		p.stmtExprs(s.Body, note)
	}
}

// print prints the items line by line.
func (p *printer) print(items []item) string {
	for i := 0; i < len(items); {
		j := i + 1
		for j < len(items) && items[j].from.Line == items[j-1].to.Line {
			j++
		}
		p.line(items, i, j)
		i = j
	}
	return p.join()
}

// line prints items[i:j], which are on one line.
func (p *printer) line(items []item, i, j int) {
	indent := p.indentOf(items, i)
	blank := i > 0 && items[i].from.Line > items[i-1].to.Line+1
	if i > 0 && !items[i].comment && items[i].tok == RBrace {
		blank = false
	}
	if i > 0 && !items[i-1].comment && items[i-1].tok == LBrace {
		blank = false
	}
	out := outLine{blank: blank}
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", indent))
	for k := i; k < j; k++ {
		it := items[k]
		if it.comment && k == j-1 && k > i && strings.HasPrefix(it.text, "//") {
			out.comment = it.text
			break
		}
		if k > i && p.space(items, k) {
			b.WriteByte(' ')
		}
		b.WriteString(it.text)
		if !it.comment {
			p.track(it, indent)
		}
	}
	out.text = b.String()
	p.lines = append(p.lines, out)
}

// track maintains the stack of open brackets.
func (p *printer) track(it item, indent int) {
	switch it.tok {
	case LParen, LBracket, LBrace:
		p.stack = append(p.stack, openBracket{tight: it.tok != LBrace || p.sets[it.from.Offset], line: len(p.lines), indent: indent})
	case RParen, RBracket, RBrace:
		if n := len(p.stack); n > 0 {
			p.stack = p.stack[:n-1]
		}
	}
}

// indentOf returns the indentation of the line that begins with items[i]: one step more than
// the line of the innermost open bracket, or the same for a closing bracket. A continuation
// line is indented one step.
func (p *printer) indentOf(items []item, i int) int {
	n := len(p.stack)
	first := items[i]
	if !first.comment && (first.tok == RParen || first.tok == RBracket || first.tok == RBrace) && n > 0 {
		return p.stack[n-1].indent
	}
	indent := 0
	inRound := false
	if n > 0 {
		indent = p.stack[n-1].indent + indentWidth
		inRound = p.stack[n-1].tight
	}
	if !inRound && p.continues(items, i) {
		indent += indentWidth
	}
	return indent
}

// continues reports whether items[i] continues the statement of the line before.
func (p *printer) continues(items []item, i int) bool {
	if items[i].comment {
		return false
	}
	for k := i - 1; k >= 0; k-- {
		if items[k].comment {
			continue
		}
		last := items[k].tok
		if last == LBrace || last == LParen || last == LBracket {
			return false
		}
		line := []lexeme{items[k].lexeme}
		for j := k - 1; j >= 0 && line[0].tok == IdentToken; j-- { // words may be operators: look back
			line = append([]lexeme{items[j].lexeme}, line...)
		}
		return unfinished(line) && !(last == Comma && len(p.stack) > 0) || items[i].tok != LBrace && goesOn([]lexeme{items[i].lexeme})
	}
	return false
}

// space reports whether there is a blank before items[k], which is not the first item of its
// line.
func (p *printer) space(items []item, k int) bool {
	a, b := items[k-1], items[k]
	if a.comment || b.comment {
		return true
	}
	switch b.tok {
	case Comma, Colon, RParen, RBracket, Dot, Range:
		return false
	case RBrace:
		return a.tok != LBrace && !p.insideTight()
	case LBracket:
		return a.tok != IdentToken && a.tok != StringToken && a.tok != RBracket && a.tok != RParen && a.tok != LParen && a.tok != LBracket && !p.opensTight(a)
	case LParen:
		return !p.calls[a.from.Offset] && a.tok != LParen && a.tok != LBracket && !p.unary(items, k-1) && a.tok != Range && !p.opensTight(a)
	}
	switch a.tok {
	case LParen, LBracket, Dot, Range:
		return false
	case LBrace:
		return !p.insideTight()
	case Minus:
		return !p.unary(items, k-1)
	}
	return true
}

// insideTight reports whether the innermost open bracket has no blanks inside.
func (p *printer) insideTight() bool {
	return len(p.stack) > 0 && p.stack[len(p.stack)-1].tight
}

func (p *printer) opensTight(a item) bool { return a.tok == LBrace && p.sets[a.from.Offset] }

// unary reports whether items[k] is a unary minus.
func (p *printer) unary(items []item, k int) bool {
	if items[k].tok != Minus {
		return false
	}
	for j := k - 1; j >= 0; j-- {
		if items[j].comment {
			continue
		}
		switch items[j].tok {
		case IdentToken, IntToken, StringToken, RParen, RBracket, RBrace, TrueKey, FalseKey:
			return false
		}
		return true
	}
	return true
}

// join returns the text, with comments at the ends of neighbouring lines aligned.
func (p *printer) join() string {
	var b strings.Builder
	for i := 0; i < len(p.lines); {
		j := i + 1
		for j < len(p.lines) && p.lines[i].comment != "" && p.lines[j].comment != "" && !p.lines[j].blank {
			j++
		}
		col := 0
		for _, l := range p.lines[i:j] {
			col = max(col, len([]rune(l.text)))
		}
		for _, l := range p.lines[i:j] {
			if l.blank {
				b.WriteByte('\n')
			}
			b.WriteString(l.text)
			if l.comment != "" {
				b.WriteString(strings.Repeat(" ", col-len([]rune(l.text))+1))
				b.WriteString(l.comment)
			}
			b.WriteByte('\n')
		}
		i = j
	}
	return b.String()
}
