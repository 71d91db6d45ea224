package judge

import (
	"farbank/lang/syntax"
	"farbank/model"
)

// run runs statements in order. It returns the statement that fails, or nil: a require that
// does not hold, or another statement with an undefined value.
func (m *machine) run(list []*step) (refused syntax.Stmt) {
	for _, s := range list {
		m.spend(1, s.at)
		if refused = s.run(m, s); refused != nil {
			return refused
		}
	}
	return nil
}

func (m *machine) require(s *step) (refused syntax.Stmt) {
	if !m.without[s.pos] && !m.holds(s.x) {
		return s.at
	}
	return nil
}

func (m *machine) define(s *step) (refused syntax.Stmt) {
	v, u := m.eval(s.x)
	at := s.at.(*syntax.LetStmt)
	o := m.object(s.name, at.Name)
	m.lost = u != nil
	if u != nil || at.Type != nil && !in(v, o.Type) {
		return s.at
	}
	m.bind(o, v)
	return nil
}

func (m *machine) branch(s *step) (refused syntax.Stmt) {
	if m.holds(s.x) {
		return m.run(s.body)
	}
	return m.run(s.other)
}

func (m *machine) repeat(s *step) (refused syntax.Stmt) {
	m.choose(s.choice, s.x, func(u *Undefined) bool {
		if refused = s.at; u == nil {
			refused = m.run(s.body)
		}
		return refused == nil
	})
	return refused
}

func (m *machine) block(s *step) (refused syntax.Stmt) { return m.run(s.body) }

func (m *machine) noStatement(s *step) (refused syntax.Stmt) {
	bug(s.at, "this is no statement")
	return nil
}

func posOf(n syntax.Node) model.Pos { return model.Pos{Line: n.Pos().Line, Col: n.Pos().Col} }
