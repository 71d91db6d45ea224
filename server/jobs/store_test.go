package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"farbank/server/jobs"
)

// databases returns the databases to test: a file and, if FARBANK_POSTGRES is set, a new schema of
// Postgres.
func databases(t *testing.T) map[string]string {
	t.Helper()
	list := map[string]string{"sqlite": filepath.Join(t.TempDir(), "a b.db")}
	if url := os.Getenv("FARBANK_POSTGRES"); url != "" {
		list["postgres"] = jobs.Schema(t, url)
	}
	return list
}

func TestStore(t *testing.T) {
	for kind, name := range databases(t) {
		t.Run(kind, func(t *testing.T) { testStore(t, name) })
	}
}

func testStore(t *testing.T, name string) {
	ctx := context.Background()
	s, err := jobs.Open(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	room := jobs.Room{All: 5, Client: 3}
	submit := func(client, key string) *jobs.Job {
		t.Helper()
		j, err := s.Submit(ctx, jobs.Job{Client: client, Digest: "d", Key: key, Request: []byte(`{"do":"solve"}`)}, room)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	a1, a2, b1 := submit("a", "k"), submit("a", ""), submit("b", "k")
	if again := submit("a", "k"); again.ID != a1.ID {
		t.Errorf("the same key gives another job")
	}
	submit("a", "")
	if _, err := s.Submit(ctx, jobs.Job{Client: "a", Request: []byte("{}")}, room); !errors.Is(err, jobs.ErrFull) {
		t.Errorf("a fourth job of a client: %v", err)
	}
	claim := func(owner string) *jobs.Job {
		t.Helper()
		j, err := s.Claim(ctx, owner)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	if j := claim("x"); j.ID != a1.ID || j.Attempts != 1 || j.State != jobs.Running {
		t.Errorf("the first is %+v", j)
	}
	if j := claim("x"); j.ID != b1.ID { // a client with a running job waits for the others
		t.Errorf("the second is %+v", j)
	}
	if err := s.Finish(ctx, a1.ID, "y", jobs.Done, nil); !errors.Is(err, jobs.ErrLost) {
		t.Errorf("another ends it: %v", err)
	}
	if err := s.Alive(ctx, a1.ID, "x", []byte(`{"n":1}`)); err != nil {
		t.Error(err)
	}
	if err := s.Finish(ctx, a1.ID, "x", jobs.Done, []byte("{}")); err != nil {
		t.Error(err)
	}
	if j, err := s.Get(ctx, a1.ID); err != nil || !j.Over() || !bytes.Equal(j.Answer, []byte("{}")) || string(j.Progress) != `{"n":1}` || j.Ended.IsZero() {
		t.Errorf("it is %+v, %v", j, err)
	}
	if j, err := s.Cancel(ctx, a2.ID); err != nil || j.State != jobs.Cancelled {
		t.Errorf("cancelled: %+v, %v", j, err)
	}
	if n, err := s.Recover(ctx, time.Hour, 3); n != 0 || err != nil {
		t.Errorf("recovered too early: %d, %v", n, err)
	}
	if n, err := s.Recover(ctx, -time.Second, 3); n != 1 || err != nil {
		t.Errorf("recovered: %d, %v", n, err)
	}
	if err := s.Finish(ctx, b1.ID, "x", jobs.Done, nil); !errors.Is(err, jobs.ErrLost) {
		t.Errorf("the one that was silent ends it: %v", err)
	}
	for range 2 {
		j := claim("y")
		if err := s.Finish(ctx, j.ID, "y", jobs.Failed, nil); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Claim(ctx, "y"); !errors.Is(err, jobs.ErrNotFound) {
		t.Errorf("an empty queue gives %v", err)
	}
	if err := errors.Join(s.Keep(ctx, "a", "d", []byte("1")), s.Keep(ctx, "b", "d", []byte("2"))); err != nil {
		t.Error(err)
	}
	if b, err := s.Answer(ctx, "d"); err != nil || string(b) != "1" {
		t.Errorf("kept: %s, %v", b, err)
	}
	if err := s.Forget(ctx, time.Now().Add(time.Hour)); err != nil {
		t.Error(err)
	}
	if _, err := s.Get(ctx, a1.ID); !errors.Is(err, jobs.ErrNotFound) {
		t.Errorf("forgotten: %v", err)
	}
}

// TestTogether checks that several servers with one queue do each job once.
func TestTogether(t *testing.T) {
	for kind, name := range databases(t) {
		t.Run(kind, func(t *testing.T) { testTogether(t, name) })
	}
}

func testTogether(t *testing.T, name string) {
	ctx := context.Background()
	const servers, each = 4, 25
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := map[string]string{}
	for k := range servers {
		s, err := jobs.Open(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		owner := fmt.Sprint("owner", k)
		wg.Go(func() {
			for range each {
				if _, err := s.Submit(ctx, jobs.Job{Client: owner, Digest: owner, Request: []byte("{}")}, jobs.Room{}); err != nil {
					t.Error(err)
				}
			}
			for {
				j, err := s.Claim(ctx, owner)
				if errors.Is(err, jobs.ErrNotFound) {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
				if err := s.Finish(ctx, j.ID, owner, jobs.Done, nil); err != nil {
					t.Error(err)
				}
				mu.Lock()
				if done[j.ID] != "" {
					t.Errorf("%s was done by %s and %s", j.ID, done[j.ID], owner)
				}
				done[j.ID] = owner
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(done) != servers*each {
		t.Errorf("%d jobs were done", len(done))
	}
}

// TestPrivate checks that only the owner may read the files of a database, even if it was created
// readable by everybody.
func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	dir := t.TempDir()
	open := filepath.Join(dir, "open.db")
	if err := os.WriteFile(open, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{open, filepath.Join(dir, "new.db")} {
		s, err := jobs.Open(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 4 { // each database has a log
		t.Fatal(files, err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v (%v)", f.Name(), info.Mode(), err)
		}
	}
}
