package constraint

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"farbank/constraint"
	"farbank/constraint/proof"
	"farbank/engine"
	"farbank/model"
)

// Prove finds a best solution of a problem without moves and with at most one objective. It writes
// a proof that there is no solution, or no better one, which [Check] verifies. The proof is valid
// only if the answer has status None, or Solved with an objective. It may return the error of w.
func Prove(ctx context.Context, p *model.Problem, q engine.Question, w io.Writer) (*engine.Answer, error) {
	q = engine.Question{Memory: q.Memory, Workers: q.Workers, Progress: q.Progress}
	if err := New().Can(p, q); err != nil {
		return &engine.Answer{Status: engine.Unsupported, Reason: err.Error()}, nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := &output{w: w, stop: cancel}
	s := newJob(ctx, p, q, nil)
	s.proof = out
	a, err := s.answer()
	if out.err != nil && engine.Stopped(ctx, out.err) == "" {
		return nil, out.err
	}
	return a, err
}

// An output is a writer that ends the work at its first error.
type output struct {
	w    io.Writer
	stop context.CancelCauseFunc
	err  error
}

func (o *output) Write(b []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(b)
	if o.err = err; err != nil {
		o.stop(err)
	}
	return n, err
}

// prove answers with a proof.
func (f *finder) prove() error {
	f.write(nil)
	if s := f.summed; s != nil {
		if _, err := io.WriteString(f.proof, s.String()+"\n"); err != nil {
			return err
		}
	}
	f.m.Proof = f.proof
	if f.p.Goals != nil {
		return f.best()
	}
	return f.one()
}

// weighted is the prefix of the line of a surrogate.
const weighted = "weights "

// String returns the surrogate as a line: the scale, with a + if priced, and the rows with their
// weights.
func (s *surrogate) String() string {
	var b strings.Builder
	b.WriteString(weighted)
	if s.priced {
		b.WriteByte('+')
	}
	b.WriteString(strconv.FormatInt(s.scale, 10))
	for i, w := range s.weights {
		if w != 0 {
			fmt.Fprintf(&b, " %d:%d", i, w)
		}
	}
	return b.String()
}

// maxRow limits the number of a row, which is the size of an array.
const maxRow = 1 << 20

// parseSurrogate parses a line in the format of String.
func parseSurrogate(line string) (*surrogate, bool) {
	words := strings.Split(strings.TrimPrefix(line, weighted), " ")
	scale, priced := strings.CutPrefix(words[0], "+")
	n, err := strconv.ParseInt(scale, 10, 64)
	s := &surrogate{scale: n, priced: priced}
	for _, word := range words[1:] {
		row, weight, _ := strings.Cut(word, ":")
		i, e1 := strconv.Atoi(row)
		w, e2 := strconv.ParseInt(weight, 10, 64)
		if err != nil || e1 != nil || e2 != nil || i < len(s.weights) || i > maxRow || w == 0 {
			return nil, false
		}
		s.weights = append(append(s.weights, make([]int64, i-len(s.weights))...), w)
	}
	return s, err == nil && s.String() == line
}

// A ProofError reports why a text is not a valid proof.
type ProofError struct {
	Line int // from 1
	Why  string
}

// Error returns the line and the reason.
func (e *ProofError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Why) }

// A Proven is the statement that a proof proves.
type Proven struct {
	None  bool  // no solution exists
	Best  int64 // otherwise: no solution has a better objective value
	Steps int64 // number of steps of the proof
}

// Check verifies a proof about a problem, to its last step. It builds the model anew; package
// farbank/constraint/proof checks the steps. The error is a *ProofError if the proof is invalid,
// that of the context or of r, or reports that the problem cannot be modeled.
func Check(ctx context.Context, p *model.Problem, r io.Reader) (v Proven, err error) {
	if err := New().Can(p, engine.Question{}); err != nil {
		return v, err
	}
	s := newJob(ctx, p, engine.Question{}, nil)
	err = s.caught(func() error {
		v, err = s.check(bufio.NewReaderSize(r, 1<<16))
		return err
	})
	return v, err
}

func (s *job) check(r *bufio.Reader) (v Proven, err error) {
	sys, err := s.system()
	if err != nil {
		return v, err
	}
	f := &finder{job: s, sys: sys, checking: true}
	before := 0
	if head, err := r.Peek(len(weighted)); err == nil && string(head) == weighted {
		line, err := r.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return v, err
		}
		var ok bool
		if f.summed, ok = parseSurrogate(strings.TrimSuffix(line, "\n")); !ok {
			return v, &ProofError{1, "the weights cannot be read"}
		}
		before = 1
	}
	f.write(nil)
	var report proof.Report
	if p := s.p; p.Goals != nil {
		var b constraint.Bound
		b, report, err = f.m.CheckBound(s.ctx, f.objective, direction(p.Goals), r, "")
		v.None, v.Best = b.Infeasible, b.Best
	} else {
		v.None = true
		report, err = f.m.CheckProof(s.ctx, constraint.Claim{Infeasible: true}, r, "")
	}
	v.Steps = report.Learned + report.Root + report.Defined + report.Deleted
	var bad *proof.Error
	if errors.As(err, &bad) {
		return v, &ProofError{bad.Line + before, bad.Message}
	}
	return v, err
}
