package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"farbank"
	"farbank/internal/sources"
)

// isTimedPlan reports whether a plan has times and the actions of the domain have durations. It looks
// at the beginning of the plan.
func (a *app) isTimedPlan(ctx context.Context, name, planName string) (bool, error) {
	in, err := a.open(ctx, planName)
	if err != nil {
		return false, whileRead(planName, err)
	}
	defer in.Close()
	r := bufio.NewReaderSize(in, 1<<16)
	head, err := r.Peek(1 << 12)
	if err != nil && err != io.EOF {
		return false, whileRead(planName, err)
	}
	if planName == "-" { // it is read again
		a.in, a.inTaken = r, false
	}
	if !farbank.IsPDDLPlan(sources.Text(head)) {
		return false, nil
	}
	domain, problem, _ := sources.PDDLNames(name)
	texts, err := a.readPDDL(ctx, domain, problem)
	return err == nil && strings.Contains(strings.ToLower(texts[0]), ":durative-action"), err
}

// verifyPDDL checks a plan in PDDL's form by the rules of PDDL 2.1.
func (a *app) verifyPDDL(ctx context.Context, name, planName string, epsilon float64, asJSON bool) error {
	if err := checkEpsilon(epsilon); err != nil {
		return err
	}
	domain, problem, _ := sources.PDDLNames(name)
	texts, err := a.readPDDL(ctx, domain, problem)
	if err != nil {
		return err
	}
	b, err := a.read(ctx, planName)
	if err != nil {
		return whileRead(planName, err)
	}
	v, err := farbank.VerifyPDDL(ctx, domain, texts[0], problem, texts[1], spoken(planName), sources.Text(b), epsilon)
	if err != nil {
		return a.invalid(1, 1, a.inputError(err, asJSON), asJSON)
	}
	if asJSON {
		doc := map[string]any{"valid": true, "length": v.Steps}
		if v.Timed {
			doc["time"] = v.Makespan
		}
		if v.Measured {
			doc["metric"] = v.Metric
		}
		return a.printJSON(doc)
	}
	fmt.Fprintf(a.out, "valid: %s", moves(v.Steps))
	if v.Timed {
		fmt.Fprintf(a.out, ", makespan %g", v.Makespan)
	}
	if v.Measured {
		fmt.Fprintf(a.out, ", metric %g", v.Metric)
	}
	_, err = fmt.Fprintln(a.out)
	return err
}
