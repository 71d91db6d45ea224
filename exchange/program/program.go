// Package program writes a problem as the mixed-integer program that the engine milp solves.
package program

import (
	"context"
	"errors"
	"farbank/exchange/writing"

	"farbank/engine"
	"farbank/engine/milp"
	"farbank/milp/file"
	"farbank/model"
)

// The formats of the program.
var (
	LP  = &writing.Language{Name: "lp", File: "lp", About: "mixed-integer program in LP format, with a bounded horizon, or for unknowns", Bounded: true, Writes: writeLP}
	MPS = &writing.Language{Name: "mps", File: "mps", About: "the same in MPS format", Bounded: true, Writes: writeMPS}
)

func writeLP(ctx context.Context, w *writing.Writer) error { return writeProgram(ctx, w, file.LP) }

func writeMPS(ctx context.Context, w *writing.Writer) error { return writeProgram(ctx, w, file.MPS) }

// writeProgram writes the program in a format.
func writeProgram(ctx context.Context, w *writing.Writer, f file.Format) error {
	var refused *engine.Refusal
	if err := milp.New().Can(w.Problem, engine.Question{}); errors.As(err, &refused) {
		return w.Refuse(w.Place(), "%s", refused.Why)
	} else if err != nil {
		return err
	}
	pr, err := milp.NewProgram(ctx, w.Problem, w.Options.Horizon)
	if errors.As(err, &refused) {
		return w.Refuse(w.Place(), "%s", refused.Why)
	}
	if err != nil {
		return err
	}
	by := model.Power(w.Problem.ValueDigits())
	pr.Problem.Offset /= float64(by)
	for i := range pr.Problem.Columns {
		pr.Problem.Columns[i].Cost /= float64(by)
	}
	return file.Encode(w.Out, pr.Problem, f)
}
