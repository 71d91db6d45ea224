package game

import (
	"context"
	"errors"

	"farbank/solver"
)

// Options limit a computation. The zero Options have no limits.
type Options struct {
	Memory   int64   // limit in bytes; 0 means no limit
	States   int     // Explore: maximum number of states; 0 means no limit
	Exact    int64   // Reach, Expected: effort on exact fractions, about the number of multiplications of 64 bits; 0 means 1<<28, negative means none
	Width    float64 // Reach, Expected: largest width of an interval, relative for values above 1; 0 means 1e-9
	Progress func(Progress)
}

// A Progress describes a computation at work.
type Progress struct {
	Phase  string // "explore", "force", "reach", ...
	States int64  // explored or solved
	Memory int64  // bytes
}

// Rules describe a game by functions.
type Rules struct {
	// Starts lists the packed initial states.
	Starts [][]uint64
	// Look describes a state: it sets p.Kind and calls p.Move for each move. It must not keep state, which is valid only
	// during the call. An error ends the exploration.
	Look func(state []uint64, p *Position) error
}

// A Position receives the description of a state.
type Position struct {
	Number int  // the number of the state in the arena
	Kind   Kind // Ours unless Look sets it
	Part

	e *explorer
}

// A Part is a request for a part of the moves of a state of ours. [Search] asks for parts, since it often needs few moves of a state.
type Part struct {
	From int // Look may leave out the moves before this number, in an order of its own
	Most int // if positive: Look may stop after this number of moves
	Rest int // set by Look if it stopped: From of the next part; 0 means that there are no more moves
}

// Move adds a move. The key next is copied. The weight is used in states of chance.
func (p *Position) Move(next []uint64, label int, cost, weight int64) {
	e := p.e
	to, fresh := e.a.keys.insert(next)
	if fresh {
		e.a.from = append(e.a.from, int32(p.Number))
	}
	e.a.moves = append(e.a.moves, Move{To: int32(to), Label: int32(label), Cost: cost, Weight: weight})
}

// Ahead returns up to n packed states that are described after this one, one behind the other, for rules that describe several
// at a time. [Explore] calls Look with the states in the order of their numbers. Ahead returns nil if the order is another
// one, as in [Search], or if the states do not have the length of this one. The result is valid until the next Move.
func (p *Position) Ahead(n int) []uint64 {
	k := p.e.a.keys
	if !p.e.inOrder || p.Number+1 >= k.len() {
		return nil
	}
	size := len(k.key(p.Number))
	from, to := p.Number+1, min(p.Number+1+n, k.len())
	if k.at[to]-k.at[from] != size*(to-from) {
		return nil
	}
	return k.words[k.at[from]:k.at[to]]
}

type explorer struct {
	a       *Arena
	inOrder bool // Look is called with the states of a in their order
}

// An Exploration is the result of [Explore].
type Exploration struct {
	Arena  *Arena // if not Solved, the part that was explored, which is no valid arena
	Starts []int  // the numbers of the initial states
	Status solver.Status
	Reason error
}

// ErrStates is the reason of an exploration that ended at Options.States.
var ErrStates = errors.New("the limit on the number of states was reached")

// every is the number of states between two checks of the limits.
const every = 1024

// Explore returns the arena of the states reachable from r.Starts, numbered in breadth-first order. The Status is
// Solved, or Unknown with a Reason. The error is that of r.Look; the Exploration then has the part of the arena
// up to the state that Look was called with.
func Explore(ctx context.Context, r Rules, o Options) (Exploration, error) {
	a := &Arena{keys: newStore(), first: []int{0}}
	x := Exploration{Arena: a}
	for _, s := range r.Starts {
		n, fresh := a.keys.insert(s)
		if fresh {
			a.from = append(a.from, -1)
		}
		x.Starts = append(x.Starts, n)
	}
	p := Position{e: &explorer{a, true}}
	var state []uint64
	for n := 0; n < a.keys.len(); n++ {
		if n%every == 0 {
			used := a.keys.bytes() + int64(24*cap(a.moves)+8*cap(a.first)+5*cap(a.from))
			if x.Reason = over(ctx, used, a.keys.len(), o); x.Reason != nil {
				return x, nil
			}
			if o.Progress != nil {
				o.Progress(Progress{Phase: "explore", States: int64(a.keys.len()), Memory: used})
			}
		}
		state = append(state[:0], a.keys.key(n)...)
		p.Number, p.Kind, p.Part = n, Ours, Part{}
		if err := r.Look(state, &p); err != nil {
			reason, failure := solver.Split(ctx, err)
			x.Reason = reason
			return x, failure
		}
		a.kinds = append(a.kinds, p.Kind)
		a.first = append(a.first, len(a.moves))
	}
	x.Status = solver.Solved
	return x, a.check()
}

// over returns the limit that was reached, or nil.
func over(ctx context.Context, used int64, states int, o Options) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case o.Memory > 0 && used > o.Memory:
		return solver.ErrMemory
	case o.States > 0 && states > o.States:
		return ErrStates
	case states > MaxStates-1:
		return solver.ErrMemory
	}
	return nil
}
