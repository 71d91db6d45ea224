package ground

import (
	"farbank/lang/syntax"
	"farbank/model"
)

// lowerConnected translates connected(s, x, y -> e): every member is reachable from the first
// one by steps between members for which e holds in either direction. Reachability is a least
// fixpoint.
func (g *grounder) lowerConnected(e *syntax.Comprehension) value {
	type node struct {
		v  value
		in *model.Expr
	}
	var nodes []node
	def := g.eachChoice(e.Binders[0].Domain, func(v value, in *model.Expr) {
		g.step()
		nodes = append(nodes, node{v, in})
	})
	names := e.Binders[0].Names
	x, y := g.info.Uses[names[0]], g.info.Uses[names[1]]
	edges := make([][]*model.Expr, len(nodes))
	for i := range nodes {
		edges[i] = make([]*model.Expr, len(nodes))
		for j := range i {
			var either []*model.Expr
			for _, p := range [][2]int{{i, j}, {j, i}} {
				g.step()
				g.values[x.ID], g.values[y.ID] = nodes[p[0]].v, nodes[p[1]].v
				v := g.lower(e.Body)
				if v.kind != vScalar {
					return badValue
				}
				either = append(either, v.e)
			}
			edges[i][j] = g.b.Or(either...)
			edges[j][i] = edges[i][j]
		}
	}
	g.at(e)
	bodies, titles := make([]*model.Expr, len(nodes)), make([]string, len(nodes))
	var before []*model.Expr
	for i, n := range nodes {
		ways := []*model.Expr{g.b.Not(g.b.Or(before...))}
		for j := range nodes {
			if j != i {
				ways = append(ways, g.b.And(g.b.Local(model.DerivedBase+j, 0, 1, true), edges[i][j]))
			}
		}
		bodies[i] = g.b.And(n.in, g.b.Or(ways...))
		titles[i] = "connected: " + g.display(n.v, g.info.Types[e.Binders[0].Domain].Elem()).Text
		before = append(before, n.in)
	}
	all := []*model.Expr{g.orTrue(def)}
	for i, reached := range g.least(titles, bodies, g.pos(e)) {
		all = append(all, g.b.Or(g.b.Not(nodes[i].in), reached))
	}
	return g.noted(e, scalar(g.b.And(all...)))
}
