package feel

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Scope gives the values of names. Variable returns false for an unknown one. Step is called before each round of an
// iteration and, with 1, before each call of a function, with -1 after it. Its error ends the evaluation.
type Scope interface {
	Variable(name string) (any, bool, error)
	Step(calls int) error
}

// Expression is a parsed expression.
type Expression func(Scope) (any, error)

// Test is a parsed list of unary tests: it reports whether a value passes.
type Test func(v any, s Scope) (bool, error)

// Error is an error in the text of an expression.
type Error struct {
	Column  int // in characters, from 1
	Message string
}

// Error returns column and message.
func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

type parser struct {
	text   string
	at     int
	names  []string // that may contain spaces, the longest first
	Values []any    // the constants of unary tests
	depth  int
	// the end of an interval is parsed: [ closes it
	endpoint bool
	// calls with arguments that do not fit are null, as DMN has it, and not refused
	nullCalls bool
}

func newParser(text string, names []string) *parser {
	all := slices.Clone(names)
	for name := range builtins() {
		all = append(all, name)
	}
	return &parser{text: text, names: sorted(all)}
}

// sorted sorts names, the longest first.
func sorted(names []string) []string {
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	return names
}

// Parse parses an expression. Names are those that may occur in it, also with spaces.
func Parse(text string, names []string) (e Expression, err error) {
	p := newParser(text, names)
	defer p.caught(&err)
	e = p.expression()
	p.end()
	return e, nil
}

// ParseDMN is like Parse, except that a call of a builtin function with too few or too many arguments is null.
func ParseDMN(text string, names []string) (e Expression, err error) {
	p := newParser(text, names)
	p.nullCalls = true
	defer p.caught(&err)
	e = p.expression()
	p.end()
	return e, nil
}

// ParseTest parses unary tests. It also returns the constants with which these compare.
func ParseTest(text string, names []string) (t Test, constants []any, err error) {
	p := newParser(text, append(slices.Clone(names), "?"))
	defer p.caught(&err)
	t = p.unaryTests()
	p.end()
	return t, p.Values, nil
}

// caught turns the panic of fail into an error.
func (p *parser) caught(err *error) {
	if r := recover(); r != nil {
		e, ok := r.(*Error)
		if !ok {
			panic(r)
		}
		*err = e
	}
}

func (p *parser) fail(format string, args ...any) {
	panic(&Error{utf8.RuneCountInString(p.text[:min(p.at, len(p.text))]) + 1, fmt.Sprintf(format, args...)})
}

func (p *parser) space() {
	for p.at < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[p.at:])
		switch {
		case unicode.IsSpace(r):
			p.at += n
		case strings.HasPrefix(p.text[p.at:], "//"):
			p.comment("\n")
		case strings.HasPrefix(p.text[p.at:], "/*"):
			p.comment("*/")
		default:
			return
		}
	}
}

// comment skips a comment up to its end.
func (p *parser) comment(end string) {
	n := strings.Index(p.text[p.at+2:], end)
	if n < 0 {
		p.at = len(p.text)
		return
	}
	p.at += 2 + n + len(end)
}

func (p *parser) end() {
	if p.space(); p.at < len(p.text) {
		p.fail("%q is not expected here", p.text[p.at:])
	}
}

// sign consumes a text of punctuation.
func (p *parser) sign(s string) bool {
	if p.space(); strings.HasPrefix(p.text[p.at:], s) {
		p.at += len(s)
		return true
	}
	return false
}

func (p *parser) need(s string) {
	if !p.sign(s) {
		p.fail("%s is expected here", s)
	}
}

