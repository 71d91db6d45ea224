package constraint

import (
	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Limits of cliques.
const (
	minClique  = 4
	cliqueWork = 1 << 24 // checks of disequalities, after which the remaining cliques are not extended
)

// A gap is the disequality x + by != y.
type gap struct {
	x, y int32
	by   int64
}

// asGap returns sum != 0 as a gap. It returns false unless sum is a difference of two variables plus a constant.
func asGap(sum Linear) (gap, bool) {
	n := sum.normal()
	if n.overflow || len(n.terms) != 2 || n.terms[0].coef+n.terms[1].coef != 0 || max(n.constant, -n.constant) > MaxValue {
		return gap{}, false
	}
	x, y := n.terms[0], n.terms[1]
	if y.coef == 1 {
		x, y = y, x
	}
	return gap{x.id, y.id, n.constant}, x.coef == 1
}

func (g gap) turned() gap { return gap{g.y, g.x, -g.by} }

// A member is an element of a clique: a variable plus a constant.
type member struct {
	x    int32
	plus int64
}

// gaps holds the disequalities from which cliques are built.
type gaps struct {
	list     []gap
	open     map[gap]bool // in both orientations; false: already in a clique
	adjacent map[int32][]gap
	work     int
}

// apart posts the new disequalities of the model. It covers them greedily by cliques in the order of the disequalities,
// and posts each clique as all different. Disequalities in no large clique are posted individually.
func (b *building) apart() error {
	g := gaps{list: b.m.gaps[b.separate:], open: map[gap]bool{}, adjacent: map[int32][]gap{}}
	b.separate = len(b.m.gaps)
	for _, e := range g.list {
		for _, e := range []gap{e, e.turned()} {
			if !g.open[e] {
				g.open[e] = true
				g.adjacent[e.x] = append(g.adjacent[e.x], e)
			}
		}
	}
	for _, e := range g.list {
		if !g.open[e] {
			continue
		}
		clique := []member{{e.x, 0}, {e.y, -e.by}}
		if !b.plain {
			clique = g.clique(e)
		}
		var err error
		if len(clique) < minClique {
			g.close(clique[:2])
			err = comparison{Int{e.x}.Minus(Int{e.y}).Plus(Const(e.by)), '!'}.post(b, kernel.True)
		} else {
			g.close(clique)
			list := make([]Expr, len(clique))
			for i, m := range clique {
				list[i] = Int{m.x}.Plus(Const(m.plus))
			}
			var offsets []propagate.Offset
			if offsets, err = b.distinct(list, propagate.Clique); err == nil {
				err = b.spread(list, offsets)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// clique returns a maximal clique that contains e.
func (g *gaps) clique(e gap) []member {
	clique := []member{{e.x, 0}, {e.y, -e.by}}
	for _, f := range g.adjacent[e.x] {
		if g.work > cliqueWork {
			break
		}
		if z := (member{f.y, -f.by}); g.joins(clique, z) {
			clique = append(clique, z)
		}
	}
	return clique
}

// joins reports whether z differs from all members of the clique.
func (g *gaps) joins(clique []member, z member) bool {
	for _, m := range clique {
		g.work++
		if _, ok := g.open[gap{m.x, z.x, m.plus - z.plus}]; !ok || m.x == z.x {
			return false
		}
	}
	return true
}

// close marks the disequalities of a clique as posted.
func (g *gaps) close(clique []member) {
	for i, m := range clique {
		for _, z := range clique[:i] {
			e := gap{m.x, z.x, m.plus - z.plus}
			g.open[e], g.open[e.turned()] = false, false
		}
	}
}
