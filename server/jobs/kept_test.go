package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// each runs a test with a new file and, if FARBANK_POSTGRES is set, with a new schema of Postgres.
func each(t *testing.T, test func(t *testing.T, s *Store)) {
	t.Run("sqlite", func(t *testing.T) { test(t, open(t, filepath.Join(t.TempDir(), "jobs.db"))) })
	if url := os.Getenv("FARBANK_POSTGRES"); url != "" {
		t.Run("postgres", func(t *testing.T) { test(t, open(t, schema(t, url))) })
	}
}

func open(t *testing.T, name string) *Store {
	t.Helper()
	s, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// Schema exports schema to external tests.
var Schema = schema

// schema returns the address of a new schema, since tests of other packages may use the database at
// the same time. It first executes the given statements.
func schema(t *testing.T, url string, before ...string) string {
	t.Helper()
	s := open(t, url)
	name := "test" + strings.ToLower(newID())
	for _, statement := range append([]string{`CREATE SCHEMA ` + name}, before...) {
		if _, err := s.db.Exec(strings.ReplaceAll(statement, "SCHEMA_NAME", name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		last, err := Open(context.Background(), url)
		if err != nil {
			return
		}
		last.db.Exec(`DROP SCHEMA ` + name + ` CASCADE`)
		last.Close()
	})
	sign := "?"
	if strings.Contains(url, "?") {
		sign = "&"
	}
	return url + sign + "search_path=" + name + ",pg_catalog"
}

func (s *Store) must(t *testing.T, statement string, args ...any) {
	t.Helper()
	if _, err := s.db.Exec(s.dialect(statement), args...); err != nil {
		t.Fatal(err)
	}
}

// agree compares the totals with the stored records.
func (s *Store) agree(t *testing.T) {
	t.Helper()
	for _, p := range []records{jobRecords, answerRecords, modelRecords} {
		var sum, clients, all int64
		err := s.db.QueryRow(`SELECT (SELECT coalesce(sum(size), 0) FROM `+p.name+`), (SELECT coalesce(sum(bytes), 0) FROM totals WHERE pile = $1),
			(SELECT coalesce(sum(bytes), 0) FROM totals WHERE pile = $2)`, p.name, p.name+" in all").Scan(&sum, &clients, &all)
		if err != nil || sum != clients || sum != all {
			t.Errorf("%s: %d bytes are there, %d counted by client, %d in all; %v", p.name, sum, clients, all, err)
		}
	}
}

func TestAnswersAreBounded(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		s.Bound(Bounds{All: 1000, Client: 500})
		keep := func(client, digest string, size int) {
			t.Helper()
			if err := s.Keep(ctx, client, digest, make([]byte, size)); err != nil {
				t.Fatal(err)
			}
			s.agree(t)
		}
		there := func(digest string) bool {
			_, err := s.Answer(ctx, digest)
			return err == nil
		}
		keep("a", "1", 200)
		keep("a", "2", 200)
		s.must(t, `UPDATE answers SET used = used - 3600000000000`) // an hour ago
		if !there("1") {                                            // used just now
			t.Fatal("the first was removed")
		}
		keep("a", "3", 200)
		if there("2") || !there("1") || !there("3") {
			t.Error("with a limit per client: the least recently used is not the one removed")
		}
		keep("b", "4", 300)
		keep("c", "5", 400)
		if there("1") || !there("3") || !there("4") || !there("5") {
			t.Error("with a total limit: the least recently used is not the one removed")
		}
		keep("d", "6", 501)
		if there("6") || !there("3") || !there("4") || !there("5") {
			t.Error("a record that is too large is stored, or others were removed for it")
		}
		if kept, err := s.Kept(ctx); err != nil || kept["answers"] != 900 {
			t.Errorf("%v, %v", kept, err)
		}
		if err := s.Forget(ctx, time.Now().Add(time.Hour)); err != nil || there("5") {
			t.Errorf("not forgotten: %v", err)
		}
		s.agree(t)
	})
}

func TestModelsAreBounded(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		s.Bound(Bounds{All: 1000, Client: 500})
		var ids []string
		for k := range 2 {
			id, err := s.Share(ctx, "a", make([]byte, 250))
			if err != nil {
				t.Fatal(k, err)
			}
			ids = append(ids, id)
		}
		if _, err := s.Share(ctx, "a", make([]byte, 100)); !errors.Is(err, ErrNoRoom) {
			t.Errorf("a model that was just shared was removed: %v", err)
		}
		s.agree(t)
		s.must(t, `UPDATE models SET used = used - 172800000000000 WHERE id = $1`, ids[0]) // two days ago
		if _, err := s.Share(ctx, "a", make([]byte, 100)); err != nil {
			t.Errorf("an unused model was not removed: %v", err)
		}
		if _, err := s.Shared(ctx, ids[0]); !errors.Is(err, ErrNotFound) {
			t.Errorf("the oldest was not removed: %v", err)
		}
		if _, err := s.Shared(ctx, ids[1]); err != nil {
			t.Error(err)
		}
		if _, err := s.Share(ctx, "b", make([]byte, 400)); err != nil {
			t.Error(err)
		}
		if _, err := s.Share(ctx, "c", make([]byte, 300)); !errors.Is(err, ErrNoRoom) {
			t.Errorf("more than the total limit is stored: %v", err)
		}
		s.agree(t)
	})
}

