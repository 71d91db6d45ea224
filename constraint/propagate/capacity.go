package propagate

import (
	"cmp"
	"slices"

	"farbank/constraint/kernel"
)

// capacity looks at intervals of the values of a global cardinality: no more variables lie within one than may, and no
// fewer meet it than have to (the upper and lower capacities of Quimper, Golynski, López-Ortiz and van Beek 2005,
// interval by interval). The explanation is as many variables within the interval as may be, or as many outside as may,
// and the bounds of the counts. It is made when it is asked for: of many variables there would be too many of them.
type capacity struct {
	xs     []Var
	values []int64 // in order
	counts []Var
	closed bool // there are no other values
	id     int32
	idle   int // how many times in a row nothing came of it

	inside, touch []int32 // by first and last value: variables that lie within just these, or meet them
	within, meet  []int32 // by last value: of those, the ones that count from a first value on
}

// So many values there may be for intervals of them, and so many of them times variables.
const (
	mostCapacity = 100
	mostCells    = 1 << 18
)

func postCapacity(s *solver, xs []Var, vs []int64, counts []Var, closed bool) {
	k := len(vs)
	if k < 2 || k > mostCapacity || len(xs) < 2 || len(xs)*k > mostCells {
		return
	}
	p := &capacity{xs: xs, closed: closed}
	order := make([]int, k)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(vs[a], vs[b]) })
	for i, k := range order {
		if i > 0 && vs[k] == p.values[i-1] { // twice the same
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

// read counts the variables. What is set later in the pass makes no interval less tight.
func (p *capacity) read(s *solver) {
	clear(p.inside)
	clear(p.touch)
	clear(p.within)
	clear(p.meet)
	n := len(p.values)
	for _, x := range p.xs {
		lo, atLo := slices.BinarySearch(p.values, s.Min(x))
		hi, atHi := slices.BinarySearch(p.values, s.Max(x))
		first, last := lo, hi // of the values not below the least, and not above the greatest
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

// from looks at intervals that begin with a value; they are asked for in order.
func (p *capacity) from(s *solver, i int) bool {
	n := len(p.values)
	if i > 0 { // those that lie below
		for j := range n {
			p.within[j] -= p.inside[(i-1)*n+j]
			p.meet[j] -= p.touch[(i-1)*n+j]
		}
	}
	most, least, within, meet := int64(0), int64(0), int64(0), int64(0)
	for _, m := range p.meet[:i] {
		meet += int64(m)
	}
	whole := true // no value is left out
	for j := i; j < n; j++ {
		whole = whole && (p.closed || j == i || p.values[j] == p.values[j-1]+1)
		most, least = most+s.Max(p.counts[j]), least+s.Min(p.counts[j])
		within, meet = within+int64(p.within[j]), meet+int64(p.meet[j])
		switch {
		case whole && within > most && within > 0, meet < least && least > 0:
			return s.Fail(p.why(s, i, j, meet < least && least > 0, true, -1, s.Now())...)
		case within == meet: // nothing to be moved
		case whole && within == most && within > 0 && !p.full(s, i, j), meet == least && least > 0 && !p.wanted(s, i, j):
			return false
		}
	}
	return true
}

// full keeps others out of an interval that is full.
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

// wanted has all that meet an interval be within it where no fewer may.
func (p *capacity) wanted(s *solver, i, j int) bool {
	begin, end := p.values[i], p.values[j]
	r := kernel.Data(p.id, uint64(i)<<16|uint64(j)<<1|1)
	for _, x := range p.xs {
		if s.Min(x) <= end && s.Max(x) >= begin && (!s.Set(x.AtLeast(begin), r) || !s.Set(x.AtMost(end), r)) {
			return false
		}
	}
	return true
}

// why tells that an interval is full before a place in the trail, or that all others are wanted in it; with one
// variable more, that it is too full or has too few. One variable is not told of.
func (p *capacity) why(s *solver, i, j int, wanted, more bool, but Var, at int32) []Atom {
	begin, end := p.values[i], p.values[j]
	var list []Atom
	room := int64(0)
	if wanted {
		room = int64(len(p.xs))
	}
	for _, c := range p.counts[i : j+1] {
		if wanted {
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
		case !wanted && lo >= begin && hi <= end:
			list = append(list, x.AtLeast(begin), x.AtMost(end))
		case wanted && lo > end:
			list = append(list, x.AtLeast(end+1))
		case wanted && hi < begin:
			list = append(list, x.AtMost(begin-1))
		default:
			continue
		}
		room--
	}
	return list
}

func (p *capacity) Explain(s *solver, a Atom, data uint64, at int32) {
	i, j, wanted := int(data>>16), int(data>>1&(1<<15-1)), data&1 > 0
	x := a.Side.Var()
	for _, b := range p.why(s, i, j, wanted, false, x, at) {
		s.Why(b)
	}
	switch {
	case wanted:
	case a.Side == x.Lower():
		s.Why(x.AtLeast(p.values[i]))
	default:
		s.Why(x.AtMost(p.values[j]))
	}
}
