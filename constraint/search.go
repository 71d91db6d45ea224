package constraint

import (
	"errors"
	"math"
	"math/rand/v2"

	"farbank/constraint/internal/order"
	"farbank/constraint/kernel"
)

// A Search says in which order to try values for variables.
type Search struct {
	Vars  []Int
	Order VarOrder
	Value ValueOrder
}

// A VarOrder says which variable comes next.
type VarOrder int

// Orders of variables. Of equal ones the first comes first.
const (
	InOrder        VarOrder = iota
	SmallestFirst           // of the fewest values
	LargestFirst            // of the most values
	LeastMin                // of the least lower bound
	GreatestMax             // of the greatest upper bound
	WeightedFirst           // of the fewest values for each contradiction it was part of (dom/wdeg: Boussemart, Hemery, Lecoutre, Sais 2004)
	EarliestFirst           // of the least lower bound, and of those with the same as WeightedFirst
	GreatestRegret          // of the largest difference between its two least values
)

// A ValueOrder says how the values of a variable are split.
type ValueOrder int

// Orders of values.
const (
	Smallest      ValueOrder = iota
	Largest                  // the greatest value first
	Middle                   // the value nearest to the middle of the bounds first, of two the lower
	LowerHalf                // the lower half of the values first
	UpperHalf                // the upper half of the values first
	Median                   // of the values in order the one in the middle first, of two the lower
	NotSmallest              // all but the least value first
	NotLargest               // all but the greatest value first
	NotMedian                // all but that in the middle first
	AtRandom                 // one of the values, by Model.Seed
	NotAtRandom              // all but one of the values
	HalfAtRandom             // the lower half of the values, or the upper one
	FirstInterval            // the values up to the first gap, without a gap the lower half
)

// Restarts is how many contradictions a stretch of the search lasts until it begins anew: the n-th, from 0; at least one.
type Restarts func(n int64) int64

// LubyRestarts are 1, 1, 2, 1, 1, 2, 4, ... times a number (Luby, Sinclair and Zuckerman 1993).
func LubyRestarts(scale int64) Restarts {
	return func(n int64) int64 { return times(float64(scale), float64(order.Luby(n))) }
}

// GeometricRestarts are a number times 1, base, base*base, ...
func GeometricRestarts(base float64, scale int64) Restarts {
	return func(n int64) int64 { return times(float64(scale), math.Pow(base, float64(n))) }
}

// LinearRestarts are 1, 2, 3, ... times a number.
func LinearRestarts(scale int64) Restarts {
	return func(n int64) int64 { return times(float64(scale), float64(n+1)) }
}

// ConstantRestarts are a number each time.
func ConstantRestarts(scale int64) Restarts {
	return func(int64) int64 { return times(float64(scale), 1) }
}

// NoRestarts has the search go on.
func NoRestarts(int64) int64 { return longestStretch }

const longestStretch = 1 << 60

// times is a product, from 1 to longestStretch.
func times(a, b float64) int64 {
	if p := a * b; p < longestStretch {
		return max(int64(p), 1)
	}
	return longestStretch
}

// Search adds a part of the search: its variables get values after those of the parts before.
func (m *Model) Search(s Search) {
	if m.checkInts(s.Vars) {
		m.searches = append(m.searches, part{Search: s})
	}
}

// Propose adds a part of the search that gives variables these values, where they can have them, until there is a
// solution; after that it passes.
func (m *Model) Propose(xs []Int, values []int64) {
	switch {
	case len(xs) != len(values):
		m.fail(errValues)
	case m.checkInts(xs):
		m.searches = append(m.searches, part{Search: Search{Vars: xs}, values: values})
	}
}

var errValues = errors.New("there are not as many values as variables")

// A part of the search has an order, or values to try.
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

// measure is least for the variable that comes first; the second number tells those apart of which the
// first is the same.
func (o VarOrder) measure(s *kernel.Solver, x kernel.Var) (first, second float64) {
	weighted := float64(s.Size(x)) / float64(s.Weight(x)+1)
	switch o {
	case SmallestFirst:
		first = float64(s.Size(x))
	case LargestFirst:
		first = -float64(s.Size(x))
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

// following is the value of a variable after another.
func following(s *kernel.Solver, x kernel.Var, v int64) int64 {
	for v++; v < s.Max(x) && !s.Has(x, v); v++ {
	}
	return v
}

// widest is how far apart the bounds of a variable may be for its values to be looked at one by one.
const widest = 1 << 9

// place is a value of a variable by its number among them, from 0; of a wide one with gaps a value near that.
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

// atom is what is tried first.
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

// ofWide is an order in place of one that looks at values one by one, for a variable that has too many.
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

// nearest is the value of a variable that is nearest to the middle of two, which are the same or next to each other, within its bounds;
// of two such the lower.
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
