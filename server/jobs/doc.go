// Package jobs stores long-running questions and their answers in a database: in a SQLite file, or
// in Postgres for several servers that share one queue.
//
//	store, err := jobs.Open(ctx, "jobs.db")
//	if err != nil {
//		return err
//	}
//	defer store.Close()
//	id, err := store.Submit(ctx, jobs.Job{Client: "a", Digest: d, Request: question})
//
// A job is queued, then running, then done, failed or cancelled. Only its owner can end it. An
// owner without signs of life loses it to the queue, so no job is lost and none is answered twice.
// The queue is fair: the client with the fewest running jobs is next.
package jobs
