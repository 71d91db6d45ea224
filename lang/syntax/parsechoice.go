package syntax

import "strings"

// binders parses "a, b: T, c in s".
func (p *parser) binders() []*Binder {
	var bs []*Binder
	for {
		bs = append(bs, p.binder())
		if p.tok() != Comma {
			return bs
		}
		p.take()
	}
}

func (p *parser) binder() *Binder {
	from := p.at(0).from
	b := &Binder{Names: p.names()}
	if p.got(In) {
		b.In = true
	} else if p.tok() != Colon {
		e := p.fail("a type or a set is needed for " + b.Names[0].Name + ", not " + p.describe())
		e.Hint = "write " + b.Names[0].Name + ": T, or " + b.Names[0].Name + " in s"
		panic(bail{})
	} else {
		p.take()
	}
	b.Domain = p.binary(4)
	if !b.In {
		b.Domain = p.orNone(b.Domain)
	}
	b.Span = p.span(from)
	return b
}

// orNone parses an optional "or none" after a type. Nothing else may follow a binder with or.
func (p *parser) orNone(t Expr) Expr {
	if p.tok() != Or || p.at(1).text != "none" {
		return t
	}
	p.take()
	none := p.ident("after or")
	return &BinaryExpr{p.span(t.Pos()), Or, t, none}
}

// quantifier parses all or any with their binders and body.
func (p *parser) quantifier() Expr {
	defer p.bracketed()()
	l := p.take()
	e := &Comprehension{Kind: All}
	if l.tok == AnyKey {
		e.Kind = Any
	}
	if p.tok() == LParen {
		err := p.fail(l.text + " takes no parentheses")
		err.Hint = "write " + l.text + " x: T { condition }"
		if p.tupleOfNames(1) && p.at(2).tok == Comma {
			err.Hint = "a tuple has one name, and its components are p.1, p.2: " + l.text + " p in s { ... p.1 ... }"
		}
		panic(bail{})
	}
	e.Binders = p.binders()
	if p.got(WhereKey) {
		e.Where = p.expr()
	}
	p.want(LBrace, "before the condition of "+l.text)
	e.Body = p.expr()
	p.newlines()
	p.want(RBrace, "after the condition of "+l.text)
	e.Span = p.span(l.from)
	return e
}

var callKinds = map[string]ComprehensionKind{"count": Count, "sum": Sum, "min": Min, "max": Max, "distinct": Distinct, "first": First}

// call parses the arguments of f(...), or the comprehension of count(...), sum(...), ...
func (p *parser) call(fun *Ident) Expr {
	defer p.bracketed()()
	p.take()
	if fun.Name == connected && p.arrowAhead(RParen) {
		return p.connected(fun)
	}
	kind, special := callKinds[fun.Name]
	if special && (p.choiceAhead(RParen) || (kind == Count || kind == First) && p.inAhead()) {
		e := &Comprehension{Kind: kind}
		p.choice(e, fun.Name)
		p.want(RParen, "after "+fun.Name+"(...)")
		e.Span = p.span(fun.From)
		if e.Body == nil && kind != Count && kind != First {
			p.errorAt(e.Span, fun.Name+" needs a value after ->", "write "+fun.Name+"(x: T -> value)")
		}
		return e
	}
	e := &CallExpr{Fun: fun, Args: p.list(RParen, "after the arguments of "+fun.Name)}
	e.Span = p.span(fun.From)
	if special && p.valueAhead() {
		err := p.fail("unexpected " + p.describe() + " after " + fun.Name + "(...)")
		err.Hint = "what is added or chosen stands after ->: " + fun.Name + "(x in s -> e)"
		panic(bail{})
	}
	return e
}

// valueAhead reports whether a name or a number follows on the same line.
func (p *parser) valueAhead() bool {
	l := p.at(0)
	if l.from.Line != p.at(-1).to.Line || infixWords[l.text] != 0 || foreignInfix[l.text] != "" {
		return false
	}
	return l.tok == IdentToken || l.tok == IntToken
}

// connected is the name in connected(set, x, y -> condition).
const connected = "connected"

