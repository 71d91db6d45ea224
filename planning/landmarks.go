package planning

import "slices"

// A landmarkSet holds landmarks of a task: sets of facts one of which is true at some time in every plan
// (Porteous, Sebastia and Hoffmann 2001). The landmarks of the delete relaxation are found by propagating,
// from the start, the propositions that each proposition needs (Zhu and Givan 2003; Keyder, Richter and
// Helmert 2010). For each of them, disjunctive landmarks are added: the facts of one variable that its
// first achievers need (Richter, Helmert and Westphal 2008, by backchaining).
type landmarkSet struct {
	space *Space
	list  []landmarkFacts
	costs []int64 // of operators
}

// A landmarkFacts is one landmark.
type landmarkFacts struct {
	facts  []Fact
	goal   bool    // it is a goal
	before []int32 // landmarks that hold immediately before it first holds
	first  []int32 // its first achievers: operators that may make it true for the first time
	again  []int32 // its achievers: operators that may make it true
}

// Limits of landmarks.
const (
	maxLandmarks    = 4096
	maxLandmarkWork = 500_000_000 // words processed
	maxDisjunction  = 4           // maximum number of facts of a disjunctive landmark
)

// newLandmarks finds landmarks. It returns nil if that takes too long or the relaxed task has no plan.
func newLandmarks(s *Space) *landmarkSet {
	return landmarksOf(newRelaxation(s), maxLandmarkWork)
}

// landmarksOf finds landmarks by processing at most limit words. It returns nil if that does not suffice or the relaxed
// task has no plan.
func landmarksOf(r *relaxation, limit int) *landmarkSet {
	s := r.space
	f := &landmarkFinder{relaxation: r, set: &landmarkSet{space: s, costs: r.costs(0)}, number: map[int32]int32{}, limit: limit}
	if int64(r.props)*int64(r.props)/8 > s.room/8 || !f.propagate() || f.needs[r.goal] == nil {
		return nil
	}
	f.conclude()
	return f.set
}

type landmarkFinder struct {
	*relaxation
	set    *landmarkSet
	needs  []bitset        // by proposition: the propositions that must be reached for it, including itself; nil if it is not reached
	number map[int32]int32 // landmarks by proposition
	work   int
	limit  int
}

// propagate computes the propositions that each proposition needs. Actions whose preconditions are all reached wait in a
// queue, each at most once, so that one union serves the changes of several preconditions.
func (f *landmarkFinder) propagate() bool {
	f.needs = make([]bitset, f.props)
	open := make([]int32, len(f.actions)) // by action: the number of preconditions not reached yet
	for a := range f.actions {
		open[a] = int32(len(f.actions[a].pre))
	}
	var queue []int32
	waits := make([]bool, len(f.actions))
	changed := func(p int32, fresh bool) {
		for _, a := range f.relaxation.needs[p] {
			if fresh {
				open[a]--
			}
			if open[a] == 0 && !waits[a] {
				waits[a] = true
				queue = append(queue, a)
			}
		}
	}
	begin := func(p int32) {
		f.needs[p] = newBitset(f.props)
		f.needs[p].add(int(p))
		changed(p, true)
	}
	begin(f.always)
	for v, x := range f.space.begin {
		begin(int32(f.space.offset[v] + int(x)))
	}
	scratch := newBitset(f.props)
	for len(queue) > 0 {
		now := queue
		queue = nil
		for _, a := range now {
			waits[a] = false
			f.union(a, scratch)
			for _, q := range f.actions[a].add {
				if fresh := f.needs[q] == nil; f.tighten(q, scratch) {
					changed(q, fresh)
				}
			}
			if f.work += len(scratch) * (len(f.actions[a].pre) + len(f.actions[a].add)); f.work > f.limit {
				return false
			}
		}
	}
	return true
}

// union computes the union of the propositions that the preconditions of an action need. All of them are reached.
func (f *landmarkFinder) union(a int32, set bitset) {
	pre := f.actions[a].pre
	copy(set, f.needs[pre[0]])
	for _, p := range pre[1:] {
		for w, x := range f.needs[p][:len(set)] {
			set[w] |= x
		}
	}
}

// tighten intersects the propositions that a proposition needs with set. It returns true if they change.
func (f *landmarkFinder) tighten(p int32, set bitset) bool {
	old := f.needs[p]
	if old == nil {
		f.needs[p] = slices.Clone(set)
		f.needs[p].add(int(p))
		return true
	}
	changed := false
	for w, x := range old {
		y := x & set[w]
		if int(p)>>6 == w {
			y |= 1 << (p & 63)
		}
		changed = changed || y != x
		old[w] = y
	}
	return changed
}

