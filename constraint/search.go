package constraint

import (
	"errors"
	"math"
	"math/rand/v2"

	"farbank/constraint/internal/order"
	"farbank/constraint/kernel"
)

// A Search is a strategy: an order of variables and of their values.
type Search struct {
	Vars  []Int
	Order VarOrder
	Value ValueOrder
}

// A VarOrder selects the next variable.
type VarOrder int

// Orders of variables. Ties go to the first variable.
const (
	InOrder        VarOrder = iota
	SmallestFirst           // smallest domain
	LargestFirst            // largest domain
	LeastMin                // least lower bound
	GreatestMax             // greatest upper bound
	WeightedFirst           // smallest ratio of domain size to weight, the number of conflicts with the variable (dom/wdeg: Boussemart, Hemery, Lecoutre, Sais 2004)
	EarliestFirst           // least lower bound, ties as WeightedFirst
	GreatestRegret          // largest difference between the two least values
)

// A ValueOrder splits the domain of a variable.
type ValueOrder int

// Orders of values.
const (
	Smallest      ValueOrder = iota
	Largest                  // the greatest value first
	Middle                   // the value nearest to the middle of the bounds first, the lower one of two
	LowerHalf                // the lower half of the values first
	UpperHalf                // the upper half of the values first
	Median                   // the median of the values first, the lower one of two
	NotSmallest              // all but the least value first
	NotLargest               // all but the greatest value first
	NotMedian                // all but the median first
	AtRandom                 // a random value, by Options.Seed
	NotAtRandom              // all but a random value
	HalfAtRandom             // the lower or upper half of the values at random
	FirstInterval            // the values up to the first gap, or the lower half if there are no gaps
)

// Restarts returns the length of the n-th restart interval, from 0, in conflicts. Values below 1 count as 1.
type Restarts func(n int64) int64

// LubyRestarts returns intervals of scale times 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair and Zuckerman 1993).
func LubyRestarts(scale int64) Restarts {
	return func(n int64) int64 { return times(float64(scale), float64(order.Luby(n))) }
}

// GeometricRestarts returns intervals of scale times 1, base, base*base, ...
func GeometricRestarts(base float64, scale int64) Restarts {
	return func(n int64) int64 { return times(float64(scale), math.Pow(base, float64(n))) }
}

// LinearRestarts returns intervals of scale times 1, 2, 3, ...
func LinearRestarts(scale int64) Restarts {
	return func(n int64) int64 { return times(float64(scale), float64(n+1)) }
}

// ConstantRestarts returns intervals of length scale.
func ConstantRestarts(scale int64) Restarts {
	return func(int64) int64 { return times(float64(scale), 1) }
}

// NoRestarts disables restarts.
func NoRestarts(int64) int64 { return longestStretch }

const longestStretch = 1 << 60

// times returns a*b, limited to 1 to longestStretch.
func times(a, b float64) int64 {
	if p := a * b; p < longestStretch {
		return max(int64(p), 1)
	}
	return longestStretch
}

// Search adds a strategy. Its variables are branched on after those of earlier strategies.
func (m *Model) Search(s Search) {
	if m.checkInts(s.Vars) {
		m.searches = append(m.searches, part{Search: s})
	}
}

// Propose adds a strategy that assigns values to xs where possible. It has no effect after the first solution.
func (m *Model) Propose(xs []Int, values []int64) {
	switch {
	case len(xs) != len(values):
		m.fail(errValues)
	case m.checkInts(xs):
		m.searches = append(m.searches, part{Search: Search{Vars: xs}, values: values})
	}
}

var errValues = errors.New("the numbers of values and variables differ")

// A part is a strategy with an order or with values to try.
type part struct {
	Search
	values []int64
}

func (p part) choose(b *building) error {
	if p.values != nil {
		return b.propose(p.Vars, p.values)
	}
	xs, r := b.steering(p.Vars), rand.New(rand.NewPCG(b.m.Seed, uint64(b.chosen)))
	b.s.Choose(func(s *kernel.Solver) (kernel.Atom, bool) {
		best, found := kernel.Var(0), false
		measure, second := 0.0, 0.0
		s.AddWork(int64(len(xs)))
		for _, x := range xs {
			if s.Fixed(x) {
				continue
			}
			n, m := p.Order.measure(s, x)
			if !found || n < measure || n == measure && m < second {
				best, measure, second, found = x, n, m, true
			}
			if p.Order == InOrder {
				break
			}
		}
		if !found {
			return kernel.Atom{}, false
		}
		return p.Value.atom(s, best, r), true
	})
	return nil
}

