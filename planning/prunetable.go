package planning

import (
	"encoding/binary"
	"slices"
)

// Move pruning by a finite automaton (Taylor and Korf 1993). If all operators of a slot have the same
// effect, sequences of slots can be executed symbolically, with unknowns in place of values. A sequence is
// redundant if a cheaper one, or an earlier one of the same cost, has the same effect. The redundant
// sequences up to some length, found by breadth-first search, are compiled into an automaton that runs
// along with the search and detects the slot that completes one.

// Limits of the automaton.
const (
	maxSequences   = 40_000  // sequences that are tried
	maxPruneStates = 1 << 16 // states of the automaton
	unknown        = 1 << 20 // plus a variable: the initial value of that variable
)

// A pruneTable is a move-pruning automaton: next[state*width+slot] is the next state, or -1 if the slot is
// redundant. slot counts from the first slot of the value of the blank. The first states are the initial
// states, one for each value of the blank.
type pruneTable struct {
	next  []int32
	width int32
}

// A uniform is a slot with the same effect for all values that it is looked up by.
type uniform struct {
	from   int32 // the variable whose value is looked up
	blank  int32 // value of the blank afterwards
	cost   int64
	domain int32      // index in domains of the values that have an operator
	sets   []blankSet // constants
	copies []int32    // variables that are set to the value looked up
}

// A pruneFinder finds redundant sequences.
type pruneFinder struct {
	r       *blankRun
	slots   [][]uniform // by value of the blank
	domains []bitset
	useless []string // redundant sequences, shorter ones first
}

// A sequence is a list of slots from a value of the blank, and its effect.
type sequence struct {
	text  string // the value of the blank, and the numbers of the slots
	blank int32
	cost  int64
	state []int32 // by variable: a value, or unknown plus a variable
	needs []need
}

// A need says that the initial value of a variable must be in a domain.
type need struct{ content, domain int32 }

func newPruneTable(s *Space, r *blankRun) pruneTable {
	f := &pruneFinder{r: r}
	if s.Mutexes != nil && f.compile() {
		f.find(s)
	}
	return f.table()
}

// compile reports whether all slots are uniform.
func (f *pruneFinder) compile() bool {
	for _, slots := range f.r.byBlank {
		list := make([]uniform, len(slots))
		for i := range slots {
			u, ok := f.uniform(&slots[i])
			if !ok || len(slots) > 255 || len(f.r.byBlank) > 255 {
				return false
			}
			list[i] = u
		}
		f.slots = append(f.slots, list)
	}
	return true
}

func (f *pruneFinder) uniform(slot *blankSlot) (uniform, bool) {
	u := uniform{from: slot.variable}
	domain := newBitset(len(slot.ops))
	var first *blankOperator
	var firsts []blankSet
	var copies []bool // of the first sets: whether the value set is always the one looked up
	for x, op := range slot.ops {
		if op < 0 {
			continue
		}
		domain.add(x)
		o, sets := &f.r.ops[op], f.r.changes[op].sets
		if first == nil {
			first, firsts, copies = o, sets, slices.Repeat([]bool{true}, len(sets))
		}
		if o.needs || o.blank != first.blank || o.cost != first.cost || len(sets) != len(firsts) {
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
	u.blank, u.cost = int32(first.blank), int64(first.cost)
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

// find tries sequences, shorter ones first.
func (f *pruneFinder) find(s *Space) {
	known := make([]map[string][]*sequence, len(f.slots)) // by first value of the blank, and effect
	var level []*sequence
	var alive map[string]bool // the texts of the level
	for h := range f.slots {
		start := f.start(s, h)
		known[h] = map[string][]*sequence{f.key(start): {start}}
		level = append(level, start)
	}
	most := f.most()
	for tried := 0; len(level) > 0 && len(level)*3+tried < most; {
		var next []*sequence
		for _, q := range level {
			for i := range f.slots[q.blank] {
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

// most returns the number of sequences that are worth trying, which is low for a small space.
func (f *pruneFinder) most() int {
	return min(maxSequences, len(f.r.left)/8)
}

// start returns the empty sequence. Invariants determine the values that follow from the place of the
// blank.
func (f *pruneFinder) start(s *Space, h int) *sequence {
	q := &sequence{text: string([]byte{byte(h)}), blank: int32(h), state: make([]int32, len(s.fields))}
	for v := range q.state {
		q.state[v] = unknown + int32(v)
	}
	q.state[f.r.blank] = int32(h)
	more, _ := s.Mutexes.implies([]Fact{{f.r.blank, h}}, nil)
	for _, m := range more {
		q.state[m.Var] = int32(m.Value)
	}
	return q
}

// after extends a sequence by a slot. It returns nil if the result never applies.
func (f *pruneFinder) after(q *sequence, i int) *sequence {
	u := &f.slots[q.blank][i]
	content := q.state[u.from]
	n := &sequence{text: q.text + string([]byte{byte(i)}), blank: u.blank, cost: q.cost + u.cost, state: slices.Clone(q.state), needs: q.needs}
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

func (f *pruneFinder) key(q *sequence) string {
	buf := make([]byte, 0, 4*len(q.state))
	for _, x := range q.state {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(x))
	}
	return string(buf)
}

// covers reports whether all contains all of some.
func covers(all, some []need) bool {
	return !slices.ContainsFunc(some, func(n need) bool { return !slices.Contains(all, n) })
}

// rest returns a sequence without its first slot.
func (f *pruneFinder) rest(text string) string {
	blank := f.slots[text[0]][text[1]].blank
	return string([]byte{byte(blank)}) + text[2:]
}

// table returns the automaton (Aho and Corasick 1975).
func (f *pruneFinder) table() pruneTable {
	p := pruneTable{width: 1}
	for _, slots := range f.r.byBlank {
		p.width = max(p.width, int32(len(slots)))
	}
	if len(f.useless) == 0 { // a single state for each row
		p.next = make([]int32, int(p.width)*len(f.r.byBlank))
		return p
	}
	t := &trie{pruneTable: p, find: f}
	for h := range f.slots {
		t.add(int32(h))
	}
	for _, text := range f.useless {
		t.insert(text)
	}
	t.link()
	return t.pruneTable
}

// A trie holds the redundant sequences; its states are their prefixes.
type trie struct {
	pruneTable
	find  *pruneFinder
	blank []int32
	fail  []int32 // the state of the longest proper suffix that is a prefix
}

const ending = -2 // marks the end of a sequence until link is called

func (t *trie) add(blank int32) int32 {
	t.blank = append(t.blank, blank)
	t.fail = append(t.fail, blank)
	t.next = append(t.next, slices.Repeat([]int32{-1}, int(t.width))...)
	return int32(len(t.blank) - 1)
}

func (t *trie) insert(text string) {
	state := int32(text[0])
	for k := 1; k < len(text); k++ {
		at := state*t.width + int32(text[k])
		if k == len(text)-1 {
			t.next[at] = ending
			return
		}
		if len(t.blank) == maxPruneStates || t.next[at] == ending {
			return
		}
		if t.next[at] < 0 {
			child := t.add(t.find.slots[t.blank[state]][text[k]].blank)
			t.next[at] = child
		}
		state = t.next[at]
	}
}

// link completes the transitions, those of shorter prefixes first.
func (t *trie) link() {
	level := make([]int32, len(t.find.slots))
	for h := range level {
		level[h] = int32(h)
	}
	for k := 0; k < len(level); k++ {
		state := level[k]
		root := int(state) < len(t.find.slots)
		for i, u := range t.find.slots[t.blank[state]] {
			at := state*t.width + int32(i)
			other := u.blank // the transition of the failure state
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
