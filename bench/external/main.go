// Command external measures searches that go on on disk beside the same in memory: seconds by
// the clock and of the processor, the most memory the process had, and the bytes on disk.
//
//	go run ./bench/external [-cgroup DIR] [-dir DIR] [hanoi13] [hanoi15] [tiles43] [runs] [sokoban] [toll] [spin]
//
// runs are spaces of which not even two bits a state fit the memory. spin has SPIN explore a part of hanoi15 beside it, breadth
// first, from the model that farbank exports: it needs spin and gcc.
//
// With -cgroup, a folder of a memory controller (of version 1 or 2) in which a group may be made, what has a limit runs in a group
// whose memory, page cache counted, is held to that limit and 48 MiB for the program itself.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// A run is a command, with a limit on the memory in MiB; 0: none, and all in memory.
type run struct {
	name   string
	args   string
	memory int
}

var runs = map[string][]run{
	"hanoi13": {
		{"4x13, space", "space hanoi -p pegs=4 -p discs=13", 0},
		{"4x13, space", "space hanoi -p pegs=4 -p discs=13", 64},
		{"4x13, solve", "solve hanoi -p pegs=4 -p discs=13 --engine search --format plan", 0},
		{"4x13, solve", "solve hanoi -p pegs=4 -p discs=13 --engine search --format plan", 64},
	},
	"hanoi15": {
		{"4x15, space", "space hanoi -p pegs=4 -p discs=15", 400},
		{"4x15, solve", "solve hanoi -p pegs=4 -p discs=15 --engine search --format plan", 128},
	},
	"tiles43": {{"tiles 4x3", "space tiles -p rows=4 -p cols=3", 512}},
	"runs": {
		{"4x15, space", "space hanoi -p pegs=4 -p discs=15", 128},
		{"tiles 4x3", "space tiles -p rows=4 -p cols=3", 56},
	},
	"sokoban": {
		{"sokoban", "space sokoban -p level=@bench/external/room.txt", 0},
		{"sokoban", "space sokoban -p level=@bench/external/room.txt", 64},
	},
	"toll": {
		{"toll 4x11", "solve bench/external/toll.far --engine search --format plan", 0},
		{"toll 4x11", "solve bench/external/toll.far --engine search --format plan", 32},
	},
}

const ownMemory = 48 // MiB for the program itself

type bench struct {
	program, dir, group string
}

func main() {
	b := &bench{}
	flag.StringVar(&b.dir, "dir", "", "where the files of the searches go")
	flag.StringVar(&b.group, "cgroup", "", "a folder of a memory controller")
	flag.Parse()
	if err := b.all(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (b *bench) all(names []string) error {
	temp, err := os.MkdirTemp(b.dir, "external")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	b.program, b.dir = filepath.Join(temp, "farbank"), temp
	if out, err := exec.Command("go", "build", "-o", b.program, "./cmd/farbank").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	if len(names) == 0 {
		names = []string{"hanoi13"}
	}
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("load before: %s", load)
	fmt.Printf("%-14s %7s %12s %9s %9s %9s %12s  %s\n", "", "memory", "states", "seconds", "processor", "MiB", "disk, bytes", "how")
	for _, name := range names {
		if name == "spin" {
			if err := b.beside(); err != nil {
				return err
			}
			continue
		}
		if runs[name] == nil {
			return fmt.Errorf("there is no %q", name)
		}
		for _, r := range runs[name] {
			if err := b.one(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// one runs a command and prints its line.
func (b *bench) one(r run) error {
	args := append(strings.Fields(r.args), "--stats", "--quiet")
	limit := "-"
	if r.memory > 0 {
		limit = fmt.Sprint(r.memory, " MiB")
		args = append(args, "--memory", fmt.Sprint(r.memory, "MiB"), "--disk", filepath.Join(b.dir, "files"))
	}
	cmd := exec.Command(b.program, args...)
	if b.group != "" && r.memory > 0 {
		group, err := b.makeGroup(int64(r.memory+ownMemory) << 20)
		if err != nil {
			return err
		}
		defer os.Remove(group)
		cmd = exec.Command("sh", append([]string{"-c", `echo $$ > "$0" && exec "$@"`, filepath.Join(group, "cgroup.procs"), b.program}, args...)...)
	}
	var told strings.Builder
	cmd.Stderr = &told
	begun := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", r.args, err, &told)
	}
	use := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	processor := time.Duration(use.Utime.Nano() + use.Stime.Nano())
	how := "in memory"
	switch {
	case strings.Contains(told.String(), "two bits a state"):
		how = "two bits a state"
	case strings.Contains(told.String(), "going on on disk"):
		how = "sorted runs"
	}
	fmt.Printf("%-14s %7s %12s %9.1f %9.1f %9d %12s  %s\n", r.name, limit, found(&told, `states stored +([\d,]+)`), time.Since(begun).Seconds(), processor.Seconds(),
		use.Maxrss>>10, found(&told, `on disk: (\d+) bytes`), how)
	return nil
}

func found(text fmt.Stringer, pattern string) string {
	if m := regexp.MustCompile(pattern).FindStringSubmatch(text.String()); m != nil {
		return m[1]
	}
	return "-"
}

// makeGroup makes a control group whose memory is limited.
func (b *bench) makeGroup(bytes int64) (string, error) {
	group, err := os.MkdirTemp(b.group, "external")
	if err != nil {
		return "", err
	}
	for _, name := range []string{"memory.max", "memory.limit_in_bytes"} {
		if err = os.WriteFile(filepath.Join(group, name), fmt.Appendln(nil, bytes), 0o644); err == nil {
			return group, nil
		}
	}
	return "", errors.Join(err, os.Remove(group))
}
