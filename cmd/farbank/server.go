package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"farbank/internal/command"

	"github.com/spf13/cobra"
)

// serverProgram is the program that runs serve, site and mcp. It is a program of its own because
// it needs a database, an HTTP framework and an SDK, which would make every start slower.
const serverProgram = "farbank-server"

// serverCommands returns the commands that serverProgram runs. It gets all their arguments.
func (a *app) serverCommands() []*cobra.Command {
	var list []*cobra.Command
	for name, short := range map[string]string{
		"serve": "Answer questions over HTTP, with a page for browsers",
		"site":  "Write the page as static files that contain the engines",
		"mcp":   "Offer tools to an agent by the Model Context Protocol",
	} {
		list = append(list, &cobra.Command{
			Use:                name,
			Short:              short,
			Long:               short + ".\n\nThe program farbank-server runs this command; farbank-server " + name + " --help lists its flags.",
			DisableFlagParsing: true,
			RunE: func(cmd *cobra.Command, args []string) error {
				program, err := findServer()
				if err != nil {
					return &command.ExitError{Code: command.ExitUsage, Msg: err.Error()}
				}
				return runServer(program, append([]string{name}, args...))
			},
		})
	}
	return list
}

// findServer returns the path of serverProgram: in the folder of this program, or else in PATH.
func findServer() (string, error) {
	name := serverProgram
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	folder := "this program"
	if self, err := os.Executable(); err == nil {
		folder = filepath.Dir(self)
		for _, dir := range []string{folder, filepath.Dir(resolved(self))} {
			if path := filepath.Join(dir, name); isProgram(path) {
				return path, nil
			}
		}
	}
	path, err := exec.LookPath(name)
	if err == nil && !errors.Is(err, exec.ErrDot) {
		return path, nil
	}
	return "", fmt.Errorf(`farbank: the program %s is neither in %s nor in PATH. To get it, run one of

    go install farbank/server/cmd/farbank-server
    go build -o . ./server/...    (in a checkout; then put it beside farbank or into a folder of PATH)`, serverProgram, folder)
}

// resolved returns path with symbolic links followed, or path if that fails.
func resolved(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return path
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0)
}
