package judge

import (
	"encoding/binary"
	"sync"

	"farbank/model"
)

// A memo caches parts of valid plans: starts, states, and transitions. The plans of one problem
// share most of these, and each plan is validated twice, when it is found and when it is shown.
// Invalid parts are not cached.
type memo struct {
	mu     sync.Mutex
	starts map[string]*safeState // by the leaves of the find variables
	states map[string]*safeState // by the leaves of all variables
	moves  map[*model.Move]Move
	kept   int // total size in leaves and moves
}

// maxKept is the maximum size of a memo, about 10 MB. Beyond it the memo is cleared.
const maxKept = 1 << 16

// A safeState is a safe state.
type safeState struct {
	state  State
	leaves model.State
	next   map[*model.Move]*transition
	worth  *int64 // the objective; nil: not evaluated yet
	ends   bool   // it meets the goal
}

// A transition is the result of an applicable move.
type transition struct {
	to    *safeState
	label string
	cost  int64
}

// key appends leaves in the encoding of map keys.
func key(k []byte, leaves []int64) []byte {
	for _, n := range leaves {
		k = binary.AppendVarint(k, n)
	}
	return k
}

// keep calls change to add an entry of the given size, after clearing the memo if it is full.
func (m *memo) keep(size int, change func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept += size; m.kept > maxKept || m.states == nil {
		m.starts, m.states, m.moves, m.kept = map[string]*safeState{}, map[string]*safeState{}, map[*model.Move]Move{}, size
	}
	change()
}

// known returns a cached start or state, or nil.
func (m *memo) known(of *map[string]*safeState, k []byte) *safeState {
	m.mu.Lock()
	defer m.mu.Unlock()
	return (*of)[string(k)]
}

// start returns the state in which a plan with these find values begins.
func (m *memo) start(find []int64, begin func() (*safeState, error)) (*safeState, error) {
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

// state returns a state after checking with safe that it is safe. It also returns the state if
// safe returns an error.
func (m *memo) state(s State, leaves model.State, safe func() error) (*safeState, error) {
	var room [64]byte
	k := key(room[:0], leaves)
	if x := m.known(&m.states, k); x != nil {
		return x, nil
	}
	x := &safeState{state: s, leaves: leaves}
	err := safe()
	if err == nil {
		m.keep(2*len(leaves)+1, func() { m.states[string(k)] = x })
	}
	return x, err
}

// transition returns the result of a move in a state.
func (m *memo) transition(from *safeState, given *model.Move, apply func() (*transition, error)) (*transition, error) {
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
				from.next = map[*model.Move]*transition{}
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
func (m *memo) worth(s *safeState, ask func() (int64, error)) (int64, error) {
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

// end checks that a state meets the goal.
func (m *memo) end(s *safeState, met func() error) error {
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
