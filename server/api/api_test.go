package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"farbank/server/api"
	"farbank/server/jobs"
	"farbank/server/worker"
)

func TestMain(m *testing.M) {
	switch os.Getenv("FARBANK_WORKER") {
	case "":
		os.Setenv("FARBANK_WORKER", "works") // for the processes that are started here
		os.Exit(m.Run())
	case "server":
		fmt.Fprintln(os.Stderr, serveAlone(os.Getenv("FARBANK_DATABASE")))
		os.Exit(1)
	}
	if err := worker.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

// A service is a server under test.
type service struct {
	*httptest.Server
	t     *testing.T
	token string
}

func serve(t *testing.T, c api.Config) *service {
	t.Helper()
	if c.Store == nil {
		store, err := jobs.Open(t.Context(), filepath.Join(t.TempDir(), "jobs.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		c.Store = store
	}
	c.Host = worker.Host{Args: []string{}, Grace: time.Second}
	s, err := api.New(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { s.Work(ctx) })
	h := httptest.NewServer(s.Handler())
	t.Cleanup(func() { h.Close(); cancel(); wg.Wait() })
	return &service{Server: h, t: t}
}

// ask sends a request with headers given as name, value, ...
func (s *service) ask(method, path, body string, headers ...string) (status int, text string, h http.Header) {
	s.t.Helper()
	r, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	for k := 0; k < len(headers); k += 2 {
		r.Header.Set(headers[k], headers[k+1])
		if headers[k] == "Host" {
			r.Host = headers[k+1]
		}
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, string(b), resp.Header
}

func (s *service) want(method, path, body string, status int, parts ...string) string {
	s.t.Helper()
	got, text, _ := s.ask(method, path, body)
	if got != status {
		s.t.Errorf("%s %s %s: %d, not %d: %.500s", method, path, body, got, status, text)
	}
	for _, p := range parts {
		if !strings.Contains(text, p) {
			s.t.Errorf("%s %s %s: %s is not in %.500s", method, path, body, p, text)
		}
	}
	return text
}

func TestQuestions(t *testing.T) {
	s := serve(t, api.Config{Wait: time.Minute})
	s.want("POST", "/api/v1/solve", `{"example": "wolf"}`, 200, `"status":"solved"`, `"length":7`)
	s.want("POST", "/api/v1/solve", `{"example": "wolf", "all": true}`, 200, `{"plans":[{"cost":7`, `"given":2`)
	s.want("POST", "/api/v1/count", `{"example": "queens", "params": {"n": 6}}`, 200, `"count":4`)
	s.want("POST", "/api/v1/check", `{"source": "goal tru"}`, 422, `"line":1,"column":6`)
	s.want("POST", "/api/v1/check", `{"source": "goal true"}`, 200, `"valid":true`)
	s.want("POST", "/api/v1/format", `{"source": "goal   true"}`, 200, `"source":"goal true\n"`)
	s.want("POST", "/api/v1/explain", `{"example": "husbands", "params": {"couples": 4}}`, 200, `"relaxations"`)
	s.want("POST", "/api/v1/graph", `{"example": "wolf", "to": "dot"}`, 200, "digraph")
	s.want("POST", "/api/v1/space", `{"example": "wolf"}`, 200, `"states":10`)
	s.want("POST", "/api/v1/verify", `{"example": "wolf", "plan": "cross(goat)"}`, 200, `"valid":false`)
	s.want("POST", "/api/v1/export", `{"example": "wolf", "to": "pddl"}`, 200, `(define (domain`)
	s.want("POST", "/api/v1/play", `{"example": "wolf"}`, 200, `"choices"`)
	s.want("POST", "/api/v1/compare", `{"example": "wolf"}`, 200, `"engine":"rules"`)
	s.want("GET", "/api/v1/examples", ``, 200, `"wolf"`)
	s.want("GET", "/api/v1/examples/rollout", ``, 200, `puzzle`, `rollout-small.json`)
	s.want("GET", "/api/v1/examples/nothing", ``, 404, `"errors"`)
	s.want("GET", "/openapi.json", ``, 200, `"openapi":"3.1.0"`, `/api/v1/solve`)
	s.want("GET", "/api/v1/solve", ``, 405, `"hint":"use POST"`)
	s.want("POST", "/api/v1/solv", `{}`, 404, `did you mean /api/v1/solve?`)
	s.want("POST", "/api/v1/solve", `{"exmaple":"wolf"}`, 422, `unexpected property`, `did you mean example?`)
	s.want("GET", "/healthz", ``, 200)
	s.want("GET", "/readyz", ``, 200)
	s.want("GET", "/metrics", ``, 200, `farbank_answers_total{how="at once"}`, `farbank_queue_jobs{state="queued"} 0`)
}

func TestRefused(t *testing.T) {
	s := serve(t, api.Config{Body: 1000})
	s.want("POST", "/api/v1/solve", `{"example": "wofl"}`, 422, `did you mean wolf?`)
	s.want("POST", "/api/v1/solve", `{"example": "wolf", "wrong": 1}`, 422, `wrong`)
	s.want("POST", "/api/v1/solve", `{"example": 1}`, 422)
	s.want("POST", "/api/v1/solve", `{"example":`, 400)
	s.want("POST", "/api/v1/solve", ``, 400)
	s.want("POST", "/api/v1/solve", `{"example": "wolf", "do": "count"}`, 422)
	s.want("POST", "/api/v1/check", `{"source": "`+strings.Repeat(" ", 1000)+`"}`, 413)
	s.want("POST", "/api/v1/nothing", `{}`, 404)
	s.want("DELETE", "/api/v1/solve", ``, 405)
	s.want("GET", "/api/v1/jobs/x", ``, 404)
	s.want("GET", "/api/v1/models/x", ``, 404)
}

// lasting is a question that takes longer than the time for immediate answers.
const lasting = `{"example": "hanoi", "params": {"discs": 20}, "timeout": %v, "engine": "search"}`

func TestJobs(t *testing.T) {
	s := serve(t, api.Config{Soon: 50 * time.Millisecond})
	// A client that waits gets the answer of the job.
	s.want("POST", "/api/v1/solve", fmt.Sprintf(lasting, 0.5), 200, `the time limit was reached`)
	// A client that does not wait gets the job.
	status, text, h := s.ask("POST", "/api/v1/solve", fmt.Sprintf(lasting, 60), "Prefer", "wait=0", "Idempotency-Key", "a")
	if status != 202 || h.Get("Location") == "" {
		t.Fatalf("%d %s %v", status, text, h)
	}
	job := h.Get("Location")
	if _, _, again := s.ask("POST", "/api/v1/solve", fmt.Sprintf(lasting, 60), "Prefer", "wait=0", "Idempotency-Key", "a"); again.Get("Location") != job {
		t.Errorf("the same key gives %s, not %s", again.Get("Location"), job)
	}
	if status, _, _ := s.ask("POST", "/api/v1/solve", `{"example": "wolf"}`, "Idempotency-Key", "a"); status != 409 {
		t.Errorf("the key for another question: %d", status)
	}
	for range 100 {
		if text = s.want("GET", job, "", 200); strings.Contains(text, `"running"`) && strings.Contains(text, `"progress"`) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if !strings.Contains(text, `"progress":{`) {
		t.Errorf("the job has no progress: %s", text)
	}
	s.want("DELETE", job, "", 200, `"cancelled"`)
	s.want("GET", job+"/events", "", 200, "event: end", `"cancelled"`)
	// Events report the progress of a job.
	_, _, h = s.ask("POST", "/api/v1/jobs", `{"do": "solve", "example": "wolf"}`)
	s.want("GET", h.Get("Location")+"/events", "", 200, "event: end", `"length":7`)
	s.want("POST", "/api/v1/jobs", `{"do": "slove", "example": "wolf"}`, 422)
	_, _, h = s.ask("POST", "/api/v1/jobs", `{"do": "solve", "source": "goal tru"}`)
	s.want("GET", h.Get("Location")+"/events", "", 200, `"state":"failed"`, `"line":1`)
}

// TestLeft checks that a job is canceled if its client disconnects without knowing its ID.
func TestLeft(t *testing.T) {
	s := serve(t, api.Config{Soon: 20 * time.Millisecond})
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "POST", s.URL+"/api/v1/solve", strings.NewReader(fmt.Sprintf(lasting, 60)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if _, err := http.DefaultClient.Do(r); err == nil {
		t.Fatal("the question was answered")
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if _, text, _ := s.ask("GET", "/metrics", ""); strings.Contains(text, `farbank_queue_jobs{state="cancelled"} 1`) {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the job was not canceled")
		}
	}
}

func TestKept(t *testing.T) {
	s := serve(t, api.Config{})
	_, first, h := s.ask("POST", "/api/v1/solve", `{"example": "wolf"}`)
	if _, second, _ := s.ask("POST", "/api/v1/solve", `{"example": "wolf", "timeout": 3}`); second != first {
		t.Errorf("the question is answered again: %s, %s", first, second)
	}
	tag := h.Get("ETag")
	for list, want := range map[string]int{tag: 304, "W/" + tag: 304, `"a,b", ` + tag: 304, `W/"a" ,` + tag + `,"c"`: 304, "*": 304, `"a"`: 200, "a, " + tag: 200, strings.Trim(tag, `"`): 200, `"`: 200} {
		if status, _, _ := s.ask("POST", "/api/v1/solve", `{"example": "wolf"}`, "If-None-Match", list); status != want {
			t.Errorf("If-None-Match %s: %d, not %d", list, status, want)
		}
	}
	// An answer cut short by a limit has no tag: a later one may be better.
	if status, text, h := s.ask("POST", "/api/v1/solve", fmt.Sprintf(lasting, 0.1)); status != 200 || h.Get("ETag") != "" {
		t.Errorf("%d %s %s", status, text, h.Get("ETag"))
	}
	_, text, h := s.ask("POST", "/api/v1/models", `{"source": "goal true"}`)
	s.want("GET", h.Get("Location"), "", 200, `"source":"goal true"`)
	if !strings.Contains(text, `"id"`) {
		t.Error(text)
	}
}

func TestWhoMayAsk(t *testing.T) {
	tokens, err := api.ReadTokens(strings.NewReader("# who\nann ask,share " + api.Hash("a") + "\nbob metrics " + api.Hash("b") + "\ncid ask " + api.Hash("c") + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, api.Config{Tokens: tokens, Hosts: api.LocalHosts, Origins: []string{"https://good.example"}})
	s.want("GET", "/healthz", ``, 200)
	s.want("POST", "/api/v1/solve", `{"example": "wolf"}`, 401)
	s.token = "b"
	s.want("POST", "/api/v1/solve", `{"example": "wolf"}`, 403)
	s.want("GET", "/metrics", ``, 200)
	s.token = "a"
	s.want("POST", "/api/v1/solve", `{"example": "wolf"}`, 200)
	s.want("GET", "/metrics", ``, 403)
	_, _, h := s.ask("POST", "/api/v1/jobs", `{"do": "solve", "example": "wolf"}`)
	s.token = "c"
	s.want("GET", h.Get("Location"), ``, 404) // a job of another client
	s.want("POST", "/api/v1/models", `{"source": "goal true"}`, 403)
	if status, _, _ := s.ask("GET", "/healthz", "", "Host", "evil.example"); status != 421 {
		t.Errorf("another name: %d", status)
	}
	if _, _, h := s.ask("OPTIONS", "/api/v1/solve", "", "Origin", "https://evil.example"); h.Get("Access-Control-Allow-Origin") != "" {
		t.Error("any origin is allowed")
	}
	if status, _, h := s.ask("OPTIONS", "/api/v1/solve", "", "Origin", "https://good.example"); status != 204 || h.Get("Access-Control-Allow-Origin") == "" || h.Get("Content-Security-Policy") == "" {
		t.Errorf("the allowed origin: %d %v", status, h)
	}
	if status, _, _ := s.ask("POST", "/api/v1/solve", `{"example": "wolf"}`, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"); status != 403 {
		t.Errorf("another origin: %d", status)
	}
	for _, wrong := range []string{"ann", "ann sing " + api.Hash("a"), "ann ask 12"} {
		if _, err := api.ReadTokens(strings.NewReader(wrong)); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

func TestFull(t *testing.T) {
	s := serve(t, api.Config{Queue: 2, Jobs: 1, Soon: time.Millisecond})
	var jobs []string
	for range 2 {
		_, text, h := s.ask("POST", "/api/v1/jobs", strings.Replace(fmt.Sprintf(lasting, 60), "{", `{"do": "solve", `, 1))
		if h.Get("Location") == "" {
			t.Fatal(text)
		}
		jobs = append(jobs, h.Get("Location"))
	}
	status, text, h := s.ask("POST", "/api/v1/jobs", `{"do": "solve", "example": "wolf"}`)
	if status != 429 || h.Get("Retry-After") == "" {
		t.Errorf("%d %s %v", status, text, h)
	}
	for _, j := range jobs {
		s.want("DELETE", j, "", 200)
	}
}

// TestNoRoom shares more models than the storage limit allows.
func TestNoRoom(t *testing.T) {
	s := serve(t, api.Config{Stored: jobs.Bounds{All: 2000, Client: 1000}})
	model := `{"source": "` + strings.Repeat(" ", 600) + `"}`
	s.want("POST", "/api/v1/models", model, 201)
	s.want("POST", "/api/v1/models", model, 507, "the storage of this client")
	s.want("POST", "/api/v1/jobs", `{"do": "check", `+strings.Repeat(" ", 10)+model[1:], 202)
	s.want("POST", "/api/v1/jobs", `{"do": "check", `+model[1:], 507)
	s.want("GET", "/metrics", "", 200, `farbank_kept_bytes{of="models"} 6`)
}

// TestServerGone checks that another server continues the jobs of one that ends.
func TestServerGone(t *testing.T) {
	store, err := jobs.Open(t.Context(), filepath.Join(t.TempDir(), "jobs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	j, err := store.Submit(t.Context(), jobs.Job{Client: "a", Digest: "d", Request: []byte(`{"do": "solve", "example": "wolf"}`)}, jobs.Room{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Claim(t.Context(), "gone"); err != nil {
		t.Fatal(err)
	}
	s := serve(t, api.Config{Store: store, Silent: 200 * time.Millisecond})
	text := s.want("GET", "/api/v1/jobs/"+j.ID+"/events", "", 200, "event: end")
	var doc struct{ Attempts int }
	_, end, _ := strings.Cut(text, "event: end\ndata: ")
	if err := json.Unmarshal([]byte(strings.TrimSpace(end)), &doc); err != nil || doc.Attempts != 2 || !strings.Contains(end, `"length":7`) {
		t.Errorf("%s, %v", text, err)
	}
}
