package milp

import (
	"math"

	"farbank/milp"
	"farbank/model"
)

// maxNumber bounds the numbers of a program. Solvers may treat numbers as equal that differ by 1e-9
// of their size; up to this bound that is well below one.
const maxNumber = 1 << 28

// base returns the base that numbers in a range are relative to: lo if the range is too large for
// floating point, otherwise 0. So numbers anywhere in 64 bits are exact as long as they vary
// little.
func base(lo, hi int64) int64 {
	if lo < -maxNumber || hi > maxNumber {
		return lo
	}
	return 0
}

func baseOf(e *model.Expr) int64 { return base(e.Lo, e.Hi) }

func (s *snapshot) baseOfCell(i int) int64 { return base(s.p.Cells[i].Lo, s.p.Cells[i].Hi) }

// fit refuses numbers that are too far from a base.
func fit(lo, hi, base int64) {
	if !near(lo, base) || !near(hi, base) {
		panic(refused("a number may be too large for floating point"))
	}
}

func near(v, base int64) bool {
	d := uint64(v) - uint64(base)
	if v < base {
		d = -d
	}
	return d <= maxNumber
}

// number returns e - base. If e is undefined, its value is arbitrary: the condition around it
// requires that it is defined.
func (s *snapshot) number(e *model.Expr, base int64) milp.Expr {
	s.look()
	fit(e.Lo, e.Hi, base)
	if e.Size < large {
		return s.expression(e, base)
	}
	x, ok := s.wrote[based{e, base}]
	if !ok {
		x = s.expression(e, base)
		if s.wrote == nil {
			s.wrote = map[based]milp.Expr{}
		}
		s.wrote[based{e, base}] = x
	}
	return x
}

func (s *snapshot) expression(e *model.Expr, base int64) milp.Expr {
	switch e.Op {
	case model.Const:
		return milp.Constant(e.Value - base)
	case model.Undefined:
		return milp.Constant(0)
	case model.Cell:
		return s.value[e.Value].Shift(float64(s.baseOfCell(int(e.Value)) - base))
	case model.And, model.Or, model.Not, model.Eq, model.Ne, model.Lt, model.Le, model.Distinct:
		return s.m.Truth(s.holds(e)).Shift(float64(-base))
	case model.Sum:
		return s.sum(e, base)
	case model.Mul:
		return s.product(e, base)
	case model.Neg:
		b := baseOf(e.Args[0])
		return s.number(e.Args[0], b).Neg().Shift(float64(-b - base))
	case model.Abs:
		return s.m.Abs(s.number(e.Args[0], 0)).Shift(float64(-base))
	case model.Min:
		return s.m.Min(s.numbers(e.Args, base)...)
	case model.Max:
		return s.m.Max(s.numbers(e.Args, base)...)
	case model.Div, model.Mod:
		return s.quotient(e, base)
	case model.If:
		return s.m.IfThenElse(s.holds(e.Args[0]), s.number(e.Args[1], base), s.number(e.Args[2], base))
	case model.At, model.Table, model.Select:
		if e.Bool {
			if needs := s.inRange(e); len(needs) > 0 {
				return s.m.Truth(milp.And(append(needs, s.element(e, 0).AtLeast(1))...)).Shift(float64(-base))
			}
		}
		return s.element(e, base)
	}
	panic(refused("%s has no linear form", e.Op))
}

func (s *snapshot) numbers(args []*model.Expr, base int64) []milp.Linear {
	list := make([]milp.Linear, len(args))
	for i, a := range args {
		list[i] = s.number(a, base)
	}
	return list
}

// pair returns two numbers to be compared, relative to the same base.
func (s *snapshot) pair(a, b *model.Expr) (x, y milp.Expr) {
	base := base(min(a.Lo, b.Lo), max(a.Hi, b.Hi))
	return s.number(a, base), s.number(b, base)
}

// sum returns the sum of numbers relative to their own bases. The sum of the bases may wrap around
// in 64 bits; the total is small.
func (s *snapshot) sum(e *model.Expr, base int64) milp.Expr {
	terms, rest := make([]milp.Expr, len(e.Args)), -base
	for i, a := range e.Args {
		b := baseOf(a)
		terms[i] = s.number(a, b)
		rest += b
	}
	return milp.Sum(terms...).Shift(float64(rest))
}

