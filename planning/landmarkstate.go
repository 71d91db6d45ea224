package planning

import "slices"

// A landmarkTrack knows of each stored state which landmarks have held on the way there:
// the others are still to come, and some that have held must hold again, because the goal
// asks for them or a landmark that is still to come needs them right before (Richter and
// Westphal 2010).
type landmarkTrack struct {
	*landmarkSet
	words  int
	passed []uint64 // by state
	begin  bitset
	now    bitset // those that hold in the state at hand
	come   []bool // by landmark: it has not held
	needed []int32
	listed bitset // the same
	byFact lists  // by fact: the landmarks that it makes hold
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

// look finds the landmarks that hold in a state.
func (t *landmarkTrack) look(s State) {
	clear(t.now)
	for v, x := range s {
		for _, i := range t.byFact.of(int32(t.space.offset[v] + int(x))) {
			t.now.add(int(i))
		}
	}
}

// bytes is what is kept for states.
func (t *landmarkTrack) bytes() int64 { return int64(cap(t.passed)) * 8 }

// follow notes what has held on the way to a stored state, from another (-1: the start is
// that state), and finds what is needed from there.
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

// need finds what is needed where some landmarks have held.
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

// note says that a landmark is needed.
func (t *landmarkTrack) note(i int) {
	t.needed = append(t.needed, int32(i))
	t.listed.add(i)
}

// unknown finds what is needed in a state to which the way is not known: of the start all,
// of others the goals.
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

// achievers are the operators that may make a needed landmark true next.
func (t *landmarkTrack) achievers(i int32) []int32 {
	if t.come[i] {
		return t.list[i].first
	}
	return t.list[i].again
}

// A Tracking heuristic knows more of a state by the way to it. Track estimates a stored
// state, by its number and that of the state before it, which was tracked earlier; -1: it is
// the start.
type Tracking interface {
	Heuristic
	Track(from, to int, s State) int64
	Kept() int64 // bytes
}
