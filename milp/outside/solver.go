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
)

// Solver is an installed solver.
type Solver struct {
	Name    string // glpsol, cbc, highs or scip
	Path    string
	Version string // such as 5.0, or empty if it does not tell
}

// Options say how long and how far to go. The zero value asks for the solver's defaults.
type Options struct {
	Time      time.Duration // of the search, if above zero; glpsol and cbc know whole seconds
	Gap       float64       // relative gap between solution and bound at which to stop, if above zero
	Log       io.Writer     // for what the solver writes, or nil
	Arguments []string      // more arguments, in front of the others
}

// ErrNotInstalled says that a solver is not on the path.
var ErrNotInstalled = errors.New("not installed")

// Names gives the solvers that package outside knows, in the order of Find.
func Names() []string {
	list := make([]string, len(programs))
	for i := range programs {
		list[i] = programs[i].name
	}
	return list
}

// Find gives the solvers that are on the path.
func Find() []Solver {
	var list []Solver
	for _, name := range Names() {
		if s, err := Named(name); err == nil {
			list = append(list, s)
		}
	}
	return list
}

// Named gives the solver of that name. The error is [ErrNotInstalled] if it is not on the
// path.
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

// Failure says how a solver failed.
type Failure struct {
	Solver Solver
	Reason error  // of the process (an *exec.ExitError has the exit code), or of what it wrote
	Output string // the last lines that it wrote
}

// Error tells all of it.
func (f *Failure) Error() string {
	text := fmt.Sprintf("%s %s failed: %v", f.Solver.Name, f.Solver.Version, f.Reason)
	if f.Output != "" {
		text += "; its last words:\n" + f.Output
	}
	return text
}

// Unwrap gives the reason.
func (f *Failure) Unwrap() error { return f.Reason }

// Solve has the solver solve the problem. The solution has values if its status is
// Optimal or Feasible. If the context ends, the solver is killed, and the error is the
// context's. An error of a solver is of type *[Failure]. errors.ErrUnsupported says that the
// solver does not know special ordered sets.
func (s Solver) Solve(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
	i := slices.Index(Names(), s.Name)
	if i < 0 {
		return problem.Solution{}, fmt.Errorf("there is no solver %q", s.Name)
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
		return problem.Solution{}, err
	}
	return r.finish(v)
}

// minimised gives the problem as one to be minimised, without a constant, and with whole
// bounds of integer columns: glpsol takes no others.
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

// A run is one problem put to one solver.
type run struct {
	solver  Solver
	program program
	options Options
	problem *problem.Problem
}

// A verdict is what a solver says.
type verdict struct {
	problem.Solution
	unclear bool // infeasible or unbounded, and it does not tell which
}

// settle finds out whether a problem that is infeasible or unbounded is feasible. (If its
// data are rational, as they are, it is then unbounded.)
func (r run) settle(ctx context.Context) (verdict, error) {
	q := minimised(r.problem)
	q.Columns = slices.Clone(q.Columns)
	for j := range q.Columns {
		q.Columns[j].Cost = 0
	}
	v, err := r.solve(ctx, q)
	switch {
	case err != nil:
	case v.unclear: // which without an objective means infeasible
		v.Solution = problem.Solution{Status: problem.Infeasible}
	case v.Status == problem.Optimal || v.Status == problem.Feasible:
		v.Solution = problem.Solution{Status: problem.Unbounded}
	}
	return v, err
}

// solve writes q to a file and has the solver solve it.
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
