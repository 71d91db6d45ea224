package worker

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
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

// A Group is a control group (cgroup v2) that was left to this process, as systemd does by
// Delegate=yes. Each process that answers a question gets a group of its own below it, in
// which the kernel holds it and what it starts to limits, and counts what they take.
type Group struct {
	dir  string
	next atomic.Int64
}

// DelegatedGroup returns the group that was left to this process, and moves this process into
// one below: only groups without processes may share out what they have. The error says why
// there is none.
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
		return nil, errors.New("the control group is not left to this process: Delegate=yes of systemd does that")
	}
	return openGroup(dir, os.Getpid())
}

// groupOf finds the folder of the control group of this process, by /proc/self/mountinfo and
// /proc/self/cgroup.
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
	return "", errors.New("there are no control groups of version 2")
}

// delegated reports whether systemd has marked a group as left to others.
func delegated(dir string) bool {
	mark := make([]byte, 8)
	for _, name := range []string{"user.delegate", "trusted.delegate"} {
		if n, err := unix.Getxattr(dir, name, mark); err == nil && string(mark[:n]) == "1" {
			return true
		}
	}
	return false
}

// openGroup moves a process into a group below, and hands out memory and numbers of processes
// to the groups beside it.
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

// beyond is what a process may take of memory beside what the engines keep to by themselves:
// half as much again, and its code, stacks and pages of files.
func beyond(memory int64) int64 { return memory/2 + 256<<20 }

// mostProcesses are how many processes and threads a question may have.
const mostProcesses = 512

// A cell is the group of one process.
type cell struct {
	dir  string
	open *os.File
}

// folder makes a group beside those that are there, some of them left by a server that ended.
func (g *Group) folder() (*cell, error) {
	for {
		c := &cell{dir: filepath.Join(g.dir, fmt.Sprintf("job-%d", g.next.Add(1)))}
		if err := os.Mkdir(c.dir, 0o755); !errors.Is(err, fs.ErrExist) {
			return c, err
		}
	}
}

// cell makes a group for a process that is to be started; nil: without a group.
func (g *Group) cell(o *Order) (*cell, error) {
	if g == nil {
		return nil, nil
	}
	c, err := g.folder()
	if err != nil {
		return nil, err
	}
	limits := map[string]string{"pids.max": strconv.Itoa(mostProcesses)}
	if o.Memory > 0 {
		limits["memory.max"] = strconv.FormatInt(o.Memory+beyond(o.Memory), 10)
		limits["memory.oom.group"] = "1"
	}
	for name, value := range limits {
		if err := set(c.dir, name, value); err != nil {
			c.remove()
			return nil, err
		}
	}
	set(c.dir, "memory.swap.max", "0") // where there is swap at all
	if c.open, err = os.Open(c.dir); err != nil {
		c.remove()
	}
	return c, err
}

// hold has a process begin in the group.
func (c *cell) hold(cmd *exec.Cmd) {
	if c != nil {
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, int(c.open.Fd())
	}
}

// outOfMemory reports whether the kernel ended processes of the group for their memory.
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

// remove ends what is left in the group, and removes it.
func (c *cell) remove() {
	if c == nil {
		return
	}
	if c.open != nil {
		c.open.Close()
	}
	set(c.dir, "cgroup.kill", "1")
	for range 100 { // who was killed may be there for a moment
		if err := syscall.Rmdir(c.dir); err == nil || errors.Is(err, os.ErrNotExist) || !errors.Is(err, syscall.EBUSY) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}
