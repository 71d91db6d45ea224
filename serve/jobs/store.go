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
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	_ "modernc.org/sqlite"             // the driver sqlite
)

// What a job is at.
const (
	Queued    = "queued"
	Running   = "running"
	Done      = "done"
	Failed    = "failed"
	Cancelled = "cancelled"
)

// A Job is a question and what became of it.
type Job struct {
	ID       string
	Client   string // who asked
	Digest   string // of problem and question: equal ones have equal answers
	Key      string // the idempotency key of the client; "": none
	Request  []byte // JSON
	State    string
	Owner    string // who works on it
	Attempts int    // how often it was begun
	Trace    string // of the request that it came by, as W3C's traceparent; "": none
	Progress []byte // JSON, the latest; nil: none
	Answer   []byte // JSON; of a failed one the error
	Created  time.Time
	Started  time.Time // zero: not yet
	Ended    time.Time // zero: not yet
}

// Over reports whether a job has ended.
func (j *Job) Over() bool { return j.State != Queued && j.State != Running }

// ErrNotFound says that there is no such job or model.
var ErrNotFound = errors.New("not found")

// ErrNoRoom says that so much cannot be kept, of this client or in all.
var ErrNoRoom = errors.New("as much is kept as may be")

// ErrFull says that the queue holds as many jobs as it may, or as many of one client.
var ErrFull = errors.New("the queue is full")

// ErrLost says that a job is no longer held by who works on it.
var ErrLost = errors.New("the job was given to another, or has ended")

// A Store holds jobs.
type Store struct {
	db       *sql.DB
	postgres bool
	bounds   Bounds
}

//go:embed migrations/*.sql
var migrations embed.FS

// Open opens the database that a name stands for: a file, or postgres://..., and brings its
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

// readable reports whether an address of Postgres can be read. What is wrong with it is not
// said by those who read it: they quote it, and it holds a password.
func readable(name string) error {
	if _, err := pgx.ParseConfig(name); err != nil {
		return fmt.Errorf("the address of the database (%s) cannot be read; it is written postgres://USER:PASSWORD@HOST:PORT/NAME, in the password %%40 for @, %%2F for / and so on", withoutPassword(name))
	}
	return nil
}

// openFile opens a database of SQLite. Writers wait for one another; readers for nobody.
func openFile(name string) (*sql.DB, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	q := url.Values{"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(ON)"}, "_txlock": {"immediate"}}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: q.Encode()}
	return sql.Open("sqlite", u.String())
}

// withoutPassword is the name of a database as it may be printed: of an address what is known
// to hold no secret.
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

// migrate applies the migrations that have not been, in the order of their names, each once
// however many servers begin together.
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

// known reports whether all migrations that a database has had are known here.
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

// dialect writes a statement for the database at hand. CLOCK is the time there, in
// nanoseconds: servers whose clocks differ go by one. A file is used by one host only.
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

// newID is a name that nobody guesses.
func newID() string { return strings.ToLower(rand.Text()) }

// fromStamp is a time as it is kept, in nanoseconds; 0: the zero time.
func fromStamp(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

// NewOwner is a name for a server among those that share a queue.
func NewOwner() string { return newID() }

// String names the kind of database, for logs.
func (s *Store) String() string {
	if s.postgres {
		return "Postgres database"
	}
	return "SQLite database"
}
