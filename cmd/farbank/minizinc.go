package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"farbank/engine"
	"farbank/exchange/flatzinc"
	"farbank/internal/command"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// isMiniZinc reports whether a file is a model of MiniZinc, by its name.
func isMiniZinc(name string) bool { return filepath.Ext(name) == ".mzn" }

// solveArgs requires a problem, or a model of MiniZinc and its data.
func solveArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 1 && isMiniZinc(args[0]) {
		return nil
	}
	return command.OneFile(cmd, args)
}

// forMiniZinc are the flags that go with a model of MiniZinc.
var forMiniZinc = []string{"all", "count", "limit", "json", "format", "engine", "timeout", "memory", "workers", "stats", "param", "data", "quiet", "read-limit"}

// A miniZincRun is a run of minizinc, which compiles a model and calls this program as its solver.
type miniZincRun struct {
	*app
	flags     *solveFlags
	method    string // satisfy, minimize or maximize
	status    string // as minizinc reports it; "": not reported
	solutions int64
	last      json.RawMessage // the last solution, for --json
	objective *int64
	bound     *int64
	failed    error
	model     string // its name
	errorFile string // the file in which the solver reports an error
}

func (a *app) solveMiniZinc(cmd *cobra.Command, args []string, f *solveFlags) error {
	if err := miniZincFlags(cmd, f); err != nil {
		return err
	}
	for _, name := range args {
		if _, err := os.Stat(name); err != nil {
			return fmt.Errorf("%s: %w", name, cause(err))
		}
	}
	program, err := exec.LookPath("minizinc")
	if err != nil {
		return &command.ExitError{Code: command.ExitUnsupported, Msg: "farbank: models of MiniZinc are compiled by the program minizinc, which is not installed (https://www.minizinc.org, or Debian's package minizinc); farbank flatzinc solves FlatZinc without it"}
	}
	ctx, cancel, err := f.search.begin(a, cmd.Context(), &f.input.json)
	if err != nil {
		return err
	}
	defer cancel()
	folder, err := os.MkdirTemp("", "farbank-minizinc-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	r := &miniZincRun{app: a, flags: f, model: args[0], errorFile: filepath.Join(folder, "failure")}
	solver, err := r.solver(folder)
	if err != nil {
		return err
	}
	if err := r.run(ctx, program, append(r.arguments(solver), args...)); err != nil {
		return err
	}
	return r.finish(ctx)
}

// miniZincFlags rejects flags that do not go with a model of MiniZinc.
func miniZincFlags(cmd *cobra.Command, f *solveFlags) (err error) {
	cmd.Flags().Visit(func(fl *pflag.Flag) {
		if !slices.Contains(forMiniZinc, fl.Name) && err == nil {
			err = fmt.Errorf("--%s does not go with a model of MiniZinc", fl.Name)
		}
	})
	switch {
	case err != nil:
		return err
	case f.engine != "auto" && f.engine != "constraint":
		return fmt.Errorf("--engine %s: models of MiniZinc are solved by constraint", f.engine)
	case f.format != "table" && f.format != "json":
		return fmt.Errorf("--format %s: of a model of MiniZinc the text is what its output says; there is --json", f.format)
	case f.all && f.count:
		return errors.New("--all and --count ask different things; give one of them")
	case f.limit < 0 || f.limit > 0 && !f.all:
		return errors.New("--limit is a number above 0 and goes with --all")
	case f.search.workers < 0 || f.search.workers > engine.MaxWorkers:
		return fmt.Errorf("--workers must be from 0 to %d", engine.MaxWorkers)
	}
	f.input.json = f.input.json || f.format == "json"
	for _, p := range f.input.params {
		if name, value, ok := strings.Cut(p, "="); !ok || name == "" || strings.HasPrefix(value, "@") {
			return fmt.Errorf("-p %s: a parameter of MiniZinc is given as name=value", p)
		}
	}
	return nil
}

// solver describes this program to minizinc.
func (r *miniZincRun) solver(folder string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	flags := []string{"--failure", r.errorFile}
	if m := r.flags.search.memory; m != "" {
		flags = append(flags, "--memory", m)
	}
	return flatzinc.Register(folder, self, command.ThisRelease().Version, flags...)
}

// arguments returns the arguments of minizinc, without the files.
func (r *miniZincRun) arguments(solver string) []string {
	f := r.flags
	args := []string{"--solver", solver, "--json-stream", "-s"}
	if f.all && f.limit > 0 {
		args = append(args, "-n", fmt.Sprint(f.limit))
	} else if f.all || f.count {
		args = append(args, "-a")
	}
	if f.input.json {
		args = append(args, "--output-mode", "json")
	}
	if f.search.workers > 1 {
		args = append(args, "-p", fmt.Sprint(f.search.workers))
	}
	if t := f.search.timeout; t > 0 { // it should end by itself, with its results, before it is interrupted
		t -= min(t/8, 500*time.Millisecond)
		args = append(args, "--time-limit", fmt.Sprint(max(t.Milliseconds(), 1)))
	}
	for _, p := range f.input.params {
		args = append(args, "-D", p)
	}
	for _, d := range f.input.data {
		args = append(args, "-d", d)
	}
	return args
}

// run runs minizinc, and reads its output line by line until the rest is not needed.
func (r *miniZincRun) run(ctx context.Context, program string, args []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stderr = r.err
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // so that it ends its solver, too
	cmd.WaitDelay = time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := bufio.NewReaderSize(out, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 && r.failed == nil {
			if r.failed = r.line(line); r.failed != nil {
				cancel()
			}
		}
		if err != nil {
			break
		}
	}
	err = cmd.Wait()
	switch {
	case r.failed != nil:
		return r.failed
	case err != nil && ctx.Err() == nil && r.solutions == 0 && r.status == "":
		return &command.ExitError{Code: command.ExitUsage} // minizinc has printed the reason
	}
	return nil
}

// A miniZincLine is a message of minizinc.
type miniZincLine struct {
	Type       string                     `json:"type"`
	Output     map[string]json.RawMessage `json:"output"`
	Sections   []string                   `json:"sections"`
	Statistics map[string]json.RawMessage `json:"statistics"`
	Status     string                     `json:"status"`
	What       string                     `json:"what"`
	Message    string                     `json:"message"`
	Location   struct {
		File   string `json:"filename"`
		Line   int    `json:"firstLine"`
		Column int    `json:"firstColumn"`
	} `json:"location"`
}

func (r *miniZincRun) line(text []byte) error {
	var l miniZincLine
	if err := json.Unmarshal(text, &l); err != nil { // not a message
		_, err = r.err.Write(text)
		return err
	}
	switch l.Type {
	case "solution":
		r.solutions++
		return r.solution(&l)
	case "statistics":
		return r.statistics(l.Statistics)
	case "status":
		r.status = l.Status
	case "warning":
		fmt.Fprintf(r.err, "%swarning: %s\n", l.place(), l.Message)
	case "error":
		return fmt.Errorf("%s%s", l.place(), strings.TrimSpace(cmp.Or(l.Message, l.What)))
	}
	return nil
}

func (l *miniZincLine) place() string {
	if l.Location.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d: ", l.Location.File, l.Location.Line, l.Location.Column)
}

// solution prints the output of the model as minizinc does, or keeps it.
func (r *miniZincRun) solution(l *miniZincLine) error {
	if r.flags.count {
		return nil
	}
	if r.flags.input.json {
		if r.last = l.Output["json"]; r.flags.all {
			return r.printJSON(map[string]json.RawMessage{"solution": r.last})
		}
		return nil
	}
	var all strings.Builder
	for _, name := range l.Sections {
		var text string
		if name != "raw" && name != "json" && json.Unmarshal(l.Output[name], &text) == nil {
			all.WriteString(text)
		}
	}
	text := all.String()
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err := io.WriteString(r.out, text+"----------\n")
	return err
}

func (r *miniZincRun) statistics(list map[string]json.RawMessage) error {
	number := func(name string, to **int64) {
		var n int64
		if text, ok := list[name]; ok && json.Unmarshal(text, &n) == nil {
			*to = &n
		}
	}
	number("objective", &r.objective)
	number("objectiveBound", &r.bound)
	if text, ok := list["method"]; ok {
		_ = json.Unmarshal(text, &r.method)
	}
	if r.flags.count && r.method != "" && r.method != "satisfy" { // known before solving
		return errors.New("--count: the model has an objective, and its solutions are not counted")
	}
	if !r.flags.search.stats {
		return nil
	}
	names := make([]string, 0, len(list))
	for name := range list {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(r.err, "%s %s\n", name, list[name])
	}
	return nil
}

// verdict returns the status of the answer.
func (r *miniZincRun) verdict() engine.Status {
	asked := r.method == "satisfy" && (!r.flags.all && !r.flags.count && r.solutions > 0 || r.flags.limit > 0 && r.solutions >= int64(r.flags.limit))
	switch {
	case r.status == "UNSATISFIABLE":
		return engine.None
	case r.status == "OPTIMAL_SOLUTION", r.status == "ALL_SOLUTIONS", asked:
		return engine.Solved
	case r.solutions > 0:
		return engine.Feasible
	}
	return engine.Unknown
}

// failure returns the error of the solver, as an error of the model: the file that the solver read
// is gone.
func (r *miniZincRun) failure() error {
	if text, err := os.ReadFile(r.errorFile); err == nil {
		return fmt.Errorf("%s: %s", r.model, text)
	}
	return &command.ExitError{Code: command.ExitBug, Msg: fmt.Sprintf("farbank: %s: the solver broke off", r.model)}
}

// A miniZincJSON is the output of --json for a model of MiniZinc; see docs/json.md.
type miniZincJSON struct {
	Status    string          `json:"status"`
	Solution  json.RawMessage `json:"solution,omitempty"`
	Objective *int64          `json:"objective,omitempty"`
	Bound     *int64          `json:"bound,omitempty"`
	Given     *int64          `json:"given,omitempty"`
	Count     *int64          `json:"count,omitempty"`
	Reason    string          `json:"reason,omitempty"`
}

func (r *miniZincRun) finish(ctx context.Context) error {
	status := r.verdict()
	if r.flags.count && status == engine.None { // their number is known
		status = engine.Solved
	}
	reason := ""
	if status == engine.Unknown || status == engine.Feasible {
		reason = "a limit came first"
		if err := ctx.Err(); err != nil {
			reason = engine.Stopped(ctx, err)
		} else if r.status == "ERROR" {
			failure := r.failure()
			if r.solutions == 0 {
				return failure
			}
			reason = failure.Error()
		}
	}
	var err error
	if r.flags.input.json {
		err = r.printJSON(r.document(status, reason))
	} else {
		err = r.words(status, reason)
	}
	return errors.Join(err, exitFor(status))
}

func (r *miniZincRun) document(status engine.Status, reason string) miniZincJSON {
	doc := miniZincJSON{Status: status.String(), Reason: reason, Objective: r.objective, Bound: r.bound}
	switch {
	case r.flags.count:
		doc.Count = &r.solutions
	case r.flags.all:
		doc.Given = &r.solutions
	default:
		doc.Solution = r.last
	}
	return doc
}

// words prints the end of the output as minizinc does, or the number of solutions.
func (r *miniZincRun) words(status engine.Status, reason string) (err error) {
	switch {
	case r.flags.count && status == engine.Solved:
		_, err = fmt.Fprintln(r.out, r.solutions)
	case status == engine.None:
		_, err = fmt.Fprintln(r.out, "=====UNSATISFIABLE=====")
	case r.status == "OPTIMAL_SOLUTION", r.status == "ALL_SOLUTIONS":
		_, err = fmt.Fprintln(r.out, "==========")
	case status == engine.Unknown && !r.flags.count:
		_, err = fmt.Fprintln(r.out, flatzinc.Unsolved)
	}
	if reason != "" {
		if r.flags.count {
			reason += fmt.Sprintf("; at least %d", r.solutions)
		}
		fmt.Fprintf(r.err, "farbank: %s\n", reason)
	}
	return err
}
