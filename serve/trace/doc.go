// Package trace tells a collector what a service does, in spans of OpenTelemetry, where the
// environment names one (OTEL_EXPORTER_OTLP_ENDPOINT).
//
//	t, err := trace.FromEnv(os.Getenv, "v1.2.3", log)
//	defer t.Close(ctx)
//	ctx, span := t.Start(trace.From(ctx, r.Header.Get("traceparent")), "solve", trace.Server)
//	defer span.End()
//	span.Set("http.response.status_code", 200)
//
// Spans go out as OTLP over HTTP, in JSON, in batches; a collector that is slow or away costs
// spans, never time. The official SDK is not used: its packages make the start of every command
// slower, whether spans are wanted or not. A nil Tracer, and its spans, do nothing.
package trace
