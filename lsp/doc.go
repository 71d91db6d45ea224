// Package lsp is a server of the Language Server Protocol (3.17) for .far files. What an editor
// shows comes from the packages that read a problem, so an editor reports what farbank check
// reports.
//
//	wire.go      messages on a pipe
//	protocol.go  the supported parts of the protocol
//	server.go    the life of a server, requests and notifications
//	text.go      positions: editors count UTF-16 units, we count characters and bytes
//	snapshot.go  a version of a text, and the results of reading it
//	check.go     diagnostics: those of reading soon after a change, those of grounding later
//
// and a file for each kind of request: hover.go, complete.go, and so on.
//
// A text that changes gets a new snapshot, and the context of the old one is cancelled, which ends
// all work on it. Requests use the snapshot that is current when they arrive, and run concurrently.
package lsp
