package constraint

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// A parityOf states that an odd number of Bools are true, or an even number.
type parityOf struct {
	list []Bool
	odd  bool
}

// Odd constrains an odd number of Bools to be true (an exclusive or).
func (m *Model) Odd(list ...Bool) { m.parity(parityOf{list, true}) }

// Even constrains an even number of Bools to be true.
func (m *Model) Even(list ...Bool) { m.parity(parityOf{list, false}) }

func (m *Model) parity(p parityOf) {
	if !m.knowsAll(p.list) {
		return
	}
	p.list = slices.Clone(p.list)
	last := True.Not() // what the number of the others must be odd to equal
	if n := len(p.list); n > 0 && n <= 3 {
		last, p.list = p.list[n-1], p.list[:n-1]
	}
	if !p.odd {
		last = last.Not()
	}
	switch len(p.list) { // the others have an odd number if and only if last is false
	case 0:
		m.Add(last)
	case 1:
		m.Add(p.list[0].Linear().Equal(last.Not()))
	case 2:
		m.Reify(last, p.list[0].Linear().Equal(p.list[1]))
	default:
		m.parities = append(m.parities, p)
		m.post(func(b *building) error {
			propagate.Parity(b.s, b.xor(p))
			return nil
		})
		return
	}
	m.parities = append(m.parities, parityOf{append(p.list, last), true})
}

func (b *building) xor(p parityOf) propagate.XOR {
	x := propagate.XOR{Odd: p.odd}
	for _, q := range p.list {
		x.Atoms = append(x.Atoms, b.bool(q))
	}
	return x
}

// Limits of the search for parities.
const (
	minParity   = 3 // atoms
	maxParity   = 5 // atoms of a parity that clauses state
	maxParities = 1 << 14
)

// eliminate adds what the parities of the model imply together. Unless the model is translated as it is, they include
// those that equations and sets of clauses imply.
func (b *building) eliminate() {
	if b.eliminated {
		return
	}
	b.eliminated = true
	var list []propagate.XOR
	for _, p := range b.m.parities {
		list = append(list, b.xor(p))
	}
	if !b.plain && !b.exact {
		list = append(list, b.equationParities()...)
		list = append(list, b.clauseParities()...)
	}
	if len(list) < 2 || len(list) > maxParities {
		return
	}
	for _, c := range connected(b.s, list) {
		propagate.Parities(b.s, c)
	}
}

// connected divides parities into those that share atoms, directly or not.
func connected(s *kernel.Solver, list []propagate.XOR) [][]propagate.XOR {
	owner := map[kernel.Atom]int{}
	root := make([]int, len(list))
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	seen := map[string]bool{}
	for i := range list {
		root[i] = i
		list[i] = list[i].Simplified(s)
		key := parityKey(list[i].Atoms, list[i].Odd)
		if seen[key] {
			list[i].Atoms = nil
		}
		seen[key] = true
		for _, a := range list[i].Atoms {
			if j, ok := owner[a]; ok {
				root[find(i)] = find(j)
			}
			owner[a] = i
		}
	}
	var parts [][]propagate.XOR
	place := map[int]int{}
	for i, x := range list {
		if len(x.Atoms) == 0 {
			continue
		}
		k, ok := place[find(i)]
		if !ok {
			k = len(parts)
			place[find(i)] = k
			parts = append(parts, nil)
		}
		parts[k] = append(parts[k], x)
	}
	return parts
}

func parityKey(atoms []kernel.Atom, odd bool) string {
	key := make([]byte, 0, 12*len(atoms)+1)
	for _, a := range atoms {
		key = binary.LittleEndian.AppendUint32(key, uint32(a.View))
		key = binary.LittleEndian.AppendUint64(key, uint64(a.Value))
	}
	if odd {
		key = append(key, 1)
	}
	return string(key)
}

// equationParities returns the parities that equations imply modulo 2: all terms with odd coefficients have two values,
// and there is another term.
func (b *building) equationParities() (list []propagate.XOR) {
	for _, sum := range b.m.equal {
		if len(sum.terms) <= minParity || len(sum.terms) > 1000 || len(list) > maxParities {
			continue
		}
		terms, limit, err := b.terms(sum)
		if err != nil {
			continue
		}
		if terms = joined(terms); !twoValued(b.s, terms) {
			continue
		}
		x := propagate.XOR{Odd: limit%2 != 0}
		free := false
		for _, t := range terms {
			lo, hi := b.s.Min(t.X), b.s.Max(t.X)
			if t.Coef%2 == 0 {
				free = free || lo < hi
				continue
			}
			x.Odd = x.Odd != (lo%2 != 0)
			if lo < hi {
				x.Atoms = append(x.Atoms, t.X.AtLeast(hi))
			}
		}
		if free && len(x.Atoms) > 1 {
			list = append(list, x)
		}
	}
	return list
}

// twoValued reports whether all terms with odd coefficients have at most two values.
func twoValued(s *kernel.Solver, terms []propagate.Term) bool {
	return !slices.ContainsFunc(terms, func(t propagate.Term) bool { return t.Coef%2 != 0 && s.Max(t.X)-s.Min(t.X) > 1 })
}

// clauseParities returns the parities that sets of clauses state: all clauses over the same atoms with an odd number of
// negations, or all with an even one.
func (b *building) clauseParities() (list []propagate.XOR) {
	type group struct {
		atoms []kernel.Atom
		signs [2]uint64 // by the parity of the negations: the negations of each clause, as a set of sets
	}
	groups := map[string]*group{}
	var order []*group
	for _, clause := range b.s.Given() {
		n := len(clause)
		if n < minParity || n > maxParity {
			continue
		}
		atoms := slices.Clone(clause)
		slices.SortFunc(atoms, func(a, b kernel.Atom) int { return int(a.View.Var()) - int(b.View.Var()) })
		signs, binary := uint64(0), true
		for i, a := range atoms {
			x := a.View.Var()
			binary = binary && b.s.Min(x) == 0 && b.s.Max(x) == 1 && (i == 0 || atoms[i-1].View.Var() != x)
			if a.View&1 != 0 {
				signs |= 1 << i
				atoms[i] = a.Not()
			}
		}
		if !binary {
			continue
		}
		key := parityKey(atoms, false)
		g := groups[key]
		if g == nil {
			g = &group{atoms: atoms}
			groups[key] = g
			order = append(order, g)
		}
		g.signs[bits.OnesCount64(signs)%2] |= 1 << signs
	}
	for _, g := range order {
		for parity, signs := range g.signs { // a clause with these negations excludes the assignment of exactly these values
			if bits.OnesCount64(signs) == 1<<(len(g.atoms)-1) && len(list) < maxParities {
				list = append(list, propagate.XOR{Atoms: g.atoms, Odd: parity == 0})
			}
		}
	}
	return list
}
