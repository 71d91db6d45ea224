package worker

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A Group is a control group (cgroup v2) that was delegated to this process, as systemd does with
// Delegate=yes. Each worker gets a group below it, in which the kernel enforces limits on the
// worker and its children, and accounts for their use.
type Group struct {
	dir  string
	next atomic.Int64
}

// DelegatedGroup returns the delegated group. It moves this process into a group below, since only
// groups without processes may distribute resources. The error is the reason if there is no
// delegated group.
func DelegatedGroup() (*Group, error) {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	dir, err := groupOf(string(mounts), string(own))
	if err != nil {
		return nil, err
	}
	if !delegated(dir) {
		return nil, errors.New("the control group is not delegated to this process; Delegate=yes of systemd does that")
	}
	return openGroup(dir, os.Getpid())
}

// groupOf returns the folder of the control group of this process, given the contents of
// /proc/self/mountinfo and /proc/self/cgroup.
func groupOf(mounts, own string) (string, error) {
	for line := range strings.Lines(mounts) {
		before, after, _ := strings.Cut(line, " - ")
		fields, kind := strings.Fields(before), strings.Fields(after)
		if len(fields) < 5 || len(kind) == 0 || kind[0] != "cgroup2" {
			continue
		}
		for line := range strings.Lines(own) {
			if path, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
				below, err := filepath.Rel(fields[3], path)
				if err != nil || strings.HasPrefix(below, "..") {
					return "", errors.New("the control group of this process is not mounted here")
				}
				return filepath.Join(fields[4], below), nil
			}
		}
	}
	return "", errors.New("there is no cgroup v2 hierarchy")
}

// delegated reports whether systemd has marked a group as delegated.
func delegated(dir string) bool {
	mark := make([]byte, 8)
	for _, name := range []string{"user.delegate", "trusted.delegate"} {
		if n, err := unix.Getxattr(dir, name, mark); err == nil && string(mark[:n]) == "1" {
			return true
		}
	}
	return false
}

// openGroup moves a process into a group below, and enables the controllers of memory and of
// processes for the groups beside it.
func openGroup(dir string, pid int) (*Group, error) {
	have, err := os.ReadFile(filepath.Join(dir, "cgroup.controllers"))
	if err != nil {
		return nil, err
	}
	for _, need := range []string{"memory", "pids"} {
		if !slices.Contains(strings.Fields(string(have)), need) {
			return nil, fmt.Errorf("the control group has no controller %s", need)
		}
	}
	serve := filepath.Join(dir, "serve")
	if err := os.MkdirAll(serve, 0o755); err != nil {
		return nil, err
	}
	if err := set(serve, "cgroup.procs", strconv.Itoa(pid)); err != nil {
		return nil, err
	}
	if err := set(dir, "cgroup.subtree_control", "+memory +pids"); err != nil {
		return nil, err
	}
	return &Group{dir: dir}, nil
}

func set(dir, name, value string) error {
	return os.WriteFile(filepath.Join(dir, name), []byte(value), 0o644)
}

// beyond returns the memory limit of a control group, in addition to the limit of the engines: half
// as much again for overshoot, and 256 MiB for code, stacks and pages of files.
func beyond(memory int64) int64 { return memory/2 + 256<<20 }

// maxProcesses limits the processes and threads of a worker.
const maxProcesses = 512

// A cell is the control group of one worker.
type cell struct {
	dir  string
	open *os.File
}

// folder creates a new group beside existing ones, some of which may be left over from an earlier
// server.
func (g *Group) folder() (*cell, error) {
	for {
		c := &cell{dir: filepath.Join(g.dir, fmt.Sprintf("job-%d", g.next.Add(1)))}
		if err := os.Mkdir(c.dir, 0o755); !errors.Is(err, fs.ErrExist) {
			return c, err
		}
	}
}

// cell creates a group for a process to be started. It returns nil if g is nil.
func (g *Group) cell(o *Order) (*cell, error) {
	if g == nil {
		return nil, nil
	}
	c, err := g.folder()
	if err != nil {
		return nil, err
	}
	limits := map[string]string{"pids.max": strconv.Itoa(maxProcesses)}
	if o.Memory > 0 {
		limits["memory.max"] = strconv.FormatInt(o.Memory+beyond(o.Memory), 10)
		limits["memory.oom.group"] = "1"
	}
	for _, name := range slices.Sorted(maps.Keys(limits)) {
		if err := set(c.dir, name, limits[name]); err != nil {
			c.remove()
			return nil, err
		}
	}
	set(c.dir, "memory.swap.max", "0") // if there is swap
	if c.open, err = os.Open(c.dir); err != nil {
		c.remove()
	}
	return c, err
}

// hold makes a process start in the group.
func (c *cell) hold(cmd *exec.Cmd) {
	if c != nil {
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, int(c.open.Fd())
	}
}

// outOfMemory reports whether the kernel killed processes of the group because of their memory.
func (c *cell) outOfMemory() bool {
	if c == nil {
		return false
	}
	text, err := os.ReadFile(filepath.Join(c.dir, "memory.events"))
	if err != nil {
		return false
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if n, ok := strings.CutPrefix(lines.Text(), "oom_kill "); ok {
			return n != "0"
		}
	}
	return false
}

// remove kills the processes of the group and removes it.
func (c *cell) remove() {
	if c == nil {
		return
	}
	if c.open != nil {
		c.open.Close()
	}
	set(c.dir, "cgroup.kill", "1")
	for range 100 { // killed processes may remain for a moment
		if err := syscall.Rmdir(c.dir); err == nil || errors.Is(err, os.ErrNotExist) || !errors.Is(err, syscall.EBUSY) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}
