package planning

// Neighbours is what a turning knows by counting: in the goal certain labels are beside each other; where an
// operator brings at most so many pairs together, it takes at least so many operators (the gap heuristic: Helmert
// 2010, who has it for pancakes). Whether the ends of a row count as neighbours, of each other or of a wall, is
// chosen by what gives most at the start.
type neighbours struct {
	t      *turning
	pairs  [][2]int // of tokens; -1: the wall
	beside []bool   // by two places, of which the last is the wall
	places int      // with the wall
	stuck  int      // states of a token in one place
	cost   int64    // for so many pairs
	made   int64
}

// newNeighbours finds the best way to count; nil if there is none.
func newNeighbours(t *turning) *neighbours {
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

// What the ends of a row are: free, beside a wall at one or the other or both, or beside each other.
const (
	firstWalled = 1
	lastWalled  = 2
	aRing       = 4
)

// neighbours counts those of an orbit.
func (t *turning) neighbours(orbit, ends int) *neighbours {
	o := &t.orbits[orbit]
	count := len(o.places)
	n := &neighbours{t: t, places: count + 1, stuck: o.stuck, beside: make([]bool, (count+1)*(count+1))}
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
	at := make([]int, n.places) // by place: the token that is to be there; -1: none
	for p := range at {
		at[p] = -1
	}
	for k := range t.tokens {
		if t.tokens[k].orbit == orbit {
			at[int(t.tokens[k].goal[0])/o.stuck] = k
		}
	}
	for _, e := range edges {
		a, b := at[e[0]], at[e[1]]
		if a < 0 && e[0] < count || b < 0 && e[1] < count { // left out, since it follows from another
			continue
		}
		n.pairs = append(n.pairs, [2]int{a, b})
	}
	return n
}

// count finds the least that it costs to bring a pair together: the number of pairs that an operator may make is
// that of those that it may part.
func (n *neighbours) count(o *orbit, edges [][2]int) bool {
	to := func(op, p int) int {
		if p == n.places-1 {
			return p
		}
		return int(o.after[op][p*o.stuck]) / o.stuck
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

// left is the least cost of bringing together what is apart.
func (n *neighbours) left(states []uint16) int64 {
	apart := int64(0)
	place := func(k int) int {
		if k < 0 {
			return n.places - 1
		}
		return int(states[k]) / n.stuck
	}
	for _, p := range n.pairs {
		if !n.beside[place(p[0])*n.places+place(p[1])] {
			apart++
		}
	}
	return (apart*n.cost + n.made - 1) / n.made
}
