package model

import (
	"fmt"
	"math/big"
)

// A Strategy says what to do in every situation that it can lead to.
type Strategy struct {
	Find       []int64     // the find cells; those of unknowns are 0
	Starts     []int       // the situations that can come first: several if we see something of the unknown at the start
	Situations []Situation // each once
}

// End says whether the play ends in a situation.
type End uint8

const (
	Goes    End = iota // somebody moves
	Reached            // the goal is reached
	Failed             // the goal is not reached: a rule is broken, no move is left, or we give up
)

// A Situation is what we know at some point of the play.
type Situation struct {
	Seen   []int64 // the state as far as it is seen; the other cells are 0
	Worlds []State // the states that agree with everything seen so far; one if all is seen. Empty in a strategy that was read
	End    End
	By     Chooser // who moves, if the play goes on
	Move   *Move   // our move
	Label  string  // its label; the plan form if the label is not known
	Next   []Fork  // what can come next
}

// A Fork is a way to the next situation.
type Fork struct {
	Move   *Move  // of foe or chance; nil for our own move, and for a move that we do not see
	Label  string // of Move
	Weight int64  // of a move of chance
	To     int    // the next situation
}

// A StrategyJudge validates strategies without the ground problem.
type StrategyJudge interface {
	// Play follows a strategy against everything that foe, chance and the unknown can do. It returns the
	// positions that can arise, or a *PlanError if the strategy makes a move that cannot be made, or no move where
	// something can happen.
	Play(s *Strategy) (*Played, error)
}

// A Played is what can happen under a strategy: a graph of positions.
type Played struct {
	Starts    []int
	Positions []Position
}

// A Position is a situation that arose, with the moves that are possible in it.
type Position struct {
	End   End
	By    Chooser
	Next  []Turned
	Value *int64 // Reached: the part of the objective that depends on the last state, the worst of those that are possible; nil without one
}

// A Turned is a move to another position.
type Turned struct {
	To     int
	Cost   int64
	Weight int64
}

// SeenOf returns a state as far as it is seen; the other cells are 0.
func (p *Problem) SeenOf(s State) []int64 {
	out := append([]int64(nil), s...)
	for i, seen := range p.Seen() {
		if !seen {
			out[i] = 0
		}
	}
	return out
}

// Bounded says what the values of a Bounds are about.
type Bounded uint8

const (
	LeastCost     Bounded = iota // lower bounds of the cost that can be forced; chance counts as a foe
	LeastExpected                // lower bounds of the expected cost of strategies that reach the goal surely
	MostProbable                 // upper bounds of the probability of reaching the goal
	WorstValue                   // bounds of the objective that can be guaranteed, lower if it is minimised; chance counts as a foe
	MeanValue                    // bounds of the expected objective of strategies that reach the goal surely
)

// String returns the word of certificates and of JSON: cost, expected, probability, value or expected-value.
func (b Bounded) String() string {
	return [...]string{"cost", "expected", "probability", "value", "expected-value"}[b]
}

// OfObjective reports whether the bounds are those of the objective.
func (b Bounded) OfObjective() bool { return b >= WorstValue }

// A Bounds certifies that no strategy is better than a value: it bounds the value of positions, so that each bound
// follows from those of the positions after it.
type Bounds struct {
	About     Bounded
	Positions []BoundedPosition
}

// A BoundedPosition is a position with a bound. A position that is not listed has the bound 0, as a probability 1, and as
// a value of the objective none.
type BoundedPosition struct {
	Worlds []State  // the states that are possible
	Value  *big.Rat // nil: the goal cannot be forced. Of an objective with digits, in units of the last one
}

// A BoundsJudge checks bounds without the ground problem.
type BoundsJudge interface {
	// Bound checks the bounds and returns that of the start; nil means that the goal cannot be forced. The error is a
	// *BoundError if a bound does not follow from others.
	Bound(b *Bounds) (*big.Rat, error)
}

// A BoundError says why bounds prove nothing.
type BoundError struct {
	Position int // index in Bounds.Positions
	Why      string
}

// Error returns the reason with the number of the position, from 1.
func (e *BoundError) Error() string { return fmt.Sprintf("position %d: %s", e.Position+1, e.Why) }
