package constraint

import (
	"farbank/constraint"
	"farbank/engine"
)

// first looks for the lexicographically first solution: of each unknown in turn for the least value that goes with those
// before it. What was learned is kept on the way.
func (f *finder) first() error {
	at := f.a.Best // the best, if one was looked for
	f.a.Best = nil
	solving := f.m.Solver()
	ask := func(assumed ...constraint.Bool) (bool, error) {
		answer, err := solving.Solve(f.ctx, assumed...)
		f.a.Stats.Nodes = answer.Stats.Decisions
		if err != nil || answer.Status == constraint.Infeasible {
			return false, f.failure(err)
		}
		at, err = f.take(answer.Solution)
		return true, err
	}
	found, err := ask()
	for i := 0; err == nil && found && i < len(f.cells); i++ {
		for err == nil && found && at.Find[i] > f.p.Cells[i].Lo {
			found, err = ask(f.m.Truth(f.cells[i].Sum().AtMost(at.Find[i] - 1)))
		}
		found = true
		f.m.Add(f.cells[i].Sum().Is(at.Find[i]))
	}
	switch {
	case at == nil && err == nil:
		f.none()
	case at != nil && err != nil && f.failure(err) == err:
		f.a.Best = at // one, though not the first
		f.a.Status, f.a.Reason = engine.Feasible, "it is not known to be the first"
	case at != nil:
		f.a.Best = at
	}
	return err
}
