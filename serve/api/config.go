package api

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"time"

	"farbank/serve/jobs"
	"farbank/serve/trace"
	"farbank/serve/worker"
)

// A Config says how a server is run. Zero fields stand for the defaults that are told.
type Config struct {
	Store   *jobs.Store
	Tokens  *Tokens      // who may ask; nil: everybody
	Log     *slog.Logger // nil: none
	Version string

	Soon     time.Duration // how long a question is worked on at once, before it becomes a job; 0: 300 ms
	Wait     time.Duration // how long a caller waits for a job where it says nothing; 0: 10 s
	Longest  time.Duration // of a job; 0: 10 min
	Memory   int64         // bytes that a job may take; 0: 2 GiB
	Output   int64         // bytes of an answer; 0: 16 MiB
	Body     int64         // bytes of a request; 0: 1 MiB
	Jobs     int           // at once; 0: one for each processor
	Queue    int           // jobs that may wait or run; 0: 1,000
	Client   int           // of these, of one client; 0: 250
	Keep     time.Duration // how long jobs and answers are kept; 0: 7 days
	Stored   jobs.Bounds   // bytes that are kept of jobs, of answers and of models, each; 0: 2 GiB in all, 512 MiB of one client
	Reading  time.Duration // how long a caller may take to read 256 KiB of an answer; 0: 20 s
	Silent   time.Duration // without a sign of life so long a job goes back to the queue; 0: 10 s
	Attempts int           // so often a job is begun; 0: 3

	Origins []string      // other sites whose pages may ask; none: no CORS
	Hosts   []string      // names that this host is called by; nil: any
	Host    worker.Host   // how processes are started
	Tracer  *trace.Tracer // where spans go; nil: nowhere
	Page    http.Handler  // what a browser gets; nil: nothing
	Agents  http.Handler  // what agents get at /mcp; nil: nothing
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
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return nil
}

// Local reports whether an address to listen on is reached from this host only.
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

// LocalHosts are the names by which this host is called on itself. A page of another site
// whose name was made to lead here calls it by its own.
var LocalHosts = []string{"localhost", "127.0.0.1", "::1"}
