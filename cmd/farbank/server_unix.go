//go:build unix

package main

import (
	"fmt"
	"os"
	"syscall"
)

// runServer replaces this process by program, so that streams, signals and the exit code are
// those of program.
func runServer(program string, args []string) error {
	err := syscall.Exec(program, append([]string{serverProgram}, args...), os.Environ())
	return fmt.Errorf("%s cannot be started: %w", program, err)
}
