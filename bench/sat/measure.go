package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"farbank/constraint/cnf"
)

// measure runs all programs on all formulas.
func measure(ctx context.Context) error {
	dir := *write
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "farbank-sat-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	list := strings.Split(*programs, ",")
	t := table{ratios: make([][]float64, len(list))}
	for _, i := range instances {
		path := filepath.Join(dir, i.name+".cnf")
		if !slices.ContainsFunc(strings.Split(*only, ","), func(part string) bool { return strings.Contains(i.name, part) }) {
			continue
		}
		if err := errors.Join(ctx.Err(), i.file(ctx, path)); err != nil {
			return err
		}
		if *write != "" {
			continue
		}
		r := row(ctx, list, path)
		if ctx.Err() != nil {
			return ctx.Err() // its result was interrupted
		}
		t.add(i.name, r)
	}
	t.end(list)
	return nil
}

// A result is the result of a program for a formula.
type result struct {
	seconds float64 // median
	answer  string
}

// row runs the programs in turn, so that other load affects all of them equally.
func row(ctx context.Context, list []string, path string) []result {
	results := make([]result, len(list))
	times := make([][]float64, len(list))
	for range *runs {
		for k, name := range list {
			if results[k].answer == "?" {
				continue // once is enough
			}
			r := run(ctx, name, path)
			times[k] = append(times[k], r.seconds)
			results[k].answer = r.answer
		}
	}
	for k := range results {
		slices.Sort(times[k])
		results[k].seconds = times[k][len(times[k])/2]
	}
	return results
}

// run runs a program once, within the limit on processor time.
func run(ctx context.Context, name, path string) result {
	args := map[string][]string{"farbank": {*program, "sat", path}, "minisat": {"minisat", "-verb=0", path}, "cadical": {"cadical", "-q", path}}[name]
	if args == nil {
		args = []string{name, path}
	}
	shell := append([]string{"-c", fmt.Sprintf("ulimit -t %d; exec \"$0\" \"$@\"", int(math.Ceil(limit.Seconds())))}, args...)
	cmd := exec.CommandContext(ctx, "sh", shell...)
	out, _ := cmd.Output() // the answer is the exit code
	r := result{answer: "?"}
	if s := cmd.ProcessState; s != nil {
		r.seconds = (s.UserTime() + s.SystemTime()).Seconds()
		switch s.ExitCode() {
		case 10:
			r.answer = "yes"
		case 20:
			r.answer = "no"
		}
	}
	if name == "farbank" && r.answer == "yes" {
		if err := holds(path, out); err != nil {
			r.answer = "WRONG: " + err.Error()
		}
	}
	return r
}

// holds checks that the printed model satisfies the formula.
func holds(path string, out []byte) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	f, err := cnf.Read(file, path)
	if err != nil {
		return err
	}
	chosen := map[int32]bool{}
	for line := range bytes.Lines(out) {
		if rest, ok := bytes.CutPrefix(line, []byte("v ")); ok {
			for _, w := range strings.Fields(string(rest)) {
				l, err := strconv.Atoi(w)
				if err != nil {
					return err
				}
				chosen[int32(l)] = true
			}
		}
	}
	for i := range f.Len() {
		c := f.Clause(i)
		if !slices.ContainsFunc(c, func(l int32) bool { return chosen[l] && !chosen[-l] }) {
			return fmt.Errorf("the clause %v does not hold", c)
		}
	}
	return nil
}

// tick is the resolution of processor time. Shorter times are rounded up to it.
const tick = 0.01

// A table is printed row by row.
type table struct {
	ratios [][]float64
	best   []float64 // relative to the best of the others
	head   bool
}

func (t *table) add(name string, row []result) {
	if !t.head {
		fmt.Printf("%-20s median processor seconds of %d runs, at most %v; answers\n", "", *runs, *limit)
		t.head = true
	}
	fmt.Printf("%-20s", name)
	best := math.Inf(1)
	said := map[string]bool{}
	for k, r := range row {
		if r.answer == "?" {
			fmt.Printf("%9s", fmt.Sprintf(">%.0f", limit.Seconds()))
		} else {
			said[r.answer] = true
			fmt.Printf("%9.2f", r.seconds)
		}
		if k > 0 {
			best = min(best, max(r.seconds, tick))
			t.ratios[k] = append(t.ratios[k], max(row[0].seconds, tick)/max(r.seconds, tick))
		}
	}
	t.best = append(t.best, max(row[0].seconds, tick)/best)
	fmt.Printf("%8.2f ", t.best[len(t.best)-1])
	for _, a := range slices.Sorted(maps.Keys(said)) {
		fmt.Print(" ", a)
	}
	if len(said) > 1 {
		fmt.Print(" DIFFERENT")
	}
	fmt.Println()
}

func (t *table) end(list []string) {
	for k := 1; k < len(list) && len(t.ratios[k]) > 0; k++ {
		fmt.Printf("%s to %s: geometric mean of %d ratios %.2f\n", list[0], list[k], len(t.ratios[k]), geometric(t.ratios[k]))
	}
	if len(t.best) > 0 {
		fmt.Printf("%s to the best of the others: geometric mean %.2f, most %.2f\n", list[0], geometric(t.best), slices.Max(t.best))
	}
}

// geometric returns the geometric mean.
func geometric(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(list)))
}
