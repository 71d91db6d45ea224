package assign

import (
	"math"
	"slices"

	"farbank/model"
)

// A constraint prunes the domains of its unknowns; propagate reports false on a conflict.
type constraint interface {
	unknowns() []int32
	propagate(s *solver) bool
}

// Conditions returns all conditions on an assignment, as expressions over the find cells. These are
// the requirements. Without moves, also: a start exists, is safe and satisfies the goal.
func Conditions(p *model.Problem, freeEnd bool) []*model.Expr {
	b := model.NewBuilder()
	cell := func(i int) *model.Expr {
		info := &p.Cells[i]
		return b.Cell(i, info.Lo, info.Hi, info.Type.Kind == model.Bool)
	}
	var all []*model.Expr
	for i := range p.Require {
		all = append(all, b.Rewrite(p.Require[i].Cond, cell))
	}
	if len(p.Schemas) > 0 {
		return all
	}
	start := make([]*model.Expr, len(p.Start))
	for i, e := range p.Start {
		start[i] = b.Rewrite(e, cell)
		info := &p.Cells[p.NumFind+i]
		all = append(all, b.Le(b.Const(info.Lo), start[i]), b.Le(start[i], b.Const(info.Hi)))
	}
	first := func(i int) *model.Expr {
		if i < p.NumFind {
			return cell(i)
		}
		return start[i-p.NumFind]
	}
	for i := range p.Safety {
		all = append(all, b.Rewrite(p.Safety[i].Cond, first))
	}
	for i := range p.Goal {
		if !freeEnd {
			all = append(all, b.Rewrite(p.Goal[i].Cond, first))
		}
	}
	if p.Goals != nil {
		v := b.Rewrite(p.Goals.Value, cell)
		all = append(all, b.Eq(v, v)) // the objective has a value
	}
	return all
}

// compile adds a constraint for each conjunct of the conditions.
func (s *solver) compile(conds []*model.Expr) {
	for _, e := range conds {
		if e.Op == model.And {
			s.compile(e.Args)
			continue
		}
		if e.IsTrue() {
			continue
		}
		s.wide = s.wide || e.Wide
		s.addConstraint(e)
	}
}

func (s *solver) addConstraint(e *model.Expr) {
	if e.Op == model.Distinct {
		if terms := termsOf(e.Args); terms != nil && s.listed(terms) {
			a := newAllDiff(int32(len(s.allDiffs)), terms, &s.domains)
			s.allDiffs = append(s.allDiffs, a)
			s.constraints = append(s.constraints, a)
			return
		}
	}
	s.constraints = append(s.constraints, newTree(e))
}

// listed reports whether the domains of all terms are stored as bit sets, from which single values
// can be removed.
func (s *solver) listed(terms []term) bool {
	return !slices.ContainsFunc(terms, func(t term) bool { return s.words[t.v] == nil })
}

// termsOf returns args as terms unknown + offset over different unknowns, or nil.
func termsOf(args []*model.Expr) []term {
	var terms []term
	seen := map[int32]bool{}
	for _, e := range args {
		t := term{v: int32(e.Value)}
		switch {
		case e.Op == model.Cell:
		case e.Op == model.Sum && len(e.Args) == 2 && e.Args[0].Op == model.Cell && e.Args[1].IsConst():
			t = term{v: int32(e.Args[0].Value), off: e.Args[1].Value}
			if t.off > math.MaxInt32 || t.off < math.MinInt32 || e.Wide {
				return nil
			}
		default:
			return nil
		}
		if seen[t.v] {
			return nil
		}
		seen[t.v] = true
		terms = append(terms, t)
	}
	return terms
}
