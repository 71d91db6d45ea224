package api

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"farbank/server/ask"
	"farbank/server/jobs"
)

func TestFinal(t *testing.T) {
	for doc, want := range map[string]bool{
		`{"status":"solved"}`: true, `{"valid":true}`: true, `{"status":"unknown"}`: false, `{"complete":false}`: false,
		`{"won":false,"way":{"known":true}}`: true, `{"won":false,"way":{"known":false,"why":"the memory limit was reached"}}`: false,
	} {
		if final([]byte(doc)) != want {
			t.Errorf("%s: %v", doc, !want)
		}
	}
}

func TestPreferredIsBounded(t *testing.T) {
	s := &Server{Config: Config{Wait: time.Second, Longest: time.Minute}}
	if wait, _ := s.preferred("wait=9300000000"); wait != time.Minute {
		t.Errorf("%v", wait)
	}
}

// TestAwaitGone waits for a job that was deleted meanwhile.
func TestAwaitGone(t *testing.T) {
	store, err := jobs.Open(t.Context(), filepath.Join(t.TempDir(), "jobs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	s, err := New(Config{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.await(context.Background(), &jobs.Job{ID: "gone", State: jobs.Queued}, time.Minute); err == nil {
		t.Error("no error")
	}
	if len(s.waiting) > 0 {
		t.Error("a client still waits")
	}
}

func TestSize(t *testing.T) {
	r := &ask.Request{Plan: "12", Moves: []string{"345"}, Problem: ask.Problem{Source: "6", Files: map[string]string{"a": "78"}}}
	if n := size(r); n != 8 {
		t.Errorf("%d", n)
	}
}
