package milp

import (
	"context"
	"fmt"

	"farbank/model"
)

// A planner translates a problem into programs for plans of any number of turns.
type planner struct {
	ctx     context.Context // ends the translation of large programs
	p       *model.Problem
	left    int64 // remaining combinations of values that may be enumerated
	cases   []*moveCase
	require []rule
	safety  []rule
	goal    []rule
	costs   *least               // computed on demand
	further map[*model.Expr]rule // conditions of moves that remain after splitting into cases
}

// A rule is a condition and its forbidden boxes, if it has few cells.
type rule struct {
	cond  *model.Expr
	boxes []box
	small bool
}

// maxLooks is the maximum number of combinations of values that the translation enumerates: seconds
// of work.
const maxLooks = 1 << 22

// newPlanner prepares moves and rules. The error is that of ctx, or an *unsupported.
func newPlanner(ctx context.Context, p *model.Problem) (*planner, error) {
	pl := &planner{ctx: ctx, p: p, left: maxLooks, further: map[*model.Expr]rule{}}
	var err error
	if pl.cases, err = pl.casesOf(); err != nil {
		return nil, pl.refusal(err)
	}
	for _, part := range []struct {
		rules *[]rule
		list  []model.Rule
	}{{&pl.require, p.Require}, {&pl.safety, p.Safety}, {&pl.goal, p.Goal}} {
		for i := range part.list {
			for _, e := range part.list[i].Cond.Conjuncts() {
				r, err := pl.rule(e)
				if err != nil {
					return nil, pl.refusal(err)
				}
				*part.rules = append(*part.rules, r)
			}
		}
	}
	for _, c := range pl.cases {
		for _, e := range c.further {
			if _, known := pl.further[e]; known {
				continue
			}
			if pl.further[e], err = pl.rule(e); err != nil {
				return nil, pl.refusal(err)
			}
		}
	}
	return pl, nil
}

// refusal returns the error of ctx, an *unsupported as it is, and other errors as unsupported. An
// overflow may be in a state that no plan reaches, but that is not examined.
func (pl *planner) refusal(err error) error {
	if ended := pl.ended(); ended != nil {
		return ended
	}
	if u, ok := err.(*unsupported); ok {
		return u
	}
	return refused("%v", err)
}

func (pl *planner) rule(e *model.Expr) (rule, error) {
	if err := pl.ended(); err != nil {
		return rule{}, err
	}
	if counts(e) {
		return rule{cond: e}, nil
	}
	boxes, small, err := pl.forbidden(e)
	return rule{e, boxes, small}, err
}

// counts reports whether a condition compares the number of true cells. As one row it is tighter in
// the relaxation than its forbidden boxes: the sum of such rows often proves infeasibility at once.
func counts(e *model.Expr) bool {
	if e.Op != model.Eq && e.Op != model.Le && e.Op != model.Lt {
		return false
	}
	n := 0
	for _, side := range e.Args {
		terms := []*model.Expr{side}
		if side.Op == model.Sum {
			terms = side.Args
		}
		for _, t := range terms {
			switch {
			case t.Op == model.Const:
			case t.Op == model.Cell && t.Bool:
				n++
			default:
				return false
			}
		}
	}
	return n > 2
}

// spend subtracts looks from the remaining budget, or reports false if there are too few.
func (pl *planner) spend(looks int64) bool {
	if looks > pl.left {
		return false
	}
	pl.left -= looks
	return true
}

// ended returns the cause if the context has ended, otherwise nil.
func (pl *planner) ended() error {
	if pl.ctx.Err() != nil {
		return context.Cause(pl.ctx)
	}
	return nil
}

// each calls do for all joint assignments of the cells.
func (pl *planner) each(cells []int, do func(model.State) error) error {
	s := make(model.State, len(pl.p.Cells))
	for i := range s {
		s[i] = pl.p.Cells[i].Lo
	}
	looks := 0
	var walk func(k int) error
	walk = func(k int) error {
		if k == len(cells) {
			if looks++; looks%256 == 0 {
				if err := pl.ended(); err != nil {
					return err
				}
			}
			return do(s)
		}
		info := &pl.p.Cells[cells[k]]
		for v := range info.Values() {
			s[cells[k]] = v
			if err := walk(k + 1); err != nil {
				return err
			}
		}
		s[cells[k]] = info.Lo
		return nil
	}
	return walk(0)
}

// An unsupported error reports that the problem has no linear form of reasonable size.
type unsupported struct{ what string }

func (u *unsupported) Error() string { return u.what }

func refused(format string, args ...any) *unsupported {
	return &unsupported{fmt.Sprintf(format, args...)}
}
