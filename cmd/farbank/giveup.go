package main

import (
	"context"
	"fmt"
	"os"

	"farbank/engine"
	"farbank/internal/visible"
)

// giveUp returns what ends the program where work does not end with its limits. What was
// printed before stays; nothing is printed after. Where asJSON is nil standard output is
// for something else than verdicts.
func (a *app) giveUp(asJSON *bool) func(cause error) {
	return func(cause error) {
		reason := engine.Stopped(context.Background(), cause)
		if reason == "" {
			reason = "it was interrupted"
		}
		out := a.raw.(*output)
		out.mu.Lock() // for good: nobody else prints any more
		if out.failed != nil {
			os.Exit(a.notWritten(out.failed))
		}
		code := exitUnknown
		if a.planGiven.Load() {
			code = exitFeasible
		}
		if code == exitFeasible || asJSON == nil || *asJSON && out.begun {
			fmt.Fprintf(a.stderr, "farbank: %s\n", reason)
			os.Exit(code)
		}
		shown := visible.NewWriter(out.Writer)
		last := &app{raw: out.Writer, out: shown, json: *asJSON, ctx: context.Background()}
		code = last.notKnown(cause)
		_ = shown.Flush()
		os.Exit(code)
	}
}
