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

// A Certificate is a proof of an answer; see package certificate.
type Certificate = certificate.Certificate

// CertifyOptions are the options of Certify.
type CertifyOptions struct {
	// Output, if not nil, receives the certificate while it is found, since a proof about unknowns, or the states of a
	// search on disk (Question.Disk), may not fit in memory. If Certify returns no certificate, the text is
	// invalid.
	Output io.Writer
	// ByTables uses the engine planning alone and searches only for tables of lower bounds. The error is a
	// *certificate.RefusalError if it finds none that prove the answer.
	ByTables bool
}

// Certify answers the question for one shortest plan, or for optimal values of unknowns, and returns a
// certificate: nil if the Status is neither Solved nor None. Only the limits of q are used. If the output
// fails, Certify returns the answer together with the error.
func Certify(ctx context.Context, p *Problem, q Question, o CertifyOptions) (*Answer, *Certificate, error) {
	switch {
	case p != nil && p.Others():
		return nil, nil, engine.ErrOthers
	case o.ByTables:
		return certifyByTables(ctx, p, q, o.Output)
	case o.Output != nil:
		return certifyTo(ctx, o.Output, p, q)
	}
	return certifyInMemory(ctx, p, q)
}

func certifyInMemory(ctx context.Context, p *Problem, q Question) (*Answer, *Certificate, error) {
	if err := engine.Askable(p, q); err != nil {
		return nil, nil, err
	}
	q.Disk = engine.Disk{} // the certificate is kept in memory
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

func certifyTo(ctx context.Context, w io.Writer, p *Problem, q Question) (*Answer, *Certificate, error) {
	if err := engine.Askable(p, q); err != nil {
		return nil, nil, err
	}
	ctx = engine.Lasting(ctx)
	if a, err := Engines.CheckRanges(ctx, p, q); a != nil || err != nil {
		return a, nil, err
	}
	if certificate.ByProof(p) {
		out := &durable.Patient{To: w}
		a, lines, err := certificate.Prove(ctx, out, p, q)
		if !bySearch(p, a, err) {
			if err == nil {
				err = out.Failed
			}
			c := certified(p, a, nil)
			if c != nil {
				c.Lines = lines
			}
			return a, c, err
		}
	}
	if p.Goals != nil && len(p.Schemas) > 0 {
		return nil, nil, certificate.Possible(p, certificate.Least, 0)
	}
	a, c, err := searched(ctx, p, q)
	if c == nil || err != nil {
		return a, nil, err
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
	return a, c, err
}

// giveBack releases the states of a certificate, or keeps them on disk if it could not be written: they
// may have taken hours.
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

// bySearch reports whether no proof exists and a search for a solution may suffice. Nothing was written
// in that case.
func bySearch(p *Problem, a *Answer, err error) bool {
	return err == nil && a.Status == Unsupported && p.Goals == nil && len(p.Soft) == 0
}

// searched proves an answer by states, or by tables of lower bounds.
func searched(ctx context.Context, p *Problem, q Question) (*Answer, *Certificate, error) {
	if len(p.Schemas) == 0 {
		return proveByStates(ctx, p, q)
	}
	return proveEither(ctx, p, q)
}

// proveByStates proves an answer by the states of an uninformed search.
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

// certified returns the certificate of an answer with a proof.
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

// A kept is a proof in memory of at most most bytes; 0 means no limit.
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

// errFull reports that a proof does not fit.
type errFull struct{}

func (errFull) Error() string     { return "the proof takes more memory than it may" }
func (errFull) MemoryLimit() bool { return true }

// WriteCertificate writes a certificate about p. The error is a *certificate.RefusalError if it could
// not be checked, or that of w.
func WriteCertificate(w io.Writer, p *Problem, c *Certificate) error {
	switch {
	case p == nil:
		return ErrNoProblem
	case c == nil:
		return errors.New("there is no certificate: it is nil")
	}
	return certificate.Write(w, p, c)
}

// CheckOptions are the options of CheckCertificate.
type CheckOptions struct {
	// Files configures where the checker keeps states, for certificates with more states than fit in memory.
	// The zero Files means memory.
	Files certificate.Files
}

// CheckCertificate checks a certificate with the reference interpreter, and proofs about unknowns with
// package farbank/constraint/proof. The error is a *certificate.Error if it proves nothing about p.
func CheckCertificate(ctx context.Context, p *Problem, r io.Reader, o CheckOptions) (*certificate.Verdict, error) {
	switch {
	case p == nil:
		return nil, ErrNoProblem
	case o.Files.Dir != "":
		return certificate.CheckOnDisk(engine.Lasting(ctx), p, r, o.Files)
	}
	return certificate.Check(engine.Lasting(ctx), p, r)
}
