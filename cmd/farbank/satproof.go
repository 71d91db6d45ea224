package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"farbank/constraint"
	"farbank/constraint/cnf"
	"farbank/constraint/opb"
	"farbank/constraint/proof"
	"farbank/internal/command"
)

// errNoProof prevents that the file is created: nothing was proven.
var errNoProof = errors.New("there is nothing to prove")

// proofFlags rejects flags that do not go together.
func proofFlags(write, check, path string) error {
	switch {
	case write != "" && check != "":
		return errors.New("--proof writes a proof and --check reads one; only one of them is meant")
	case write == "-":
		return errors.New("--proof needs the name of a file; the answer goes to standard output")
	case write != "":
		return errors.Join(unwritable(write), distinct(write, path))
	}
	return nil
}

// withProof calls work with a writer for a proof. The file is only created if work reports that
// there is a proof. Without a name nothing is written.
func (a *app) withProof(name string, work func(w io.Writer) (proven bool, err error)) error {
	if name == "" {
		_, err := work(nil)
		return err
	}
	err := a.beside(name, func(w io.Writer) error {
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

// pseudoOf converts weighted clauses to a pseudo-Boolean problem, for which there are proofs. The
// MaxSAT solver accepts larger weights.
func pseudoOf(w *cnf.Weighted, name string) (*opb.Problem, error) {
	sum := int64(0)
	for _, weight := range w.Weights {
		sum += weight // the reader has checked that the sum does not overflow
	}
	if sum > constraint.MaxValue {
		return nil, fmt.Errorf("%s: the weights sum to %d; proofs are of at most %d", spoken(name), sum, int64(constraint.MaxValue))
	}
	p := &opb.Problem{Variables: w.Variables, Soft: true}
	for i := range w.Len() {
		c := opb.Constraint{Is: opb.AtLeast, Right: 1, Weight: w.Weights[i]}
		for _, l := range w.Clause(i) {
			c.Terms = append(c.Terms, opb.Term{Coef: 1, Literals: []int{int(l)}})
		}
		p.Constraints = append(p.Constraints, c)
	}
	return p, nil
}

// checkBound checks a proof about costs and prints what it shows.
func (a *app) checkBound(ctx context.Context, f *satFlags, p *opb.Problem) error {
	m, err := p.Model()
	if err != nil {
		return err
	}
	m.Memory = f.Share()
	r, err := a.openProof(ctx, f.check)
	if err != nil {
		return err
	}
	defer r.Close()
	bound, report, err := m.Check(ctx, r, spoken(f.check))
	if f.stats {
		fmt.Fprintf(a.err, "steps %d, clauses learned %d, deleted %d\n", report.Root+report.Learned, report.Learned, report.Deleted)
	}
	var wrong *proof.Error
	switch {
	case errors.As(err, &wrong):
		return a.notVerified(f.json, wrong)
	case err != nil && isUnfinished(err):
		return a.satUnknown(f, stoppedReason(ctx, err))
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

// notVerified prints that a proof is invalid, and where.
func (a *app) notVerified(asJSON bool, wrong error) error {
	if asJSON {
		if err := a.printJSON(satJSON{Status: "not verified", Reason: wrong.Error()}); err != nil {
			return err
		}
		return &command.ExitError{Code: command.ExitNone}
	}
	fmt.Fprintln(a.out, "s NOT VERIFIED")
	return &command.ExitError{Code: command.ExitNone, Msg: "farbank: " + wrong.Error()}
}
