package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/protox"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/runnerlib"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx" // the runners
	"google.golang.org/protobuf/proto"
)

// Runners lists the names of the runners.
var Runners = []string{"prism", "flink", "spark", "dataflow", "universal"}

// ErrLost reports that a worker process ended before its work was done.
var ErrLost = errors.New("a worker process was lost")

// ErrSlow reports that a job exceeded its time limit.
var ErrSlow = errors.New("the time limit of a job was reached")

// Options configure a Cluster.
type Options struct {
	Runner  string
	Workers int           // worker processes of prism; 0: this process only
	Command []string      // program and arguments of a worker process
	Limit   time.Duration // time limit of a job; 0: none
	Retries int           // number of times that a lost, slow or failed job is run again
	Log     io.Writer     // log of Beam; nil: none
	Tell    func(string)  // called with the reason when a job is run again; may be nil
}

// A Cluster runs jobs, one after another.
type Cluster struct {
	Options
	client jobpb.JobServiceClient // of prism in this process
	hosts  *hosts
	jobs   atomic.Int64
}

// Start starts a cluster.
func Start(ctx context.Context, o Options) (*Cluster, error) {
	c := &Cluster{Options: o}
	quiet(o.Log)
	if !c.Own() {
		return c, reachable(ctx, *jobopts.Endpoint)
	}
	var err error
	if c.client, err = prism.CreateJobServer(context.WithoutCancel(ctx), prism.Options{}); err != nil {
		return nil, err
	}
	if c.hosts, err = startHosts(ctx, o.Workers, o.Command, o.Log); err != nil {
		return nil, err
	}
	return c, nil
}

// reachable returns an error at once if nothing listens at an endpoint: Beam would wait for
// minutes.
func reachable(ctx context.Context, endpoint string) error {
	if endpoint == "" {
		return nil
	}
	d := net.Dialer{Timeout: 10 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", endpoint)
	if err != nil {
		return fmt.Errorf("--endpoint %s: no connection: %w", endpoint, err)
	}
	return conn.Close()
}

// quiet makes Beam and prism log warnings and errors to w.
func quiet(w io.Writer) {
	if w == nil {
		w = io.Discard
	}
	h := slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelWarn})
	slog.SetDefault(slog.New(h))
	log.SetLogger(&logger{slog.New(h)})
}

// A logger is the destination of the log of Beam.
type logger struct{ to *slog.Logger }

func (l *logger) Log(ctx context.Context, sev log.Severity, _ int, msg string) {
	level := slog.LevelDebug
	switch {
	case sev >= log.SevError:
		level = slog.LevelError
	case sev >= log.SevWarn:
		level = slog.LevelWarn
	}
	l.to.Log(ctx, level, msg)
}

// Own reports whether jobs run on prism in this process.
func (c *Cluster) Own() bool { return c.Runner == "prism" && *jobopts.Endpoint == "" }

// Groups returns the number of groups of the steps of a job. Each group has a worker of its own.
func (c *Cluster) Groups() int { return max(1, c.Workers) }

// Processes returns the process IDs of the current worker processes.
func (c *Cluster) Processes() []int {
	if c.hosts == nil {
		return nil
	}
	return c.hosts.processes()
}

// Close ends the workers.
func (c *Cluster) Close() {
	if c.hosts != nil {
		c.hosts.close()
	}
}

// Group returns the scope for the steps of a group.
func Group(s beam.Scope, group int) beam.Scope { return s.Scope(groupName(group)) }

func groupName(group int) string { return fmt.Sprintf("group-%03d", group) }

// Run runs a job. It runs the job again after errors that may not recur.
func (c *Cluster) Run(ctx context.Context, build func(s beam.Scope)) error {
	for try := 0; ; try++ {
		err := c.once(ctx, build)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case permanent(err) != nil:
			return permanent(err)
		case try >= c.Retries:
			return err
		}
		if c.Tell != nil {
			c.Tell(fmt.Sprintf("%v; the job is run again", err))
		}
		if c.Workers > 0 { // the job may fail before the end of its process is noticed
			time.Sleep(100 * time.Millisecond)
		}
	}
}

// once runs a job once.
func (c *Cluster) once(ctx context.Context, build func(s beam.Scope)) (err error) {
	defer func() { // Beam panics for invalid pipelines and unavailable runners
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if c.Limit > 0 {
		t := time.AfterFunc(c.Limit, func() { cancel(ErrSlow) })
		defer t.Stop()
	}
	p, s := beam.NewPipelineWithRoot()
	build(s)
	if !c.Own() {
		_, err = beam.Run(ctx, c.Runner, p)
	} else if err = c.hosts.ready(ctx, cancel); err == nil {
		err = c.prism(ctx, p)
	}
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// prism runs a pipeline on the prism of this process.
func (c *Cluster) prism(ctx context.Context, p *beam.Pipeline) error {
	edges, _, err := p.Build()
	if err != nil {
		return err
	}
	env, err := graphx.CreateEnvironment(ctx, graphx.URNEnvExternal, func(context.Context) string { return c.hosts.endpoint })
	if err != nil {
		return err
	}
	env.Dependencies = nil // the workers have the program already
	model, err := graphx.Marshal(edges, &graphx.Options{Environment: env})
	if err != nil {
		return err
	}
	c.place(model)
	opt := &runnerlib.JobOptions{Name: fmt.Sprintf("farbank-%d", c.jobs.Add(1)), Loopback: true, Experiments: []string{"prism_disable_sdf_split"}}
	prepared, artifacts, token, err := runnerlib.Prepare(ctx, c.client, model, opt)
	if err != nil {
		return err
	}
	if token, err = runnerlib.Stage(ctx, prepared, artifacts, os.DevNull, token); err != nil {
		return err
	}
	job, err := runnerlib.Submit(ctx, c.client, prepared, token)
	if err != nil {
		return err
	}
	err = runnerlib.WaitForCompletion(ctx, c.client, job)
	if ctx.Err() != nil { // prism would continue, or wait for a lost worker
		c.client.Cancel(context.WithoutCancel(ctx), &jobpb.CancelJobRequest{JobId: job})
	}
	return err
}

// place assigns the environment of its worker to the steps of each group.
func (c *Cluster) place(p *pipepb.Pipeline) {
	parts := p.GetComponents()
	var id string
	for id = range parts.Environments { // there is exactly one
	}
	first := parts.Environments[id]
	for g := range c.Groups() {
		env := proto.Clone(first).(*pipepb.Environment)
		payload := &pipepb.ExternalPayload{Endpoint: &pipepb.ApiServiceDescriptor{Url: c.hosts.endpoint}, Params: map[string]string{"host": groupName(g)}}
		env.Payload = protox.MustEncode(payload)
		name := id
		if g > 0 {
			name = groupName(g)
		}
		parts.Environments[name] = env
		if g == 0 {
			continue
		}
		for _, t := range parts.Transforms {
			if t.EnvironmentId != "" && within(t.UniqueName, name) {
				t.EnvironmentId = name
			}
		}
	}
}

// within reports whether the unique name of a step is in a scope.
func within(unique, scope string) bool {
	for ; unique != "." && unique != "/"; unique = path.Dir(unique) {
		if strings.HasPrefix(path.Base(unique), scope) {
			return true
		}
	}
	return false
}
