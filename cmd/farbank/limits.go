package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/internal/visible"
	"farbank/model"

	"github.com/spf13/cobra"
)

// limitFlags are the limits of a command, --timeout and --memory.
type limitFlags struct {
	memory         string
	timeout        time.Duration
	bytes          int64 // the value of memory; 0 if it is missing or none
	*engine.Limits       // the limits in effect, once they have begun
}

// register registers the flags. The usage text says in past what happens at the limit.
func (f *limitFlags) register(cmd *cobra.Command, past string) {
	cmd.Flags().StringVar(&f.memory, "memory", "", "the memory limit as a `size`, for example 4GiB, or none ("+memoryDefault+"); "+past)
	cmd.Flags().DurationVar(&f.timeout, "timeout", 0, "the time limit, a `duration`, for example 30s or 5m; "+past)
}

const (
	notKnownPast  = "beyond it the answer is not known"
	memoryDefault = "default: 7/8 of the free memory on Linux, else none"
	noMemoryLimit = "none"
)

// check parses the flags.
func (f *limitFlags) check() (err error) {
	if f.timeout < 0 {
		return errors.New("--timeout must not be negative")
	}
	if f.memory == "" || f.memory == noMemoryLimit {
		return nil
	}
	if f.bytes, err = command.ParseBytes(f.memory); err != nil {
		err = fmt.Errorf("--memory %w, or none for no limit", err)
	}
	return err
}

// begin returns a context that ends with the limits. Work that does not end with it is aborted, and
// the answer is unknown.
func (f *limitFlags) begin(a *app, ctx context.Context, asJSON *bool) (context.Context, context.CancelFunc, error) {
	if err := f.check(); err != nil {
		return nil, nil, err
	}
	a.limits.Overrun = a.giveUp(asJSON)
	return f.beginInBackground(a, ctx)
}

// beginInBackground is like begin for background work, which is not aborted.
func (f *limitFlags) beginInBackground(a *app, ctx context.Context) (context.Context, context.CancelFunc, error) {
	if err := f.check(); err != nil {
		return nil, nil, err
	}
	f.Limits = &a.limits
	f.Time, f.Memory = f.timeout, f.bytes
	if f.memory == "" {
		f.Memory = engine.DefaultMemory()
		a.defaultMemory, f.Undivided = f.Memory, true
	}
	ctx, cancel := f.Limits.Begin(ctx)
	a.ctx = ctx
	return ctx, cancel, nil
}

// searchFlags are the settings shared by the commands that search.
type searchFlags struct {
	limitFlags
	progressFlags
	workers  int
	symmetry string
	stats    bool
}

func (f *searchFlags) register(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.workers, "workers", 0, "the `number` of processors to use (default: all; the engine constraint: 1)")
	f.limitFlags.register(cmd, notKnownPast)
	cmd.Flags().StringVar(&f.symmetry, "symmetry", "on", "detect and exploit interchangeable values: `on` or off")
	cmd.Flags().BoolVar(&f.stats, "stats", false, "print statistics to standard error")
	f.progressFlags.register(cmd)
}

// apply sets the flags in a question, except for the memory, which depends on what is left after
// the problem was read.
func (f *searchFlags) apply(q *engine.Question) error {
	if f.workers < 0 {
		return fmt.Errorf("--workers must not be negative")
	}
	if f.workers > engine.MaxWorkers {
		return fmt.Errorf("--workers must be at most %d", engine.MaxWorkers)
	}
	if f.symmetry != "on" && f.symmetry != "off" {
		return fmt.Errorf("--symmetry is on or off, not %q", f.symmetry)
	}
	if err := f.progressFlags.check(); err != nil {
		return err
	}
	q.Workers, q.Symmetry = f.workers, f.symmetry == "on"
	return f.limitFlags.check()
}

