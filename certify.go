package farbank

import (
	"bytes"
	"context"
	"errors"
	"io"

	"farbank/engine"
	"farbank/internal/durable"
	"farbank/study/certificate"
)

// A Certificate says why an answer is right; see package certificate.
type Certificate = certificate.Certificate

// Prove answers for one shortest plan, or for the best values of unknowns, with a certificate of the
// answer: nil if the Status is neither Solved nor None. Of the question only the limits count.
// What is proven of unknowns is kept in memory; see Certify.
func Prove(ctx context.Context, p *Problem, q Question) (*Answer, *Certificate, error) {
	if err := engine.Askable(p, q); err != nil {
		return nil, nil, err
	}
	q.Disk = engine.Disk{} // the certificate is in memory
	ctx = engine.Lasting(ctx)
	if a, err := Engines.CheckRanges(ctx, p, q); a != nil || err != nil {
		return a, nil, err
	}
	if p.Goals != nil && len(p.Schemas) > 0 {
		return nil, nil, certificate.Possible(p, certificate.Least, 0)
	}
	if certificate.ByProof(p) {
		proof := &kept{most: q.Memory / 2}
		q.Memory -= q.Memory / 2
		a, err := certificate.Stages(ctx, proof, p, q)
		if !bySearch(p, a, err) {
			return a, certified(p, a, proof.Bytes()), err
		}
	}
	return searched(ctx, p, q)
}

// Certify is Prove that writes the certificate as it is found: what is proven of unknowns may be
// more than fits memory, and so may the states of a search that goes on on disk (Question.Disk). Without one, the Certificate is nil and what was written means nothing; else
// it tells what is shown, and the number of lines of a proof. Where w fails the answer is found all the same, and stands beside the error.
func Certify(ctx context.Context, w io.Writer, p *Problem, q Question) (*Answer, *Certificate, int64, error) {
	if err := engine.Askable(p, q); err != nil {
		return nil, nil, 0, err
	}
	ctx = engine.Lasting(ctx)
	if a, err := Engines.CheckRanges(ctx, p, q); a != nil || err != nil {
		return a, nil, 0, err
	}
	if certificate.ByProof(p) {
		out := &durable.Patient{To: w}
		a, lines, err := certificate.Prove(ctx, out, p, q)
		if !bySearch(p, a, err) {
			if err == nil {
				err = out.Failed
			}
			return a, certified(p, a, nil), lines, err
		}
	}
	if p.Goals != nil && len(p.Schemas) > 0 {
		return nil, nil, 0, certificate.Possible(p, certificate.Least, 0)
	}
	a, c, err := searched(ctx, p, q)
	if c == nil || err != nil {
		return a, nil, 0, err
	}
	if layers := c.Layers; layers != nil {
		c.Layers = func(begin func(distance, n int64) error, give func(states []uint64) error) error {
			return layers(begin, func(states []uint64) error {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				return give(states)
			})
		}
	}
	err = WriteCertificate(w, p, c)
	giveBack(c, err)
	return a, c, 0, err
}

// giveBack releases the states of a certificate, or where it could not be written now keeps them: they may have taken
// hours.
func giveBack(c *Certificate, err error) {
	var refused *certificate.RefusalError
	switch {
	case c.Release == nil:
	case err == nil || errors.As(err, &refused):
		c.Release()
	default:
		c.Keep()
	}
}

// bySearch reports whether there is no proof, and the search for a solution may do: nothing was
// written then.
func bySearch(p *Problem, a *Answer, err error) bool {
	return err == nil && a.Status == Unsupported && p.Goals == nil && len(p.Soft) == 0
}

// searched is Prove by states, or by tables of bounds in their place.
func searched(ctx context.Context, p *Problem, q Question) (*Answer, *Certificate, error) {
	if len(p.Schemas) == 0 {
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
	c := &Certificate{States: proof.States, Distances: proof.Distances, Layers: proof.Layers, Release: proof.Release, Keep: proof.Keep}
	switch a := proof.Answer; a.Status {
	case None:
		return a, c, nil
	case Solved:
		c.Claim, c.Plan = certificate.Least, *a.Best
		return a, c, nil
	}
	if c.Release != nil {
		c.Release()
	}
	return proof.Answer, nil, nil
}

// certified is the certificate of an answer by a proof.
func certified(p *Problem, a *Answer, proof []byte) *Certificate {
	switch {
	case a == nil || a.Status != None && a.Status != Solved:
		return nil
	case a.Status == None:
		return &Certificate{Claim: certificate.None, Proof: proof}
	case p.Goals == nil && len(p.Soft) == 0:
		return &Certificate{Claim: certificate.Least, Plan: *a.Best, Proof: proof}
	}
	return &Certificate{Claim: certificate.Best, Plan: *a.Best, Proof: proof}
}

// A kept proof is one in memory, of so many bytes at most; 0: of any size.
type kept struct {
	bytes.Buffer
	most int64
}

func (k *kept) Write(b []byte) (int, error) {
	if k.most > 0 && int64(k.Len()+len(b)) > k.most {
		return 0, errFull{}
	}
	return k.Buffer.Write(b)
}

// errFull is how a proof ends that does not fit.
type errFull struct{}

func (errFull) Error() string     { return "the proof takes more memory than it may" }
func (errFull) MemoryLimit() bool { return true }

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

// CheckCertificateOnDisk is CheckCertificate that keeps states in files, for certificates of more states than fit memory.
func CheckCertificateOnDisk(ctx context.Context, p *Problem, r io.Reader, files certificate.Files) (*certificate.Verdict, error) {
	if p == nil {
		return nil, ErrNoProblem
	}
	return certificate.CheckOnDisk(engine.Lasting(ctx), p, r, files)
}

// CheckCertificate checks a certificate by the reference interpreter, and what is proven of unknowns
// by package farbank/constraint/proof. The error
// is a *certificate.Error if it proves nothing about p.
func CheckCertificate(ctx context.Context, p *Problem, r io.Reader) (*certificate.Verdict, error) {
	if p == nil {
		return nil, ErrNoProblem
	}
	return certificate.Check(engine.Lasting(ctx), p, r)
}
