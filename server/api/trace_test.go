package api_test

import (
	"fmt"
	"testing"

	"farbank/server/api"

	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// TestTraced checks the spans of requests and of the jobs that they submit.
func TestTraced(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	provider := sdk.NewTracerProvider(sdk.WithSpanProcessor(spans))
	s := serve(t, api.Config{Tracer: provider.Tracer("test")})
	const id = "0af7651916cd43dd8448eb211c80319c"
	parent := "00-" + id + "-b7ad6b7169203331-01"
	s.ask("POST", "/api/v1/solve", `{"example": "wolf"}`, "Traceparent", parent)
	_, _, h := s.ask("POST", "/api/v1/jobs", `{"do": "count", "example": "wolf"}`, "Traceparent", parent)
	s.want("GET", h.Get("Location")+"/events", "", 200, "event: end")
	s.want("GET", "/api/v1/nothing/here", "", 404)
	s.Close()
	named := map[string]sdk.ReadOnlySpan{}
	for _, x := range spans.Ended() {
		named[x.Name()] = x
	}
	of := func(name string) (trace, span, parent string) {
		x := named[name]
		if x == nil {
			t.Fatalf("no span %q among %d", name, len(named))
		}
		return x.SpanContext().TraceID().String(), x.SpanContext().SpanID().String(), x.Parent().SpanID().String()
	}
	trace, request, above := of("POST /api/v1/solve")
	if trace != id || above != "b7ad6b7169203331" {
		t.Errorf("the request is in trace %s below %s", trace, above)
	}
	if trace, _, above := of("answer solve"); trace != id || above != request {
		t.Errorf("the answer is in trace %s below %s, not %s", trace, above, request)
	}
	_, asked, _ := of("POST /api/v1/jobs")
	if trace, _, above := of("job count"); trace != id || above != asked || !has(named["job count"], "farbank.job.state", "done") {
		t.Errorf("the job is in trace %s below %s, not %s: %v", trace, above, asked, named["job count"].Attributes())
	}
	if trace, _, _ := of("GET /api/v1/jobs/{id}/events"); trace == id || !has(named["GET /api/v1/jobs/{id}/events"], "http.response.status_code", "200") {
		t.Errorf("the events are in trace %s: %v", trace, named["GET /api/v1/jobs/{id}/events"].Attributes())
	}
}

// has reports whether a span has an attribute of this value.
func has(s sdk.ReadOnlySpan, key attribute.Key, value string) bool {
	for _, a := range s.Attributes() {
		if a.Key == key {
			return fmt.Sprint(a.Value.AsInterface()) == value
		}
	}
	return false
}
