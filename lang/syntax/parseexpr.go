package syntax

import (
	"fmt"
	"slices"
	"strconv"
)

// expr parses an expression or a type.
func (p *parser) expr() Expr {
	p.enter()
	defer p.leave()
	switch {
	case p.tok() == IfKey:
		return p.ifExpr()
	case p.tok() == LetKey:
		return p.letExpr()
	case p.theAhead():
		return p.the()
	}
	return p.implication()
}

// letExpr parses let x = e in f. The operator in must be in brackets inside e.
func (p *parser) letExpr() Expr {
	from := p.take().from
	e := &LetExpr{Name: p.ident("after let")}
	if p.got(Colon) {
		e.Type = p.expr()
	}
	p.want(Assign, "after let "+e.Name.Name)
	noIn := p.noIn
	p.noIn = true
	e.Value = p.expr()
	p.noIn = noIn
	if !p.got(In) {
		err := p.fail("in is needed after the value of " + e.Name.Name + ", not " + p.describe())
		err.Hint = "in an expression a name is written let x = e in f; a let of a move stands on a line of its own"
		panic(bail{})
	}
	e.Body = p.expr()
	e.Span = p.span(from)
	return e
}

// theAhead reports whether "the x: T" or "the x in s" follows.
func (p *parser) theAhead() bool { return p.theAt(0) }

func (p *parser) theAt(k int) bool {
	next := p.at(k + 2).tok
	return p.at(k).tok == IdentToken && p.at(k).text == "the" && p.at(k+1).tok == IdentToken && (next == Colon || next == Comma || next == In)
}

func (p *parser) the() Expr {
	from := p.take().from
	e := &Comprehension{Kind: The, Binders: p.binders()}
	if p.got(WhereKey) {
		e.Where = p.expr()
	}
	e.Span = p.span(from)
	return e
}

// bracketed allows the operator in again, until the returned function is called.
func (p *parser) bracketed() func() {
	noIn := p.noIn
	p.noIn = false
	return func() { p.noIn = noIn }
}

// ifExpr parses if c then a else b. A chain of else if is parsed in a loop, so that it does not
// count as nesting.
func (p *parser) ifExpr() Expr {
	from := p.take().from
	e := &IfExpr{Cond: p.expr()}
	if p.tok() == LBrace {
		err := p.fail("then is needed in an expression, not {")
		err.Hint = "an expression is written if c then a else b"
		panic(bail{})
	}
	p.want(ThenKey, "after the condition")
	e.Then = p.expr()
	if p.tok() != ElseKey {
		err := p.fail("else is needed, not " + p.describe())
		err.Hint = "every if in an expression has an else"
		panic(bail{})
	}
	p.take()
	e.Else = p.expr()
	e.Span = p.span(from)
	return e
}

func (p *parser) implication() Expr {
	from := p.at(0).from
	x := p.binary(0)
	if p.tok() != Implies {
		return x
	}
	p.take()
	p.enter()
	defer p.leave()
	y := p.operand(p.implication)
	return &BinaryExpr{p.span(from), Implies, x, y}
}

// operand parses the right operand of an operator, which may be an if.
func (p *parser) operand(read func() Expr) Expr {
	if p.tok() == IfKey || p.tok() == LetKey || p.theAhead() {
		return p.expr()
	}
	return read()
}

// levels are the binary operators by increasing precedence. The third level, not, and the
// fourth, comparisons, have their own functions.
var levels = [][]Token{{Or}, {And}, nil, nil, {Range}, {Plus, Minus, Union, SetMinus}, {Star, Slash, Percent, Inter}}

func (p *parser) binary(level int) Expr {
	switch level {
	case 2:
		return p.negation()
	case 3:
		return p.comparison()
	case len(levels):
		return p.unary()
	}
	from := p.at(0).from
	x := p.binary(level + 1)
	for n := 0; p.infix(levels[level]); n++ {
		if n == maxChain {
			p.fail(fmt.Sprintf("the expression is too long: at most %d operands", maxChain))
			p.skipAll()
			panic(bail{})
		}
		op := p.take().tok
		y := p.operand(func() Expr { return p.binary(level + 1) })
		x = &BinaryExpr{p.span(from), op, x, y}
		if op == Range {
			break
		}
	}
	return x
}

// infixWords are operators only where an operator can occur.
var infixWords = map[string]Token{"union": Union, "inter": Inter, "minus": SetMinus, "subset": Subset}

// infix reports whether the current token is one of ops. An identifier that is an operator is
// converted.
func (p *parser) infix(ops []Token) bool {
	l := p.at(0)
	t := l.tok
	if t == IdentToken {
		t = infixWords[l.text]
	}
	for _, op := range ops {
		if t == op && t != EOF {
			l.tok = t
			return true
		}
	}
	return false
}

func (p *parser) negation() Expr {
	if p.tok() != Not {
		return p.comparison()
	}
	p.enter()
	defer p.leave()
	from := p.take().from
	x := p.operand(p.negation)
	return &UnaryExpr{p.span(from), Not, x}
}

var comparisons = []Token{Eq, Ne, Lt, Le, Gt, Ge, In, Subset}

