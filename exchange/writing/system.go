package writing

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"farbank/model"
	"farbank/model/transition"
)

// A System is a transition.System for a writer.
type System struct {
	Writer *Writer
	*transition.System
}

// maxTree bounds the nodes of the expressions of a system as trees.
const maxTree = 1 << 22

// NewSystem executes the moves of a problem symbolically. The absolute values must be at most
// limit, or fit 64 bits if limit is 0.
func (w *Writer) NewSystem(limit int64) (*System, error) { return w.newSystem(limit, nil, trees()) }

// NewFolded is like NewSystem for languages with recursive rules; see transition.System.Fold.
func (w *Writer) NewFolded(limit int64) (*System, error) {
	return w.newSystem(limit, (*transition.System).Fold, trees())
}

// NewFoldedCells is like NewFolded for languages that enumerate the cases of cells; see
// transition.System.FoldCells.
func (w *Writer) NewFoldedCells(limit int64) (*System, error) {
	return w.newSystem(limit, (*transition.System).FoldCells, trees())
}

// NewShared is like NewSystem for languages in which common subexpressions are written once.
func (w *Writer) NewShared(limit int64) (*System, error) { return w.newSystem(limit, nil, nodes()) }

func (w *Writer) newSystem(limit int64, fold func(*transition.System), size func(*model.Expr) int64) (*System, error) {
	sys, err := transition.NewSystem(w.Context, w.Problem)
	if large := (*transition.LargeError)(nil); errors.As(err, &large) {
		return nil, w.Refuse(large.Pos, "%v", err)
	}
	if err != nil {
		return nil, err
	}
	if fold != nil {
		fold(sys)
	}
	s := &System{w, sys}
	return s, w.checkSize(s, limit, size)
}

// Move returns the ground move of an operator.
func (s *System) Move(o *transition.Operator) *model.Move { return s.Problem.Moves[o.Move] }

// Place returns the position, from 0, of the element that the indices of e select.
func (s *System) Place(e *model.Expr) *model.Expr {
	at := s.Builder.Const(0)
	for k, i := range e.Indices() {
		at = s.Builder.Sum(s.Builder.Mul(at, s.Builder.Const(e.Dims[k].N)), i, s.Builder.Const(-e.Dims[k].Lo))
	}
	return at
}

// Checks returns the conditions on find variables, split into parts that read few cells.
func (s *System) Checks() []transition.Rule {
	var list []transition.Rule
	for _, r := range s.Require {
		parts := []*model.Expr{r.Cond}
		if r.Cond.Op == model.And {
			parts = r.Cond.Args
		}
		for _, c := range parts {
			if c.Op != model.Distinct {
				list = append(list, Condition(r.Text, c))
				continue
			}
			for i, x := range c.Args {
				for _, y := range c.Args[:i] {
					list = append(list, Condition(r.Text, s.Builder.Ne(y, x)))
				}
			}
		}
	}
	return list
}

// trees returns a function that sums the tree sizes of expressions.
func trees() func(*model.Expr) int64 {
	size := int64(0)
	return func(e *model.Expr) int64 {
		size = model.TreeSize(size, e)
		return size
	}
}

// nodes returns a function that counts the distinct nodes of expressions.
func nodes() func(*model.Expr) int64 {
	size, walk := int64(0), model.NewWalk()
	return func(e *model.Expr) int64 {
		walk.Each(e, func(*model.Expr) { size++ })
		return size
	}
}

// checkSize refuses values beyond limit, and systems that are too large.
func (w *Writer) checkSize(s *System, limit int64, size func(*model.Expr) int64) error {
	var err error
	for i := range w.Problem.Cells {
		if c := &w.Problem.Cells[i]; limit > 0 && err == nil && (c.Lo < -limit || c.Hi > limit) {
			err = w.Refuse(w.Problem.Vars[c.Var].Pos, "the variable %s with values of more than 31 bits", c.Name)
		}
	}
	seen := map[*model.Expr]bool{}
	s.Each(func(root *model.Expr) {
		if n := size(root); err == nil && n > maxTree {
			err = w.Refuse(root.Pos, "the conditions written out are too large")
		}
		if err != nil || seen[root] {
			return
		}
		root.Walk(func(e *model.Expr) {
			wide := e.Wide || limit > 0 && (e.Lo < -limit || e.Hi > limit)
			if wide && err == nil && !seen[e] {
				err = w.Refuse(e.Pos, "%s of values up to %s", describe(e), reach(e))
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

// Int32s is the limit for languages with 32-bit numbers.
const Int32s = math.MaxInt32 / 4

// Shared returns the common subexpressions with at least parts nodes, operands first.
func (s *System) Shared(parts int64) []*model.Expr {
	uses, walk := map[*model.Expr]int{}, model.NewWalk()
	s.Each(func(root *model.Expr) {
		uses[root]++
		walk.Each(root, func(e *model.Expr) {
			for _, a := range e.Args {
				uses[a]++
			}
		})
	})
	var list []*model.Expr
	for e, n := range uses {
		if n > 1 && e.Size >= parts {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b *model.Expr) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// Condition returns a rule that is not one of the problem.
func Condition(text string, cond *model.Expr) transition.Rule {
	return transition.Rule{Text: text, Cond: cond}
}

// Last returns the highest cell that an expression reads, or -1.
func Last(e *model.Expr) int {
	most := -1
	e.Cells(func(c int) { most = max(most, c) })
	return most
}
