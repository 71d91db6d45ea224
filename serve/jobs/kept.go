package jobs

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Bounds say how many bytes are kept of jobs, of answers and of models, each: in all, and of
// one client. 0: no bound.
type Bounds struct{ All, Client int64 }

// Bound sets the bounds of what is kept from now on. Where more comes, what was not used for
// longest goes.
func (s *Store) Bound(b Bounds) { s.bounds = b }

// A pile is a kind of what is kept. What its sizes come to, of each client and in all, stands
// in the table of totals: adding them up anew each time would take long.
type pile struct {
	name, key string
	order     string // by which the oldest go first
	loose     string // what may go
}

var (
	jobPile    = pile{"jobs", "id", "ended", "ended > 0 AND ended < CLOCK - 60000000000"} // a minute is for who waits for it
	answerPile = pile{"answers", "digest", "used", "1 = 1"}
	modelPile  = pile{"models", "id", "used", "used < CLOCK - 86400000000000"} // somebody was just told its name
)

// put makes room for so many bytes on a pile, and counts them. With ErrNoRoom they are counted
// all the same: who gives them up rolls back.
func (s *Store) put(ctx context.Context, tx *sql.Tx, p pile, client string, size int64) error {
	tooMuch := s.bounds.Client > 0 && size > s.bounds.Client || s.bounds.All > 0 && size > s.bounds.All
	all, err := s.count(ctx, tx, p.name+" in all", "", size) // the first: others wait here
	if err != nil {
		return err
	}
	own, err := s.count(ctx, tx, p.name, client, size)
	if err != nil {
		return err
	}
	if tooMuch { // nothing goes for what cannot be kept
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

// count adds to a total, and returns it.
func (s *Store) count(ctx context.Context, tx *sql.Tx, pile, client string, size int64) (bytes int64, err error) {
	err = tx.QueryRowContext(ctx, `INSERT INTO totals (pile, client, bytes) VALUES ($1, $2, $3)
		ON CONFLICT (pile, client) DO UPDATE SET bytes = totals.bytes + excluded.bytes RETURNING bytes`, pile, client, size).Scan(&bytes)
	return bytes, err
}

// An item is what lies on a pile.
type item struct {
	key, client string
	size        int64
}

// clear removes the oldest of a pile until so many bytes are free, and returns how many are.
func (s *Store) clear(ctx context.Context, tx *sql.Tx, p pile, need int64, of string, args ...any) (freed int64, err error) {
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

// Forget deletes jobs that ended before a time, and answers that nobody asked for since.
func (s *Store) Forget(ctx context.Context, before time.Time) error {
	age := time.Since(before).Nanoseconds()
	return s.within(ctx, func(tx *sql.Tx) error {
		for _, p := range []pile{jobPile, answerPile} {
			if err := s.forget(ctx, tx, p, age); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM totals WHERE bytes = 0 AND client <> ''`)
		return err
	})
}

func (s *Store) forget(ctx context.Context, tx *sql.Tx, p pile, age int64) error {
	if _, err := s.count(ctx, tx, p.name+" in all", "", 0); err != nil { // others wait here
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

// Answer returns what is kept for a digest.
func (s *Store) Answer(ctx context.Context, digest string) ([]byte, error) {
	return s.read(ctx, answerPile, "answer", digest)
}

// Shared returns a model that was shared.
func (s *Store) Shared(ctx context.Context, id string) ([]byte, error) {
	return s.read(ctx, modelPile, "model", id)
}

// usedEach is how exactly it is known when something was used last: writing each reading down
// would cost more than the reading.
const usedEach = time.Minute

func (s *Store) read(ctx context.Context, p pile, column, key string) (b []byte, err error) {
	var age int64
	err = s.db.QueryRowContext(ctx, s.dialect(`SELECT `+column+`, CLOCK - used FROM `+p.name+` WHERE `+p.key+` = $1`), key).Scan(&b, &age)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err == nil && age > usedEach.Nanoseconds() { // what was read is good, whether that can be written down or not
		_, _ = s.db.ExecContext(ctx, s.dialect(`UPDATE `+p.name+` SET used = CLOCK WHERE `+p.key+` = $1`), key)
	}
	return b, err
}

// Keep keeps an answer for a digest, on the account of a client. One for which there is no
// room is not kept, and one that is there already stays.
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
		return s.put(ctx, tx, answerPile, client, int64(len(answer)))
	})
	if errors.Is(err, ErrNoRoom) {
		return nil
	}
	return err
}

// Share keeps a model and returns its name. ErrNoRoom says that there is none for it.
func (s *Store) Share(ctx context.Context, client string, model []byte) (string, error) {
	id := newID()
	err := s.within(ctx, func(tx *sql.Tx) error {
		if err := s.put(ctx, tx, modelPile, client, int64(len(model))); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, s.dialect(`INSERT INTO models (id, client, model, size, created, used) VALUES ($1, $2, $3, $4, CLOCK, CLOCK)`), id, client, model, len(model))
		return err
	})
	return id, err
}

// Kept are how many bytes are kept of jobs, of answers and of models.
func (s *Store) Kept(ctx context.Context) (map[string]int64, error) {
	kept := map[string]int64{}
	for _, p := range []pile{jobPile, answerPile, modelPile} {
		var n int64
		if err := s.db.QueryRowContext(ctx, `SELECT coalesce(sum(bytes), 0) FROM totals WHERE pile = $1`, p.name+" in all").Scan(&n); err != nil {
			return nil, err
		}
		kept[p.name] = n
	}
	return kept, nil
}
