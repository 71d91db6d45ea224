package propagate

import "farbank/constraint/kernel"

// maximum is z = the largest of a list, all of them sides, so that it is the least of others and
// the absolute value too (the rules of Schulte and Stuckey 2005 for bounds). An explanation asks for no more than the bound that is to be explained.
type maximum struct {
	z    kernel.Side
	list []kernel.Side
	id   int32
}

// Max adds z = max(xs); there is at least one.
func Max(s *solver, z Var, xs ...Var) {
	p := &maximum{z: z.Lower()}
	for _, x := range xs {
		p.list = append(p.list, x.Lower())
	}
	p.post(s)
}

func (p *maximum) post(s *solver) {
	p.id = s.AddPropagator(p, 1)
	for _, x := range append([]kernel.Side{p.z}, p.list...) {
		s.Watch(p.id, x)
		s.Watch(p.id, x^1)
	}
}

// What data says: how an atom came to be.
const (
	zAtMost  = iota // all of the list are at most that
	zAtLeast        // one of the list is at least that
	xAtMost         // z is at most that
	xAtLeast        // z is at least that and all others are below; data>>2: which of the list
)

func (p *maximum) Propagate(s *solver) bool {
	least, most := s.Bound(p.list[0]), -s.Bound(p.list[0]^1)
	for _, x := range p.list {
		least, most = max(least, s.Bound(x)), max(most, -s.Bound(x^1))
	}
	if !s.Set(Atom{Side: p.z ^ 1, Value: -most}, kernel.Data(p.id, zAtMost)) || !s.Set(Atom{Side: p.z, Value: least}, kernel.Data(p.id, zAtLeast)) {
		return false
	}
	least, most = s.Bound(p.z), -s.Bound(p.z^1)
	reaches, n := 0, 0
	for i, x := range p.list {
		if !s.Set(Atom{Side: x ^ 1, Value: -most}, kernel.Data(p.id, xAtMost)) {
			return false
		}
		if -s.Bound(x^1) >= least {
			reaches = i
			n++
		}
	}
	return n > 1 || s.Set(Atom{Side: p.list[reaches], Value: least}, kernel.Data(p.id, xAtLeast|uint64(reaches)<<2))
}

func (p *maximum) Explain(s *solver, a Atom, data uint64, at int32) {
	switch data & 3 {
	case zAtMost:
		for _, x := range p.list {
			s.Why(Atom{Side: x ^ 1, Value: a.Value})
		}
	case zAtLeast:
		for _, x := range p.list {
			if b := (Atom{Side: x, Value: a.Value}); s.HeldAt(b, at) {
				s.Why(b)
				return
			}
		}
	case xAtMost:
		s.Why(Atom{Side: p.z ^ 1, Value: a.Value})
	default:
		value := a.Value // or more: the others are below what was set, perhaps not below a
		for i, x := range p.list {
			if uint64(i) != data>>2 {
				value = max(value, 1-s.BoundAt(x^1, at))
			}
		}
		s.Why(Atom{Side: p.z, Value: value})
		for i, x := range p.list {
			if uint64(i) != data>>2 {
				s.Why(Atom{Side: x ^ 1, Value: 1 - value})
			}
		}
	}
}
