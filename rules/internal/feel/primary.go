package feel

import (
	"fmt"
	"math/big"
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
			if d, err := time.Parse(time.DateOnly, p.str()); err == nil {
				return constant(Date{d})
			}
		}
		p.fail("a date is expected after @")
	}
	for word, v := range map[string]any{"true": true, "false": false, "null": nil} {
		if p.word(word) {
			return constant(v)
		}
	}
	start := p.at
	name := p.name()
	if f := functions[name]; f != nil && p.sign("(") {
		return p.call(name, f)
	}
	if p.sign("(") {
		p.at = start
		p.fail("the function %s is not part of this FEEL", name)
	}
	column := utf8.RuneCountInString(p.text[:start]) + 1
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
	text, err := strconv.Unquote(strings.ReplaceAll(p.text[p.at:end+1], "\n", `\n`))
	if err != nil {
		p.fail("this string has a wrong escape sequence")
	}
	p.at = end + 1
	return text
}

func (p *parser) numeral() *big.Rat {
	end := p.at
	for end < len(p.text) && (p.text[end] >= '0' && p.text[end] <= '9' || p.text[end] == '.' && !strings.HasPrefix(p.text[end:], "..")) {
		end++
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
	first := p.expression()
	if p.sign("..") {
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
	return func(s Scope) (any, error) { return all(list, s) }
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
			names = append(names, p.name())
		}
		p.need(":")
		list = append(list, p.expression())
	}
	return func(s Scope) (any, error) {
		c := Context{Names: names, Values: map[string]any{}}
		for i, e := range list {
			v, err := e(s)
			if err != nil {
				return nil, err
			}
			c.Values[names[i]] = v
		}
		return c, nil
	}
}

func (p *parser) call(name string, f function) Expression {
	var list []Expression
	for !p.sign(")") {
		if len(list) > 0 {
			p.need(",")
		}
		list = append(list, p.expression())
	}
	if len(list) < f.least || f.most >= 0 && len(list) > f.most {
		p.fail("%s has %d arguments here", name, len(list))
	}
	return func(s Scope) (any, error) {
		v, err := all(list, s)
		if err != nil {
			return nil, err
		}
		return f.do(v.([]any)), nil
	}
}
