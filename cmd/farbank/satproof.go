package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"farbank/constraint/cnf"
	"farbank/constraint/opb"
	"farbank/constraint/proof"
)

// errNoProof has no file made: nothing was proven.
var errNoProof = errors.New("there is nothing to prove")

// withProof has work write a proof into a file, which is made only if the work says that there is one. Without a
// name nothing is written.
func (a *app) withProof(name string, work func(w io.Writer) (proven bool, err error)) error {
	if name == "" {
		_, err := work(nil)
		return err
	}
	err := writeFile(name, func(w io.Writer) error {
		proven, err := work(w)
		if err == nil && !proven {
			err = errNoProof
		}
		return err
	})
	if errors.Is(err, errNoProof) {
		fmt.Fprintln(a.err, "farbank: no proof was written: nothing is proven")
		return nil
	}
	return err
}

// pseudoOf is weighted clauses as sums, for which there are proofs.
func pseudoOf(w *cnf.Weighted) *opb.Problem {
	p := &opb.Problem{Variables: w.Variables, Soft: true}
	for i := range w.Len() {
		c := opb.Constraint{Is: opb.AtLeast, Right: 1, Weight: w.Weights[i]}
		for _, l := range w.Clause(i) {
			c.Terms = append(c.Terms, opb.Term{Coef: 1, Literals: []int{int(l)}})
		}
		p.Constraints = append(p.Constraints, c)
	}
	return p
}

// checkBound prints what a proof about costs shows.
func (a *app) checkBound(ctx context.Context, f *satFlags, p *opb.Problem) error {
	m, err := p.Model()
	if err != nil {
		return err
	}
	m.Memory = f.Share()
	in, err := a.open(ctx, f.check)
	if err != nil {
		return err
	}
	defer in.Close()
	r, err := a.unpacked(ctx, in, spoken(f.check))
	if err != nil {
		return err
	}
	bound, report, err := m.Check(ctx, r, spoken(f.check))
	if f.stats {
		fmt.Fprintf(a.err, "steps %d, clauses learned %d, deleted %d\n", report.Root+report.Learned, report.Learned, report.Deleted)
	}
	var wrong *proof.Error
	switch {
	case errors.As(err, &wrong):
		return a.notVerified(f.json, wrong)
	case err != nil && isUnfinished(err):
		return a.satUnknown(ctx, f, err)
	case err != nil:
		return err
	}
	doc := satJSON{Status: "verified"}
	shows := "there is no model"
	if !bound.Infeasible {
		doc.Bound, shows = &bound.Best, fmt.Sprintf("no model costs less than %d", bound.Best)
		if p.Maximize {
			shows = fmt.Sprintf("no model brings more than %d", bound.Best)
		}
	}
	if f.json {
		return a.printJSON(doc)
	}
	_, err = fmt.Fprintf(a.out, "c %s\ns VERIFIED\n", shows)
	return err
}

// notVerified says that a proof is none, and where.
func (a *app) notVerified(asJSON bool, wrong error) error {
	if asJSON {
		if err := a.printJSON(satJSON{Status: "not verified", Reason: wrong.Error()}); err != nil {
			return err
		}
		return &exitError{code: exitNone}
	}
	fmt.Fprintln(a.out, "s NOT VERIFIED")
	return &exitError{exitNone, "farbank: " + wrong.Error()}
}
