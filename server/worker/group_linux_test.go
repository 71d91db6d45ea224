package worker

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func TestGroupOf(t *testing.T) {
	const whole = "24 30 0:22 / /proc rw - proc proc rw\n35 24 0:30 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n"
	const hybrid = "35 24 0:30 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n36 24 0:31 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
	const inside = "35 24 0:30 /system.slice/docker-1.scope /sys/fs/cgroup ro - cgroup2 cgroup rw\n"
	for _, c := range []struct{ mounts, own, want string }{
		{whole, "0::/system.slice/farbank.service\n", "/sys/fs/cgroup/system.slice/farbank.service"},
		{hybrid, "8:memory:/a\n0::/b\n", "/sys/fs/cgroup/unified/b"},
		{inside, "0::/system.slice/docker-1.scope\n", "/sys/fs/cgroup"},
		{inside, "0::/system.slice\n", ""},
		{"", "0::/a\n", ""},
		{whole, "8:memory:/a\n", ""},
	} {
		if got, err := groupOf(c.mounts, c.own); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%q: %q, %v", c.own, got, err)
		}
	}
}

func read1(t *testing.T, path ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestGroup checks the files that are written, in an ordinary folder instead of the kernel's.
func TestGroup(t *testing.T) {
	dir := t.TempDir()
	set(dir, "cgroup.controllers", "cpu hugetlb pids\n")
	if _, err := openGroup(dir, 7); err == nil || !strings.Contains(err.Error(), "no controller memory") {
		t.Errorf("%v", err)
	}
	set(dir, "cgroup.controllers", "cpu memory pids\n")
	g, err := openGroup(dir, 7)
	if err != nil {
		t.Fatal(err)
	}
	if read1(t, dir, "serve", "cgroup.procs") != "7" || read1(t, dir, "cgroup.subtree_control") != "+memory +pids" {
		t.Error("the group was not opened")
	}
	c, err := g.cell(&Order{Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	defer c.remove()
	if read1(t, c.dir, "memory.max") != "1879048192" || read1(t, c.dir, "pids.max") != "512" || read1(t, c.dir, "memory.swap.max") != "0" || read1(t, c.dir, "memory.oom.group") != "1" {
		t.Error("the limits are wrong")
	}
	cmd := &exec.Cmd{SysProcAttr: &syscall.SysProcAttr{}}
	if c.hold(cmd); !cmd.SysProcAttr.UseCgroupFD {
		t.Error("the process does not start in the group")
	}
	if c.outOfMemory() {
		t.Error("outOfMemory is false")
	}
	set(c.dir, "memory.events", "low 0\noom 1\noom_kill 1\n")
	if !c.outOfMemory() {
		t.Error("outOfMemory is true")
	}
}

// TestCell runs a worker in a control group of its own, if this machine allows creating groups. It
// sets limits only if the controllers are available.
func TestCell(t *testing.T) {
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	own, _ := os.ReadFile("/proc/self/cgroup")
	dir, err := groupOf(string(mounts), string(own))
	if err != nil {
		t.Skip(err)
	}
	dir = filepath.Join(dir, "farbank-test")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Skip(err)
	}
	c := &cell{dir: filepath.Join(dir, "job")}
	defer syscall.Rmdir(dir)
	defer c.remove()
	if err := os.Mkdir(c.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if c.open, err = os.Open(c.dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.Background(), "sleep", "60")
	separate(cmd)
	c.hold(cmd)
	if err := cmd.Start(); err != nil {
		t.Skip(err) // the kernel is too old
	}
	if in := read1(t, "/proc", strconv.Itoa(cmd.Process.Pid), "cgroup"); !strings.Contains(in, "farbank-test/job") {
		t.Errorf("the worker is in %s", in)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	c.remove()
	if err := <-ended; err == nil {
		t.Error("the process was not killed with its group")
	}
	if _, err := os.Stat(c.dir); !os.IsNotExist(err) {
		t.Errorf("the group was not removed: %v", err)
	}
}
