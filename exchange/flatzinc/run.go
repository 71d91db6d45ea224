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

// Options are what the standard's flags say.
type Options struct {
	All          bool   // -a: all solutions; with an objective, each better one
	Number       int64  // -n: at most so many solutions, 0: one
	Free         bool   // -f: the search that is asked for takes turns with a free one
	Statistics   bool   // -s; with an objective, bounds are told as they improve
	Seed         uint64 // -r: for values at random, and the neighbourhoods of several workers
	Intermediate bool   // -i: with an objective, each better solution
	Workers      int    // -p: how many workers look for one solution or a best one; up to 1: one
	Memory       int64  // bytes; 0: no limit
	// Proof, if not nil, gets a proof of the verdict None, or of an objective's Complete, which Check checks. There is one worker then.
	Proof io.Writer
}

// A Verdict says how solving ended.
type Verdict int

// How solving ends.
const (
	Unknown  Verdict = iota // a limit came before there was a solution
	Some                    // solutions, perhaps not all or not the best
	Complete                // all that was asked for was found and it is known that it is all
	None                    // proven: there is no solution
)

// Unsolved is what the standard has where nothing was found or proven.
const Unsolved = "=====UNKNOWN====="

// Solve reads a model and writes its solutions as the standard says. The error is an [*Error], one
// of writing, or says what limit came first: then the verdict is Unknown or Some.
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
	b.m.Memory, b.m.OnlyAsked, b.m.Seed = o.Memory, !o.Free && b.searched, o.Seed
	if !o.Free {
		b.m.Restarts = restarts(f.search)
	}
	r := &runner{b: b, o: o, out: out, begun: begun}
	read := time.Since(begun)
	if f.goal == "satisfy" {
		err = r.satisfy(ctx)
	} else {
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

// isLimit reports whether an error is a context's or of memory.
func isLimit(err error) bool {
	var memory interface{ MemoryLimit() bool }
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &memory)
}

// A runner writes solutions as they come.
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
	changed   bool      // since it was told
	told      time.Time // when it was
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

// one looks for one solution.
func (r *runner) one(ctx context.Context) error {
	answer, err := r.b.m.Solve(ctx)
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
	answer, err := r.b.m.Improve(ctx, objective, f.goal == "maximize", func(s *constraint.Solution) bool {
		r.solutions++
		r.last = s
		if each {
			r.print(s)
			r.tell()
		}
		return r.writing == nil
	})
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

// progress tells of a bound that is proven, when it improves, but not all the time.
func (r *runner) progress(p constraint.Progress) {
	if p.Bounded && (r.bound == nil || *r.bound != p.Bound) {
		r.bound, r.changed = &p.Bound, true
	}
	if r.changed && time.Since(r.told) > tellBounds {
		r.tell()
	}
}

// tellBounds is how long bounds are not told after one was.
const tellBounds = 100 * time.Millisecond

// tell writes the objective of the last solution, if it was printed, and the bound.
func (r *runner) tell() {
	if !r.o.Statistics || r.bound == nil {
		return
	}
	var t []byte
	if r.last != nil && (r.o.All || r.o.Intermediate) {
		t = fmt.Appendf(t, "%%%%%%mzn-stat: objective=%d\n", r.last.Objective)
	}
	r.write(fmt.Appendf(t, "%%%%%%mzn-stat: objectiveBound=%d\n%%%%%%mzn-stat-end\n", *r.bound))
	r.changed, r.told = false, time.Now()
}

// finish writes what the standard has at the end.
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