func TestJobsAreBounded(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		s.Bound(Bounds{All: 10_000, Client: 1000})
		run := func(size int) *Job {
			t.Helper()
			if _, err := s.Submit(ctx, Job{Client: "a", Request: make([]byte, 10)}, Room{}); err != nil {
				t.Fatal(err)
			}
			j, err := s.Claim(ctx, "x")
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Finish(ctx, j.ID, "x", Done, make([]byte, size)); err != nil {
				t.Fatal(err)
			}
			s.agree(t)
			return j
		}
		first := run(600)
		second := run(600) // too soon to remove the first
		for _, j := range []*Job{first, second} {
			if _, err := s.Get(ctx, j.ID); err != nil {
				t.Error(err)
			}
		}
		if _, err := s.Submit(ctx, Job{Client: "a", Request: make([]byte, 10)}, Room{}); !errors.Is(err, ErrNoRoom) {
			t.Errorf("a job over the limit was accepted: %v", err)
		}
		s.must(t, `UPDATE jobs SET ended = ended - 3600000000000 WHERE id = $1`, first.ID)
		run(100)
		if _, err := s.Get(ctx, first.ID); !errors.Is(err, ErrNotFound) {
			t.Errorf("the oldest was not removed: %v", err)
		}
	})
}

// TestClock checks that queues use the clock of the database, which here is an hour ahead of the
// servers.
func TestClock(t *testing.T) {
	url := os.Getenv("FARBANK_POSTGRES")
	if url == "" {
		t.Skip("FARBANK_POSTGRES names no database")
	}
	ctx := t.Context()
	s := open(t, schema(t, url, `CREATE FUNCTION SCHEMA_NAME.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT pg_catalog.clock_timestamp() + interval ''1 hour'''`))
	if _, err := s.Submit(ctx, Job{Client: "a", Request: []byte("{}")}, Room{}); err != nil {
		t.Fatal(err)
	}
	j, err := s.Claim(ctx, "x")
	if err != nil {
		t.Fatal(err)
	}
	ahead := time.Now().Add(30 * time.Minute)
	if j.Created.Before(ahead) || j.Started.Before(ahead) {
		t.Errorf("the times are those of the server: %v, %v", j.Created, j.Started)
	}
	if n, err := s.Recover(ctx, 10*time.Second, 3); n != 0 || err != nil {
		t.Errorf("a job that was just started was returned: %d, %v", n, err)
	}
	if err := s.Finish(ctx, j.ID, "x", Done, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(ctx, time.Now().Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	if j, err = s.Get(ctx, j.ID); err != nil || j.Ended.Before(ahead) {
		t.Errorf("%+v, %v", j, err)
	}
}

func TestNewer(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		s.must(t, `INSERT INTO migrations VALUES ('999.sql')`)
		if err := s.migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "999.sql") || !strings.Contains(err.Error(), "a newer release") {
			t.Errorf("%v", err)
		}
	})
}

// TestOlder migrates a database with the tables of the first release.
func TestOlder(t *testing.T) {
	ctx := t.Context()
	name := filepath.Join(t.TempDir(), "jobs.db")
	db, err := openFile(name)
	if err != nil {
		t.Fatal(err)
	}
	first, err := migrations.ReadFile("migrations/001.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range append(strings.Split(string(first), ";\n"), `CREATE TABLE migrations (name TEXT PRIMARY KEY)`, `INSERT INTO migrations VALUES ('001.sql')`,
		`INSERT INTO jobs (id, client, digest, request, state, created) VALUES ('1', 'a', 'd', x'3132', 'queued', 1)`,
		`INSERT INTO answers VALUES ('d', x'313233', 1)`, `INSERT INTO models VALUES ('m', 'a', x'31', 7)`) {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(statement, err)
		}
	}
	db.Close()
	s := open(t, name)
	s.agree(t)
	if kept, err := s.Kept(ctx); err != nil || kept["jobs"] != 2 || kept["answers"] != 3 || kept["models"] != 1 {
		t.Errorf("%v, %v", kept, err)
	}
	if b, err := s.Shared(ctx, "m"); err != nil || string(b) != "1" {
		t.Errorf("%s, %v", b, err)
	}
}

func TestNoPassword(t *testing.T) {
	for name, want := range map[string]string{
		"postgres://u:secret@h/db":                "postgres://u@h/db",
		"postgres://u:secret@h:5432/db?x=y":       "postgres://u@h:5432/db",
		"postgres://h/db?user=u&password=secret":  "postgres://h/db",
		"postgres://u:secret@[::1/db":             "postgres://...",
		"postgres://u:sec/ret@h/db":               "postgres://...",
		"postgresql://u:secret%@h/db":             "postgresql://...",
		"postgres://u:secret\x7f@h/db":            "postgres://...",
		filepath.FromSlash("folder/secret no.db"): filepath.FromSlash("folder/secret no.db"),
	} {
		if got := withoutPassword(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
		if !strings.HasPrefix(name, "postgres") {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		_, err := Open(ctx, strings.Replace(name, "@h", "@127.0.0.1:1", 1))
		cancel()
		if text := fmt.Sprint(err); err == nil || strings.Contains(text, "secret") || strings.Contains(text, "sec/") || strings.Contains(text, "ret@") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
