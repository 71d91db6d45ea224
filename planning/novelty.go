package planning

import "math/bits"

// A novelty computes the novelty of states of width 2: 1 if a state has a fact that no state before had, 2 if it has
// such a pair of facts, else 3 (Lipovetzky, Geffner 2012). Only states of the same estimate are compared (Lipovetzky,
// Geffner 2017); with landmarks as the estimate this is the partition of Corrêa and Seipp 2025.
type novelty struct {
	space  *Space
	pairs  bool             // the task is small enough for pairs
	seen   map[int64]*noted // by estimate
	kinds  column[int64]    // by state: its estimate
	room   int64            // bytes for further sets
	used   int64            // bytes of the sets
	parent State            // scratch
	now    bitset           // scratch: the facts of the state
	fresh  []int            // scratch: its facts that the parent did not have
}

// A noted holds the facts and pairs of facts of the states with the same estimate.
type noted struct {
	facts bitset
	with  []bitset // by fact: the facts that it occurred with; nil if there was no memory for it
}

// Limits of novelty.
const (
	noveltyRoom  = 8       // divisor for the part of the memory for tables
	noveltyFacts = 1 << 13 // maximum number of facts for pairs
)

func newNovelty(s *Space) *novelty {
	n := s.Facts()
	return &novelty{space: s, pairs: n <= noveltyFacts, seen: map[int64]*noted{}, room: s.room / noveltyRoom,
		parent: make(State, len(s.fields)), now: newBitset(n)}
}

// of returns the novelty of stored state i with an estimate, and records its facts. from is the number of the parent,
// whose novelty was computed before, and packed is the parent; from is -1 for the initial state.
func (v *novelty) of(i int, s State, estimate int64, from int, packed []uint64) int64 {
	for k := len(v.kinds.pages); k<<pageBits < i; k++ {
		v.kinds.of(k << pageBits) // pages of dead ends only
	}
	*v.kinds.of(i) = estimate
	t := v.seen[estimate]
	if t == nil {
		t = v.open()
		v.seen[estimate] = t
	}
	known := from >= 0 && *v.kinds.of(from) == estimate
	if known {
		v.space.unpack(packed, v.parent)
	}
	clear(v.now)
	v.fresh = v.fresh[:0]
	out := int64(3)
	for x, value := range s {
		f := v.space.offset[x] + int(value)
		v.now.add(f)
		if known && v.parent[x] == value {
			continue // its pairs with other facts of this kind were recorded for the parent
		}
		v.fresh = append(v.fresh, f)
		if !t.facts.has(f) {
			t.facts.add(f)
			out = 1
		}
	}
	if t.with == nil {
		return out
	}
	for _, f := range v.fresh {
		if v.record(t, f) {
			out = min(out, 2)
		}
	}
	return out
}

// record records the pairs of a fact with those of the current state. It reports whether one is new.
func (v *novelty) record(t *noted, f int) bool {
	found := false
	row := t.with[f]
	for w, x := range v.now {
		more := x &^ row[w]
		if more == 0 {
			continue
		}
		found = true
		row[w] |= more
		for ; more != 0; more &= more - 1 {
			t.with[w<<6+bits.TrailingZeros64(more)].add(f)
		}
	}
	return found
}

// open returns empty sets. It leaves out pairs if there is no memory for them.
func (v *novelty) open() *noted {
	n := v.space.Facts()
	t := &noted{facts: newBitset(n)}
	words := len(t.facts)
	v.used += int64(words) * 8
	if size := int64(n) * int64(words) * 8; v.pairs && v.used+size <= v.room {
		v.used += size
		all := make(bitset, n*words)
		for f := range n {
			t.with = append(t.with, all[f*words:(f+1)*words])
		}
	}
	return t
}

// bytes returns the bytes in use.
func (v *novelty) bytes() int64 { return v.used + int64(len(v.kinds.pages))<<pageBits*8 }
