package main

import (
	"context"
	"errors"
	"fmt"

	"farbank"
	"farbank/internal/command"
	"farbank/internal/sources"
)

// pddlFormat is the format of plans as the validator VAL reads them.
const pddlFormat = "pddl"

// solvePDDL searches for any plan of a problem in PDDL, and prints it in PDDL's form.
func (a *app) solvePDDL(ctx context.Context, name string, f *solveFlags, q farbank.Question) error {
	domain, problem, ok := sources.PDDLNames(name)
	switch {
	case !ok:
		return errors.New("--format pddl needs a problem in PDDL: two files side by side, the domain and the problem")
	case q.Plans != farbank.Any || f.all || f.count:
		return errors.New("--format pddl goes with --plans any")
	case f.epsilon <= 0 || f.epsilon > 1000:
		return errors.New("--epsilon must be greater than 0, and at most 1000")
	}
	opts, err := a.inputOptions(ctx, &f.input)
	if err != nil {
		return err
	}
	texts, err := a.readPDDL(ctx, domain, problem)
	if err != nil {
		return err
	}
	plan, err := farbank.PlanPDDL(ctx, domain, texts[0], problem, texts[1], f.epsilon, opts...)
	switch {
	case ctx.Err() != nil && err != nil:
	case err != nil:
		return a.inputError(err, f.input.json)
	case plan.Found:
		fmt.Fprint(a.out, plan.Text)
		fmt.Fprintf(a.out, "; makespan %g, %s\n", plan.Makespan, moves(plan.Steps))
		return nil
	case plan.None:
		fmt.Fprintln(a.out, "No plan.")
		return &command.ExitError{Code: command.ExitNone}
	}
	fmt.Fprintln(a.err, "Not known: a limit was reached.")
	return &command.ExitError{Code: command.ExitUnknown}
}