func (p *parser) connected(fun *Ident) Expr {
	e := &Comprehension{Kind: Connected}
	set := p.expr()
	from := p.want(Comma, "after the set").to
	names := p.names()
	e.Binders = []*Binder{{Span: Span{set.Pos(), p.at(-1).to}, Names: names, In: true, Domain: set}}
	if len(names) != 2 {
		p.errorAt(Span{from, p.at(-1).to}, "two names are needed for the members that are beside each other", "write connected(set, x, y -> condition)")
	}
	p.want(Arrow, "after the names")
	e.Body = p.expr()
	p.newlines()
	p.want(RParen, "after connected(...)")
	e.Span = p.span(fun.From)
	return e
}

// choice parses binders, where and -> into e.
func (p *parser) choice(e *Comprehension, what string) {
	e.Binders = p.binders()
	if p.got(WhereKey) {
		e.Where = p.expr()
	}
	p.newlines()
	if p.got(Arrow) {
		e.Body = p.expr()
	}
	p.newlines()
	if p.tok() == LBrace && e.Body == nil {
		err := p.fail("-> is needed before the value of " + what + ", not {")
		err.Hint = "all and any have braces; others are written " + what + "(x: T -> value)"
		panic(bail{})
	}
}

// choiceAhead reports whether the tokens up to the bracket end are a comprehension: names, then
// a colon or in, and later where or -> at this level. A count needs neither of these.
func (p *parser) choiceAhead(end Token) bool {
	k := p.nameList()
	if k == 0 {
		return false
	}
	switch p.at(k).tok {
	case Colon:
		return end == RParen || p.arrowAhead(end)
	case In:
		return p.arrowAhead(end)
	}
	return false
}

// inAhead reports whether names and in follow. Between the brackets of count that is always a
// comprehension.
func (p *parser) inAhead() bool {
	k := p.nameList()
	return k > 0 && p.at(k).tok == In
}

// tupleOfNames reports whether token k starts a list of names with a closing bracket and a
// colon or in.
func (p *parser) tupleOfNames(k int) bool {
	for ; p.at(k).tok == IdentToken; k += 2 {
		if t := p.at(k + 1).tok; t != Comma {
			return t == RParen && (p.at(k+2).tok == In || p.at(k+2).tok == Colon)
		}
	}
	return false
}

// nameList returns the number of tokens of the list of names at the current token.
func (p *parser) nameList() int {
	if p.tok() != IdentToken {
		return 0
	}
	k := 1
	for p.at(k).tok == Comma && p.at(k+1).tok == IdentToken {
		k += 2
	}
	return k
}

// arrowAhead reports whether where or -> follows at this level before the closing bracket.
func (p *parser) arrowAhead(end Token) bool {
	depth, thes, quantifiers := 0, 0, 0 // quantifiers whose condition follows: a where belongs to them
	for k := 0; p.i+k < len(p.toks); k++ {
		switch t := p.at(k).tok; t {
		case AllKey, AnyKey:
			if depth == 0 {
				quantifiers++
			}
		case IdentToken:
			if depth == 0 && p.theAt(k) {
				thes++
			}
		case LParen, LBracket, LBrace:
			if t == LBrace && depth == 0 && quantifiers > 0 && endsValue(p.at(k-1).tok) && !wordOperator(p.toks[:p.i+k]) {
				quantifiers--
			}
			depth++
		case RParen, RBracket, RBrace:
			if depth == 0 {
				return false
			}
			depth--
		case WhereKey, Arrow:
			if depth == 0 && t == WhereKey && thes > 0 {
				thes--
				continue
			}
			if depth == 0 && (t == Arrow || quantifiers == 0) {
				return true
			}
		case EOF:
			return false
		}
	}
	return false
}

// endsValue reports whether a token can end a value.
func endsValue(t Token) bool {
	switch t {
	case IdentToken, IntToken, StringToken, TrueKey, FalseKey, CostKey, RParen, RBracket, RBrace:
		return true
	}
	return false
}

// brackets parses a list [a, b] or an array [x: T -> e].
func (p *parser) brackets() Expr {
	p.enter()
	defer p.leave()
	defer p.bracketed()()
	from := p.take().from
	if p.choiceAhead(RBracket) {
		e := &Comprehension{Kind: Array}
		p.choice(e, "an array")
		p.want(RBracket, "after the array")
		e.Span = p.span(from)
		if e.Body == nil {
			p.errorAt(e.Span, "the array has no values", "write [x: T -> value]")
		}
		return e
	}
	es := p.list(RBracket, "after the list")
	return &ListExpr{p.span(from), es}
}

