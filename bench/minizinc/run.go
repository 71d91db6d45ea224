package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os/exec"
	"syscall"
	"time"
)

// command is a process that ends together with all processes that it started.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	return cmd
}

// limited runs a process with a limit on its processor time, and six times that limit on elapsed time.
func limited(ctx context.Context, limit time.Duration, env []string, name string, args ...string) (out, complaint []byte, spent time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, 6*limit+10*time.Second)
	defer cancel()
	seconds := int(math.Ceil(limit.Seconds()))
	shell := append([]string{"-c", fmt.Sprintf("ulimit -t %d; ulimit -v 6000000; exec \"$0\" \"$@\"", seconds), name}, args...)
	cmd := command(ctx, "sh", shell...)
	cmd.Env = env
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	_ = cmd.Run() // the output shows how it ended
	if s := cmd.ProcessState; s != nil {
		spent = s.UserTime() + s.SystemTime()
	}
	return o.Bytes(), e.Bytes(), spent
}
