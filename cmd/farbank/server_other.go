//go:build !unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"farbank/internal/command"
)

// runServer runs program with the streams of this process. An interrupt from the console reaches
// both processes; this one waits for program to end and returns its exit code.
func runServer(program string, args []string) error {
	cmd := exec.Command(program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return &command.ExitError{Code: exit.ExitCode()}
	}
	if err != nil {
		return fmt.Errorf("%s cannot be started: %w", program, err)
	}
	return nil
}