// memoryHint prints a hint if the default memory limit ended the work.
func (a *app) memoryHint(w io.Writer, code int) {
	if a.defaultMemory == 0 || code != command.ExitUnknown && code != command.ExitFeasible || !a.limits.MemoryReached() {
		return
	}
	hint := "--memory gives another limit, or none"
	if a.canDisk {
		hint += ", and with --disk DIR search for shortest plans goes on in files"
	}
	fmt.Fprintf(w, "farbank: the memory limit was %s, seven eighths of what the machine had left; %s\n", bytesText(a.defaultMemory), hint)
}

// progress returns a callback that maintains a status line on a terminal once the work lasts over a
// second, and a function that clears the line.
func (a *app) progress(f *searchFlags, p *farbank.Problem) (func(engine.Progress), func()) {
	a.quiet = a.quiet || f.quiet
	return a.showProgress(p.ValueDigits())
}

// progressText formats the progress of the work on one line.
func progressText(p engine.Progress, digits int) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	rate := func(n int64) string { return grouped(int64(float64(n) / p.Elapsed.Seconds())) }
	if p.Wanted > 0 {
		add("%s of %s instances, %s tried", grouped(p.Given), grouped(p.Wanted), grouped(p.Tries))
	}
	switch {
	case p.Phase == "generate":
	case p.Phase == "read":
		add("%s moves written out", grouped(p.States))
	case p.Nodes > 0:
		add("%s nodes, %s/s", grouped(p.Nodes), rate(p.Nodes))
	default:
		add("%s states, %s/s", grouped(p.States), rate(p.States))
	}
	if p.Depth > 0 {
		add("depth %d", p.Depth)
	}
	if p.Memory > 0 {
		add("%s", bytesText(p.Memory))
	}
	if p.Disk > 0 {
		add("%s on disk", bytesText(p.Disk))
	}
	if p.Left > 0 && p.States > 0 {
		add("about %.0f s left", p.Elapsed.Seconds()*float64(p.Left)/float64(p.States))
	}
	if p.Best != nil {
		add("best %s", model.Decimal(*p.Best, digits))
	}
	if p.Bound != nil {
		add("bound %s", model.Decimal(*p.Bound, digits))
	}
	if p.Best != nil && p.Bound != nil {
		add("gap %s", model.Decimal(max(*p.Best-*p.Bound, *p.Bound-*p.Best), digits))
	}
	what := strings.TrimSpace(p.Engine + " " + p.Phase)
	if p.Phase == "read" {
		what = "reading " + p.At
	}
	return fmt.Sprintf("%s: %s, %.0f s", what, strings.Join(parts, ", "), p.Elapsed.Seconds())
}

func grouped(n int64) string { return visible.Grouped(n) }

func bytesText(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
}

// printStats writes statistics, one on each line.
func printStats(w io.Writer, s engine.Stats) {
	line := func(name string, n int64) {
		if n > 0 {
			fmt.Fprintf(w, "%-18s %s\n", name, grouped(n))
		}
	}
	fmt.Fprintf(w, "%-18s %s\n", "engine", s.Engine)
	line("states generated", s.Generated)
	line("states expanded", s.Expanded)
	line("states stored", s.Stored)
	line("search nodes", s.Nodes)
	line("depth", s.Depth)
	line("bytes a state", s.StateBytes)
	if s.Memory > 0 {
		fmt.Fprintf(w, "%-18s %s\n", "memory for states", bytesText(s.Memory))
	}
	if sec := s.Elapsed.Seconds(); s.Expanded > 0 && sec > 0 {
		line("states/s", int64(float64(s.Expanded)/sec))
	}
	for _, p := range s.Phases {
		fmt.Fprintf(w, "%-18s %s\n", "time: "+p.Name, p.Elapsed.Round(time.Microsecond))
	}
	fmt.Fprintf(w, "%-18s %s\n", "time", s.Elapsed.Round(time.Microsecond))
	for _, n := range s.Notes {
		fmt.Fprintln(w, n)
	}
}
