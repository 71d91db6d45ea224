package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/internal/visible"
	"farbank/lang/syntax"
	"farbank/show/render"
	"farbank/study/explain"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// noneAtAll is more memory than any machine has; 0 would mean the default.
const noneAtAll = 1 << 50

// explainFlags are the flags of explain.
type explainFlags struct {
	input  inputFlags
	search searchFlags
	o      explain.Options
	plans  bool
	all    bool // print all that was found
}

func (a *app) explainCommand() *cobra.Command {
	f := &explainFlags{}
	cmd := &cobra.Command{
		Use:   "explain FILE",
		Short: "Explain why no plan exists and what would give one, or which rules matter",
		Long: `explain reports, where no plan exists, a minimal conflict: rules and requirements that together make
a plan impossible. It also reports relaxations: minimal sets of rules, requirements of moves and
integer parameters which, when they are dropped or changed, give a plan; smallest first, each with
that plan. A require with an all in it can be dropped choice by choice. Every set is checked: the
changed problem is solved, and so is the problem with each member put back. The reason may also lie
outside of the rules: a number in an array of the data, the range of a variable, a value at the
start; or in a number of the text, in a table of constants or in a formula. These are changed one at
a time.

Whole rules come first, within seconds for most problems; single lines follow while time is left. A
limit or an interrupt keeps what was found.

Where a plan exists, explain reports which rules forbid something on the way, and which change
nothing.`,
		Example: `  farbank explain husbands -p couples=4
  farbank explain husbands -p couples=4 --keep moves --keep parameters
  farbank explain sudoku -p board=@mine.txt --keep rows --keep columns --keep blocks
  farbank explain wolf
  farbank explain roster --data today.json --limit 3 --timeout 1m --json`,
		Args: command.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error { return a.explain(cmd, args[0], f) },
	}
	fl := cmd.Flags()
	fl.IntVar(&f.o.Limit, "limit", 10, "the largest `number` of relaxations, and of conflicts; 0: all")
	fl.IntVar(&f.o.Steps, "steps", 3, "the largest `change` of a parameter, a number, a range or a start value; 0: none")
	fl.IntVar(&f.o.AtOnce, "at-once", 2, "the `number` of parameters that may change at once: 1 or 2")
	fl.StringArrayVar(&f.o.Keep, "keep", nil, "never drop or change this: the `name` of a move, parameter or variable, a rule's reason or text, or a kind: never, always, require, moves, parameters, ranges, starts, numbers (repeatable)")
	fl.BoolVar(&f.o.Whole, "whole", false, "drop a require as a whole, not choice by choice")
	fl.DurationVar(&f.o.Each, "each", 0, "the time limit for one changed problem, a `duration` (default 5s, without moves 2s)")
	fl.BoolVar(&f.plans, "plans", false, "print the plans as tables")
	fl.BoolVar(&f.all, "all", false, "print all sets and changes found, not the first three of each")
	f.input.register(cmd)
	fl.IntVar(&f.search.workers, "workers", 0, "the `number` of processors to use (default: all)")
	f.search.limitFlags.register(cmd, "then explain prints what it has found")
	fl.BoolVar(&f.search.quiet, "quiet", false, "print no progress line")
	f.search.symmetry = "on"
	return cmd
}

// options checks the flags.
func (f *explainFlags) options() error {
	var q farbank.Question
	if err := f.search.apply(&q); err != nil {
		return err
	}
	switch {
	case f.o.Limit < 0:
		return errors.New("--limit must not be negative")
	case f.o.Steps < 0:
		return errors.New("--steps must not be negative")
	case f.o.AtOnce < 1 || f.o.AtOnce > 2:
		return errors.New("--at-once is 1 or 2")
	case f.o.Each < 0:
		return errors.New("--each must not be negative")
	}
	if f.o.Steps == 0 {
		f.o.Steps = -1
	}
	f.o.Workers = q.Workers
	return nil
}