// braces parses a set {a, b}, a set {x: T where e}, or a map {k: v}.
func (p *parser) braces() Expr {
	p.enter()
	defer p.leave()
	defer p.bracketed()()
	from := p.take().from
	p.newlines()
	if p.choiceAhead(RBrace) {
		e := &Comprehension{Kind: Set}
		p.choice(e, "a set")
		p.want(RBrace, "after the set")
		e.Span = p.span(from)
		return e
	}
	choice := p.tok() == LParen && p.tupleOfNames(1)
	var keys, values []Expr
	for p.tok() != RBrace {
		keys = append(keys, p.expr())
		if p.tok() == Colon {
			p.take()
			values = append(values, p.expr())
		}
		if len(values) != 0 && len(values) != len(keys) {
			e := p.fail("a map needs a value for every key: {key: value, ...}")
			if choice {
				e.Hint = namesApart
			}
			panic(bail{})
		}
		p.newlines()
		if !p.got(Comma) {
			break
		}
		p.newlines()
	}
	if choice && p.tok() == WhereKey {
		p.fail("} is needed at the end, not where").Hint = namesApart
		panic(bail{})
	}
	p.want(RBrace, "at the end")
	if len(values) > 0 {
		return &MapExpr{p.span(from), keys, values}
	}
	return &SetExpr{p.span(from), keys}
}

// namesApart is a hint about binders of tuples.
const namesApart = "the names of a choice have no brackets, each its type: {r: T, c: U where e} is the set of the tuples (r, c)"

// interpolate splits a text at its braces and parses the expressions with their positions in
// the file.
func (p *parser) interpolate(s *StringLit, l *lexeme, inner string) {
	if !strings.ContainsAny(inner, "{}") {
		return
	}
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			s.Parts = append(s.Parts, StringPart{Text: p.unquote(l, text.String())})
			text.Reset()
		}
	}
	for i := 0; i < len(inner); i++ {
		c := inner[i]
		doubled := i+1 < len(inner) && inner[i+1] == c
		switch {
		case (c == '{' || c == '}') && doubled:
			text.WriteByte(c)
			i++
		case c == '}':
			p.errorAt(p.within(l, i, i+1), "} closes nothing in this text", "a brace itself is written }}")
		case c == '{':
			flush()
			n := braceEnd(inner[i+1:])
			if n < 0 {
				p.errorAt(p.within(l, i, i+1), "{ is not closed in this text", "a brace itself is written {{; a text within braces stands in back-quotes")
				return
			}
			s.Parts = append(s.Parts, StringPart{Expr: p.inside(l, i+1, i+1+n)})
			i += n + 1
		default:
			text.WriteByte(c)
		}
	}
	flush()
	if s.Parts == nil {
		s.Parts = []StringPart{{}}
	}
}

// braceEnd returns the offset of the brace that closes an expression, or -1. In a text between
// back-quotes, doubled braces are part of the text.
func braceEnd(s string) int {
	depth, inText, within := 0, false, 0 // within: the depth of braces in that text
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '`':
			inText, within = !inText, 0
		case c != '{' && c != '}':
		case inText && within == 0 && i+1 < len(s) && s[i+1] == c:
			i++
		case inText && c == '{':
			within++
		case inText:
			within = max(within-1, 0)
		case c == '{':
			depth++
		case depth == 0:
			return i
		default:
			depth--
		}
	}
	return -1
}

// within returns the span of the bytes from..to of a text.
func (p *parser) within(l *lexeme, from, to int) Span {
	s := &scanner{src: p.src, pos: l.from, end: len(p.src)}
	s.advance(1 + from)
	start := s.pos
	s.advance(to - from)
	return Span{start, s.pos}
}

// inside parses an expression in a text.
func (p *parser) inside(l *lexeme, from, to int) Expr {
	place := p.within(l, from, to)
	s := scan(p.name, p.src, place.From, place.To.Offset, p.lines)
	sub := &parser{name: p.name, src: p.src, lines: p.lines, toks: s.out, errs: s.errs, depth: p.depth + 1, inText: true}
	sub.dropNewlines()
	var e Expr = &BadExpr{place}
	sub.guarded(func() {
		if sub.tok() == EOF {
			sub.errorAt(place, "a value is needed between the braces", "a brace itself is written {{")
			return
		}
		e = sub.expr()
		if sub.tok() != EOF {
			sub.failHere("unexpected " + sub.describe() + " in the braces of a text")
		}
	})
	p.errs = append(p.errs, sub.errs...)
	return e
}
