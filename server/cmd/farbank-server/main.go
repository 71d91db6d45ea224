// Command farbank-server answers questions over HTTP (serve), offers tools to agents (mcp), and
// writes the page as static files (site). The program farbank starts it for its commands of the
// same names.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"farbank/internal/bounded"
	"farbank/internal/command"
	"farbank/internal/visible"

	"github.com/spf13/cobra"
)

// An app is one run of the program.
type app struct {
	in             io.Reader
	out, err       io.Writer // for people: control characters are escaped
	stdout, stderr *os.File  // for programs
}

func main() {
	a := &app{in: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(a.run(os.Args[1:]))
}

// run runs the command line and returns the exit code.
func (a *app) run(args []string) int {
	out, errs := visible.NewWriter(a.stdout), visible.NewWriter(a.stderr)
	a.out, a.err = out, errs
	defer errs.Flush()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { // a second interrupt ends the program at once
		<-ctx.Done()
		stop()
	}()
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	return a.exitCode(errors.Join(err, out.Flush()))
}

// exitCode prints err and returns the exit code for it.
func (a *app) exitCode(err error) int {
	var e *command.ExitError
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return command.ExitOK
	case errors.As(err, &e):
		if e.Msg != "" {
			fmt.Fprintln(a.err, e.Msg)
		}
		return e.Code
	}
	fmt.Fprintf(a.err, "farbank: %v\n", err)
	return command.ExitUsage
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "farbank-server",
		Short: "Answer questions about problems over HTTP and from agents",
		Long: `farbank-server has the parts of farbank that need a database, an HTTP framework or an SDK. The program farbank starts it
for farbank serve, farbank mcp and farbank site.`,
		Example:       "  farbank-server serve\n  farbank-server site -o site",
		Version:       command.ThisRelease().String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          command.NoCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.AddCommand(a.serveCommand(), a.siteCommand(), a.mcpCommand(), a.workerCommand())
	command.Help(root, nil, nil)
	command.StrictTopics(root)
	root.SetFlagErrorFunc(command.FlagError)
	return root
}

// readLimit is the maximum number of bytes read from standard input.
const readLimit = 16 << 20

// readInput reads standard input.
func (a *app) readInput(ctx context.Context) ([]byte, error) {
	return bounded.ReadAll(ctx, a.in, readLimit)
}
