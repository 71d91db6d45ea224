package judge

import (
	"farbank/lang/syntax"
	"farbank/model"
)

// run runs statements in order. It returns the one that the move fails on, nil for none:
// a require that does not hold, or another statement that met an undefined value.
func (m *machine) run(list []syntax.Stmt) (refused syntax.Stmt) {
	for _, s := range list {
		if refused = m.statement(s); refused != nil {
			return refused
		}
	}
	return nil
}

func (m *machine) statement(s syntax.Stmt) (refused syntax.Stmt) {
	m.spend(1, s)
	switch s := s.(type) {
	case *syntax.RequireStmt:
		if !m.without[posOf(s)] && !m.holds(s.Cond) {
			return s
		}
	case *syntax.LetStmt:
		v, u := m.eval(s.Value)
		if u != nil {
			return s
		}
		m.bind(m.object(s.Name), v)
	case *syntax.AssignStmt:
		if !m.assign(s) {
			return s
		}
	case *syntax.IfStmt:
		if m.holds(s.Cond) {
			return m.run(s.Then.Stmts)
		}
		if s.Else != nil {
			return m.statement(s.Else)
		}
	case *syntax.ForStmt:
		m.choose(s.Binders, s.Where, func(u *Undefined) bool {
			if refused = s; u == nil {
				refused = m.run(s.Body.Stmts)
			}
			return refused == nil
		})
		return refused
	case *syntax.Block:
		return m.run(s.Stmts)
	case *syntax.TogetherStmt:
		return m.together(s.Body)
	default:
		bug(s, "this is no statement")
	}
	return nil
}

func posOf(n syntax.Node) model.Pos { return model.Pos{Line: n.Pos().Line, Col: n.Pos().Col} }
