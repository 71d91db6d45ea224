package planning

// Symmetries are structural symmetries of a space: permutations of facts that map variables to variables
// and operators to operators of the same cost, and preserve the goal, but not necessarily the initial
// state. Symmetric states have the same cost to the goal, so a search needs only one of them (Pochter,
// Zohar and Rosenschein 2011; Domshlak, Katz and Shleyfman 2012). They are immutable.
type Symmetries struct {
	s    *Space
	list []symmetry // generators of the group
}

// A symmetry is a generator: the variables that it changes, in ascending order.
type symmetry []symmetricValue

// A symmetricValue is the new value of a variable, as a function of the value of from.
type symmetricValue struct {
	variable, from int
	becomes        []uint16
}

// Count returns the number of generators.
func (y *Symmetries) Count() int { return len(y.list) }

// lessens reports whether a symmetry maps a state to a lexicographically smaller one.
func (g symmetry) lessens(state State) bool {
	for i := range g {
		m := &g[i]
		if x, y := state[m.variable], m.becomes[state[m.from]]; x != y {
			return y < x
		}
	}
	return false
}

// apply replaces a state by its image.
func (g symmetry) apply(state, scratch State) {
	copy(scratch, state)
	for i := range g {
		m := &g[i]
		state[m.variable] = m.becomes[scratch[m.from]]
	}
}

// An orbits prunes symmetric states. The key of a state is a symmetric state, minimized greedily by the
// generators; states with the same key are symmetric. The search itself stores the original states (orbit
// search with DKS: Domshlak, Katz and Shleyfman 2015), so its plans are valid, and heuristics may use
// reachability.
type orbits struct {
	*Symmetries
	keys           *store
	number         column[uint32] // by key: the state of the search
	state, scratch State
	packed         []uint64
	looked, useful int
}

func newOrbits(y *Symmetries) *orbits {
	if y == nil || len(y.list) == 0 {
		return nil
	}
	n := len(y.s.fields)
	y = &Symmetries{y.s, conjugated(y.list)}
	return &orbits{Symmetries: y, keys: newStore(y.s.words), state: make(State, n), scratch: make(State, n), packed: make([]uint64, y.s.words)}
}

// tryOrbits is the number of states after which symmetries must have been useful.
const tryOrbits = 2000

// off reports whether symmetries are of little use: less than one percent of the states were pruned.
func (o *orbits) off() bool { return o.looked >= tryOrbits && 100*o.useful < o.looked }

// of returns a pointer to the number of the representative of a state, and whether the caller must set it.
func (o *orbits) of(state State) (*uint32, bool) {
	copy(o.state, state)
	o.looked++
	o.minimize()
	o.s.pack(o.state, o.packed)
	i, fresh := o.keys.add(o.packed)
	return o.number.of(i), fresh
}

// minimize applies generators to the state until none makes it smaller.
func (o *orbits) minimize() {
	for idle, k := 0, 0; idle < len(o.list); k++ {
		if k == len(o.list) {
			k = 0
		}
		if g := o.list[k]; g.lessens(o.state) {
			g.apply(o.state, o.scratch)
			idle = 0
		} else {
			idle++
		}
	}
}

// bytes returns the memory in use.
func (o *orbits) bytes() int64 { return o.keys.bytes() + int64(len(o.number.pages))<<pageBits*4 }
