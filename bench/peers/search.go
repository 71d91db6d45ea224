package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A space is a state space that several programs explore completely.
type space struct {
	name    string
	states  string
	args    []string // of farbank space
	promela string   // "": no model for SPIN
	python  bool
	closer  bool // farbank analyses it like other spaces of up to a million states
}

func spaces() []space {
	return []space{
		{"tiles3x3", "181440", []string{"tiles"}, promelaTiles(3, 3), true, true},
		{"tiles5x2", "1814400", []string{"tiles", "-p", "rows=5", "-p", "cols=2"}, promelaTiles(5, 2), true, false},
		{"hanoi4x10", "1048576", []string{"hanoi", "-p", "pegs=4", "-p", "discs=10"}, "", false, true},
		{"hanoi4x11", "4194304", []string{"hanoi", "-p", "pegs=4", "-p", "discs=11"}, promelaHanoi(4, 11), true, false},
		{"cube", "3674160", []string{"cube"}, "", false, false},
	}
}

// search compares the exploration of whole spaces: farbank as a process, hand-written Go with its own loop,
// SPIN's verifier and a Python program as processes.
func (b *bench) search() error {
	hand, err := b.build("./bench/handwritten")
	if err != nil {
		return err
	}
	fmt.Printf("%-10s %9s %10s %10s %10s %10s %10s %10s   %s\n", "space", "states", "farbank", "2 workers", "by hand", "closer", "SPIN", "Python",
		"ratios: by hand, closer, SPIN, Python, 2 workers")
	for _, s := range spaces() {
		if !strings.Contains(s.name, *only) {
			continue
		}
		if err := b.space(s, hand); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

func (b *bench) space(s space, hand string) error {
	args := append([]string{b.farbank, "space", "--json"}, s.args...)
	expect := `"states":` + s.states + ","
	list := []contender{
		process("farbank", expect, append(args, "--workers", "1")...),
		process("2 workers", expect, append(args, "--workers", "2")...),
		ownLoop("by hand", "states "+s.states+" ", hand, s.name),
	}
	at := map[string]int{}
	if s.closer {
		at["closer"] = len(list)
		list = append(list, ownLoop("closer by hand", "states "+s.states+" ", hand, s.name, "closer"))
	}
	if s.promela != "" && b.has("spin", "gcc") {
		pan, err := b.spin(s.name, s.promela)
		if err != nil {
			return err
		}
		at["SPIN"] = len(list)
		list = append(list, process("SPIN", s.states[:3], pan, "-w22"))
	}
	if s.python && b.has("python3") {
		at["Python"] = len(list)
		list = append(list, process("Python", s.states, "python3", filepath.Join("bench", "peers", "explore.py"), s.name))
	}
	t, err := medians(list)
	if err != nil {
		return err
	}
	cell := func(name string) string {
		if i := at[name]; i > 0 {
			return fmt.Sprintf("%10.3f", t[i])
		}
		return fmt.Sprintf("%10s", "-")
	}
	ratio := func(name string) string {
		if i := at[name]; i > 0 {
			return fmt.Sprintf("%6.2f", t[i]/t[0])
		}
		return "     -"
	}
	fmt.Printf("%-10s %9s %10.3f %10.3f %10.3f %s %s %s   %6.2f %s %s %s %6.2f\n", s.name, s.states, t[0], t[1], t[2], cell("closer"), cell("SPIN"), cell("Python"),
		t[2]/t[0], ratio("closer"), ratio("SPIN"), ratio("Python"), t[0]/t[1])
	return nil
}

// spin builds SPIN's breadth-first verifier for a model.
func (b *bench) spin(name, model string) (string, error) {
	dir := filepath.Join(b.dir, name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "m.pml"), []byte(model), 0o666); err != nil {
		return "", err
	}
	for _, args := range [][]string{{"spin", "-a", "m.pml"}, {"gcc", "-O2", "-w", "-DBFS", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DMEMLIM=16000", "-o", "pan", "pan.c"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", args[0], err, out)
		}
	}
	return filepath.Join(dir, "pan"), nil
}

// scaling prints the cost per state for growing spaces.
func (b *bench) scaling() error {
	fmt.Printf("%-6s %12s %12s %14s\n", "discs", "states", "states/s", "bytes/state")
	for _, discs := range []int{8, 10, 11, 12, 13, 14} {
		out, err := exec.Command(b.farbank, "space", "hanoi", "-p", "pegs=4", "-p", fmt.Sprint("discs=", discs), "--workers", "1", "--json").Output()
		if err != nil {
			return err
		}
		var doc struct {
			States int64
			Stats  struct {
				Seconds float64
				Memory  int64
			}
		}
		if err := json.Unmarshal(out, &doc); err != nil {
			return err
		}
		fmt.Printf("%-6d %12d %12.0f %14.1f\n", discs, doc.States, float64(doc.States)/doc.Stats.Seconds, float64(doc.Stats.Memory)/float64(doc.States))
	}
	return nil
}

// startup measures the processor time of small problems, from start to exit.
func (b *bench) startup() error {
	var times []contender
	for _, args := range [][]string{{"solve", "wolf"}, {"solve", "queens"}, {"solve", "rollout"}} {
		times = append(times, contender{strings.Join(args, " "), func() (float64, error) {
			cmd := exec.Command(b.farbank, args...)
			if err := cmd.Run(); err != nil {
				return 0, err
			}
			use := cmd.ProcessState.SysUsage().(*syscall.Rusage)
			return (time.Duration(use.Utime.Nano()) + time.Duration(use.Stime.Nano())).Seconds(), nil
		}})
	}
	t, err := medians(times)
	for i, c := range times {
		if err == nil {
			fmt.Printf("%-20s %6.1f ms of processor time\n", c.name, 1000*t[i])
		}
	}
	return err
}
