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

// Runners are those that can be named.
var Runners = []string{"prism", "flink", "spark", "dataflow", "universal"}

// ErrLost says that a worker process ended before its work.
var ErrLost = errors.New("a worker process was lost")

// ErrSlow says that a job took longer than it may.
var ErrSlow = errors.New("the time limit of a job was reached")

// Options say where jobs run.
type Options struct {
	Runner  string
	Workers int           // processes beside this one, with prism; 0: this one
	Command []string      // what starts one: the program and its arguments
	Limit   time.Duration // of a job; 0: none
	Retries int           // how often a job that is lost, slow or has failed is run again
	Log     io.Writer     // what Beam logs; nil: nowhere
	Tell    func(string)  // is told why a job is run again; may be nil
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

// reachable says early that nobody answers at an endpoint: Beam waits for minutes.
func reachable(ctx context.Context, endpoint string) error {
	if endpoint == "" {
		return nil
	}
	d := net.Dialer{Timeout: 10 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", endpoint)
	if err != nil {
		return fmt.Errorf("--endpoint %s: nobody answers there: %w", endpoint, err)
	}
	return conn.Close()
}

// quiet has Beam and prism log to w, errors apart nothing.
func quiet(w io.Writer) {
	if w == nil {
		w = io.Discard
	}
	h := slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelWarn})
	slog.SetDefault(slog.New(h))
	log.SetLogger(&logger{slog.New(h)})
}

// logger is where Beam's own log goes.
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

// Groups is in how many groups the steps of a job fall, each worked on by a worker of its own.
func (c *Cluster) Groups() int { return max(1, c.Workers) }

// Processes are the ids of the worker processes that run now.
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

// Group is a scope for the steps of a group.
func Group(s beam.Scope, group int) beam.Scope { return s.Scope(groupName(group)) }

func groupName(group int) string { return fmt.Sprintf("group-%03d", group) }

// Run runs a job, and runs it again if it may be that it ends well then.
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
		if c.Workers > 0 { // the job may fail before its process is seen to have ended
			time.Sleep(100 * time.Millisecond)
		}
	}
}

// once runs a job.
func (c *Cluster) once(ctx context.Context, build func(s beam.Scope)) (err error) {
	defer func() { // pipelines that cannot be made, and runners that cannot be had, are panics in Beam
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
	env.Dependencies = nil // the workers are there
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
	if ctx.Err() != nil { // prism would go on, or wait for a worker that is lost
		c.client.Cancel(context.WithoutCancel(ctx), &jobpb.CancelJobRequest{JobId: job})
	}
	return err
}

// place gives the steps of each group the environment of their worker.
func (c *Cluster) place(p *pipepb.Pipeline) {
	parts := p.GetComponents()
	var id string
	for id = range parts.Environments { // there is one
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

// within reports whether the name of a step says that it is in a scope.
func within(unique, scope string) bool {
	for ; unique != "." && unique != "/"; unique = path.Dir(unique) {
		if strings.HasPrefix(path.Base(unique), scope) {
			return true
		}
	}
	return false
}
