package game

import (
	"errors"
	"fmt"
	"math"
)

// Kind says who chooses the move in a state.
type Kind uint8

const (
	Ours   Kind = iota // we choose
	Foe                // an opponent chooses, who wants to keep us from the goal and then to make it expensive
	Chance             // a move is drawn by its weight
	Goal               // the play ends here and the goal is reached; moves are ignored
)

// String returns the kind as one lowercase word.
func (k Kind) String() string {
	if k <= Goal {
		return [...]string{"ours", "foe", "chance", "goal"}[k]
	}
	return "kind out of range"
}

// A Move is an edge of an [Arena].
type Move struct {
	To     int32 // the state that it leads to
	Label  int32 // any number of the caller
	Cost   int64 // at least 0
	Weight int64 // in a Chance state: at least 1
}

// An Arena is a graph of states numbered from 0. The zero Arena has no states. It must not be
// changed while a function of this package uses it.
type Arena struct {
	kinds []Kind
	moves moveList

	sound   bool // check found nothing wrong
	ordered bool // if sound: every move leads to a state with a greater number

	keys *store  // of an arena that Explore built
	from []int32 // of an arena that Explore built: the state from which s was reached first, or -1
}

// MaxStates is the largest number of states of an Arena.
const MaxStates = math.MaxInt32

// Len returns the number of states.
func (a *Arena) Len() int { return len(a.kinds) }

// Explored returns the number of states that were found, also those of an exploration that ended early.
func (a *Arena) Explored() int {
	if a.keys == nil {
		return a.Len()
	}
	return a.keys.len()
}

// Size returns the number of moves.
func (a *Arena) Size() int { return a.moves.n }

// Kind returns the kind of state s.
func (a *Arena) Kind(s int) Kind { return a.kinds[s] }

// Moves returns the moves of state s. The caller must not change them.
func (a *Arena) Moves(s int) []Move { return a.moves.of(s) }

// Add adds a state and returns its number. Its moves may lead to states that are added later.
func (a *Arena) Add(k Kind, moves ...Move) int {
	a.sound = false
	a.kinds = append(a.kinds, k)
	a.moves.add(moves)
	return len(a.kinds) - 1
}

