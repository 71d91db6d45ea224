//go:build unix

package compare

import (
	"os/exec"
	"syscall"
)

// inGroup lets a program and those that it starts be ended together.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
