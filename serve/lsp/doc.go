// Package lsp is a server of the Language Server Protocol (3.17) for .far files: what an
// editor shows beside a text comes from the packages that read it, so an editor says what
// farbank check says.
//
//	wire.go      messages on a pipe
//	protocol.go  the parts of the protocol that are spoken
//	server.go    the life of a server, requests and notifications
//	text.go      places: editors count UTF-16 units, we count characters and bytes
//	snapshot.go  a text as it stands, and what is known of it
//	check.go     diagnostics: soon after a change what reading says, later what writing out says
//
// and a file for each thing that can be asked: hover.go, complete.go, and so on.
//
// A text that changes gets a new snapshot, and the context of the old one is done: whatever
// works on it ends. Requests work on the snapshot there was when they came, each on its own.
package lsp
