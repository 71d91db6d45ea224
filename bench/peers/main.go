// Command peers compares farbank with hand-written programs and other tools. The programs take turns. It
// prints medians and ratios.
//
//	go run ./bench/peers [-runs 5] [-only hanoi] [-processor] [search scaling startup schools rules milp]
//
// Peers that are not installed are skipped and listed. docs/benchmarks.md describes the comparisons.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	runs = flag.Int("runs", 5, "the number of runs of each program; medians are printed")
	only = flag.String("only", "", "only tasks whose name contains this")
	used = flag.Bool("processor", false, "search: compare processor seconds instead of elapsed seconds, for a busy machine")
)

// A bench is a place to build and run programs.
type bench struct {
	dir     string // temporary
	farbank string
	missing map[string]bool
}

func main() {
	flag.Parse()
	b, err := newBench()
	if err == nil {
		err = b.run(flag.Args())
		os.RemoveAll(b.dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func newBench() (*bench, error) {
	dir, err := os.MkdirTemp("", "farbank-peers-")
	if err != nil {
		return nil, err
	}
	b := &bench{dir: dir, missing: map[string]bool{}}
	b.farbank, err = b.build("./cmd/farbank")
	return b, err
}

func (b *bench) run(groups []string) error {
	all := []struct {
		name string
		run  func() error
	}{{"search", b.search}, {"scaling", b.scaling}, {"startup", b.startup}, {"schools", b.schools},
		{"rules", func() error { return b.other("./bench/rules") }}, {"milp", func() error { return b.other("./bench/milp") }}}
	for _, g := range all {
		if len(groups) > 0 && !slices.Contains(groups, g.name) {
			continue
		}
		if err := g.run(); err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.missing)) {
		fmt.Printf("not installed, skipped: %s\n", name)
	}
	return nil
}

// other runs a benchmark that is a separate command: rule programs compared with CLIPS, mixed-integer
// programs compared with glpsol and cbc.
func (b *bench) other(pkg string) error {
	path, err := b.build(pkg)
	if err != nil {
		return err
	}
	cmd := exec.Command(path, "-runs", strconv.Itoa(*runs), "-only", *only)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// build builds a package of this module.
func (b *bench) build(pkg string) (string, error) {
	out := filepath.Join(b.dir, filepath.Base(pkg))
	cmd := exec.Command("go", "build", "-o", out, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // one file that needs no library
	cmd.Stderr = os.Stderr
	return out, cmd.Run()
}

// has reports whether all the programs are installed. It records the first missing one.
func (b *bench) has(names ...string) bool {
	for _, n := range names {
		if _, err := exec.LookPath(n); err != nil {
			b.missing[n] = true
			return false
		}
	}
	return true
}

// A contender is a program that solves a task; run returns the seconds it took.
type contender struct {
	name string
	run  func() (float64, error)
}

// medians runs the contenders in turn, so that other load affects all of them equally, and returns the
// median seconds of each.
func medians(list []contender) ([]float64, error) {
	times := make([][]float64, len(list))
	for range *runs {
		for i, c := range list {
			s, err := c.run()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			times[i] = append(times[i], s)
		}
	}
	out := make([]float64, len(list))
	for i, t := range times {
		slices.Sort(t)
		out[i] = t[len(t)/2]
	}
	return out, nil
}

// process returns a contender that is timed from start to exit. Its output must contain expect.
func process(name, expect string, args ...string) contender {
	return contender{name, func() (float64, error) {
		begun := time.Now()
		cmd := exec.Command(args[0], args[1:]...)
		out, err := cmd.CombinedOutput()
		took := time.Since(begun).Seconds()
		if err != nil {
			return 0, fmt.Errorf("%w\n%s", err, out)
		}
		if *used {
			took = processor(cmd)
		}
		if !strings.Contains(string(out), expect) {
			return 0, fmt.Errorf("%q is not in the output:\n%s", expect, out)
		}
		return took, nil
	}}
}

// processor returns the processor seconds of a command.
func processor(cmd *exec.Cmd) float64 {
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}

// ownLoop returns a contender that prints "seconds S processor P" for its own loop.
func ownLoop(name, expect string, args ...string) contender {
	return contender{name, func() (float64, error) {
		out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), expect) {
			return 0, fmt.Errorf("%v\n%s", err, out)
		}
		unit := "seconds "
		if *used {
			unit = "processor "
		}
		_, after, _ := strings.Cut(string(out), unit)
		var s float64
		_, err = fmt.Sscan(after, &s)
		return s, err
	}}
}
