//go:build !js

package compare

import (
	"context"
	"errors"
	"path/filepath"

	"farbank/engine"
	"farbank/engine/milp"
	"farbank/milp/outside"
	"farbank/milp/problem"
)

var (
	glpsol = &Peer{Name: "glpsol", Programs: []string{"glpsol"}, Language: "mps", solve: solveOutside}
	cbc    = &Peer{Name: "cbc", Programs: []string{"cbc"}, Language: "mps", solve: solveOutside}
)

// solveOutside passes the integer program for plans up to the horizon to an external MILP solver.
func solveOutside(ctx context.Context, r *peerRun) error {
	if err := milp.New().Can(r.p, engine.Question{}); err != nil {
		return err
	}
	pr, err := milp.NewProgram(ctx, r.p, r.horizon)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	if err != nil {
		return err
	}
	solver, err := outside.Named(filepath.Base(r.program))
	if err != nil {
		return err
	}
	s, err := solver.Solve(ctx, pr.Problem, outside.Options{})
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return nil
		}
		return err
	}
	switch s.Status {
	case problem.Infeasible:
		r.none()
	case problem.Optimal:
		plan := pr.Plan(s)
		r.found(plan.Find, plan.Moves)
	}
	return nil
}
