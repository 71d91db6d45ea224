// Package peer finds the programs that tests compare with.
package peer

import (
	"os"
	"os/exec"
	"testing"
)

// Need returns the path of a program. Where it is not installed the test is skipped, but
// not in CI, which installs what it needs: there it fails.
func Need(t testing.TB, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		Missing(t, program+" is not installed")
	}
	return path
}

// Missing skips a test for want of something, or fails it in CI.
func Missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}
