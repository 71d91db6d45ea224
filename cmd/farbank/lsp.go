package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"time"

	"farbank/serve/lsp"

	"github.com/spf13/cobra"
)

func (a *app) lspCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor: the Language Server Protocol on standard input and output",
		Long: `lsp is what an editor starts, not a person: it speaks the Language Server Protocol (3.17) on standard input and output.
It tells what farbank check tells while a file is being written, with hints as quick fixes; what a name stands for, its
type and its value; what can stand at a place; where a name is declared and used; it renames, formats, folds and
colours, and its code lenses solve, play and explain. docs/editors.md says how editors are told of it.

Exit codes: 0 after shutdown and exit, 1 after exit alone or where the editor goes away, as the protocol asks.`,
		Example: "  farbank lsp",
		Args:    needs(0, "no argument is needed: an editor speaks on standard input"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			code := lsp.Serve(cmd.Context(), a.in, a.raw, lsp.Options{
				Version: thisRelease().Version, Run: runFarbank, Soon: 20 * time.Millisecond, Later: 200 * time.Millisecond})
			if code != 0 {
				return &exitError{code: code}
			}
			return nil
		},
	}
	cmd.Flags().Bool("stdio", true, "standard input and output: the only way there is, and some editors ask for it by name")
	return cmd
}

// runFarbank runs this program once more, and returns what it says. That it fails is an answer, too.
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
