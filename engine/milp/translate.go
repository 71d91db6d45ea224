package milp

import (
	"fmt"

	"farbank/milp"
	"farbank/model"
)

// A snapshot is the cells at one time, as parts of the program.
type snapshot struct {
	m     *milp.Model
	p     *model.Problem
	value []milp.Expr   // of each cell
	is    [][]milp.Expr // whether it has its first value, its second, ...
}

// has is 1 if a cell has a value.
func (s *snapshot) has(cell int, v int64) milp.Expr { return s.is[cell][v-s.p.Cells[cell].Lo] }

// unsupported is a construct that has no linear form here.
type unsupported struct{ what string }

func (u *unsupported) Error() string { return u.what }

// holds writes a condition through the modelling layer.
func (s *snapshot) holds(e *model.Expr) milp.Condition {
	switch e.Op {
	case model.Const:
		if e.Value != 0 {
			return milp.True
		}
		return milp.False
	case model.And:
		return milp.And(s.each(e.Args)...)
	case model.Or:
		return milp.Or(s.each(e.Args)...)
	case model.Not:
		return milp.Not(s.holds(e.Args[0]))
	case model.Eq, model.Ne, model.Lt, model.Le:
		return s.defined(s.comparison(e), e.Args...)
	case model.Distinct:
		var pairs []milp.Condition
		for i, a := range e.Args {
			for _, b := range e.Args[:i] {
				pairs = append(pairs, s.number(a).NotEqual(s.number(b)))
			}
		}
		return s.defined(milp.And(pairs...), e.Args...)
	case model.If:
		test := s.holds(e.Args[0])
		return milp.And(milp.Implies(test, s.holds(e.Args[1])), milp.Or(test, s.holds(e.Args[2])))
	}
	if len(e.Dims) > 0 {
		return milp.And(append(s.inRange(e), s.number(e).AtLeast(1))...)
	}
	return s.number(e).AtLeast(1)
}

func (s *snapshot) each(args []*model.Expr) []milp.Condition {
	list := make([]milp.Condition, len(args))
	for i, a := range args {
		list[i] = s.holds(a)
	}
	return list
}

func (s *snapshot) comparison(e *model.Expr) milp.Condition {
	a, b := s.number(e.Args[0]), s.number(e.Args[1])
	switch e.Op {
	case model.Eq:
		return a.Equal(b)
	case model.Ne:
		return a.NotEqual(b)
	case model.Lt:
		return a.Less(b)
	}
	return a.LessEqual(b)
}

// defined adds what the operands of a condition need to have a value.
func (s *snapshot) defined(c milp.Condition, args ...*model.Expr) milp.Condition {
	needs := []milp.Condition{c}
	for _, a := range args {
		needs = append(needs, s.needs(a)...)
	}
	return milp.And(needs...)
}

func (s *snapshot) needs(e *model.Expr) []milp.Condition {
	if e.Bool || !e.Partial {
		return nil
	}
	var needs []milp.Condition
	switch e.Op {
	case model.Undefined:
		return []milp.Condition{milp.False}
	case model.If:
		test := s.holds(e.Args[0])
		return []milp.Condition{milp.Implies(test, milp.And(s.needs(e.Args[1])...)), milp.Or(test, milp.And(s.needs(e.Args[2])...))}
	case model.Select:
		needs = s.inRange(e)
		for k, offset := range offsets(e.Dims) {
			if inner := s.needs(e.Elems()[offset]); len(inner) > 0 {
				needs = append(needs, milp.Implies(s.place(e).Is(float64(k)), milp.And(inner...)))
			}
		}
		return needs
	}
	for _, a := range e.Args {
		needs = append(needs, s.needs(a)...)
	}
	switch e.Op {
	case model.Div, model.Mod:
		needs = append(needs, s.number(e.Args[1]).IsNot(0))
	case model.At, model.Table:
		needs = append(needs, s.bounds(e)...)
	}
	return needs
}

func (s *snapshot) inRange(e *model.Expr) []milp.Condition {
	var needs []milp.Condition
	for _, a := range e.Indices() {
		needs = append(needs, s.needs(a)...)
	}
	return append(needs, s.bounds(e)...)
}

func (s *snapshot) bounds(e *model.Expr) []milp.Condition {
	var needs []milp.Condition
	for i, a := range e.Indices() {
		d := e.Dims[i]
		if a.Lo < d.Lo || a.Hi >= d.Lo+d.N || a.Partial {
			needs = append(needs, s.number(a).Between(float64(d.Lo), float64(d.Lo+d.N-1)))
		}
	}
	return needs
}