func (p *parser) comparison() Expr {
	from := p.at(0).from
	x := p.binary(4)
	if p.tok() == Not {
		p.notAfter()
	}
	compares := func() bool { return !(p.noIn && p.tok() == In) && p.infix(comparisons) }
	if !compares() {
		return x
	}
	c := &CompareExpr{Xs: []Expr{x}}
	for compares() {
		if len(c.Ops) == maxChain {
			p.skipAll()
			p.failHere(fmt.Sprintf("the comparison is too long: at most %d operands", maxChain))
		}
		c.Ops = append(c.Ops, p.take().tok)
		c.Xs = append(c.Xs, p.operand(func() Expr { return p.binary(4) }))
	}
	c.Span = p.span(from)
	return c
}

// notAfter reports a not between a value and the comparison that it negates.
func (p *parser) notAfter() {
	op := p.at(1)
	if _, word := infixWords[op.text]; !slices.Contains(comparisons, op.tok) && !word {
		return
	}
	e := p.fail("not comes before what it negates")
	switch op.tok {
	case In:
		e.Hint = "write not (x in s)"
	case Eq:
		e.Hint = "write x != y"
	default:
		e.Hint = "write not (x " + op.text + " y)"
	}
	panic(bail{})
}

func (p *parser) unary() Expr {
	if p.tok() == Minus {
		p.enter()
		defer p.leave()
		from := p.take().from
		if l := p.at(0); l.tok == IntToken && l.text == "9223372036854775808" {
			p.take()
			return &IntLit{p.span(from), -1 << 63}
		}
		x := p.unary()
		return &UnaryExpr{p.span(from), Minus, x}
	}
	if p.tok() == Plus {
		e := p.fail("a number has no + in front")
		e.Hint = "leave it out"
		panic(bail{})
	}
	return p.postfix()
}

// postfix parses a primary expression with its indices and components.
func (p *parser) postfix() Expr {
	from := p.at(0).from
	x := p.primary()
	for n := 0; ; n++ {
		if n > maxDepth {
			p.failHere("too many indices in a row")
		}
		switch p.tok() {
		case LBracket:
			p.take()
			e := &IndexExpr{X: x}
			e.Index = p.list(RBracket, "after the index")
			e.Span = p.span(from)
			if len(e.Index) == 0 {
				p.errorAt(e.Span, "the index is empty", "")
			}
			x = e
		case Dot:
			switch x.(type) {
			case *IntLit, *DecimalLit:
				e := p.fail("a number has no components")
				if _, whole := x.(*IntLit); whole {
					e.Hint = "a number with a decimal point has digits after it, as in 1.0"
				}
				panic(bail{})
			}
			p.take()
			x = p.component(from, x)
		case LParen:
			e := p.fail("only a name can be called")
			e.Hint = "an operator may be missing before ("
			switch x := x.(type) {
			case *Ident:
				if x.Name == CostKey.String() {
					e.Hint = "cost is a word of the language, the cost of the plan so far; choose another name"
				}
			case *SelectExpr:
				if x.Name != nil {
					e.Hint = "a function stands before all its arguments: " + x.Name.Name + "(x, y); membership is x in s"
				}
			case *CallExpr:
				e.Hint = "what is added or chosen stands after ->: " + x.Fun.Name + "(x in s -> e)"
			case *ListExpr:
				if len(x.Elems) == 0 {
					e.Hint = "what holds in every state is a rule of its own: always e"
				}
			case *Comprehension:
				e.Hint = "what is added or chosen stands after ->: " + x.Kind.String() + "(x in s -> e)"
			}
			panic(bail{})
		default:
			return x
		}
	}
}

func (p *parser) component(from Pos, x Expr) Expr {
	l := p.at(0)
	if name := p.selected(); name != nil {
		return &SelectExpr{Span: p.span(from), X: x, Name: name}
	}
	if l.tok != IntToken {
		e := p.fail("a component or a member is needed after the dot, not " + p.describe())
		e.Hint = "the components of a tuple are p.1, p.2, ..., a member of an enum is E.a"
		if _, word := Keywords[l.text]; word {
			e.Hint = "a member with such a name has quotes: E.\"" + l.text + "\""
		}
		panic(bail{})
	}
	p.take()
	n, err := strconv.Atoi(l.text)
	if err != nil || n < 1 {
		p.errorAt(Span{l.from, l.to}, "components are counted from 1", "")
		n = 1
	}
	return &SelectExpr{Span: p.span(from), X: x, N: n}
}

// selected parses the name after a dot. Quoted, it may be any text, since data may have such
// members.
func (p *parser) selected() *Ident {
	l := p.at(0)
	name := l.text
	switch {
	case l.tok == IdentToken:
	case l.tok == StringToken:
		inText := p.inText
		p.inText = false
		name = p.stringLit(l).Value
		p.inText = inText
	default:
		return nil
	}
	p.take()
	return &Ident{Span{l.from, l.to}, name}
}

// list parses expressions up to a closing bracket.
func (p *parser) list(end Token, context string) []Expr {
	defer p.bracketed()()
	var es []Expr
	for p.tok() != end {
		es = append(es, p.expr())
		p.newlines()
		if !p.got(Comma) {
			break
		}
	}
	p.newlines()
	p.want(end, context)
	return es
}

// ruleWords start rules that may have a reason.
var ruleWords = map[Token]bool{RequireKey: true, NeverKey: true, AlwaysKey: true, GoalKey: true}

// MaxDigits is the maximum number of digits after the point of a decimal.
const MaxDigits = 9
