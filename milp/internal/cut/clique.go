package cut

import (
	"slices"

	"farbank/milp/internal/propagate"
)

// cliqueCuts separates clique cuts: cliques of literals whose values in the relaxation sum to more
// than one (Johnson and Padberg 1982), grown greedily from each literal.
func (s *Separator) cliqueCuts() {
	l := s.conflicts
	if l == nil || !l.Pairs() {
		return
	}
	lits := s.fractionalLiterals()
	if len(lits) < 2 {
		return
	}
	found := 0
	for k, seed := range lits {
		if k > 200 || found > 100 {
			return
		}
		clique, sum := []int32{seed}, s.truth(seed)
		for _, a := range lits {
			if a != seed && l.Fits(a, clique) {
				clique = append(clique, a)
				sum += s.truth(a)
			}
		}
		if sum > 1+1e-3 && s.offerCut(cutOfRow(propagate.CliqueRow(l.Extend(clique, s.p))), cutClique) {
			found++
		}
	}
}

// fractionalLiterals returns literals with a positive value, largest first.
func (s *Separator) fractionalLiterals() []int32 {
	var lits []int32
	for j := range int32(s.p.N) {
		if !s.p.Binary(int(j)) || s.p.Lo[j] == s.p.Hi[j] {
			continue
		}
		if x := s.x[j]; x > 0.01 && x < 0.99 {
			lits = append(lits, 2*j, 2*j+1)
		}
	}
	slices.SortStableFunc(lits, func(a, b int32) int {
		switch u, v := s.truth(a), s.truth(b); {
		case u > v:
			return -1
		case u < v:
			return 1
		}
		return 0
	})
	return lits
}

// truth returns the value of a literal in the relaxation.
func (s *Separator) truth(lit int32) float64 {
	if lit&1 == 0 {
		return s.x[lit>>1]
	}
	return 1 - s.x[lit>>1]
}
