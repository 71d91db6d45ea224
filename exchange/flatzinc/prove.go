package flatzinc

import (
	"context"
	"errors"
	"fmt"
	"io"

	"farbank/constraint"
)

// ErrManyProven is the error of requesting a proof together with several solutions.
var ErrManyProven = errors.New("a proof is of one solution or a best one, not of several")

// A Proven is the conclusion of a proof.
type Proven struct {
	Infeasible bool  // there is no solution
	Best       int64 // else: the best objective
	Maximize   bool
	Steps      int64 // number of steps checked
}

// String returns the conclusion in words.
func (p Proven) String() string {
	switch {
	case p.Infeasible:
		return "no solution exists"
	case p.Maximize:
		return fmt.Sprintf("no solution has an objective above %d", p.Best)
	}
	return fmt.Sprintf("no solution has an objective below %d", p.Best)
}

// Check verifies a proof written to [Options.Proof]. It builds the constraints from the model
// and checks each step with code that is independent of the solver (package
// farbank/constraint/proof). The error is an [*Error] of the model, or a *proof.Error if the
// proof is invalid.
func Check(ctx context.Context, text []byte, name string, r io.Reader, proofName string) (Proven, error) {
	f, b, err := read(ctx, text, name)
	if err != nil {
		return Proven{}, err
	}
	var objective constraint.Expr
	if f.goal != "satisfy" {
		if objective, err = b.objective(f); err != nil {
			return Proven{}, err
		}
	}
	bound, report, err := b.m.CheckBound(ctx, objective, f.direction(), r, proofName)
	if err != nil {
		return Proven{}, err
	}
	return Proven{bound.Infeasible, bound.Best, f.goal == "maximize", report.Learned + report.Root}, nil
}

// read parses a file and builds its model.
func read(ctx context.Context, text []byte, name string) (*file, *builder, error) {
	f, err := parse(ctx, text, name)
	if err != nil {
		return nil, nil, err
	}
	b, err := build(ctx, f, name)
	if err != nil {
		return nil, nil, err
	}
	if err := b.m.Err(); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, b, nil
}

// objective returns the objective to be minimised or maximised.
func (b *builder) objective(f *file) (objective constraint.Linear, err error) {
	defer func() {
		if wrong := errorOf(recover()); wrong != nil {
			err = wrong
		}
	}()
	b.line = f.objective.line
	return args{b, []expr{f.objective}}.sum(0), nil
}
