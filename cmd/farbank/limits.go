package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"farbank/engine"
	"farbank/internal/visible"

	"github.com/spf13/cobra"
)

// limitFlags are the bounds on a command, --timeout and --memory, and what keeps to them.
type limitFlags struct {
	memory         string
	timeout        time.Duration
	bytes          int64 // what memory says; 0: nothing, or none
	*engine.Limits       // those of the program, once they have begun
}

// register adds the flags. What they do at the end of time or memory is told by past.
func (f *limitFlags) register(cmd *cobra.Command, past string) {
	cmd.Flags().StringVar(&f.memory, "memory", "", "the most memory to use, as in `4GiB`, or none for no limit ("+memoryDefault+"); "+past)
	cmd.Flags().DurationVar(&f.timeout, "timeout", 0, "the longest time to take, as in `30s`; "+past)
}

const (
	notKnownPast  = "past it the answer is not known"
	memoryDefault = "default: seven eighths of what the machine has left, where the system tells that, as Linux does; else none"
	noMemoryLimit = "none"
)

// check reads the flags.
func (f *limitFlags) check() (err error) {
	if f.timeout < 0 {
		return errors.New("--timeout must not be negative")
	}
	if f.memory == "" || f.memory == noMemoryLimit {
		return nil
	}
	if f.bytes, err = parseBytes(f.memory); err != nil {
		err = fmt.Errorf("%w, or none for no limit", err)
	}
	return err
}

// begin returns a context that ends with the limits. Work that does not end with it is
// given up, and the answer is not known.
func (f *limitFlags) begin(a *app, ctx context.Context, asJSON *bool) (context.Context, context.CancelFunc, error) {
	if err := f.check(); err != nil {
		return nil, nil, err
	}
	a.limits.Overrun = a.giveUp(asJSON)
	return f.beginInBackground(a, ctx)
}

// beginInBackground is begin for work beside other work, which is not given up.
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
	cmd.Flags().IntVar(&f.workers, "workers", 0, "how many processors to use (default: all; the engine constraint: 1)")
	f.limitFlags.register(cmd, notKnownPast)
	cmd.Flags().StringVar(&f.symmetry, "symmetry", "on", "use interchangeable values where the engine can: `on|off`")
	cmd.Flags().BoolVar(&f.stats, "stats", false, "print what the work came to, to standard error")
	f.progressFlags.register(cmd)
}

// apply puts the settings into a question, all but the memory: how much there is for it
// is known when the problem has been read.
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

// memoryHint says what can be done where the limit on memory that nobody has given ended the work.
func (a *app) memoryHint(w io.Writer, code int) {
	if a.defaultMemory == 0 || code != exitUnknown && code != exitFeasible || !a.limits.MemoryReached() {
		return
	}
	hint := "--memory gives another limit, or none"
	if a.canDisk {
		hint += ", and with --disk DIR search for shortest plans goes on in files"
	}
	fmt.Fprintf(w, "farbank: the memory limit was %s, seven eighths of what the machine had left; %s\n", bytesText(a.defaultMemory), hint)
}

// parseBytes reads a size as in 512MiB, 4G, 100000.
func parseBytes(s string) (int64, error) {
	units := []struct {
		suffix string
		factor float64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
		{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}, {"B", 1}, {"", 1}}
	for _, u := range units {
		if num, ok := strings.CutSuffix(s, u.suffix); ok {
			x, err := strconv.ParseFloat(strings.TrimSpace(num), 64)
			if err != nil || !(x > 0) || x*u.factor >= 1<<62 {
				break
			}
			return int64(x * u.factor), nil
		}
	}
	return 0, fmt.Errorf("--memory %s: a size is needed, as in 512MiB or 4GiB", s)
}

// progress returns a callback that keeps a line on a terminal once the work lasts
// over a second, and a function that clears the line.
func (a *app) progress(f *searchFlags) (func(engine.Progress), func()) {
	a.quiet = a.quiet || f.quiet
	return a.teller()
}

// progressText is a line that says how far the work is.
func progressText(p engine.Progress) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	rate := func(n int64) string { return grouped(int64(float64(n) / p.Elapsed.Seconds())) }
	if p.Wanted > 0 {
		add("%s of %s instances, %s looked at", grouped(p.Given), grouped(p.Wanted), grouped(p.Tries))
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
		add("best %d", *p.Best)
	}
	if p.Bound != nil {
		add("bound %d", *p.Bound)
	}
	if p.Best != nil && p.Bound != nil {
		add("gap %d", max(*p.Best-*p.Bound, *p.Bound-*p.Best))
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

// printStats writes statistics, a line a figure.
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
