package propagate

import "farbank/constraint/kernel"

// An Offset is a variable plus a constant.
type Offset struct {
	X    Var
	Plus int64
}

// Offsets returns the variables as Offsets with constant 0.
func Offsets(xs ...Var) []Offset {
	list := make([]Offset, len(xs))
	for i, x := range xs {
		list[i] = Offset{x, 0}
	}
	return list
}

// AllDifferent constrains list to be pairwise different. It removes the values of fixed variables from the others, and
// propagates Hall intervals to the bounds.
func AllDifferent(s *solver, list ...Offset) { allDifferent(s, list, false) }

// Clique is like AllDifferent, for a clique found in a model of disequalities. It only detects overfull Hall intervals
// and does not propagate bounds: where values are mere names, learned bounds obstruct what is learned about values.
func Clique(s *solver, list ...Offset) { allDifferent(s, list, true) }

func allDifferent(s *solver, list []Offset, check bool) {
	distinct(s, list, nil)
	if len(list) > 2 && len(list) <= maxHall {
		h := &hall{list: list, check: check}
		id := s.AddPropagator(h, 3)
		for _, o := range list {
			s.WatchBoth(id, o.X)
		}
	}
}

// maxHall bounds the number of variables for Hall intervals.
const maxHall = 400

// AllDifferentExcept constrains list to be pairwise different, except that several may equal value.
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

// taken removes the values of fixed variables from the others. The explanation is the value of one variable.
type taken struct {
	list   []Offset
	except *int64
	id     int32
	fixed  []int32 // fixed since the last run, maybe undone since
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
