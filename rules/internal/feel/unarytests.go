package feel

import (
	"slices"
	"strings"
)

// unaryTests parses -, not(tests) or tests.
func (p *parser) unaryTests() Test {
	p.space()
	if rest := strings.TrimSpace(p.text[p.at:]); rest == "-" || rest == "" {
		p.at = len(p.text)
		return func(any, Scope) (bool, error) { return true, nil }
	}
	start := p.at
	if p.word("not") && p.sign("(") {
		t := p.tests()
		if p.sign(")") {
			if p.space(); p.at == len(p.text) {
				return func(v any, s Scope) (bool, error) {
					ok, err := t(v, s)
					return !ok, err
				}
			}
		}
	}
	p.at = start
	return p.tests()
}

func (p *parser) tests() Test {
	list := []Test{p.test()}
	for p.sign(",") {
		list = append(list, p.test())
	}
	return func(v any, s Scope) (bool, error) {
		for _, t := range list {
			if ok, err := t(v, s); err != nil || ok {
				return ok, err
			}
		}
		return false, nil
	}
}

// inputScope adds the tested value, ?.
type inputScope struct {
	Scope
	v any
}

func (s inputScope) Variable(name string) (any, bool, error) {
	if name == "?" {
		return s.v, true, nil
	}
	return s.Scope.Variable(name)
}

// test parses one unary test.
func (p *parser) test() Test {
	for _, op := range []string{"<=", ">=", "!=", "<", ">", "="} {
		if !p.sign(op) {
			continue
		}
		e := p.noted(p.sum)
		return func(v any, s Scope) (bool, error) {
			w, err := e(s)
			if err != nil {
				return false, err
			}
			r, err := relate(op, v, w)
			return r == true, err
		}
	}
	uses := strings.Contains(p.text[p.at:], "?")
	e := p.noted(p.expression)
	return func(v any, s Scope) (bool, error) {
		w, err := e(inputScope{s, v})
		if err != nil {
			return false, err
		}
		switch w := w.(type) {
		case Range:
			return w.Contains(v), nil
		case bool:
			if uses {
				return w, nil
			}
		case []any:
			if _, list := v.([]any); !list {
				return slices.ContainsFunc(w, func(x any) bool { return member(v, x) }), nil
			}
		}
		return Equal(v, w), nil
	}
}

func member(v, in any) bool {
	if r, ok := in.(Range); ok {
		return r.Contains(v)
	}
	return Equal(v, in)
}