func (a *app) explain(cmd *cobra.Command, name string, f *explainFlags) error {
	if err := f.options(); err != nil {
		return err
	}
	ctx, cancel, err := f.search.begin(a, cmd.Context(), &f.input.json)
	if err != nil {
		return err
	}
	defer cancel()
	opts, err := a.inputOptions(ctx, &f.input)
	if err != nil {
		return err
	}
	file, source, err := a.readSource(ctx, name)
	if err != nil {
		return err
	}
	if f.search.memory != "" { // otherwise the default for one problem
		f.o.Memory = cmp.Or(f.search.Share(), noneAtAll)
	}
	report, clear := a.explaining(&f.search)
	var found kept[string]
	a.soFar = func(w io.Writer) bool {
		lines := found.all()
		for _, s := range lines {
			fmt.Fprintln(w, "so far: "+s)
		}
		return len(lines) > 0
	}
	f.o.Progress = func(p explain.Progress) {
		if p.Found != nil {
			found.add(render.Given(*p.Found))
		}
		if p.Conflict != nil {
			found.add(render.Conflicting(*p.Conflict))
		}
		if report != nil {
			report(p)
		}
	}
	c, err := explainCase(file, source, f.o, opts)
	if err != nil {
		clear()
		return a.inputError(err, f.input.json)
	}
	finish := func(err error) {
		if err == nil {
			cancel() // printing has no limits
		}
		clear()
	}
	if c.Others() {
		r, err := explain.Others(engine.Lasting(ctx), c, f.o)
		finish(err)
		return a.explainedOthers(r, err, f.input.json)
	}
	r, err := explain.Explain(engine.Lasting(ctx), c, f.o)
	finish(err)
	var bug *farbank.BugError
	switch {
	case errors.As(err, &bug):
		return bugReport(bug)
	case err != nil:
		return a.inputError(during("while the problem was written out", err), f.input.json)
	}
	if f.input.json {
		err = a.printJSON(render.NewExplanation(r))
	} else {
		err = render.Explanation(a.out, r, render.ExplanationOptions{Plans: f.plans, All: f.all || cmd.Flags().Changed("limit")})
	}
	if err != nil {
		return err
	}
	if len(f.o.Keep) > 0 && r.Answer.Best != nil {
		fmt.Fprintln(a.err, "farbank: --keep was not used: there is an answer, so nothing has to be given up, and every rule is examined")
	}
	return explainExit(r)
}

// explainExit returns the exit code as an error: 0 if the explanation is complete, 6 if a limit
// ended it with partial results, 3 if without.
func explainExit(r *explain.Result) error {
	switch {
	case r.Answer.Status == engine.Unsupported:
		return &command.ExitError{Code: command.ExitUnsupported}
	case r.Complete || r.Limited:
		return nil
	case len(r.Relaxations)+len(r.Conflicts)+len(r.Changes) > 0 || r.Answer.Best != nil:
		return &command.ExitError{Code: command.ExitFeasible}
	}
	return &command.ExitError{Code: command.ExitUnknown}
}

// soon is the time after which findings are printed as they are found.
const soon = 2 * time.Second

// explaining returns a callback that maintains a status line on a terminal, below the findings so
// far, and a function that clears the line.
func (a *app) explaining(f *searchFlags) (func(explain.Progress), func()) {
	file := a.stderr
	if f.quiet || !term.IsTerminal(int(file.Fd())) {
		return nil, func() {}
	}
	begun := time.Now()
	reported := begun
	var found []string
	return func(p explain.Progress) {
			if p.Found != nil {
				found = append(found, "so far: "+render.Given(*p.Found))
			}
			if p.Conflict != nil {
				found = append(found, "so far: "+render.Conflicting(*p.Conflict))
			}
			now := time.Now()
			if now.Sub(begun) < soon || now.Sub(reported) < 100*time.Millisecond && len(found) == 0 {
				return
			}
			reported = now
			fmt.Fprint(file, "\r\033[K")
			for _, s := range found {
				fmt.Fprintln(file, cut(s, file))
			}
			found = nil
			text := fmt.Sprintf("explain: %s; %d problems solved, %d sets to give up, %d conflicts", p.Phase, p.Asked, p.Relaxations, p.Conflicts)
			if p.Changes > 0 {
				text += fmt.Sprintf(", %d changes", p.Changes)
			}
			fmt.Fprint(file, cut(text, file))
		}, func() {
			fmt.Fprint(file, "\r\033[K")
		}
}

// cut shortens a line to the width of a terminal.
func cut(s string, file *os.File) string {
	w, _, err := term.GetSize(int(file.Fd()))
	r := []rune(visible.Line(s))
	if err != nil || w < 2 || len(r) < w {
		return string(r)
	}
	return string(r[:w-2]) + "…"
}

// explainCase returns the case of a text, which need not be valid without the changes of its parameters.
func explainCase(name, source string, o explain.Options, opts []farbank.Option) (c explain.Case, err error) {
	if err := o.Validate(); err != nil {
		return c, err
	}
	file, err := syntax.Parse(name, source)
	if err != nil {
		return c, err
	}
	c = explain.Case{File: file, Engines: farbank.Engines}
	for _, opt := range opts {
		opt(&c.Given)
	}
	return c, nil
}

// explainedOthers prints the explanation of a problem in which others move or something is not seen, or returns err.
func (a *app) explainedOthers(r *explain.OthersResult, err error, asJSON bool) error {
	var bug *farbank.BugError
	switch {
	case errors.As(err, &bug):
		return bugReport(bug)
	case err != nil:
		return a.inputError(during("while the problem was written out", err), asJSON)
	case asJSON:
		err = a.printJSON(render.NewOthersExplanation(r))
	default:
		err = render.OthersExplanation(a.out, r)
	}
	switch {
	case err != nil:
		return err
	case r.Answer.Status == engine.Unsupported:
		return &command.ExitError{Code: command.ExitUnsupported}
	case r.Complete:
		return nil
	case len(r.Helps)+len(r.Same) > 0:
		return &command.ExitError{Code: command.ExitFeasible}
	}
	return &command.ExitError{Code: command.ExitUnknown}
}
