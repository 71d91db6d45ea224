package planning

import (
	"encoding/binary"
	"slices"
)

// Limits of conjugates.
const (
	maxConjugates = 1500    // generators, each of which takes time for each state
	maxComposed   = 5 << 20 // values of the maps that are composed
)

// conjugated adds to generators that are their own inverses their conjugates by generators: of exchanges of objects, which
// often share one object or form a chain, the exchanges of all pairs. A state that none of these makes smaller has its
// objects sorted, whereas minimizing by a few exchanges ends in different states of an orbit.
func conjugated(list []symmetry) []symmetry {
	known := map[string]bool{}
	var swaps, rest []symmetry
	for _, g := range list {
		if len(composed(g, g)) == 0 {
			known[g.key()] = true
			swaps = append(swaps, g)
		} else {
			rest = append(rest, g)
		}
	}
	by := slices.Clone(swaps)
	work := 0
	for k := 0; k < len(swaps) && len(swaps) < maxConjugates && work < maxComposed; k++ {
		for _, g := range by {
			work += 2*g.size() + swaps[k].size()
			c := composed(g, composed(swaps[k], g))
			if key := c.key(); len(c) > 0 && !known[key] && len(swaps) < maxConjugates {
				known[key] = true
				swaps = append(swaps, c)
			}
		}
	}
	return append(swaps, rest...)
}

// composed returns the symmetry that applies first h and then g.
func composed(g, h symmetry) symmetry {
	first := map[int]*symmetricValue{}
	for i := range h {
		first[h[i].variable] = &h[i]
	}
	var all symmetry
	add := func(variable, from int, becomes []uint16) {
		still := variable == from
		for x := 0; still && x < len(becomes); x++ {
			still = int(becomes[x]) == x
		}
		if !still {
			all = append(all, symmetricValue{variable, from, becomes})
		}
	}
	moved := map[int]bool{}
	for i := range g {
		m := &g[i]
		moved[m.variable] = true
		before := first[m.from]
		if before == nil {
			add(m.variable, m.from, m.becomes)
			continue
		}
		becomes := make([]uint16, len(before.becomes))
		for x, y := range before.becomes {
			becomes[x] = m.becomes[y]
		}
		add(m.variable, before.from, becomes)
	}
	for i := range h {
		if m := &h[i]; !moved[m.variable] {
			add(m.variable, m.from, m.becomes)
		}
	}
	slices.SortFunc(all, func(a, b symmetricValue) int { return a.variable - b.variable })
	return all
}

// size returns the number of values of the maps.
func (g symmetry) size() (n int) {
	for i := range g {
		n += len(g[i].becomes)
	}
	return n
}

// key returns a text that is the same for equal symmetries only.
func (g symmetry) key() string {
	var b []byte
	for i := range g {
		m := &g[i]
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(m.variable)), uint64(m.from))
		b = binary.AppendUvarint(b, uint64(len(m.becomes)))
		for _, x := range m.becomes {
			b = binary.LittleEndian.AppendUint16(b, x)
		}
	}
	return string(b)
}
