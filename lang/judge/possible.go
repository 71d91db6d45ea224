package judge

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// count adds a move and its cost to steps and cost, where the file uses them. One more than
// the rules allow stands for all that is more.
func (j *Judge) count(s State, cost int64) {
	for name, o := range j.info.Counters {
		by := int64(1)
		if name == types.Cost {
			by = cost
		}
		at := j.place[o.ID] - 1
		n, over := addOverflows(s[at].N, by)
		if _, most := ends(o.Type); over || n > most {
			n = most
		}
		s[at] = types.IntValue(n)
	}
}

// enabled evaluates enabled(m) and enabled(m(x)).
func (m *machine) enabled(e syntax.Expr) bool {
	call, ok := e.(*syntax.CallExpr)
	if !ok {
		return m.anyMove(e.(*syntax.Ident))
	}
	args, u := m.evals(call.Args)
	d := m.judge.move(func(d *syntax.MoveDecl) bool { return d.Name == m.object(call.Fun).Ident })
	if u != nil || d == nil {
		return false
	}
	for i, p := range d.params {
		if !in(args[i], p.Type) {
			return false
		}
	}
	return m.possible(Move{d.decl, args}, e)
}

// anyMove reports whether a ground move, of the move of that name, nil for any, can be made.
func (m *machine) anyMove(name *syntax.Ident) bool {
	found := false
	err := m.judge.GroundMoves(func(mv Move) bool {
		if name == nil || mv.Decl.Name == m.object(name).Ident {
			found = m.possible(mv, mv.Decl)
		}
		return !found
	})
	if err != nil {
		fail(err)
	}
	return found
}

// possible reports whether a move applies and leads to a state that keeps the rules; those
// that ask such a thing themselves do not count.
func (m *machine) possible(mv Move, n syntax.Node) bool {
	m.spend(1, n)
	out, err := m.judge.Apply(m.state, mv)
	if err != nil {
		fail(err)
	}
	if out.Next == nil {
		return false
	}
	keeps := true
	err = m.judge.in(out.Next, func(after *machine) {
		for _, r := range m.judge.written {
			if (r.said.Kind == model.Never || r.said.Kind == model.Always) && !m.info.Asks[r.decl] {
				keeps = keeps && after.holds(r.decl.Cond) != (r.decl.Kind == syntax.Never)
			}
		}
	})
	if err != nil {
		fail(err)
	}
	return keeps
}
