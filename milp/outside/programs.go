package outside

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"

	"farbank/milp/file"
	"farbank/milp/problem"
)

// A job is a problem file, and the file for its solution.
type job struct {
	problem         *problem.Problem
	model, solution string
	Options
}

// A program describes a solver.
type program struct {
	name      string
	version   []string // arguments for its version
	sets      bool     // it supports special ordered sets
	arguments func(job) []string
	verdict   func(j job, output []byte) (verdict, error)
	retry     func(output []byte) []string // returns further arguments for a second run after a failure, or nil
	warning   int                          // the exit code of a run with warnings only, or 0
}

var programs = []program{
	{"glpsol", []string{"--version"}, false, glpsolArguments, glpsolVerdict, glpsolRetry, 0},
	{"cbc", []string{"-quit"}, true, cbcArguments, cbcVerdict, nil, 0},
	{"highs", []string{"--version"}, false, highsArguments, highsVerdict, nil, 1},
	{"scip", []string{"--version"}, true, scipArguments, scipVerdict, nil, 0},
}

// seconds returns the time limit in whole seconds, at least one.
func (j job) seconds() string {
	return strconv.Itoa(max(1, int(math.Ceil(j.Time.Seconds()))))
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// read reads the solution file.
func (j job) read() (verdict, error) {
	f, err := os.Open(j.solution)
	if err != nil {
		return verdict{}, fmt.Errorf("it wrote no solution: %w", err)
	}
	defer f.Close()
	s, err := file.ReadSolution(f, "its solution", j.problem)
	return verdict{Solution: s}, err
}

func glpsolArguments(j job) []string {
	a := append([]string(nil), j.Arguments...)
	a = append(a, "--freemps", j.model, "--write", j.solution, "--cuts")
	if j.Time > 0 {
		a = append(a, "--tmlim", j.seconds())
	}
	if j.Gap > 0 {
		a = append(a, "--mipgap", number(j.Gap))
	}
	return a
}

// glpsolRetry works around GLPK 5.0, which crashes if its integer presolver leaves no column.
func glpsolRetry(output []byte) []string {
	if bytes.Contains(output, []byte("ncs = 0")) {
		return []string{"--nointopt"}
	}
	return nil
}

// glpsolVerdict reads the solution. If the presolver alone solved the problem, the status is in the
// output only.
func glpsolVerdict(j job, output []byte) (verdict, error) {
	v, err := j.read()
	if err != nil || v.Status != problem.Unknown {
		return v, err
	}
	has := func(text string) bool { return bytes.Contains(output, []byte(text)) }
	switch {
	case has("NO PRIMAL FEASIBLE SOLUTION") || has("NO INTEGER FEASIBLE SOLUTION"):
		v.Status = problem.Infeasible
	case has("NO DUAL FEASIBLE SOLUTION") || has("UNBOUNDED"):
		v.unclear = true
	case has("incorrect bounds"):
		return v, fmt.Errorf("it rejects the bounds")
	}
	return v, nil
}

func cbcArguments(j job) []string {
	a := append([]string{j.model}, j.Arguments...)
	if j.Time > 0 {
		a = append(a, "-seconds", j.seconds())
	}
	if j.Gap > 0 {
		a = append(a, "-ratioGap", number(j.Gap))
	}
	if len(j.problem.Sets) > 0 { // cbc 2.10.8 crashes when it preprocesses these
		a = append(a, "-preprocess", "off")
	}
	return append(a, "-solve", "-solution", j.solution, "-quit")
}

// cbcVerdict reads the solution. cbc also says infeasible for unbounded problems.
func cbcVerdict(j job, output []byte) (verdict, error) {
	if bytes.Contains(output, []byte("errors on input")) {
		return verdict{}, fmt.Errorf("it does not understand the model")
	}
	v, err := j.read()
	if err != nil {
		return v, err
	}
	v.unclear = v.Status == problem.Unbounded || v.Status == problem.Infeasible && open(j.problem)
	return v, nil
}

// open reports whether a column with a cost has no bound on its cheaper side.
func open(p *problem.Problem) bool {
	for _, c := range p.Columns {
		if c.Cost < 0 && c.Upper == problem.Infinity || c.Cost > 0 && c.Lower == -problem.Infinity {
			return true
		}
	}
	return false
}

func highsArguments(j job) []string {
	a := append([]string(nil), j.Arguments...)
	a = append(a, "--model_file", j.model, "--solution_file", j.solution)
	if j.Time > 0 {
		a = append(a, "--time_limit", number(j.Time.Seconds()))
	}
	if j.Gap > 0 {
		options := j.solution + ".options"
		if os.WriteFile(options, []byte("mip_rel_gap = "+number(j.Gap)+"\n"), 0o666) == nil {
			a = append(a, "--options_file", options)
		}
	}
	return a
}

func highsVerdict(j job, output []byte) (verdict, error) {
	v, err := j.read()
	unclear := bytes.Contains(output, []byte("infeasible or unbounded")) || v.Status == problem.Unbounded
	v.unclear = err == nil && unclear
	return v, err
}

func scipArguments(j job) []string {
	a := append([]string(nil), j.Arguments...)
	command := func(text string) { a = append(a, "-c", text) }
	if j.Time > 0 {
		command("set limits time " + number(j.Time.Seconds()))
	}
	if j.Gap > 0 {
		command("set limits gap " + number(j.Gap))
	}
	command("read " + j.model)
	command("optimize")
	command("write solution " + j.solution)
	command("quit")
	return a
}

func scipVerdict(j job, output []byte) (verdict, error) {
	v, err := j.read()
	unclear := bytes.Contains(output, []byte("infeasible or unbounded")) || v.Status == problem.Unbounded
	v.unclear = err == nil && unclear
	return v, err
}
