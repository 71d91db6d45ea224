package constraint

import (
	"farbank/constraint"
	"farbank/engine"
)

// first finds the lexicographically first solution: for each unknown in turn the smallest value
// that is compatible with the previous ones. It keeps what the solver has learned.
func (f *finder) first() error {
	at := f.a.Best // an optimal solution, if there is an objective
	f.a.Best = nil
	solving := f.m.Solver()
	ask := func(assumed ...constraint.Bool) (bool, error) {
		answer, err := limited(solving.Solve(f.ctx, assumed...))
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
			found, err = ask(f.m.Truth(f.cells[i].Linear().AtMost(at.Find[i] - 1)))
		}
		found = true
		f.m.Add(f.cells[i].Linear().Is(at.Find[i]))
	}
	switch {
	case at == nil && err == nil:
		f.none()
	case at != nil && err != nil && f.failure(err) == err:
		f.a.Best = at // a solution, but not known to be the first
		f.a.Status, f.a.Reason = engine.Feasible, "the solution is not proven to be the first"
	case at != nil:
		f.a.Best = at
	}
	return err
}
