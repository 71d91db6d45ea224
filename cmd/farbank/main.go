// Command farbank solves planning and constraint problems written in .far files. See farbank
// --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/internal/durable"
	"farbank/internal/visible"
	"farbank/show/render"

	"github.com/spf13/cobra"
)

// An app is one run of the program.
type app struct {
	in       io.Reader
	out, err io.Writer // for people: texts are made visible
	raw      io.Writer // standard output for programs: texts are unchanged
	stdout   *os.File
	stderr   *os.File
	json     bool          // errors are printed as JSON
	quiet    bool          // no progress is printed
	limits   engine.Limits // of this run: from the flags of all commands
	inTaken  bool          // standard input was read

	inputs        inputs              // texts read, for --checkpoint
	checkpoints   *engine.Checkpoints // nil: no checkpoints
	checkpointDir string
	lock          *durable.Lock   // of that folder
	defaultMemory int64           // the default memory limit; 0 if --memory is given
	canDisk       bool            // the command has --disk, and it was not given
	hasDisk       bool            // --disk: its files can be resumed too
	progressForm  string          // --progress
	progressLines *progressWriter // of --progress json

	ctx       context.Context // of the command; its cause is the limit that came first
	planGiven atomic.Bool     // a plan was printed
	unwritten error           // error of a file that accompanies the answer, printed after it

	// soFar prints the results so far when work is aborted, and reports whether there were any;
	// nil: no results. It is called concurrently with the work.
	soFar func(w io.Writer) bool

	// lastWord ends the output when work is aborted, according to its format; nil: as for solve. It
	// is called concurrently with the work, with an app that prints.
	lastWord func(last *app, cause error) error
}

// An output remembers the first error of writing, so that an early one is not lost, and calls fail
// on it: then no answer is needed any more. After an error nothing more is written.
type output struct {
	io.Writer
	mu     sync.Mutex
	begun  bool      // when the last write ended: it may have waited for a slow reader
	last   time.Time // when the last writing ended: it may have waited for who reads
	failed error
	fail   func()
}

// failure returns the first error of writing.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failed
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.begun = true
	if o.failed != nil {
		return 0, o.failed
	}
	n, err := o.Writer.Write(b)
	o.last = time.Now()
	if err != nil {
		o.failed = err
		o.fail()
	}
	return n, err
}

func main() {
	collectLater()
	a := &app{in: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(a.run(os.Args[1:]))
}

// run runs the command line and returns the exit code.
func (a *app) run(args []string) (code int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	a.ctx = ctx
	out := &output{Writer: a.stdout, fail: cancel}
	shown, messages := visible.NewWriter(out), visible.NewWriter(a.stderr)
	a.raw, a.out, a.err = out, shown, messages
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(a.err, "farbank: a bug: %v\n%s\nPlease report this with the file and the command that led to it.\n", r, debug.Stack())
			code = command.ExitBug
		}
	}()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { // a second interrupt ends the program at once
		<-ctx.Done()
		stop()
	}()
	root := a.root()
	root.SetArgs(joinPDDL(args))
	err := root.ExecuteContext(ctx)
	code = a.exitCode(besides(err, out.failure())) // notWritten prints that error
	_ = shown.Flush()
	code = a.reportFiles(code)
	a.memoryHint(a.err, code)
	failed := out.failure()
	a.keptUntil(code, failed == nil)
	if a.progressLines != nil {
		a.progressLines.end(code)
	}
	_ = messages.Flush()
	if failed != nil {
		return a.notWritten(failed)
	}
	return code
}

// besides removes the error failed, which is printed elsewhere, from err.
func besides(err, failed error) error {
	if failed == nil || !errors.Is(err, failed) {
		return err
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var others []error
		for _, e := range joined.Unwrap() {
			if e = besides(e, failed); !isSilent(e) {
				others = append(others, e)
			}
		}
		if len(others) > 0 {
			return errors.Join(others...)
		}
	}
	if wrapped := errors.Unwrap(err); errors.Is(wrapped, failed) {
		return besides(wrapped, failed)
	}
	return &command.ExitError{Code: command.ExitUsage}
}

