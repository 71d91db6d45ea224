// Program others solves a problem with others by the engine strategy alone, without the judge and without printing the
// strategy. It prints one line of JSON, as farbank solve --json does, with the processor time in seconds.
//
//	go build -o others ./bench/others
//	others FILE KIND      KIND is shortest, any or sure
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"syscall"

	"farbank"
	"farbank/engine"
	"farbank/engine/strategy"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: others FILE KIND")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(file, kind string) error {
	kinds := map[string]engine.Kind{"shortest": engine.Shortest, "any": engine.Any, "sure": engine.Sure}
	if _, ok := kinds[kind]; !ok {
		return fmt.Errorf("the kind is shortest, any or sure, not %s", kind)
	}
	p, err := farbank.Load(file)
	if err != nil {
		return err
	}
	a, err := strategy.New().Solve(context.Background(), p, engine.Question{Plans: kinds[kind]}, nil)
	if err != nil {
		return err
	}
	out := map[string]any{"status": a.Status.String(), "reason": a.Reason, "seconds": used(), "states": a.Stats.Stored}
	if a.Others != nil {
		out["probability"], out["expected"] = quantity(a.Others.Probability), quantity(a.Others.Expected)
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

// quantity returns a fraction as text, an interval, or nil.
func quantity(q *engine.Quantity) any {
	switch {
	case q == nil:
		return nil
	case q.Exact != nil:
		return q.Exact.RatString()
	}
	return map[string]float64{"low": q.Low, "high": q.High}
}

// used returns the processor time of the process in seconds.
func used() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
