package jobs

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// columns are those of a job, in the order in which scan reads them.
const columns = `id, client, digest, coalesce(idempotency, ''), request, state, owner, attempts, trace, progress, answer, created, started, ended`

func scan(row interface{ Scan(...any) error }) (*Job, error) {
	var j Job
	var created, started, ended int64
	err := row.Scan(&j.ID, &j.Client, &j.Digest, &j.Key, &j.Request, &j.State, &j.Owner, &j.Attempts, &j.Trace, &j.Progress, &j.Answer, &created, &started, &ended)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	j.Created, j.Started, j.Ended = fromStamp(created), fromStamp(started), fromStamp(ended)
	return &j, err
}

// Room says how many jobs may wait: in all, and of one client. 0: no bound.
type Room struct{ All, Client int }

// Submit puts a job into the queue. One of the same client with the same key is not put
// there again: it is returned as it stands. ErrFull says that there is no room in the queue,
// ErrNoRoom none for what is to be kept.
func (s *Store) Submit(ctx context.Context, j Job, room Room) (*Job, error) {
	var kept *Job
	err := s.within(ctx, func(tx *sql.Tx) error {
		if s.postgres { // or two at once find room for one
			if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(7061727)`); err != nil {
				return err
			}
		}
		if j.Key != "" {
			var err error
			kept, err = scan(tx.QueryRowContext(ctx, `SELECT `+columns+` FROM jobs WHERE client = $1 AND idempotency = $2`, j.Client, j.Key))
			if !errors.Is(err, ErrNotFound) {
				return err
			}
		}
		if err := s.roomFor(ctx, tx, j.Client, room); err != nil {
			return err
		}
		if err := s.put(ctx, tx, jobPile, j.Client, int64(len(j.Request))); err != nil {
			return err
		}
		var err error
		kept, err = scan(tx.QueryRowContext(ctx, s.dialect(`INSERT INTO jobs (id, client, digest, idempotency, request, state, trace, size, created)
			VALUES ($1, $2, $3, $4, $5, 'queued', $6, $7, CLOCK) RETURNING `+columns),
			newID(), j.Client, j.Digest, sql.NullString{String: j.Key, Valid: j.Key != ""}, j.Request, j.Trace, len(j.Request)))
		return err
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

func (s *Store) roomFor(ctx context.Context, tx *sql.Tx, client string, room Room) error {
	var all, own int
	err := tx.QueryRowContext(ctx, `SELECT count(*), coalesce(sum(CASE WHEN client = $1 THEN 1 ELSE 0 END), 0) FROM jobs WHERE state IN ('queued', 'running')`, client).Scan(&all, &own)
	if err == nil && (room.All > 0 && all >= room.All || room.Client > 0 && own >= room.Client) {
		return ErrFull
	}
	return err
}

// Get returns a job.
func (s *Store) Get(ctx context.Context, id string) (*Job, error) {
	return scan(s.db.QueryRowContext(ctx, `SELECT `+columns+` FROM jobs WHERE id = $1`, id))
}

// Claim takes the next job of the queue for an owner: of the client that has the fewest
// running, the oldest. ErrNotFound says that there is none.
func (s *Store) Claim(ctx context.Context, owner string) (*Job, error) {
	return scan(s.db.QueryRowContext(ctx, s.dialect(`UPDATE jobs SET state = 'running', owner = $1, attempts = attempts + 1, started = CLOCK, alive = CLOCK, progress = NULL
		WHERE id = (SELECT j.id FROM jobs j WHERE j.state = 'queued'
			ORDER BY (SELECT count(*) FROM jobs r WHERE r.client = j.client AND r.state = 'running'), j.created, j.id
			LIMIT 1 FOR UPDATE SKIP LOCKED)
		AND state = 'queued' RETURNING `+columns), owner))
}

// held runs a statement that only the holder of a job may.
func (s *Store) held(ctx context.Context, statement string, args ...any) error {
	r, err := s.db.ExecContext(ctx, s.dialect(statement), args...)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return errors.Join(ErrLost, err)
	}
	return nil
}

// Alive is a sign of life of who works on a job, with how far it is (nil: as before).
func (s *Store) Alive(ctx context.Context, id, owner string, progress []byte) error {
	return s.held(ctx, `UPDATE jobs SET alive = CLOCK, progress = coalesce($1, progress) WHERE id = $2 AND owner = $3 AND state = 'running'`, progress, id, owner)
}

// Finish ends a job, done or failed, with its answer. Ended jobs that are more than may be
// kept go, the oldest first.
func (s *Store) Finish(ctx context.Context, id, owner, state string, answer []byte) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		var client string
		err := tx.QueryRowContext(ctx, s.dialect(`UPDATE jobs SET state = $1, answer = $2, size = size + $3, ended = CLOCK WHERE id = $4 AND owner = $5 AND state = 'running' RETURNING client`),
			state, answer, len(answer), id, owner).Scan(&client)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrLost
		}
		if err == nil {
			err = s.put(ctx, tx, jobPile, client, int64(len(answer)))
		}
		if errors.Is(err, ErrNoRoom) { // it was asked for: there is more than may be until others go
			return nil
		}
		return err
	})
}

// Release puts a job back into the queue, as when its server ends in order.
func (s *Store) Release(ctx context.Context, id, owner string) error {
	return s.held(ctx, `UPDATE jobs SET state = 'queued', owner = '' WHERE id = $1 AND owner = $2 AND state = 'running'`, id, owner)
}

// Cancel ends a job that has not ended.
func (s *Store) Cancel(ctx context.Context, id string) (*Job, error) {
	_, err := s.db.ExecContext(ctx, s.dialect(`UPDATE jobs SET state = 'cancelled', ended = CLOCK WHERE id = $1 AND state IN ('queued', 'running')`), id)
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, id)
}

// Recover puts jobs back into the queue whose owners gave no sign of life for a while; one
// that was begun too often fails: whoever works on it dies of it. It returns how many.
func (s *Store) Recover(ctx context.Context, silent time.Duration, attempts int) (int64, error) {
	failed := []byte(`{"errors":[{"message":"whoever worked on it ended before it did, each time"}]}`)
	if _, err := s.db.ExecContext(ctx, s.dialect(`UPDATE jobs SET state = 'failed', ended = CLOCK, answer = $1 WHERE state = 'running' AND alive < CLOCK - $2 AND attempts >= $3`),
		failed, silent.Nanoseconds(), attempts); err != nil {
		return 0, err
	}
	r, err := s.db.ExecContext(ctx, s.dialect(`UPDATE jobs SET state = 'queued', owner = '' WHERE state = 'running' AND alive < CLOCK - $1`), silent.Nanoseconds())
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// Counts are how many jobs are in each state.
func (s *Store) Counts(ctx context.Context) (map[string]int64, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT state, count(*) FROM jobs GROUP BY state`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	counts := map[string]int64{Queued: 0, Running: 0, Done: 0, Failed: 0, Cancelled: 0}
	for rows.Next() {
		var state string
		var n int64
		if err := rows.Scan(&state, &n); err != nil {
			return nil, err
		}
		counts[state] = n
	}
	return counts, rows.Err()
}
