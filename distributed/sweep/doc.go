// Package sweep answers many questions about one problem at once: the same text with other data or
// parameters each time. The questions are parted into chunks; a worker answers the questions of a
// chunk and writes the answers into a file, so that what is answered stays answered, whatever becomes
// of the worker.
package sweep
