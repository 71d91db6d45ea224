// Package clients generates clients of the service in Go, Python and TypeScript from its OpenAPI
// description: the types of all documents, and a function for each question.
//
//	go test ./server/clients -args -update
//
// generates them again.
package clients
