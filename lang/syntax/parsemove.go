package syntax

// fields parses fields up to a closing bracket: "a, b: T, c: U", or types alone.
func (p *parser) fields(end Token) []*Field {
	var fs []*Field
	for p.tok() != end {
		fs = append(fs, p.field())
		if !p.got(Comma) {
			break
		}
	}
	p.want(end, "at the end of the list")
	return fs
}

func (p *parser) field() *Field {
	f := &Field{}
	from := p.at(0).from
	if p.namesAhead() {
		f.Names = p.names()
		p.want(Colon, "after the name")
	}
	f.Type = p.expr()
	f.Span = p.span(from)
	return f
}

// namesAhead reports whether "a, b, c:" follows.
func (p *parser) namesAhead() bool {
	k := 0
	for p.at(k).tok == IdentToken {
		switch p.at(k + 1).tok {
		case Colon:
			return true
		case Comma:
			k += 2
			continue
		}
		return false
	}
	return false
}

func (p *parser) names() []*Ident {
	names := []*Ident{p.ident("here")}
	for p.got(Comma) {
		names = append(names, p.ident("after the comma"))
	}
	return names
}

// typedFields parses the parameters of a def or a move, all of which need names.
func (p *parser) typedFields(of string) []*Field {
	fs := p.fields(RParen)
	for _, f := range fs {
		if len(f.Names) == 0 {
			p.errorAt(f.Span, "a parameter of "+of+" needs a name and a type", "write "+typed(f))
		}
	}
	return fs
}

// typed returns the notation of a parameter whose type is missing.
func typed(f *Field) string {
	for e := f.Type; ; {
		switch x := e.(type) {
		case *Ident:
			return x.Name + ": T"
		case *BinaryExpr: // the x - T of PDDL
			e = x.X
			continue
		}
		return "x: T"
	}
}

func (p *parser) def() Decl {
	from := p.take().from
	d := &DefDecl{Name: p.ident("after def")}
	p.begun = d
	if p.tok() != LParen {
		e := p.fail("the parameters of " + d.Name.Name + " are missing")
		e.Hint = "write def " + d.Name.Name + "(x: T) = value, or const " + d.Name.Name + " = value"
		panic(bail{})
	}
	p.take()
	d.Params = p.typedFields(d.Name.Name)
	if p.tok() == Colon || p.tok() == Arrow {
		e := p.fail("a def has no result type")
		if p.at(1).text == "return" {
			e.Msg = "the value of a def stands after =, not :"
		}
		e.Hint = "it follows from the body: def " + d.Name.Name + "(x: T) = value"
		panic(bail{})
	}
	p.want(Assign, "before the value of "+d.Name.Name)
	p.inText = true
	d.Body = p.expr()
	p.inText = false
	d.Span = p.span(from)
	return d
}

func (p *parser) move() Decl {
	from := p.take().from
	d := &MoveDecl{Name: p.ident("after move"), Body: &Block{}}
	p.begun = d
	if p.got(LParen) {
		d.Params = p.typedFields(d.Name.Name)
	}
	p.moveHead(d)
	p.chooser(d)
	if p.tok() == StringToken {
		p.inText = true
		d.Label = p.stringLit(p.take())
		p.inText = false
	}
	if p.tok() == CostKey || p.isTakes() {
		word := p.at(0).text
		if word == "cost" && d.Cost != nil {
			p.failHere("a move has one cost")
		}
		before, after := "the label", `"label"`
		if d.Who != nil && d.Label == nil {
			before, after = by, by+" "+d.Who.Name
		}
		e := p.fail(word + " comes before " + before)
		e.Hint = "write move " + d.Name.Name + "(...) " + word + " e " + after + " { ... }"
		panic(bail{})
	}
	p.lateChooser(d)
	p.into(d.Body, "the move "+d.Name.Name)
	d.Span = p.span(from)
	return d
}

func (p *parser) isTakes() bool { return p.tok() == IdentToken && p.at(0).text == takes }

// moveHead parses the duration and the cost of a move, in any order.
func (p *parser) moveHead(d *MoveDecl) {
	for {
		twice := d.Cost
		switch {
		case p.tok() == CostKey:
			p.take()
			d.Cost = p.expr()
		case p.isTakes():
			twice = d.Takes
			p.take()
			d.Takes = p.expr()
		default:
			return
		}
		if twice != nil {
			p.errorAt(d.Name.Span, "the move "+d.Name.Name+" has two durations or two costs", "takes and cost stand once each")
		}
	}
}
