package planning

import "slices"

// A landmarkTrack stores for each state the landmarks achieved on the path to it. The others are required,
// and so are achieved landmarks that are goals and do not hold, or that must hold immediately before a
// landmark that was not achieved (Richter and Westphal 2010).
type landmarkTrack struct {
	*landmarkSet
	words  int
	passed []uint64 // by state: the achieved landmarks
	begin  bitset
	now    bitset // those that hold in the current state
	come   []bool // by landmark: it was not achieved
	needed []int32
	listed bitset // needed as a set
	byFact lists  // by fact: the landmarks that contain it
}

func newLandmarkTrack(l *landmarkSet) *landmarkTrack {
	n := len(l.list)
	t := &landmarkTrack{landmarkSet: l, begin: newBitset(n), now: newBitset(n), come: make([]bool, n), listed: newBitset(n)}
	byFact := make([][]int32, l.space.Facts())
	for i := range l.list {
		for _, f := range l.list[i].facts {
			k := l.space.fact(f)
			byFact[k] = append(byFact[k], int32(i))
		}
	}
	t.byFact = packLists(byFact)
	t.words = len(t.now)
	t.look(l.space.begin)
	copy(t.begin, t.now)
	return t
}

// look computes the landmarks that hold in a state.
func (t *landmarkTrack) look(s State) {
	clear(t.now)
	for v, x := range s {
		for _, i := range t.byFact.of(int32(t.space.offset[v] + int(x))) {
			t.now.add(int(i))
		}
	}
}

// bytes returns the bytes of the data stored for states.
func (t *landmarkTrack) bytes() int64 { return int64(cap(t.passed)) * 8 }

// follow records the landmarks achieved on the path to a stored state through the state from, which is -1
// for the initial state. It computes the required landmarks.
func (t *landmarkTrack) follow(from, to int, s State) {
	if need := (to + 1) * t.words; need > len(t.passed) {
		t.passed = append(t.passed, make([]uint64, need-len(t.passed))...)
	}
	t.look(s)
	passed := bitset(t.passed[to*t.words : (to+1)*t.words])
	copy(passed, t.now)
	if from >= 0 {
		for w, x := range t.passed[from*t.words : (from+1)*t.words] {
			passed[w] |= x
		}
	}
	t.need(passed)
}

// need computes the required landmarks, given the achieved ones.
func (t *landmarkTrack) need(passed bitset) {
	t.needed = t.needed[:0]
	clear(t.listed)
	for i := range t.list {
		t.come[i] = !passed.has(i)
		if t.come[i] || t.list[i].goal && !t.now.has(i) {
			t.note(i)
		}
	}
	for i := range t.list {
		if !t.come[i] {
			continue
		}
		for _, k := range t.list[i].before {
			if !t.listed.has(int(k)) && !t.now.has(int(k)) {
				t.note(int(k))
			}
		}
	}
}

// note adds a required landmark.
func (t *landmarkTrack) note(i int) {
	t.needed = append(t.needed, int32(i))
	t.listed.add(i)
}

// unknown computes the required landmarks of a state without knowledge of the path to it: all of them for
// the initial state, else only goals.
func (t *landmarkTrack) unknown(s State) {
	t.look(s)
	if slices.Equal(s, t.space.begin) {
		t.need(t.begin)
		return
	}
	t.needed = t.needed[:0]
	for i := range t.list {
		t.come[i] = false
		if t.list[i].goal && !t.now.has(i) {
			t.needed = append(t.needed, int32(i))
		}
	}
}

// achievers returns the operators that may achieve a required landmark next.
func (t *landmarkTrack) achievers(i int32) []int32 {
	if t.come[i] {
		return t.list[i].first
	}
	return t.list[i].again
}

// A PathDependent heuristic uses information about the path to a state. Track estimates a stored state,
// given its number and the number of its parent, which was tracked before, or -1 for the initial state.
type PathDependent interface {
	Heuristic
	Track(from, to int, s State) int64
	Kept() int64 // bytes of the data stored for states
}
