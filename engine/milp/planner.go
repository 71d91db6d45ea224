package milp

import (
	"context"
	"fmt"

	"farbank/model"
)

// A planner makes programs for plans of a problem, of any number of turns.
type planner struct {
	ctx     context.Context // ends the writing of large programs
	p       *model.Problem
	left    int64 // combinations of values that may still be looked at one by one
	cases   []*moveCase
	require []rule
	safety  []rule
	goal    []rule
	costs   *least               // once they are known
	further map[*model.Expr]rule // conditions of moves that cases do not settle
}

// A rule is a condition and the boxes of what it forbids, if it looks at few cells.
type rule struct {
	cond  *model.Expr
	boxes []box
	small bool
}

// maxLooks bounds the combinations of values that are looked at while a program is
// prepared: seconds.
const maxLooks = 1 << 22

// newPlanner splits moves and rules. The error is that of ctx, or an *unsupported.
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

// refusal is an error as it is, if the context has ended, or as what cannot be asked: what
// overflows where no plan comes may not matter, but is not looked at any further.
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

// counts reports whether a condition compares how many of some cells are true. As one row that
// says more, once values may be fractions, than what it forbids does box by box: so many rows
// together show at once that what is wanted is more than what there is.
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

// spend takes looks from what is left, if there are as many.
func (pl *planner) spend(looks int64) bool {
	if looks > pl.left {
		return false
	}
	pl.left -= looks
	return true
}

// ended is why nobody waits for the program any more, or nil.
func (pl *planner) ended() error {
	if pl.ctx.Err() != nil {
		return context.Cause(pl.ctx)
	}
	return nil
}

// each gives the cells all their values in a state, one combination after the other.
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

// unsupported is what has no linear form here, or too large a one.
type unsupported struct{ what string }

func (u *unsupported) Error() string { return u.what }

func refused(format string, args ...any) *unsupported {
	return &unsupported{fmt.Sprintf(format, args...)}
}
