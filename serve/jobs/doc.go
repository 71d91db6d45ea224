// Package jobs keeps questions that take long, and their answers, in a database: in a file
// by SQLite, or in Postgres for several servers that share one queue.
//
//	store, err := jobs.Open(ctx, "jobs.db")
//	if err != nil {
//		return err
//	}
//	defer store.Close()
//	id, err := store.Submit(ctx, jobs.Job{Client: "a", Digest: d, Request: question})
//
// A job is queued, then running, then done, failed or cancelled; only who holds it can end
// it, and who stops giving signs of life loses it to the queue, so that no job is lost and
// none is answered twice. The queue is fair by client: whoever has the fewest jobs running
// is next.
package jobs
