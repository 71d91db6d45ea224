package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/model"
	"farbank/show/render"
	"farbank/study/certificate"
)

// certified answers the question and writes a certificate.
func (s *solution) certified(ctx context.Context, clear func()) error {
	if err := s.certifiable(); err != nil {
		return err
	}
	if err := distinct(s.flags.certify, s.p.File); err != nil {
		return err
	}
	var answer *farbank.Answer
	var c *farbank.Certificate
	err := writeFile(s.flags.certify, func(w io.Writer) (err error) {
		answer, c, err = farbank.Certify(ctx, s.p, s.q, farbank.CertifyOptions{Output: w, ByTables: s.flags.engine == "planning"})
		if err == nil && c == nil {
			err = errNoCertificate
		}
		return err
	})
	s.found()
	clear()
	var bug *farbank.BugError
	var refused *certificate.RefusalError
	refusal := errors.As(err, &refused)
	switch {
	case errors.As(err, &bug):
		return bugReport(bug)
	case refusal && answer == nil:
		return s.finish(&farbank.Answer{Status: farbank.Unsupported, Reason: refused.Why})
	case err != nil && answer == nil:
		return err
	}
	verdict := s.finish(answer)
	none, reason := errors.Is(err, errNoCertificate), engine.Stopped(ctx, err)
	if err != nil && !refusal && !none && reason == "" { // the answer stands; the error is printed after it
		s.fileFailed(err)
		return verdict
	}
	var exit *command.ExitError
	switch {
	case verdict != nil && !errors.As(verdict, &exit):
		return verdict
	case reason != "":
		return &command.ExitError{Code: command.ExitUnknown, Msg: "No certificate was written: " + reason + "."}
	case refusal && s.flags.engine == "planning":
		return &command.ExitError{Code: command.ExitUnsupported, Msg: "No certificate was written: " + refused.Why + ". Without --engine the states are written in their place, where they fit."}
	case refusal:
		return &command.ExitError{Code: command.ExitUnsupported, Msg: "No certificate was written: " + refused.Why + "."}
	case none:
		fmt.Fprintln(s.err, "No certificate was written.")
		return verdict
	}
	size := "states"
	n := c.Listed
	if c.Layers == nil {
		n = int64(len(c.States) / model.NewLayout(s.p).Words)
	}
	if c.Lines > 0 {
		n, size = c.Lines, "lines"
	}
	if n := len(c.Tables); n > 0 {
		fmt.Fprintf(s.err, "A certificate by %s was written to %s.\n", tables(n), s.flags.certify)
		return verdict
	}
	fmt.Fprintf(s.err, "A certificate of %s %s was written to %s.\n", grouped(n), size, s.flags.certify)
	return verdict
}

// errNoCertificate prevents that the file is created.
var errNoCertificate = errors.New("there is no certificate")

// certifiable returns an error if the engine given by name cannot certify its answer.
func (s *solution) certifiable() error {
	valued := s.p.Goals != nil || len(s.p.Soft) > 0
	switch e := s.flags.engine; {
	case e == "constraint" && len(s.p.Schemas) > 0:
		return errors.New("--certificate: the engine constraint gives no reasons for its plans; search does")
	case e == "planning" && (valued || len(s.p.Schemas) == 0):
		return errors.New("--certificate: the engine planning gives reasons for the cost of plans only")
	case e == "search" && valued && len(s.p.Schemas) == 0:
		return errors.New("--certificate: the engine search gives no reasons for the best values; constraint does")
	}
	return nil
}

// verifyCertificate checks a certificate and prints the verdict.
func (a *app) verifyCertificate(ctx context.Context, p *farbank.Problem, r io.Reader, files farbank.Disk, asJSON bool) error {
	var o farbank.CheckOptions
	if files.Dir != "" {
		o.Files = certificate.Files{Dir: files.Dir, Limit: files.Limit, Memory: a.limits.Share()}
	}
	v, err := farbank.CheckCertificate(ctx, p, r, o)
	var bad *certificate.Error
	switch {
	case errors.As(err, &bad):
		return a.invalidCertificate(bad, asJSON)
	case err != nil:
		return during("while the certificate was checked", err)
	}
	if asJSON {
		return a.printJSON(render.NewVerdict(v))
	}
	switch {
	case v.Tables > 0 && v.Claim == certificate.None && v.States == 0:
		_, err = fmt.Fprintf(a.out, "valid: no plan exists; %s %s that there is no way from the start\n", tables(v.Tables), show(v.Tables))
		return err
	case v.Tables > 0 && v.Claim == certificate.None:
		_, err = fmt.Fprintf(a.out, "valid: no plan exists; none of %s states is a goal, and from all others %s %s that there is no way\n", grouped(int64(v.States)), tables(v.Tables), show(v.Tables))
		return err
	case v.Tables > 0:
		_, err = fmt.Fprintf(a.out, "valid: the plan of %s costs %d, and none costs less; %s states were checked, and from all others %s %s that every way costs too much\n",
			moves(v.Length), v.Cost, grouped(int64(v.States)), tables(v.Tables), show(v.Tables))
		return err
	case v.Claim == certificate.Best:
		_, err = fmt.Fprintf(a.out, "valid: the solution has the value %d, and none is better; %s steps of a proof were checked\n", v.Cost, grouped(v.Steps))
		return err
	case v.Proof && v.Claim == certificate.None:
		_, err = fmt.Fprintf(a.out, "valid: no solution exists; %s steps of a proof were checked\n", grouped(v.Steps))
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

// show returns the verb for n tables.
func show(n int) string {
	if n == 1 {
		return "shows"
	}
	return "show"
}

func (a *app) invalidCertificate(bad *certificate.Error, asJSON bool) error {
	if asJSON {
		if err := a.printJSON(render.NewFault(bad)); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(a.out, "invalid certificate: %v\n", bad)
	}
	return &command.ExitError{Code: command.ExitNone}
}
