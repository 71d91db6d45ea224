package planning

import (
	"encoding/binary"
	"slices"
)

// Where the operators of a slot all do the same, whatever the value is that they are looked
// up by, sequences of slots can be run with unknowns in place of values. A sequence that
// does what a cheaper one does, or one before it in order, need never be tried. Those up to
// some length, found breadth first, become an automaton that runs beside the search and
// knows which slot would end one (Taylor and Korf 1993).

// Bounds of the automaton.
const (
	maxSequences = 40_000  // that are tried
	maxPast      = 1 << 16 // states
	unknown      = 1 << 20 // plus a variable: what that had at the beginning
)

// A past says, by its state and the place of a slot among those of the hub's value, which
// state comes next; -1: the slot need not be tried. The first states are those without a
// past, one for each value of the hub.
type past struct {
	next  []int32
	width int32
}

// A uniform slot does the same for all values that it is looked up by.
type uniform struct {
	from   int32 // the variable that it looks at
	hub    int32 // afterwards
	cost   int64
	domain int32    // number of the set of values that it takes
	sets   []hubSet // constants
	copies []int32  // variables that get what it looks at
}

// A pastFinder finds sequences that are of no use.
type pastFinder struct {
	r       *hubRun
	slots   [][]uniform // by the hub's value
	domains []bitset
	useless []string // sequences, shorter ones first
}

// A sequence is slots tried from a value of the hub, and what comes of them.
type sequence struct {
	text  string // the value of the hub, and the places of the slots
	hub   int32
	cost  int64
	state []int32 // by variable: a value, or unknown and more
	needs []need
}

// A need is that what a variable had at the beginning is in a domain.
type need struct{ content, domain int32 }

func newPast(s *Space, r *hubRun) past {
	f := &pastFinder{r: r}
	if s.Mutexes != nil && f.compile() {
		f.find(s)
	}
	return f.past()
}

// compile reports whether all slots are uniform.
func (f *pastFinder) compile() bool {
	for _, slots := range f.r.byHub {
		list := make([]uniform, len(slots))
		for i := range slots {
			u, ok := f.uniform(&slots[i])
			if !ok || len(slots) > 255 || len(f.r.byHub) > 255 {
				return false
			}
			list[i] = u
		}
		f.slots = append(f.slots, list)
	}
	return true
}

func (f *pastFinder) uniform(slot *hubSlot) (uniform, bool) {
	u := uniform{from: slot.variable}
	domain := newBitset(len(slot.ops))
	var first *hubOperator
	var firsts []hubSet
	var copies []bool // of what first sets: it is always the value looked up by
	for x, op := range slot.ops {
		if op < 0 {
			continue
		}
		domain.add(x)
		o, sets := &f.r.ops[op], f.r.changes[op].sets
		if first == nil {
			first, firsts, copies = o, sets, slices.Repeat([]bool{true}, len(sets))
		}
		if o.needs || o.hub != first.hub || o.cost != first.cost || len(sets) != len(firsts) {
			return u, false
		}
		for k, s := range sets {
			same := s.value == firsts[k].value
			copies[k] = copies[k] && s.value == uint16(x)
			if s.variable != firsts[k].variable || !same && !copies[k] {
				return u, false
			}
		}
	}
	u.hub, u.cost = int32(first.hub), int64(first.cost)
	for k, s := range firsts {
		if copies[k] {
			u.copies = append(u.copies, s.variable)
		} else {
			u.sets = append(u.sets, s)
		}
	}
	u.domain = int32(slices.IndexFunc(f.domains, func(d bitset) bool { return slices.Equal(d, domain) }))
	if u.domain < 0 {
		u.domain = int32(len(f.domains))
		f.domains = append(f.domains, domain)
	}
	return u, true
}

// find tries sequences, shorter ones first and those of a length in order.
func (f *pastFinder) find(s *Space) {
	known := make([]map[string][]*sequence, len(f.slots)) // by where they begin and what they do
	var level []*sequence
	var alive map[string]bool // the level as texts
	for h := range f.slots {
		start := f.start(s, h)
		known[h] = map[string][]*sequence{f.key(start): {start}}
		level = append(level, start)
	}
	most := f.most()
	for tried := 0; len(level) > 0 && len(level)*3+tried < most; {
		var next []*sequence
		for _, q := range level {
			for i := range f.slots[q.hub] {
				tried++
				n := f.after(q, i)
				if n == nil || len(n.text) > 2 && !alive[f.rest(n.text)] {
					continue
				}
				list := known[n.text[0]]
				k := f.key(n)
				if slices.ContainsFunc(list[k], func(o *sequence) bool { return o.cost <= n.cost && covers(n.needs, o.needs) }) {
					f.useless = append(f.useless, n.text)
					continue
				}
				list[k] = append(list[k], n)
				next = append(next, n)
			}
		}
		level = next
		alive = make(map[string]bool, len(level))
		for _, q := range level {
			alive[q.text] = true
		}
	}
}

