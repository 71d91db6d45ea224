package flatzinc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"farbank/constraint"
)

// Options are the flags of the FlatZinc standard.
type Options struct {
	All          bool   // -a: all solutions; with an objective, every improvement
	Number       int64  // -n: maximum number of solutions; 0 means one
	Free         bool   // -f: alternate between the given search and a free one
	Statistics   bool   // -s: statistics; with an objective, also its bounds when they improve
	Seed         uint64 // -r: seed of random values, and of the neighbourhoods of several workers
	Intermediate bool   // -i: with an objective, every improvement
	Workers      int    // -p: number of workers for one solution or an optimal one; 0 and 1 mean one
	Memory       int64  // maximum memory in bytes; 0 means no limit
	// Proof, if not nil, receives a proof of the verdict None, or of optimality, for Check.
	// Then only one worker is used.
	Proof io.Writer
}

// A Verdict is the result of solving.
type Verdict int

// The results of solving.
const (
	Unknown  Verdict = iota // no solution within the limits
	Some                    // solutions, perhaps not all or not optimal
	Complete                // all requested solutions, or a proven optimal one
	None                    // proven infeasible
)

// Unsolved is the standard's output for no solution and no proof.
const Unsolved = "=====UNKNOWN====="

// Solve solves a model and writes its solutions in the format of the standard. The error is an
// [*Error], a write error, or the limit that was reached; then the verdict is Unknown or Some.
func Solve(ctx context.Context, text []byte, name string, o Options, out io.Writer) (Verdict, error) {
	begun := time.Now()
	f, b, err := read(ctx, text, name)
	if err != nil {
		if isLimit(err) {
			_, writing := fmt.Fprintln(out, Unsolved)
			err = cmp.Or(writing, err)
		}
		return Unknown, err
	}
	if b.m.Proof = o.Proof; o.Proof != nil && f.goal == "satisfy" && (o.All || o.Number > 1) {
		return Unknown, ErrManyProven
	}
	b.m.Workers = o.Workers
	b.m.Memory, b.m.OnlyAsked, b.m.Advised, b.m.Seed = o.Memory, !o.Free && b.searched, o.Free, o.Seed
	if !o.Free {
		b.m.Restarts = restarts(f.search)
	}
	r := &runner{b: b, o: o, out: out, begun: begun}
	read := time.Since(begun)
	switch {
	case !b.onRestart.empty():
		if o.Proof != nil {
			return Unknown, errRestartProven
		}
		err = r.restarted(ctx, f)
	case f.goal == "satisfy":
		err = r.satisfy(ctx)
	default:
		err = r.optimize(ctx, f)
	}
	if r.writing != nil {
		return Unknown, r.writing
	}
	if err != nil && !isLimit(err) {
		if _, placed := err.(*Error); !placed {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return Unknown, err
	}
	r.finish(f, read)
	if r.writing != nil {
		err = r.writing
	}
	return r.verdict, err
}

// isLimit reports whether an error is from a context or a memory limit.
func isLimit(err error) bool {
	var memory interface{ MemoryLimit() bool }
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &memory)
}

// A runner writes solutions as they are found.
type runner struct {
	b         *builder
	o         Options
	out       io.Writer
	begun     time.Time
	buf       []byte
	writing   error
	solutions int64
	last      *constraint.Solution
	stats     constraint.Stats
	bound     *int64
	changed   bool      // the bound changed since it was printed
	printed   time.Time // when the bound was printed
	verdict   Verdict
}

func (r *runner) write(text []byte) {
	if r.writing == nil {
		_, r.writing = r.out.Write(text)
	}
}

func (r *runner) print(s *constraint.Solution) {
	r.buf = r.buf[:0]
	for _, o := range r.b.outputs {
		r.buf = o.write(r.buf, s)
	}
	r.buf = append(r.buf, "----------\n"...)
	r.write(r.buf)
}

func (r *runner) satisfy(ctx context.Context) error {
	most := r.o.Number
	if most == 0 && !r.o.All {
		most = 1
	}
	if most == 1 {
		return r.one(ctx)
	}
	r.b.project()
	for s, err := range r.b.m.Solutions(ctx) {
		if err != nil {
			r.verdict = some(r.solutions)
			return err
		}
		r.solutions++
		r.last, r.stats = s, s.Stats
		r.print(s)
		if r.writing != nil || r.solutions == most {
			r.verdict = Some
			return nil
		}
	}
	r.verdict = Complete
	if r.solutions == 0 {
		r.verdict = None
	}
	return nil
}

