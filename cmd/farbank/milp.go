package main

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"time"

	"farbank/engine"
	"farbank/internal/command"
	"farbank/milp/branch"
	"farbank/milp/conflict"
	"farbank/milp/file"
	"farbank/milp/outside"
	"farbank/milp/pb"
	"farbank/milp/problem"

	"github.com/spf13/cobra"
)

// milpFlags are the flags of farbank milp.
type milpFlags struct {
	searchFlags
	solver   string
	write    string
	solution string
	gap      float64
	time     time.Duration
	nodes    int64
	json     bool
	conflict bool
	relax    bool
	ranging  bool

	certificate string
	disk        string

	start     string
	solutions int
	poolGap   float64
	pooled    bool // --pool-gap was given
}

func (a *app) milpCommand() *cobra.Command {
	f := &milpFlags{}
	cmd := &cobra.Command{
		Use:   "milp FILE",
		Short: "Solve a mixed-integer program (LP or MPS file)",
		Long: `milp solves a mixed-integer linear program in the LP format of CPLEX or in MPS, fixed or free. The log
of the search goes to standard error, the solution to standard output.

Exit codes: 0 optimal, 1 infeasible or unbounded (the output says which), 3 not known, 6 a solution
that is not proven optimal.`,
		Example: "  farbank milp model.lp\n  farbank milp model.mps --gap 0.01 --time 1m\n  farbank milp model.mps --write model.lp\n" +
			"  farbank milp model.lp --solver glpk\n  farbank milp model.lp --json\n  farbank milp model.lp --certificate model.vipr\n  farbank verify model.lp model.vipr\n" +
			"  farbank milp model.lp --start yesterday.sol --solutions 10 --pool-gap 0.05",
		Args: command.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.pooled = cmd.Flags().Changed("pool-gap")
			return a.runMILP(cmd.Context(), f, args[0])
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.solver, "solver", "", "the `solver`: embedded, pb, highs, cbc, glpk, scip (default: embedded, or pb for suitable programs)")
	fl.StringVar(&f.write, "write", "", "write the program to this `file`, .lp or .mps, instead of solving it")
	fl.StringVar(&f.solution, "solution", "", "write the solution to this `file`")
	fl.Float64Var(&f.gap, "gap", 0, "stop when the relative gap between best solution and bound is at most this `fraction`, for example 0.01")
	fl.DurationVar(&f.time, "time", 0, "the same as --timeout")
	f.limitFlags.register(cmd, notKnownPast)
	fl.Int64Var(&f.nodes, "nodes", 0, "the largest `number` of nodes of the search")
	fl.StringVar(&f.disk, "disk", "", "write open nodes that memory has no room for to a file in this `directory`")
	fl.IntVar(&f.workers, "workers", 1, "the `number` of processors to use")
	fl.BoolVar(&f.quiet, "quiet", false, "print no log")
	fl.BoolVar(&f.stats, "stats", false, "print statistics to standard error")
	fl.BoolVar(&f.conflict, "conflict", false, "for an infeasible program, name rows and bounds that contradict each other")
	fl.BoolVar(&f.relax, "relax", false, "for an infeasible program, name the cheapest changes of sides and bounds that make it feasible")
	fl.BoolVar(&f.ranging, "ranging", false, "for a linear program, print how far each cost and each side can change before the answer does")
	fl.StringVar(&f.start, "start", "", "begin with the solution in this `file`, as --solution or another solver writes it; integers suffice")
	fl.IntVar(&f.solutions, "solutions", 0, "the `number` of best solutions to find, which differ in an integer variable")
	fl.Float64Var(&f.poolGap, "pool-gap", 0, "find the solutions whose objectives are within this `fraction` of the best, for example 0.05")
	fl.StringVar(&f.certificate, "certificate", "", "write a proof of the result to this `file`, in the format VIPR; farbank verify checks it in exact numbers")
	fl.BoolVar(&f.json, "json", false, "print the solution as JSON")
	return cmd
}

