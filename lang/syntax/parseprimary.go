package syntax

import (
	"slices"
	"strconv"
	"strings"
)

func (p *parser) primary() Expr {
	l := p.at(0)
	switch l.tok {
	case IdentToken:
		p.foreignQuantifier()
		p.take()
		id := &Ident{Span{l.from, l.to}, l.text}
		if p.tok() == LParen && p.at(0).from == l.to {
			return p.call(id)
		}
		return id
	case CostKey: // the cost of the plan so far: a name here
		l.tok = IdentToken
		p.take()
		return &Ident{Span{l.from, l.to}, l.text}
	case IntToken:
		p.take()
		return p.integer(l)
	case TrueKey, FalseKey:
		p.take()
		return &BoolLit{Span{l.from, l.to}, l.tok == TrueKey}
	case StringToken:
		return p.stringLit(p.take())
	case LParen:
		return p.parens()
	case LBracket:
		return p.brackets()
	case LBrace:
		return p.braces()
	case AllKey, AnyKey:
		return p.quantifier()
	case SetKey:
		p.take()
		p.want(OfKey, "after set")
		p.enter()
		defer p.leave()
		elem := p.binary(4)
		return &SetType{p.span(l.from), elem}
	case IfKey:
		return p.ifExpr()
	}
	p.noPrimary()
	return nil
}

func (p *parser) noPrimary() {
	l := p.at(0)
	e := p.fail("a value is needed, not " + p.describe())
	switch {
	case l.tok == Dot && p.at(1).tok == IntToken && p.at(1).from == l.to:
		e.Hint = "a number begins with a digit, as in 0." + p.at(1).text
	case l.tok == Colon && ruleWords[p.at(-1).tok]:
		e.Hint = "a colon stands only after a reason in quotes: " + p.at(-1).text + " e, or " + p.at(-1).text + " \"why\": e"
	case l.tok == Assign && p.at(-1).tok == Eq, l.tok == Assign && p.at(-1).tok == Assign:
		e.Hint = "equality is =="
	case l.from.Line > p.at(-1).from.Line && asksForMore(p.at(-1).tok):
		e.Hint = p.at(-1).text + " needs something after it"
	case slices.Contains(comparisons, l.tok) && p.at(-1).tok == Not:
		e.Hint = "the value on the left is missing: not (x " + l.text + " y)"
	case slices.Contains(comparisons, l.tok):
		e.Hint = "a comparison has a value on each side: x " + l.text + " y"
	case l.tok == Not:
		e.Hint = "a negation within a comparison stands in brackets: a == (not b); unequal is a != b"
	case l.tok == LetKey:
		e.Hint = "a let within an expression stands in brackets: (let x = e in f)"
	case l.tok == ForKey || l.tok == RequireKey:
		e.Hint = l.text + " is a statement of a move"
	case l.tok == And || l.tok == Or || l.tok == Implies:
		e.Hint = "an operator stands between its operands: a " + l.text + " b"
	case l.tok >= PuzzleKey && l.from.Line == p.at(-1).from.Line:
		e.Hint = l.text + isAWord
	case asksForMore(p.at(-1).tok) && (l.tok == Newline || l.tok == EOF):
		e.Hint = p.at(-1).text + " needs something after it"
	}
	panic(bail{})
}

func (p *parser) integer(l *lexeme) Expr {
	if whole, part, ok := strings.Cut(l.text, "."); ok {
		n, err := strconv.ParseInt(whole+part, 10, 64)
		switch {
		case len(part) > MaxDigits:
			p.errorAt(Span{l.from, l.to}, "a number has at most "+strconv.Itoa(MaxDigits)+" digits after the point", "")
		case err != nil:
			p.errorAt(Span{l.from, l.to}, "the number does not fit 64 bits", "")
		}
		return &DecimalLit{Span{l.from, l.to}, n, len(part)}
	}
	n, err := strconv.ParseInt(l.text, 10, 64)
	if err != nil {
		p.errorAt(Span{l.from, l.to}, "the number does not fit 64 bits", "")
	}
	return &IntLit{Span{l.from, l.to}, n}
}

// parens parses (x) or a tuple (x, y).
func (p *parser) parens() Expr {
	defer p.bracketed()()
	from := p.take().from
	if p.tok() == RParen {
		p.failHere("a value is needed between ( and )")
	}
	if p.namesAhead() {
		return p.namedTuple(from)
	}
	x := p.expr()
	if p.got(RParen) {
		return &ParenExpr{p.span(from), x}
	}
	if p.tok() != Comma {
		p.want(RParen, "or a comma, after the value")
	}
	p.take()
	es := append([]Expr{x}, p.list(RParen, "after the tuple")...)
	if len(es) == 1 {
		return &ParenExpr{p.span(from), x}
	}
	return &TupleExpr{Span: p.span(from), Elems: es}
}

// namedTuple parses the tuple type (a, b: T, c: U).
func (p *parser) namedTuple(from Pos) Expr {
	t := &TupleExpr{}
	for _, f := range p.fields(RParen) {
		for _, id := range f.Names {
			t.Names = append(t.Names, id)
			t.Elems = append(t.Elems, f.Type)
		}
		if len(f.Names) == 0 {
			p.errorAt(f.Span, "either every component of a tuple type has a name or none", "write (row: Row, col: Col)")
		}
	}
	t.Span = p.span(from)
	if len(t.Elems) == 1 {
		p.errorAt(t.Span, "a tuple has two components or more", "write (row: Row, col: Col)")
		t.Elems, t.Names = append(t.Elems, t.Elems[0]), append(t.Names, &Ident{Span: t.Span})
	}
	return t
}

// stringLit parses a text and the values in its braces.
func (p *parser) stringLit(l *lexeme) *StringLit {
	s := &StringLit{Span: Span{l.from, l.to}, Raw: l.raw}
	if len(l.text) < 2 || l.text[len(l.text)-1] != l.text[0] {
		return s // not closed, which was reported
	}
	inner := l.text[1 : len(l.text)-1]
	s.Value = p.unquote(l, inner)
	if p.inText {
		p.interpolate(s, l, inner)
	}
	return s
}

// unquote resolves escapes. Raw texts have no escapes.
func (p *parser) unquote(l *lexeme, s string) string {
	if l.raw {
		return s
	}
	v, err := strconv.Unquote(`"` + s + `"`)
	if err != nil {
		p.errorAt(Span{l.from, l.to}, "the text has an escape that is unknown", `known are \n \t \" \\ \u00e9 and so on, as in Go`)
		return s
	}
	return v
}
