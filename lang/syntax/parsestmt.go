package syntax

import "slices"

// block parses { statements }. An error in a statement does not end the block.
func (p *parser) block(of string) *Block {
	b := &Block{}
	p.into(b, of)
	return b
}

// into is like block for a given Block, which keeps the statements parsed before an error.
func (p *parser) into(b *Block, of string) {
	p.enter()
	defer p.leave()
	from := p.want(LBrace, "before the body of "+of).from
	for {
		p.newlines()
		if p.tok() == RBrace || p.tok() == EOF || p.at(0).resync {
			break
		}
		b.Stmts = append(b.Stmts, p.statement())
	}
	p.want(RBrace, "after the body of "+of)
	b.Span = p.span(from)
}

// statement parses one statement and the end of its line.
func (p *parser) statement() Stmt {
	from := p.at(0).from
	var s Stmt
	ok := p.guarded(func() {
		s = p.stmt()
		p.endOfStmt()
	})
	if !ok {
		p.skipStmt()
		if s == nil {
			s = &BadStmt{p.span(from)}
		}
	}
	return s
}

func (p *parser) endOfStmt() {
	if p.tok() != RBrace && p.tok() != EOF {
		p.endOfLine("statement")
	}
}

// skipStmt skips to the end of the line, or of the block, at this level.
func (p *parser) skipStmt() {
	depth := 0
	for p.tok() != EOF {
		if p.at(0).resync && (p.tok() != Newline && p.tok() != RParen && p.tok() != RBracket) {
			return
		}
		switch p.tok() {
		case LBrace:
			depth++
		case RBrace:
			if depth == 0 {
				return
			}
			depth--
		case Newline:
			if depth == 0 {
				p.take()
				return
			}
		}
		p.take()
	}
}

func (p *parser) stmt() Stmt {
	l := p.at(0)
	switch l.tok {
	case RequireKey:
		p.take()
		s := &RequireStmt{Why: p.reason()}
		s.Cond = p.expr()
		s.Span = p.span(l.from)
		return s
	case LetKey:
		p.take()
		s := &LetStmt{Name: p.ident("after let")}
		if p.got(Colon) {
			s.Type = p.expr()
		}
		p.want(Assign, "after let "+s.Name.Name)
		s.Value = p.expr()
		s.Span = p.span(l.from)
		return s
	case IfKey:
		return p.ifStmt()
	case ForKey:
		return p.forStmt()
	}
	if l.text == together && p.at(1).tok == LBrace {
		p.take()
		s := &TogetherStmt{Body: p.block(together)}
		s.Span = p.span(l.from)
		return s
	}
	if l.tok == IdentToken && l.text == end && p.at(1).tok == LBrace {
		p.take()
		s := &EndStmt{Body: p.block(end)}
		s.Span = p.span(l.from)
		return s
	}
	if l.tok == IdentToken && l.text == while && !slices.Contains(assignStarts, p.at(1).tok) {
		return p.whileStmt()
	}
	return p.assignStmt()
}

// The words that begin the statements of moves that take time. They are no keywords.
const (
	end   = "end"
	while = "while"
)

// assignStarts are the tokens that may follow the name at the start of an assignment.
var assignStarts = []Token{Assign, PlusAssign, MinusAssign, LBracket, Dot, Eq}

func (p *parser) whileStmt() Stmt {
	word := p.take()
	s := &WhileStmt{Why: p.reason()}
	s.Cond = p.expr()
	if p.tok() == LBrace { // a loop
		p.errorAt(Span{word.from, word.to}, "a statement cannot start with while", foreignStatements[while])
		panic(bail{})
	}
	s.Span = p.span(word.from)
	return s
}

func (p *parser) ifStmt() Stmt {
	p.enter()
	defer p.leave()
	from := p.take().from
	s := &IfStmt{Cond: p.expr()}
	if p.tok() == ThenKey {
		e := p.fail("then belongs to an expression")
		e.Hint = "a statement is written if cond { ... } else { ... }"
		panic(bail{})
	}
	s.Then = p.block("if")
	if p.got(ElseKey) {
		if p.tok() == IfKey {
			s.Else = p.ifStmt()
		} else {
			s.Else = p.block("else")
		}
	}
	s.Span = p.span(from)
	return s
}

func (p *parser) forStmt() Stmt {
	from := p.take().from
	s := &ForStmt{Binders: p.binders()}
	if p.got(WhereKey) {
		s.Where = p.expr()
	}
	s.Body = p.block("for")
	s.Span = p.span(from)
	return s
}

// stmtWords are the words that start a statement.
var stmtWords = []string{"require", "let", "if", "for", together, while, end}

// together starts a block of simultaneous assignments. It is no keyword, since a { after a name
// has no other meaning there.
const together = "together"

func (p *parser) assignStmt() Stmt {
	from := p.at(0)
	if from.tok != IdentToken {
		e := p.fail("a statement cannot start with " + p.describe())
		e.Hint = "statements are require, let, if, for, together, and assignments"
		if startsDecl(from.tok) {
			e.Hint = "declarations stand outside of moves; is a } missing?"
		}
		panic(bail{})
	}
	if hint := foreignStatements[from.text]; hint != "" && !slices.Contains(assignStarts, p.at(1).tok) {
		p.fail("a statement cannot start with " + from.text).Hint = hint
		panic(bail{})
	}
	target := p.postfix()
	switch op := p.tok(); op {
	case Assign, PlusAssign, MinusAssign:
		p.take()
		s := &AssignStmt{Target: target, Op: op, Value: p.expr()}
		s.Span = p.span(from.from)
		return s
	}
	e := p.fail("an assignment needs =, += or -= here, not " + p.describe())
	e.Hint = DidYouMean(from.text, stmtWords)
	if p.tok() == Comma {
		e.Hint = "assign one place at a time; in together { ... } all assignments see the state before"
	}
	if p.tok() == Eq {
		e.Hint = "= assigns; a condition is written require " + from.text + " == ..."
	}
	panic(bail{})
}
