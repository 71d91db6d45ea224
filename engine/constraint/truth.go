package constraint

import (
	"farbank/constraint"
	"farbank/model"
)

// truth writes a condition. A condition with several uses becomes one literal.
func (s *state) truth(e *model.Expr) constraint.Condition {
	if c, ok := s.truths[e]; ok {
		return c
	}
	c := s.condition(e)
	if s.uses[e] > 1 && !isComparison(e.Op) {
		c = s.m.Truth(c)
	}
	s.truths[e] = c
	return c
}

// isComparison reports whether the library itself shares the literals of such conditions.
func isComparison(op model.Op) bool {
	return op == model.Eq || op == model.Ne || op == model.Lt || op == model.Le
}

func (s *state) condition(e *model.Expr) constraint.Condition {
	s.look()
	if !e.Bool {
		return s.number(e).IsNot(0)
	}
	switch e.Op {
	case model.Const:
		return always(e.Value != 0)
	case model.Cell:
		return s.cellTruth(int(e.Value))
	case model.Not:
		return constraint.Not(s.truth(e.Args[0]))
	case model.And:
		return constraint.And(s.all(e.Args)...)
	case model.Or:
		return constraint.Or(s.all(e.Args)...)
	case model.If:
		return choice(s.truth(e.Args[0]), s.truth(e.Args[1]), s.truth(e.Args[2]))
	case model.Distinct:
		return s.distinct(e.Args)
	}
	if c := s.byValues(e); c != nil {
		return c
	}
	switch e.Op {
	case model.Eq, model.Ne, model.Lt, model.Le:
		return s.comparison(e)
	}
	return s.element(e).AtLeast(1)
}

func always(v bool) constraint.Condition {
	if v {
		return constraint.True
	}
	return constraint.True.Not()
}

func (s *state) cellTruth(i int) constraint.Condition {
	switch x := s.cell(i).(type) {
	case constraint.Bool:
		return x
	case constraint.Int:
		return x.AtLeast(1)
	default:
		return x.Linear().AtLeast(1)
	}
}

func (s *state) all(args []*model.Expr) []constraint.Condition {
	list := make([]constraint.Condition, len(args))
	for i, a := range args {
		list[i] = s.truth(a)
	}
	return list
}

// choice returns the condition that is equivalent to a if c holds, else to b.
func choice(c, a, b constraint.Condition) constraint.Condition {
	return constraint.And(constraint.Implies(c, a), constraint.Or(c, b))
}

func (s *state) comparison(e *model.Expr) constraint.Condition {
	a, b := e.Args[0], e.Args[1]
	if a.Bool && b.Bool && (e.Op == model.Eq || e.Op == model.Ne) {
		x, y := s.m.Truth(s.truth(a)), s.m.Truth(s.truth(b))
		if e.Op == model.Ne {
			y = y.Not()
		}
		return choice(x, y, y.Not())
	}
	x, y := s.number(a), s.number(b)
	switch e.Op {
	case model.Eq:
		return x.Equal(y)
	case model.Ne:
		return x.NotEqual(y)
	case model.Lt:
		return x.Less(y)
	}
	return x.LessEqual(y)
}

// maxPairs limits the number of pairs in an all-different.
const maxPairs = 1 << 17

func (s *state) distinct(args []*model.Expr) constraint.Condition {
	if n := len(args); n*(n-1)/2 > maxPairs {
		panic(refused("an all-different has more than %d pairs", maxPairs))
	}
	var pairs []constraint.Condition
	for i, a := range args {
		for _, b := range args[:i] {
			if a.Hi >= b.Lo && b.Hi >= a.Lo {
				pairs = append(pairs, s.number(a).NotEqual(s.number(b)))
			}
		}
	}
	return constraint.And(pairs...)
}

// byValues writes a condition on a single cell as the intervals in which it holds; nil if it is not
// such a condition.
func (s *state) byValues(e *model.Expr) constraint.Condition {
	cell := s.reads(e)
	if cell < 0 || s.sys.Problem.Cells[cell].Span() > fewValues {
		return nil
	}
	x, ok := s.cell(cell).(constraint.Int)
	if !ok {
		return nil
	}
	var intervals []constraint.Condition
	info := &s.sys.Problem.Cells[cell]
	begin, inside := int64(0), false
	end := func(last int64) {
		switch {
		case begin == last:
			intervals = append(intervals, x.Is(last))
		case begin == info.Lo:
			intervals = append(intervals, x.AtMost(last))
		case last == info.Hi:
			intervals = append(intervals, x.AtLeast(begin))
		default:
			intervals = append(intervals, constraint.And(x.AtLeast(begin), x.AtMost(last)))
		}
		inside = false
	}
	for v, value := range s.each(cell, e) {
		switch {
		case value != 0 && !inside:
			begin, inside = v, true
		case value == 0 && inside:
			end(v - 1)
		}
	}
	if inside {
		if begin == info.Lo {
			return constraint.True
		}
		end(info.Hi)
	}
	return constraint.Or(intervals...)
}
