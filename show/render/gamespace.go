package render

import (
	"fmt"
	"io"

	"farbank/engine/strategy"
	"farbank/game"
	"farbank/internal/visible"
)

// A GameSpace has the figures of the positions of a problem with others. A position is a state, or what is known of it.
type GameSpace struct {
	Positions int    `json:"states"`     // positions that can arise
	Ours      int    `json:"ours"`       // of these: we move
	Foe       int    `json:"foe"`        // an opponent moves
	Chance    int    `json:"chance"`     // chance moves
	Seen      int    `json:"seen"`       // we see what a move led to
	Goals     int    `json:"goalStates"` // the goal is reached
	Ends      int    `json:"deadEnds"`   // the play ends without it
	Won       int    `json:"won"`        // the goal can be forced, or is reached with probability 1
	Lost      int    `json:"lost"`       // it cannot be forced, or is reached with probability 0
	Moves     int    `json:"moves"`
	Layers    []int  `json:"layers"` // positions by the least number of moves from the start
	Value     string `json:"value"`  // of the start, in words
}

// NewGameSpace returns the figures of the positions that an adviser lists.
func NewGameSpace(a *strategy.Adviser) *GameSpace {
	arena := a.Arena()
	s := &GameSpace{Positions: arena.Len(), Moves: arena.Size(), Value: AdviceText(a.At(a.Start()))}
	depth := positionLayers(a)
	for n := range arena.Len() {
		for len(s.Layers) <= depth[n] {
			s.Layers = append(s.Layers, 0)
		}
		s.Layers[depth[n]]++
		switch kind := arena.Kind(n); {
		case kind == game.Goal:
			s.Goals++
		case len(arena.Moves(n)) == 0:
			s.Ends++
		case kind == game.Ours:
			s.Ours++
		case kind == game.Chance:
			s.Chance++
		case !a.Belief(n):
			s.Seen++
		default:
			s.Foe++
		}
		switch x := a.At(n); {
		case x.None:
			s.Lost++
		case x.Probability == nil || x.Probability.Low == 1:
			s.Won++
		}
	}
	return s
}

// Write writes the figures, and the positions by depth.
func (s *GameSpace) Write(w io.Writer) error {
	line := func(name string, n int) {
		if n > 0 {
			fmt.Fprintf(w, "%-20s %s\n", name, visible.Grouped(int64(n)))
		}
	}
	line("reachable positions", s.Positions)
	line("  we move", s.Ours)
	line("  the foe moves", s.Foe)
	line("  chance moves", s.Chance)
	line("  something is seen", s.Seen)
	line("  goals", s.Goals)
	line("  ends without goal", s.Ends)
	line("won", s.Won)
	line("lost", s.Lost)
	line("moves", s.Moves)
	fmt.Fprintf(w, "%-20s %s\n\ndepth  positions\n", "at the start", s.Value)
	for k, n := range s.Layers {
		if _, err := fmt.Fprintf(w, "%5d  %s\n", k, visible.Grouped(int64(n))); err != nil {
			return err
		}
	}
	return nil
}
