package export

import (
	"context"
	"errors"

	"farbank/engine"
	"farbank/engine/milp"
	"farbank/milp/file"
)

var (
	lp  = &Language{Name: "lp", File: "lp", About: "a mixed-integer program in the LP format, with a bounded horizon, or of the unknowns", Bounded: true, write: writeLP}
	mps = &Language{Name: "mps", File: "mps", About: "the same in the MPS format", Bounded: true, write: writeMPS}
)

func writeLP(ctx context.Context, w *writer) error { return writeProgram(ctx, w, file.LP) }

func writeMPS(ctx context.Context, w *writer) error { return writeProgram(ctx, w, file.MPS) }

// writeProgram writes the program that the engine milp solves.
func writeProgram(ctx context.Context, w *writer, f file.Format) error {
	var refused *engine.Refusal
	if err := milp.New().Can(w.p, engine.Question{}); errors.As(err, &refused) {
		return w.refuse(w.place(), "%s", refused.Why)
	} else if err != nil {
		return err
	}
	pr, err := milp.NewProgram(ctx, w.p, w.o.Horizon)
	if errors.As(err, &refused) {
		return w.refuse(w.place(), "%s", refused.Why)
	}
	if err != nil {
		return err
	}
	return file.Encode(w.w, pr.Problem, f)
}
