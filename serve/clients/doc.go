// Package clients writes clients of the service, in Go, Python and TypeScript, from its
// description in OpenAPI: the types of all documents, and a function a question.
//
//	go test ./serve/clients -args -update
//
// writes them anew.
package clients
