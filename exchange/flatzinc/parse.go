package flatzinc

import "context"

// An expr is an expression. Its kind is that of its token, or 'b' for a truth value, '[' for an
// array, '{' for a set literal, '.' for an interval, '(' for a call, 'x' for an array element.
type expr struct {
	kind byte
	n    int64
	name string
	list []expr
	line int
}

// A declaration declares a parameter or a variable.
type declaration struct {
	name      string
	isVar     bool
	set       bool  // of a set type
	base      byte  // 'i', 'b', 'f'
	domain    *expr // domain of the values
	array     bool
	size      int64
	annotated []expr
	value     *expr
	line      int
}

// A file is a parsed model.
type file struct {
	declarations []declaration
	constraints  []expr // calls
	goal         string // satisfy, minimize or maximize
	objective    expr
	search       []expr // the annotations of solve
}

type parser struct {
	scanner
	name string
	tok  token
	deep int
	file file
}

// A bad is the panic value of an error.
type bad struct{ err *Error }

// errorOf returns the error of a recovered bad panic, or nil. It panics again with any other
// value.
func errorOf(r any) error {
	switch r := r.(type) {
	case nil:
		return nil
	case bad:
		return r.err
	default:
		panic(r)
	}
}

func (p *parser) fail(message string) {
	panic(bad{&Error{p.name, p.line, message}})
}

// itemsBetween is the number of items between checks of the context.
const itemsBetween = 1024

// parse parses a file.
func parse(ctx context.Context, text []byte, name string) (f *file, err error) {
	p := &parser{scanner: scanner{text: text, line: 1}, name: name}
	defer func() {
		if wrong := errorOf(recover()); wrong != nil {
			f, err = nil, wrong
		}
	}()
	p.advance()
	for i := 1; p.tok.kind != 0; i++ {
		if i%itemsBetween == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.item()
		p.want(';')
	}
	if p.file.goal == "" {
		p.fail("there is no solve item")
	}
	return &p.file, nil
}

func (p *parser) advance() {
	t, message := p.next()
	if message != "" {
		p.fail(message)
	}
	p.tok = t
}

func (p *parser) is(kind byte) bool { return p.tok.kind == kind && !(kind == ':' && p.tok.double) }

func (p *parser) take(kind byte) bool {
	if p.is(kind) {
		p.advance()
		return true
	}
	return false
}

func (p *parser) want(kind byte) {
	if !p.take(kind) {
		p.fail("a " + string(rune(kind)) + " is needed here" + p.found())
	}
}

func (p *parser) found() string {
	switch {
	case p.tok.kind == 0:
		return ", not the end of the file"
	case p.tok.text != "":
		return ", not " + p.tok.text
	}
	return ", not " + string(rune(p.tok.kind))
}

func (p *parser) word() string {
	if p.tok.kind != 'n' {
		p.fail("a name is needed here" + p.found())
	}
	text := p.tok.text
	p.advance()
	return text
}

func (p *parser) item() {
	line := p.line
	if p.tok.kind != 'n' {
		p.fail("an item begins with a word" + p.found())
	}
	switch p.tok.text {
	case "predicate":
		for p.tok.kind != ';' && p.tok.kind != 0 {
			p.advance()
		}
	case "constraint":
		p.advance()
		c := p.expression()
		if c.kind != '(' {
			p.fail("a constraint is a call")
		}
		p.annotations()
		p.file.constraints = append(p.file.constraints, c)
	case "solve":
		p.advance()
		if p.file.goal != "" {
			p.fail("a second solve item")
		}
		p.file.search = p.annotations()
		p.file.goal = p.word()
		switch p.file.goal {
		case "satisfy":
		case "minimize", "maximize":
			p.file.objective = p.expression()
		default:
			p.fail("solve is followed by satisfy, minimize or maximize")
		}
	default:
		p.declaration(line)
	}
}

func (p *parser) declaration(line int) {
	d := declaration{line: line}
	if p.tok.text == "array" {
		p.advance()
		d.array = true
		p.want('[')
		size := p.expression()
		if size.kind == '.' && size.list[0].kind == 'i' && size.list[1].kind == 'i' {
			d.size = size.list[1].n
		} else if !(size.kind == 'n' && size.name == "int") {
			p.fail("an array has indices 1..n")
		}
		p.want(']')
		if p.word() != "of" {
			p.fail("of is needed after the indices")
		}
	}
	if p.tok.kind == 'n' && p.tok.text == "var" {
		p.advance()
		d.isVar = true
	}
	p.typeOf(&d)
	p.want(':')
	d.name = p.word()
	d.annotated = p.annotations()
	if p.take('=') {
		e := p.expression()
		d.value = &e
	}
	if d.value == nil && (!d.isVar || d.array) {
		p.fail(d.name + " has no value")
	}
	p.file.declarations = append(p.file.declarations, d)
}

// typeOf parses bool, int, 1..5, {1,2}, float, and sets of those.
func (p *parser) typeOf(d *declaration) {
	if p.tok.kind == 'n' && p.tok.text == "set" {
		p.advance()
		if p.word() != "of" {
			p.fail("of is needed after set")
		}
		d.set = true
	}
	d.base = 'i'
	switch e := p.expression(); {
	case e.kind == 'n' && e.name == "int":
	case e.kind == 'n' && e.name == "bool":
		d.base = 'b'
	case e.kind == 'n' && e.name == "float":
		d.base = 'f'
	case e.kind == '.' && e.list[0].kind == 'f', e.kind == '{' && len(e.list) > 0 && e.list[0].kind == 'f':
		d.base = 'f'
	case e.kind == '.' || e.kind == '{':
		d.domain = &e
	default:
		p.fail("a type is needed here")
	}
}

func (p *parser) annotations() []expr {
	var list []expr
	for p.tok.kind == ':' && p.tok.double {
		p.advance()
		list = append(list, p.expression())
	}
	return list
}

// deepest bounds the nesting of expressions.
const deepest = 200

func (p *parser) expression() expr {
	if p.deep++; p.deep > deepest {
		p.fail("expressions are nested too deeply")
	}
	defer func() { p.deep-- }()
	e := p.simple()
	if p.tok.kind == '.' && (e.kind == 'i' || e.kind == 'f') {
		p.advance()
		return expr{kind: '.', list: []expr{e, p.simple()}, line: e.line}
	}
	return e
}

func (p *parser) simple() expr {
	e := expr{kind: p.tok.kind, line: p.line, n: p.tok.value, name: p.tok.text}
	switch p.tok.kind {
	case 'i', 's', 'f':
		p.advance()
	case 'n':
		p.advance()
		switch {
		case e.name == "true" || e.name == "false":
			e.kind = 'b'
			if e.name == "true" {
				e.n = 1
			}
		case p.take('('):
			e.kind = '('
			e.list = p.list(')')
		case p.take('['):
			e.kind = 'x'
			if !p.is('i') {
				p.fail("an index is a number")
			}
			e.n = p.tok.value
			p.advance()
			p.want(']')
		}
	case '[':
		p.advance()
		e.list = p.list(']')
	case '{':
		p.advance()
		e.list = p.list('}')
	default:
		p.fail("an expression is needed here" + p.found())
	}
	return e
}

func (p *parser) list(end byte) []expr {
	var list []expr
	for !p.is(end) {
		list = append(list, p.expression())
		if !p.take(',') {
			break
		}
	}
	p.want(end)
	return list
}
