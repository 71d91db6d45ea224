package ground

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A shared is a condition that depends on few parameters of a move. It is grounded once for
// each choice of these.
type shared struct {
	params []*types.Object // nil: it is grounded for each ground move
	done   map[string]value
	passed bool // all conjuncts are guards
}

// condition evaluates the condition of a require.
func (ch *chooser) condition(g *grounder, s *syntax.RequireStmt) value {
	if ch == nil {
		return g.lower(s.Cond)
	}
	sh := ch.shares[s]
	if sh == nil {
		sh = &shared{done: map[string]value{}, passed: ch.passed(s.Cond)}
		if needs := ch.needs(s.Cond); len(needs) < len(ch.params) && ch.alone(s.Cond) {
			sh.params = []*types.Object{}
			for _, k := range needs {
				sh.params = append(sh.params, ch.params[k])
			}
		}
		if ch.shares == nil {
			ch.shares = map[*syntax.RequireStmt]*shared{}
		}
		ch.shares[s] = sh
	}
	if sh.passed && ch.choosing {
		return scalar(g.b.Truth(true))
	}
	if sh.params == nil {
		return g.lower(s.Cond)
	}
	var leaves []int64
	for _, o := range sh.params {
		leaves = append(leaves, g.values[o.ID].constLeaves()...)
	}
	k := rowKey(leaves)
	v, known := sh.done[k]
	if g.at(s.Cond); !known {
		v = g.lower(s.Cond)
		sh.done[k] = v
	}
	return v
}

// alone reports whether an expression uses no name that a let or a loop of the move binds.
func (ch *chooser) alone(e syntax.Expr) bool {
	return ch.uses(e, func(o *types.Object) bool { return o.Kind != types.Local || slices.Contains(ch.params, o) })
}

// passed reports whether all conjuncts of a condition are guards, which choose tests before it builds a ground move.
func (ch *chooser) passed(cond syntax.Expr) bool {
	for _, e := range conjuncts(cond) {
		if !slices.ContainsFunc(ch.guards, func(gd guard) bool { return gd.cond == e }) {
			return false
		}
	}
	return true
}
