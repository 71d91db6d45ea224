// Package api is the service: questions about problems over HTTP, as docs/api.md has it.
//
// What is answered within a moment is answered in this process; anything longer becomes a
// job in a queue, worked on by processes of their own (package worker) and kept in a
// database (package jobs), so that it outlives this process.
package api
