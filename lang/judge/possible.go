package judge

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// count adds a move and its cost to steps and cost, if the file uses them. They saturate at one
// more than the rules allow.
func (j *Judge) count(s State, cost int64) {
	for name, o := range j.info.Counters {
		by := int64(1)
		switch name {
		case types.Cost:
			by = cost
		case types.Time: // only waiting takes time
			continue
		}
		at := j.place[o.ID] - 1
		digits := o.Type.Scale()
		before, _ := s[at].Scaled(digits)
		n, over := addOverflows(before, by)
		if _, most := ends(o.Type); over || n > most {
			n = most
		}
		s[at] = types.DecimalValue(n, digits)
	}
}

// enabled evaluates enabled(m) and enabled(m(x)).
func (m *machine) enabled(n *node) (types.Value, *Undefined) {
	asked := n.list[0]
	if id, ok := asked.at.(*syntax.Ident); ok {
		return types.BoolValue(m.anyMove(m.object(asked.name, id))), nil
	}
	return types.BoolValue(m.enabledWith(asked)), nil
}

func (m *machine) enabledWith(asked *node) bool {
	args, u := m.evals(asked.list)
	o := m.object(asked.name, asked.at.(*syntax.CallExpr).Fun)
	d := m.judge.move(func(d *syntax.MoveDecl) bool { return d.Name == o.Ident })
	if u != nil || d == nil {
		return false
	}
	for i, p := range d.params {
		if !in(args[i], p.Type) {
			return false
		}
	}
	return m.possible(Move{d.decl, args}, asked.at)
}

// anyMove reports whether a ground move of o is possible; a nil o means any move.
func (m *machine) anyMove(o *types.Object) bool {
	found := false
	err := m.judge.GroundMoves(func(mv Move) bool {
		if o == nil || mv.Decl.Name == o.Ident {
			found = m.possible(mv, mv.Decl)
		}
		return !found
	})
	if err != nil {
		fail(err)
	}
	return found
}

// possible reports whether a move applies and, where it is ours, leads to a state that meets the rules, except those that
// depend on possible moves.
func (m *machine) possible(mv Move, n syntax.Node) bool {
	m.spend(1, n)
	if m.info.Timed {
		return m.possibleTimed(mv)
	}
	out, err := m.judge.Apply(m.state, mv)
	if err != nil {
		fail(err)
	}
	if out.Next == nil {
		return false
	}
	by, weight, err := m.judge.whose(m.state, mv)
	if err != nil {
		fail(err)
	}
	return by == model.ByFoe || by == model.ByChance && weight > 0 || by == model.ByUs && m.keeps(out.Next)
}

// keeps reports whether a state meets the rules, except those that depend on possible moves.
func (m *machine) keeps(s State) bool {
	keeps := true
	err := m.judge.in(s, func(after *machine) {
		for _, r := range m.judge.written {
			if (r.said.Kind == model.Never || r.said.Kind == model.Always) && !m.info.Asks[r.decl] {
				keeps = keeps && after.holds(r.cond) != (r.decl.Kind == syntax.Never)
			}
		}
	})
	if err != nil {
		fail(err)
	}
	return keeps
}
