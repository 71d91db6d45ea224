package certificate

import (
	"math"
	"slices"

	"farbank/model"
)

// A table maps states to distances, by open addressing with linear probing, at most half
// full.
type table struct {
	words    int
	n        int
	states   []uint64
	distance []int64
	slots    []uint32 // number + 1; 0 means free
}

func newTable(words int) *table { return &table{words: words, slots: make([]uint32, 1024)} }

// A forms describes valid packed states.
type forms struct {
	words  int
	layout *model.Layout
	domain []uint64 // by cell: its largest value minus its smallest
	used   []uint64 // by word: the bits that belong to cells
}

func newForms(p *model.Problem, l *model.Layout) *forms {
	t := &forms{words: l.Words, layout: l, used: make([]uint64, l.Words)}
	for i, f := range l.Fields {
		t.domain = append(t.domain, uint64(p.Cells[i].Hi)-uint64(p.Cells[i].Lo))
		t.used[f.Word] |= f.Mask << f.Shift
	}
	return t
}

// valid reports whether packing can produce the state.
func (t *forms) valid(state []uint64) bool {
	for i, f := range t.layout.Fields {
		if state[f.Word]>>f.Shift&f.Mask > t.domain[i] {
			return false
		}
	}
	for w, x := range state {
		if x&^t.used[w] != 0 {
			return false
		}
	}
	return true
}

func (t *table) state(i int) []uint64 { return t.states[i*t.words : (i+1)*t.words] }

// find returns the number of a state, or -1 if it is absent, and its slot.
func (t *table) find(state []uint64) (number, slot int) {
	mask := len(t.slots) - 1
	h := uint64(0)
	for _, w := range state {
		h = (h ^ w) * 0x9E3779B97F4A7C15
		h ^= h >> 32
	}
	for i := int(h) & mask; ; i = (i + 1) & mask {
		k := int(t.slots[i])
		if k == 0 {
			return -1, i
		}
		if slices.Equal(t.state(k-1), state) {
			return k - 1, i
		}
	}
}

// add adds a state; it reports false if the state is present already.
func (t *table) add(state []uint64, d int64) bool {
	k, slot := t.find(state)
	if k >= 0 {
		return false
	}
	t.states = append(t.states, state...)
	t.distance = append(t.distance, d)
	t.n++
	t.slots[slot] = uint32(t.n)
	if 2*t.n > len(t.slots) {
		t.slots = make([]uint32, 2*len(t.slots))
		for i := range t.n {
			_, slot := t.find(t.state(i))
			t.slots[slot] = uint32(i + 1)
		}
	}
	return true
}

// A tableStates holds the states of a certificate in memory.
type tableStates struct{ *table }

func (t *tableStates) len() int64 { return int64(t.n) }

func (t *tableStates) add(state []uint64, d int64) bool {
	if t.n >= math.MaxInt32 {
		panic(failure{&Error{Why: "there are too many states"}})
	}
	return t.table.add(state, d)
}

func compare(a, b []uint64) int { return slices.Compare(a, b) }