func (a *app) runMILP(ctx context.Context, f *milpFlags, path string) error {
	if f.time > 0 {
		f.timeout = f.time
	}
	if f.gap < 0 || math.IsNaN(f.gap) || math.IsInf(f.gap, 0) || f.time < 0 || f.nodes < 0 || f.workers < 1 {
		return errors.New("--gap, --time and --nodes must not be negative, --workers must be at least 1")
	}
	if err := f.checkAnswers(); err != nil {
		return err
	}
	ctx, cancel, err := f.begin(a, ctx, &f.json)
	if err != nil {
		return err
	}
	defer cancel()
	for _, out := range []string{f.write, f.solution, f.certificate} {
		if out == "" {
			continue
		}
		if err := errors.Join(unwritable(out), distinct(out, path)); err != nil {
			return err
		}
	}
	p, err := a.readProgram(ctx, path)
	if err != nil {
		return whileRead(path, err)
	}
	if f.write != "" {
		return programError(path, writeProgram(p, f.write))
	}
	begun := time.Now()
	o, err := a.answerOptions(ctx, f, p)
	if err != nil {
		return err
	}
	s, err := a.solveProgram(ctx, f, p, o)
	reason := engine.Stopped(ctx, cmp.Or(err, s.Reason))
	var unproven error
	if err == nil {
		unproven = a.proveProgram(ctx, f, p, &s)
	}
	var more milpExtra
	if err == nil && s.Status == problem.Infeasible {
		more.conflict = a.contradiction(ctx, f, p)
		more.relaxation = a.relaxation(ctx, f, p)
	}
	if err == nil && f.ranging {
		more.ranges = a.ranges(ctx, f, p)
	}
	cancel() // printing has no limits
	if reason != "" {
		fmt.Fprintf(a.err, "farbank: %s\n", reason)
	} else if err != nil {
		return programError(path, err)
	}
	if f.stats {
		fmt.Fprintf(a.err, "nodes %s, iterations %s, cuts %s, time %v\n", grouped(s.Nodes), grouped(s.Iterations), grouped(s.Cuts), time.Since(begun).Round(time.Millisecond))
	}
	if f.solution != "" {
		a.fileFailed(writeSolution(p, s, f.solution))
	}
	err = a.printProgramSolution(f, p, s, time.Since(begun), more)
	return cmp.Or(unproven, err)
}

// contradiction describes the conflict of an infeasible program, or prints how to ask for it.
func (a *app) contradiction(ctx context.Context, f *milpFlags, p *problem.Problem) []string {
	if !f.conflict {
		if !f.quiet && !f.relax {
			fmt.Fprintln(a.err, "There is no solution; --conflict names rows and bounds that contradict each other, --relax the cheapest changes.")
		}
		return nil
	}
	c, err := conflict.Find(ctx, p, conflict.Options{})
	if err != nil {
		fmt.Fprintf(a.err, "No conflict is known: %v\n", err)
		return nil
	}
	text := "These contradict each other; without any one of them there is a solution:"
	switch {
	case !c.Minimal:
		text = "These contradict each other; some of them may not be needed for that:"
	case c.Whole:
		text = "These contradict each other, since variables are whole; without any one of them there is a solution:"
	}
	lines := c.Lines(p)
	if !f.json {
		fmt.Fprintln(a.err, text+"\n  "+strings.Join(lines, "\n  "))
	}
	return lines
}

// programError adds the file to errors in a program, and returns questions that a solver does not
// support as an exit code.
func programError(path string, err error) error {
	var data *branch.DataError
	var refused *pb.Refusal
	switch {
	case errors.As(err, &data):
		return fmt.Errorf("%s: %w", path, err)
	case errors.As(err, &refused) || errors.Is(err, errors.ErrUnsupported):
		return &command.ExitError{Code: command.ExitUnsupported, Msg: fmt.Sprintf("farbank: %v", err)}
	}
	return err
}

func (a *app) readProgram(ctx context.Context, path string) (*problem.Problem, error) {
	name, format := path, file.ByName(path)
	if path == "-" {
		name, format = "stdin", file.Auto
	}
	f, err := a.open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := a.unpacked(ctx, f, name)
	if err != nil {
		return nil, err
	}
	p, err := file.Decode(r, name, format)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) {
		err = fmt.Errorf("%s: what is packed in it is not whole: %w", name, err)
	}
	return p, err
}

