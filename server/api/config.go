package api

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"time"

	"farbank/server/jobs"
	"farbank/server/worker"

	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// A Config configures a server. Zero fields have the defaults given.
type Config struct {
	Store   *jobs.Store
	Tokens  *Tokens      // nil: no tokens are needed
	Log     *slog.Logger // nil: no log
	Version string

	Soon     time.Duration // time to work on a question at once before it becomes a job; 0: 300 ms
	Wait     time.Duration // time to wait for a job if the client does not specify one; 0: 10 s
	Longest  time.Duration // time limit of a job; 0: 10 min
	Memory   int64         // memory limit of a job in bytes; 0: 2 GiB
	Output   int64         // maximum bytes of an answer; 0: 16 MiB
	Body     int64         // maximum bytes of a request; 0: 1 MiB
	Jobs     int           // number of concurrent jobs; 0: one for each processor
	Queue    int           // maximum number of queued and running jobs; 0: 1,000
	Client   int           // the same for one client; 0: 250
	Keep     time.Duration // time for which jobs and answers are stored; 0: 7 days
	Stored   jobs.Bounds   // bounds on stored jobs, answers and models, each; 0: 2 GiB in total, 512 MiB for each client
	Reading  time.Duration // maximum time for reading 256 KiB of an answer; 0: 20 s
	Silent   time.Duration // time without signs of life after which a job returns to the queue; 0: 10 s
	Attempts int           // maximum number of times a job is started; 0: 3

	Origins []string     // other origins whose pages may send requests; none: no CORS
	Hosts   []string     // names of this host; nil: any
	Host    worker.Host  // starts worker processes
	Tracer  trace.Tracer // starts spans; nil means none
	Page    http.Handler // serves the page for browsers; nil: none
	Agents  http.Handler // serves agents at /mcp; nil: none
}

func (c *Config) complete() error {
	if c.Store == nil {
		return errors.New("a store is needed")
	}
	orTime := func(d *time.Duration, or time.Duration) {
		if *d == 0 {
			*d = or
		}
	}
	orTime(&c.Soon, 300*time.Millisecond)
	orTime(&c.Wait, 10*time.Second)
	orTime(&c.Longest, 10*time.Minute)
	orTime(&c.Keep, 7*24*time.Hour)
	orTime(&c.Silent, 10*time.Second)
	orTime(&c.Reading, 20*time.Second)
	orSize := func(n *int64, or int64) {
		if *n == 0 {
			*n = or
		}
	}
	orSize(&c.Memory, 2<<30)
	orSize(&c.Output, 16<<20)
	orSize(&c.Body, 1<<20)
	orSize(&c.Stored.All, 2<<30)
	orSize(&c.Stored.Client, 512<<20)
	orInt := func(n *int, or int) {
		if *n == 0 {
			*n = or
		}
	}
	orInt(&c.Jobs, runtime.NumCPU())
	orInt(&c.Queue, 1000)
	orInt(&c.Client, 250)
	orInt(&c.Attempts, 3)
	if c.Tracer == nil {
		c.Tracer = noop.Tracer{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return nil
}

// Local reports whether an address to listen on is reachable from this host only.
func Local(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// LocalHosts lists the names of this host for itself. A request for another name may come from a
// page whose domain was rebound to this host (DNS rebinding).
var LocalHosts = []string{"localhost", "127.0.0.1", "::1"}