// one searches for one solution.
func (r *runner) one(ctx context.Context) error {
	answer, err := r.b.m.Solve(ctx)
	if err == nil {
		err = answer.Reason
	}
	r.stats = answer.Stats
	switch answer.Status {
	case constraint.Infeasible:
		r.verdict = None
	case constraint.Feasible:
		r.solutions, r.last, r.verdict = 1, answer.Solution, Some
		r.print(r.last)
	}
	return err
}

func some(n int64) Verdict {
	if n > 0 {
		return Some
	}
	return Unknown
}

func (r *runner) optimize(ctx context.Context, f *file) error {
	objective, err := r.b.objective(f)
	if err != nil {
		return err
	}
	each := r.o.All || r.o.Intermediate
	if r.o.Statistics {
		r.b.m.Progress = r.progress
	}
	answer, err := r.b.m.Optimize(ctx, objective, f.direction(), func(s *constraint.Solution) bool {
		r.solutions++
		r.last = s
		if each {
			r.print(s)
			r.printBound()
		}
		return r.writing == nil
	})
	if err == nil {
		err = answer.Reason
	}
	r.b.m.Progress = nil
	r.stats = answer.Stats
	if r.bound = &answer.Bound; answer.Status == constraint.Infeasible {
		r.bound = nil
	}
	if !each && r.last != nil {
		r.print(r.last)
	}
	switch answer.Status {
	case constraint.Optimal:
		r.verdict = Complete
	case constraint.Infeasible:
		r.verdict = None
	default:
		r.verdict = some(r.solutions)
	}
	return err
}

// direction returns the direction of the objective.
func (f *file) direction() constraint.Direction {
	if f.goal == "maximize" {
		return constraint.Maximizing
	}
	return constraint.Minimizing
}

// progress prints a proven bound when it improves, but not too often.
func (r *runner) progress(p constraint.Progress) {
	if p.Bounded && (r.bound == nil || *r.bound != p.Bound) {
		r.bound, r.changed = &p.Bound, true
	}
	if r.changed && time.Since(r.printed) > boundsInterval {
		r.printBound()
	}
}

// boundsInterval is the minimum time between two printed bounds.
const boundsInterval = 100 * time.Millisecond

// printBound prints the bound, and the objective of the last solution if that was printed.
func (r *runner) printBound() {
	if !r.o.Statistics || r.bound == nil {
		return
	}
	var t []byte
	if r.last != nil && (r.o.All || r.o.Intermediate) {
		t = fmt.Appendf(t, "%%%%%%mzn-stat: objective=%d\n", r.last.Objective)
	}
	r.write(fmt.Appendf(t, "%%%%%%mzn-stat: objectiveBound=%d\n%%%%%%mzn-stat-end\n", *r.bound))
	r.changed, r.printed = false, time.Now()
}

// finish writes the final line of the standard and the statistics.
func (r *runner) finish(f *file, read time.Duration) {
	switch r.verdict {
	case Unknown:
		r.write([]byte(Unsolved + "\n"))
	case Complete:
		r.write([]byte("==========\n"))
	case None:
		r.write([]byte("=====UNSATISFIABLE=====\n"))
	}
	if !r.o.Statistics {
		return
	}
	var t []byte
	line := func(name string, v any) { t = fmt.Appendf(t, "%%%%%%mzn-stat: %s=%v\n", name, v) }
	if r.last != nil && f.goal != "satisfy" {
		line("objective", r.last.Objective)
	}
	if r.bound != nil {
		line("objectiveBound", *r.bound)
	}
	line("solutions", r.solutions)
	line("variables", r.stats.Variables)
	line("propagators", r.stats.Propagators)
	line("nodes", r.stats.Decisions)
	line("failures", r.stats.Conflicts)
	line("restarts", r.stats.Restarts)
	line("propagations", r.stats.Propagations)
	line("initTime", read.Seconds())
	line("solveTime", (time.Since(r.begun) - read).Seconds())
	r.write(append(t, "%%%mzn-stat-end\n"...))
}
