package propagate

import (
	"slices"

	"farbank/constraint/kernel"
)

// element is list[i] = z for constants (Van Hentenryck and Carillon 1988). It removes indices whose constants are not
// in the domain of z, and bounds z by the remaining constants. If the distinct constants are few, it removes the others
// from z as well. A bound of z is explained by the absence of the indices with constants beyond it, a hole by the
// absence of the indices with that value.
type element struct {
	i, z Var
	list []int64
	id   int32

	distinct []int64 // the distinct constants in order; nil: too many
	place    []int32 // of each constant in distinct
	left     []bool  // the elements of distinct that remain
}

// maxConstants bounds the number of distinct constants for removing inner values of z.
const maxConstants = 256

// Element constrains z to be list[i]; the first constant has index 0.
func Element(s *solver, i Var, list []int64, z Var) error {
	s.AddClause(i.AtLeast(0))
	s.AddClause(i.AtMost(int64(len(list)) - 1))
	distinct := slices.Compact(slices.Sorted(slices.Values(list)))
	if len(distinct) <= maxConstants && len(list) >= 2*len(distinct) && len(list) <= largestColumn {
		column(s, i, list, distinct, z)
		return nil
	}
	p := &element{i: i, z: z, list: list}
	p.id = s.AddPropagator(p, 1)
	s.WatchHoles(p.id, i)
	s.WatchHoles(p.id, z)
	if len(distinct) > maxConstants {
		return nil
	}
	p.distinct, p.left, p.place = distinct, make([]bool, len(distinct)), make([]int32, len(list))
	for k, v := range list {
		at, _ := slices.BinarySearch(distinct, v)
		p.place[k] = int32(at)
	}
	for k := 1; k < len(distinct); k++ { // remove the values between constants
		if distinct[k]-distinct[k-1] > 1 {
			s.AddClause(z.AtMost(distinct[k-1]), z.AtLeast(distinct[k]))
		}
	}
	return nil
}

// largestColumn bounds the length of a list that is encoded as clauses.
const largestColumn = 2000

// column encodes list[i] = z as clauses, for lists with many repeated constants, which are likely columns of a table
// with row i.
func column(s *solver, i Var, list, distinct []int64, z Var) {
	s.AddClause(z.AtLeast(distinct[0]))
	s.AddClause(z.AtMost(distinct[len(distinct)-1]))
	for j, v := range distinct {
		if j > 0 && v-distinct[j-1] > 1 {
			s.AddClause(z.AtMost(distinct[j-1]), z.AtLeast(v))
		}
		is := s.Equal(z, v)
		some := []Atom{is.Not()}
		for k, w := range list {
			if w == v {
				here := s.Equal(i, int64(k))
				some = append(some, here)
				s.AddClause(here.Not(), is)
			}
		}
		s.AddClause(some...)
	}
}

func (p *element) Propagate(s *solver) bool {
	least, most := int64(largest), int64(-largest)
	clear(p.left)
	for k := s.Min(p.i); k <= s.Max(p.i); k++ {
		if !s.Has(p.i, k) {
			continue
		}
		if v := p.list[k]; s.Has(p.z, v) {
			least, most = min(least, v), max(most, v)
			if p.left != nil {
				p.left[p.place[k]] = true
			}
		} else if !s.Remove(p.i, k, kernel.Data(p.id, uint64(k)+1)) {
			return false
		}
	}
	if !s.Set(p.z.AtLeast(least), kernel.Data(p.id, 0)) || !s.Set(p.z.AtMost(most), kernel.Data(p.id, 0)) {
		return false
	}
	for j, v := range p.distinct {
		if !p.left[j] && v > least && v < most && !s.Remove(p.z, v, kernel.Data(p.id, uint64(len(p.list)+j)+1)) {
			return false
		}
	}
	return true
}

func (p *element) Explain(s *solver, a Atom, data uint64, at int32) {
	if n := uint64(len(p.list)); data > n {
		whyNot(s, p.i, at, len(p.list), func(k int) bool { return uint64(p.place[k]) == data-n-1 })
		return
	}
	if data > 0 {
		s.Why(s.Differs(p.z, p.list[data-1], at))
		return
	}
	whyNot(s, p.i, at, len(p.list), func(k int) bool {
		if a.View == p.z.Lower() {
			return p.list[k] < a.Value
		}
		return -p.list[k] < a.Value
	})
}

