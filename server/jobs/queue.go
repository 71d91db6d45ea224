package jobs

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// columns lists the columns of a job in the order of scan.
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

// Room limits the number of queued and running jobs: in total and of one client. 0 means no limit.
type Room struct{ All, Client int }

// Submit adds a job to the queue. If the client has already submitted a job with the same key,
// Submit returns that job. The error is ErrFull if the queue is full, ErrNoRoom if the storage is
// full.
func (s *Store) Submit(ctx context.Context, j Job, room Room) (*Job, error) {
	var kept *Job
	err := s.within(ctx, func(tx *sql.Tx) error {
		if s.postgres { // otherwise two concurrent submissions may take the same place
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
		if err := s.put(ctx, tx, jobRecords, j.Client, int64(len(j.Request))); err != nil {
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

// Claim takes the next job for an owner: the oldest job of the client with the fewest running jobs.
// It returns ErrNotFound if the queue is empty.
func (s *Store) Claim(ctx context.Context, owner string) (*Job, error) {
	return scan(s.db.QueryRowContext(ctx, s.dialect(`UPDATE jobs SET state = 'running', owner = $1, attempts = attempts + 1, started = CLOCK, alive = CLOCK, progress = NULL
		WHERE id = (SELECT j.id FROM jobs j WHERE j.state = 'queued'
			ORDER BY (SELECT count(*) FROM jobs r WHERE r.client = j.client AND r.state = 'running'), j.created, j.id
			LIMIT 1 FOR UPDATE SKIP LOCKED)
		AND state = 'queued' RETURNING `+columns), owner))
}

// held executes a statement that only the owner of a job may execute.
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

// Alive records a sign of life of the owner of a job, with its progress (nil: unchanged).
func (s *Store) Alive(ctx context.Context, id, owner string, progress []byte) error {
	return s.held(ctx, `UPDATE jobs SET alive = CLOCK, progress = coalesce($1, progress) WHERE id = $2 AND owner = $3 AND state = 'running'`, progress, id, owner)
}

// Finish ends a job as done or failed, with its answer. If the storage exceeds its limit, the
// oldest ended jobs are removed.
func (s *Store) Finish(ctx context.Context, id, owner, state string, answer []byte) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		var client string
		err := tx.QueryRowContext(ctx, s.dialect(`UPDATE jobs SET state = $1, answer = $2, size = size + $3, ended = CLOCK WHERE id = $4 AND owner = $5 AND state = 'running' RETURNING client`),
			state, answer, len(answer), id, owner).Scan(&client)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrLost
		}
		if err == nil {
			err = s.put(ctx, tx, jobRecords, client, int64(len(answer)))
		}
		if errors.Is(err, ErrNoRoom) { // the client waits for this answer, so the limit may be exceeded
			return nil
		}
		return err
	})
}

// Release returns a job to the queue, for a server that shuts down.
func (s *Store) Release(ctx context.Context, id, owner string) error {
	return s.held(ctx, `UPDATE jobs SET state = 'queued', owner = '' WHERE id = $1 AND owner = $2 AND state = 'running'`, id, owner)
}

// Cancel ends a job that has not ended yet.
func (s *Store) Cancel(ctx context.Context, id string) (*Job, error) {
	_, err := s.db.ExecContext(ctx, s.dialect(`UPDATE jobs SET state = 'cancelled', ended = CLOCK WHERE id = $1 AND state IN ('queued', 'running')`), id)
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, id)
}

// Recover returns jobs to the queue whose owners gave no sign of life for a time. A job that was
// started attempts times fails, since it seems to crash its workers. Recover returns the number of
// jobs returned to the queue.
func (s *Store) Recover(ctx context.Context, silent time.Duration, attempts int) (int64, error) {
	failed := []byte(`{"errors":[{"message":"each worker ended before the job was done"}]}`)
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

// Counts returns the number of jobs in each state.
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