// conclude lists the landmarks and their disjunctive predecessors.
func (f *landmarkFinder) conclude() {
	for p := range int32(f.props) {
		if p != f.goal && p != f.always && f.needs[f.goal].has(int(p)) && len(f.set.list) < maxLandmarks {
			f.number[p] = int32(len(f.set.list))
			f.set.list = append(f.set.list, landmarkFacts{facts: f.factsOf(p)})
		}
	}
	for _, a := range f.makes[f.goal] {
		for _, p := range f.actions[a].pre {
			if n, ok := f.number[p]; ok {
				f.set.list[n].goal = true
			}
		}
	}
	props := make([]int32, len(f.set.list))
	for p, n := range f.number {
		props[n] = p
	}
	known := map[string]int32{}
	for n := 0; n < len(f.set.list); n++ {
		prop := int32(-1)
		if n < len(props) {
			prop = props[n]
		}
		f.achievers(n, prop, known)
	}
}

// factsOf returns the facts that a proposition stands for.
func (f *landmarkFinder) factsOf(p int32) []Fact {
	if int(p) < f.space.Facts() {
		return []Fact{f.space.factOf(p)}
	}
	var list []Fact
	for _, a := range f.makes[p] { // a disjunction
		for _, q := range f.actions[a].pre {
			list = append(list, f.space.factOf(q))
		}
	}
	return list
}

// factOf returns the fact with a number.
func (s *Space) factOf(p int32) Fact {
	v, found := slices.BinarySearch(s.offset, int(p))
	if !found {
		v--
	}
	return Fact{v, int(p) - s.offset[v]}
}

// achievers finds the achievers of a landmark and their common preconditions.
func (f *landmarkFinder) achievers(n int, prop int32, known map[string]int32) {
	l := &f.set.list[n]
	var shared []int32 // preconditions that all first achievers share
	values := map[int]map[int]bool{}
	first := true
	for _, fact := range l.facts {
		p := int32(f.space.fact(fact))
		for _, a := range f.makes[p] {
			owner := f.actions[a].owner
			l.again = append(l.again, owner)
			if !f.mayBeFirst(a, p, prop) {
				continue
			}
			l.first = append(l.first, owner)
			pre := f.actions[a].pre
			if first {
				shared = slices.Clone(pre)
			} else {
				shared = slices.DeleteFunc(shared, func(q int32) bool { return !slices.Contains(pre, q) })
			}
			f.values(pre, values, first)
			first = false
		}
	}
	slices.Sort(l.again)
	slices.Sort(l.first)
	l.again, l.first = slices.Compact(l.again), slices.Compact(l.first)
	if slices.ContainsFunc(l.facts, func(x Fact) bool { return int(f.space.begin[x.Var]) == x.Value }) {
		return // it holds initially
	}
	for _, q := range shared {
		if k, ok := f.number[q]; ok {
			l.before = append(l.before, k)
		}
	}
	for v := range len(f.space.fields) {
		if len(values[v]) > 1 && len(values[v]) <= maxDisjunction {
			f.disjunction(n, v, values[v], known)
		}
	}
}

// mayBeFirst reports whether an action may achieve a fact before any fact of the landmark has held.
func (f *landmarkFinder) mayBeFirst(a, p, prop int32) bool {
	for _, q := range f.actions[a].pre {
		if f.needs[q] == nil || f.needs[q].has(int(p)) || prop >= 0 && f.needs[q].has(int(prop)) {
			return false
		}
	}
	return true
}

// values keeps the variables of which every action so far has a precondition, with the values required.
func (f *landmarkFinder) values(pre []int32, values map[int]map[int]bool, first bool) {
	here := map[int]int{}
	for _, q := range pre {
		if int(q) < f.space.Facts() {
			x := f.space.factOf(q)
			here[x.Var] = x.Value
			if first {
				values[x.Var] = map[int]bool{}
			}
		}
	}
	for v := range values {
		if x, ok := here[v]; ok {
			values[v][x] = true
		} else {
			delete(values, v)
		}
	}
}

// disjunction adds the disjunctive landmark that a variable has one of some values immediately before
// landmark n first holds.
func (f *landmarkFinder) disjunction(n, v int, values map[int]bool, known map[string]int32) {
	var facts []Fact
	key := []byte{byte(v), byte(v >> 8), byte(v >> 16)}
	for x := range f.space.Task.Variables[v].Size {
		if !values[x] {
			continue
		}
		if _, ok := f.number[int32(f.space.offset[v]+x)]; ok || int(f.space.begin[v]) == x {
			return // the landmark of the single fact is stronger, or it holds initially
		}
		facts = append(facts, Fact{v, x})
		key = append(key, byte(x), byte(x>>8))
	}
	k, ok := known[string(key)]
	if !ok {
		if len(f.set.list) == maxLandmarks {
			return
		}
		k = int32(len(f.set.list))
		known[string(key)] = k
		f.set.list = append(f.set.list, landmarkFacts{facts: facts})
	}
	f.set.list[n].before = append(f.set.list[n].before, k)
}
