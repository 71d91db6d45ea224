package propagate

import (
	"math"
	"slices"

	"farbank/milp/internal/program"
)

// A ConflictGraph holds the implications between binary columns: an implication graph, and a clique
// table of sets of literals of which at most one is true. A literal is 2*column for the value 1 and
// 2*column+1 for the value 0.
type ConflictGraph struct {
	implied [][]int32 // by literal: literals that it implies
	cliques [][]int32 // literals
	of      [][]int32 // cliques of a literal
	edges   int
	near    []uint64 // bit matrix of literals that exclude each other, or nil
	width   int      // words of a row of near
}

// Limits on the size.
const (
	maxEdges    = 400_000
	maxLiterals = 6000 // for the matrix
	maxCliques  = 50_000
)

func literal(j int32, one bool) int32 {
	if one {
		return 2 * j
	}
	return 2*j + 1
}

// NewConflictGraph returns a graph in which only the two literals of each column exclude each
// other.
func NewConflictGraph(p *program.Program) *ConflictGraph {
	l := &ConflictGraph{implied: make([][]int32, 2*p.N), of: make([][]int32, 2*p.N)}
	if 2*p.N <= maxLiterals {
		l.width = (2*p.N + 63) / 64
		l.near = make([]uint64, 2*p.N*l.width)
		for j := range int32(p.N) {
			if p.Integer[j] {
				l.exclude(2*j, 2*j+1)
			}
		}
	}
	return l
}

func (l *ConflictGraph) exclude(a, b int32) {
	if l.near != nil {
		l.near[int(a)*l.width+int(b>>6)] |= 1 << (b & 63)
		l.near[int(b)*l.width+int(a>>6)] |= 1 << (a & 63)
	}
}

// excludes reports whether two literals are known to exclude each other.
func (l *ConflictGraph) excludes(a, b int32) bool {
	return l.near[int(a)*l.width+int(b>>6)]>>(b&63)&1 != 0
}

// imply records that a implies b, and its contrapositive.
func (l *ConflictGraph) imply(a, b int32) {
	if l.edges >= maxEdges || l.near != nil && l.excludes(a, b^1) {
		return
	}
	l.edges++
	l.exclude(a, b^1)
	l.implied[a] = append(l.implied[a], b)
	l.implied[b^1] = append(l.implied[b^1], a^1)
}

// clique records literals that exclude each other. With follow it also propagates them; cliques
// from rows need no propagation.
func (l *ConflictGraph) clique(lits []int32, follow bool) {
	if len(lits) <= 400 {
		for k, a := range lits {
			for _, b := range lits[:k] {
				l.exclude(a, b)
			}
		}
	}
	if !follow || len(l.cliques) >= maxCliques {
		return
	}
	c := int32(len(l.cliques))
	l.cliques = append(l.cliques, lits)
	for _, a := range lits {
		l.of[a] = append(l.of[a], c)
	}
}

// follow propagates the value of column j in a domain.
func (l *ConflictGraph) follow(d *Domain, j int32, one bool) {
	lit := literal(j, one)
	for _, other := range l.implied[lit] {
		l.hold(d, other)
	}
	for _, c := range l.of[lit] {
		for _, other := range l.cliques[c] {
			if other != lit {
				l.hold(d, other^1)
			}
		}
	}
}

func (l *ConflictGraph) hold(d *Domain, lit int32) {
	if lit&1 == 0 {
		d.SetLower(lit>>1, 1)
	} else {
		d.SetUpper(lit>>1, 0)
	}
}

// Read finds cliques in rows: of the largest weights of a knapsack no two fit together.
func (l *ConflictGraph) Read(p *program.Program) {
	for i := range p.Rows {
		row := &p.Rows[i]
		if len(row.Index) < 2 || len(row.Index) > 2000 {
			continue
		}
		for _, sign := range [2]float64{1, -1} {
			if sign > 0 && math.IsInf(row.Upper, 1) || sign < 0 && math.IsInf(row.Lower, -1) {
				continue
			}
			if lits := cliqueIn(p.Knapsack(row, sign)); lits != nil {
				l.clique(lits, false)
			}
		}
	}
}

func cliqueIn(items []program.Item, room float64) []int32 {
	if room < 0 || len(items) < 2 {
		return nil
	}
	slices.SortStableFunc(items, func(a, b program.Item) int {
		switch {
		case a.Weight > b.Weight:
			return -1
		case a.Weight < b.Weight:
			return 1
		}
		return 0
	})
	tol := 1e-6 * max(1, room)
	if items[0].Weight+items[1].Weight <= room+tol {
		return nil
	}
	size := 2
	for size < len(items) && items[size-1].Weight+items[size].Weight > room+tol {
		size++
	}
	var lits []int32
	for _, t := range items[:size] {
		lits = append(lits, literal(t.Col, !t.Flip))
	}
	return lits
}

// Pairs reports whether the graph has the matrix of exclusions, which clique searches need.
func (l *ConflictGraph) Pairs() bool { return l.near != nil }

// Fits reports whether a literal excludes all literals of a clique.
func (l *ConflictGraph) Fits(a int32, clique []int32) bool {
	for _, b := range clique {
		if !l.excludes(a, b) {
			return false
		}
	}
	return true
}

// Extend adds literals to a clique until it is maximal.
func (l *ConflictGraph) Extend(clique []int32, p *program.Program) []int32 {
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
			if j := int(a >> 1); !p.Binary(j) || p.Lo[j] == p.Hi[j] {
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
