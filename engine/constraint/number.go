package constraint

import (
	"slices"

	"farbank/constraint"
	"farbank/model"
)

// number writes an expression as a linear expression.
func (s *state) number(e *model.Expr) constraint.Linear {
	if x, ok := s.numbers[e]; ok {
		return x
	}
	if e.Lo < -constraint.MaxValue || e.Hi > constraint.MaxValue {
		panic(refused("a value may be larger than 2^52"))
	}
	x := s.expression(e)
	if e.Op == model.Sum && s.uses[e] > 1 && len(e.Args) > 3 {
		x = s.m.Variable(x).Linear()
	}
	s.numbers[e] = x
	return x
}

func (s *state) expression(e *model.Expr) constraint.Linear {
	s.look()
	if e.Bool && e.Op != model.Const && e.Op != model.Cell {
		return s.m.Truth(s.truth(e)).Linear()
	}
	switch e.Op {
	case model.Const:
		return constraint.Const(e.Value)
	case model.Cell:
		return s.cell(int(e.Value)).Linear()
	case model.Sum:
		return constraint.Sum(s.numbersOf(e.Args)...)
	case model.Neg:
		return s.number(e.Args[0]).Times(-1)
	case model.If:
		return s.choose(e)
	case model.Mul:
		if a, b := e.Args[0], e.Args[1]; a.IsConst() {
			return s.number(b).Times(a.Value)
		} else if b.IsConst() {
			return s.number(a).Times(b.Value)
		}
	}
	if x, ok := s.valueOf(e); ok {
		return x
	}
	if !isDistance(e) {
		if x, ok := s.valueOfPair(e); ok {
			return x
		}
	}
	switch e.Op {
	case model.Mul:
		return s.product(e)
	case model.Div, model.Mod:
		return s.quotient(e)
	case model.Abs:
		z := s.fresh(e)
		s.m.AbsEquality(z, s.variableOf(e.Args[0]))
		return z.Linear()
	case model.Min, model.Max:
		z := s.fresh(e)
		if e.Op == model.Min {
			s.m.MinEquality(z, s.variablesOf(e.Args)...)
		} else {
			s.m.MaxEquality(z, s.variablesOf(e.Args)...)
		}
		return z.Linear()
	case model.At, model.Table, model.Select:
		return s.element(e)
	}
	panic(refused("%s is not supported", e.Op))
}

// isDistance reports whether an expression is the absolute value of a difference or of another sum.
// Its propagator is much faster than a table and prunes nearly as much.
func isDistance(e *model.Expr) bool {
	return e.Op == model.Abs && (e.Args[0].Op == model.Sum || e.Args[0].Op == model.Neg)
}

func (s *state) numbersOf(args []*model.Expr) []constraint.Linear {
	list := make([]constraint.Linear, len(args))
	for i, a := range args {
		list[i] = s.number(a)
	}
	return list
}

// fresh returns a variable for the values of an expression: a new one, or the variable of the cell
// that the expression defines.
func (s *state) fresh(e *model.Expr) constraint.Int {
	if e == s.defined {
		return s.into
	}
	return s.m.Int("", e.Lo, e.Hi)
}

func (s *state) variableOf(e *model.Expr) constraint.Int { return s.m.Variable(s.number(e)) }

func (s *state) variablesOf(args []*model.Expr) []constraint.Int {
	list := make([]constraint.Int, len(args))
	for i, a := range args {
		list[i] = s.variableOf(a)
	}
	return list
}

// choose writes an If. If both branches are constants, it is a linear expression of the condition.
func (s *state) choose(e *model.Expr) constraint.Linear {
	test, a, b := s.truth(e.Args[0]), s.number(e.Args[1]), s.number(e.Args[2])
	if x, y := e.Args[1], e.Args[2]; x.IsConst() && y.IsConst() {
		return s.m.Truth(test).Linear().Times(x.Value - y.Value).Plus(b)
	}
	return s.either(s.m.Truth(test), a, b, e)
}

// either returns a variable that is equal to a if test holds, else to b.
func (s *state) either(test constraint.Bool, a, b constraint.Linear, e *model.Expr) constraint.Linear {
	z := s.fresh(e)
	s.m.When(test, z.Equal(a))
	s.m.When(test.Not(), z.Equal(b))
	return z.Linear()
}

func (s *state) product(e *model.Expr) constraint.Linear {
	a, b := e.Args[0], e.Args[1]
	if b.Bool {
		a, b = b, a
	}
	if a.Bool {
		return s.either(s.m.Truth(s.truth(a)), s.number(b), constraint.Const(0), e)
	}
	z := s.fresh(e)
	s.m.ProductEquality(z, s.variableOf(a), s.variableOf(b))
	return z.Linear()
}

// quotient writes floored division or its remainder: a = d*q + r, where r has the sign of d. d is
// not 0.
func (s *state) quotient(e *model.Expr) constraint.Linear {
	a, d := s.number(e.Args[0]), e.Args[1]
	size := max(d.Hi, -d.Lo)
	rest := s.m.Int("", min(0, d.Lo+1), max(0, d.Hi-1))
	reach := max(e.Args[0].Hi, -e.Args[0].Lo)
	quotient := s.m.Int("", -reach, reach)
	switch {
	case d.IsConst():
		s.m.Add(a.Equal(quotient.Times(d.Value).Plus(rest)))
	default:
		x := s.variableOf(d)
		if reach > constraint.MaxValue-size {
			panic(refused("a value may be larger than 2^52"))
		}
		whole := s.m.Int("", -reach-size, reach+size)
		s.m.ProductEquality(whole, x, quotient)
		s.m.Add(a.Equal(whole.Plus(rest)))
		positive := s.m.Truth(x.AtLeast(1))
		s.m.When(positive, constraint.And(rest.AtLeast(0), rest.Less(x)))
		s.m.When(positive.Not(), constraint.And(rest.AtMost(0), x.Less(rest)))
	}
	if e.Op == model.Div {
		return quotient.Linear()
	}
	return rest.Linear()
}

