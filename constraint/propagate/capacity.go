package propagate

import (
	"cmp"
	"slices"

	"farbank/constraint/kernel"
)

// capacity propagates intervals of the values of a global cardinality constraint, interval by interval: the upper and
// lower capacities of Quimper, Golynski, López-Ortiz and van Beek (2005). At most the maximal total of the counts may
// lie within an interval, and at least the minimal total must intersect it. The explanation consists of enough
// variables inside (or outside) and of the bounds of the counts. It is computed lazily, since it is long.
type capacity struct {
	xs     []Var
	values []int64 // in order
	counts []Var
	closed bool // the variables take no other values
	id     int32
	idle   int // consecutive runs without effect

	inside, touch []int32 // by first and last value: number of variables that lie within exactly these, or intersect them
	within, meet  []int32 // by last value: those of them that start at the current first value or later
}

// Limits of the number of values, and of values times variables.
const (
	maxCapacity = 100
	maxCells    = 1 << 18
)

func postCapacity(s *solver, xs []Var, vs []int64, counts []Var, closed bool) {
	k := len(vs)
	if k < 2 || k > maxCapacity || len(xs) < 2 || len(xs)*k > maxCells {
		return
	}
	p := &capacity{xs: xs, closed: closed}
	order := make([]int, k)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(vs[a], vs[b]) })
	for i, k := range order {
		if i > 0 && vs[k] == p.values[i-1] { // a value occurs twice
			return
		}
		p.values, p.counts = append(p.values, vs[k]), append(p.counts, counts[k])
	}
	p.inside, p.touch, p.within, p.meet = make([]int32, k*k), make([]int32, k*k), make([]int32, k), make([]int32, k)
	p.id = s.AddPropagator(p, 3)
	for _, x := range xs {
		s.WatchBoth(p.id, x)
	}
	for _, c := range counts {
		s.WatchBoth(p.id, c)
	}
}

func (p *capacity) Propagate(s *solver) bool {
	if p.idle++; p.idle > patience && p.idle%rarely != 0 {
		return true
	}
	now := s.Now()
	p.read(s)
	for i := range p.values {
		if !p.from(s, i) {
			p.idle = 0
			return false
		}
	}
	if s.Now() > now {
		p.idle = 0
	}
	return true
}

// read counts the variables. Bounds set later in the pass make no interval less tight.
func (p *capacity) read(s *solver) {
	clear(p.inside)
	clear(p.touch)
	clear(p.within)
	clear(p.meet)
	n := len(p.values)
	for _, x := range p.xs {
		lo, atLo := slices.BinarySearch(p.values, s.Min(x))
		hi, atHi := slices.BinarySearch(p.values, s.Max(x))
		first, last := lo, hi // the indices of the values between the bounds
		if !atLo {
			lo--
		}
		if !atHi {
			last--
		}
		if lo >= 0 && hi < n {
			p.inside[lo*n+hi]++
			p.within[hi]++
		}
		if first < n && last >= 0 {
			p.touch[last*n+first]++
			p.meet[first]++
		}
	}
}

// from checks the intervals that begin with value i. It must be called in the order of i.
func (p *capacity) from(s *solver, i int) bool {
	n := len(p.values)
	if i > 0 { // variables that lie below
		for j := range n {
			p.within[j] -= p.inside[(i-1)*n+j]
			p.meet[j] -= p.touch[(i-1)*n+j]
		}
	}
	most, least, within, meet := int64(0), int64(0), int64(0), int64(0)
	for _, m := range p.meet[:i] {
		meet += int64(m)
	}
	whole := true // the values have no gaps
	for j := i; j < n; j++ {
		whole = whole && (p.closed || j == i || p.values[j] == p.values[j-1]+1)
		most, least = most+s.Max(p.counts[j]), least+s.Min(p.counts[j])
		within, meet = within+int64(p.within[j]), meet+int64(p.meet[j])
		switch {
		case whole && within > most && within > 0, meet < least && least > 0:
			return s.Fail(p.explain(s, i, j, meet < least && least > 0, true, -1, s.Now())...)
		case within == meet: // nothing to propagate
		case whole && within == most && within > 0 && !p.full(s, i, j), meet == least && least > 0 && !p.required(s, i, j):
			return false
		}
	}
	return true
}

// full removes the other variables from an interval that is full.
func (p *capacity) full(s *solver, i, j int) bool {
	begin, end := p.values[i], p.values[j]
	r := kernel.Data(p.id, uint64(i)<<16|uint64(j)<<1)
	for _, x := range p.xs {
		lo, hi := s.Min(x), s.Max(x)
		if lo >= begin && lo <= end && hi > end && !s.Set(x.AtLeast(end+1), r) {
			return false
		}
		if lo < begin && hi >= begin && hi <= end && !s.Set(x.AtMost(begin-1), r) {
			return false
		}
	}
	return true
}

// required moves all variables that intersect an interval into it, if none of them can be spared.
func (p *capacity) required(s *solver, i, j int) bool {
	begin, end := p.values[i], p.values[j]
	r := kernel.Data(p.id, uint64(i)<<16|uint64(j)<<1|1)
	for _, x := range p.xs {
		if s.Min(x) <= end && s.Max(x) >= begin && (!s.Set(x.AtLeast(begin), r) || !s.Set(x.AtMost(end), r)) {
			return false
		}
	}
	return true
}

// explain returns atoms that held before at: the interval was full, or (required) all variables that intersect it must
// lie within it. With more it explains a conflict: one variable more than fits, or one too few. The variable but is
// left out.
func (p *capacity) explain(s *solver, i, j int, required, more bool, but Var, at int32) []Atom {
	begin, end := p.values[i], p.values[j]
	var list []Atom
	room := int64(0)
	if required {
		room = int64(len(p.xs))
	}
	for _, c := range p.counts[i : j+1] {
		if required {
			list = append(list, c.AtLeast(s.BoundAt(c.Lower(), at)))
			room -= s.BoundAt(c.Lower(), at)
		} else {
			list = append(list, c.AtMost(-s.BoundAt(c.Upper(), at)))
			room -= s.BoundAt(c.Upper(), at)
		}
	}
	if more {
		room++
	}
	for _, x := range p.xs {
		if room <= 0 {
			break
		}
		if x == but {
			continue
		}
		lo, hi := s.BoundAt(x.Lower(), at), -s.BoundAt(x.Upper(), at)
		switch {
		case !required && lo >= begin && hi <= end:
			list = append(list, x.AtLeast(begin), x.AtMost(end))
		case required && lo > end:
			list = append(list, x.AtLeast(end+1))
		case required && hi < begin:
			list = append(list, x.AtMost(begin-1))
		default:
			continue
		}
		room--
	}
	return list
}

func (p *capacity) Explain(s *solver, a Atom, data uint64, at int32) {
	i, j, required := int(data>>16), int(data>>1&(1<<15-1)), data&1 > 0
	x := a.View.Var()
	for _, b := range p.explain(s, i, j, required, false, x, at) {
		s.Why(b)
	}
	switch {
	case required:
	case a.View == x.Lower():
		s.Why(x.AtLeast(p.values[i]))
	default:
		s.Why(x.AtMost(p.values[j]))
	}
}
