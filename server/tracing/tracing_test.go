package tracing_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"farbank/server/tracing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

func env(values map[string]string) func(string) string {
	return func(name string) string { return values[name] }
}

// TestSent checks what a collector receives.
func TestSent(t *testing.T) {
	var mu sync.Mutex
	var got collector.ExportTraceServiceRequest
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body io.Reader = r.Body
		if r.Header.Get("Content-Encoding") == "gzip" {
			body, _ = gzip.NewReader(r.Body)
		}
		b, err := io.ReadAll(body)
		mu.Lock()
		defer mu.Unlock()
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(b, &got) != nil || r.Header.Get("X-Key") != "a b" {
			t.Errorf("%s %v, header %q", r.URL.Path, err, r.Header.Get("X-Key"))
		}
	}))
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL) // the SDK reads the environment itself
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-key=a%20b")
	t.Setenv("OTEL_SERVICE_NAME", "mine")
	tracer, end, err := tracing.FromEnv(t.Context(), env(map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": server.URL}), "v1")
	if err != nil {
		t.Fatal(err)
	}
	_, span := tracer.Start(t.Context(), "solve")
	span.End()
	if err := end(t.Context()); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(got.ResourceSpans) != 1 || got.ResourceSpans[0].ScopeSpans[0].Spans[0].Name != "solve" {
		t.Fatalf("received %v", &got)
	}
	names := map[string]string{}
	for _, a := range got.ResourceSpans[0].Resource.Attributes {
		names[a.Key] = a.Value.GetStringValue()
	}
	if names["service.name"] != "mine" || names["service.version"] != "v1" {
		t.Errorf("the resource is %v", names)
	}
}

// TestSettings checks which variables disable tracing and which are refused.
func TestSettings(t *testing.T) {
	const name = "OTEL_EXPORTER_OTLP_ENDPOINT"
	for _, c := range []struct {
		set         map[string]string
		wrong, none bool
	}{
		{nil, false, true},
		{map[string]string{name: "http://localhost:1", "OTEL_SDK_DISABLED": "True"}, false, true},
		{map[string]string{name: "http://localhost:1", "OTEL_TRACES_EXPORTER": "none"}, false, true},
		{map[string]string{name: "http://localhost:1"}, false, false},
		{map[string]string{name: "http://localhost:1", "OTEL_TRACES_EXPORTER": "zipkin"}, true, false},
		{map[string]string{name: "http://localhost:1", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, true, false},
	} {
		tracer, _, err := tracing.FromEnv(t.Context(), env(c.set), "v1")
		if (err != nil) != c.wrong {
			t.Errorf("%v: error %v", c.set, err)
			continue
		}
		if err == nil {
			_, span := tracer.Start(t.Context(), "x")
			if span.IsRecording() == c.none {
				t.Errorf("%v: recording is %t", c.set, span.IsRecording())
			}
		}
	}
}
