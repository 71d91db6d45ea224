package planning

// A neighbours is the gap heuristic (Helmert 2010, for pancakes): the number of pairs of labels that are
// adjacent in the goal but not in the state, divided by the number of pairs that one operator can join.
// Whether the ends of the row are adjacent to each other or to a wall is chosen such that the estimate of
// the start is greatest.
type neighbours struct {
	t            *permutation
	pairs        [][2]int // of tokens; -1 is the wall
	beside       []bool   // by two places, the last of which is the wall
	places       int      // number of places, including the wall
	orientations int      // number of orientations of a token in one place
	cost         int64    // cost of an operator that joins made pairs
	made         int64
}

// newNeighbours returns the variant with the greatest estimate, or nil if no operator joins pairs.
func newNeighbours(t *permutation) *neighbours {
	var best *neighbours
	most := int64(0)
	states := make([]uint16, len(t.tokens))
	t.read(t.s.begin, states)
	for i := range t.orbits {
		if len(t.orbits[i].places) < 3 {
			continue
		}
		for ends := range 5 {
			n := t.neighbours(i, ends)
			if n == nil {
				continue
			}
			if x := n.left(states); best == nil || x > most {
				best, most = n, x
			}
		}
	}
	return best
}

// Bits for the ends of a row: adjacent to a wall, or to each other.
const (
	firstWalled = 1
	lastWalled  = 2
	aRing       = 4
)

// neighbours returns the heuristic for an orbit, or nil if no operator joins pairs.
func (t *permutation) neighbours(orbit, ends int) *neighbours {
	o := &t.orbits[orbit]
	count := len(o.places)
	n := &neighbours{t: t, places: count + 1, orientations: o.orientations, beside: make([]bool, (count+1)*(count+1))}
	var edges [][2]int
	join := func(p, q int) {
		edges = append(edges, [2]int{p, q})
		n.beside[p*n.places+q], n.beside[q*n.places+p] = true, true
	}
	for p := range count - 1 {
		join(p, p+1)
	}
	if ends&firstWalled != 0 {
		join(count, 0)
	}
	if ends&lastWalled != 0 {
		join(count-1, count)
	}
	if ends&aRing != 0 {
		join(count-1, 0)
	}
	if !n.count(o, edges) {
		return nil
	}
	at := make([]int, n.places) // by place: the token that belongs there, or -1
	for p := range at {
		at[p] = -1
	}
	for k := range t.tokens {
		if t.tokens[k].orbit == orbit {
			at[int(t.tokens[k].goal[0])/o.orientations] = k
		}
	}
	for _, e := range edges {
		a, b := at[e[0]], at[e[1]]
		if a < 0 && e[0] < count || b < 0 && e[1] < count { // the token was left out, since it depends on another
			continue
		}
		n.pairs = append(n.pairs, [2]int{a, b})
	}
	return n
}

// count finds the operator with the least cost for each joined pair. An operator can join as many pairs as
// it can separate.
func (n *neighbours) count(o *orbit, edges [][2]int) bool {
	to := func(op, p int) int {
		if p == n.places-1 {
			return p
		}
		return int(o.after[op][p*o.orientations]) / o.orientations
	}
	for op := range o.after {
		made := int64(0)
		for _, e := range edges {
			if !n.beside[to(op, e[0])*n.places+to(op, e[1])] {
				made++
			}
		}
		if cost := n.t.s.ops[op].cost; made > 0 && (n.made == 0 || cost*n.made < n.cost*made) {
			n.cost, n.made = cost, made
		}
	}
	return n.made > 0
}

// left returns a lower bound of the cost of joining the separated pairs.
func (n *neighbours) left(states []uint16) int64 {
	apart := int64(0)
	place := func(k int) int {
		if k < 0 {
			return n.places - 1
		}
		return int(states[k]) / n.orientations
	}
	for _, p := range n.pairs {
		if !n.beside[place(p[0])*n.places+place(p[1])] {
			apart++
		}
	}
	return (apart*n.cost + n.made - 1) / n.made
}
