package branch

import "slices"

// cliqueCuts looks for cliques of literals whose values in the relaxation sum to
// more than one (Johnson and Padberg 1982), by growing them from each literal in
// turn.
func (r *root) cliqueCuts() {
	l := r.conflicts
	if l == nil || l.near == nil {
		return
	}
	lits := r.fractionalLiterals()
	if len(lits) < 2 {
		return
	}
	found := 0
	for s, seed := range lits {
		if s > 200 || found > 100 {
			return
		}
		clique, sum := []int32{seed}, r.truth(seed)
		for _, a := range lits {
			if a != seed && l.fits(a, clique) {
				clique = append(clique, a)
				sum += r.truth(a)
			}
		}
		if sum > 1+1e-3 && r.offerCut(r.cliqueCut(l.extend(clique, r.p)), cutClique) {
			found++
		}
	}
}

// fractionalLiterals gives literals with a value above zero, largest first.
func (r *root) fractionalLiterals() []int32 {
	var lits []int32
	for j := range int32(r.p.n) {
		if !r.p.binary(int(j)) || r.p.lo[j] == r.p.hi[j] {
			continue
		}
		if x := r.x[j]; x > 0.01 && x < 0.99 {
			lits = append(lits, 2*j, 2*j+1)
		}
	}
	slices.SortStableFunc(lits, func(a, b int32) int {
		switch u, v := r.truth(a), r.truth(b); {
		case u > v:
			return -1
		case u < v:
			return 1
		}
		return 0
	})
	return lits
}

// truth is the value of a literal in the relaxation.
func (r *root) truth(lit int32) float64 {
	if lit&1 == 0 {
		return r.x[lit>>1]
	}
	return 1 - r.x[lit>>1]
}

// fits says that a literal excludes all of a clique.
func (l *conflictGraph) fits(a int32, clique []int32) bool {
	for _, b := range clique {
		if !l.excludes(a, b) {
			return false
		}
	}
	return true
}

// extend adds literals to a clique until none fits.
func (l *conflictGraph) extend(clique []int32, p *program) []int32 {
	if len(clique) > 200 {
		return clique
	}
	common := slices.Clone(l.near[int(clique[0])*l.width : (int(clique[0])+1)*l.width])
	for _, a := range clique[1:] {
		for w := range common {
			common[w] &= l.near[int(a)*l.width+w]
		}
	}
	for w := range common {
		for b := int32(0); common[w] != 0 && b < 64; b++ {
			if common[w]>>b&1 == 0 {
				continue
			}
			a := int32(w)*64 + b
			if j := int(a >> 1); !p.binary(j) || p.lo[j] == p.hi[j] {
				continue
			}
			clique = append(clique, a)
			for v := range common {
				common[v] &= l.near[int(a)*l.width+v]
			}
		}
	}
	return clique
}

func (r *root) cliqueCut(clique []int32) *cut {
	c := &cut{rhs: 1}
	coef := map[int32]float64{}
	for _, a := range clique {
		j := a >> 1
		if a&1 == 0 {
			coef[j]++
		} else {
			coef[j]--
			c.rhs--
		}
	}
	for _, a := range clique {
		j := a >> 1
		if v := coef[j]; v != 0 {
			c.idx, c.val = append(c.idx, j), append(c.val, v)
			coef[j] = 0
		}
	}
	return c
}

// widenRows replaces rows of which at most one literal can be true by larger cliques
// that contain them, and drops rows that others then contain. Columns that exclude
// all of an equality's are zero.
func (r *root) widenRows() {
	l, p := r.conflicts, r.p
	if l.near == nil {
		return
	}
	type packing struct {
		row  int
		lits []int32
	}
	var packs []packing
	for i := range p.rows {
		if lits, ok := p.packing(i); ok && len(lits) <= 100 {
			packs = append(packs, packing{i, lits})
		}
	}
	dropped := make([]bool, len(p.rows))
	changed := false
	slices.SortStableFunc(packs, func(a, b packing) int { return len(b.lits) - len(a.lits) })
	var large [][]int32
	of := map[int32][]int{} // large cliques of a literal
	for _, k := range packs {
		if contained(k.lits, large, of) {
			dropped[k.row], changed = true, true
			continue
		}
		wide := l.extend(slices.Clone(k.lits), p)
		if len(wide) > len(k.lits) {
			c := r.cliqueCut(wide)
			if len(c.idx) == len(wide) {
				p.rows[k.row] = c.asRow()
				changed = true
			} else {
				wide = k.lits
			}
		}
		for _, a := range wide {
			of[a] = append(of[a], len(large))
		}
		large = append(large, wide)
	}
	if !changed {
		return
	}
	rows := p.rows[:0:0]
	for i := range p.rows {
		if !dropped[i] {
			rows = append(rows, p.rows[i])
		}
	}
	p.rows = rows
	p.index()
}

func contained(lits []int32, large [][]int32, of map[int32][]int) bool {
	for _, c := range of[lits[0]] {
		all := true
		for _, a := range lits {
			if !slices.Contains(large[c], a) {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// packing gives the literals of a row that says that at most one of them is true.
func (p *program) packing(i int) ([]int32, bool) {
	r := &p.rows[i]
	if len(r.Index) < 2 {
		return nil, false
	}
	sign, side := 1.0, r.Upper
	if r.Lower > -inf {
		if r.Upper < inf {
			return nil, false
		}
		sign, side = -1, -r.Lower
	}
	var lits []int32
	a := abs(r.Value[0])
	for k, j := range r.Index {
		if !p.binary(int(j)) || abs(r.Value[k]) != a {
			return nil, false
		}
		if sign*r.Value[k] > 0 {
			lits = append(lits, 2*j)
		} else {
			lits = append(lits, 2*j+1)
			side += a
		}
	}
	return lits, side >= a && side < 2*a-1e-6
}
