// Package ask answers questions about problems as programs put them: one [Request], as JSON,
// and one document back, that of the same command of the command line (docs/json.md).
//
//	doc, err := ask.Answer(ctx, &ask.Request{Do: "solve", Problem: ask.Problem{Example: "wolf"}}, nil)
//
// All that the problem needs is in the request: no file of the host can be named in it. The
// service, the page and the tools for agents all ask in this way.
package ask
