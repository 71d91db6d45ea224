package jobs

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Bounds limit the stored bytes of jobs, of answers and of models separately: in total, and for
// each client. 0 means no limit.
type Bounds struct{ All, Client int64 }

// Bound sets the limits. When they are exceeded, the least recently used records are removed.
func (s *Store) Bound(b Bounds) { s.bounds = b }

// records describes a table of stored records. The table totals holds the sum of their sizes, for
// each client and in total, since computing it each time would be slow.
type records struct {
	name, key string
	order     string // column by which the oldest are removed first
	loose     string // condition for records that may be removed
}

var (
	jobRecords    = records{"jobs", "id", "ended", "ended > 0 AND ended < CLOCK - 60000000000"} // clients have a minute to read the answer
	answerRecords = records{"answers", "digest", "used", "1 = 1"}
	modelRecords  = records{"models", "id", "used", "used < CLOCK - 86400000000000"} // the client has just received its identifier
)

// put makes room for size bytes and adds them to the totals. On ErrNoRoom they have been added as
// well; the caller rolls back the transaction.
func (s *Store) put(ctx context.Context, tx *sql.Tx, p records, client string, size int64) error {
	tooMuch := s.bounds.Client > 0 && size > s.bounds.Client || s.bounds.All > 0 && size > s.bounds.All
	all, err := s.count(ctx, tx, p.name+" in all", "", size) // first, so that concurrent transactions wait here
	if err != nil {
		return err
	}
	own, err := s.count(ctx, tx, p.name, client, size)
	if err != nil {
		return err
	}
	if tooMuch { // remove nothing for a record that cannot fit
		return ErrNoRoom
	}
	freed := int64(0)
	if over := own - s.bounds.Client; s.bounds.Client > 0 && over > 0 {
		if freed, err = s.clear(ctx, tx, p, over, "client = $1", client); err != nil {
			return err
		}
		if freed < over {
			return ErrNoRoom
		}
	}
	if over := all - freed - s.bounds.All; s.bounds.All > 0 && over > 0 {
		if freed, err = s.clear(ctx, tx, p, over, "$1 = ''", ""); err != nil {
			return err
		}
		if freed < over {
			return ErrNoRoom
		}
	}
	return nil
}

// count adds to a total and returns the sum.
func (s *Store) count(ctx context.Context, tx *sql.Tx, name, client string, size int64) (bytes int64, err error) {
	err = tx.QueryRowContext(ctx, `INSERT INTO totals (pile, client, bytes) VALUES ($1, $2, $3)
		ON CONFLICT (pile, client) DO UPDATE SET bytes = totals.bytes + excluded.bytes RETURNING bytes`, name, client, size).Scan(&bytes)
	return bytes, err
}

// An item is a stored record.
type item struct {
	key, client string
	size        int64
}

// clear removes the oldest records until need bytes are free. It returns the number of freed bytes.
func (s *Store) clear(ctx context.Context, tx *sql.Tx, p records, need int64, of string, args ...any) (freed int64, err error) {
	rows, err := tx.QueryContext(ctx, s.dialect(`SELECT `+p.key+`, client, size FROM `+p.name+` WHERE `+of+` AND `+p.loose+` ORDER BY `+p.order), args...)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	var list []item
	for freed < need && rows.Next() {
		var it item
		if err := rows.Scan(&it.key, &it.client, &it.size); err != nil {
			return 0, err
		}
		list = append(list, it)
		freed += it.size
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return 0, err
	}
	for _, it := range list {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+p.name+` WHERE `+p.key+` = $1`, it.key); err != nil {
			return 0, err
		}
		if _, err := s.count(ctx, tx, p.name, it.client, -it.size); err != nil {
			return 0, err
		}
	}
	_, err = s.count(ctx, tx, p.name+" in all", "", -freed)
	return freed, err
}

