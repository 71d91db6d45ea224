package certificate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"farbank/engine"
	"farbank/engine/constraint"
	"farbank/model"
)

// A certificate by proof has a stage for each objective (one for all soft rules together), or a
// single stage. The end of a stage says what it shows: that there is no solution, or the best value, or
// that the solution after it is sufficient.
const (
	stageLine = "stage "
	bestLine  = "best "
	shown     = "qed"   // end of a proof
	met       = "found" // the lines before prove nothing
	none      = "none"
)

// Prove solves a problem for which ByProof holds, and writes the certificate while solving. The
// written text is a certificate only if the answer has Status None or Solved. It may return the error
// of w.
func Prove(ctx context.Context, w io.Writer, p *model.Problem, q engine.Question) (*engine.Answer, int64, error) {
	t := begin(w, p)
	lines := &counter{w: t}
	a, err := stages(ctx, lines, p, q)
	if err == nil && (a.Status == engine.None || a.Status == engine.Solved) {
		err = t.end()
	}
	return a, lines.n, err
}

// Stages is like Prove but writes only the content of Certificate.Proof.
func Stages(ctx context.Context, w io.Writer, p *model.Problem, q engine.Question) (*engine.Answer, error) {
	return stages(ctx, &counter{w: w}, p, q)
}

// A counter counts lines.
type counter struct {
	w      io.Writer
	n      int64
	within bool // in the middle of a line
}

func (c *counter) Write(b []byte) (int, error) {
	c.n += int64(bytes.Count(b, []byte{'\n'}))
	c.within = len(b) > 0 && b[len(b)-1] != '\n'
	return c.w.Write(b)
}

func stages(ctx context.Context, w *counter, p *model.Problem, q engine.Question) (*engine.Answer, error) {
	var best []int64
	var a *engine.Answer
	var stats engine.Stats
	for k := range engine.Stages(p) {
		stage, err := engine.StageOf(p, best)
		if err != nil {
			return &engine.Answer{Status: engine.Unsupported, Reason: err.Error()}, nil
		}
		if _, err := fmt.Fprintf(w, "%s%d\n", stageLine, k+1); err != nil {
			return nil, err
		}
		if a, err = constraint.Prove(ctx, stage, q, w); err != nil {
			return nil, err
		}
		stats.Nodes += a.Stats.Nodes
		stats.Elapsed += a.Stats.Elapsed
		stats.Notes = append(stats.Notes, a.Stats.Notes...)
		end := ""
		switch {
		case a.Status == engine.None:
			end = shown + "\n" + none + "\n"
		case a.Status != engine.Solved:
		case stage.Goals == nil:
			end = met + "\n"
			if w.within { // of an unfinished proof
				end = "\n" + end
			}
		default:
			best = append(best, a.Best.Cost)
			end = fmt.Sprintf("%s\n%s%d\n", shown, bestLine, a.Best.Cost)
		}
		if _, err := io.WriteString(w, end); err != nil {
			return nil, err
		}
		if a.Status != engine.Solved {
			break
		}
	}
	stats.Engine = a.Stats.Engine
	a.Stats = stats
	if a.Best == nil {
		return a, nil
	}
	if err := judge(ctx, p, a); err != nil {
		return nil, err
	}
	if a.Status == engine.Solved {
		writeFind(w, p, *a.Best)
	}
	return a, nil
}

// judge validates the plan of an answer by the text and sets its cost.
func judge(ctx context.Context, p *model.Problem, a *engine.Answer) error {
	plan := *a.Best
	plan.Find = plan.Find[:p.NumFind]
	_, cost, err := p.VerifyContext(context.WithoutCancel(ctx), plan, true)
	var broken *model.PlanError
	if errors.As(err, &broken) {
		return &engine.BugError{Engine: a.Stats.Engine, Err: err}
	}
	plan.Cost = cost
	a.Best = &plan
	if engine.Stages(p) > 1 || p.Goals == nil {
		a.Bound = nil // it bounds another value than the one reported
	}
	return err
}

// atStage reports whether the current line starts a stage.
func (r *reader) atStage() bool { return strings.HasPrefix(string(r.text), stageLine) }