func inName(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// word consumes a keyword.
func (p *parser) word(s string) bool {
	p.space()
	rest, ok := strings.CutPrefix(p.text[p.at:], s)
	if r, _ := utf8.DecodeRuneInString(rest); !ok || rest != "" && inName(r) {
		return false
	}
	p.at += len(s)
	return true
}

// noted records the value of a constant expression, for the analysis of tables.
func (p *parser) noted(parse func() Expression) Expression {
	e := parse()
	v, err := e(nothing{})
	if err != nil {
		return e
	}
	switch v := v.(type) {
	case Range:
		p.Values = append(p.Values, v.Low, v.High)
	case []any:
		p.Values = append(p.Values, v...)
	default:
		p.Values = append(p.Values, v)
	}
	return e
}

// nothing is a scope without variables.
type nothing struct{}

func (nothing) Variable(name string) (any, bool, error) {
	return nil, false, fmt.Errorf("the name %s is unknown", name)
}

func (nothing) Step(int) error { return ErrNoConstant }

// maxDepth limits the nesting of expressions.
const maxDepth = 1000

func (p *parser) expression() Expression {
	if p.depth++; p.depth > maxDepth {
		p.fail("the expression is nested too deeply")
	}
	defer func() { p.depth-- }()
	if e := p.special(); e != nil {
		return e
	}
	if p.word("if") {
		c := p.expression()
		if !p.word("then") {
			p.fail("then is expected here")
		}
		a := p.expression()
		if !p.word("else") {
			p.fail("else is expected here")
		}
		b := p.expression()
		return If(c, a, b)
	}
	return p.or()
}

// special parses the expressions that begin with a keyword, or returns nil.
func (p *parser) special() Expression {
	for _, keyword := range []string{"for", "some", "every", "function"} {
		at := p.at
		if !p.word(keyword) || p.known(keyword, at) {
			p.at = at
			continue
		}
		switch keyword {
		case "for":
			return p.loop()
		case "function":
			return p.definition()
		}
		return p.quantifier(keyword == "some")
	}
	return nil
}

// known reports whether a name of the scope begins at a place.
func (p *parser) known(keyword string, at int) bool {
	return slices.ContainsFunc(p.names, func(n string) bool {
		return strings.HasPrefix(n, keyword) && strings.HasPrefix(strings.TrimSpace(p.text[at:]), n)
	})
}

func (p *parser) or() Expression {
	e := p.and()
	for p.word("or") {
		e = logical(e, p.and(), true)
	}
	return e
}

func (p *parser) and() Expression {
	e := p.comparison()
	for p.word("and") {
		e = logical(e, p.comparison(), false)
	}
	return e
}

func (p *parser) comparison() Expression {
	e := p.sum()
	for _, op := range []string{"<=", ">=", "!=", "<", ">", "="} {
		if p.sign(op) {
			f := p.sum()
			return func(s Scope) (any, error) {
				v, w, err := both(e, f, s)
				if err != nil {
					return nil, err
				}
				return relate(op, v, w)
			}
		}
	}
	if p.word("between") {
		low := p.sum()
		if !p.word("and") {
			p.fail("and is expected here")
		}
		high := p.sum()
		return func(s Scope) (any, error) {
			v, err := e(s)
			if err != nil {
				return nil, err
			}
			a, b, err := both(low, high, s)
			return Range{Low: a, High: b}.Contains(v), err
		}
	}
	if p.word("in") {
		var t Test
		if !p.interval() && p.sign("(") {
			t = p.tests()
			p.need(")")
		} else {
			t = p.test()
		}
		return func(s Scope) (any, error) {
			v, err := e(s)
			if err != nil {
				return nil, err
			}
			return t(v, s)
		}
	}
	return e
}

// interval reports whether an interval in round brackets follows.
func (p *parser) interval() bool {
	p.space()
	depth, quoted := 0, false
	for i := p.at; i < len(p.text) && (i == p.at || depth > 0); i++ {
		switch c := p.text[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth == 1 && strings.HasPrefix(p.text[i:], ".."):
			return p.text[p.at] == '('
		}
	}
	return false
}

func (p *parser) sum() Expression {
	e := p.product()
	for {
		switch {
		case p.sign("+"):
			e = arithmetic('+', e, p.product())
		case p.sign("-"):
			e = arithmetic('-', e, p.product())
		default:
			return e
		}
	}
}

func (p *parser) product() Expression {
	e := p.power()
	for {
		switch {
		case p.sign("**"):
			p.at -= 2
			return e
		case p.sign("*"):
			e = arithmetic('*', e, p.power())
		case p.sign("/"):
			e = arithmetic('/', e, p.power())
		default:
			return e
		}
	}
}

func (p *parser) power() Expression {
	e := p.unary()
	for p.sign("**") {
		e = arithmetic('^', e, p.unary())
	}
	return e
}

func (p *parser) unary() Expression {
	if p.sign("-") {
		e := p.unary()
		return func(s Scope) (any, error) {
			v, err := e(s)
			return negative(v), err
		}
	}
	e := p.primary()
	for {
		switch {
		case strings.HasPrefix(p.text[p.at:], ".") && !strings.HasPrefix(p.text[p.at:], ".."):
			p.at++
			name := p.name()
			of := e
			e = func(s Scope) (any, error) {
				v, err := of(s)
				return component(v, name), err
			}
		case !p.endpoint && strings.HasPrefix(p.text[p.at:], "["):
			e = p.filter(e)
		case strings.HasPrefix(p.text[p.at:], "("):
			p.at++
			e = p.invocation(e)
		default:
			return e
		}
	}
}

// filter parses the condition of a filter, in square brackets.
func (p *parser) filter(of Expression) Expression {
	p.at++
	var condition Expression
	p.named([]string{"item"}, func() { condition = p.expression() })
	p.need("]")
	return func(s Scope) (any, error) {
		v, err := of(s)
		if err != nil {
			return nil, err
		}
		return Filter(v, condition, s)
	}
}

// component returns a value of a context, or of each context of a list.
func component(v any, name string) any {
	switch v := v.(type) {
	case Context:
		return v.Values[name]
	case Date, Duration:
		return property(v, name)
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = component(item, name)
		}
		return list
	}
	return nil
}

// name consumes a name: one of those known, which may contain spaces, or a word.
func (p *parser) name() string { return p.nameOf(p.names) }

// plainName consumes a word.
func (p *parser) plainName() string { return p.nameOf(nil) }

func (p *parser) nameOf(names []string) string {
	p.space()
	rest := p.text[p.at:]
	for _, n := range names {
		after, ok := strings.CutPrefix(rest, n)
		r, _ := utf8.DecodeRuneInString(after)
		if ok && n != "" && (after == "" || !inName(r)) {
			p.at += len(n)
			return n
		}
	}
	n := strings.IndexFunc(rest, func(r rune) bool { return !inName(r) })
	if n < 0 {
		n = len(rest)
	}
	if n == 0 {
		if rest == "" {
			p.fail("the expression ends too early")
		}
		p.fail("%q is not expected here", rest)
	}
	p.at += n
	return rest[:n]
}
