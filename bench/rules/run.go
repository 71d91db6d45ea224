package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A contender is a command that runs a task, with the measurements of its runs.
type contender struct {
	name   string
	args   []string
	output []byte

	user, wall []float64 // seconds
	memory     []float64 // MB at the peak
}

// runAll runs the contenders in turn, so that other load affects all of them equally. All outputs must be
// equal.
func runAll(ctx context.Context, list []*contender, runs int, limit time.Duration) error {
	for range runs {
		for _, c := range list {
			if err := c.run(ctx, limit); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	for _, c := range list[1:] {
		if at := difference(list[0].output, c.output); at != "" {
			return fmt.Errorf("the outputs differ: %s prints %s", list[0].name, strings.Replace(at, "|", c.name, 1))
		}
	}
	return nil
}

// run runs the command once, with no input.
func (c *contender) run(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	begun := time.Now()
	err := cmd.Run()
	took := time.Since(begun)
	if ctx.Err() != nil {
		return fmt.Errorf("not finished after %v", limit)
	}
	if err != nil {
		return fmt.Errorf("%w\n%s", err, errs.String())
	}
	if c.output != nil && !bytes.Equal(c.output, out.Bytes()) {
		return fmt.Errorf("two runs print different output")
	}
	use := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	c.output = out.Bytes()
	c.user = append(c.user, time.Duration(use.Utime.Nano()).Seconds())
	c.wall = append(c.wall, took.Seconds())
	c.memory = append(c.memory, float64(use.Maxrss)/1024)
	return nil
}

// difference describes the first difference between two outputs, with | for the name of the other program.
// It returns "" if they are equal.
func difference(one, other []byte) string {
	a, b := bytes.Split(one, []byte("\n")), bytes.Split(other, []byte("\n"))
	for i := range max(len(a), len(b)) {
		line := func(list [][]byte) string {
			if i < len(list) {
				return fmt.Sprintf("%q", list[i])
			}
			return "nothing"
		}
		if x, y := line(a), line(b); x != y {
			return fmt.Sprintf("%s in line %d, | %s", x, i+1, y)
		}
	}
	return ""
}

const header = "              --- user seconds ---    --- wall seconds ---    -------- MB --------\n" +
	"task          farbank CLIPS  ratio    farbank CLIPS  ratio    farbank CLIPS  ratio\n"

// printRow prints the medians of a task: farbank's, and those of CLIPS if it ran.
func printRow(name string, list []*contender) {
	fmt.Printf("%-12s", name)
	for _, figure := range []func(*contender) []float64{
		func(c *contender) []float64 { return c.user },
		func(c *contender) []float64 { return c.wall },
		func(c *contender) []float64 { return c.memory },
	} {
		ours := median(figure(list[0]))
		if len(list) == 1 {
			fmt.Printf("  %7.2f     -      -  ", ours)
			continue
		}
		theirs := median(figure(list[1]))
		fmt.Printf("  %7.2f %6.2f %6.2f ", ours, theirs, theirs/ours)
	}
	fmt.Println()
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
