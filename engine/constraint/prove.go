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

// Prove answers for a best choice of values for the unknowns of a problem without moves and with at most
// one objective, and writes the proof that there is none, or none better: [Check] reads it.
// It is a proof only if the answer has status None, or of an objective Solved. The error may be that
// of w.
func Prove(ctx context.Context, p *model.Problem, q engine.Question, w io.Writer) (*engine.Answer, error) {
	q = engine.Question{Memory: q.Memory, Workers: q.Workers, Progress: q.Progress}
	if err := New().Can(p, q); err != nil {
		return &engine.Answer{Status: engine.Unsupported, Reason: err.Error()}, nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := &output{w: w, stop: cancel}
	s := newSolver(ctx, p, q, nil)
	s.proof = out
	a, err := s.answer()
	if out.err != nil && engine.Stopped(ctx, out.err) == "" {
		return nil, out.err
	}
	return a, err
}

// An output ends the work at its first error.
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

// weighted is how the line of a surrogate begins.
const weighted = "weights "

// String is a line: the scale, with a sign if the objective counts, and the rows with their weights.
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

// maxRows bounds the number of a row, which an array is made for.
const maxRow = 1 << 20

// parseSurrogate reads a line as String writes it.
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

// A ProofError says why a text is no proof.
type ProofError struct {
	Line int // from 1
	Why  string
}

func (e *ProofError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Why) }

// A Proven is what a proof proves.
type Proven struct {
	None  bool  // there is no solution
	Best  int64 // else no solution has a better objective than this
	Steps int64 // of the proof
}

// Check reads a proof about a problem, to its last step. The model is made of the problem anew, and what
// follows from it is checked by package farbank/constraint/proof alone. The error is a *ProofError where
// the text proves nothing, that of the context or of r, or says that the problem has no such model.
func Check(ctx context.Context, p *model.Problem, r io.Reader) (v Proven, err error) {
	if err := New().Can(p, engine.Question{}); err != nil {
		return v, err
	}
	s := newSolver(ctx, p, engine.Question{}, nil)
	err = s.caught(func() error {
		v, err = s.check(bufio.NewReaderSize(r, 1<<16))
		return err
	})
	return v, err
}

func (s *solver) check(r *bufio.Reader) (v Proven, err error) {
	sys, err := s.system()
	if err != nil {
		return v, err
	}
	f := &finder{solver: s, sys: sys, checking: true}
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
		b, report, err = f.m.CheckBound(s.ctx, f.objective, p.Goals.Maximize, r, "")
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
