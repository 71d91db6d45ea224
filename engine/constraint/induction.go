package constraint

import (
	"context"
	"errors"
	"fmt"

	"farbank/constraint"
	"farbank/engine"
)

// An induction checks the ends of plans, whatever they start from: a sequence of moves through
// pairwise different safe states, of which only the last is a goal. If no sequence of n moves
// exists, possibly because of invariants, no plan has n moves or more (k-induction: Sheeran, Singh
// and Stålmarck 2000).
type induction struct {
	*planner
	known   int   // number of invariants
	ended   bool  // it was abandoned
	allowed int64 // maximum number of propagations in total
}

// late is the number of moves that are searched before an induction begins: short plans are found
// without it.
const late = 2

// never reports whether k-induction proves that no plan with more moves exists either. moves is the
// number of moves excluded so far, most the bound of the search. If so, it sets the answer.
func (pl *planner) never(moves, most int) (bool, error) {
	if moves < min(late, most) {
		return false, nil
	}
	if pl.ahead == nil {
		q := pl.q
		q.Memory /= 4
		pl.ahead = &induction{planner: &planner{job: &job{ctx: pl.ctx, p: pl.p, q: q, a: &engine.Answer{}, begun: pl.begun}, sys: pl.sys, free: true}, allowed: pl.work + diligence}
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
	pl.a.Reason = fmt.Sprintf("no plan has up to %d moves, and induction over the last %d moves excludes longer ones", moves, len(in.moves))
	if in.known > 0 {
		pl.a.Reason = fmt.Sprintf("%s, with %d invariants", pl.a.Reason, in.known)
	}
	if len(in.moves) == 0 {
		pl.a.Reason = fmt.Sprintf("no plan has up to %d moves, and %d invariants exclude the goal", moves, in.known)
	}
	return true, nil
}

// patience is the number of conflicts that an induction may have in addition to those of the search
// for plans.
const patience = 2000

// diligence is the number of propagations that an induction may have in addition to those of the
// search for plans: bounds may creep for very long without a conflict.
const diligence = 1 << 18

// do runs a step of an induction. If the model becomes too large or the memory ends, it abandons
// the induction without an error.
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

// longest limits the number of moves at the end of plans.
const longest = 24

// within reports whether induction over at most moves last moves excludes longer plans. It
// returns after the given number of conflicts and continues with the next call.
func (in *induction) within(moves int, conflicts int64) (bool, error) {
	for {
		goal := in.goal()
		answer, err := in.ask(conflicts, goal)
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

// ask solves with assumptions. The status is Unknown if the total number of conflicts or of allowed
// propagations is reached.
func (in *induction) ask(conflicts int64, assumed ...constraint.Bool) (constraint.Answer, error) {
	if in.spent >= conflicts || in.work >= in.allowed {
		return constraint.Answer{}, nil
	}
	ctx, stop := context.WithCancel(in.ctx)
	defer stop()
	in.m.Progress = func(p constraint.Progress) {
		if p.Stats.Conflicts >= conflicts || p.Stats.Propagations >= in.allowed {
			stop()
		}
	}
	answer, err := limited(in.solving.Solve(ctx, assumed...))
	in.spent, in.work = max(in.spent, answer.Stats.Conflicts), max(in.work, answer.Stats.Propagations)
	if err != nil && in.ctx.Err() == nil && ctx.Err() != nil {
		return constraint.Answer{}, nil
	}
	return answer, in.failure(err)
}