// isSilent reports whether an error has no message.
func isSilent(err error) bool {
	e, ok := err.(*command.ExitError)
	return ok && e.Msg == ""
}

// notWritten returns the exit code if standard output could not be written.
func (a *app) notWritten(err error) int {
	if errors.Is(err, syscall.EPIPE) {
		return command.ExitOK
	}
	fmt.Fprintf(a.err, "farbank: standard output cannot be written: %v\n", cause(err))
	return command.ExitUsage
}

// cause returns the error of the system, without the name of the file.
func cause(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

func (a *app) exitCode(err error) int {
	var e *command.ExitError
	var bug *farbank.BugError
	switch {
	case err == nil:
		return command.ExitOK
	case errors.As(err, &e):
		if e.Msg != "" {
			fmt.Fprintln(a.err, e.Msg)
		}
		return e.Code
	case isUnfinished(err):
		return a.notKnown(err)
	case errors.As(err, &bug):
		fmt.Fprintln(a.err, bugReport(bug))
		return command.ExitBug
	}
	code := command.ExitUsage
	if errors.Is(err, engine.ErrOthers) {
		code = command.ExitUnsupported
	}
	if a.json {
		a.printJSON(render.NewErrors(err))
	} else {
		fmt.Fprintf(a.err, "farbank: %v\n", err)
	}
	return code
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "farbank",
		Short: "Solve problems: where things are, what may move, what must never happen, where to end",
		Long: `farbank solves problems stated in a small language: where things are, what may move, what must
never happen, where everything should end. It returns the shortest, the cheapest, all or the number
of plans, or proves that none exists.

Exit codes:
  0   answered
  1   no plan exists, or the plan or certificate is invalid
  2   the call or the file is wrong
  3   not known: a limit or an interrupt came first
  4   the engine cannot answer this question
  5   no plan within the given bound
  6   a plan that is not proven best
  70  a bug`,
		Example:       "  farbank solve wolf\n  farbank solve husbands -p couples=5 -p seats=3 --count\n  farbank examples",
		Version:       command.ThisRelease().String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          command.NoCommand,
		PersistentPreRun: func(cmd *cobra.Command, _ []string) {
			f, format := cmd.Flags().Lookup("json"), cmd.Flags().Lookup("format")
			if q := cmd.Flags().Lookup("quiet"); q != nil {
				a.quiet = q.Value.String() == "true"
			}
			if d := cmd.Flags().Lookup("disk"); d != nil {
				a.hasDisk = d.Value.String() != ""
				s := cmd.Flags().Lookup("strategy")
				a.canDisk = !a.hasDisk && (s == nil || goesOn(s.Value.String()))
			}
			if p := cmd.Flags().Lookup("progress"); p != nil {
				a.progressForm = p.Value.String()
			}
			a.json = f != nil && f.Value.String() == "true" || format != nil && format.Value.String() == "json"
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	for _, cmd := range []*cobra.Command{a.solveCommand(), a.checkCommand(), a.fmtCommand(), a.verifyCommand(), a.spaceCommand(), a.explainCommand(),
		a.compareCommand(), a.exportCommand(), a.importCommand(), a.generateCommand(), a.graphCommand(), a.playCommand(), a.simulateCommand(), a.exerciseCommand(), a.resumeCommand(), a.rulesCommand(), a.milpCommand(),
		a.satCommand(), a.flatzincCommand(), a.decideCommand()} {
		(*readLimit)(&a.limits.Read).register(cmd)
		root.AddCommand(cmd)
	}
	root.AddCommand(a.examplesCommand(), a.newCommand(), a.versionCommand(), a.manCommand(), a.lspCommand())
	root.AddCommand(a.serverCommands()...)
	for _, cmd := range root.Commands() {
		if cmd.Name() != "graph" { // its --format has no json
			command.HideDoubled(cmd, "format", "json")
		}
		command.HideDoubled(cmd, "progress", "quiet")
		command.HideDoubled(cmd, "timeout", "time")
	}
	command.Help(root, flagGroups, commonFlags)
	completions(root)
	command.StrictTopics(root)
	root.SetFlagErrorFunc(command.FlagError)
	return root
}
