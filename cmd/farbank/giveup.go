package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

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
		a.checkpoints.Close() // what is being kept is written to its end
		a.memoryHint(a.stderr, exitUnknown)
		if a.checkpoints != nil {
			fmt.Fprintln(a.stderr, a.toGoOn())
		}
		out := a.raw.(*output)
		out.lockIdle(cause) // for good: nobody else prints any more
		if out.failed != nil {
			os.Exit(a.notWritten(out.failed))
		}
		shown := visible.NewWriter(out.Writer)
		last := &app{raw: out.Writer, out: shown, err: a.stderr, ctx: context.Background()}
		if a.lastWord != nil {
			code := last.exitCode(a.lastWord(last, cause))
			_ = shown.Flush()
			os.Exit(code)
		}
		code := exitUnknown
		if a.planGiven.Load() {
			code = exitFeasible
		}
		if code == exitFeasible || asJSON == nil || *asJSON && out.begun {
			fmt.Fprintf(a.stderr, "farbank: %s\n", reason)
			os.Exit(code)
		}
		last.json = *asJSON
		if code = last.notKnown(cause); a.soFar != nil && !*asJSON && a.soFar(shown) {
			code = exitFeasible
		}
		_ = shown.Flush()
		os.Exit(code)
	}
}

// writing is how long ago something was printed that is not given up yet: then it is not the
// work that goes on, but whoever reads what it prints is slow.
const writing = time.Second

// lockIdle locks the output once nothing was printed for a while. Memory that runs out waits
// for nobody.
func (o *output) lockIdle(cause error) {
	for o.mu.Lock(); !errors.Is(cause, engine.ErrMemory) && time.Since(o.last) < writing; o.mu.Lock() {
		o.mu.Unlock()
		time.Sleep(writing / 10)
	}
}
