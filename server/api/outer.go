package api

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// A client is the sender of a request, as stored in its context.
type client struct {
	name   string
	scopes []string
}

type clientKey struct{}

func clientOf(ctx context.Context) client {
	c, _ := ctx.Value(clientKey{}).(client)
	return c
}

// outer wraps the handler of all requests: authentication, headers for browsers, the log and
// metrics.
func (s *Server) outer(next http.Handler) http.Handler {
	foreign := http.NewCrossOriginProtection() // refuses requests from pages of other origins
	for _, origin := range s.Origins {
		if err := foreign.AddTrustedOrigin(origin); err != nil {
			s.Log.Error("invalid origin", "error", err)
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		rec := &recorder{ResponseWriter: w, control: http.NewResponseController(w), reading: s.Reading, status: http.StatusOK}
		rec.control.SetWriteDeadline(time.Time{}) // resets that of the previous request on this connection
		ctx, span := s.Tracer.Start(traceparent.Extract(r.Context(), propagation.HeaderCarrier(r.Header)), r.Method, trace.WithSpanKind(trace.SpanKindServer))
		*r = *r.WithContext(ctx)
		if lines := r.Header["If-None-Match"]; len(lines) > 1 { // a list may have several lines
			r.Header.Set("If-None-Match", strings.Join(lines, ","))
		}
		defer func() {
			if err := recover(); err != nil && err != http.ErrAbortHandler {
				s.Log.Error("a bug", "error", err, "stack", string(debug.Stack()))
				if !rec.written {
					http.Error(rec, "internal server error", http.StatusInternalServerError)
				}
			}
			s.figures.request(r, rec.status, time.Since(begun))
			endSpan(span, r, rec.status)
			s.Log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("method", r.Method), slog.String("path", r.URL.Path),
				slog.Int("status", rec.status), slog.Duration("time", time.Since(begun)), slog.String("client", clientOf(r.Context()).name))
		}()
		s.headers(rec.Header(), r)
		switch {
		case !s.called(r.Host):
			http.Error(rec, "unknown host name", http.StatusMisdirectedRequest)
			return
		case r.Method == http.MethodOptions && rec.Header().Get("Access-Control-Allow-Origin") != "":
			rec.WriteHeader(http.StatusNoContent)
			return
		}
		if err := foreign.Check(r); err != nil {
			http.Error(rec, "cross-origin request refused", http.StatusForbidden)
			return
		}
		who, ok := s.who(r)
		if !ok {
			rec.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(rec, "a token is needed", http.StatusUnauthorized)
			return
		}
		*r = *r.WithContext(context.WithValue(r.Context(), clientKey{}, who))
		next.ServeHTTP(rec, r)
	})
}

// open lists the paths that need no token.
var open = []string{"/healthz", "/readyz", "/openapi.json", "/openapi.yaml", "/openapi-3.0.json", "/openapi-3.0.yaml"}

// who returns the client of a request, and reports whether it may send it.
func (s *Server) who(r *http.Request) (client, bool) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if s.Tokens == nil {
		return client{host, Scopes}, true
	}
	if t, ok := s.Tokens.find(r.Header.Get("Authorization")); ok {
		return client{t.Name, t.Scopes}, true
	}
	return client{name: host}, slices.Contains(open, r.URL.Path) || s.Page != nil && !strings.HasPrefix(r.URL.Path, "/api/") && r.URL.Path != "/metrics" && r.URL.Path != "/mcp"
}

// scoped wraps a handler that requires a scope.
func (s *Server) scoped(scope string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(clientOf(r.Context()).scopes, scope) {
			http.Error(w, "the token lacks the scope "+scope+"", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// called reports whether name is a name of this host.
func (s *Server) called(name string) bool {
	if s.Hosts == nil {
		return true
	}
	if host, _, err := net.SplitHostPort(name); err == nil {
		name = host
	}
	return slices.Contains(s.Hosts, strings.Trim(name, "[]"))
}

// headers sets the security headers for browsers.
func (s *Server) headers(h http.Header, r *http.Request) {
	h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if origin := r.Header.Get("Origin"); origin != "" && slices.Contains(s.Origins, origin) {
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, Prefer, If-None-Match")
		h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
		h.Set("Access-Control-Expose-Headers", "ETag, Location, Retry-After")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Add("Vary", "Origin")
	}
}

// traceparent reads and writes the header traceparent (W3C Trace Context).
var traceparent propagation.TraceContext

// parentOf returns the traceparent of the span of ctx, or "" without a span.
func parentOf(ctx context.Context) string {
	c := propagation.MapCarrier{}
	traceparent.Inject(ctx, c)
	return c.Get("traceparent")
}

// withParent returns ctx with the span of a traceparent as the parent of new spans.
func withParent(ctx context.Context, parent string) context.Context {
	return traceparent.Extract(ctx, propagation.MapCarrier{"traceparent": parent})
}

// endSpan names the span of a request by its route, sets the attributes of the semantic
// conventions of OpenTelemetry, and ends it.
func endSpan(span trace.Span, r *http.Request, status int) {
	route := r.Pattern
	if _, path, ok := strings.Cut(route, " "); ok {
		route = path
	}
	if route != "" {
		span.SetName(r.Method + " " + route)
		span.SetAttributes(attribute.String("http.route", route))
	}
	span.SetAttributes(attribute.String("http.request.method", r.Method), attribute.String("url.path", r.URL.Path),
		attribute.Int("http.response.status_code", status))
	if status >= 500 {
		span.SetStatus(codes.Error, http.StatusText(status))
	}
	span.End()
}
