package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/engine/planning"
)

// A puzzle is a line of the file.
type puzzle struct {
	number, length int
	start          []int // in the form of examples/tiles.far, where the gap is last in the goal
}

// puzzles solves all selected puzzles.
func puzzles(ctx context.Context) error {
	text, err := os.ReadFile(*korf)
	if err != nil {
		return err
	}
	var tables, searches []time.Duration
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := parsePuzzle(line)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", *korf, i+1, err)
		}
		if *only != "" && !slices.Contains(strings.Split(*only, ","), strconv.Itoa(p.number)) {
			continue
		}
		table, search, err := p.solve(ctx)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", p.number, err)
		}
		fmt.Printf("%3d  %d moves  tables %.2f s  search %.3f s\n", p.number, p.length, table.Seconds(), search.Seconds())
		tables, searches = append(tables, table), append(searches, search)
	}
	if len(tables) == 0 {
		return fmt.Errorf("%s has no matching puzzle", *korf)
	}
	total := time.Duration(0)
	for _, d := range searches {
		total += d
	}
	fmt.Printf("%d puzzles proven optimal; processor time: tables %.2f s (median), search %.1f s altogether, median %.3f s, longest %.2f s\n",
		len(tables), median(tables).Seconds(), total.Seconds(), median(searches).Seconds(), slices.Max(searches).Seconds())
	return nil
}

// parsePuzzle rotates the puzzle: in the file, the gap is first in the goal.
func parsePuzzle(line string) (*puzzle, error) {
	var n []int
	for _, f := range strings.Fields(line) {
		x, err := strconv.Atoi(f)
		if err != nil {
			return nil, err
		}
		n = append(n, x)
	}
	if len(n) != 18 {
		return nil, fmt.Errorf("%d numbers, want 18", len(n))
	}
	p := &puzzle{number: n[0], length: n[1]}
	for _, tile := range slices.Backward(n[2:]) {
		p.start = append(p.start, (16-tile)%16)
	}
	return p, nil
}

// solve returns the processor time until the last tables are complete, and the time after that.
func (p *puzzle) solve(ctx context.Context) (tables, search time.Duration, err error) {
	data, err := json.Marshal(map[string]any{"rows": 4, "cols": 4, "start": p.start})
	if err != nil {
		return 0, 0, err
	}
	problem, err := farbank.Load("tiles", farbank.WithData("start.json", data))
	if err != nil {
		return 0, 0, err
	}
	begun := processor()
	ready := begun
	working := false
	q := farbank.Question{Progress: func(s farbank.Progress) {
		if working && s.Phase != "tables" {
			ready = processor()
		}
		working = s.Phase == "tables"
	}}
	if *strategy != "auto" {
		if q.Strategy, err = engine.ParseStrategy(*strategy); err != nil {
			return 0, 0, err
		}
	}
	a, err := farbank.SolveWith(ctx, planning.New(), problem, q, nil)
	if err != nil {
		return 0, 0, err
	}
	if a.Status != farbank.Solved || a.Best == nil || a.Best.Cost != int64(p.length) {
		return 0, 0, fmt.Errorf("%v: %+v, want %d moves", a.Status, a.Best, p.length)
	}
	return ready - begun, processor() - ready, nil
}

func median(list []time.Duration) time.Duration {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}