// whyNot explains that i differs from each index for which bad returns true.
func whyNot(s *solver, i Var, at int32, n int, bad func(k int) bool) {
	var last Atom
	for k := range n {
		if !bad(k) || s.BoundAt(i.Lower(), 0) > int64(k) || -s.BoundAt(i.Upper(), 0) < int64(k) {
			continue
		}
		a := s.Differs(i, int64(k), at)
		if a.View == i.Lower() && last.View == a.View { // the larger bound is stronger
			continue
		}
		if a.View == i.Lower() {
			a.Value = s.BoundAt(i.Lower(), at)
		} else if a.View == i.Upper() && last.View == a.View {
			continue
		}
		last = a
		s.Why(a)
	}
}

// elementVar is list[i] = z for variables (Hooker, Ottosson, Thorsteinsson and Kim 1999). It removes indices whose
// variables have bounds disjoint from those of z, and bounds z by the remaining variables. When one index remains, its
// variable equals z.
type elementVar struct {
	i, z Var
	list []Var
	id   int32
}

// ElementVar constrains z to be list[i]; the first variable has index 0.
func ElementVar(s *solver, i Var, list []Var, z Var) error {
	s.AddClause(i.AtLeast(0))
	s.AddClause(i.AtMost(int64(len(list)) - 1))
	p := &elementVar{i: i, z: z, list: list}
	p.id = s.AddPropagator(p, 1)
	s.WatchHoles(p.id, i)
	s.WatchBoth(p.id, z)
	for _, x := range list {
		s.WatchBoth(p.id, x)
	}
	if s.Fixed(z) { // part of an inverse that is written as elements: holes matter too
		v := s.Min(z)
		for k, x := range list {
			s.AddClause(s.Equal(i, int64(k)).Not(), s.Equal(x, v))
		}
	}
	return nil
}

func (p *elementVar) Propagate(s *solver) bool {
	least, most := int64(largest), int64(-largest)
	for k := s.Min(p.i); k <= s.Max(p.i); k++ {
		if !s.Has(p.i, k) {
			continue
		}
		x := p.list[k]
		switch {
		case s.Min(x) > s.Max(p.z):
			if !s.Remove(p.i, k, s.Because(x.AtLeast(s.Max(p.z)+1), p.z.AtMost(s.Max(p.z)))) {
				return false
			}
		case s.Max(x) < s.Min(p.z):
			if !s.Remove(p.i, k, s.Because(p.z.AtLeast(s.Max(x)+1), x.AtMost(s.Max(x)))) {
				return false
			}
		default:
			least, most = min(least, s.Min(x)), max(most, s.Max(x))
		}
	}
	if !s.Set(p.z.AtLeast(least), kernel.Data(p.id, 0)) || !s.Set(p.z.AtMost(most), kernel.Data(p.id, 0)) {
		return false
	}
	if !s.Fixed(p.i) {
		return true
	}
	x := p.list[s.Min(p.i)]
	why := kernel.Data(p.id, uint64(s.Min(p.i))+1)
	return s.Set(x.AtLeast(s.Min(p.z)), why) && s.Set(x.AtMost(s.Max(p.z)), why)
}

func (p *elementVar) Explain(s *solver, a Atom, data uint64, at int32) {
	if data > 0 { // the remaining variable equals z
		isAt(s, p.i, at)
		s.Why(Atom{View: p.z.Lower() + a.View&1, Value: a.Value})
		return
	}
	held := func(k int) bool { return s.HeldAt(Atom{View: p.list[k].Lower() + a.View&1, Value: a.Value}, at) }
	whyNot(s, p.i, at, len(p.list), func(k int) bool { return !held(k) })
	for k, x := range p.list {
		b := Atom{View: x.Lower() + a.View&1, Value: a.Value}
		if held(k) && s.BoundAt(p.i.Lower(), 0) <= int64(k) && -s.BoundAt(p.i.Upper(), 0) >= int64(k) {
			s.Why(b)
		}
	}
}
