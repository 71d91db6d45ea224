// Package ask answers questions about problems from programs: a [Request] as JSON, answered with
// the document of the corresponding command (docs/json.md).
//
//	doc, err := ask.Answer(ctx, &ask.Request{Do: "solve", Problem: ask.Problem{Example: "wolf"}}, nil)
//
// A request contains everything that the problem needs; it cannot name files of the host. The
// service, the page and the tools for agents all use this package.
package ask
