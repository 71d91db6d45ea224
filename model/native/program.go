package native

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"farbank/model"
	"farbank/model/transition"
)

// ErrUnfit is returned for problems that this package cannot compile. Use the interpreter for
// them.
var ErrUnfit = errors.New("not fit for compilation")

// A program is a problem as operators, before code generation.
type program struct {
	p       *model.Problem
	x       *transition.Executor
	b       *model.Builder // of x
	actions []*transition.Operator
	safe    []*model.Expr // conditions tested on successors; nil if they are in the guards
	goal    []*model.Expr
	unit    bool // every action costs 1
	meter   *meter
}

// errWide is an ErrUnfit: arithmetic may overflow.
var errWide = fmt.Errorf("%w: arithmetic may leave 64 bits", ErrUnfit)

// Limits beyond which the code would be large and slow to compile.
const (
	maxActions   = 1 << 14
	maxNodes     = 1 << 18 // nodes built
	maxSafeNodes = 1 << 14 // nodes of safety conditions in guards; beyond, they are tested on successors
	maxCases     = 1 << 8  // cases of one move
	maxCode      = 1 << 20 // bytes of WebAssembly; compiling them takes seconds and cannot be interrupted
	maxTree      = 1 << 20 // total tree size of expressions that are interpreted as trees
)

// newProgram returns a program of p without operators.
func newProgram(ctx context.Context, p *model.Problem) *program {
	x := transition.New(ctx, p, transition.Options{Nodes: maxNodes, Total: true})
	return &program{p: p, x: x, b: x.Builder, unit: true, meter: &meter{ctx: ctx}}
}

// analyse executes the moves of p symbolically. It stops when ctx is done.
func analyse(ctx context.Context, p *model.Problem) (_ *program, err error) {
	defer catch(&err)
	pr := newProgram(ctx, p)
	var safety, goal transition.Conditions
	for i := range p.Safety {
		safety.Add(p.Safety[i].Cond)
	}
	for i := range p.Goal {
		goal.Add(pr.b.Rewrite(p.Goal[i].Cond, pr.x.Cell))
	}
	pr.goal = goal.List
	if anyWide(safety.List) || anyWide(pr.goal) {
		return nil, errWide
	}
	for move := range p.Moves {
		if err := pr.addMove(move); err != nil {
			return nil, err
		}
	}
	pr.addSafety(safety.List)
	pr.actions = slices.DeleteFunc(pr.actions, func(a *transition.Operator) bool { return slices.ContainsFunc(a.Guard, (*model.Expr).IsFalse) })
	for _, a := range pr.actions {
		pr.unit = pr.unit && a.Cost.IsConst() && a.Cost.Value == 1
	}
	return pr, nil
}

func anyWide(list []*model.Expr) bool {
	return slices.ContainsFunc(list, func(e *model.Expr) bool { return e.Wide })
}

// addMove adds the operators of a move: one, or one for each case of its addresses.
func (pr *program) addMove(move int) error {
	actions, err := pr.x.Split(move, maxCases)
	if errors.Is(err, transition.ErrLarge) {
		return ErrLarge
	}
	for _, a := range actions {
		if a.Wide() {
			return errWide
		}
	}
	pr.actions = append(pr.actions, actions...)
	if len(pr.actions) > maxActions || pr.b.Len() > maxNodes {
		return ErrLarge
	}
	return err
}

// treeSize returns the number of nodes of all evaluated expressions as trees.
func (pr *program) treeSize() int64 {
	size := model.TreeSize(model.TreeSize(0, pr.safe...), pr.goal...)
	for _, a := range pr.actions {
		size = model.TreeSize(model.TreeSize(size, a.Guard...), a.Cost)
		for _, u := range a.Updates {
			size = model.TreeSize(size, u.Value)
		}
	}
	return size
}

// addSafety adds to the guard of every action the rules that it may break. If that makes the
// guards too large, the rules are tested on successors instead.
func (pr *program) addSafety(rules []*model.Expr) {
	cells := make([][]int, len(rules))
	for i, r := range rules {
		r.Cells(func(c int) { cells[i] = append(cells[i], c) })
	}
	guards := make([][]*model.Expr, len(pr.actions))
	size := int64(0)
	for i, a := range pr.actions {
		pr.meter.tick()
		changed := map[int]bool{}
		for _, u := range a.Updates {
			changed[u.Cell] = true
		}
		after := pr.x.After(a)
		guard := transition.ConditionsOf(a.Guard)
		for k, r := range rules {
			pr.meter.tick()
			if !slices.ContainsFunc(cells[k], func(c int) bool { return changed[c] }) {
				continue
			}
			old := len(guard.List)
			guard.Add(after.Apply(r))
			size = model.TreeSize(size, guard.List[old:]...)
		}
		guards[i] = guard.List
		if size > maxSafeNodes && size > 16*int64(len(pr.actions)) {
			var safe transition.Conditions
			for _, r := range rules {
				safe.Add(pr.b.Rewrite(r, pr.x.Cell))
			}
			pr.safe = safe.List
			return
		}
	}
	for i, a := range pr.actions {
		a.Guard = guards[i]
	}
}
