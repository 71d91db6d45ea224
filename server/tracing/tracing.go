// Package tracing sets up OpenTelemetry from the environment variables that its specification
// defines.
//
//	tracer, end, err := tracing.FromEnv(ctx, os.Getenv, "v1.2.3")
//	...
//	defer end(ctx)
//
// Spans are sent as OTLP over HTTP (protobuf) in batches. A slow collector costs spans, not time.
package tracing

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// FromEnv returns a tracer that exports spans to the collector that OTEL_EXPORTER_OTLP_ENDPOINT or
// OTEL_EXPORTER_OTLP_TRACES_ENDPOINT names. The tracer does nothing without these, with
// OTEL_SDK_DISABLED=true or with OTEL_TRACES_EXPORTER=none. The SDK reads the other variables:
// headers, timeout, certificate, compression, sampler, batching, and resource attributes. end sends
// the remaining spans. FromEnv returns an error for a protocol or an exporter other than OTLP over
// HTTP.
func FromEnv(ctx context.Context, env func(string) string, version string) (tracer trace.Tracer, end func(context.Context) error, err error) {
	none := func(context.Context) error { return nil }
	exporter := env("OTEL_TRACES_EXPORTER")
	if strings.EqualFold(env("OTEL_SDK_DISABLED"), "true") || exporter == "none" ||
		env("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		return noop.Tracer{}, none, nil
	}
	if exporter != "" && exporter != "otlp" {
		return nil, none, fmt.Errorf("OTEL_TRACES_EXPORTER=%s: the exporters are otlp and none", exporter)
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"} {
		if p := env(name); p != "" && p != "http/protobuf" {
			return nil, none, fmt.Errorf("%s=%s: the only protocol is http/protobuf", name, p)
		}
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"} {
		u, err := url.Parse(env(name))
		if env(name) != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
			return nil, none, fmt.Errorf("%s is not an address such as http://localhost:4318", name)
		}
	}
	sender, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, none, fmt.Errorf("tracing: %w", err)
	}
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "farbank"), attribute.String("service.version", version)), resource.WithFromEnv())
	if err != nil {
		return nil, none, fmt.Errorf("tracing: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(sender), sdk.WithResource(about))
	return provider.Tracer("farbank", trace.WithInstrumentationVersion(version)), provider.Shutdown, nil
}
