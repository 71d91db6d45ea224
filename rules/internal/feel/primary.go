package feel

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

func constant(v any) Expression { return func(Scope) (any, error) { return v, nil } }

// primary parses a constant, a name, a call, a list, a context, an interval or an expression in brackets.
func (p *parser) primary() Expression {
	p.space()
	if p.at >= len(p.text) {
		p.fail("the expression ends too early")
	}
	switch c := p.text[p.at]; {
	case c == '"':
		return constant(p.str())
	case c >= '0' && c <= '9' || c == '.' && p.at+1 < len(p.text) && p.text[p.at+1] >= '0' && p.text[p.at+1] <= '9':
		return constant(p.numeral())
	case c == '(' || c == '[' || c == ']':
		return p.bracket(c)
	case c == '{':
		return p.context()
	case c == '@':
		p.at++
		p.space()
		if p.at < len(p.text) && p.text[p.at] == '"' {
			text := p.str()
			if d, err := time.Parse(time.DateOnly, text); err == nil {
				return constant(Date{d})
			}
			if d, ok := ParseDuration(text); ok {
				return constant(d)
			}
		}
		p.fail("a date or a duration is expected after @")
	}
	for word, v := range map[string]any{"true": true, "false": false, "null": nil} {
		if p.word(word) {
			return constant(v)
		}
	}
	start := p.at
	name := p.name()
	if f := builtins()[name]; f != nil && p.sign("(") {
		return p.call(name, f)
	}
	if at := p.at; p.sign("(") {
		if slices.Contains(p.names, name) {
			p.at = at
			return p.invocation(p.opened(variable(name, start, p.text)))
		}
		p.at = start
		p.fail("the function %s is not part of this FEEL", name)
	}
	return variable(name, start, p.text)
}

// opened consumes the bracket before arguments.
func (p *parser) opened(f Expression) Expression {
	p.need("(")
	return f
}

// variable returns the value of a name at a place of the text.
func variable(name string, start int, text string) Expression {
	column := utf8.RuneCountInString(text[:start]) + 1
	return func(s Scope) (any, error) {
		v, ok, err := s.Variable(name)
		if err == nil && !ok {
			err = &Error{column, fmt.Sprintf("the name %s is unknown", name)}
		}
		return v, err
	}
}

func (p *parser) str() string {
	end := p.at + 1
	for end < len(p.text) && p.text[end] != '"' {
		if p.text[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(p.text) {
		p.fail("this string is not closed")
	}
	text, ok := unescaped(p.text[p.at+1 : end])
	if !ok {
		p.fail("this string has a wrong escape sequence")
	}
	p.at = end + 1
	return text
}

// unescaped replaces the escape sequences of a string. A backslash before any other character stands for itself.
func unescaped(text string) (string, bool) {
	var b strings.Builder
	for at := 0; at < len(text); at++ {
		if text[at] != '\\' || at+1 == len(text) {
			b.WriteByte(text[at])
			continue
		}
		at++
		switch c := text[at]; c {
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case '"', '\'', '\\':
			b.WriteByte(c)
		case 'u', 'U':
			digits := map[byte]int{'u': 4, 'U': 6}[c]
			if at+digits >= len(text) {
				return "", false
			}
			n, err := strconv.ParseUint(text[at+1:at+1+digits], 16, 32)
			if err != nil {
				return "", false
			}
			b.WriteRune(rune(n))
			at += digits
		default:
			b.WriteString(text[at-1 : at+1])
		}
	}
	return b.String(), true
}

func (p *parser) numeral() *big.Rat {
	end := p.at
	for end < len(p.text) && (p.text[end] >= '0' && p.text[end] <= '9' || p.text[end] == '.' && !strings.HasPrefix(p.text[end:], "..")) {
		end++
	}
	if m := exponentText.compiled().FindString(p.text[end:]); m != "" {
		end += len(m)
	}
	r, ok := new(big.Rat).SetString(p.text[p.at:end])
	if !ok {
		p.fail("%s is no number", p.text[p.at:end])
	}
	p.at = end
	return r
}

// bracket parses an interval, a list or an expression in brackets.
func (p *parser) bracket(c byte) Expression {
	p.at++
	if c == '[' && p.sign("]") {
		return constant([]any{})
	}
	outer := p.endpoint
	p.endpoint = false
	defer func() { p.endpoint = outer }()
	first := p.expression()
	if p.sign("..") {
		p.endpoint = true
		last := p.expression()
		open := true
		switch {
		case p.sign("]"):
			open = false
		case p.sign(")"), p.sign("["):
		default:
			p.fail("] or ) is expected at the end of an interval")
		}
		return func(s Scope) (any, error) {
			a, b, err := both(first, last, s)
			return Range{Low: a, High: b, OpenLow: c != '[', OpenHigh: open}, err
		}
	}
	if c == '(' {
		p.need(")")
		return first
	}
	if c == ']' {
		p.fail(".. is expected in an interval")
	}
	list := []Expression{first}
	for p.sign(",") {
		list = append(list, p.expression())
	}
	p.need("]")
	return Listed(list)
}

func all(list []Expression, s Scope) (any, error) {
	values := make([]any, len(list))
	for i, e := range list {
		var err error
		if values[i], err = e(s); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func (p *parser) context() Expression {
	p.need("{")
	var names []string
	var list []Expression
	for !p.sign("}") {
		if len(list) > 0 {
			p.need(",")
		}
		p.space()
		if strings.HasPrefix(p.text[p.at:], `"`) {
			names = append(names, p.str())
		} else {
			names = append(names, p.newName(":"))
		}
		p.need(":")
		p.named(names, func() { list = append(list, p.expression()) })
	}
	return Contextual(names, list)
}

// Contextual returns the context of the values of expressions, each of which sees the values before it.
func Contextual(names []string, list []Expression) Expression {
	return func(s Scope) (any, error) {
		c := Context{Names: names, Values: map[string]any{}}
		for i, e := range list {
			v, err := e(s)
			if err != nil {
				return nil, err
			}
			c.Values[names[i]] = v
			s = With(s, names[i], v)
		}
		return c, nil
	}
}

func (p *parser) call(name string, f function) Expression {
	outer := p.endpoint
	p.endpoint = false
	defer func() { p.endpoint = outer }()
	list, named := p.arguments(parameterNames(name))
	fits := true
	if len(named) > 0 {
		list, fits = placed(name, list, named)
	}
	if fits = fits && len(list) >= f.least && (f.most < 0 || len(list) <= f.most); !fits {
		if p.nullCalls {
			return constant(nil)
		}
		p.fail("%s has other parameters, or not %d", name, len(list))
	}
	return func(s Scope) (any, error) {
		v, err := all(list, s)
		if err != nil {
			return nil, err
		}
		r := f.do(v.([]any))
		if err, ok := r.(error); ok {
			return nil, err
		}
		return r, nil
	}
}
