// Program others solves a problem with others by the engine strategy alone, without the judge and without printing the
// strategy. It prints one line of JSON, as farbank solve --json does, with the processor time in seconds.
//
//	go build -o others ./bench/others
//	others FILE KIND [NAME=VALUE ...]      KIND is shortest, any, sure or induce
//
// The kind induce lists all states and computes the cost that can be forced from each by backward induction. It prints the
// processor time of that, without reading the file, beside that of the process.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"syscall"

	"farbank"
	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/game"
	"farbank/model"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: others FILE KIND [NAME=VALUE ...]")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(file, kind string, params []string) error {
	kinds := map[string]engine.Kind{"shortest": engine.Shortest, "any": engine.Any, "sure": engine.Sure}
	if _, ok := kinds[kind]; !ok && kind != "induce" {
		return fmt.Errorf("the kind is shortest, any, sure or induce, not %s", kind)
	}
	var options []farbank.Option
	for _, p := range params {
		name, value, _ := strings.Cut(p, "=")
		options = append(options, farbank.WithParam(name, value))
	}
	p, err := farbank.Load(file, options...)
	if err != nil {
		return err
	}
	if kind == "induce" {
		return induce(p)
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

// induce lists the states and computes the value of each.
func induce(p *model.Problem) error {
	ctx, begun := context.Background(), used()
	a, _, start, err := strategy.Arena(ctx, p, game.Options{})
	if err != nil {
		return err
	}
	listed := used()
	f, err := game.Force(ctx, a, game.Options{})
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{"states": a.Len(), "moves": a.Size(), "cost": f.Cost[start], "listing": listed - begun,
		"induction": used() - listed, "seconds": used()})
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
