package layer

import (
	"context"
	"fmt"
)

// Found holds the counts of a part of a layer, or of a layer.
type Found struct {
	States int64    `json:"states"`
	Goals  int64    `json:"goals"`
	Bytes  int64    `json:"bytes"`
	Goal   []uint64 `json:"goal,omitempty"` // the first goal state
	All    bool     `json:"all"`            // the states of all earlier layers are excluded; otherwise those of two
}

// Add adds the counts of another part.
func (f *Found) Add(g *Found) {
	f.States += g.States
	f.Goals += g.Goals
	f.Bytes += g.Bytes
	if f.Goal == nil {
		f.Goal = g.Goal
	}
}

// Moves holds the counts of the moves from a part of a layer, or from a layer.
type Moves struct {
	Moves     int64   `json:"moves"`
	DeadEnds  int64   `json:"deadEnds"`
	Branching []int64 `json:"branching"` // number of states by number of moves
	// Balance is the sum, over the pairs (a, b) of states connected by moves, of hash(a, b) -
	// hash(b, a). It is 0 over a whole space of reversible moves.
	Balance [2]uint64 `json:"balance"`
	OneWay  bool      `json:"oneWay"` // an irreversible move was found
	All     bool      `json:"all"`    // as in Found
}

// Add adds the counts of another part.
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

// Out counts states with the given number of moves.
func (m *Moves) Out(moves int, states int64) {
	for len(m.Branching) <= moves {
		m.Branching = append(m.Branching, 0)
	}
	m.Branching[moves] += states
}

// FoundFile returns the name of the file with the counts of a part.
func FoundFile(layer, part int) string { return States(layer, part) + ".json" }

// MovesFile returns the name of the file with the counts of the moves of a part.
func MovesFile(layer, part int) string { return fmt.Sprintf("layer-%06d/moves-%04d.json", layer, part) }

// FoundAll returns the name of the file with the counts of a finished layer.
func FoundAll(layer int) string { return fmt.Sprintf("layer-%06d/layer.json", layer) }

// MovesAll returns the name of the file with the counts of the moves of a layer.
func MovesAll(layer int) string { return fmt.Sprintf("layer-%06d/moves.json", layer) }

// SumFound returns the sum of the counts of the parts of a layer.
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

// SumMoves returns the sum of the counts of moves of the parts of a layer.
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
