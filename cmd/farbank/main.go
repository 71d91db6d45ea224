// Command farbank solves problems told in .far files. See farbank --help.
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
	"farbank/internal/durable"
	"farbank/internal/visible"
	"farbank/show/render"

	"github.com/spf13/cobra"
)

// Exit codes; docs and --help tell them to users.
const (
	exitOK          = 0
	exitNone        = 1
	exitUsage       = 2
	exitUnknown     = 3
	exitUnsupported = 4
	exitBound       = 5
	exitFeasible    = 6
	exitBug         = 70
)

// An exitError ends the program with a code; its message, if any, goes to stderr.
type exitError struct {
	code int
	msg  string
}

func (e *exitError) Error() string { return e.msg }

// An app is one run of the program.
type app struct {
	in       io.Reader
	out, err io.Writer // for people: texts are made visible
	raw      io.Writer // standard output for programs: texts are as they are
	stdout   *os.File
	stderr   *os.File
	json     bool          // errors too are wanted as JSON
	quiet    bool          // nothing is told of progress
	limits   engine.Limits // of the call: from the flags of all commands
	inTaken  bool          // standard input was read

	inputs        inputs              // what was read, for --checkpoint
	checkpoints   *engine.Checkpoints // nil: nothing is kept
	checkpointDir string
	lock          *durable.Lock   // of that folder
	defaultMemory int64           // the limit on memory where --memory does not say; 0: it does
	canDisk       bool            // the command has --disk, and it was not given
	hasDisk       bool            // --disk: what is there is gone on with too
	progressForm  string          // --progress
	progressLines *progressWriter // of --progress json

	ctx       context.Context // of the command; its cause says which limit came first
	planGiven atomic.Bool     // a plan was printed
	unwritten error           // of a file beside the answer, told after it

	// soFar prints what was found where work is given up, and reports whether there was anything;
	// nil: nothing can be said. It is called beside the work.
	soFar func(w io.Writer) bool

	// lastWord ends the output where work is given up, as its format has it; nil: as solve does. It is called beside the
	// work, with an app that prints.
	lastWord func(last *app, cause error) error
}

// An output remembers the first error of writing, so that one that comes early is not
// overlooked, and tells when it comes: then nobody waits for an answer any more, and nothing more is written.
type output struct {
	io.Writer
	mu     sync.Mutex
	begun  bool      // something was written
	last   time.Time // when the last writing ended: it may have waited for who reads
	failed error
	fail   func()
}

// failure is the first error of writing.
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
	shown, told := visible.NewWriter(out), visible.NewWriter(a.stderr)
	a.raw, a.out, a.err = out, shown, told
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(a.err, "farbank: a bug: %v\n%s\nPlease report this with the file and the command that led to it.\n", r, debug.Stack())
			code = exitBug
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
	code = a.exitCode(besides(err, out.failure())) // notWritten tells that
	_ = shown.Flush()
	code = a.toldLast(code)
	a.memoryHint(a.err, code)
	failed := out.failure()
	a.keptUntil(code, failed == nil)
	if a.progressLines != nil {
		a.progressLines.end(code)
	}
	_ = told.Flush()
	if failed != nil {
		return a.notWritten(failed)
	}
	return code
}

// besides is what went wrong besides a failure that is told elsewhere.
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
	return &exitError{code: exitUsage}
}

// isSilent reports whether an error tells nothing.
func isSilent(err error) bool {
	e, ok := err.(*exitError)
	return ok && e.msg == ""
}

// notWritten is the exit code where standard output could not be written.
func (a *app) notWritten(err error) int {
	if errors.Is(err, syscall.EPIPE) {
		return exitOK
	}
	fmt.Fprintf(a.err, "farbank: standard output cannot be written: %v\n", cause(err))
	return exitUsage
}

// cause is what the system says, without the name of the file.
func cause(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

func (a *app) exitCode(err error) int {
	var e *exitError
	var bug *farbank.BugError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &e):
		if e.msg != "" {
			fmt.Fprintln(a.err, e.msg)
		}
		return e.code
	case isUnfinished(err):
		return a.notKnown(err)
	case errors.As(err, &bug):
		fmt.Fprintln(a.err, bugReport(bug))
		return exitBug
	}
	if a.json {
		a.printJSON(render.NewErrors(err))
	} else {
		fmt.Fprintf(a.err, "farbank: %v\n", err)
	}
	return exitUsage
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "farbank",
		Short: "Solve problems told as: what there is, what may move, what must never happen, where all should end",
		Long: `farbank solves problems told in a small language: where things are, what may move, what must never happen,
where everything should end. It gives the shortest, cheapest, all or the number of plans, or proves that none exists.

Exit codes: 0 answered, 1 none exists (or the plan is invalid), 2 the call or the file is wrong, 3 not known,
4 this engine cannot ask that, 5 none within the bound given, 6 a plan that is not proven best, 70 a bug.`,
		Example:       "  farbank solve wolf\n  farbank solve husbands -p couples=5 -p seats=3 --count\n  farbank examples",
		Version:       thisRelease().String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noCommand,
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
		a.compareCommand(), a.exportCommand(), a.importCommand(), a.generateCommand(), a.graphCommand(), a.playCommand(), a.exerciseCommand(), a.resumeCommand(), a.rulesCommand(), a.milpCommand(),
		a.satCommand(), a.flatzincCommand()} {
		(*readLimit)(&a.limits.Read).register(cmd)
		root.AddCommand(cmd)
	}
	root.AddCommand(a.examplesCommand(), a.newCommand(), a.versionCommand(), a.manCommand(), a.serveCommand(), a.siteCommand(), a.workerCommand(), a.mcpCommand(), a.lspCommand())
	completions(root)
	strictTopics(root)
	root.SetFlagErrorFunc(flagError)
	return root
}
