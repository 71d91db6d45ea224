// Command farbank-beam explores problems of farbank, and answers many questions, in jobs of Apache
// Beam: on this machine, or on a cluster. See farbank-beam --help and docs/distributed.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"farbank"
	"farbank/distributed/cluster"
	"farbank/engine"
	"farbank/internal/visible"
	"farbank/show/render"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/spf13/cobra"
)

// Exit codes, the same as those of farbank.
const (
	exitNone        = 1
	exitUsage       = 2
	exitUnknown     = 3
	exitUnsupported = 4
	exitBug         = 70
)

// An exitError ends the program with an exit code. Its message, if any, goes to standard error.
type exitError struct {
	code int
	msg  string
}

func (e *exitError) Error() string { return e.msg }

// An app is one run of the program.
type app struct {
	out, err io.Writer // for people
	raw      io.Writer // for programs
	json     bool
}

// serving is the argument that makes this program a worker process.
const serving = "worker"

func main() {
	if isHarness(os.Args[1:]) { // a runner has started this program as a worker
		flag.Parse()
		beam.Init()
		return
	}
	if len(os.Args) == 2 && os.Args[1] == serving {
		if err := cluster.Serve(os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, "farbank-beam: worker:", err)
			os.Exit(exitUsage)
		}
		return
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// isHarness reports whether the arguments are those that the containers of Beam pass to workers.
func isHarness(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		return a == "--worker" || a == "--worker=true" || a == "-worker" || a == "-worker=true"
	})
}

// run runs the command line and returns the exit code.
func run(args []string, stdout, stderr io.Writer) (code int) {
	shown, errs := visible.NewWriter(stdout), visible.NewWriter(stderr)
	a := &app{out: shown, err: errs, raw: stdout}
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(a.err, "farbank-beam: a bug: %v\n%s\nPlease report this with the file and the command that led to it.\n", r, debug.Stack())
			code = exitBug
		}
		shown.Flush()
		errs.Flush()
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { // a second interrupt ends the program at once
		<-ctx.Done()
		stop()
	}()
	beam.Init()
	root := a.root()
	root.SetArgs(args)
	return a.exitCode(root.ExecuteContext(ctx))
}

func (a *app) exitCode(err error) int {
	var e *exitError
	var bug *farbank.BugError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		if e.msg != "" {
			fmt.Fprintln(a.err, e.msg)
		}
		return e.code
	case errors.As(err, &bug):
		fmt.Fprintf(a.err, "farbank-beam: a bug: %v\nPlease report this with the file and the command that led to it.\n", err)
		return exitBug
	case a.json:
		a.printJSON(render.NewErrors(err))
	default:
		fmt.Fprintf(a.err, "farbank-beam: %v\n", err)
	}
	return exitUsage
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "farbank-beam",
		Short: "Explore problems, and answer many questions, in jobs of Apache Beam",
		Long: `farbank-beam explores the problems of farbank layer by layer, with the states in files, and answers many questions
in parallel. The work runs in jobs of Apache Beam: in this process, in worker processes of this machine (--workers), or on a
cluster (--runner flink, spark or dataflow, with Beam's own flags). See docs/distributed.md.

Exit codes: 0 answered, 1 none exists, 2 wrong usage or an error in the file, 3 unknown, 4 unsupported, 70 a bug.`,
		Example: `  farbank-beam space tiles -p rows=2 -p cols=5
  farbank-beam solve hanoi -p discs=10 --layers hanoi.layers
  farbank-beam space big.far --runner dataflow --layers gs://bucket/big --parts 512 --layers-per-job 8 ...
  farbank-beam sweep rota.far --data 'days/*.json' -o answers.jsonl`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError(cmd, "unknown command %s; there are solve, space and sweep", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.AddCommand(a.spaceCommand(), a.solveCommand(), a.sweepCommand())
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usageError(cmd, "%v", err) })
	root.CompletionOptions.DisableDefaultCmd = true
	return root
}

// usageError returns an error for a wrong call, with a pointer to the help.
func usageError(cmd *cobra.Command, format string, args ...any) error {
	return &exitError{exitUsage, fmt.Sprintf("%s: %s\nSee %s --help.", cmd.CommandPath(), fmt.Sprintf(format, args...), cmd.CommandPath())}
}

// unfinished returns the reason if err reports a limit, an interrupt or the loss of workers, else
// "".
func unfinished(ctx context.Context, err error) string {
	if errors.Is(err, cluster.ErrLost) || errors.Is(err, cluster.ErrSlow) {
		return err.Error()
	}
	return engine.Stopped(ctx, err)
}

// oneFile checks that there is one argument.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usageError(cmd, "one file or example is needed, %d given", len(args))
	}
	return nil
}

// grouped formats a number with commas.
func grouped(n int64) string { return visible.Grouped(n) }

// joined formats a list for a message.
func joined(list []string) string { return strings.Join(list, ", ") }
