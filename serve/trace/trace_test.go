package trace_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"farbank/serve/trace"
)

// A collector keeps what it is sent; it refuses so many times first.
type collector struct {
	*httptest.Server
	mu      sync.Mutex
	refuse  int
	asked   int
	headers http.Header
	spans   []span
	service string
}

type span struct {
	TraceID, SpanID, ParentSpanID, Name string
	Kind                                int
	StartTimeUnixNano, EndTimeUnixNano  string
	Attributes                          []struct {
		Key   string
		Value map[string]any
	}
	Status struct {
		Code    int
		Message string
	}
}

func collect(t *testing.T) *collector {
	c := &collector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.asked++
		if c.asked <= c.refuse {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		c.headers = r.Header
		var body io.Reader = r.Body
		if r.Header.Get("Content-Encoding") == "gzip" {
			body, _ = gzip.NewReader(r.Body)
		}
		var doc struct {
			ResourceSpans []struct {
				Resource struct {
					Attributes []struct {
						Key   string
						Value map[string]any
					}
				}
				ScopeSpans []struct{ Spans []span }
			}
		}
		if err := json.NewDecoder(body).Decode(&doc); err != nil || r.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		for _, rs := range doc.ResourceSpans {
			for _, a := range rs.Resource.Attributes {
				if a.Key == "service.name" {
					c.service, _ = a.Value["stringValue"].(string)
				}
			}
			for _, ss := range rs.ScopeSpans {
				c.spans = append(c.spans, ss.Spans...)
			}
		}
	}))
	t.Cleanup(c.Close)
	return c
}

func env(values ...string) func(string) string {
	m := map[string]string{}
	for k := 0; k < len(values); k += 2 {
		m[values[k]] = values[k+1]
	}
	return func(name string) string { return m[name] }
}

const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

func TestSpans(t *testing.T) {
	c := collect(t)
	c.refuse = 1
	tr, err := trace.FromEnv(env("OTEL_EXPORTER_OTLP_ENDPOINT", c.URL, "OTEL_SERVICE_NAME", "mine", "OTEL_EXPORTER_OTLP_HEADERS", "x-key=a%20b",
		"OTEL_EXPORTER_OTLP_COMPRESSION", "gzip"), "v1", nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, above := tr.Start(trace.From(t.Context(), parent), "above", trace.Server)
	above.Set("n", 3)
	above.Set("text", "a")
	above.Set("is", true)
	on := trace.Parent(ctx)
	_, below := tr.Start(ctx, "below", trace.Internal)
	below.Fail("it failed")
	below.End()
	below.End()
	above.End()
	tr.Close(t.Context())
	if len(c.spans) != 2 || c.service != "mine" || c.headers.Get("X-Key") != "a b" || c.asked != 2 {
		t.Fatalf("%+v, %s, %v, %d", c.spans, c.service, c.headers, c.asked)
	}
	b, a := c.spans[0], c.spans[1]
	if a.TraceID != "0af7651916cd43dd8448eb211c80319c" || a.ParentSpanID != "b7ad6b7169203331" || a.Kind != 2 || len(a.SpanID) != 16 || a.StartTimeUnixNano > a.EndTimeUnixNano {
		t.Errorf("%+v", a)
	}
	if on != "00-"+a.TraceID+"-"+a.SpanID+"-01" {
		t.Errorf("on goes %s", on)
	}
	if a.Attributes[0].Value["intValue"] != "3" || a.Attributes[1].Value["stringValue"] != "a" || a.Attributes[2].Value["boolValue"] != true {
		t.Errorf("%+v", a.Attributes)
	}
	if b.ParentSpanID != a.SpanID || b.TraceID != a.TraceID || b.Status.Code != 2 || b.Status.Message != "it failed" {
		t.Errorf("%+v", b)
	}
}

func TestNone(t *testing.T) {
	for _, e := range []func(string) string{env(), env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://h", "OTEL_SDK_DISABLED", "true"), env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://h", "OTEL_TRACES_EXPORTER", "none")} {
		tr, err := trace.FromEnv(e, "v1", nil)
		if tr != nil || err != nil {
			t.Errorf("%v, %v", tr, err)
		}
		ctx, s := tr.Start(trace.From(context.Background(), parent), "a", trace.Server)
		s.Set("a", 1)
		s.Name("b")
		s.Fail("c")
		s.End()
		tr.Close(ctx)
		if trace.Parent(ctx) != parent { // what came in goes on
			t.Errorf("on goes %s", trace.Parent(ctx))
		}
	}
}

func TestSampled(t *testing.T) {
	c := collect(t)
	count := func(values ...string) int {
		c.spans = nil
		tr, err := trace.FromEnv(env(append(values, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", c.URL+"/v1/traces")...), "v1", nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			_, s := tr.Start(t.Context(), "a", trace.Server)
			s.End()
		}
		_, s := tr.Start(trace.From(t.Context(), strings.TrimSuffix(parent, "1")+"0"), "not sampled", trace.Server)
		s.End()
		tr.Close(t.Context())
		return len(c.spans)
	}
	if n := count(); n != 1000 {
		t.Errorf("by default %d", n)
	}
	if n := count("OTEL_TRACES_SAMPLER", "always_on"); n != 1001 {
		t.Errorf("always_on %d", n)
	}
	if n := count("OTEL_TRACES_SAMPLER", "parentbased_always_off"); n != 0 {
		t.Errorf("always_off %d", n)
	}
	if n := count("OTEL_TRACES_SAMPLER", "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG", "0.25"); n < 150 || n > 350 {
		t.Errorf("a quarter is %d", n)
	}
}

// TestAway has no collector: nobody waits for it, and the end comes.
func TestAway(t *testing.T) {
	tr, err := trace.FromEnv(env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"), "v1", nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 10_000 {
		_, s := tr.Start(t.Context(), "a", trace.Server)
		s.End()
	}
	tr.Close(t.Context())
}

func TestWrongSettings(t *testing.T) {
	for _, wrong := range [][]string{{"OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"}, {"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"}, {"OTEL_EXPORTER_OTLP_HEADERS", "a"},
		{"OTEL_TRACES_SAMPLER", "some"}, {"OTEL_TRACES_SAMPLER", "traceidratio", "OTEL_TRACES_SAMPLER_ARG", "NaN"}, {"OTEL_EXPORTER_OTLP_TIMEOUT", "-1"},
		{"OTEL_RESOURCE_ATTRIBUTES", "=1"}, {"OTEL_EXPORTER_OTLP_CERTIFICATE", "/nothing"}, {"OTEL_TRACES_EXPORTER", "zipkin"}, {"OTEL_BSP_SCHEDULE_DELAY", "x"}} {
		tr, err := trace.FromEnv(env(append([]string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://h"}, wrong...)...), "v1", nil)
		if tr != nil || err == nil || !strings.Contains(err.Error(), wrong[0]) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
}

func TestParents(t *testing.T) {
	for text, ok := range map[string]bool{
		parent: true, strings.TrimSuffix(parent, "1") + "0": true, "01" + parent[2:] + "-more": true, "": false, "00-": false, parent + "-more": false, "ff" + parent[2:]: false,
		strings.ToUpper(parent): false, "00-00000000000000000000000000000000-b7ad6b7169203331-01": false, "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01": false,
		strings.Replace(parent, "0af7", "xaf7", 1): false, "01" + parent[2:] + "x": false,
	} {
		if got := trace.Parent(trace.From(context.Background(), text)); (got != "") != ok {
			t.Errorf("%q: %q", text, got)
		}
	}
}
