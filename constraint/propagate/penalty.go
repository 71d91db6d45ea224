package propagate

import "farbank/constraint/kernel"

// A Shape is a function of one variable.
type Shape uint8

// The shapes. Those after Itself are 1 if the variable has the property, and 0 otherwise.
const (
	Itself  Shape = iota // its value
	Equal                // it equals the value of the part
	Reaches              // it is at least the value of the part
)

// A Part is a coefficient times a shape of X.
type Part struct {
	Coef  int64
	X     Var
	Shape Shape
	Value int64
}

// A Relation states what must hold of the parts of a Penalty.
type Relation uint8

// The relations.
const (
	AtMost    Relation = iota // the sum of the parts is at most Limit
	Unequal                   // the sum of the parts is not Limit
	OneOf                     // the first part is at most the largest of the others
	IsProduct                 // the first part is the product of the two others
)

// A Penalty is a constraint whose violation can be measured. If is the condition under which the relation must hold of the
// parts: that the shape of its variable is 1 or, with a negative coefficient, 0. Without a variable it always must.
type Penalty struct {
	If       Part
	Parts    []Part
	Relation Relation
	Limit    int64
}

// A Penalizable is a propagator whose constraint is a conjunction of penalties, or implies one.
type Penalizable interface {
	Penalize(s *kernel.Solver, yield func(Penalty))
}

// partOf returns the view times coef.
func partOf(coef int64, view kernel.View) Part {
	c, x := signedTerm(coef, view)
	return Part{Coef: c, X: x}
}

// condition returns an atom as the condition of a penalty: a part without a variable if it holds now.
func condition(s *kernel.Solver, a Atom) Part {
	switch {
	case s.Holds(a):
		return Part{}
	case a.View&1 == 0:
		return Part{Coef: 1, X: a.View.Var(), Shape: Reaches, Value: a.Value}
	}
	return Part{Coef: -1, X: a.View.Var(), Shape: Reaches, Value: 1 - a.Value}
}

// Penalize yields the inequality.
func (p *linear) Penalize(s *solver, yield func(Penalty)) {
	e := Penalty{Limit: p.limit}
	e.If = condition(s, p.r)
	for i, view := range p.views {
		e.Parts = append(e.Parts, partOf(p.coefs[i], view))
	}
	yield(e)
}

// Penalize yields the disequality.
func (p *differ) Penalize(s *solver, yield func(Penalty)) {
	e := Penalty{Relation: Unequal, Limit: p.value}
	e.If = condition(s, p.r)
	for _, t := range p.terms {
		e.Parts = append(e.Parts, Part{Coef: t.Coef, X: t.X})
	}
	yield(e)
}

// Penalize yields that the maximum is at least each element and at most one of them.
func (p *maximum) Penalize(_ *solver, yield func(Penalty)) {
	one := Penalty{Relation: OneOf, Parts: []Part{partOf(1, p.z)}}
	for _, view := range p.list {
		one.Parts = append(one.Parts, partOf(1, view))
		yield(Penalty{Parts: []Part{partOf(1, view), partOf(-1, p.z)}})
	}
	yield(one)
}

// Penalize yields the product.
func (p *product) Penalize(_ *solver, yield func(Penalty)) {
	yield(Penalty{Relation: IsProduct, Parts: []Part{{Coef: 1, X: p.z}, {Coef: 1, X: p.x}, {Coef: 1, X: p.y}}})
}

// Penalize yields that z is the sum of the elements times the equalities of their indices.
func (p *element) Penalize(s *solver, yield func(Penalty)) {
	up, down := Penalty{Parts: []Part{{Coef: -1, X: p.z}}}, Penalty{Parts: []Part{{Coef: 1, X: p.z}}}
	for k := s.Min(p.i); k <= s.Max(p.i); k++ {
		if v := p.list[k]; v != 0 && s.Has(p.i, k) {
			up.Parts = append(up.Parts, Part{v, p.i, Equal, k})
			down.Parts = append(down.Parts, Part{-v, p.i, Equal, k})
		}
	}
	yield(up)
	yield(down)
}

// Penalize yields that z equals each element if its index is chosen.
func (p *elementVar) Penalize(s *solver, yield func(Penalty)) {
	for k := s.Min(p.i); k <= s.Max(p.i); k++ {
		if !s.Has(p.i, k) {
			continue
		}
		is := Part{1, p.i, Equal, k}
		yield(Penalty{If: is, Parts: []Part{{Coef: 1, X: p.z}, {Coef: -1, X: p.list[k]}}})
		yield(Penalty{If: is, Parts: []Part{{Coef: -1, X: p.z}, {Coef: 1, X: p.list[k]}}})
	}
}

// maxSpread bounds the number of values of variables that are pairwise different.
const maxSpread = 1 << 20

// Penalize yields that each value is taken at most once.
func (p *taken) Penalize(s *solver, yield func(Penalty)) {
	sums := map[int64]int{}
	var list []Penalty
	size := int64(0)
	for _, o := range p.list {
		if size += s.Max(o.X) - s.Min(o.X); size > maxSpread {
			return
		}
		for v := s.Min(o.X); v <= s.Max(o.X); v++ {
			w := v + o.Plus
			if !s.Has(o.X, v) || p.except != nil && *p.except == w {
				continue
			}
			i, ok := sums[w]
			if !ok {
				i = len(list)
				sums[w] = i
				list = append(list, Penalty{Limit: 1})
			}
			list[i].Parts = append(list[i].Parts, Part{1, o.X, Equal, v})
		}
	}
	for _, e := range list {
		if len(e.Parts) > 1 {
			yield(e)
		}
	}
}

// Clause returns the penalty of a clause.
func Clause(atoms []Atom) Penalty {
	e := Penalty{Limit: -1}
	for _, a := range atoms { // the sum of the atoms is at least 1
		x := a.View.Var()
		if a.View&1 == 0 {
			e.Parts = append(e.Parts, Part{-1, x, Reaches, a.Value})
		} else {
			e.Parts = append(e.Parts, Part{1, x, Reaches, 1 - a.Value})
			e.Limit++
		}
	}
	return e
}
