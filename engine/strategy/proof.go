package strategy

import (
	"context"
	"errors"
	"fmt"

	"farbank/engine"
	"farbank/game"
	"farbank/solver"
)

// manyStates is the number of listed states from which on a proof is searched beside the list.
const manyStates = 2_000_000

// A proved is the result of a search for a proof.
type proved struct {
	proof game.Proof
	game.Forced
	err error
}

// errProved ends a list of states.
var errProved = errors.New("a proof was found")

// provable reports whether the question can be answered by a proof that the goal can or cannot be forced.
func (s *solving) provable() bool {
	return !s.space.hidden && s.p.Goals == nil && s.p.Foe() && (!s.p.Chance() || s.q.Worst)
}

// explore lists the states. If there are many, a proof is searched beside that, in a space of its own; done says that the answer
// was set by a proof.
func (s *solving) explore() (x game.Exploration, done bool, err error) {
	o := s.options()
	if !s.provable() {
		x, err = game.Explore(s.ctx, s.space.rules(), o)
		return x, false, err
	}
	o.Memory /= 2
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	var proofs chan proved
	inner := o.Progress
	o.Progress = func(p game.Progress) {
		if inner != nil {
			inner(p)
		}
		if proofs == nil && p.States > manyStates {
			proofs = make(chan proved, 1)
			go func() {
				found := s.prove(ctx, o.Memory)
				proofs <- found
				if found.proof.Status != solver.Unknown && found.err == nil {
					cancel(errProved)
				}
			}()
		}
	}
	x, err = game.Explore(ctx, s.space.rules(), o)
	if proofs == nil {
		return x, false, err
	}
	if err == nil && x.Reason == nil {
		cancel(nil)
		<-proofs
		return x, false, nil
	}
	if err != nil {
		cancel(nil)
		<-proofs
		return x, false, err
	}
	listed := int64(x.Arena.Explored())
	if !errors.Is(x.Reason, errProved) {
		x.Arena = &game.Arena{} // its memory is not needed any more
	}
	found := <-proofs
	s.a.Stats.Stored, s.a.Stats.Generated = listed, 0
	if found.err != nil || found.proof.Status == solver.Unknown {
		if s.ctx.Err() != nil {
			x.Reason = context.Cause(s.ctx)
		}
		return x, false, found.err
	}
	return x, true, s.decided(found)
}

// decided sets the answer to that of a proof.
func (s *solving) decided(found proved) error {
	s.a.Stats.Stored += found.proof.States
	s.a.Stats.Notes = append(s.a.Stats.Notes, fmt.Sprintf("decided by proof-number search: %d states", found.proof.States))
	if found.proof.Status == solver.Infeasible {
		s.a.Status, s.a.Reason = engine.None, s.never()
		return nil
	}
	if err := s.forced(found.proof.Arena, 0, found.Move, found.Cost[0]); err != nil {
		return err
	}
	if s.q.Plans == engine.Shortest {
		s.a.Status, s.a.Bound, s.a.Reason = engine.Feasible, nil, "a cheaper strategy is not excluded"
	}
	return nil
}

// prove searches for a proof that the goal can or cannot be forced, and for its strategy.
func (s *solving) prove(ctx context.Context, memory int64) (out proved) {
	space, err := newSpace(ctx, s.p)
	if err != nil {
		return proved{err: err}
	}
	defer space.close()
	out.proof, err = game.Prove(ctx, space.rules(), game.Options{Memory: memory})
	switch {
	case err != nil:
		return proved{err: space.located(err, nil)}
	case out.proof.Status == solver.Feasible:
		out.Forced, out.err = game.Force(ctx, out.proof.Arena, game.Options{})
		if out.Reason != nil {
			out.proof = game.Proof{Reason: out.Reason}
		}
	}
	return out
}
