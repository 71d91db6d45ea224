package propagate

import "farbank/constraint/kernel"

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
func AllDifferent(s *solver, list ...Offset) { allDifferent(s, list, false) }

// Clique says the same of what was not told as all different. Of Hall sets it only finds those that are too full: bounds
// that are learned of variables whose values are mere names are in the way of what is learned of values.
func Clique(s *solver, list ...Offset) { allDifferent(s, list, true) }

func allDifferent(s *solver, list []Offset, check bool) {
	distinct(s, list, nil)
	if len(list) > 2 && len(list) <= mostHall {
		h := &hall{list: list, check: check}
		id := s.AddPropagator(h, 3)
		for _, o := range list {
			s.WatchBoth(id, o.X)
		}
	}
}

// mostHall is for how many variables Hall sets are looked for.
const mostHall = 400

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
