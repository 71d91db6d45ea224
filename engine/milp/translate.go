package milp

import (
	"farbank/milp"
	"farbank/model"
)

// A snapshot holds the cells at one time, as expressions of the program.
type snapshot struct {
	*planner
	m     *milp.Model
	value []milp.Expr   // of each cell, relative to its base
	is    [][]milp.Expr // for each cell the indicators of its values; nil if there are too many
	looks int

	truths model.Memo[milp.Condition]   // of large conditions
	have   model.Memo[[]milp.Condition] // conditions under which large numbers are defined
	wrote  map[based]milp.Expr          // large numbers already translated
}

// A based is a number relative to a base.
type based struct {
	e    *model.Expr
	base int64
}

// large is the number of nodes from which an expression is translated only once, for all its
// occurrences.
const large = 1 << 12

// has returns the indicator of a value of a cell.
func (s *snapshot) has(cell int, v int64) milp.Expr {
	info := &s.p.Cells[cell]
	k := int(v - info.Lo)
	switch {
	case k < len(s.is[cell]):
		return s.is[cell][k]
	case info.Span() > maxValues:
		panic(refused("%s has more than %d values", info.Name, maxValues))
	}
	panic(refused("the program would be too large")) // the guard has stopped the model
}

// look stops the translation when the context has ended.
func (s *snapshot) look() {
	if s.looks++; s.looks%64 == 0 {
		if err := s.ended(); err != nil {
			panic(&stopped{err})
		}
	}
}

// A stopped is the panic that stops a translation when its context ends.
type stopped struct{ cause error }

func (e *stopped) Error() string { return e.cause.Error() }

// holds translates a condition.
func (s *snapshot) holds(e *model.Expr) milp.Condition {
	s.look()
	if e.Size < large || e.Op == model.And { // the operands of an And may be large themselves
		return s.condition(e)
	}
	return s.truths.Of(e, func(e *model.Expr) milp.Condition { return s.m.Truth(s.condition(e)).AtLeast(1) })
}

func (s *snapshot) condition(e *model.Expr) milp.Condition {
	switch e.Op {
	case model.Const:
		if e.Value != 0 {
			return milp.True
		}
		return milp.False
	case model.And:
		return milp.And(s.all(e.Args)...)
	case model.Or:
		return milp.Or(s.all(e.Args)...)
	case model.Not:
		return milp.Not(s.holds(e.Args[0]))
	case model.Eq, model.Ne, model.Lt, model.Le:
		return s.defined(s.comparison(e), e.Args...)
	case model.Distinct:
		return s.defined(s.distinct(e.Args), e.Args...)
	case model.If:
		test := s.holds(e.Args[0])
		return milp.And(milp.Implies(test, s.holds(e.Args[1])), milp.Or(test, s.holds(e.Args[2])))
	}
	if len(e.Dims) > 0 {
		return milp.And(append(s.inRange(e), s.number(e, 0).AtLeast(1))...)
	}
	return s.number(e, 0).AtLeast(1)
}

func (s *snapshot) all(args []*model.Expr) []milp.Condition {
	list := make([]milp.Condition, len(args))
	for i, a := range args {
		list[i] = s.holds(a)
	}
	return list
}

func (s *snapshot) comparison(e *model.Expr) milp.Condition {
	if e.Args[0].Hi < e.Args[1].Lo || e.Args[1].Hi < e.Args[0].Lo { // however far apart
		return truth(e.Op == model.Ne || e.Op != model.Eq && e.Args[0].Hi < e.Args[1].Lo)
	}
	a, b := s.pair(e.Args[0], e.Args[1])
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

func truth(v bool) milp.Condition {
	if v {
		return milp.True
	}
	return milp.False
}

// maxPairs is the maximum number of pairs of numbers in a Distinct.
const maxPairs = 1 << 16

// distinct returns the condition that no two numbers are equal.
func (s *snapshot) distinct(args []*model.Expr) milp.Condition {
	if n := len(args); n*(n-1)/2 > maxPairs {
		panic(refused("more than %d pairs of numbers are to differ", maxPairs))
	}
	var pairs []milp.Condition
	for i, a := range args {
		for _, b := range args[:i] {
			if a.Hi >= b.Lo && b.Hi >= a.Lo {
				x, y := s.pair(a, b)
				pairs = append(pairs, x.NotEqual(y))
			}
		}
	}
	return milp.And(pairs...)
}

// defined adds the conditions under which the operands of a condition are defined.
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
	s.look()
	if e.Size < large {
		return s.definedness(e)
	}
	return s.have.Of(e, func(e *model.Expr) []milp.Condition {
		return []milp.Condition{s.m.Truth(milp.And(s.definedness(e)...)).AtLeast(1)}
	})
}

func (s *snapshot) definedness(e *model.Expr) []milp.Condition {
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
		if d := e.Args[1]; d.Lo <= 0 && d.Hi >= 0 {
			needs = append(needs, s.number(d, 0).IsNot(0))
		}
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
		if d := e.Dims[i]; !d.Holds(a.Lo, a.Hi) || a.Partial {
			needs = append(needs, s.number(a, d.Lo).Between(0, float64(d.N-1)))
		}
	}
	return needs
}