func (s *snapshot) product(e *model.Expr, base int64) milp.Expr {
	a, k := e.Args[0], e.Args[1]
	if a.IsConst() {
		a, k = k, a
	}
	if k.IsConst() {
		b := baseOf(a)
		return s.number(a, b).Times(float64(k.Value)).Shift(float64(b*k.Value - base))
	}
	fit(e.Lo, e.Hi, 0)
	return s.m.Product(s.number(a, 0), s.number(k, 0)).Shift(float64(-base))
}

// quotient returns a floored quotient or its remainder.
func (s *snapshot) quotient(e *model.Expr, base int64) milp.Expr {
	a, d := e.Args[0], e.Args[1]
	if d.IsConst() && d.Value > 0 && d.Value <= maxNumber {
		// For a = b + x and b = q·d + r, the quotient is q plus that of x + r.
		b := baseOf(a)
		q, r := divide(b, d.Value)
		x := s.number(a, b).Shift(float64(r))
		if e.Op == model.Div {
			return s.m.Div(x, int(d.Value)).Shift(float64(q - base))
		}
		return s.m.Mod(x, int(d.Value)).Shift(float64(-base))
	}
	x, y := s.number(a, 0), s.number(d, 0)
	if model.Span(a.Lo, a.Hi) > maxValues/model.Span(d.Lo, d.Hi) {
		if d.Lo <= 0 && d.Hi >= 0 { // if d is 0, the quotient is undefined and may be anything
			y = s.m.IfThenElse(y.Is(0), milp.Constant(1), y)
		}
		if e.Op == model.Div {
			return s.m.Div(x, y).Shift(float64(-base))
		}
		return s.m.Mod(x, y).Shift(float64(-base))
	}
	return s.m.Function2(e.Op.String(), x, y, func(u, v int) float64 {
		if v == 0 {
			return 0
		}
		q, r := divide(int64(u), int64(v))
		if e.Op == model.Div {
			return float64(q)
		}
		return float64(r)
	}).Shift(float64(-base))
}

// divide returns the floored quotient, and the remainder, which has the sign of v.
func divide(u, v int64) (q, r int64) {
	q, r = u/v, u%v
	if r != 0 && (r < 0) != (v < 0) {
		return q - 1, r + v
	}
	return q, r
}

// maxElements is the maximum size of an array that is read by an index.
const maxElements = maxValues

// element returns an array element by its indices; outside of the array it is base.
func (s *snapshot) element(e *model.Expr, base int64) milp.Expr {
	place := s.place(e)
	low, high := place.Bounds()
	first, last := math.Min(low, 0), math.Max(high, 0)
	if last-first >= maxElements {
		panic(refused("an index has more than %d values", maxElements))
	}
	all := offsets(e.Dims)
	items := make([]milp.Expr, 0, int(last-first)+1)
	for i := int(first); i <= int(last); i++ {
		if i < 0 || i >= len(all) || float64(i) < low || float64(i) > high {
			items = append(items, milp.Constant(0))
			continue
		}
		items = append(items, s.item(e, all[i], base))
	}
	return s.m.Element(items, place.Shift(-first))
}

func (s *snapshot) item(e *model.Expr, offset, base int64) milp.Expr {
	switch e.Op {
	case model.Table:
		fit(e.Values[offset], e.Values[offset], base)
		return milp.Constant(e.Values[offset] - base)
	case model.At:
		cell := int(e.Value + offset)
		return s.value[cell].Shift(float64(s.baseOfCell(cell) - base))
	}
	return s.number(e.Elems()[offset], base)
}

// place returns the offset of the indices in the array, from 0.
func (s *snapshot) place(e *model.Expr) milp.Expr {
	place := milp.Constant(0)
	for i, a := range e.Indices() {
		place = place.Times(float64(e.Dims[i].N)).Plus(s.number(a, e.Dims[i].Lo))
	}
	return place
}

// offsets returns the offsets of all elements, the last index varying fastest.
func offsets(dims []model.Dim) []int64 {
	n := int64(1)
	for _, d := range dims {
		if n *= d.N; n > maxElements {
			panic(refused("an array has more than %d elements", maxElements))
		}
	}
	return model.Offsets(dims)
}