// number writes a number. Where it has no value it is anything: what is asked of it
// goes with its needs.
func (s *snapshot) number(e *model.Expr) milp.Expr {
	switch e.Op {
	case model.Const:
		return milp.Constant(e.Value)
	case model.Undefined:
		return milp.Constant(0)
	case model.Cell:
		return s.value[e.Value]
	case model.And, model.Or, model.Not, model.Eq, model.Ne, model.Lt, model.Le, model.Distinct:
		return s.m.Truth(s.holds(e)).Expr
	case model.Sum:
		sum := milp.Constant(0)
		for _, a := range e.Args {
			sum = sum.Plus(s.number(a))
		}
		return sum
	case model.Mul:
		return s.m.Product(s.number(e.Args[0]), s.number(e.Args[1]))
	case model.Neg:
		return s.number(e.Args[0]).Neg()
	case model.Abs:
		return s.m.Abs(s.number(e.Args[0]))
	case model.Min:
		return s.m.Min(s.numbers(e.Args)...)
	case model.Max:
		return s.m.Max(s.numbers(e.Args)...)
	case model.Div, model.Mod:
		return s.quotient(e)
	case model.If:
		return s.m.IfThenElse(s.holds(e.Args[0]), s.number(e.Args[1]), s.number(e.Args[2]))
	case model.At, model.Table, model.Select:
		if e.Bool {
			if needs := s.inRange(e); len(needs) > 0 {
				return s.m.Truth(milp.And(append(needs, s.element(e).AtLeast(1))...)).Expr
			}
		}
		return s.element(e)
	}
	panic(&unsupported{fmt.Sprintf("%s has no linear form", e.Op)})
}

func (s *snapshot) numbers(args []*model.Expr) []milp.Linear {
	list := make([]milp.Linear, len(args))
	for i, a := range args {
		list[i] = s.number(a)
	}
	return list
}

// quotient is floored division or its remainder.
func (s *snapshot) quotient(e *model.Expr) milp.Expr {
	a, d := e.Args[0], e.Args[1]
	if d.IsConst() && d.Value > 0 && d.Value < 1<<31 {
		if e.Op == model.Div {
			return s.m.Div(s.number(a), int(d.Value))
		}
		return s.m.Mod(s.number(a), int(d.Value))
	}
	return s.m.Function2(e.Op.String(), s.number(a), s.number(d), func(u, v int) float64 {
		if v == 0 {
			return 0
		}
		q := u / v
		if u%v != 0 && (u < 0) != (v < 0) {
			q--
		}
		if e.Op == model.Div {
			return float64(q)
		}
		return float64(u - v*q)
	})
}

// element reads by indices; outside of the array it is 0.
func (s *snapshot) element(e *model.Expr) milp.Expr {
	var items []milp.Expr
	for _, offset := range offsets(e.Dims) {
		switch e.Op {
		case model.Table:
			items = append(items, milp.Constant(e.Values[offset]))
		case model.At:
			items = append(items, s.value[e.Value+offset])
		default:
			items = append(items, s.number(e.Elems()[offset]))
		}
	}
	place := s.place(e)
	low, high := place.Bounds()
	first := min(0, int(low))
	padded := make([]milp.Expr, 0, int(high)-first+1)
	for i := first; i <= int(high); i++ {
		if i >= 0 && i < len(items) {
			padded = append(padded, items[i])
		} else {
			padded = append(padded, milp.Constant(0))
		}
	}
	return s.m.Element(padded, place.Shift(float64(-first)))
}

// place is the number, from 0, that the indices have in the array.
func (s *snapshot) place(e *model.Expr) milp.Expr {
	place := milp.Constant(0)
	for i, a := range e.Indices() {
		place = place.Times(float64(e.Dims[i].N)).Plus(s.number(a)).Shift(float64(-e.Dims[i].Lo))
	}
	return place
}

// offsets lists the offsets that dimensions can make, the last varying fastest.
func offsets(dims []model.Dim) []int64 {
	all := []int64{0}
	for _, d := range dims {
		var next []int64
		for _, base := range all {
			for i := range d.N {
				next = append(next, base+i*d.Stride)
			}
		}
		all = next
	}
	return all
}