// Forget deletes jobs that ended before a time, and answers that have not been used since.
func (s *Store) Forget(ctx context.Context, before time.Time) error {
	age := time.Since(before).Nanoseconds()
	return s.within(ctx, func(tx *sql.Tx) error {
		for _, p := range []records{jobRecords, answerRecords} {
			if err := s.forget(ctx, tx, p, age); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM totals WHERE bytes = 0 AND client <> ''`)
		return err
	})
}

func (s *Store) forget(ctx context.Context, tx *sql.Tx, p records, age int64) error {
	if _, err := s.count(ctx, tx, p.name+" in all", "", 0); err != nil { // so that concurrent transactions wait here
		return err
	}
	rows, err := tx.QueryContext(ctx, s.dialect(`DELETE FROM `+p.name+` WHERE `+p.order+` > 0 AND `+p.order+` < CLOCK - $1 RETURNING client, size`), age)
	if err != nil {
		return err
	}
	defer rows.Close()
	sizes, all := map[string]int64{}, int64(0)
	for rows.Next() {
		var client string
		var size int64
		if err := rows.Scan(&client, &size); err != nil {
			return err
		}
		sizes[client] += size
		all += size
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for client, size := range sizes {
		if _, err := s.count(ctx, tx, p.name, client, -size); err != nil {
			return err
		}
	}
	_, err = s.count(ctx, tx, p.name+" in all", "", -all)
	return err
}

// Answer returns the stored answer for a digest.
func (s *Store) Answer(ctx context.Context, digest string) ([]byte, error) {
	return s.read(ctx, answerRecords, "answer", digest)
}

// Shared returns a shared model.
func (s *Store) Shared(ctx context.Context, id string) ([]byte, error) {
	return s.read(ctx, modelRecords, "model", id)
}

// usedEach is the accuracy of the time of last use: storing it at each access would cost more than
// the access.
const usedEach = time.Minute

func (s *Store) read(ctx context.Context, p records, column, key string) (b []byte, err error) {
	var age int64
	err = s.db.QueryRowContext(ctx, s.dialect(`SELECT `+column+`, CLOCK - used FROM `+p.name+` WHERE `+p.key+` = $1`), key).Scan(&b, &age)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err == nil && age > usedEach.Nanoseconds() { // the result is valid even if the update fails
		_, _ = s.db.ExecContext(ctx, s.dialect(`UPDATE `+p.name+` SET used = CLOCK WHERE `+p.key+` = $1`), key)
	}
	return b, err
}

// Keep stores an answer for a digest, on the account of a client. It does nothing if there is no
// room or the digest has an answer.
func (s *Store) Keep(ctx context.Context, client, digest string, answer []byte) error {
	err := s.within(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, s.dialect(`INSERT INTO answers (digest, client, answer, size, used) VALUES ($1, $2, $3, $4, CLOCK) ON CONFLICT (digest) DO NOTHING`),
			digest, client, answer, len(answer))
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); n == 0 || err != nil {
			return err
		}
		return s.put(ctx, tx, answerRecords, client, int64(len(answer)))
	})
	if errors.Is(err, ErrNoRoom) {
		return nil
	}
	return err
}

// Share stores a model and returns its identifier. The error is ErrNoRoom if the storage is full.
func (s *Store) Share(ctx context.Context, client string, model []byte) (string, error) {
	id := newID()
	err := s.within(ctx, func(tx *sql.Tx) error {
		if err := s.put(ctx, tx, modelRecords, client, int64(len(model))); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, s.dialect(`INSERT INTO models (id, client, model, size, created, used) VALUES ($1, $2, $3, $4, CLOCK, CLOCK)`), id, client, model, len(model))
		return err
	})
	return id, err
}

// Kept returns the number of stored bytes of jobs, of answers and of models.
func (s *Store) Kept(ctx context.Context) (map[string]int64, error) {
	kept := map[string]int64{}
	for _, p := range []records{jobRecords, answerRecords, modelRecords} {
		var n int64
		if err := s.db.QueryRowContext(ctx, `SELECT coalesce(sum(bytes), 0) FROM totals WHERE pile = $1`, p.name+" in all").Scan(&n); err != nil {
			return nil, err
		}
		kept[p.name] = n
	}
	return kept, nil
}
