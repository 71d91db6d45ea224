package jobs

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	_ "modernc.org/sqlite"             // the driver sqlite
)

// The states of a job.
const (
	Queued    = "queued"
	Running   = "running"
	Done      = "done"
	Failed    = "failed"
	Cancelled = "cancelled"
)

// A Job is a question with its state and answer.
type Job struct {
	ID       string
	Client   string // the client that submitted it
	Digest   string // of problem and question; equal digests have equal answers
	Key      string // the idempotency key of the client; "": none
	Request  []byte // JSON
	State    string
	Owner    string // the server that works on it
	Attempts int    // number of times it was started
	Trace    string // traceparent (W3C) of the request that submitted it; "": none
	Progress []byte // JSON, the latest; nil: none
	Answer   []byte // JSON; if the job failed, the error
	Created  time.Time
	Started  time.Time // zero: not yet
	Ended    time.Time // zero: not yet
}

// Over reports whether a job has ended.
func (j *Job) Over() bool { return j.State != Queued && j.State != Running }

// ErrNotFound reports that no such job or model exists.
var ErrNotFound = errors.New("not found")

// ErrNoRoom reports that the storage of the client, or the total storage, is full.
var ErrNoRoom = errors.New("the storage is full")

// ErrFull reports that the queue holds the maximum number of jobs, in total or of one client.
var ErrFull = errors.New("the queue is full")

// ErrLost reports that another server took over a job, or that the job has ended.
var ErrLost = errors.New("another server took over the job, or the job has ended")

// A Store holds jobs, answers and models in a database.
type Store struct {
	db       *sql.DB
	postgres bool
	bounds   Bounds
}

//go:embed migrations/*.sql
var migrations embed.FS

// Open opens the database with the given name: a file, or an address postgres://... It brings the
// tables up to date.
func Open(ctx context.Context, name string) (*Store, error) {
	s := &Store{postgres: strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")}
	var err error
	if s.postgres {
		err = readable(name)
		if err == nil {
			s.db, err = sql.Open("pgx", name)
		}
	} else {
		s.db, err = openFile(name)
	}
	if err != nil {
		return nil, err
	}
	if err := s.migrate(ctx); err != nil {
		s.db.Close()
		return nil, fmt.Errorf("the database %s: %w", withoutPassword(name), err)
	}
	return s, nil
}

// readable reports whether an address of Postgres can be parsed. Its error replaces that of the
// parser, which quotes the address with its password.
func readable(name string) error {
	if _, err := pgx.ParseConfig(name); err != nil {
		return fmt.Errorf("the address of the database (%s) cannot be read; it is written postgres://USER:PASSWORD@HOST:PORT/NAME, in the password %%40 for @, %%2F for / and so on", withoutPassword(name))
	}
	return nil
}

// openFile opens a SQLite database. Writers wait for each other, but readers do not wait. Only the
// owner may read the file, since it holds users' problems and answers.
func openFile(name string) (*sql.DB, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	if err := makePrivate(path); err != nil {
		return nil, err
	}
	q := url.Values{"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(ON)"}, "_txlock": {"immediate"}}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: q.Encode()}
	return sql.Open("sqlite", u.String())
}

// makePrivate creates a file that only its owner may read and write, or removes the permissions of
// others from an existing file. SQLite gives its further files the mode of the database.
func makePrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("the database cannot be opened: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
		err = f.Chmod(info.Mode().Perm() & 0o700)
	}
	return err
}

// withoutPassword returns the name of a database without secrets. Of an address it keeps only parts
// that hold none.
func withoutPassword(name string) string {
	scheme, _, isAddress := strings.Cut(name, "://")
	if !isAddress {
		return name
	}
	u, err := url.Parse(name)
	if err != nil {
		return scheme + "://..."
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	if u.User != nil {
		shown.User = url.User(u.User.Username())
	}
	return shown.String()
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// migrate applies the missing migrations in the order of their names, each once even if several
// servers start at the same time.
func (s *Store) migrate(ctx context.Context) error {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	return s.within(ctx, func(tx *sql.Tx) error {
		if s.postgres {
			if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(7061726)`); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)`); err != nil {
			return err
		}
		if err := known(ctx, tx, names); err != nil {
			return err
		}
		for _, name := range names {
			if err := s.apply(ctx, tx, name); err != nil {
				return fmt.Errorf("%s: %w", filepath.Base(name), err)
			}
		}
		return nil
	})
}

// known returns an error if the database has migrations that this program does not know.
func known(ctx context.Context, tx *sql.Tx, names []string) error {
	last := filepath.Base(names[len(names)-1])
	var newer string
	err := tx.QueryRowContext(ctx, `SELECT coalesce(max(name), '') FROM migrations WHERE name > $1`, last).Scan(&newer)
	if err == nil && newer != "" {
		err = fmt.Errorf("it was made by a newer release of the program (its tables are those of %s, here the latest is %s): use that release, or another database", newer, last)
	}
	return err
}

func (s *Store) apply(ctx context.Context, tx *sql.Tx, name string) error {
	n := 0
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM migrations WHERE name = $1`, filepath.Base(name)).Scan(&n); err != nil || n > 0 {
		return err
	}
	text, err := migrations.ReadFile(name)
	if err != nil {
		return err
	}
	for _, statement := range strings.Split(string(text), ";\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := tx.ExecContext(ctx, s.dialect(statement)); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO migrations VALUES ($1)`, filepath.Base(name))
	return err
}

// dialect adapts a statement to the database. CLOCK is the time of the database in nanoseconds, so
// that clocks of several servers need not agree. A file is used by one host only.
func (s *Store) dialect(statement string) string {
	if s.postgres {
		return strings.NewReplacer("BLOB", "BYTEA", "CLOCK", "(extract(epoch FROM clock_timestamp()) * 1000000000)::bigint").Replace(statement)
	}
	return strings.NewReplacer(" FOR UPDATE SKIP LOCKED", "", "CLOCK", strconv.FormatInt(time.Now().UnixNano(), 10)).Replace(statement)
}

func (s *Store) within(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

// newID returns a random, unguessable identifier.
func newID() string { return strings.ToLower(rand.Text()) }

// fromStamp converts a stored time in nanoseconds; 0 is the zero time.
func fromStamp(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

// NewOwner returns a new identifier for a server that shares a queue.
func NewOwner() string { return newID() }

// String returns the kind of database, for logs.
func (s *Store) String() string {
	if s.postgres {
		return "Postgres database"
	}
	return "SQLite database"
}