// Path returns the states on a path of fewest moves from an initial state of [Explore] to s, or
// only s if the arena was built by hand.
func (a *Arena) Path(s int) []int {
	path := []int{s}
	for a.from != nil && a.from[s] >= 0 {
		s = int(a.from[s])
		path = append(path, s)
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// Key returns the packed form of state s of an arena that [Explore] built.
func (a *Arena) Key(s int) []uint64 { return a.keys.key(s) }

// ErrCost reports a sum of costs or of weights that does not fit 64 bits.
var ErrCost = errors.New("a sum of costs or weights does not fit 64 bits")

// check returns an error if the arena is not valid, else whether all moves lead to later states. It changes nothing, since
// several goroutines may use the arena.
func (a *Arena) check() (ordered bool, err error) {
	if a.sound {
		return a.ordered, nil
	}
	ordered = true
	if a.Len() > MaxStates {
		return false, fmt.Errorf("an arena has at most %d states", MaxStates)
	}
	for s, k := range a.kinds {
		if k > Goal {
			return false, fmt.Errorf("state %d has no valid kind", s)
		}
		sum := int64(0)
		for _, m := range a.Moves(s) {
			switch {
			case m.To < 0 || int(m.To) >= a.Len():
				return false, fmt.Errorf("a move of state %d leads to state %d, which does not exist", s, m.To)
			case m.Cost < 0:
				return false, fmt.Errorf("a move of state %d costs %d", s, m.Cost)
			case k == Chance && m.Weight < 1:
				return false, fmt.Errorf("a move of chance in state %d has the weight %d", s, m.Weight)
			}
			ordered = ordered && (int(m.To) > s || k == Goal)
			if k == Chance {
				if sum += m.Weight; sum < 0 {
					return false, ErrCost
				}
			}
		}
	}
	return ordered, nil
}

// total returns the sum of the weights of the moves of s.
func (a *Arena) total(s int) int64 {
	sum := int64(0)
	for _, m := range a.Moves(s) {
		sum += m.Weight
	}
	return sum
}

// backward is the arena with its moves reversed.
type backward struct {
	first []int
	from  []int32 // from[first[t]:first[t+1]] are the states with a move to t, once for each move
	edge  []int32 // and the number of the move within its state
	cost  int64   // of all moves, unless costs is set
	costs bool
}

// reversed returns the reversed moves. Moves of goals are left out.
func (a *Arena) reversed() *backward {
	n := a.Len()
	b := &backward{first: make([]int, n+1), cost: -1}
	for s, k := range a.kinds {
		if k != Goal {
			for _, m := range a.Moves(s) {
				b.first[m.To+1]++
				if m.Cost != b.cost {
					b.costs = b.costs || b.cost >= 0
					b.cost = m.Cost
				}
			}
		}
	}
	for t := range n {
		b.first[t+1] += b.first[t]
	}
	b.from, b.edge = make([]int32, b.first[n]), make([]int32, b.first[n])
	next := append([]int(nil), b.first[:n]...)
	for s, k := range a.kinds {
		if k == Goal {
			continue
		}
		for i, m := range a.Moves(s) {
			b.from[next[m.To]], b.edge[next[m.To]] = int32(s), int32(i)
			next[m.To]++
		}
	}
	return b
}

// to returns the range of the moves that lead to t.
func (b *backward) to(t int) (lo, hi int) { return b.first[t], b.first[t+1] }

// Find returns the state with a packed form, in an arena that [Explore] built, and reports whether there is one.
func (a *Arena) Find(key []uint64) (int, bool) { return a.keys.find(key) }

// WithLastMoves returns the arena in which the play goes on from each goal of a by a last move, to a goal of its own. The
// move costs what value returns for the goal; if that is not ok, the play ends there without the goal. The other moves cost
// what cost returns. The states and their moves keep their numbers.
func (a *Arena) WithLastMoves(value func(s int) (cost int64, ok bool), cost func(s int, m Move) int64) *Arena {
	n := a.Len()
	b := &Arena{kinds: make([]Kind, 0, n+1)}
	var moves []Move
	for s, k := range a.kinds {
		moves = moves[:0]
		if k == Goal {
			if v, ok := value(s); ok {
				moves = append(moves, Move{To: int32(n), Label: -1, Cost: v, Weight: 1})
			}
			k = Ours
		} else {
			for _, m := range a.Moves(s) {
				m.Cost = cost(s, m)
				moves = append(moves, m)
			}
		}
		b.Add(k, moves...)
	}
	b.Add(Goal)
	return b
}

// A moveList has a list of moves for each state. The moves are in blocks, which are not copied when the list grows; those of a state
// are in one block.
type moveList struct {
	blocks [][]Move
	first  []int // the place of the first move of a state, and the place behind the last state
	n      int
}

// A place is the number of a block, shifted by blockBits, plus an index in it.
const (
	blockBits = 14
	blockMask = 1<<blockBits - 1
)

// add adds the moves of the next state.
func (l *moveList) add(moves []Move) {
	if len(l.first) == 0 {
		l.first = append(l.first, 0)
	}
	at := l.first[len(l.first)-1]
	if len(moves) > 0 {
		b := at >> blockBits
		if b < len(l.blocks) && at&blockMask+len(moves) > 1<<blockBits {
			b++
			at = b << blockBits
			l.first[len(l.first)-1] = at
		}
		if b == len(l.blocks) {
			var block []Move
			if b > 0 {
				block = make([]Move, 0, max(1<<blockBits, len(moves)))
			}
			l.blocks = append(l.blocks, block)
		}
		l.blocks[b] = append(l.blocks[b], moves...)
		if at += len(moves); at>>blockBits > b {
			at = (b + 1) << blockBits // also behind a longer block
		}
		l.n += len(moves)
	}
	l.first = append(l.first, at)
}

// states returns the number of states.
func (l *moveList) states() int { return max(0, len(l.first)-1) }

// of returns the moves of a state.
func (l *moveList) of(s int) []Move {
	lo, hi := l.first[s], l.first[s+1]
	if lo == hi {
		return nil
	}
	block := l.blocks[lo>>blockBits]
	if lo>>blockBits == hi>>blockBits {
		return block[lo&blockMask : hi&blockMask]
	}
	return block[lo&blockMask:]
}

// bytes returns the memory that the list uses.
func (l *moveList) bytes() int64 {
	used := 8 * cap(l.first)
	if n := len(l.blocks); n > 0 {
		used += 24 * (cap(l.blocks[0]) + max(0, n-1)<<blockBits)
	}
	return int64(used)
}
