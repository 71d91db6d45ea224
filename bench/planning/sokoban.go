package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"farbank"
)

// stores solves the levels of a file with examples/sokoban.far. A level is a block of lines in the usual
// notation.
func stores(ctx context.Context) error {
	text, err := os.ReadFile(*sokoban)
	if err != nil {
		return err
	}
	list := levels(string(text))
	proven := 0
	for i, level := range list {
		if *only != "" && !strings.Contains(","+*only+",", fmt.Sprintf(",%d,", i+1)) {
			continue
		}
		said, spent, err := store(ctx, level)
		if err != nil {
			return fmt.Errorf("level %d: %w", i+1, err)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if strings.HasPrefix(said, "proven") {
			proven++
		}
		fmt.Printf("%4d  %-24s %6.2f s\n", i+1, said, spent.Seconds())
	}
	fmt.Printf("%d of %d levels proven shortest within %v each\n", proven, len(list), *limit)
	return nil
}

// store solves a level. It returns the processor time.
func store(ctx context.Context, level string) (string, time.Duration, error) {
	begun := processor()
	p, err := farbank.Load("example:sokoban", farbank.WithParam("level", level))
	if err != nil {
		return "", 0, err
	}
	within, cancel := spending(ctx, begun+*limit)
	defer cancel()
	q := farbank.Question{Memory: *memory << 30}
	solve := func() (*farbank.Answer, error) { return farbank.Solve(within, p, q) }
	if *engines != "auto" {
		e, err := farbank.Engines.Find(*engines)
		if err != nil {
			return "", 0, err
		}
		solve = func() (*farbank.Answer, error) { return farbank.SolveWith(within, e, p, q, nil) }
	}
	a, err := solve()
	if err != nil {
		return "", 0, err
	}
	said := fmt.Sprint(a.Status)
	if a.Status == farbank.Solved && a.Best != nil {
		said = fmt.Sprintf("proven, %d moves", a.Best.Cost)
	}
	return said, processor() - begun, nil
}

// spending returns a context that ends when this process has used the given processor time in total.
func spending(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for processor() < most {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
		cancel()
	}()
	return ctx, cancel
}

// levels returns the blocks of lines that contain only characters of levels.
func levels(text string) []string {
	var list []string
	var block []string
	end := func() {
		if len(block) > 2 {
			list = append(list, strings.Join(block, "\n")+"\n")
		}
		block = nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \r\n")
		if line == "" || strings.Trim(line, "#@+$*. -_") != "" || !strings.Contains(line, "#") {
			end()
			continue
		}
		block = append(block, strings.NewReplacer("-", " ", "_", " ").Replace(line))
	}
	end()
	return list
}
