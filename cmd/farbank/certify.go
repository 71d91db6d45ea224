package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"farbank"
	"farbank/model"
	"farbank/study/certificate"
)

// certified answers with a certificate beside the answer.
func (s *solution) certified(ctx context.Context, clear func()) error {
	if err := distinct(s.flags.certify, s.p.File); err != nil {
		return err
	}
	answer, c, err := farbank.Prove(ctx, s.p, s.q)
	s.found()
	clear()
	var bug *farbank.BugError
	var refused *certificate.RefusalError
	switch {
	case errors.As(err, &bug):
		return bugReport(bug)
	case errors.As(err, &refused):
		return s.finish(&farbank.Answer{Status: farbank.Unsupported, Reason: refused.Why})
	case err != nil:
		return err
	}
	verdict := s.finish(answer)
	var exit *exitError
	if verdict != nil && !errors.As(verdict, &exit) {
		return verdict
	}
	if c == nil {
		fmt.Fprintln(s.err, "No certificate was written.")
		return verdict
	}
	err = writeCertificate(s.flags.certify, s.p, c)
	if errors.As(err, &refused) {
		return &exitError{exitUnsupported, "No certificate was written: " + refused.Why + "."}
	}
	if err != nil {
		return err
	}
	if n := len(c.Tables); n > 0 {
		fmt.Fprintf(s.err, "A certificate by %s was written to %s.\n", tables(n), s.flags.certify)
		return verdict
	}
	fmt.Fprintf(s.err, "A certificate of %s states was written to %s.\n", grouped(int64(len(c.States)/model.NewLayout(s.p).Words)), s.flags.certify)
	return verdict
}

// writeCertificate writes a file, none if that fails.
func writeCertificate(name string, p *farbank.Problem, c *farbank.Certificate) error {
	if err := certificate.Possible(p, c.Claim, c.Plan.Cost); err != nil {
		return err
	}
	return writeFile(name, func(w io.Writer) error { return farbank.WriteCertificate(w, p, c) })
}

// verifyCertificate prints whether a certificate proves what it says.
func (a *app) verifyCertificate(ctx context.Context, p *farbank.Problem, r io.Reader, asJSON bool) error {
	v, err := farbank.CheckCertificate(ctx, p, r)
	var bad *certificate.Error
	switch {
	case errors.As(err, &bad):
		return a.invalidCertificate(bad, asJSON)
	case err != nil:
		return during("while the certificate was checked", err)
	}
	if asJSON {
		doc := map[string]any{"valid": true, "certificate": "none", "states": v.States}
		if v.Claim == certificate.Least {
			doc["certificate"], doc["cost"], doc["length"] = "least", v.Cost, v.Length
		}
		if v.Tables > 0 {
			doc["tables"] = v.Tables
		}
		return a.printJSON(doc)
	}
	switch {
	case v.Tables > 0 && v.Claim == certificate.None && v.States == 0:
		_, err = fmt.Fprintf(a.out, "valid: no plan exists; %s %s that there is no way from the start\n", tables(v.Tables), show(v.Tables))
		return err
	case v.Tables > 0 && v.Claim == certificate.None:
		_, err = fmt.Fprintf(a.out, "valid: no plan exists; %s states were looked at, none of them is a goal, and from all others %s %s that there is no way\n", grouped(int64(v.States)), tables(v.Tables), show(v.Tables))
		return err
	case v.Tables > 0:
		_, err = fmt.Fprintf(a.out, "valid: the plan of %s costs %d, and none costs less; %s states were looked at, and from all others %s %s that every way costs too much\n",
			moves(v.Length), v.Cost, grouped(int64(v.States)), tables(v.Tables), show(v.Tables))
		return err
	case v.Claim == certificate.None && v.States == 0:
		_, err = fmt.Fprintln(a.out, "valid: no plan exists; there is nothing to begin with, all values were tried")
		return err
	case v.Claim == certificate.Least && v.Cost == 0:
		_, err = fmt.Fprintf(a.out, "valid: the plan of %s costs 0, and no plan costs less than that\n", moves(v.Length))
		return err
	case v.Claim == certificate.None:
		_, err = fmt.Fprintf(a.out, "valid: no plan exists; all starts are among %s states that no safe move leaves, and none of them is a goal\n", grouped(int64(v.States)))
		return err
	}
	_, err = fmt.Fprintf(a.out, "valid: the plan of %s costs %d, and none costs less; %s states are nearer to the start, and none of them is a goal\n",
		moves(v.Length), v.Cost, grouped(int64(v.States)))
	return err
}

func tables(n int) string {
	if n == 1 {
		return "a table of distances"
	}
	return fmt.Sprintf("%d tables of distances", n)
}

// show is the word after them.
func show(n int) string {
	if n == 1 {
		return "shows"
	}
	return "show"
}

func (a *app) invalidCertificate(bad *certificate.Error, asJSON bool) error {
	if asJSON {
		if err := a.printJSON(map[string]any{"valid": false, "line": bad.Line, "message": bad.Why}); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(a.out, "invalid certificate: %v\n", bad)
	}
	return &exitError{code: exitNone}
}
