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

	"farbank/serve/trace"
)

// client is who asks, in the context of a request.
type client struct {
	name   string
	scopes []string
}

type clientKey struct{}

func clientOf(ctx context.Context) client {
	c, _ := ctx.Value(clientKey{}).(client)
	return c
}

// outer is what holds for all requests: who asks, what a browser may do with the answer, a
// line in the log, figures.
func (s *Server) outer(next http.Handler) http.Handler {
	foreign := http.NewCrossOriginProtection() // pages of other sites that browsers let through
	for _, origin := range s.Origins {
		if err := foreign.AddTrustedOrigin(origin); err != nil {
			s.Log.Error("an origin", "error", err)
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		rec := &recorder{ResponseWriter: w, control: http.NewResponseController(w), reading: s.Reading, status: http.StatusOK}
		rec.control.SetWriteDeadline(time.Time{}) // that of the request before on this connection
		ctx, span := s.Tracer.Start(trace.From(r.Context(), r.Header.Get("Traceparent")), r.Method, trace.Server)
		*r = *r.WithContext(ctx)
		if lines := r.Header["If-None-Match"]; len(lines) > 1 { // a list may be on several
			r.Header.Set("If-None-Match", strings.Join(lines, ","))
		}
		defer func() {
			if err := recover(); err != nil && err != http.ErrAbortHandler {
				s.Log.Error("a bug", "error", err, "stack", string(debug.Stack()))
				if !rec.written {
					http.Error(rec, "a bug of the server", http.StatusInternalServerError)
				}
			}
			s.figures.request(r, rec.status, time.Since(begun))
			tellRequest(span, r, rec.status)
			s.Log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("method", r.Method), slog.String("path", r.URL.Path),
				slog.Int("status", rec.status), slog.Duration("time", time.Since(begun)), slog.String("client", clientOf(r.Context()).name))
		}()
		s.headers(rec.Header(), r)
		switch {
		case !s.called(r.Host):
			http.Error(rec, "this host is not called so", http.StatusMisdirectedRequest)
			return
		case r.Method == http.MethodOptions && rec.Header().Get("Access-Control-Allow-Origin") != "":
			rec.WriteHeader(http.StatusNoContent)
			return
		}
		if err := foreign.Check(r); err != nil {
			http.Error(rec, "a page of another site asks", http.StatusForbidden)
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

// open are the paths that need no token.
var open = []string{"/healthz", "/readyz", "/openapi.json", "/openapi.yaml", "/openapi-3.0.json", "/openapi-3.0.yaml"}

// who finds out who asks.
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

// scoped lets those through that have a scope.
func (s *Server) scoped(scope string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(clientOf(r.Context()).scopes, scope) {
			http.Error(w, "the token is not for this", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// called reports whether a host is called by a name of its own.
func (s *Server) called(name string) bool {
	if s.Hosts == nil {
		return true
	}
	if host, _, err := net.SplitHostPort(name); err == nil {
		name = host
	}
	return slices.Contains(s.Hosts, strings.Trim(name, "[]"))
}

// headers say what a browser may do.
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

// tellRequest says what is to be said of a request, by the names of OpenTelemetry, and ends its
// span.
func tellRequest(span *trace.Span, r *http.Request, status int) {
	route := r.Pattern
	if _, path, ok := strings.Cut(route, " "); ok {
		route = path
	}
	if route != "" {
		span.Name(r.Method + " " + route)
		span.Set("http.route", route)
	}
	span.Set("http.request.method", r.Method)
	span.Set("url.path", r.URL.Path)
	span.Set("http.response.status_code", status)
	if status >= 500 {
		span.Fail(http.StatusText(status))
	}
	span.End()
}