// stages checks a certificate by proof, starting at the current line.
func (r *reader) stages(ctx context.Context, p *model.Problem) (*Verdict, error) {
	if len(p.Schemas) > 0 {
		r.fail("a problem with moves has no stages")
	}
	v := &Verdict{Claim: Best, Proof: true}
	var best []int64
	for k := range engine.Stages(p) {
		if k > 0 {
			r.next()
			r.keep()
		}
		if string(r.text) != stageLine+strconv.Itoa(k+1) {
			r.fail("%q is needed here", stageLine+strconv.Itoa(k+1))
		}
		proven, end, err := r.stage(ctx, p, best)
		if err != nil {
			return nil, err
		}
		v.Steps += proven.Steps
		switch {
		case end == met && p.Goals == nil && len(p.Soft) == 0:
			v.Claim, v.Proof, v.Steps = Least, false, 0
		case end == met:
			r.fail("a best value needs a proof")
		case r.verdict() == none:
			return r.noSolution(v, proven, k)
		default:
			best = append(best, r.best(proven))
		}
	}
	plan := model.Plan{Find: r.find(p)}
	r.next()
	r.end()
	return v, r.confirm(ctx, p, plan, best, v)
}

// stage reads a proof and its end. Its error matters only if the end claims a proof.
func (r *reader) stage(ctx context.Context, p *model.Problem, best []int64) (constraint.Proven, string, error) {
	stage, err := engine.StageOf(p, best)
	if err != nil {
		return constraint.Proven{}, "", err
	}
	s := &section{r: r, first: r.line}
	r.most = maxStep
	proven, wrong := constraint.Check(ctx, stage, s)
	_, err = io.Copy(io.Discard, s)
	r.most = maxLine
	var bad *constraint.ProofError
	var overflow *model.OverflowError
	switch {
	case s.err != nil:
		err = s.err
	case err != nil:
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case s.end == met:
	case errors.As(wrong, &bad):
		err = &Error{min(s.first+bad.Line, r.line), bad.Why}
	case errors.As(wrong, &overflow):
		err = wrong
	case wrong != nil:
		err = &Error{s.first, "this cannot be checked: " + wrong.Error()}
	}
	return proven, s.end, err
}

// verdict reads the line that ends a proof.
func (r *reader) verdict() string {
	r.next()
	r.keep()
	return string(r.text)
}

func (r *reader) noSolution(v *Verdict, proven constraint.Proven, k int) (*Verdict, error) {
	if k > 0 || !proven.None {
		r.fail("the proof does not show that there is no solution")
	}
	r.next()
	r.end()
	v.Claim = None
	return v, nil
}

// best parses the current line as the best value of a stage.
func (r *reader) best(proven constraint.Proven) int64 {
	text, ok := strings.CutPrefix(string(r.text), bestLine)
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case !ok || err != nil || n == math.MinInt64 || strconv.FormatInt(n, 10) != text:
		r.fail("%q or %q with a number is needed here", none, strings.TrimSpace(bestLine))
	case proven.None || proven.Best != n:
		r.fail("the proof does not show that no value is better than %d", n)
	}
	return n
}

// confirm validates the solution and compares its values with the proven values of the stages.
func (r *reader) confirm(ctx context.Context, p *model.Problem, plan model.Plan, best []int64, v *Verdict) error {
	_, cost, err := p.VerifyContext(ctx, plan, true)
	var bad *model.PlanError
	if errors.As(err, &bad) {
		return &Error{Why: "the solution is not valid: " + bad.Error()}
	}
	if err != nil {
		return err
	}
	for k, want := range best {
		stage, err := engine.StageOf(p, best[:k])
		if err != nil {
			return err
		}
		_, got, err := stage.VerifyGround(plan, true)
		if err == nil && got != want {
			err = &Error{Why: fmt.Sprintf("stage %d: the value of the solution is %d, not %d", k+1, got, want)}
		}
		if errors.As(err, &bad) {
			err = &Error{Why: fmt.Sprintf("stage %d: %v", k+1, bad)}
		}
		if err != nil {
			return err
		}
	}
	v.Cost = cost
	return nil
}

// A section reads the lines of a proof, up to the line that ends it.
type section struct {
	r     *reader
	first int    // number of the line before it
	rest  []byte // of the current line
	end   string // the line that ends it, once read
	err   error  // error in the text
}

// Read stores errors for later: a panic must not pass through the code that reads.
func (s *section) Read(b []byte) (n int, err error) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case failure:
			s.err, n, err = f.err, 0, f.err
		default:
			panic(f)
		}
	}()
	switch {
	case s.err != nil:
		return 0, s.err
	case len(s.rest) == 0 && s.end == "":
		s.r.next()
		s.r.keep()
		if line := string(s.r.text); line == shown || line == met {
			s.end = line
		} else {
			s.rest = append(append(s.rest[:0], line...), '\n')
		}
	}
	if len(s.rest) == 0 {
		return 0, io.EOF
	}
	n = copy(b, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}
