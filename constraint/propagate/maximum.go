package propagate

import "farbank/constraint/kernel"

// maximum constrains z to be the maximum of list. As all are views, it serves for minimum and absolute value too
// (bounds rules of Schulte and Stuckey 2005). Explanations use only the bound to be explained.
type maximum struct {
	z    kernel.View
	list []kernel.View
	id   int32
}

// Max constrains z to be the maximum of xs, which must not be empty.
func Max(s *solver, z Var, xs ...Var) {
	p := &maximum{z: z.Lower()}
	for _, x := range xs {
		p.list = append(p.list, x.Lower())
	}
	p.post(s)
}

func (p *maximum) post(s *solver) {
	p.id = s.AddPropagator(p, 1)
	for _, x := range append([]kernel.View{p.z}, p.list...) {
		s.Watch(p.id, x)
		s.Watch(p.id, x^1)
	}
}

// The rules that set an atom, encoded in data.
const (
	zAtMost  = iota // all of list are at most that
	zAtLeast        // one of list is at least that
	xAtMost         // z is at most that
	xAtLeast        // z is at least that and all others are less; data>>2 is the index in list
)

func (p *maximum) Propagate(s *solver) bool {
	least, most := s.Bound(p.list[0]), -s.Bound(p.list[0]^1)
	for _, x := range p.list {
		least, most = max(least, s.Bound(x)), max(most, -s.Bound(x^1))
	}
	if !s.Set(Atom{View: p.z ^ 1, Value: -most}, kernel.Data(p.id, zAtMost)) || !s.Set(Atom{View: p.z, Value: least}, kernel.Data(p.id, zAtLeast)) {
		return false
	}
	least, most = s.Bound(p.z), -s.Bound(p.z^1)
	reaches, n := 0, 0
	for i, x := range p.list {
		if !s.Set(Atom{View: x ^ 1, Value: -most}, kernel.Data(p.id, xAtMost)) {
			return false
		}
		if -s.Bound(x^1) >= least {
			reaches = i
			n++
		}
	}
	return n > 1 || s.Set(Atom{View: p.list[reaches], Value: least}, kernel.Data(p.id, xAtLeast|uint64(reaches)<<2))
}

func (p *maximum) Explain(s *solver, a Atom, data uint64, at int32) {
	switch data & 3 {
	case zAtMost:
		for _, x := range p.list {
			s.Why(Atom{View: x ^ 1, Value: a.Value})
		}
	case zAtLeast:
		for _, x := range p.list {
			if b := (Atom{View: x, Value: a.Value}); s.HeldAt(b, at) {
				s.Why(b)
				return
			}
		}
	case xAtMost:
		s.Why(Atom{View: p.z ^ 1, Value: a.Value})
	default:
		value := a.Value // or more: the others are below what was set, which may be above a
		for i, x := range p.list {
			if uint64(i) != data>>2 {
				value = max(value, 1-s.BoundAt(x^1, at))
			}
		}
		s.Why(Atom{View: p.z, Value: value})
		for i, x := range p.list {
			if uint64(i) != data>>2 {
				s.Why(Atom{View: x ^ 1, Value: 1 - value})
			}
		}
	}
}
