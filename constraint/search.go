package constraint

import "farbank/constraint/kernel"

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
	InOrder       VarOrder = iota
	SmallestFirst          // of the fewest values
	LargestFirst           // of the most values
	LeastMin               // of the least lower bound
	GreatestMax            // of the greatest upper bound
	WeightedFirst          // of the fewest values for each contradiction it was part of (dom/wdeg: Boussemart, Hemery, Lecoutre, Sais 2004)
	EarliestFirst          // of the least lower bound, and of those with the same as WeightedFirst
)

// A ValueOrder says how the values of a variable are split.
type ValueOrder int

// Orders of values.
const (
	Smallest  ValueOrder = iota
	Largest              // the greatest value first
	Middle               // a value in the middle first
	LowerHalf            // the lower half of the values first
	UpperHalf            // the upper half of the values first
)

// Search adds a part of the search: its variables get values after those of the parts before.
func (m *Model) Search(s Search) {
	if m.checkInts(s.Vars) {
		m.searches = append(m.searches, s)
	}
}

func (p Search) choose(b *building) {
	xs := b.steering(p.Vars)
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
		return p.Value.atom(s, best), true
	})
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
	}
	return first, second
}

// atom is what is tried first.
func (o ValueOrder) atom(s *kernel.Solver, x kernel.Var) kernel.Atom {
	lo, hi := s.Min(x), s.Max(x)
	half := lo + (hi-lo)/2
	switch o {
	case Largest:
		return x.AtLeast(hi)
	case LowerHalf:
		return x.AtMost(half)
	case UpperHalf:
		return x.AtLeast(half + 1)
	case Middle:
		for d := int64(0); d <= hi-lo; d++ {
			for _, v := range []int64{half - d, half + d} {
				if s.Has(x, v) {
					return s.Equal(x, v)
				}
			}
		}
	}
	return x.AtMost(lo)
}
