package api

import (
	"context"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/server/ask"
	"farbank/server/jobs"
)

// alone returns a server without workers.
func alone(t *testing.T, c Config) *Server {
	t.Helper()
	store, err := jobs.Open(t.Context(), filepath.Join(t.TempDir(), "jobs.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	c.Store = store
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func post(s *Server, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for k := 0; k < len(headers); k += 2 {
		r.Header.Add(headers[k], headers[k+1])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// TestStubborn checks questions that ignore their time limit: their clients get jobs, and so do all
// clients once all places are taken, until these are free again.
func TestStubborn(t *testing.T) {
	s := alone(t, Config{Jobs: 2, Soon: 10 * time.Millisecond})
	s.soon = newPlaces(2)
	end := make(chan struct{})
	s.answer = func(ctx context.Context, r *ask.Request, tell func(ask.Event)) (any, error) {
		if r.Example == "wolf" {
			return map[string]string{"status": "solved"}, nil
		}
		<-end
		return nil, ctx.Err()
	}
	hang := func() {
		t.Helper()
		if w := post(s, "/api/v1/solve", `{"example": "hanoi"}`, "Prefer", "wait=0"); w.Code != 202 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	wolf := func() int { return post(s, "/api/v1/solve", `{"example": "wolf"}`, "Prefer", "wait=0").Code }
	for range 2 {
		hang()
	}
	if code := wolf(); code != 202 {
		t.Errorf("with all places taken: %d", code)
	}
	until(t, "those that stray leave their places", func() bool { return wolf() == 200 })
	for range 2 {
		hang()
	}
	until(t, "no more stray", func() bool { return len(s.soon.free) == 2 && s.soon.strays.Load() == 2 })
	if w := post(s, "/api/v1/count", `{"example": "wolf"}`, "Prefer", "wait=0"); w.Code != 202 {
		t.Errorf("with all places taken for good: %d", w.Code)
	}
	close(end)
	until(t, "all places come back", func() bool { return len(s.soon.free) == 0 && s.soon.strays.Load() == 0 })
	if w := post(s, "/api/v1/count", `{"example": "wolf"}`, "Prefer", "wait=0"); w.Code != 200 {
		t.Errorf("with all places free: %d", w.Code)
	}
}

func until(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !f(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within the time", what)
		}
	}
}

// TestPanics checks that a panic becomes an error and that the server continues.
func TestPanics(t *testing.T) {
	s := alone(t, Config{})
	s.answer = func(context.Context, *ask.Request, func(ask.Event)) (any, error) { panic("here") }
	if w := post(s, "/api/v1/solve", `{"example": "wolf"}`); w.Code != 500 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	until(t, "its place comes back", func() bool { return len(s.soon.free) == 0 })
}

func TestTagsOnSeveralLines(t *testing.T) {
	s := alone(t, Config{})
	tag := post(s, "/api/v1/solve", `{"example": "wolf"}`).Header().Get("ETag")
	if w := post(s, "/api/v1/solve", `{"example": "wolf"}`, "If-None-Match", `"a"`, "If-None-Match", tag); w.Code != 304 {
		t.Errorf("%d", w.Code)
	}
}