// most is how many sequences are worth trying: few where the whole space is small.
func (f *pastFinder) most() int {
	return min(maxSequences, len(f.r.left)/8)
}

// start is no slot at all; what invariants tell by the hub's value is known.
func (f *pastFinder) start(s *Space, h int) *sequence {
	q := &sequence{text: string([]byte{byte(h)}), hub: int32(h), state: make([]int32, len(s.fields))}
	for v := range q.state {
		q.state[v] = unknown + int32(v)
	}
	q.state[f.r.hub] = int32(h)
	more, _ := s.Mutexes.implies([]Fact{{f.r.hub, h}}, nil)
	for _, m := range more {
		q.state[m.Var] = int32(m.Value)
	}
	return q
}

// after is a sequence and one more slot; nil if that never applies.
func (f *pastFinder) after(q *sequence, i int) *sequence {
	u := &f.slots[q.hub][i]
	content := q.state[u.from]
	n := &sequence{text: q.text + string([]byte{byte(i)}), hub: u.hub, cost: q.cost + u.cost, state: slices.Clone(q.state), needs: q.needs}
	switch c := (need{content, u.domain}); {
	case content < unknown && !f.domains[u.domain].has(int(content)):
		return nil
	case content >= unknown && !slices.Contains(q.needs, c):
		n.needs = append(slices.Clip(q.needs), c)
	}
	for _, s := range u.sets {
		n.state[s.variable] = int32(s.value)
	}
	for _, v := range u.copies {
		n.state[v] = content
	}
	return n
}

func (f *pastFinder) key(q *sequence) string {
	buf := make([]byte, 0, 4*len(q.state))
	for _, x := range q.state {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(x))
	}
	return string(buf)
}

// covers reports whether all of some needs are among others.
func covers(all, some []need) bool {
	return !slices.ContainsFunc(some, func(n need) bool { return !slices.Contains(all, n) })
}

// rest is a sequence without its first slot.
func (f *pastFinder) rest(text string) string {
	hub := f.slots[text[0]][text[1]].hub
	return string([]byte{byte(hub)}) + text[2:]
}

// past makes the automaton (Aho and Corasick 1975).
func (f *pastFinder) past() past {
	p := past{width: 1}
	for _, slots := range f.r.byHub {
		p.width = max(p.width, int32(len(slots)))
	}
	if len(f.useless) == 0 { // one state, which follows itself
		p.next = make([]int32, int(p.width)*len(f.r.byHub))
		return p
	}
	t := &trie{past: p, find: f}
	for h := range f.slots {
		t.add(int32(h))
	}
	for _, text := range f.useless {
		t.insert(text)
	}
	t.link()
	return t.past
}

// A trie has the sequences that are of no use; its states are their beginnings.
type trie struct {
	past
	find *pastFinder
	hub  []int32
	fail []int32 // the state of the longest end that is a beginning
}

const ending = -2 // until links are made: here a sequence ends

func (t *trie) add(hub int32) int32 {
	t.hub = append(t.hub, hub)
	t.fail = append(t.fail, hub)
	t.next = append(t.next, slices.Repeat([]int32{-1}, int(t.width))...)
	return int32(len(t.hub) - 1)
}

func (t *trie) insert(text string) {
	state := int32(text[0])
	for k := 1; k < len(text); k++ {
		at := state*t.width + int32(text[k])
		if k == len(text)-1 {
			t.next[at] = ending
			return
		}
		if len(t.hub) == maxPast || t.next[at] == ending {
			return
		}
		if t.next[at] < 0 {
			child := t.add(t.find.slots[t.hub[state]][text[k]].hub)
			t.next[at] = child
		}
		state = t.next[at]
	}
}

// link completes the states, those of shorter beginnings first.
func (t *trie) link() {
	level := make([]int32, len(t.find.slots))
	for h := range level {
		level[h] = int32(h)
	}
	for k := 0; k < len(level); k++ {
		state := level[k]
		root := int(state) < len(t.find.slots)
		for i, u := range t.find.slots[t.hub[state]] {
			at := state*t.width + int32(i)
			other := u.hub // where the link of this state would lead
			if !root {
				other = t.next[t.fail[state]*t.width+int32(i)]
			}
			switch child := t.next[at]; {
			case child == ending || other == ending:
				t.next[at] = ending
			case child < 0:
				t.next[at] = other
			default:
				t.fail[child] = other
				level = append(level, child)
			}
		}
	}
	for i, x := range t.next {
		if x == ending {
			t.next[i] = -1
		}
	}
}