// valueOf writes a number that depends on a single cell with a small domain as a table.
func (s *state) valueOf(e *model.Expr) (constraint.Linear, bool) {
	cell := s.reads(e)
	if cell < 0 || s.sys.Problem.Cells[cell].Span() > fewValues {
		return constraint.Linear{}, false
	}
	if _, ok := s.cell(cell).(constraint.Int); !ok {
		return constraint.Linear{}, false
	}
	var list []int64
	for _, value := range s.each(cell, e) {
		list = append(list, value)
	}
	return s.pick(list, s.cell(cell).Linear(), s.sys.Problem.Cells[cell].Lo), true
}

// Limits for numbers that depend on two cells.
const (
	fewPairs = 1 << 10 // combinations of values
	maxRows  = 1 << 14 // of all tables together
)

// valueOfPair writes a number that depends on two cells with small domains as a table of three
// columns.
func (s *state) valueOfPair(e *model.Expr) (constraint.Linear, bool) {
	cells := s.pair(e)
	if len(cells) != 2 {
		return constraint.Linear{}, false
	}
	a, b := &s.sys.Problem.Cells[cells[0]], &s.sys.Problem.Cells[cells[1]]
	x, ok1 := s.cell(cells[0]).(constraint.Int)
	y, ok2 := s.cell(cells[1]).(constraint.Int)
	if !ok1 || !ok2 || a.Span() > fewPairs/b.Span() || s.rows+a.Span()*b.Span() > maxRows {
		return constraint.Linear{}, false
	}
	s.rows += a.Span() * b.Span()
	p := s.sys.Problem
	st := make(model.State, len(p.Cells))
	var rows [][]int64
	for v := range a.Values() {
		for w := range b.Values() {
			st[cells[0]], st[cells[1]] = v, w
			value, _, err := p.Eval(e, st)
			if err != nil {
				panic(&wrong{err})
			}
			rows = append(rows, []int64{v, w, value})
		}
	}
	z := s.fresh(e)
	s.m.Table([]constraint.Int{x, y, z}, rows)
	return z.Linear(), true
}

// pair returns the cells that an expression reads, or nil if there are more than two.
func (s *state) pair(e *model.Expr) []int {
	var cells []int
	var walk func(e *model.Expr) bool
	walk = func(e *model.Expr) bool {
		switch c := s.reads(e); {
		case c == noCell || slices.Contains(cells, c):
			return true
		case c >= 0:
			cells = append(cells, c)
			return len(cells) <= 2
		}
		return e.Op != model.At && !slices.ContainsFunc(e.Args, func(a *model.Expr) bool { return !walk(a) })
	}
	if e.Size > fewPairs || !walk(e) {
		return nil
	}
	return cells
}

// pick returns the element of a list of constants at an index that counts from first.
func (s *state) pick(list []int64, index constraint.Linear, first int64) constraint.Linear {
	lo, hi := list[0], list[0]
	for _, v := range list {
		lo, hi = min(lo, v), max(hi, v)
	}
	z := s.m.Int("", lo, hi)
	if first > 0 && first <= fewValues { // avoids a variable for index - first
		padded := make([]int64, first, int(first)+len(list))
		for i := range padded {
			padded[i] = list[0]
		}
		list, first = append(padded, list...), 0
	}
	s.m.ElementEquality(z, list, s.m.Variable(index.Minus(constraint.Const(first))))
	return z.Linear()
}

// maxElements limits the number of elements of an array that is read by an index.
const maxElements = 1 << 16

// element writes an array access whose indices are within their bounds.
func (s *state) element(e *model.Expr) constraint.Linear {
	offsets, place := s.places(e)
	if len(offsets) == 0 {
		return constraint.Const(0)
	}
	if e.Op == model.Table {
		list := make([]int64, len(offsets))
		for i, o := range offsets {
			list[i] = e.Values[o]
		}
		return s.pick(list, place, 0)
	}
	list := make([]constraint.Int, len(offsets))
	lo, hi := e.Lo, e.Hi
	for i, o := range offsets {
		switch {
		case e.Op == model.At:
			list[i] = s.m.Variable(s.cell(int(e.Value + o)))
		case e.Bool:
			list[i] = s.m.Variable(s.m.Truth(s.truth(e.Elems()[o])))
		default:
			list[i] = s.variableOf(e.Elems()[o])
		}
	}
	z := s.m.Int("", lo, hi)
	s.m.ElementOfEquality(z, list, s.m.Variable(place))
	return z.Linear()
}

// places returns the offsets of the elements that the indices can address, and the position of the
// addressed element among them.
func (s *state) places(e *model.Expr) (offsets []int64, place constraint.Linear) {
	offsets = []int64{0}
	for k, a := range e.Indices() {
		d := e.Dims[k]
		first, last := max(a.Lo, d.Lo), min(a.Hi, d.Lo+d.N-1)
		if first > last {
			return nil, place
		}
		if int64(len(offsets)) > maxElements/(last-first+1) {
			panic(refused("an array has more than %d elements", maxElements))
		}
		var next []int64
		for _, o := range offsets {
			for i := range last - first + 1 { // last may be the largest int64
				next = append(next, o+(first-d.Lo+i)*d.Stride)
			}
		}
		offsets = next
		place = place.Times(last - first + 1).Plus(s.number(a)).Minus(constraint.Const(first))
	}
	return offsets, place
}
