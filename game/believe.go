package game

import (
	"errors"
	"slices"
)

// Hidden describes a game in which we see only part of the state. A world is a packed complete state. A belief is
// the set of the worlds that agree with everything seen so far.
type Hidden struct {
	// Starts lists the worlds that are possible at first, all of the same length, at least 1.
	Starts [][]uint64
	// View appends what we see of a world.
	View func(world, seen []uint64) []uint64
	// Look describes a belief: it sets p.Kind, to Ours, Foe or Goal, and calls p.Move for each move. The worlds
	// are sorted and valid only during the call. We see neither the move of a foe nor its cost, only the View of
	// the world after it.
	Look func(worlds [][]uint64, p *BeliefPosition) error
}

// A BeliefPosition receives the description of a belief.
type BeliefPosition struct {
	Number int  // the number of the belief in the arena
	Kind   Kind // Ours unless Look sets it
	Part

	moves []beliefMove
}

type beliefMove struct {
	label  int
	cost   int64
	worlds [][]uint64
}

// Move adds a move that leads to one of the given worlds, in any order. They are copied. The cost is the
// greatest of its worlds.
func (p *BeliefPosition) Move(label int, cost int64, worlds [][]uint64) {
	copied := make([][]uint64, len(worlds))
	for i, w := range worlds {
		copied[i] = slices.Clone(w)
	}
	p.moves = append(p.moves, beliefMove{label, cost, copied})
}

// Unseen is the label of the moves that determine what we see.
const Unseen = -1

// The first word of a packed state of [Believe].
const (
	settled uint64 = iota // a belief
	pending               // worlds after a move, before we see anything
)

// ErrWorlds reports worlds of different lengths.
var ErrWorlds = errors.New("the worlds are not of the same length")

// Believe returns the game of the beliefs: its states are beliefs, and after a move of ours with several possible
// views a state of the foe, who chooses what we see by a move with the label Unseen and the cost 0. [Worlds]
// returns the worlds of a packed state.
func Believe(h Hidden) Rules {
	size := 0
	if len(h.Starts) > 0 {
		size = len(h.Starts[0])
	}
	b := &believing{Hidden: h, size: size}
	r := Rules{Look: b.look}
	if len(h.Starts) > 0 {
		r.Starts = [][]uint64{b.pack(slices.Clone(h.Starts))}
	}
	return r
}

// Worlds returns the sorted worlds of a packed state of [Believe], and reports whether it is a belief: else we do
// not yet see what a move led to. The size is the length of a world.
func Worlds(state []uint64, size int) (worlds [][]uint64, belief bool) {
	for i := 1; i+size <= len(state); i += size {
		worlds = append(worlds, state[i:i+size:i+size])
	}
	return worlds, state[0] == settled
}

// Settled reports whether a packed state of [Believe] is a belief.
func Settled(state []uint64) bool { return state[0] == settled }

type believing struct {
	Hidden
	size int
}

// pack returns the packed state of worlds, sorted and without duplicates: a belief if they have the same view.
func (b *believing) pack(worlds [][]uint64) []uint64 {
	slices.SortFunc(worlds, slices.Compare)
	worlds = slices.CompactFunc(worlds, slices.Equal)
	out := make([]uint64, 1, 1+len(worlds)*b.size)
	var first, view []uint64
	for i, w := range worlds {
		if view = b.View(w, view[:0]); i == 0 {
			first = slices.Clone(view)
		} else if !slices.Equal(first, view) {
			out[0] = pending
		}
		out = append(out, w...)
	}
	return out
}

func (b *believing) look(state []uint64, p *Position) error {
	worlds, belief := Worlds(state, b.size)
	if (len(state)-1)%max(1, b.size) != 0 {
		return ErrWorlds
	}
	if !belief {
		p.Kind = Foe
		b.views(worlds, func(group [][]uint64) { p.Move(b.pack(group), Unseen, 0, 1) })
		return nil
	}
	bp := &BeliefPosition{Number: p.Number, Part: p.Part}
	if err := b.Look(worlds, bp); err != nil {
		return err
	}
	p.Part = bp.Part
	for _, m := range bp.moves {
		for _, w := range m.worlds {
			if len(w) != b.size {
				return ErrWorlds
			}
		}
	}
	switch p.Kind = bp.Kind; p.Kind {
	case Foe:
		b.unseen(bp.moves, p)
	case Ours:
		for _, m := range bp.moves {
			p.Move(b.pack(m.worlds), m.label, m.cost, 1)
		}
	}
	return nil
}

// unseen adds the moves of the foe: one for each view that some of them leads to.
func (b *believing) unseen(moves []beliefMove, p *Position) {
	var all [][]uint64
	cost := map[string]int64{}
	text := func(w []uint64) string {
		var key []byte
		for _, x := range b.View(w, nil) {
			for k := range 8 {
				key = append(key, byte(x>>(8*k)))
			}
		}
		return string(key)
	}
	for _, m := range moves {
		for _, w := range m.worlds {
			cost[text(w)] = max(cost[text(w)], m.cost)
			all = append(all, w)
		}
	}
	b.views(all, func(group [][]uint64) { p.Move(b.pack(group), Unseen, cost[text(group[0])], 1) })
}

// views calls f with the worlds of each view, in the order of the views.
func (b *believing) views(worlds [][]uint64, f func(group [][]uint64)) {
	type seen struct{ view, world []uint64 }
	all := make([]seen, len(worlds))
	for i, w := range worlds {
		all[i] = seen{b.View(w, nil), w}
	}
	slices.SortStableFunc(all, func(x, y seen) int { return slices.Compare(x.view, y.view) })
	for i := 0; i < len(all); {
		var group [][]uint64
		j := i
		for ; j < len(all) && slices.Equal(all[i].view, all[j].view); j++ {
			group = append(group, all[j].world)
		}
		f(group)
		i = j
	}
}
