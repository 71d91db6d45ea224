package ground

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A shared condition depends on some of the parameters of a move only: it is written out
// once for each choice of these.
type shared struct {
	params []*types.Object // nil: it is written out for each ground move
	done   map[string]value
}

// condition writes the condition of a require out.
func (ch *chooser) condition(g *grounder, s *syntax.RequireStmt) value {
	if ch == nil {
		return g.lower(s.Cond)
	}
	sh := ch.shares[s]
	if sh == nil {
		sh = &shared{done: map[string]value{}}
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