func writeProgram(p *problem.Problem, path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".lp", ".mps":
		return file.Write(path, p)
	}
	return fmt.Errorf("%s: the name of a program ends in .lp or .mps", path)
}

func writeSolution(p *problem.Problem, s problem.Solution, path string) error {
	return writeFile(path, func(w io.Writer) error { return file.WriteSolution(w, p, s) })
}

func (a *app) solveProgram(ctx context.Context, f *milpFlags, p *problem.Problem, o branch.Options) (problem.Solution, error) {
	switch f.solver {
	case "", "embedded":
		if f.solver == "" && f.gap == 0 && f.nodes == 0 && f.workers == 1 && !f.answers() && pb.Suits(p) {
			return pb.Solve(ctx, p, pb.Options{Memory: f.Share()})
		}
		return branch.SolveObjectives(ctx, p, o)
	case "pb":
		return pb.Solve(ctx, p, pb.Options{Memory: f.Share()})
	case "highs", "cbc", "glpk", "scip":
		name := f.solver
		if name == "glpk" {
			name = "glpsol"
		}
		s, err := outside.Named(name)
		if err != nil {
			return problem.Solution{}, err
		}
		if !f.quiet {
			fmt.Fprintf(a.err, "%s %s\n", s.Name, s.Version)
		}
		return s.Solve(ctx, p, outside.Options{Time: f.timeout, Gap: f.gap})
	}
	return problem.Solution{}, fmt.Errorf("--solver is embedded, pb, highs, cbc, glpk or scip, not %q", f.solver)
}

func (f *milpFlags) options(log io.Writer) branch.Options {
	o := branch.Options{Gap: f.gap, Nodes: f.nodes, Workers: f.workers, Disk: f.disk}
	if !f.quiet {
		o.Log = log
	}
	o.Memory = f.Share()
	return o
}

// A milpJSON is the output of --json; see docs/json.md.
type milpJSON struct {
	Status    string             `json:"status"`
	Objective *float64           `json:"objective,omitempty"`
	Bound     *float64           `json:"bound,omitempty"`
	Values    map[string]float64 `json:"values,omitempty"`
	Conflict  []string           `json:"conflict,omitempty"`
	milpAnswersJSON
	Stats milpStatsJSON `json:"stats"`
}

type milpStatsJSON struct {
	Nodes      int64   `json:"nodes"`
	Iterations int64   `json:"iterations"`
	Cuts       int64   `json:"cuts"`
	Seconds    float64 `json:"seconds"`
}

func (a *app) printProgramSolution(f *milpFlags, p *problem.Problem, s problem.Solution, took time.Duration, more milpExtra) error {
	if f.json {
		doc := milpJSON{Status: s.Status.String(), Conflict: more.conflict, Stats: milpStatsJSON{s.Nodes, s.Iterations, s.Cuts, took.Seconds()}}
		if s.Status == problem.Optimal || s.Values != nil {
			doc.Objective = &s.Objective
			doc.Values = map[string]float64{}
			for i, v := range s.Values {
				doc.Values[p.Columns[i].Name] = v
			}
		}
		if !math.IsInf(s.Bound, 0) && !math.IsNaN(s.Bound) && s.Status != problem.Infeasible && s.Status != problem.Unbounded {
			doc.Bound = &s.Bound
		}
		doc.milpAnswersJSON = answersJSON(f, p, s, more)
		if err := a.printJSON(doc); err != nil {
			return err
		}
	} else if err := a.printAnswers(f, p, s, more); err != nil {
		return err
	}
	switch s.Status {
	case problem.Infeasible, problem.Unbounded:
		return &command.ExitError{Code: command.ExitNone}
	case problem.Feasible:
		return &command.ExitError{Code: command.ExitFeasible}
	case problem.Unknown:
		return &command.ExitError{Code: command.ExitUnknown}
	}
	return nil
}
