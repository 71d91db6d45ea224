package propagate

import (
	"cmp"
	"slices"

	"farbank/constraint/kernel"
)

// An Offset is a variable plus a number.
type Offset struct {
	X    Var
	Plus int64
}

// Offsets are variables plus nothing.
func Offsets(xs ...Var) []Offset {
	list := make([]Offset, len(xs))
	for i, x := range xs {
		list[i] = Offset{x, 0}
	}
	return list
}

// AllDifferent says that no two of a list are equal. Values of fixed variables are taken from the
// others, and intervals of values that as many variables need (Hall sets) are left to those.
func AllDifferent(s *solver, list ...Offset) {
	distinct(s, list, nil)
	if len(list) > 2 && len(list) <= mostHall {
		h := &hall{list: list}
		id := s.AddPropagator(h, 3)
		for _, o := range list {
			s.WatchBoth(id, o.X)
		}
	}
}

// mostHall is for how many variables Hall sets are looked for, which takes quadratic time.
const mostHall = 40

// AllDifferentExcept says that no two of a list are equal unless both are a value.
func AllDifferentExcept(s *solver, value int64, list ...Offset) { distinct(s, list, &value) }

func distinct(s *solver, list []Offset, except *int64) {
	p := &taken{list: list, except: except}
	p.id = s.AddPropagator(p, 0)
	for i, o := range list {
		s.WatchNote(p.id, o.X.Lower(), int32(i))
		s.WatchNote(p.id, o.X.Upper(), int32(i))
		p.fixed = append(p.fixed, int32(i))
	}
}

// taken takes the values of fixed variables from the others. The reason is one variable's value.
type taken struct {
	list   []Offset
	except *int64
	id     int32
	fixed  []int32 // which have become so since it ran; some perhaps are no more
}

func (p *taken) Note(s *solver, i int32) {
	if s.Fixed(p.list[i].X) {
		p.fixed = append(p.fixed, i)
		s.Wake(p.id)
	}
}

func (p *taken) Propagate(s *solver) bool {
	defer func() { p.fixed = p.fixed[:0] }()
	for _, i := range p.fixed {
		x := p.list[i]
		if !s.Fixed(x.X) {
			continue
		}
		v := s.Min(x.X) + x.Plus
		if p.except != nil && *p.except == v {
			continue
		}
		for j, y := range p.list {
			if int32(j) != i && !s.Remove(y.X, v-y.Plus, kernel.Data(p.id, uint64(i))) {
				return false
			}
		}
	}
	return true
}

func (p *taken) Explain(s *solver, a Atom, i uint64, at int32) { isAt(s, p.list[i].X, at) }

// hall finds intervals that are full (bounds consistency: Puget 1998, here in quadratic time). The
// explanation is that the variables of the Hall set are within the interval.
type hall struct {
	list    []Offset
	order   []int32 // by upper bound
	changed bool
}

func (p *hall) low(s *solver, i int32) int64  { return s.Min(p.list[i].X) + p.list[i].Plus }
func (p *hall) high(s *solver, i int32) int64 { return s.Max(p.list[i].X) + p.list[i].Plus }

func (p *hall) Propagate(s *solver) bool {
	if p.order == nil {
		for i := range p.list {
			p.order = append(p.order, int32(i))
		}
	}
	slices.SortFunc(p.order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(p.high(s, a), p.high(s, b)), cmp.Compare(a, b))
	})
	p.changed = false
	for _, i := range p.order {
		if !p.from(s, p.low(s, i)) {
			return false
		}
		if p.changed { // the order may be another; what changed has put this into the queue again
			break
		}
	}
	return true
}

// from looks for full intervals that begin at a value, until something changes.
func (p *hall) from(s *solver, begin int64) bool {
	n := int64(0)
	for k, i := range p.order {
		if p.low(s, i) < begin {
			continue
		}
		n++
		end := p.high(s, i)
		if k+1 < len(p.order) && p.high(s, p.order[k+1]) == end {
			continue
		}
		switch size := end - begin + 1; {
		case n > size:
			return s.Fail(p.within(s, nil, begin, end, n)...)
		case n == size && !p.clear(s, begin, end, n):
			return false
		}
		if p.changed {
			break
		}
	}
	return true
}

// within tells of n variables that they are within an interval.
func (p *hall) within(s *solver, list []Atom, begin, end, n int64) []Atom {
	for i, o := range p.list {
		if n > 0 && p.low(s, int32(i)) >= begin && p.high(s, int32(i)) <= end {
			list = append(list, o.X.AtLeast(begin-o.Plus), o.X.AtMost(end-o.Plus))
			n--
		}
	}
	return list
}

// clear moves the bounds of the other variables out of a full interval.
func (p *hall) clear(s *solver, begin, end, n int64) bool {
	var because []Atom
	for i, o := range p.list {
		low, high := p.low(s, int32(i)), p.high(s, int32(i))
		inside, crosses := low >= begin && high <= end, low >= begin && low <= end || high >= begin && high <= end
		if inside || !crosses {
			continue
		}
		if because == nil {
			because = p.within(s, make([]Atom, 0, 2*n+1), begin, end, n)
			p.changed = true
		}
		if low >= begin && low <= end && !s.Set(o.X.AtLeast(end+1-o.Plus), s.Because(append(because, o.X.AtLeast(begin-o.Plus))...)) {
			return false
		}
		if high >= begin && high <= end && !s.Set(o.X.AtMost(begin-1-o.Plus), s.Because(append(because, o.X.AtMost(end-o.Plus))...)) {
			return false
		}
	}
	return true
}

func (p *hall) Explain(*solver, Atom, uint64, int32) {}
