package trace

import (
	"encoding/hex"
	"strconv"
	"time"
)

// The documents of OTLP in JSON: trace/v1, as far as it is used.
type (
	exportDocument struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   resourceDocument `json:"resource"`
		ScopeSpans []scopeSpans     `json:"scopeSpans"`
	}
	resourceDocument struct {
		Attributes []attribute `json:"attributes"`
	}
	scopeSpans struct {
		Scope scopeDocument  `json:"scope"`
		Spans []spanDocument `json:"spans"`
	}
	scopeDocument struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
	spanDocument struct {
		TraceID string         `json:"traceId"`
		SpanID  string         `json:"spanId"`
		Parent  string         `json:"parentSpanId,omitempty"`
		Name    string         `json:"name"`
		Kind    Kind           `json:"kind"`
		Start   string         `json:"startTimeUnixNano"`
		End     string         `json:"endTimeUnixNano"`
		Values  []attribute    `json:"attributes,omitempty"`
		Status  statusDocument `json:"status"`
	}
	statusDocument struct {
		Message string `json:"message,omitempty"`
		Code    int    `json:"code,omitempty"` // 2: failed
	}
	attribute struct {
		Key   string         `json:"key"`
		Value map[string]any `json:"value"`
	}
)

func attributeOf(v value) attribute {
	switch is := v.is.(type) {
	case int:
		return attribute{v.key, map[string]any{"intValue": strconv.Itoa(is)}} // 64 bits are a text in JSON
	case bool:
		return attribute{v.key, map[string]any{"boolValue": is}}
	case string:
		return attribute{v.key, map[string]any{"stringValue": is}}
	}
	return attribute{v.key, map[string]any{"stringValue": "?"}}
}

func (s *Span) document(end time.Time) spanDocument {
	nanos := func(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }
	doc := spanDocument{TraceID: hex.EncodeToString(s.place.trace[:]), SpanID: hex.EncodeToString(s.place.span[:8]), Name: s.name, Kind: s.kind,
		Start: nanos(s.begun), End: nanos(s.begun.Add(end.Sub(s.begun)))}
	if s.parent != [16]byte{} {
		doc.Parent = hex.EncodeToString(s.parent[:8])
	}
	for _, v := range s.values {
		doc.Values = append(doc.Values, attributeOf(v))
	}
	if s.failed != "" {
		doc.Status = statusDocument{s.failed, 2}
	}
	return doc
}
