package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"farbank"
	"farbank/internal/sources"
)

// A planForm says what a plan of a problem in PDDL looks like.
type planForm int

const (
	otherPlan planForm = iota
	plainPlan          // in PDDL's form
	timedPlan          // in PDDL's form, with times, and there are durative actions
)

// planForm looks at the beginning of a plan.
func (a *app) planForm(ctx context.Context, name, planName string) (planForm, error) {
	in, err := a.open(ctx, planName)
	if err != nil {
		return otherPlan, whileRead(planName, err)
	}
	defer in.Close()
	r := bufio.NewReaderSize(in, 1<<16)
	head, err := r.Peek(1 << 12)
	if err != nil && err != io.EOF {
		return otherPlan, whileRead(planName, err)
	}
	if planName == "-" { // it is read again
		a.in, a.inTaken = r, false
	}
	text := sources.Text(head)
	switch timed := farbank.IsPDDLPlan(text); {
	case timed:
		domain, problem, _ := sources.PDDLNames(name)
		if texts, err := a.readPDDL(ctx, domain, problem); err != nil || strings.Contains(strings.ToLower(texts[0]), ":durative-action") {
			return timedPlan, err
		}
		return plainPlan, nil
	case strings.HasPrefix(strings.TrimSpace(text), "("):
		return plainPlan, nil
	}
	return otherPlan, nil
}

// verifyPDDL checks a plan in PDDL's form by the rules of PDDL 2.1.
func (a *app) verifyPDDL(ctx context.Context, name, planName string, epsilon float64, asJSON bool) error {
	if epsilon <= 0 || epsilon > 1000 {
		return errors.New("--epsilon must be greater than 0, and at most 1000")
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
