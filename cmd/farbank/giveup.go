package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"farbank/engine"
	"farbank/internal/command"
	"farbank/internal/visible"
)

// giveUp returns a function that ends the program if work does not end with its limits. It prints
// the last word, and nothing is printed after it. A nil asJSON means that standard output is not
// for verdicts.
func (a *app) giveUp(asJSON *bool) func(cause error) {
	return func(cause error) {
		reason := engine.Stopped(context.Background(), cause)
		if reason == "" {
			reason = "it was interrupted"
		}
		a.checkpoints.Close() // complete a checkpoint that is being written
		a.memoryHint(a.stderr, command.ExitUnknown)
		if a.checkpoints != nil {
			fmt.Fprintln(a.stderr, a.toGoOn())
		}
		out := a.raw.(*output)
		out.lockIdle(cause) // permanently: no other goroutine prints any more
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
		code := command.ExitUnknown
		if a.planGiven.Load() {
			code = command.ExitFeasible
		}
		if code == command.ExitFeasible || asJSON == nil || *asJSON && out.begun {
			fmt.Fprintf(a.stderr, "farbank: %s\n", reason)
			os.Exit(code)
		}
		last.json = *asJSON
		if code = last.notKnown(cause); a.soFar != nil && !*asJSON && a.soFar(shown) {
			code = command.ExitFeasible
		}
		_ = shown.Flush()
		os.Exit(code)
	}
}

// writing is the time after the last output during which the program is not aborted: then it is not
// the work that is late, but the reader of the output.
const writing = time.Second

// lockIdle locks the output once nothing was printed for a while, or at once when memory runs out.
func (o *output) lockIdle(cause error) {
	for o.mu.Lock(); !errors.Is(cause, engine.ErrMemory) && time.Since(o.last) < writing; o.mu.Lock() {
		o.mu.Unlock()
		time.Sleep(writing / 10)
	}
}
