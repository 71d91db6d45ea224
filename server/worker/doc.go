// Package worker answers a question in a separate process. The host enforces limits on its time,
// memory and output; the process may crash without harm.
//
// The host starts the program again with the hidden command worker, writes an [Order] to its
// standard input, and reads [Message] values, one on each line, from its standard output.
package worker
