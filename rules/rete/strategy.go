package rete

import "cmp"

// Strategy orders activations of equal salience.
type Strategy int

// The strategies. Jess is the order of the Jess engine: first the activation whose newest fact is
// the newest, then the one with more facts, then the one whose rule was defined first, then the
// one whose other facts are newer.
const (
	Depth Strategy = iota
	Breadth
	Lex
	Mea
	Complexity
	Simplicity
	Random
	Jess
)

var strategyNames = [...]string{"depth", "breadth", "lex", "mea", "complexity", "simplicity", "random", "jess"}

// String returns the strategy's name.
func (s Strategy) String() string { return strategyNames[s] }

// StrategyNamed returns the strategy with the given name, or false if the name is unknown.
func StrategyNamed(name string) (Strategy, bool) {
	for i, s := range strategyNames {
		if s == name {
			return Strategy(i), true
		}
	}
	return 0, false
}

// before reports whether a fires before b. It is a total order, since no two activations have the
// same time.
func (g *Agendas) before(a, b *Activation) bool {
	if a.Salience != b.Salience {
		return a.Salience > b.Salience
	}
	switch g.strategy {
	case Depth:
		return a.Time > b.Time
	case Breadth:
		return a.Time < b.Time
	case Lex, Mea:
		if c := compareRecency(a.recency, b.recency); c != 0 {
			return c > 0
		}
		if a.Rule.Complexity != b.Rule.Complexity {
			return a.Rule.Complexity > b.Rule.Complexity
		}
	case Complexity:
		if a.Rule.Complexity != b.Rule.Complexity {
			return a.Rule.Complexity > b.Rule.Complexity
		}
	case Simplicity:
		if a.Rule.Complexity != b.Rule.Complexity {
			return a.Rule.Complexity < b.Rule.Complexity
		}
	case Random:
		if a.random != b.random {
			return a.random < b.random
		}
	case Jess:
		if c := compareJess(a, b); c != 0 {
			return c > 0
		}
	}
	return a.Time < b.Time
}

// compareRecency compares two lists of time tags, sorted the most recent first, lexicographically;
// a longer list is greater than its prefix.
func compareRecency(a, b []uint64) int {
	for i := range min(len(a), len(b)) {
		if c := cmp.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// compareJess compares a and b by the strategy Jess; it is positive if a fires before b.
func compareJess(a, b *Activation) int {
	if len(a.recency) > 0 && len(b.recency) > 0 {
		if c := cmp.Compare(a.recency[0], b.recency[0]); c != 0 {
			return c
		}
	}
	if c := cmp.Compare(bound(a.recency), bound(b.recency)); c != 0 {
		return c
	}
	if c := cmp.Compare(b.Rule.Order, a.Rule.Order); c != 0 {
		return c
	}
	return compareRecency(a.recency, b.recency)
}

// bound counts the conditions that a fact matches.
func bound(times []uint64) int {
	count := 0
	for _, t := range times {
		if t != 0 {
			count++
		}
	}
	return count
}

func compare(a, b uint64) int { return cmp.Compare(a, b) }
