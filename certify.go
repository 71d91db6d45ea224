package farbank

import (
	"context"
	"errors"
	"io"

	"farbank/engine"
	"farbank/study/certificate"
)

// A Certificate says why an answer is right; see package certificate.
type Certificate = certificate.Certificate

// Prove answers for one shortest plan, with a certificate of the answer: nil if the
// Status is neither Solved nor None. Of the question only the limits count. The error
// is a *certificate.RefusalError where the problem admits no certificate at all.
func Prove(ctx context.Context, p *Problem, q Question) (*Answer, *Certificate, error) {
	if p != nil && p.Goals != nil {
		return nil, nil, certificate.Possible(p, certificate.Least, 0)
	}
	if p == nil || len(p.Schemas) == 0 {
		return proveByStates(ctx, p, q)
	}
	return proveEither(ctx, p, q)
}

// proveByStates gives the states that a search without any sense of direction stored.
func proveByStates(ctx context.Context, p *Problem, q Question) (*Answer, *Certificate, error) {
	proof, err := Engines.Prove(ctx, p, q)
	if err != nil {
		return nil, nil, err
	}
	c := &Certificate{States: proof.States, Distances: proof.Distances}
	switch a := proof.Answer; a.Status {
	case None:
		return a, c, nil
	case Solved:
		c.Claim, c.Plan = certificate.Least, *a.Best
		return a, c, nil
	}
	return proof.Answer, nil, nil
}

// WriteCertificate writes a certificate about p. The error is a
// *certificate.RefusalError if it could not be checked, or that of w.
func WriteCertificate(w io.Writer, p *Problem, c *Certificate) error {
	switch {
	case p == nil:
		return ErrNoProblem
	case c == nil:
		return errors.New("there is no certificate: it is nil")
	}
	return certificate.Write(w, p, c)
}

// CheckCertificate checks a certificate by the reference interpreter alone. The error
// is a *certificate.Error if it proves nothing about p.
func CheckCertificate(ctx context.Context, p *Problem, r io.Reader) (*certificate.Verdict, error) {
	if p == nil {
		return nil, ErrNoProblem
	}
	return certificate.Check(engine.Lasting(ctx), p, r)
}
