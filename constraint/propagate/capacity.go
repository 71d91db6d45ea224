package propagate

import "slices"

// capacity looks at intervals of the values of a global cardinality: no more variables lie within one than may, and no
// fewer meet it than have to (the upper and lower capacities of Quimper, Golynski, López-Ortiz and van Beek 2005,
// interval by interval). The explanation is the variables within the interval, or those outside, and the bounds of the counts.
type capacity struct {
	xs     []Var
	values []int64 // in order
	counts []Var
	closed bool // there are no other values
	id     int32
	idle   int // how many times in a row nothing came of it

	within, meet []int32 // by value: variables that are within from it on, or meet
}

// mostCapacity is how many values there may be for intervals of them.
const mostCapacity = 100

func postCapacity(s *solver, xs []Var, vs []int64, counts []Var, closed bool) {
	p := &capacity{xs: xs, closed: closed}
	order := make([]int, len(vs))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int { return int(min(max(vs[a]-vs[b], -1), 1)) })
	for i, k := range order {
		if i > 0 && vs[k] == p.values[i-1] { // twice the same
			return
		}
		p.values, p.counts = append(p.values, vs[k]), append(p.counts, counts[k])
	}
	if len(vs) < 2 || len(vs) > mostCapacity || len(xs) < 2 {
		return
	}
	p.within, p.meet = make([]int32, len(vs)+1), make([]int32, len(vs)+1)
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

// from looks at intervals that begin with a value.
func (p *capacity) from(s *solver, i int) bool {
	clear(p.within)
	clear(p.meet)
	begin := p.values[i]
	for _, x := range p.xs {
		if s.Min(x) >= begin {
			k, _ := slices.BinarySearch(p.values, s.Max(x))
			p.within[k]++
		}
		if s.Max(x) >= begin {
			k, _ := slices.BinarySearch(p.values, s.Min(x))
			p.meet[max(k, i)]++
		}
	}
	most, least, within, meet := int64(0), int64(0), int64(0), int64(0)
	whole := true // no value is left out
	for j := i; j < len(p.values); j++ {
		whole = whole && (p.closed || j == i || p.values[j] == p.values[j-1]+1)
		most, least = most+s.Max(p.counts[j]), least+s.Min(p.counts[j])
		within, meet = within+int64(p.within[j]), meet+int64(p.meet[j])
		if whole && within >= most && within > 0 && !p.full(s, i, j, within > most) || meet <= least && least > 0 && !p.wanted(s, i, j, meet < least) {
			return false
		}
	}
	return true
}

// full keeps others out of an interval that is full, or fails where it is too full.
func (p *capacity) full(s *solver, i, j int, over bool) bool {
	begin, end := p.values[i], p.values[j]
	var why []Atom
	for _, c := range p.counts[i : j+1] {
		why = append(why, c.AtMost(s.Max(c)))
	}
	for _, x := range p.xs {
		if s.Min(x) >= begin && s.Max(x) <= end {
			why = append(why, x.AtLeast(begin), x.AtMost(end))
		}
	}
	if over {
		return s.Fail(why...)
	}
	for _, x := range p.xs {
		lo, hi := s.Min(x), s.Max(x)
		if lo >= begin && lo <= end && hi > end && !s.Set(x.AtLeast(end+1), s.Because(append(why[:len(why):len(why)], x.AtLeast(begin))...)) {
			return false
		}
		if lo < begin && hi >= begin && hi <= end && !s.Set(x.AtMost(begin-1), s.Because(append(why[:len(why):len(why)], x.AtMost(end))...)) {
			return false
		}
	}
	return true
}

// wanted has all that meet an interval be within it where no fewer may, or fails where there are not enough.
func (p *capacity) wanted(s *solver, i, j int, under bool) bool {
	begin, end := p.values[i], p.values[j]
	var why []Atom
	for _, c := range p.counts[i : j+1] {
		why = append(why, c.AtLeast(s.Min(c)))
	}
	for _, x := range p.xs {
		if s.Min(x) > end {
			why = append(why, x.AtLeast(end+1))
		} else if s.Max(x) < begin {
			why = append(why, x.AtMost(begin-1))
		}
	}
	if under {
		return s.Fail(why...)
	}
	for _, x := range p.xs {
		if s.Min(x) > end || s.Max(x) < begin {
			continue
		}
		if !s.Set(x.AtLeast(begin), s.Because(why...)) || !s.Set(x.AtMost(end), s.Because(why...)) {
			return false
		}
	}
	return true
}

func (p *capacity) Explain(*solver, Atom, uint64, int32) {}
