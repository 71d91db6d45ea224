// Package api is the service: questions about problems over HTTP, as described in docs/api.md.
//
// Short questions are answered in this process. Longer ones become jobs in a queue, executed by
// processes of their own (package worker) and stored in a database (package jobs), so that they
// survive this process.
package api
