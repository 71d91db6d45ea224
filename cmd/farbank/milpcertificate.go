package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"farbank/engine"
	"farbank/internal/command"
	"farbank/milp/certificate"
	"farbank/milp/file"
	"farbank/milp/problem"
)

// proveProgram writes the certificate of a result of a program, and corrects a result that contradicts it. Without a
// certificate, its error has the reason and the exit code; the answer is printed all the same.
func (a *app) proveProgram(ctx context.Context, f *milpFlags, p *problem.Problem, s *problem.Solution) error {
	if f.certificate == "" {
		return nil
	}
	proof, err := certificate.Prove(ctx, p, *s, certificate.Options{})
	if err != nil {
		code := command.ExitUnknown
		if errors.Is(err, certificate.ErrUnsupported) {
			code = command.ExitUnsupported
		}
		reason := err.Error()
		if stopped := engine.Stopped(ctx, err); stopped != "" {
			reason = stopped
		}
		return &command.ExitError{Code: code, Msg: "farbank: no certificate was written: " + reason}
	}
	if before := *s; proof.Corrects(p, s) {
		fmt.Fprintf(a.err, "farbank: in floating point the answer was %s; the certificate proves another one, which is printed\n", wrongResult(before))
	}
	if err := writeFile(f.certificate, func(w io.Writer) error { return proof.Write(w) }); err != nil {
		return err
	}
	if !f.quiet {
		fmt.Fprintf(a.err, "%s derivations are in %s; farbank verify checks them.\n", grouped(int64(proof.Derivations())), f.certificate)
	}
	return nil
}

// wrongResult describes a result that a certificate contradicts.
func wrongResult(s problem.Solution) string {
	if s.Status == problem.Optimal {
		return fmt.Sprintf("%v, %v", s.Status, s.Objective)
	}
	return s.Status.String()
}

// verifyProgram checks a certificate of a mixed-integer program.
func (a *app) verifyProgram(ctx context.Context, name, certName string, asJSON bool) error {
	p, err := a.readProgram(ctx, name)
	if err != nil {
		return whileRead(name, err)
	}
	in, err := a.open(ctx, certName)
	if err != nil {
		return whileRead(certName, err)
	}
	defer in.Close()
	v, err := certificate.Check(ctx, p, in)
	var bad *certificate.Error
	switch {
	case errors.As(err, &bad) && asJSON:
		if err := a.printJSON(map[string]any{"valid": false, "line": bad.Line, "message": bad.Msg}); err != nil {
			return err
		}
		return &command.ExitError{Code: command.ExitNone}
	case errors.As(err, &bad):
		fmt.Fprintf(a.out, "invalid certificate: %v\n", bad)
		return &command.ExitError{Code: command.ExitNone}
	case errors.Is(err, certificate.ErrUnsupported):
		return &command.ExitError{Code: command.ExitUnsupported, Msg: "farbank: " + err.Error()}
	case err != nil:
		return during("while the certificate was checked", err)
	}
	if asJSON {
		doc := map[string]any{"valid": true, "certificate": v.Status.String(), "steps": v.Derivations}
		if v.Objective != nil {
			doc["objective"] = v.Objective.RatString()
		}
		return a.printJSON(doc)
	}
	text := "the program is " + v.Status.String()
	switch v.Status {
	case problem.Optimal:
		text = fmt.Sprintf("a solution has the objective %s, and none is better", v.Objective.RatString())
	case problem.Infeasible:
		text = "no solution exists"
	case problem.Unbounded:
		text = "the objective has no limit"
	case problem.Feasible:
		text = "the objective is within bounds"
		if v.Lower != nil {
			text += ", at least " + v.Lower.RatString()
		}
		if v.Upper != nil {
			text += ", at most " + v.Upper.RatString()
		}
	}
	_, err = fmt.Fprintf(a.out, "valid: %s; %s checked\n", text, steps(v.Derivations))
	return err
}

// isMILP reports whether a file has the name of a mixed-integer program.
func isMILP(name string) bool { return file.ByName(name) != file.Auto }

func steps(n int) string {
	if n == 1 {
		return "1 step of a proof was"
	}
	return grouped(int64(n)) + " steps of a proof were"
}
