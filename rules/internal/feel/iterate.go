package feel

import "strings"

// iterator is a variable and what it iterates over.
type iterator struct {
	name string
	in   Expression
}

// named calls parse while more names are known.
func (p *parser) named(names []string, parse func()) {
	old := p.names
	p.names = sorted(append(append([]string(nil), names...), old...))
	parse()
	p.names = old
}

// iterators parses "name in list, name in list", and then calls parse, which knows the names.
func (p *parser) iterators(parse func()) []iterator {
	name := p.newName("in")
	if !p.word("in") {
		p.fail("in is expected here")
	}
	list := []iterator{{name, p.domain()}}
	p.named([]string{name}, func() {
		if p.sign(",") {
			list = append(list, p.iterators(parse)...)
			return
		}
		parse()
	})
	return list
}

// newName consumes a name that is declared here: the words before an end.
func (p *parser) newName(end string) string {
	p.space()
	start := p.at
	for {
		p.plainName()
		at := p.at
		if p.space(); p.at >= len(p.text) || strings.Contains(end, p.text[p.at:p.at+1]) && !inName(rune(p.text[p.at])) {
			p.at = at
			return p.text[start:at]
		}
		if stop := p.at; p.word(end) {
			p.at = stop
			return p.text[start:at]
		}
	}
}

// domain parses what an iterator iterates over: a list or an interval without brackets.
func (p *parser) domain() Expression {
	e := p.expression()
	if !p.sign("..") {
		return e
	}
	high := p.expression()
	return func(s Scope) (any, error) {
		a, b, err := both(e, high, s)
		return Range{Low: a, High: b}, err
	}
}

// loop parses the rest of a for expression. Its result is a list.
func (p *parser) loop() Expression {
	var body Expression
	list := p.iterators(func() {
		if !p.word("return") {
			p.fail("return is expected here")
		}
		p.named([]string{"partial"}, func() { body = p.expression() })
	})
	return func(s Scope) (any, error) {
		results := []any{}
		ok, err := iterate(list, s, func(in Scope) (err error) {
			results, err = Round(results, body, With(in, "partial", results))
			return err
		})
		if !ok || err != nil {
			return nil, err
		}
		return results, nil
	}
}

// quantifier parses the rest of a some or every expression.
func (p *parser) quantifier(decides bool) Expression {
	var body Expression
	list := p.iterators(func() {
		if !p.word("satisfies") {
			p.fail("satisfies is expected here")
		}
		body = p.expression()
	})
	return func(s Scope) (any, error) {
		var values []any
		ok, err := iterate(list, s, func(in Scope) (err error) {
			values, err = Round(values, body, in)
			return err
		})
		if !ok || err != nil {
			return nil, err
		}
		return Quantified(values, decides), nil
	}
}

// iterate calls do for all combinations of the items. It returns false if one of the iterators has no list.
func iterate(list []iterator, s Scope, do func(Scope) error) (bool, error) {
	if len(list) == 0 {
		return true, do(s)
	}
	v, err := list[0].in(s)
	if err != nil {
		return false, err
	}
	all := true
	ok, err := Each(v, func(item any) error {
		if err := s.Step(0); err != nil {
			return err
		}
		ok, err := iterate(list[1:], With(s, list[0].name, item), do)
		all = all && ok
		return err
	})
	return ok && all, err
}

// definition parses the rest of a function expression: (name, name: type) body.
func (p *parser) definition() Expression {
	var params []string
	p.need("(")
	for !p.sign(")") {
		if len(params) > 0 {
			p.need(",")
		}
		params = append(params, p.newName(",:)"))
		if p.sign(":") {
			p.newName(",)")
		}
	}
	if p.word("external") {
		p.fail("external functions are not part of this FEEL")
	}
	var body Expression
	p.named(params, func() { body = p.expression() })
	return Definition(params, body)
}

// invocation parses the arguments of a function that is no builtin, and calls the value of f.
func (p *parser) invocation(f Expression) Expression {
	list, names := p.arguments(nil)
	return func(s Scope) (any, error) {
		v, err := f(s)
		if err != nil {
			return nil, err
		}
		args, err := all(list, s)
		if err != nil {
			return nil, err
		}
		if g, ok := v.(*Function); ok {
			return g.Call(args.([]any), names)
		}
		return nil, nil
	}
}

// arguments parses arguments up to the bracket, by position or by name. Known are the names of the parameters, if
// the parser knows them.
func (p *parser) arguments(known []string) (list []Expression, names []string) {
	p.named(known, func() {
		for !p.sign(")") {
			if len(list) > 0 {
				p.need(",")
			}
			if name := p.argumentName(); name != "" {
				names = append(names, name)
			}
			list = append(list, p.expression())
		}
	})
	if len(names) > 0 && len(names) != len(list) {
		p.fail("either all arguments have names here, or none")
	}
	return list, names
}

// argumentName consumes "name :" and returns the name, or "".
func (p *parser) argumentName() string {
	p.space()
	start := p.at
	end := strings.IndexAny(p.text[start:], ":,()[]{}\"=<>+*/")
	if end <= 0 || p.text[start+end] != ':' {
		return ""
	}
	name := strings.TrimSpace(p.text[start : start+end])
	p.at = start + end + 1
	return name
}
