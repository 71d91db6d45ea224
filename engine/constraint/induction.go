package constraint

import (
	"context"
	"errors"
	"fmt"

	"farbank/constraint"
	"farbank/engine"
)

// An induction looks at the ends of plans, whatever they begin in: so many moves through safe states of which no two are
// equal, and of which the last alone is a goal. Where there are none, and invariants may say so early, no plan has that many
// moves or more (k-induction: Sheeran, Singh and Stålmarck 2000).
type induction struct {
	*planner
	known   int   // invariants
	ended   bool  // nothing comes of it
	allowed int64 // propagations, in all
}

// late is how many moves are looked at before inductions are: short plans are found without.
const late = 2

// never reports whether no plan of more than so many moves exists either, of a search for up to most; it then says so.
func (pl *planner) never(moves, most int) (bool, error) {
	if moves < min(late, most) {
		return false, nil
	}
	if pl.ahead == nil {
		q := pl.q
		q.Memory /= 4
		pl.ahead = &induction{planner: &planner{solver: &solver{ctx: pl.ctx, p: pl.p, q: q, a: &engine.Answer{}, begun: pl.begun}, sys: pl.sys, free: true}, allowed: pl.work + diligence}
		if err := pl.ahead.do(pl.ahead.prepare); err != nil {
			return false, err
		}
	}
	none := false
	in := pl.ahead
	in.allowed = pl.work + diligence
	err := in.do(func() (err error) {
		none, err = in.within(moves, pl.spent+patience)
		return err
	})
	if err != nil || !none {
		return false, err
	}
	pl.none()
	pl.a.Reason = fmt.Sprintf("no plan has up to %d moves, and nothing leads to the goal by the last %d of more", moves, len(in.moves))
	if in.known > 0 {
		pl.a.Reason = fmt.Sprintf("%s that keep %d invariants", pl.a.Reason, in.known)
	}
	if len(in.moves) == 0 {
		pl.a.Reason = fmt.Sprintf("no plan has up to %d moves, and %d invariants exclude the goal", moves, in.known)
	}
	return true, nil
}

// patience is how many contradictions an induction may have more than the search for plans.
const patience = 2000

// diligence is how many propagations an induction may have more than the search for plans: bounds may creep for very long
// without a contradiction.
const diligence = 1 << 18

// do does something for an induction, which is given up where it becomes too large, or has no more memory.
func (in *induction) do(what func() error) error {
	if in.ended {
		return nil
	}
	err := in.caught(what)
	var u *unsupported
	if errors.As(err, &u) || in.ctx.Err() == nil && engine.Stopped(in.ctx, err) != "" {
		in.ended, in.m, in.solving = true, nil, nil
		return nil
	}
	return err
}

func (in *induction) prepare() error {
	list, err := in.invariants()
	if err != nil {
		return err
	}
	in.known = len(list)
	in.kept = list
	in.begin()
	return nil
}

// longest is how many moves at the end of plans are looked at.
const longest = 24

// within reports whether so many moves at the end of a plan, or fewer, are impossible. It ends at so many contradictions,
// and then goes on the next time.
func (in *induction) within(moves int, contradictions int64) (bool, error) {
	for {
		goal := in.goal()
		answer, err := in.ask(contradictions, goal)
		switch {
		case err != nil:
			return false, err
		case answer.Status == constraint.Infeasible:
			return true, nil
		case answer.Status == constraint.Unknown || len(in.moves) >= min(moves, longest):
			return false, nil
		}
		in.extend()
	}
}

// ask solves with assumptions, up to so many contradictions in all, and so many propagations as are allowed: then the status is Unknown.
func (in *induction) ask(contradictions int64, assumed ...constraint.Bool) (constraint.Answer, error) {
	if in.spent >= contradictions || in.work >= in.allowed {
		return constraint.Answer{}, nil
	}
	ctx, stop := context.WithCancel(in.ctx)
	defer stop()
	in.m.Progress = func(p constraint.Progress) {
		if p.Stats.Conflicts >= contradictions || p.Stats.Propagations >= in.allowed {
			stop()
		}
	}
	answer, err := in.solving.Solve(ctx, assumed...)
	in.spent, in.work = max(in.spent, answer.Stats.Conflicts), max(in.work, answer.Stats.Propagations)
	if err != nil && in.ctx.Err() == nil && ctx.Err() != nil {
		return constraint.Answer{}, nil
	}
	return answer, in.failure(err)
}
