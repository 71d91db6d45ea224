package engine

import (
	"fmt"
	"strings"
)

// A Strategy is a control strategy: the order in which an engine of states and operators expands states.
type Strategy uint8

const (
	DefaultStrategy    Strategy = iota // the engine's choice
	BreadthFirst                       // fewest moves first
	DepthFirst                         // last generated first
	IterativeDeepening                 // depth first with an increasing bound on the number of moves
	UniformCost                        // lowest cost first
	Greedy                             // lowest heuristic value first
	AStar                              // lowest sum of cost and heuristic value first
	IDAStar                            // depth first with an increasing bound on that sum
	Bidirectional                      // from the start and from the goal
	Beam                               // layer by layer, keeping the states of lowest heuristic value
	Width                              // by novelty
	Symbolic                           // all states of a cost together, as a decision diagram, from both ends
)

// Strategies lists all strategies except the default.
var Strategies = []Strategy{BreadthFirst, DepthFirst, IterativeDeepening, UniformCost, Greedy, AStar, IDAStar, Bidirectional, Beam, Width, Symbolic}

var strategyNames = []string{"default", "breadth-first", "depth-first", "iterative-deepening", "uniform-cost", "greedy", "astar", "ida", "bidirectional", "beam", "width", "symbolic"}

// String returns the name of the strategy.
func (s Strategy) String() string { return named(strategyNames, "Strategy", s) }

// StrategyNames returns the names of the strategies.
func StrategyNames() []string { return strategyNames[1:] }

// ParseStrategy returns the strategy of that name; "" means the default.
func ParseStrategy(name string) (Strategy, error) {
	if name == "" {
		return DefaultStrategy, nil
	}
	for _, s := range Strategies {
		if s.String() == name {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%q is not a strategy; the strategies are %s", name, strings.Join(StrategyNames(), ", "))
}
