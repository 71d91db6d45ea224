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
	m := Move{Label: int32(label), Cost: cost, Weight: weight}
	if e.a != nil {
		e.words = append(e.words, next...)
		e.ends = append(e.ends, int32(len(e.words)))
	} else {
		to, _ := e.keys.insert(next)
		m.To = int32(to)
	}
	e.moves = append(e.moves, m)
}

// Ahead returns up to n packed states that are described after this one, one behind the other, for rules that describe several
// at a time. [Explore] calls Look with the states in the order of their numbers. Ahead returns nil if the order is another
// one, as in [Search], or if the states do not have the length of this one. The result is valid until the next Move.
func (p *Position) Ahead(n int) []uint64 {
	if p.e.a == nil || p.Number+1 >= p.e.a.keys.len() {
		return nil
	}
	k := p.e.a.keys
	if all := k.following(p.Number, n+1); all != nil {
		return all[len(k.key(p.Number)):]
	}
	return nil
}

// An explorer collects moves. Those of an arena that is explored wait for the numbers of the states after them, so that many are
// looked up together.
type explorer struct {
	a      *Arena // in which Look is called with the states in their order; else nil
	keys   *store // the states after the moves, if a is nil
	moves  []Move
	words  []uint64 // the keys of the states after the moves that wait
	ends   []int32  // words[ends[i-1]:ends[i]] is that of move i
	states []int32  // for each state that waits, the number of moves up to it
	hashes []uint64
	odd    bool // the arena must be checked
	back   bool // a move leads to a state with a number that is not greater
}

// waiting is the number of moves that are looked up together.
const waiting = 512

// number numbers the states after the moves that wait, and adds the moves to the arena. Moves of a state that has not been described
// completely are left out.
func (e *explorer) number() (read uint64) {
	a := e.a
	e.hashes = e.hashes[:0]
	from := int32(0)
	for _, to := range e.ends {
		e.hashes = append(e.hashes, hash(e.words[from:to]))
		from = to
	}
	read = a.keys.touch(e.hashes)
	i, done := 0, a.moves.states()
	from = 0
	for k, end := range e.states {
		first := i
		for ; i < int(end); i++ {
			to, fresh := a.keys.insertHashed(e.words[from:e.ends[i]], e.hashes[i])
			if fresh {
				a.from = append(a.from, int32(done+k))
			}
			m := &e.moves[i]
			m.To = int32(to)
			e.odd = e.odd || m.Cost < 0 || a.kinds[done+k] == Chance
			e.back = e.back || to <= done+k && a.kinds[done+k] != Goal
			from = e.ends[i]
		}
		a.moves.add(e.moves[first:i])
	}
	e.moves, e.words, e.ends, e.states = e.moves[:0], e.words[:0], e.ends[:0], e.states[:0]
	return read
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
	a := &Arena{keys: newStore()}
	x := Exploration{Arena: a}
	for _, s := range r.Starts {
		n, fresh := a.keys.insert(s)
		if fresh {
			a.from = append(a.from, -1)
		}
		x.Starts = append(x.Starts, n)
	}
	e := &explorer{a: a}
	p := Position{e: e}
	var state []uint64
	for n := 0; ; n++ {
		if n == a.keys.len() || len(e.moves) >= waiting {
			e.number()
			if n == a.keys.len() {
				break
			}
		}
		if n%every == 0 {
			used := a.keys.bytes() + a.moves.bytes() + int64(5*cap(a.from))
			if x.Reason = over(ctx, used, a.keys.len(), o); x.Reason != nil {
				e.number()
				return x, nil
			}
			if o.Progress != nil {
				o.Progress(Progress{Phase: "explore", States: int64(a.keys.len()), Memory: used})
			}
		}
		state = append(state[:0], a.keys.key(n)...)
		p.Number, p.Kind, p.Part = n, Ours, Part{}
		if err := r.Look(state, &p); err != nil {
			e.number()
			reason, failure := solver.Split(ctx, err)
			x.Reason = reason
			return x, failure
		}
		a.kinds = append(a.kinds, p.Kind)
		e.states = append(e.states, int32(len(e.moves)))
	}
	x.Status = solver.Solved
	if !e.odd && a.Len() <= MaxStates {
		a.sound, a.ordered = true, !e.back
	}
	_, err := a.check()
	return x, err
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
