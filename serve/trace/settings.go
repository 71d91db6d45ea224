package trace

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// FromEnv returns the tracer that the environment asks for, by the variables of
// OpenTelemetry; nil: none.
func FromEnv(env func(string) string, version string, log *slog.Logger) (*Tracer, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	of := func(name string) string { // what is said of traces goes before what is said of all
		if v := env("OTEL_EXPORTER_OTLP_TRACES_" + name); v != "" {
			return v
		}
		return env("OTEL_EXPORTER_OTLP_" + name)
	}
	exporter := env("OTEL_TRACES_EXPORTER")
	if strings.EqualFold(env("OTEL_SDK_DISABLED"), "true") || exporter == "none" || of("ENDPOINT") == "" {
		return nil, nil
	}
	if exporter != "" && exporter != "otlp" {
		return nil, fmt.Errorf("OTEL_TRACES_EXPORTER=%s: there are otlp and none", exporter)
	}
	switch p := of("PROTOCOL"); p {
	case "", "http/json":
	case "http/protobuf": // the usual default; collectors take JSON at the same address
		log.Warn("spans go out as http/json, which is all there is; collectors take it at the same address", "OTEL_EXPORTER_OTLP_PROTOCOL", p)
	default:
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL=%s: there is http/json only; collectors take it at port 4318", p)
	}
	t := &Tracer{log: log, queue: make(chan spanDocument, mostWaiting), done: make(chan struct{}), left: make(chan struct{}), scope: scopeDocument{"farbank", version}}
	for _, set := range []func() error{
		func() error {
			return t.setAddress(env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), env("OTEL_EXPORTER_OTLP_ENDPOINT"))
		},
		func() error { return t.setHeaders(of("HEADERS")) },
		func() error { return t.setClient(of("TIMEOUT"), of("CERTIFICATE")) },
		func() error { return t.setSampler(env("OTEL_TRACES_SAMPLER"), env("OTEL_TRACES_SAMPLER_ARG")) },
		func() error { return t.setEach(env("OTEL_BSP_SCHEDULE_DELAY")) },
		func() error {
			return t.setResource(env("OTEL_SERVICE_NAME"), env("OTEL_RESOURCE_ATTRIBUTES"), version)
		},
	} {
		if err := set(); err != nil {
			return nil, err
		}
	}
	t.compress = of("COMPRESSION") == "gzip"
	go t.work()
	return t, nil
}

func (t *Tracer) setAddress(traces, all string) error {
	name, text := "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", traces
	if traces == "" {
		name, text = "OTEL_EXPORTER_OTLP_ENDPOINT", strings.TrimSuffix(all, "/")+"/v1/traces"
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return errors.New(name + " is no address; it is written http://localhost:4318")
	}
	t.address = text
	return nil
}

func (t *Tracer) setHeaders(list string) error {
	pairs, err := readPairs(list)
	if err != nil {
		return fmt.Errorf("OTEL_EXPORTER_OTLP_HEADERS: %w", err)
	}
	t.headers = http.Header{}
	for _, p := range pairs {
		t.headers.Set(p.key, p.is.(string))
	}
	return nil
}

// readPairs reads KEY=VALUE,..., with values as in addresses.
func readPairs(list string) (pairs []value, err error) {
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		key, text, ok := strings.Cut(part, "=")
		text, err := url.PathUnescape(strings.TrimSpace(text))
		if !ok || err != nil || strings.TrimSpace(key) == "" {
			return nil, errors.New("it is written KEY=VALUE,KEY=VALUE")
		}
		pairs = append(pairs, value{strings.TrimSpace(key), text})
	}
	return pairs, nil
}

// milliseconds reads a time as the variables have it.
func milliseconds(name, text string, or time.Duration) (time.Duration, error) {
	if text == "" {
		return or, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 3_600_000 {
		return 0, fmt.Errorf("%s=%s: milliseconds are needed", name, text)
	}
	return time.Duration(n) * time.Millisecond, nil
}

func (t *Tracer) setClient(timeout, certificate string) (err error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if certificate != "" {
		pem, err := os.ReadFile(certificate)
		if err != nil {
			return fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: %s has no certificate in PEM", certificate)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	}
	t.client = &http.Client{Transport: transport}
	t.client.Timeout, err = milliseconds("OTEL_EXPORTER_OTLP_TIMEOUT", timeout, 10*time.Second)
	return err
}

func (t *Tracer) setEach(delay string) (err error) {
	t.each, err = milliseconds("OTEL_BSP_SCHEDULE_DELAY", delay, 5*time.Second)
	return err
}

func (t *Tracer) setSampler(name, arg string) error {
	kind, byParent := strings.CutPrefix(name, "parentbased_")
	t.byParent = byParent || name == ""
	switch kind {
	case "", "always_on":
		t.share = 1
	case "always_off":
		t.share = 0
	case "traceidratio":
		t.share = 1
		if arg == "" {
			return nil
		}
		var err error
		if t.share, err = strconv.ParseFloat(arg, 64); err != nil || !(t.share >= 0 && t.share <= 1) {
			return fmt.Errorf("OTEL_TRACES_SAMPLER_ARG=%s: a number from 0 to 1 is needed", arg)
		}
	default:
		return fmt.Errorf("OTEL_TRACES_SAMPLER=%s: there are always_on, always_off, traceidratio, and parentbased_ before each", name)
	}
	return nil
}

func (t *Tracer) setResource(service, list, version string) error {
	pairs, err := readPairs(list)
	if err != nil {
		return fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	values := map[string]string{"service.name": "farbank", "service.version": version}
	order := []string{"service.name", "service.version"}
	if service != "" {
		pairs = append(pairs, value{"service.name", service})
	}
	for _, p := range pairs {
		if _, ok := values[p.key]; !ok {
			order = append(order, p.key)
		}
		values[p.key] = p.is.(string)
	}
	for _, key := range order {
		t.resource.Attributes = append(t.resource.Attributes, attributeOf(value{key, values[key]}))
	}
	return nil
}
