package layer

import (
	"context"
	"fmt"
)

// Found is what a part of a layer holds, or all of it.
type Found struct {
	States int64    `json:"states"`
	Goals  int64    `json:"goals"`
	Bytes  int64    `json:"bytes"`
	Goal   []uint64 `json:"goal,omitempty"` // the first state that is a goal
	All    bool     `json:"all"`            // the states of all earlier layers are not in it; else those of two
}

// Add adds another part.
func (f *Found) Add(g *Found) {
	f.States += g.States
	f.Goals += g.Goals
	f.Bytes += g.Bytes
	if f.Goal == nil {
		f.Goal = g.Goal
	}
}

// Moves is what expanding a part of a layer came to, or all of it.
type Moves struct {
	Moves     int64   `json:"moves"`
	DeadEnds  int64   `json:"deadEnds"`
	Branching []int64 `json:"branching"` // by moves out of a state, states
	// Balance is a sum over the pairs of states that moves lead between, a hash of the one and the
	// other less that of the other and the one: over all of a space in which each move can be undone it is 0.
	Balance [2]uint64 `json:"balance"`
	OneWay  bool      `json:"oneWay"` // a move was met that cannot be undone
	All     bool      `json:"all"`    // as in Found
}

// Add adds another part.
func (m *Moves) Add(n *Moves) {
	m.Moves += n.Moves
	m.DeadEnds += n.DeadEnds
	for k, c := range n.Branching {
		m.Out(k, c)
	}
	m.Balance[0] += n.Balance[0]
	m.Balance[1] += n.Balance[1]
	m.OneWay = m.OneWay || n.OneWay
}

// Out counts states with so many moves out.
func (m *Moves) Out(moves int, states int64) {
	for len(m.Branching) <= moves {
		m.Branching = append(m.Branching, 0)
	}
	m.Branching[moves] += states
}

// FoundFile and the like are the names of the files of counts.
func FoundFile(layer, part int) string { return States(layer, part) + ".json" }
func MovesFile(layer, part int) string { return fmt.Sprintf("layer-%06d/moves-%04d.json", layer, part) }
func FoundAll(layer int) string        { return fmt.Sprintf("layer-%06d/layer.json", layer) }
func MovesAll(layer int) string        { return fmt.Sprintf("layer-%06d/moves.json", layer) }

// SumFound adds up the parts of a layer.
func (f *Folder) SumFound(ctx context.Context, layer, parts int) (*Found, error) {
	sum := &Found{}
	for part := range parts {
		var one Found
		if err := f.ReadJSON(ctx, FoundFile(layer, part), &one); err != nil {
			return nil, err
		}
		sum.Add(&one)
		sum.All = one.All
	}
	return sum, nil
}

// SumMoves adds up the parts of a layer.
func (f *Folder) SumMoves(ctx context.Context, layer, parts int) (*Moves, error) {
	sum := &Moves{}
	for part := range parts {
		var one Moves
		if err := f.ReadJSON(ctx, MovesFile(layer, part), &one); err != nil {
			return nil, err
		}
		sum.Add(&one)
		sum.All = one.All
	}
	return sum, nil
}
