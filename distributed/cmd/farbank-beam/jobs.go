package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"farbank/distributed/cluster"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// jobFlags are the flags for running jobs. The flags of Beam are added unchanged.
type jobFlags struct {
	runner  string
	workers int
	threads int
	limit   time.Duration
	timeout time.Duration
	retries int
	quiet   bool
	beamLog bool
}

// ours are flags of Beam that are not for users, or have another meaning here.
var ours = []string{"worker", "id", "logging_endpoint", "control_endpoint", "semi_persist_dir", "options", "runner", "my_flag", "dry_run", "async", "execute_async", "dot_file"}

func (f *jobFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.runner, "runner", "prism", "where jobs run: `"+strings.Join(cluster.Runners, "|")+"`; prism is this machine")
	fl.IntVar(&f.workers, "workers", 0, "prism: number of worker processes (default: this process only)")
	fl.IntVar(&f.threads, "threads", 0, "goroutines of a worker (default: its processors; local worker processes share them)")
	fl.DurationVar(&f.limit, "job-limit", 0, "the time limit of a job, such as `30m`; after it the job is run again")
	fl.DurationVar(&f.timeout, "timeout", 0, "the time limit, such as `2h`; after it the answer is unknown")
	fl.IntVar(&f.retries, "retries", 3, "number of times that a failed job, or one that lost a worker, is run again")
	fl.BoolVar(&f.quiet, "quiet", false, "do not show the progress")
	fl.BoolVar(&f.beamLog, "beam-log", false, "write the log of Beam to standard error")
	flag.VisitAll(func(g *flag.Flag) {
		if !slices.Contains(ours, g.Name) && fl.Lookup(g.Name) == nil && !strings.HasPrefix(g.Name, "test.") {
			fl.AddGoFlag(g)
			fl.Lookup(g.Name).Hidden = true
		}
	})
}

// check returns an error for invalid flags.
func (f *jobFlags) check(cmd *cobra.Command) error {
	switch {
	case !slices.Contains(cluster.Runners, f.runner):
		return usageError(cmd, "--runner %s is unknown; there are %s", f.runner, joined(cluster.Runners))
	case f.workers < 0 || f.workers > 256:
		return usageError(cmd, "--workers is 0 to 256")
	case f.threads < 0 || f.threads > 1024:
		return usageError(cmd, "--threads is 0 to 1024")
	case f.limit < 0 || f.timeout < 0 || f.retries < 0:
		return usageError(cmd, "--job-limit, --timeout and --retries must not be negative")
	case f.workers > 0 && !f.local():
		return usageError(cmd, "--workers goes with --runner prism; elsewhere the runner has its own flags")
	}
	fl := cmd.Flags()
	fl.Visit(func(p *pflag.Flag) { // Beam sends the flags that were set to the job service
		if flag.Lookup(p.Name) != nil && !slices.Contains(ours, p.Name) {
			flag.Set(p.Name, p.Value.String())
		}
	})
	return f.needs(cmd)
}

// needs returns an error if a flag that the runner requires is missing.
func (f *jobFlags) needs(cmd *cobra.Command) error {
	need := map[string][]string{"flink": {"endpoint"}, "spark": {"endpoint"}, "universal": {"endpoint"}, "dataflow": {"project", "region", "staging_location"}}
	for _, name := range need[f.runner] {
		if g := flag.Lookup(name); g != nil && g.Value.String() == "" {
			return usageError(cmd, "--runner %s needs --%s", f.runner, name)
		}
	}
	return nil
}

// local reports whether jobs run on this machine.
func (f *jobFlags) local() bool { return f.runner == "prism" && *jobopts.Endpoint == "" }

// start starts the cluster. The context ends with --timeout.
func (f *jobFlags) start(ctx context.Context, a *app) (*cluster.Cluster, context.Context, context.CancelFunc, error) {
	if f.workers > 0 && f.threads == 0 {
		f.threads = max(1, runtime.GOMAXPROCS(0)/f.workers)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, nil, nil, err
	}
	o := cluster.Options{Runner: f.runner, Workers: f.workers, Command: []string{self, serving}, Limit: f.limit, Retries: f.retries}
	var log io.Writer
	if f.beamLog {
		log = os.Stderr
	}
	o.Log = log
	o.Tell = func(text string) { fmt.Fprintf(a.err, "farbank-beam: %s\n", text) }
	ctx, cancel := f.within(ctx)
	c, err := cluster.Start(ctx, o)
	if err != nil {
		cancel()
		return nil, nil, nil, err
	}
	return c, ctx, func() { c.Close(); cancel() }, nil
}

// errTimeout is the cause of a context that ended by --timeout.
var errTimeout = fmt.Errorf("the time limit was reached: %w", context.DeadlineExceeded)

func (f *jobFlags) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if f.timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, f.timeout, errTimeout)
}
