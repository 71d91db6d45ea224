package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// figures holds the metrics for Prometheus.
type figures struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	answers  *prometheus.CounterVec
	jobs     *prometheus.CounterVec
}

func newFigures(s *Server) *figures {
	f := &figures{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "farbank_requests_total", Help: "Requests, by path and status."}, []string{"path", "status"}),
		seconds:  prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "farbank_request_seconds", Help: "Time of requests, by path.", Buckets: prometheus.ExponentialBuckets(0.0005, 3, 10)}, []string{"path"}),
		answers:  prometheus.NewCounterVec(prometheus.CounterOpts{Name: "farbank_answers_total", Help: "Questions answered: at once, from stored answers, or as a job."}, []string{"how"}),
		jobs:     prometheus.NewCounterVec(prometheus.CounterOpts{Name: "farbank_jobs_total", Help: "Jobs that ended, by state."}, []string{"state"}),
	}
	f.registry.MustRegister(f.requests, f.seconds, f.answers, f.jobs, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), &queueFigures{s, prometheus.NewDesc("farbank_queue_jobs", "Stored jobs, by state.", []string{"state"}, nil),
			prometheus.NewDesc("farbank_kept_bytes", "Stored bytes of jobs, of answers and of models.", []string{"of"}, nil)})
	return f
}

func (f *figures) handler() http.Handler {
	return promhttp.HandlerFor(f.registry, promhttp.HandlerOpts{})
}

// request counts a request by its route, since paths are unbounded.
func (f *figures) request(r *http.Request, status int, took time.Duration) {
	path := r.Pattern
	if _, p, ok := strings.Cut(path, " "); ok {
		path = p
	}
	if path == "" {
		path = "other"
	}
	f.requests.WithLabelValues(path, strconv.Itoa(status)).Inc()
	f.seconds.WithLabelValues(path).Observe(took.Seconds())
}

// queueFigures collects metrics from the database.
type queueFigures struct {
	s          *Server
	jobs, kept *prometheus.Desc
}

func (q *queueFigures) Describe(c chan<- *prometheus.Desc) {
	c <- q.jobs
	c <- q.kept
}

func (q *queueFigures) Collect(c chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	for _, f := range []struct {
		desc   *prometheus.Desc
		counts func(context.Context) (map[string]int64, error)
	}{{q.jobs, q.s.Store.Counts}, {q.kept, q.s.Store.Kept}} {
		counts, err := f.counts(ctx)
		if err != nil {
			c <- prometheus.NewInvalidMetric(f.desc, err)
			continue
		}
		for what, n := range counts { // a registry sorts them
			c <- prometheus.MustNewConstMetric(f.desc, prometheus.GaugeValue, float64(n), what)
		}
	}
}
