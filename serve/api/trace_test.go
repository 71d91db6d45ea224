package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"farbank/serve/api"
	"farbank/serve/trace"
)

// TestTraced follows requests, and the jobs that come of them, to a collector.
func TestTraced(t *testing.T) {
	type span struct {
		TraceID, SpanID, ParentSpanID, Name string
		Attributes                          []struct {
			Key   string
			Value map[string]any
		}
	}
	var mu sync.Mutex
	spans := map[string]span{}
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var doc struct {
			ResourceSpans []struct{ ScopeSpans []struct{ Spans []span } }
		}
		if err := json.NewDecoder(r.Body).Decode(&doc); err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		for _, s := range doc.ResourceSpans[0].ScopeSpans[0].Spans {
			spans[s.Name] = s
		}
	}))
	defer collector.Close()
	tracer, err := trace.FromEnv(func(name string) string { return map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": collector.URL}[name] }, "v1", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, api.Config{Tracer: tracer})
	const id = "0af7651916cd43dd8448eb211c80319c"
	parent := "00-" + id + "-b7ad6b7169203331-01"
	s.ask("POST", "/api/v1/solve", `{"example": "wolf"}`, "Traceparent", parent)
	_, _, h := s.ask("POST", "/api/v1/jobs", `{"do": "count", "example": "wolf"}`, "Traceparent", parent)
	s.want("GET", h.Get("Location")+"/events", "", 200, "event: end")
	s.want("GET", "/api/v1/nothing/here", "", 404)
	s.Close()
	tracer.Close(t.Context())
	mu.Lock()
	defer mu.Unlock()
	request, answer := spans["POST /api/v1/solve"], spans["answer solve"]
	if request.TraceID != id || request.ParentSpanID != "b7ad6b7169203331" || answer.TraceID != id || answer.ParentSpanID != request.SpanID {
		t.Errorf("%+v\n%+v", request, answer)
	}
	asked, job := spans["POST /api/v1/jobs"], spans["job count"]
	if job.TraceID != id || job.ParentSpanID != asked.SpanID || !strings.Contains(jsonOf(t, job), `"done"`) {
		t.Errorf("%+v\n%+v", asked, job)
	}
	if events := spans["GET /api/v1/jobs/{id}/events"]; events.TraceID == id || events.TraceID == "" || !strings.Contains(jsonOf(t, events), `"200"`) {
		t.Errorf("%+v", events)
	}
}

func jsonOf(t *testing.T, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
