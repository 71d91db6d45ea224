package check

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// others records what the file says about others, and reports combinations that are not supported.
func (c *checker) others() {
	var chance, unseen, timed syntax.Node
	word := ""
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *syntax.MoveDecl:
			c.info.Others = c.info.Others || d.By != syntax.ByUs
			if d.Takes != nil && timed == nil {
				timed = d.Name
			}
			if d.By == syntax.ByChance && chance == nil {
				chance = d.Name
			}
		case *syntax.ValueDecl:
			if d.Unknown || d.Hidden {
				c.info.Others, c.info.Unseen = true, true
				if unseen == nil {
					unseen, word = d.Name, d.Keyword()
				}
			}
		}
	}
	if timed != nil && c.info.Others {
		c.Errorf(timed, "moves that take time do not go with moves by foe or chance, with unknown or with hidden state").Hint =
			"a state that counts down stands for a duration"
	}
	if chance != nil && unseen != nil {
		c.Errorf(chance, "moves by chance do not go with %s: what is not seen would need probabilities, too", word).Hint =
			"a move by foe stands for chance in the worst case; a strategy that is fixed beforehand can be a find"
	}
}

// checkChooser checks when and weight.
func (c *checker) checkChooser(d *syntax.MoveDecl) {
	if d.When != nil {
		c.need(d.When, types.BoolType)
	}
	if d.Weight != nil {
		c.need(d.Weight, types.IntType)
	}
}

// asking sets whether known(e) may stand in the statement s of a move, and returns whether first is still true. The
// question is about the state before the move, so it stands only in the first requires.
func (c *checker) asking(s syntax.Stmt, first bool) bool {
	_, require := s.(*syntax.RequireStmt)
	_, let := s.(*syntax.LetStmt)
	switch first = first && (require || let); {
	case !first:
		c.knows = "a move behind its first requires"
	case let:
		c.knows = "a let"
	default:
		c.knows = ""
	}
	return first
}

// noteLet records the name of a let, which known(e) cannot use.
func (c *checker) noteLet(s syntax.Stmt) {
	if l, ok := s.(*syntax.LetStmt); ok {
		if o := c.info.Uses[l.Name]; o != nil {
			c.lets[o] = true
		}
	}
}

// knownType checks known(e).
func (c *checker) knownType(e *syntax.CallExpr) *types.Type {
	if len(e.Args) != 1 {
		c.checkArgs(e)
		c.Errorf(e, "known takes one value, %d given", len(e.Args)).Hint = "write known(e)"
		return types.BadType
	}
	t := c.expr(e.Args[0], nil)
	if c.limit < types.Stateful && c.context != "" || c.knows != "" {
		where := c.context
		if c.knows != "" {
			where = c.knows
		}
		c.Errorf(e, "known cannot stand in %s", where).Hint = "it stands in goals, never, always, show and the first requires of moves"
		return types.BadType
	}
	c.reached = max(c.reached, types.Stateful)
	bad := t.Kind == types.Bad
	if t.Kind == types.Text {
		c.Errorf(e.Args[0], "known is asked of values, not of texts")
		bad = true
	}
	syntax.Inspect(e.Args[0], func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && c.lets[c.info.Uses[id]] && c.info.Uses[id] != nil {
			c.Errorf(id, "known(e) cannot use %s, the name of a let", id.Name).Hint = "write its value instead"
			bad = true
		}
		return true
	})
	if bad {
		return types.BadType
	}
	return types.BoolType
}
