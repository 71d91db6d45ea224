package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestNoRoomForCheckpoints checks that on a full disk the answer is printed and the last checkpoint
// stays, and that a command does not start on a read-only disk.
func TestNoRoomForCheckpoints(t *testing.T) {
	farbank, dir := program(t), t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=100k"); err != nil {
		t.Skip("no file system of its own: ", err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	state := filepath.Join(dir, "state")
	run := func(args ...string) (code int, out, errOut string) {
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(farbank, args...)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run()
		return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
	}
	args := []string{"solve", "hanoi", "-p", "pegs=4", "-p", "discs=9", "--count", "--engine", "search"}
	_, want, _ := run(args...)
	code, out, errOut := run(append(args, "--checkpoint", state, "--every", "1ms")...)
	if code != 0 || out != want || !strings.Contains(errOut, "search.state: no space left on device") {
		t.Errorf("%d %s%s", code, out, errOut)
	}
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip(err)
	}
	code, out, errOut = run(append(args, "--checkpoint", state)...)
	if code != 2 || out != "" || !strings.Contains(errOut, "read-only file system") {
		t.Errorf("%d %s%s", code, out, errOut)
	}
}
