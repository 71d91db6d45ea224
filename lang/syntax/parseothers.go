package syntax

// The words of declarations about others. They are identifiers elsewhere.
const (
	unknown = "unknown"
	hidden  = "hidden"
	by      = "by"
	when    = "when"
)

// othersAhead reports whether unknown x or hidden state follows.
func (p *parser) othersAhead() bool {
	l, next := p.at(0), p.at(1).tok
	return l.tok == IdentToken && (l.text == unknown && next == IdentToken || l.text == hidden && next == StateKey)
}

// others reads the rest of the words before the name of a declaration that begins with unknown or hidden.
func (p *parser) others(l *lexeme, d *ValueDecl) {
	switch {
	case l.tok != IdentToken:
	case l.text == unknown:
		d.Kind, d.Unknown = Find, true
	default:
		p.take()
		d.Kind, d.Hidden = State, true
	}
}

// Keyword returns the words that the declaration begins with.
func (d *ValueDecl) Keyword() string {
	switch {
	case d.Unknown:
		return unknown
	case d.Hidden:
		return hidden + " " + d.Kind.String()
	}
	return d.Kind.String()
}

// chooser parses by foe when c weight e.
func (p *parser) chooser(d *MoveDecl) {
	if p.at(0).tok == IdentToken && p.at(0).text == by {
		p.take()
		d.Who = p.ident("after by: foe or chance")
		switch d.Who.Name {
		case ByFoe.String():
			d.By = ByFoe
		case ByChance.String():
			d.By = ByChance
		default:
			p.errorAt(d.Who.Span, "a move is by foe or by chance, not by "+d.Who.Name, "the moves without by are ours; a player who moves like us is a parameter or a state")
		}
	}
	if d.Who != nil && p.at(0).tok == IdentToken && p.at(0).text == when {
		from := p.take()
		d.When = p.expr()
		if d.By != ByFoe {
			p.errorAt(Span{from.from, from.to}, "when goes with by foe", "write by foe when condition; a condition for making a move is a require in its body")
		}
	}
	if p.at(0).tok == IdentToken && p.at(0).text == weight {
		from := p.take()
		d.Weight = p.expr()
		if d.By != ByChance {
			p.errorAt(Span{from.from, from.to}, "only moves of chance have a weight", "write by chance weight e")
		}
	}
}

// lateChooser reports by or weight after the label.
func (p *parser) lateChooser(d *MoveDecl) {
	if l := p.at(0); l.tok == IdentToken && (l.text == by || l.text == weight) {
		if l.text == by && d.Who != nil {
			e := p.fail("a move has one by")
			e.Hint = "write by foe when condition for a move that is the opponent's in some states and ours in the others"
			panic(bail{})
		}
		e := p.fail(l.text + " comes before the label")
		e.Hint = "write move " + d.Name.Name + "(...) cost e by chance weight e \"label\" { ... }"
		panic(bail{})
	}
}