func (b *building) propose(xs []Int, values []int64) error {
	atoms := make([]kernel.Atom, len(xs))
	var err error
	for i, x := range xs {
		if atoms[i], err = x.Is(values[i]).atom(b); err != nil {
			return err
		}
	}
	b.s.Choose(func(s *kernel.Solver) (kernel.Atom, bool) {
		if s.Stats().Solutions > 0 {
			return kernel.Atom{}, false
		}
		for _, a := range atoms {
			if !s.Holds(a) && !s.Fails(a) {
				return a, true
			}
		}
		return kernel.Atom{}, false
	})
	return nil
}

// measure returns a key of x; the variable with the least key is selected. second breaks ties.
func (o VarOrder) measure(s *kernel.Solver, x kernel.Var) (first, second float64) {
	weighted := float64(s.Choices(x)) / float64(s.Weight(x)+1)
	switch o {
	case SmallestFirst:
		first = float64(s.Choices(x))
	case LargestFirst:
		first = -float64(s.Choices(x))
	case LeastMin:
		first = float64(s.Min(x))
	case GreatestMax:
		first = -float64(s.Max(x))
	case WeightedFirst:
		first = weighted
	case EarliestFirst:
		first, second = float64(s.Min(x)), weighted
	case GreatestRegret:
		first = float64(s.Min(x) - following(s, x, s.Min(x)))
	}
	return first, second
}

// following returns the value of x after v.
func following(s *kernel.Solver, x kernel.Var, v int64) int64 {
	for v++; v < s.Max(x) && !s.Has(x, v); v++ {
	}
	return v
}

// widest is the width of bounds up to which values are enumerated.
const widest = 1 << 9

// place returns the n-th value of x, from 0. For a wide domain with gaps the result is approximate.
func place(s *kernel.Solver, x kernel.Var, n int64) int64 {
	v := s.Min(x)
	switch width := s.Max(x) - v + 1; {
	case s.Size(x) == width:
		return v + n
	case width > widest:
		return nearest(s, x, v+n, v+n)
	}
	for ; n > 0 && v < s.Max(x); n-- {
		v = following(s, x, v)
	}
	return v
}

// atom returns the decision for x.
func (o ValueOrder) atom(s *kernel.Solver, x kernel.Var, r *rand.Rand) kernel.Atom {
	lo, hi := s.Min(x), s.Max(x)
	half := lo + (hi-lo)/2
	if hi-lo > widest {
		o = o.ofWide()
	}
	switch o {
	case Largest:
		return x.AtLeast(hi)
	case LowerHalf:
		return x.AtMost(half)
	case UpperHalf:
		return x.AtLeast(half + 1)
	case Middle:
		return s.Equal(x, nearest(s, x, half, hi-(hi-lo)/2))
	case Median:
		return s.Equal(x, place(s, x, (s.Size(x)-1)/2))
	case NotSmallest:
		return x.AtLeast(lo + 1)
	case NotLargest:
		return x.AtMost(hi - 1)
	case NotMedian:
		return s.Equal(x, place(s, x, (s.Size(x)-1)/2)).Not()
	case AtRandom:
		return s.Equal(x, place(s, x, r.Int64N(s.Size(x))))
	case NotAtRandom:
		return s.Equal(x, place(s, x, r.Int64N(s.Size(x)))).Not()
	case HalfAtRandom:
		if r.IntN(2) > 0 {
			return x.AtLeast(half + 1)
		}
		return x.AtMost(half)
	case FirstInterval:
		if s.Size(x) == hi-lo+1 {
			return x.AtMost(half)
		}
		for s.Has(x, lo+1) {
			lo++
		}
	}
	return x.AtMost(lo)
}

// ofWide returns a replacement for an order that would enumerate too many values.
func (o ValueOrder) ofWide() ValueOrder {
	switch o {
	case NotSmallest:
		return UpperHalf
	case NotLargest, FirstInterval, NotMedian:
		return LowerHalf
	case NotAtRandom:
		return HalfAtRandom
	}
	return o
}

// nearest returns the value of x within its bounds that is nearest to the middle of below and above, which are equal or
// adjacent. Ties go to the lower value.
func nearest(s *kernel.Solver, x kernel.Var, below, above int64) int64 {
	for ; ; below, above = below-1, above+1 {
		switch {
		case s.Has(x, below):
			return below
		case s.Has(x, above):
			return above
		}
	}
}
