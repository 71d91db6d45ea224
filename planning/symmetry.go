package planning

// Symmetries are permutations of the facts of a space that leave the task as it is, but for its start: variables
// change places, values their names, operators become others of the same cost, and the goal stays. What is left to be
// done is the same in symmetric states, so that of those a search needs one (Pochter, Zohar and Rosenschein 2011;
// Domshlak, Katz and Shleyfman 2012). They do not change once found.
type Symmetries struct {
	s    *Space
	list []symmetry // generators of the group
}

// A symmetry is a generator: by variable after it, ascending; the others keep their values.
type symmetry []symmetricValue

// A symmetricValue is what a variable has after a symmetry, by what another had.
type symmetricValue struct {
	variable, from int
	becomes        []uint16
}

// Count is how many generators there are.
func (y *Symmetries) Count() int { return len(y.list) }

// lessens reports whether a symmetry makes a state one that comes before it.
func (g symmetry) lessens(state State) bool {
	for i := range g {
		m := &g[i]
		if x, y := state[m.variable], m.becomes[state[m.from]]; x != y {
			return y < x
		}
	}
	return false
}

// apply puts the image of a state in its place.
func (g symmetry) apply(state, scratch State) {
	copy(scratch, state)
	for i := range g {
		m := &g[i]
		state[m.variable] = m.becomes[scratch[m.from]]
	}
}

// An orbits is the use that a search makes of symmetries: it keeps of each state a symmetric one, as far as
// generators make it less, mostly the least of all; whoever has the same one is symmetric. The states of the search
// itself are as they were reached (DKS search: Domshlak, Katz and Shleyfman 2015), so that its plans are plans, and
// heuristics may know what can be reached.
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
	return &orbits{Symmetries: y, keys: newStore(y.s.words), state: make(State, n), scratch: make(State, n), packed: make([]uint64, y.s.words)}
}

// tryOrbits is after how many states symmetries have to have been of use.
const tryOrbits = 2000

// off reports whether they are of no use: less than one in a hundred states has been met by way of a symmetric one.
func (o *orbits) off() bool { return o.looked >= tryOrbits && 100*o.useful < o.looked }

// of is the place of the number of the state that stands for one, and whether there is none yet.
func (o *orbits) of(state State) (*uint32, bool) {
	copy(o.state, state)
	o.looked++
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
	o.s.pack(o.state, o.packed)
	i, fresh := o.keys.add(o.packed)
	return o.number.of(i), fresh
}

// bytes is what they take.
func (o *orbits) bytes() int64 { return o.keys.bytes() + int64(len(o.number.pages))<<pageBits*4 }
