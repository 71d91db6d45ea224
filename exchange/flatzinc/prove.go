package flatzinc

import (
	"context"
	"errors"
	"fmt"
	"io"

	"farbank/constraint"
)

// ErrManyProven is the error of a question after many solutions that is to be proven.
var ErrManyProven = errors.New("a proof is of one solution or a best one, not of several")

// A Proven is what a proof shows of a model.
type Proven struct {
	Infeasible bool  // there is no solution
	Best       int64 // else: no solution has a better objective
	Maximize   bool
	Steps      int64 // that were checked
}

func (p Proven) String() string {
	switch {
	case p.Infeasible:
		return "no solution exists"
	case p.Maximize:
		return fmt.Sprintf("no solution has an objective above %d", p.Best)
	}
	return fmt.Sprintf("no solution has an objective below %d", p.Best)
}

// Check checks a proof that [Options.Proof] got: it makes the constraints anew from the model, and
// holds each step against them by code that shares nothing with the solver (package farbank/constraint/proof). The
// error is an [*Error] of the model, or a *proof.Error where the proof is none.
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
	bound, report, err := b.m.CheckBound(ctx, objective, f.goal == "maximize", r, proofName)
	if err != nil {
		return Proven{}, err
	}
	return Proven{bound.Infeasible, bound.Best, f.goal == "maximize", report.Learned + report.Root}, nil
}

// read makes a model of a file.
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

// objective is what is to be minimised or maximised.
func (b *builder) objective(f *file) (objective constraint.Sum, err error) {
	defer func() {
		if wrong := told(recover()); wrong != nil {
			err = wrong
		}
	}()
	b.line = f.objective.line
	return args{b, []expr{f.objective}}.sum(0), nil
}
