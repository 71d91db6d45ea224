package outside

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"farbank/milp/file"
	"farbank/milp/problem"
	"farbank/solver"
)

// Solver is an installed solver.
type Solver struct {
	Name    string // glpsol, cbc, highs or scip
	Path    string
	Version string // such as 5.0, or empty if unknown
}

// Options limit the work. The zero value means the solver's defaults.
type Options struct {
	Time      time.Duration // of the search, if positive; glpsol and cbc take whole seconds
	Gap       float64       // relative gap at which to stop, if positive
	Log       io.Writer     // receives the solver's output, or nil
	Arguments []string      // further arguments, before the others
}

// ErrNotInstalled reports that a solver is not on the path.
var ErrNotInstalled = errors.New("not installed")

// Names returns the supported solvers, in the order of Find.
func Names() []string {
	list := make([]string, len(programs))
	for i := range programs {
		list[i] = programs[i].name
	}
	return list
}

// Find returns the solvers that are on the path.
func Find() []Solver {
	var list []Solver
	for _, name := range Names() {
		if s, err := Named(name); err == nil {
			list = append(list, s)
		}
	}
	return list
}

// Named returns the named solver. The error is [ErrNotInstalled] if it is not on the path.
func Named(name string) (Solver, error) {
	i := slices.Index(Names(), name)
	if i < 0 {
		return Solver{}, fmt.Errorf("there is no solver %q: %v are known", name, Names())
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return Solver{}, fmt.Errorf("%s is %w: it is not on the path", name, ErrNotInstalled)
	}
	return Solver{name, path, version(path, programs[i].version)}, nil
}

// Failure is the failure of a solver.
type Failure struct {
	Solver Solver
	Reason error  // of the process (an *exec.ExitError has the exit code), or of its output
	Output string // the last lines of its output
}

// Error returns the reason and the last lines of output.
func (f *Failure) Error() string {
	text := fmt.Sprintf("%s %s failed: %v", f.Solver.Name, f.Solver.Version, f.Reason)
	if f.Output != "" {
		text += "; its last words:\n" + f.Output
	}
	return text
}

// Unwrap returns the reason.
func (f *Failure) Unwrap() error { return f.Reason }

// Solve runs the solver on the problem. The solution has values if its status is Optimal or
// Feasible. If the context ends, Solve kills the solver, and the Reason of the solution is the
// cause. An error of a solver is of type *[Failure]. errors.ErrUnsupported means that the solver
// does not support special ordered sets.
func (s Solver) Solve(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
	i := slices.Index(Names(), s.Name)
	if i < 0 {
		return problem.Solution{}, fmt.Errorf("there is no solver %q", s.Name)
	}
	if !p.Plain() {
		return problem.Solution{}, problem.ErrObjective
	}
	if q := problem.Linearized(p); q != p {
		solution, err := s.Solve(ctx, q, o)
		if solution.Values != nil {
			solution.Values = solution.Values[:len(p.Columns)]
		}
		return solution, err
	}
	if len(p.Sets) > 0 && !programs[i].sets {
		return problem.Solution{}, fmt.Errorf("%s knows no special ordered sets: %w", s.Name, errors.ErrUnsupported)
	}
	if solution, ok := trivial(p); ok {
		return solution, nil
	}
	r := run{solver: s, program: programs[i], options: o, problem: p}
	v, err := r.solve(ctx, minimised(p))
	if err == nil && v.unclear {
		v, err = r.settle(ctx)
	}
	if err != nil {
		reason, err := solver.Split(ctx, err)
		return problem.Solution{Reason: reason}, err
	}
	return r.finish(v)
}

// minimised returns an equivalent minimization problem without a constant, and with integral bounds
// of integer columns, as glpsol requires.
func minimised(p *problem.Problem) *problem.Problem {
	q := *p
	q.Offset, q.Maximize = 0, false
	q.Columns = slices.Clone(p.Columns)
	for j := range q.Columns {
		c := &q.Columns[j]
		if p.Maximize && c.Cost != 0 {
			c.Cost = -c.Cost
		}
		if c.Integer {
			c.Lower, c.Upper = math.Ceil(c.Lower-wholeness)+0, math.Floor(c.Upper+wholeness)+0
		}
	}
	return file.Legal(&q, file.FreeMPS)
}

// A run is one problem for one solver.
type run struct {
	solver  Solver
	program program
	options Options
	problem *problem.Problem
}

// A verdict is the answer of a solver.
type verdict struct {
	problem.Solution
	unclear bool // the solver says "infeasible or unbounded"
}

// settle decides whether a problem that is infeasible or unbounded is feasible. With rational data
// it is then unbounded.
func (r run) settle(ctx context.Context) (verdict, error) {
	q := minimised(r.problem)
	q.Columns = slices.Clone(q.Columns)
	for j := range q.Columns {
		q.Columns[j].Cost = 0
	}
	v, err := r.solve(ctx, q)
	switch {
	case err != nil:
	case v.unclear: // without an objective this means infeasible
		v.Solution = problem.Solution{Status: problem.Infeasible}
	case v.Status == problem.Optimal || v.Status == problem.Feasible:
		v.Solution = problem.Solution{Status: problem.Unbounded}
	}
	return v, err
}

// solve writes q to a file and runs the solver on it.
func (r run) solve(ctx context.Context, q *problem.Problem) (verdict, error) {
	dir, err := os.MkdirTemp("", "farbank-milp-")
	if err != nil {
		return verdict{}, err
	}
	defer os.RemoveAll(dir)
	j := job{problem: q, model: filepath.Join(dir, "model.mps"), solution: filepath.Join(dir, "solution.txt"), Options: r.options}
	if err := r.write(j.model, q); err != nil {
		return verdict{}, err
	}
	output, err := r.execute(ctx, dir, r.program.arguments(j))
	if err != nil && r.program.retry != nil && ctx.Err() == nil {
		if more := r.program.retry(output); more != nil {
			j.Arguments = append(slices.Clone(j.Arguments), more...)
			output, err = r.execute(ctx, dir, r.program.arguments(j))
		}
	}
	if ctx.Err() != nil {
		return verdict{}, ctx.Err()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && r.program.warning != 0 && exit.ExitCode() == r.program.warning {
		err = nil
	}
	if err != nil {
		return verdict{}, r.failure(err, output)
	}
	v, err := r.program.verdict(j, output)
	if err != nil {
		return verdict{}, r.failure(err, output)
	}
	return v, nil
}

func (r run) write(name string, q *problem.Problem) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := file.Encode(f, q, file.FreeMPS); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func (r run) failure(reason error, output []byte) error {
	return &Failure{Solver: r.solver, Reason: reason, Output: lastLines(output, 8)}
}
