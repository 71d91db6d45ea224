package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/internal/sources"
)

// pddlFormat is the format of plans as the validator VAL reads them.
const pddlFormat = "pddl"

// solvePDDL searches for a plan of a problem in PDDL, and prints it in PDDL's form: any plan, or with
// --improve and --plans shortest one with the least makespan.
func (a *app) solvePDDL(ctx context.Context, name string, f *solveFlags, q farbank.Question) error {
	domain, problem, ok := sources.PDDLNames(name)
	best := f.improve || q.Plans == farbank.Shortest
	switch {
	case !ok:
		return errors.New("--format pddl needs a problem in PDDL: two files side by side, the domain and the problem")
	case q.Plans != farbank.Any && q.Plans != farbank.Shortest || f.all || f.count:
		return errors.New("--format pddl goes with --plans any and --plans shortest")
	}
	if err := checkEpsilon(f.epsilon); err != nil {
		return err
	}
	opts, err := a.inputOptions(ctx, &f.input)
	if err != nil {
		return err
	}
	texts, err := a.readPDDL(ctx, domain, problem)
	if err != nil {
		return err
	}
	var plan farbank.PDDLPlan
	if best {
		plan, err = farbank.ImprovePDDL(ctx, domain, texts[0], problem, texts[1], f.epsilon, func(p farbank.PDDLPlan) {
			if f.improve {
				fmt.Fprintf(a.err, "makespan %g, at least %g\n", p.Makespan, p.Bound)
			}
		}, opts...)
	} else {
		plan, err = farbank.PlanPDDL(ctx, domain, texts[0], problem, texts[1], f.epsilon, opts...)
	}
	var bug *farbank.BugError
	if err != nil && (ctx.Err() == nil || errors.As(err, &bug)) {
		if plan.Found && !f.input.json { // the best one before the one that was rejected
			a.printPDDL(&plan, best, "")
		}
		return a.inputError(err, f.input.json)
	}
	why := cmp.Or(engine.Stopped(ctx, ctx.Err()), "the search has ended without a plan, and it is not complete")
	if f.input.json {
		if err := a.printJSON(pddlDocument(&plan, best, why)); err != nil {
			return err
		}
	} else {
		a.printPDDL(&plan, best, why)
	}
	switch {
	case plan.None:
		return &command.ExitError{Code: command.ExitNone}
	case !plan.Found:
		return &command.ExitError{Code: command.ExitUnknown}
	case best && !plan.Proven:
		return &command.ExitError{Code: command.ExitFeasible}
	}
	return nil
}

// checkEpsilon refuses a time that is no multiple of a millionth of a second.
func checkEpsilon(epsilon float64) error {
	if !(epsilon >= 0.000001 && epsilon <= 1000) {
		return errors.New("--epsilon must be greater than 0, at least 0.000001, and at most 1000")
	}
	return nil
}

// printPDDL prints an answer. why is given as the reason if no plan is known.
func (a *app) printPDDL(plan *farbank.PDDLPlan, best bool, why string) {
	switch {
	case plan.Found:
		fmt.Fprint(a.out, plan.Text)
		fmt.Fprint(a.out, "; ")
		if plan.Timed {
			fmt.Fprintf(a.out, "makespan %g, ", plan.Makespan)
		}
		fmt.Fprint(a.out, moves(plan.Steps))
		switch {
		case best && plan.Proven:
			fmt.Fprint(a.out, ", proven best")
		case best:
			fmt.Fprintf(a.out, ", at least %g", plan.Bound)
		}
		fmt.Fprintln(a.out)
	case plan.None:
		fmt.Fprintln(a.out, "No plan.")
	default:
		fmt.Fprintf(a.err, "Not known: %s.", why)
		if best && plan.Bound > 0 {
			fmt.Fprintf(a.err, " No plan so far; no plan takes less than %g.", plan.Bound)
		}
		fmt.Fprintln(a.err)
	}
}

// pddlDocument returns the JSON of an answer. why is given as the reason if no plan is known.
func pddlDocument(plan *farbank.PDDLPlan, best bool, why string) map[string]any {
	doc := map[string]any{"status": "unknown"}
	switch {
	case plan.None:
		doc["status"] = "none"
	case plan.Found && best && !plan.Proven:
		doc["status"] = "feasible"
	case plan.Found:
		doc["status"] = "solved"
	}
	if !plan.Found && !plan.None {
		doc["reason"] = why
	}
	if best && !plan.None && plan.Timed {
		doc["bound"] = plan.Bound
	}
	if !plan.Found {
		return doc
	}
	doc["length"] = plan.Steps
	items := []map[string]any{}
	for _, x := range plan.Items {
		item := map[string]any{"move": x.Action, "args": x.Args}
		if plan.Timed {
			item["time"] = x.Start
		}
		if x.Lasts {
			item["duration"] = x.Take
		}
		items = append(items, item)
	}
	if doc["plan"] = items; plan.Timed {
		doc["time"] = plan.Makespan
	}
	return doc
}
