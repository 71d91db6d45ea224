package judge

import (
	"encoding/binary"
	"sync"

	"farbank/model"
)

// A memo keeps what valid plans have shown: their starts, their states, and the moves
// between them. The plans of one problem share most of these, and each is judged twice,
// when it is found and when it is shown. What is not valid is not kept.
type memo struct {
	mu     sync.Mutex
	starts map[string]*seen // by the leaves of the find variables
	states map[string]*seen // by the leaves of all variables
	moves  map[*model.Move]Move
	kept   int // leaves and moves
}

// maxKept is how much a memo keeps before it begins anew: some 10 MB.
const maxKept = 1 << 16

// A seen is a state, which is safe if the memo has it.
type seen struct {
	state  State
	leaves model.State
	next   map[*model.Move]*made
	worth  *int64 // the objective; nil: not asked for yet
	ends   bool   // it meets the goal
}

// A made is what comes of a move that applies.
type made struct {
	to    *seen
	label string
	cost  int64
}

// key appends some leaves, as the key of a map.
func key(k []byte, leaves []int64) []byte {
	for _, n := range leaves {
		k = binary.AppendVarint(k, n)
	}
	return k
}

// keep has change note something of a size, and forgets all else where there is no room.
func (m *memo) keep(size int, change func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept += size; m.kept > maxKept || m.states == nil {
		m.starts, m.states, m.moves, m.kept = map[string]*seen{}, map[string]*seen{}, map[*model.Move]Move{}, size
	}
	change()
}

// known looks a start or a state up.
func (m *memo) known(of *map[string]*seen, k []byte) *seen {
	m.mu.Lock()
	defer m.mu.Unlock()
	return (*of)[string(k)]
}

// start returns the state in which a plan with some find values begins.
func (m *memo) start(find []int64, begin func() (*seen, error)) (*seen, error) {
	var room [64]byte
	k := key(room[:0], find)
	if s := m.known(&m.starts, k); s != nil {
		return s, nil
	}
	s, err := begin()
	if err == nil {
		m.keep(len(find)+1, func() { m.starts[string(k)] = s })
	}
	return s, err
}

// state returns what is known of a state, also where it is not safe and safe says so.
func (m *memo) state(s State, leaves model.State, safe func() error) (*seen, error) {
	var room [64]byte
	k := key(room[:0], leaves)
	if x := m.known(&m.states, k); x != nil {
		return x, nil
	}
	x := &seen{state: s, leaves: leaves}
	err := safe()
	if err == nil {
		m.keep(2*len(leaves)+1, func() { m.states[string(k)] = x })
	}
	return x, err
}

// made returns what comes of a move in a state.
func (m *memo) made(from *seen, given *model.Move, apply func() (*made, error)) (*made, error) {
	m.mu.Lock()
	x := from.next[given]
	m.mu.Unlock()
	if x != nil {
		return x, nil
	}
	x, err := apply()
	if err == nil {
		m.keep(4, func() {
			if from.next == nil {
				from.next = map[*model.Move]*made{}
			}
			from.next[given] = x
		})
	}
	return x, err
}

// move returns the move that a plan names.
func (m *memo) move(given *model.Move, resolve func() (Move, bool)) (Move, bool) {
	m.mu.Lock()
	mv, ok := m.moves[given]
	m.mu.Unlock()
	if ok {
		return mv, true
	}
	mv, ok = resolve()
	if ok {
		m.keep(len(mv.Args)+2, func() { m.moves[given] = mv })
	}
	return mv, ok
}

// worth returns the objective in a state.
func (m *memo) worth(s *seen, ask func() (int64, error)) (int64, error) {
	m.mu.Lock()
	n := s.worth
	m.mu.Unlock()
	if n != nil {
		return *n, nil
	}
	v, err := ask()
	if err == nil {
		m.keep(1, func() { s.worth = &v })
	}
	return v, err
}

// end judges whether a state meets the goal.
func (m *memo) end(s *seen, met func() error) error {
	m.mu.Lock()
	ends := s.ends
	m.mu.Unlock()
	if ends {
		return nil
	}
	err := met()
	if err == nil {
		m.keep(0, func() { s.ends = true })
	}
	return err
}
