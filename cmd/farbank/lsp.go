package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"time"

	"farbank/internal/command"
	"farbank/lsp"

	"github.com/spf13/cobra"
)

func (a *app) lspCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor by the Language Server Protocol",
		Long: `lsp is started by an editor: it speaks the Language Server Protocol (3.17) on standard input and output. It
reports the errors and hints of farbank check while a file is written, with quick fixes; it shows
types and values, completes, finds declarations and uses, renames, formats, folds and colours; code
lenses solve, play and explain. docs/editors.md shows how to set up editors.

Exit codes: 0 after shutdown and exit, 1 after exit alone or when the editor closes the connection.`,
		Example: "  farbank lsp",
		Args:    command.Needs(0, "no argument is needed: an editor speaks on standard input"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			code := lsp.Serve(cmd.Context(), a.in, a.raw, lsp.Options{
				Version: command.ThisRelease().Version, Run: runFarbank, Soon: 20 * time.Millisecond, Later: 200 * time.Millisecond})
			if code != 0 {
				return &command.ExitError{Code: code}
			}
			return nil
		},
	}
	cmd.Flags().Bool("stdio", true, "use standard input and output (the default; some editors pass this flag)")
	return cmd
}

// runFarbank runs this program with the arguments, and returns its output, even if it fails.
func runFarbank(ctx context.Context, dir string, args []string, stdin string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	c := exec.CommandContext(ctx, self, args...)
	c.Args[0], c.Dir, c.Stdin, c.Stdout, c.Stderr = "farbank", dir, bytes.NewReader([]byte(stdin)), &out, &out
	var exit *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &exit) {
		return "", err
	}
	return out.String(), nil
}
