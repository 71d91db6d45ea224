//go:build unix

package compare

import (
	"os/exec"
	"syscall"
)

// inGroup makes Cancel kill the program together with its child processes.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
