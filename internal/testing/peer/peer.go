// Package peer finds the programs that tests compare with.
package peer

import (
	"os"
	"os/exec"
	"testing"
)

// Need returns the path of a program. If it is not installed, the test is skipped; in CI, which
// installs all programs, it fails.
func Need(t testing.TB, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		Missing(t, program+" is not installed")
	}
	return path
}

// Has reports whether a program is installed, for tests that compare with several. In CI a missing
// one fails the test.
func Has(t testing.TB, program string) bool {
	t.Helper()
	_, err := exec.LookPath(program)
	if err != nil && os.Getenv("CI") != "" {
		t.Errorf("%s is not installed", program)
	}
	return err == nil
}

// Missing skips a test because something is missing, or fails it in CI.
func Missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}
