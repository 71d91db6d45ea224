package export

import (
	"errors"
	"math"

	"farbank/model"
	"farbank/model/transition"
)

// A system is a problem run on symbols, as the writers need it.
type system struct {
	w *writer
	*transition.System
}

// maxTree is the most nodes that the expressions of a system may have when they are
// written out as trees.
const maxTree = 1 << 22

// newSystem runs the moves of a problem on symbols. Values must lie within 64 bits, or
// those of limit where it is not 0.
func (w *writer) newSystem(limit int64) (*system, error) {
	sys, err := transition.NewSystem(w.ctx, w.p)
	if large := (*transition.LargeError)(nil); errors.As(err, &large) {
		return nil, w.refuse(large.Pos, "%v", err)
	}
	if err != nil {
		return nil, err
	}
	s := &system{w, sys}
	return s, w.checkSize(s, limit)
}

// move is the ground move of an operator.
func (s *system) move(o *transition.Operator) *model.Move { return s.Problem.Moves[o.Move] }

// place is the number, from 0, that the indices of e have among its elements.
func (s *system) place(e *model.Expr) *model.Expr {
	at := s.Builder.Const(0)
	for k, i := range e.Indices() {
		at = s.Builder.Sum(s.Builder.Mul(at, s.Builder.Const(e.Dims[k].N)), i, s.Builder.Const(-e.Dims[k].Lo))
	}
	return at
}

// checks are the conditions on what is chosen, in parts that read few cells.
func (s *system) checks() []transition.Rule {
	var list []transition.Rule
	for _, r := range s.Require {
		parts := []*model.Expr{r.Cond}
		if r.Cond.Op == model.And {
			parts = r.Cond.Args
		}
		for _, c := range parts {
			if c.Op != model.Distinct {
				list = append(list, condition(r.Text, c))
				continue
			}
			for i, x := range c.Args {
				for _, y := range c.Args[:i] {
					list = append(list, condition(r.Text, s.Builder.Ne(y, x)))
				}
			}
		}
	}
	return list
}

// checkSize refuses what does not fit: values, or the text itself.
func (w *writer) checkSize(s *system, limit int64) error {
	var err error
	for i := range w.p.Cells {
		if c := &w.p.Cells[i]; limit > 0 && err == nil && (c.Lo < -limit || c.Hi > limit) {
			err = w.refuse(w.p.Vars[c.Var].Pos, "the variable %s with values of more than 31 bits", c.Name)
		}
	}
	size := int64(0)
	seen := map[*model.Expr]bool{}
	s.Each(func(root *model.Expr) {
		if size = model.TreeSize(size, root); err == nil && size > maxTree {
			err = w.refuse(root.Pos, "the conditions written out are too large")
		}
		if err != nil || seen[root] {
			return
		}
		root.Walk(func(e *model.Expr) {
			wide := e.Wide || limit > 0 && (e.Lo < -limit || e.Hi > limit)
			if wide && err == nil && !seen[e] {
				err = w.refuse(e.Pos, "%s of values up to %s", describe(e), reach(e))
			}
			seen[e] = true
		})
	})
	return err
}

func reach(e *model.Expr) string {
	if e.Wide {
		return "more than 64 bits"
	}
	return "more than 31 bits"
}

// describe names the construct of an expression in the words of the language.
func describe(e *model.Expr) string {
	switch e.Op {
	case model.Sum:
		return "a sum"
	case model.Mul:
		return "a product"
	case model.Neg:
		return "a negation"
	case model.Const:
		return "a number"
	case model.Cell:
		return "a variable"
	}
	return "an expression (" + e.Op.String() + ")"
}

// int32s is the limit of languages whose numbers have 32 bits.
const int32s = math.MaxInt32 / 4

// condition is a rule made here.
func condition(text string, cond *model.Expr) transition.Rule {
	return transition.Rule{Text: text, Cond: cond}
}
