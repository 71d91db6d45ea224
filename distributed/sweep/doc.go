// Package sweep answers many questions about one problem: the same text with different data or
// parameters. Workers answer the questions in chunks and write the answers of each chunk to a file,
// so that finished answers survive the loss of a worker.
package sweep
