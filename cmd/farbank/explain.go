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
	"farbank/internal/visible"
	"farbank/show/render"
	"farbank/study/explain"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// noneAtAll is more memory than there is, where 0 would be what is usual.
const noneAtAll = 1 << 50

// explainFlags are the flags of explain.
type explainFlags struct {
	input  inputFlags
	search searchFlags
	o      explain.Options
	plans  bool
}

func (a *app) explainCommand() *cobra.Command {
	f := &explainFlags{}
	cmd := &cobra.Command{
		Use:   "explain FILE",
		Short: "Say why no plan exists and what would give one; or which rules matter",
		Long: `explain says, where no plan exists, which rules and requirements already make it impossible together (a minimal
conflict), and what would have to be given up for a plan to exist: minimal sets of rules, of requirements of moves, and
of integer parameters that take another value, smallest first, each with the plan that then works. A require that an
all unrolls is given up choice by choice. Every set is confirmed by solving the changed problem, and by putting back
each of its members. What is no rule may be the reason as well: another number in an array of the data, a wider
range of a variable, another value at the start, one at a time.

Whole rules come first, within seconds for most problems; then single lines, while time is left. A limit or an
interrupt keeps all that was found.

Where a plan exists, it says which rules forbid something on the way, and which change nothing.`,
		Example: `  farbank explain husbands -p couples=4
  farbank explain husbands -p couples=4 --keep moves --keep parameters
  farbank explain sudoku -p board=@mine.txt --keep rows --keep columns --keep blocks
  farbank explain wolf
  farbank explain roster --data today.json --limit 3 --timeout 1m --json`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error { return a.explain(cmd, args[0], f) },
	}
	fl := cmd.Flags()
	fl.IntVar(&f.o.Limit, "limit", 10, "at most so many sets to give up, and as many conflicts; 0: all")
	fl.IntVar(&f.o.Steps, "steps", 3, "a parameter, a number, a range or a start may change by so many steps; 0: by none")
	fl.IntVar(&f.o.AtOnce, "at-once", 2, "so many parameters may change at once: `1|2`")
	fl.StringArrayVar(&f.o.Keep, "keep", nil, "never give up a rule (by its reason or text), a move, a parameter, a variable, or a kind: `NAME|never|always|require|moves|parameters|ranges|starts` (repeatable)")
	fl.BoolVar(&f.o.Whole, "whole", false, "give up a require as a whole, not choice by choice")
	fl.DurationVar(&f.o.Each, "each", 0, "the longest `time` for one changed problem (default 5s, without moves 2s)")
	fl.BoolVar(&f.plans, "plans", false, "print the plans as tables")
	f.input.register(cmd)
	fl.IntVar(&f.search.workers, "workers", 0, "how many processors to use (default: all)")
	f.search.limitFlags.register(cmd, "what is known by then is printed")
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
	if f.search.memory != "" { // else what is usual for one problem
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
	r, err := farbank.Explain(ctx, file, source, f.o, opts...)
	if err == nil {
		cancel() // printing has no limits
	}
	clear()
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
		err = render.Explanation(a.out, r, f.plans)
	}
	if err != nil {
		return err
	}
	if len(f.o.Keep) > 0 && r.Answer.Best != nil {
		fmt.Fprintln(a.err, "farbank: --keep was not used: there is an answer, so that nothing has to be given up, and each rule is looked at")
	}
	return explainExit(r)
}

// explainExit is 0 where all that was asked for is told, 6 where a limit came after
// some of it, 3 where it came before.
func explainExit(r *explain.Result) error {
	switch {
	case r.Answer.Status == engine.Unsupported:
		return &exitError{code: exitUnsupported}
	case r.Complete || r.Limited:
		return nil
	case len(r.Relaxations)+len(r.Conflicts)+len(r.Changes) > 0 || r.Answer.Best != nil:
		return &exitError{code: exitFeasible}
	}
	return &exitError{code: exitUnknown}
}

// soon is how long an explanation may take before its findings are told one by one.
const soon = 2 * time.Second

// explaining returns a callback that keeps a line on a terminal, with what was found above it,
// and one that clears it.
func (a *app) explaining(f *searchFlags) (func(explain.Progress), func()) {
	file := a.stderr
	if f.quiet || !term.IsTerminal(int(file.Fd())) {
		return nil, func() {}
	}
	begun := time.Now()
	told := begun
	var found []string
	return func(p explain.Progress) {
			if p.Found != nil {
				found = append(found, "so far: "+render.Given(*p.Found))
			}
			if p.Conflict != nil {
				found = append(found, "so far: "+render.Conflicting(*p.Conflict))
			}
			now := time.Now()
			if now.Sub(begun) < soon || now.Sub(told) < 100*time.Millisecond && len(found) == 0 {
				return
			}
			told = now
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
