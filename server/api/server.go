package api

import (
	"context"
	"net/http"
	"sync"
	"time"

	"farbank/server/ask"
	"farbank/server/jobs"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// A Server answers requests and works on jobs.
type Server struct {
	Config
	api     huma.API
	handler http.Handler
	figures *figures
	soon    places // for questions that are answered at once
	answer  func(context.Context, *ask.Request, func(ask.Event)) (any, error)
	wake    chan struct{} // there may be a job to claim
	owner   string

	mu      sync.Mutex
	waiting map[string][]chan struct{} // by job: the clients that wait for its end
}

// New returns a server. Its Handler answers requests; Work executes jobs.
func New(c Config) (*Server, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	c.Store.Bound(c.Stored)
	s := &Server{Config: c, soon: newPlaces(max(2, c.Jobs)), answer: ask.Answer, wake: make(chan struct{}, 1), owner: jobs.NewOwner(), waiting: map[string][]chan struct{}{}}
	mux := http.NewServeMux()
	s.api = humago.New(mux, s.openAPI())
	s.operations()
	s.figures = newFigures(s)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("GET /metrics", s.scoped("metrics", s.figures.handler()))
	if c.Agents != nil {
		mux.Handle("/mcp", s.scoped("ask", http.MaxBytesHandler(c.Agents, c.Body)))
	}
	mux.HandleFunc("/api/", s.unrouted)
	if c.Page != nil {
		mux.Handle("/", c.Page)
	} else {
		mux.HandleFunc("/", s.unrouted)
	}
	s.handler = s.outer(mux)
	return s, nil
}

// Handler returns the handler of all requests.
func (s *Server) Handler() http.Handler { return s.handler }

func (s *Server) openAPI() huma.Config {
	c := huma.DefaultConfig("Farbank", "1")
	c.Info.Description = "Questions about problems described by their state, moves, rules and goal. The documents are those of the command line's --json."
	c.DocsPath = "" // its page loads scripts from another host
	c.CreateHooks = nil
	c.Servers = []*huma.Server{{URL: "/"}}
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
	return c
}

// OpenAPI returns the description of the API in JSON.
func (s *Server) OpenAPI() ([]byte, error) { return s.api.OpenAPI().MarshalJSON() }

func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := s.Store.Ping(ctx); err != nil {
		http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
		return
	}
	w.Write([]byte("ready\n"))
}
