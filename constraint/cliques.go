package constraint

import (
	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Of cliques.
const (
	leastClique = 4
	cliqueWork  = 1 << 24 // looks for disequalities, after which the rest is left as it is
)

// A gap is a disequality x + by != y.
type gap struct {
	x, y int32
	by   int64
}

// asGap is a sum that is not 0 as a gap, if it is the difference of two variables and a number.
func asGap(sum Sum) (gap, bool) {
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

// A member is a variable of a clique, and the number that is added to it.
type member struct {
	x    int32
	plus int64
}

// gaps are the disequalities of which cliques are made.
type gaps struct {
	list   []gap
	open   map[gap]bool // both ways round; false: in a clique already
	beside map[int32][]gap
	work   int
}

// apart tells the disequalities that the model has gained: those between each two of some variables, with
// a number added to each, as all different, and the others one by one. A variable is in the first clique
// that takes it, in the order in which the disequalities came.
func (b *building) apart() error {
	g := gaps{list: b.m.gaps[b.separate:], open: map[gap]bool{}, beside: map[int32][]gap{}}
	b.separate = len(b.m.gaps)
	for _, e := range g.list {
		for _, e := range []gap{e, e.turned()} {
			if !g.open[e] {
				g.open[e] = true
				g.beside[e.x] = append(g.beside[e.x], e)
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
		if len(clique) < leastClique {
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

// clique is a clique with a disequality in it, to which no variable can be added.
func (g *gaps) clique(e gap) []member {
	clique := []member{{e.x, 0}, {e.y, -e.by}}
	for _, f := range g.beside[e.x] {
		if g.work > cliqueWork {
			break
		}
		if z := (member{f.y, -f.by}); g.joins(clique, z) {
			clique = append(clique, z)
		}
	}
	return clique
}

// joins reports whether a variable differs from all of a clique.
func (g *gaps) joins(clique []member, z member) bool {
	for _, m := range clique {
		g.work++
		if _, ok := g.open[gap{m.x, z.x, m.plus - z.plus}]; !ok || m.x == z.x {
			return false
		}
	}
	return true
}

// close notes that the disequalities of a clique are told.
func (g *gaps) close(clique []member) {
	for i, m := range clique {
		for _, z := range clique[:i] {
			e := gap{m.x, z.x, m.plus - z.plus}
			g.open[e], g.open[e.turned()] = false, false
		}
	}
}
