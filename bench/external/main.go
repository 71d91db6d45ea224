// Command external compares searches on disk with the same searches in memory. It measures elapsed and
// processor seconds, the peak memory of the process, and the bytes on disk.
//
//	go run ./bench/external [-cgroup DIR] [-dir DIR] [hanoi13] [hanoi15] [tiles43] [runs] [sokoban] [toll] [spin]
//
// runs are spaces for which even two bits per state do not fit into memory. spin compares with SPIN on
// parts of hanoi15, breadth-first, with the model that farbank exports. It needs spin and gcc.
//
// -cgroup is a folder of a memory controller (version 1 or 2) where a group can be created. Runs with a
// limit then use a group. The memory of the group, including page cache, is limited to that limit plus 48
// MiB for the program itself.
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

// A run is a command with a memory limit in MiB. 0 means no limit, with everything in memory.
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
	flag.StringVar(&b.dir, "dir", "", "the folder for the files of the searches")
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
			if err := b.compareSPIN(); err != nil {
				return err
			}
			continue
		}
		if runs[name] == nil {
			return fmt.Errorf("unknown group %q", name)
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
	var messages strings.Builder
	cmd.Stderr = &messages
	begun := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", r.args, err, &messages)
	}
	use := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	processor := time.Duration(use.Utime.Nano() + use.Stime.Nano())
	how := "in memory"
	switch {
	case strings.Contains(messages.String(), "two bits a state"):
		how = "two bits a state"
	case strings.Contains(messages.String(), "continuing on disk"):
		how = "sorted runs"
	}
	fmt.Printf("%-14s %7s %12s %9.1f %9.1f %9d %12s  %s\n", r.name, limit, found(&messages, `states stored +([\d,]+)`), time.Since(begun).Seconds(), processor.Seconds(),
		use.Maxrss>>10, found(&messages, `on disk: at most (\d+) bytes`), how)
	return nil
}

func found(text fmt.Stringer, pattern string) string {
	if m := regexp.MustCompile(pattern).FindStringSubmatch(text.String()); m != nil {
		return m[1]
	}
	return "-"
}

// makeGroup creates a control group with a memory limit.
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
