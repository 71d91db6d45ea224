package engine

import (
	"fmt"
	"strings"
)

// A Strategy is the order in which an engine of states and operators looks at states: the
// control strategy of a search.
type Strategy uint8

const (
	DefaultStrategy    Strategy = iota // what answers the question best, by the engine's choice
	BreadthFirst                       // by fewest moves
	DepthFirst                         // the last one met first
	IterativeDeepening                 // depth first within a bound on moves that grows
	UniformCost                        // by least cost
	Greedy                             // by least estimate of what is left
	AStar                              // by least cost and estimate of what is left
	IDAStar                            // depth first within a bound on these that grows
	Bidirectional                      // from the start and from the goal
	Beam                               // layer by layer, of each those of least estimate
	Width                              // by what is new in them
)

// Strategies are all but the default, as one would hold them against each other.
var Strategies = []Strategy{BreadthFirst, DepthFirst, IterativeDeepening, UniformCost, Greedy, AStar, IDAStar, Bidirectional, Beam, Width}

var strategyNames = []string{"default", "breadth-first", "depth-first", "iterative-deepening", "uniform-cost", "greedy", "astar", "ida", "bidirectional", "beam", "width"}

func (s Strategy) String() string { return named(strategyNames, "Strategy", s) }

// StrategyNames are the names by which strategies are asked for.
func StrategyNames() []string { return strategyNames[1:] }

// ParseStrategy returns the strategy of that name; "" is the default.
func ParseStrategy(name string) (Strategy, error) {
	if name == "" {
		return DefaultStrategy, nil
	}
	for _, s := range Strategies {
		if s.String() == name {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%q is no strategy; there are %s", name, strings.Join(StrategyNames(), ", "))
}
